"""Related curves: cost curves, sensibility, and the soft ROC curves of scores that are probabilities."""

from __future__ import annotations

import math
import warnings
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from rocrepro.evaluation import (
    CostCurve,
    Sensibility,
    probabilistic_auc,
    scored_auc,
    scored_roc,
    sensibility,
    smooth_roc,
)
from rocrepro.evaluation.cost_curves import cost_lines
from rocrepro.evaluation.precision_recall import precision_recall
from rocrepro.study.frames import Key, Row, floats, frame_of, stacked
from rocrepro.study.model import Floats, Ints, Model
from rocrepro.study.study import Study

if TYPE_CHECKING:
    import pandas as pd

COST_CURVES = {**floats("probability_cost", "cost", "confident_cost", "threshold"), "confident": bool}
SCORED_CURVES = floats("shift", "auc")
"""Columns of curves."""
SENSIBILITY_CURVES = {name: name for name in ("threshold", "sensibility", "capability")}
SMOOTH_CURVES = {"threshold": "threshold", "smooth_fpr": "fpr", "smooth_tpr": "tpr"}
"""Columns of smooth curves, with the attribute that each one holds."""


@dataclass(frozen=True)
class SoftRow(Row):
    """Measures that are defined for scores from 0 to 1; NaN for others."""

    midpoint: float
    struggle_ratio: float
    smooth_auc: float
    scored_auc: float
    probabilistic_auc: float


@dataclass(frozen=True)
class RelatedRow(Row):
    """Areas of related curves, and where on the cost curve the confident points are best.

    pc_low to pc_high: the probability costs at which the envelope is the line of a confident point, NaN
    where none lies on the convex hull. pc_own: the share of positive rows, the probability cost of equal
    costs; cost_own, cost_own_confident: the least cost there over all points and over the confident ones.
    """

    average_precision: float
    cost_area: float
    pc_low: float
    pc_high: float
    pc_own: float
    cost_own: float
    cost_own_confident: float


def soft(study: Study) -> pd.DataFrame:
    """Return measures that use the distances between scores, one `SoftRow` a model and seed.

    See Also
    --------
    smooth_curves, scored_curves : curves of the same scores.
    rocrepro.evaluation.sensibility, rocrepro.evaluation.probabilistic_auc, rocrepro.evaluation.scored_auc
    """
    return frame_of(study.keys, SoftRow, ((model.key, soft_of(model)) for model in study.replicates()))


def soft_of(model: Model) -> SoftRow:
    """Return what sensibility and the soft ROC curves say of one model."""
    if model.probabilities is None:
        return SoftRow(*[math.nan] * len(SoftRow.columns()))
    label, score = model.probabilities
    found = sensibility_of(label, score)
    areas = smooth_roc(label, score).auc, scored_auc(label, score), probabilistic_auc(label, score)
    return SoftRow(found.midpoint, found.struggle_ratio, *areas)


def sensibility_of(label: Ints, score: Floats) -> Sensibility:
    """Return the sensibility of scores; empty groups and midpoints above 1 show in the numbers."""
    with warnings.catch_warnings(action="ignore"):
        return sensibility(label, score)


def related(study: Study) -> pd.DataFrame:
    """Return areas of precision-recall and cost curves, one `RelatedRow` a shown model.

    See Also
    --------
    cost_curves : one of these curves.
    """
    return frame_of(study.keys, RelatedRow, ((model.key, _related(model)) for model in study.models))


def cost_curve_of(model: Model) -> CostCurve:
    """Return the cost curve of one model."""
    return cost_lines(model.segment)


def _related(model: Model) -> RelatedRow:
    points, cost = model.curve, cost_curve_of(model)
    precision = precision_recall(model.segment)
    own = points.n_pos / points.n
    low, high = _confident_range(cost)
    return RelatedRow(
        average_precision=precision.average_precision,
        cost_area=cost.area,
        pc_low=low,
        pc_high=high,
        pc_own=own,
        cost_own=float(cost.best_at(own)),
        cost_own_confident=float(cost.best_at(own, confident=True)),
    )


def _confident_range(cost: CostCurve) -> tuple[float, float]:
    """Return the range in which the envelope is the line of a confident point; NaN for none.

    It is one range: the confident points are one run of thresholds, and the pieces follow the thresholds.
    """
    pieces = np.flatnonzero(cost.confident_pieces)
    if len(pieces) == 0:
        return math.nan, math.nan
    return float(cost.corners[pieces[0]]), float(cost.corners[pieces[-1] + 1])


def cost_curves(study: Study) -> pd.DataFrame:
    """Return the corners of every lower envelope, with the threshold whose line begins there.

    See Also
    --------
    rocrepro.evaluation.cost_curve
    """

    def blocks() -> Iterator[tuple[Key, Mapping[str, Any]]]:
        for model in study.models:
            found = cost_curve_of(model)
            # At 1, where the last line ends, no line begins: it is named again.
            line = [*found.line.tolist(), int(found.line[-1])]
            confident = found.best_at(found.corners, confident=True)
            values = (found.corners, found.cost, confident, model.curve.threshold[line], found.mask[line])
            yield model.key, dict(zip(COST_CURVES, values, strict=True))

    return stacked(study.keys, COST_CURVES, blocks())


def sensibility_curves(study: Study) -> pd.DataFrame:
    """Return sensibility and capability over the thresholds of every shown model with probabilities.

    See Also
    --------
    rocrepro.evaluation.sensibility
    """
    return _of_probabilities(study, SENSIBILITY_CURVES, sensibility_of)


def smooth_curves(study: Study) -> pd.DataFrame:
    """Return the smooth ROC curve of every shown model with probabilities.

    See Also
    --------
    rocrepro.evaluation.smooth_roc
    """
    return _of_probabilities(study, SMOOTH_CURVES, smooth_roc)


def _of_probabilities(
    study: Study, columns: Mapping[str, str], curve_of: Callable[[Ints, Floats], Any]
) -> pd.DataFrame:
    """Stack a curve of every model with probabilities; `columns` names the attribute that each one holds."""

    def blocks() -> Iterator[tuple[Key, Mapping[str, Any]]]:
        for model in study.models:
            if model.probabilities is not None:
                found = curve_of(*model.probabilities)
                yield model.key, {name: getattr(found, attribute) for name, attribute in columns.items()}

    return stacked(study.keys, floats(*columns), blocks())


def scored_curves(study: Study) -> pd.DataFrame:
    """Return the scored ROC curve of every shown model with probabilities.

    See Also
    --------
    rocrepro.evaluation.scored_roc
    """

    def blocks() -> Iterator[tuple[Key, Mapping[str, Any]]]:
        for model in study.models:
            if model.probabilities is not None:
                shift, auc = scored_roc(*model.probabilities)
                yield model.key, {"shift": shift, "auc": auc}

    return stacked(study.keys, SCORED_CURVES, blocks())
