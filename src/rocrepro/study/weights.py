"""Measures of rows with weights, with the intervals of resamples that keep the weights."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from rocrepro.evaluation import (
    effective_rows,
    weighted_measures,
    weighted_resamples,
    weighted_roc_points,
)
from rocrepro.evaluation.bands import NO_WIDTH
from rocrepro.evaluation.resample import percentiles
from rocrepro.evaluation.weighted_measures import MEASURES
from rocrepro.study.cut import are_probabilities
from rocrepro.study.frames import Key, Row, floats, frame_of, stacked
from rocrepro.study.model import Floats, Model, Name, pair_key
from rocrepro.study.study import Study

if TYPE_CHECKING:
    import pandas as pd

WEIGHTED_POINTS = floats("threshold", "fpr", "tpr")
"""Columns of the points of weighted curves."""


@dataclass(frozen=True)
class WeightedRow(Row):
    """One measure of a model's weighted rows, or of a pair of models, with the central part of its resamples.

    effective_n is the number of rows of one weight that would say as much. Limits that agree are NaN.
    """

    measure: str
    value: float
    low: float
    high: float
    threshold: float
    effective_n: float
    n_resamples: int
    n_undefined: int


@dataclass(frozen=True)
class WeightedDifference(WeightedRow):
    """The difference of one measure of two models: that of a minus that of b.

    p_value is two-sided: twice the share of resamples on the far side of 0, and never 0.
    """

    p_value: float


def weighted(study: Study) -> pd.DataFrame:
    """Return the measures of every shown model whose rows have weights, one `WeightedRow` a measure.

    See Also
    --------
    weighted_differences : pairs of models.
    rocrepro.evaluation.weighted_measures
    """

    def rows() -> Iterator[tuple[Key, WeightedRow]]:
        for model in study.models:
            if model.weight is not None:
                drawn = study.get(weighted_samples)[model.name]
                for name, value in _measures(model).items():
                    yield model.key, _row(model, name, value, drawn[name], weighted_cut(model))

    return frame_of(study.keys, WeightedRow, rows())


def weighted_differences(study: Study) -> pd.DataFrame:
    """Return the differences of every pair of models on weighted rows, one `WeightedDifference` a measure.

    See Also
    --------
    weighted : each model by itself.
    rocrepro.evaluation.weighted_resamples
    """

    def rows() -> Iterator[tuple[Key, WeightedDifference]]:
        for a, b in study.pairs:
            if a.weight is not None:
                one, other = (study.get(weighted_samples)[model.name] for model in (a, b))
                value, minus = _measures(a), _measures(b)
                for name in MEASURES[:-1]:
                    drawn, difference = one[name] - other[name], value[name] - minus[name]
                    row = _row(a, name, difference, drawn, math.nan)
                    found = WeightedDifference(**vars(row), p_value=_p_value(drawn, row))
                    yield pair_key(a, b), found

    return frame_of(study.pair_keys, WeightedDifference, rows())


def weighted_points(study: Study) -> pd.DataFrame:
    """Return the points of every weighted curve.

    See Also
    --------
    rocrepro.evaluation.weighted_roc_points
    """

    def blocks() -> Iterator[tuple[Key, Mapping[str, Any]]]:
        for model in study.models:
            if model.weight is not None:
                curve = weighted_roc_points(model.label, model.score, model.weight)
                yield model.key, {name: getattr(curve, name) for name in WEIGHTED_POINTS}

    return stacked(study.keys, WEIGHTED_POINTS, blocks())


def weighted_samples(study: Study) -> dict[Name, dict[str, Floats]]:
    """Return the measures of every model on the same resamples of the rows, or of whole clusters."""
    found: dict[Name, dict[str, Floats]] = {}
    for group in study.drawn_together:
        if group[0].weight is not None:
            step = study.steps.weighted
            found |= weighted_resamples(
                group[0].label,
                {model.name: _read(model) for model in group},
                group[0].weight,
                thresholds={model.name: weighted_cut(model) for model in group},
                n_resamples=study.n_resamples(step),
                seed=step.of(study.choices.seed),
                cluster=group[0].cluster,
            )
    return found


def weighted_cut(model: Model) -> float:
    """Return the threshold in use of a model with weights: the one that was given, or the default.

    Where the default separates nothing, no other takes its place: that would be chosen by counts of rows.
    """
    cut = model.choices.cut
    if isinstance(cut, float | int):
        return float(cut)
    return 0.5 if are_probabilities(model.score) else 0.0


def _measures(model: Model) -> dict[str, float]:
    assert model.weight is not None
    found = weighted_measures(model.label, _read(model), model.weight, threshold=weighted_cut(model))
    return found if model.probabilities is not None else found | {"brier": math.nan}


def _read(model: Model) -> Floats:
    """The scores, without what rounding put outside 0 to 1."""
    return np.clip(model.score, 0.0, 1.0) if model.probabilities is not None else model.score


def _p_value(drawn: Floats, row: WeightedRow) -> float:
    """Twice the share of resamples on the far side of 0; NaN where there is no interval."""
    if math.isnan(row.low):
        return math.nan
    kept = drawn[~np.isnan(drawn)]
    beyond = min(np.count_nonzero(kept <= 0), np.count_nonzero(kept >= 0))
    return float(min(1.0, 2 * (1 + beyond) / (1 + len(kept))))


def _row(model: Model, name: str, value: float, drawn: Floats, threshold: float) -> WeightedRow:
    low, high, undefined = percentiles(drawn, model.choices.alpha)
    if not high - low > NO_WIDTH or math.isnan(value):
        low = high = math.nan
    effective = effective_rows(np.asarray(model.weight))
    return WeightedRow(name, value, low, high, threshold, effective, len(drawn), undefined)
