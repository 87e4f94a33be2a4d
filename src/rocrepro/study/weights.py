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
from rocrepro.evaluation.resample import percentiles
from rocrepro.evaluation.weighted_measures import MEASURES
from rocrepro.study.frames import Key, Row, floats, frame_of, stacked
from rocrepro.study.model import Floats, Model, Name
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
                    yield model.key, _row(model, name, value, drawn[name], model.cut)

    return frame_of(study.keys, WeightedRow, rows())


def weighted_differences(study: Study) -> pd.DataFrame:
    """Return the differences of every pair of models on weighted rows, one `WeightedRow` a measure.

    See Also
    --------
    weighted : each model by itself.
    rocrepro.evaluation.weighted_resamples
    """

    def rows() -> Iterator[tuple[Key, WeightedRow]]:
        for a, b in study.pairs:
            if a.weight is not None:
                one, other = (study.get(weighted_samples)[model.name] for model in (a, b))
                value, minus = _measures(a), _measures(b)
                for name in MEASURES[:-1]:
                    drawn, difference = one[name] - other[name], value[name] - minus[name]
                    yield (*a.name, *b.name, a.seed), _row(a, name, difference, drawn, math.nan)

    return frame_of(study.pair_keys, WeightedRow, rows())


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
    alone = [model for model in study.models if model not in study.compared]
    found: dict[Name, dict[str, Floats]] = {}
    for group in [study.compared, *([model] for model in alone)]:
        if group and group[0].weight is not None:
            step = study.steps.weighted
            found |= weighted_resamples(
                group[0].label,
                {model.name: model.score for model in group},
                group[0].weight,
                thresholds={model.name: model.cut for model in group},
                n_resamples=study.n_resamples(step),
                seed=step.of(study.choices.seed),
                cluster=group[0].cluster,
            )
    return found


def _measures(model: Model) -> dict[str, float]:
    assert model.weight is not None
    return weighted_measures(model.label, model.score, model.weight, threshold=model.cut)


def _row(model: Model, name: str, value: float, drawn: Floats, threshold: float) -> WeightedRow:
    low, high, undefined = percentiles(drawn, model.choices.alpha)
    if not low < high or math.isnan(value):
        low = high = math.nan
    effective = effective_rows(np.asarray(model.weight))
    return WeightedRow(name, value, low, high, threshold, effective, len(drawn), undefined)
