"""The summary of a curve: its area, its confident set, and the same curve under other choices and by fold."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from rocrepro.evaluation import (
    ConfidentSegment,
    RocPoints,
    confident_segment,
    roc_points,
    tpr_at,
)
from rocrepro.evaluation.confidence import TESTS
from rocrepro.evaluation.resample import segment_measures
from rocrepro.study.choices import Choices
from rocrepro.study.clusters import auc_interval, auc_limits
from rocrepro.study.frames import Key, Row, floats, frame_of, stacked
from rocrepro.study.model import Model
from rocrepro.study.study import GRID, Study

if TYPE_CHECKING:
    import pandas as pd

ALPHAS = (0.1, 0.05, 0.01)
"""Values of alpha under which a confident set is looked at beside the chosen one."""
FOLD_POINTS = {"curve": str, **floats("fpr", "tpr")}
"""Columns of the points of curves by fold."""


@dataclass(frozen=True)
class Summary(Row):
    """One curve: its area with DeLong's limits, or those of clusters, and its confident points' measures.

    Without a confident point thresholds, aved and ranges are NaN and every area is 0. An interval that does
    not exist is NaN.
    """

    n_pos: int
    n_neg: int
    auc: float
    auc_low: float
    auc_high: float
    n_points: int
    n_confident: int
    threshold_low: float
    threshold_high: float
    aved: float
    aved_abs: float
    cauc_vertical: float
    cauc_horizontal: float
    cauc_union: float
    cauc_concordant: float
    share_confident: float
    threshold_range: float
    difference_range: float


@dataclass(frozen=True)
class VariantSummary(Summary):
    """The summary of a curve under another choice, for example ``alpha=0.01`` or ``test=wald``."""

    variant: str


@dataclass(frozen=True)
class FoldSummary(Summary):
    """The summary of one fold's own curve; a fold of one class has no curve, and NaN for its area."""

    fold: int


def summary(study: Study) -> pd.DataFrame:
    """Return the area of every curve and the measures of its confident set, one `Summary` a model and seed.

    See Also
    --------
    variants : under other choices.
    folds : of each fold.
    rocrepro.evaluation.delong_interval, rocrepro.evaluation.confident_segment
    """
    return frame_of(study.keys, Summary, ((model.key, summary_of(model)) for model in study.replicates()))


def summary_of(model: Model) -> Summary:
    """Return the summary of one model's curve."""
    return Summary(**measured(model.segment, *auc_limits(model)))


def measured(
    segment: ConfidentSegment, auc: float, auc_low: float, auc_high: float, *, n_points: int | None = None
) -> dict[str, Any]:
    """Return the fields of `Summary` of one curve.

    Parameters
    ----------
    segment : ConfidentSegment
        The whole curve, or the part of it that holds the confident points.
    auc, auc_low, auc_high : float
        Area of the whole curve and its limits.
    n_points : int, optional
        Points of the whole curve, where `segment` has a part.
    """
    thresholds, points = segment.thresholds, segment.points
    return {
        "n_pos": points.n_pos,
        "n_neg": points.n_neg,
        "auc": auc,
        "auc_low": auc_low,
        "auc_high": auc_high,
        **segment_measures(segment, n_points or len(points)),
        "threshold_low": float(thresholds.min()) if len(thresholds) else math.nan,
        "threshold_high": float(thresholds.max()) if len(thresholds) else math.nan,
    }


def variants(study: Study) -> pd.DataFrame:
    """Return the summary of every shown curve under each other alpha and each other test.

    The area of the whole curve depends on neither, and is NaN.

    See Also
    --------
    summary : under the choices of the study.
    """

    def rows() -> Iterator[tuple[Key, VariantSummary]]:
        for model in study.models:
            for variant, choices in other_choices(study.choices).items():
                segment = confident_segment(model.curve, alpha=choices.alpha, test=choices.test)
                found = measured(segment, math.nan, math.nan, math.nan)
                yield model.key, VariantSummary(**found, variant=variant)

    return frame_of(study.keys, VariantSummary, rows())


def other_choices(choices: Choices) -> dict[str, Choices]:
    """Return the choices that differ in alpha or test from the given ones, by the name of the difference."""
    alphas = {f"alpha={alpha:g}": replace(choices, alpha=alpha) for alpha in ALPHAS if alpha != choices.alpha}
    tests = {f"test={test}": replace(choices, test=test) for test in TESTS if test != choices.test}
    return alphas | tests


def fold_curves(model: Model) -> dict[int, RocPoints | None]:
    """Return the curve of each fold; None for a fold of one class, and nothing for a single fold."""
    folds = np.unique(model.fold).tolist()
    parts = {fold: model.fold == fold for fold in folds} if len(folds) > 1 else {}
    return {
        fold: roc_points(model.label[of], model.score[of]) if len(np.unique(model.label[of])) == 2 else None
        for fold, of in parts.items()
    }


def folds(study: Study) -> pd.DataFrame:
    """Return the summary of each fold's own curve, for every shown model with several folds.

    See Also
    --------
    summary : of the pooled curve.
    fold_points : the curves themselves.
    """

    def rows() -> Iterator[tuple[Key, FoldSummary]]:
        for model in study.models:
            for fold, curve in fold_curves(model).items():
                yield model.key, FoldSummary(**_fold(model, model.fold == fold, curve), fold=fold)

    return frame_of(study.keys, FoldSummary, rows())


def _fold(model: Model, of: NDArray[np.bool_], curve: RocPoints | None) -> dict[str, Any]:
    """The fields of one fold."""
    if curve is None:
        n_pos = int(model.label[of].sum())
        none = dict.fromkeys(Summary.columns(), math.nan) | {"n_points": 0, "n_confident": 0}
        return none | {"n_pos": n_pos, "n_neg": int(of.sum()) - n_pos}
    segment = confident_segment(curve, alpha=model.choices.alpha, test=model.choices.test)
    return measured(segment, *auc_interval(model.label[of], model.score[of], model.choices.alpha))


def fold_points(study: Study) -> pd.DataFrame:
    """Return the points of the pooled curve, of each fold's, and of their vertical average, by name.

    See Also
    --------
    folds : their summaries.
    """

    def blocks() -> Iterator[tuple[Key, Mapping[str, Any]]]:
        for model in study.models:
            found = fold_curves(model)
            if not found:
                continue
            named = {"pooled": model.curve} | {f"fold {k}": curve for k, curve in found.items() if curve}
            for name, curve in named.items():
                yield model.key, {"curve": name, "fpr": curve.fpr, "tpr": curve.tpr}
            drawn = [curve for curve in found.values() if curve is not None]
            if drawn:
                mean = tpr_at(drawn, GRID).mean(axis=0)
                yield model.key, {"curve": "vertical average", "fpr": GRID, "tpr": mean}

    return stacked(study.keys, FOLD_POINTS, blocks())
