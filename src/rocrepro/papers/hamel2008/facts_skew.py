"""Figures 2(b) and 4(b): what sampling the negative class down changes, over 25 samples."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from rocrepro.formats.uses import USES
from rocrepro.papers.fact_rows import Row, row
from rocrepro.papers.hamel2008.printed import RINGNORM

if TYPE_CHECKING:
    from rocrepro.papers.evaluated import Evaluated

GENERAL = {
    "accuracy_over_auc": "size of the change of accuracy less size of the change of area",
    "gap_over_bound": "largest difference of the negatives' score distributions over its 5 % bound",
}
"""What is judged on every learner; the rest on one as good as the chapter's."""
NOTES = {
    "accuracy_rise": "accuracy at .5, sampled down less all rows",
    "precision_rise": "precision at .5, sampled down less all rows",
    "fpr_change": "false positive rate at .5, sampled down less all rows",
    "auc_change": "area, sampled down less all rows",
    "gap": "largest vertical gap of the two curves",
    "width_ratio": "width of the area's 95 % interval, sampled down over all rows",
}


def skew_quantities(evaluated: Evaluated) -> Iterator[Row]:
    """Quantities of each model's two test sets; the sample is drawn anew with each seed."""
    for one in evaluated.simulation("skew").to_dict("records"):
        key = {name: one[name] for name in ("engine", "learner", "variant", "seed", USES)}
        for name, note in (NOTES if one["variant"] == "base" else GENERAL).items():
            n = one["n_pos_few"] + one["n_neg_few"]
            yield row(f"skew_{name}", one[name], note, n=n, dataset=RINGNORM, **key)
