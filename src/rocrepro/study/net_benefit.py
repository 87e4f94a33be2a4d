"""Decision curves: the net benefit of each model's probabilities, at the rows' class mix and a stated one."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

import numpy as np

from rocrepro.evaluation import net_benefit as net_benefit_of
from rocrepro.evaluation import net_benefit_intervals, roc_points
from rocrepro.evaluation.net_benefit import THRESHOLDS
from rocrepro.study.calibration import with_probabilities
from rocrepro.study.frames import Key, floats, stacked
from rocrepro.study.model import Model
from rocrepro.study.prevalence import OWN, STATED
from rocrepro.study.study import Study

if TYPE_CHECKING:
    import pandas as pd

NET_BENEFIT = {
    **{"mix": str, **floats("prevalence", "threshold"), "in_use": bool},
    **floats("net_benefit", "low", "high", "treat_all", "gain", "gain_low", "gain_high"),
}
"""Columns of the curves."""


def net_benefit(study: Study) -> pd.DataFrame:
    """Return the decision curve of every shown model with probabilities, at a stated prevalence too.

    Thresholds are hundredths and the one in use; ``gain`` is the net benefit beyond the better one of treating
    every row and treating none.

    See Also
    --------
    rocrepro.evaluation.net_benefit, rocrepro.evaluation.net_benefit_intervals
    """

    def blocks() -> Iterator[tuple[Key, Mapping[str, Any]]]:
        stated = study.choices.prevalence
        mixes = {OWN: None} if stated is None else {OWN: None, STATED: stated}
        for model in with_probabilities(study):
            for mix, prevalence in mixes.items():
                yield model.key, {"mix": mix, **_decisions(study, model, prevalence)}

    return stacked(study.keys, NET_BENEFIT, blocks())


def _decisions(study: Study, model: Model, prevalence: float | None) -> Mapping[str, Any]:
    """Columns of one model at one prevalence, the rows' own for None."""
    # In the order of the examples, so that all models are drawn on the same rows.
    score = np.clip(model.score, 0.0, 1.0)
    at = np.union1d(THRESHOLDS, [model.cut]) if 0 <= model.cut < 1 else THRESHOLDS
    step, choices = study.steps.net_benefit, study.choices
    where: dict[str, Any] = {"thresholds": at, "prevalence": prevalence}
    curve = net_benefit_of(roc_points(model.label, score), **where)
    found = net_benefit_intervals(
        model.label,
        score,
        **where,
        n_resamples=study.n_resamples(step),
        seed=step.of(choices.seed),
        alpha=choices.alpha,
    )
    return {
        "prevalence": curve.prevalence,
        "in_use": at == model.cut,
        **{name: getattr(curve, name) for name in ("threshold", "net_benefit", "treat_all", "gain")},
        **{name: getattr(found, name) for name in ("low", "high", "gain_low", "gain_high")},
    }
