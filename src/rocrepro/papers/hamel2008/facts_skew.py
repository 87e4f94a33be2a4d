"""Figures 2(b) and 4(b): the changes when the negative class is sampled down, over 25 samples."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from rocrepro.formats.uses import USES
from rocrepro.papers.fact_rows import Row, row
from rocrepro.papers.hamel2008.printed import RINGNORM

if TYPE_CHECKING:
    from rocrepro.papers.evaluated import Evaluated

RISES = ("accuracy", "precision")
OTHERS = ("fpr_change", "auc_change", "gap", "width_ratio")
GENERAL = ("auc_change", "gap")
"""Quantities that are judged on every learner; the rest only on one as good as the chapter's."""


def skew_quantities(evaluated: Evaluated) -> Iterator[Row]:
    """Quantities of each model's two test sets; the sample is drawn anew with each seed."""
    for one in evaluated.simulation("skew").to_dict("records"):
        key = {name: one[name] for name in ("engine", "learner", "variant", "seed", USES)}
        key |= {"n": one["n_pos_few"] + one["n_neg_few"], "dataset": RINGNORM}
        base = one["variant"] == "base"
        for metric in RISES if base else ():
            yield row("skew_rise", one[f"{metric}_rise"], metric=metric, **key)
        for metric in () if base else RISES:
            rise = abs(one[f"{metric}_rise"])
            yield row("skew_metric_over_auc", rise - abs(one["auc_change"]), metric=metric, **key)
            yield row("skew_metric_over_gap", rise - one["gap"], metric=metric, **key)
        for name in OTHERS if base else GENERAL:
            yield row(f"skew_{name}", one[name], **key)
