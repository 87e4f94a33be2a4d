"""Areas of a part of the curve and their differences, and average precision, with bootstrap intervals."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import astuple, dataclass
from typing import TYPE_CHECKING, Any

from rocrepro.evaluation import average_precision, partial_auc
from rocrepro.evaluation.curve_intervals import difference_estimate
from rocrepro.evaluation.partial_auc import standardized_area
from rocrepro.study.curve_samples import AVERAGE_PRECISION, curve_samples
from rocrepro.study.frames import Key, Row, frame_of
from rocrepro.study.model import Floats, Model, pair_key
from rocrepro.study.study import Study

if TYPE_CHECKING:
    import pandas as pd

PARTIAL = ("partial_auc", "standardized")
"""The area of a part of the curve as it is, and rescaled after McClish."""


@dataclass(frozen=True)
class PartialAreaRow(Row):
    """One area of a part of a curve: for rates `by` (fpr or tpr) from `start` to `end`."""

    by: str
    start: float
    end: float
    measure: str
    value: float
    low: float
    high: float
    method: str
    reason: str


@dataclass(frozen=True)
class PartialComparison(Row):
    """The difference of a partial area between two models, with the paired bootstrap test."""

    by: str
    start: float
    end: float
    measure: str
    value_a: float
    value_b: float
    difference: float
    low: float
    high: float
    p_value: float
    n_resamples: int
    method: str
    reason: str


@dataclass(frozen=True)
class AveragePrecisionRow(Row):
    """The average precision of one model; prevalence is its value for random scores."""

    average_precision: float
    average_precision_low: float
    average_precision_high: float
    prevalence: float
    method: str
    reason: str


def partial_areas(study: Study) -> pd.DataFrame:
    """Return the areas of the part of every shown curve that the choices name; no rows without one.

    See Also
    --------
    partial_comparisons : differences between models.
    rocrepro.evaluation.partial_auc
    """

    def rows() -> Iterator[tuple[Key, PartialAreaRow]]:
        for model in study.models:
            for by, of in study.choices.partial_ranges.items():
                for measure in PARTIAL:
                    value, samples = _area(study, model, by, of, measure)
                    one = study.get(curve_samples)[model.name].estimate(value, samples, study.choices.alpha)
                    yield model.key, PartialAreaRow(by, *of, measure, *astuple(one))

    return frame_of(study.keys, PartialAreaRow, rows())


def partial_comparisons(study: Study) -> pd.DataFrame:
    """Return the differences of partial areas for every pair of models, by the paired bootstrap.

    See Also
    --------
    comparisons : of whole areas.
    rocrepro.evaluation.curve_differences
    """

    def rows() -> Iterator[tuple[Key, PartialComparison]]:
        for a, b in study.pairs:
            for by, of in study.choices.partial_ranges.items():
                for measure in PARTIAL:
                    (one, of_a), (other, of_b) = (_area(study, model, by, of, measure) for model in (a, b))
                    drawn = study.get(curve_samples)[a.name]
                    found = difference_estimate((one, other), of_a, of_b, study.choices.alpha, drawn.single)
                    yield (
                        pair_key(a, b),
                        PartialComparison(
                            *(by, *of, measure, found.value_a, found.value_b, found.difference),
                            *(found.low, found.high, found.p_value, found.n_resamples),
                            *(drawn.method, found.reason),
                        ),
                    )

    return frame_of(study.pair_keys, PartialComparison, rows())


def _area(study: Study, model: Model, by: str, of: tuple[float, float], measure: str) -> tuple[float, Floats]:
    """The area of a model's rows, and of its resamples."""
    given: dict[str, Any] = {by: of}
    value, samples = partial_auc(model.curve, **given), study.get(curve_samples)[model.name].values[by]
    if measure == PARTIAL[0]:
        return value, samples
    return float(standardized_area(value, **given)), standardized_area(samples, **given)


def average_precisions(study: Study) -> pd.DataFrame:
    """Return the average precision of every shown model with its bootstrap interval.

    See Also
    --------
    related : other areas.
    rocrepro.evaluation.average_precision
    """

    def rows() -> Iterator[tuple[Key, AveragePrecisionRow]]:
        for model in study.models:
            drawn = study.get(curve_samples)[model.name]
            value = average_precision(model.curve)
            one = drawn.estimate(value, drawn.values[AVERAGE_PRECISION], study.choices.alpha)
            prevalence = model.curve.n_pos / model.curve.n
            yield model.key, AveragePrecisionRow(value, one.low, one.high, prevalence, one.method, one.reason)

    return frame_of(study.keys, AveragePrecisionRow, rows())
