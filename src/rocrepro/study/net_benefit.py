"""Decision curves: the net benefit of each model's probabilities, at the rows' class mix and a stated one."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from rocrepro.evaluation import NetBenefit, NetBenefitIntervals, net_benefit_intervals, roc_points
from rocrepro.evaluation import net_benefit as net_benefit_of
from rocrepro.evaluation.net_benefit import THRESHOLDS
from rocrepro.study.calibration import with_probabilities
from rocrepro.study.frames import Key, floats, stacked
from rocrepro.study.model import Model, Name
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

    Thresholds are hundredths and the one in use; ``gain`` is the net benefit beyond the better one of
    treating every row and treating none.

    See Also
    --------
    rocrepro.evaluation.net_benefit, rocrepro.evaluation.net_benefit_intervals
    """

    def blocks() -> Iterator[tuple[Key, Mapping[str, Any]]]:
        for model in with_probabilities(study):
            for mix in (OWN, STATED):
                found = study.get(decisions).get((model.name, mix))
                if found is not None:
                    yield model.key, {"mix": mix, **_columns(found, model.cut)}

    return stacked(study.keys, NET_BENEFIT, blocks())


@dataclass(frozen=True, eq=False)
class Decisions:
    """The decision curve of one model at one prevalence, with its intervals at the same thresholds."""

    curve: NetBenefit
    intervals: NetBenefitIntervals


def decisions(study: Study) -> dict[tuple[Name, str], Decisions]:
    """Return the decision curve of every shown model with probabilities, by its name and the class mix."""
    stated = study.choices.prevalence
    mixes = {OWN: None} if stated is None else {OWN: None, STATED: stated}
    return {
        (model.name, mix): _decisions(study, model, prevalence)
        for model in with_probabilities(study)
        for mix, prevalence in mixes.items()
    }


def _decisions(study: Study, model: Model, prevalence: float | None) -> Decisions:
    """Curve and intervals of one model at one prevalence, the rows' own for None."""
    # In the order of the examples, so that all models are drawn on the same rows.
    score = np.clip(model.score, 0.0, 1.0)
    at = np.union1d(THRESHOLDS, [model.cut]) if 0 <= model.cut < 1 else THRESHOLDS
    step, choices = study.steps.net_benefit, study.choices
    where: dict[str, Any] = {"thresholds": at, "prevalence": prevalence}
    curve = net_benefit_of(roc_points(model.label, score), **where)
    drawn: dict[str, Any] = {"n_resamples": study.n_resamples(step), "seed": step.of(choices.seed)}
    intervals = net_benefit_intervals(model.label, score, **where, **drawn, alpha=choices.alpha)
    return Decisions(curve, intervals)


def _columns(found: Decisions, cut: float) -> Mapping[str, Any]:
    curve = ("prevalence", "threshold", "net_benefit", "treat_all", "gain")
    return {
        "in_use": found.curve.threshold == cut,
        **{name: getattr(found.curve, name) for name in curve},
        **{name: getattr(found.intervals, name) for name in ("low", "high", "gain_low", "gain_high")},
    }
