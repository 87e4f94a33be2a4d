"""How good the cuts are: their measures with intervals, how sure a choice is, and rates at a given rate."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from rocrepro.evaluation import RocPoints, rate_at
from rocrepro.evaluation.chosen_cut import ChosenCut, chosen_from
from rocrepro.evaluation.curve_intervals import percentile_estimate
from rocrepro.evaluation.cut_measures import RESAMPLED
from rocrepro.evaluation.cut_measures import cut_measures as measures_of
from rocrepro.study.choices import Choices
from rocrepro.study.curve_samples import SENSITIVITY, SPECIFICITY, curve_samples
from rocrepro.study.frames import Key, Row, frame_of
from rocrepro.study.model import Floats
from rocrepro.study.operating import OperatingRow, rows_by_model
from rocrepro.study.study import Study

if TYPE_CHECKING:
    import pandas as pd

NAMED = 5
"""Tied thresholds that a cell names; the others are counted."""


@dataclass(frozen=True)
class CutMeasureRow(Row):
    """One measure at one operating point.

    method: of the limits. chosen_here: the threshold was chosen on the very rows that are counted, so that
    value and limits flatter it. reason: why the value or the limits are empty.
    """

    criterion: str
    threshold: float
    measure: str
    value: float
    low: float
    high: float
    method: str
    chosen_here: bool
    reason: str


@dataclass(frozen=True)
class ChosenCutRow(Row):
    """The best cut by one criterion, and what resamples say of the choice.

    low to high: the central part of the thresholds that resamples choose; share_same: the share of them that
    choose this very one. tied: all thresholds that the criterion holds equally good, as text. value is that
    of the criterion; _corrected: less the optimism of choosing and judging on the same rows.
    """

    criterion: str
    threshold: float
    low: float
    high: float
    method: str
    n_tied: int
    tied: str
    share_same: float
    value: float
    value_corrected: float
    sensitivity: float
    sensitivity_corrected: float
    specificity: float
    specificity_corrected: float
    n_resamples: int
    reason: str


@dataclass(frozen=True)
class RateAtRow(Row):
    """The largest value of one rate among the thresholds that keep another one.

    given, at_least: the rate that is kept, and its bound; reached: what it is at `threshold`.
    """

    given: str
    at_least: float
    reached: float
    threshold: float
    measure: str
    value: float
    low: float
    high: float
    method: str
    reason: str


def cut_measures(study: Study) -> pd.DataFrame:
    """Return the measures at every operating point of every shown model, each with its interval.

    See Also
    --------
    operating_points : the points themselves.
    rocrepro.evaluation.cut_measures
    """

    def rows() -> Iterator[tuple[Key, CutMeasureRow]]:
        for model in study.models:
            samples = study.get(curve_samples)[model.name].at_cuts
            points = study.get(rows_by_model)[model.name]
            for row in cut_rows(points, study.choices, model.curve, samples):
                yield model.key, row

    return frame_of(study.keys, CutMeasureRow, rows())


def cut_rows(
    points: Sequence[OperatingRow],
    choices: Choices,
    curve: RocPoints,
    samples: Mapping[str, Floats] | None = None,
) -> Iterator[CutMeasureRow]:
    """Return the measures of some operating points of a curve.

    Parameters
    ----------
    points : sequence of OperatingRow
    choices : Choices
    curve : RocPoints
        Of the rows, for the class sizes.
    samples : mapping of str to ndarray of float64, shape (n_resamples, n_points), optional
        F1 and MCC in resamples; without them these have no limits.
    """
    for at, point in enumerate(points):
        found = measures_of(
            *(point.tp, point.fn, point.fp, point.tn),
            alpha=choices.alpha,
            proportion=choices.proportion,
            prevalence=choices.prevalence,
        )
        for name, one in found.items():
            estimate = one
            if samples is not None and name in RESAMPLED and one.value == one.value:
                estimate = percentile_estimate(one.value, samples[name][:, at], choices.alpha, curve)
            yield CutMeasureRow(
                criterion=point.criterion,
                threshold=point.threshold,
                measure=name,
                value=estimate.value,
                low=estimate.low,
                high=estimate.high,
                method=estimate.method,
                chosen_here=point.chosen_here,
                reason=estimate.reason,
            )


def chosen_cuts(study: Study) -> pd.DataFrame:
    """Return the best cut of every shown model by every criterion, with what resamples say of the choice.

    See Also
    --------
    operating_points : more on the points.
    rocrepro.evaluation.chosen_cut
    """

    def rows() -> Iterator[tuple[Key, ChosenCutRow]]:
        for model in study.models:
            samples = study.get(curve_samples)[model.name].chosen
            for name, by in study.choices.criteria.items():
                best = by.best(model.curve)
                found = chosen_from(model.curve, best, samples[name], study.choices.alpha, by.bounds)
                yield model.key, _chosen(name, found)

    return frame_of(study.keys, ChosenCutRow, rows())


def _chosen(name: str, found: ChosenCut) -> ChosenCutRow:
    return ChosenCutRow(
        criterion=name,
        threshold=found.threshold.value,
        low=found.threshold.low,
        high=found.threshold.high,
        method=found.threshold.method,
        n_tied=found.point.n_tied,
        tied=tied_words(found.point.tied),
        share_same=found.share_same,
        value=found.value,
        value_corrected=found.value_corrected,
        sensitivity=found.sensitivity,
        sensitivity_corrected=found.sensitivity_corrected,
        specificity=found.specificity,
        specificity_corrected=found.specificity_corrected,
        n_resamples=found.n_resamples,
        reason=found.threshold.reason,
    )


def tied_words(tied: Sequence[float]) -> str:
    """Name tied thresholds in one cell, the highest first.

    Examples
    --------
    >>> tied_words((4.0, 3.0)), tied_words((9.0, 8.0, 7.0, 6.0, 5.0, 4.0, 3.0))
    ('4; 3', '9; 8; 7; 6; 5; and 2 more')
    """
    more = [f"and {len(tied) - NAMED} more"] if len(tied) > NAMED else []
    # The fewest digits that give the same double back.
    return "; ".join([*(repr(threshold).removesuffix(".0") for threshold in tied[:NAMED]), *more])


def rates_at(study: Study) -> pd.DataFrame:
    """Return the best sensitivity at a specificity, and the other way round, of every shown model.

    See Also
    --------
    rocrepro.evaluation.rate_at
    """

    def rows() -> Iterator[tuple[Key, RateAtRow]]:
        choices = study.choices
        kept = {SPECIFICITY: choices.at_specificity, SENSITIVITY: choices.at_sensitivity}
        for model in study.models:
            samples = study.get(curve_samples)[model.name].values
            for (given, least), measure in zip(kept.items(), (SENSITIVITY, SPECIFICITY), strict=True):
                found = rate_at(model.curve, **{given: least})
                one = percentile_estimate(found.rate, samples[measure], choices.alpha, model.curve)
                yield (
                    model.key,
                    RateAtRow(
                        *(given, least, found.reached, found.threshold, measure),
                        *(one.value, one.low, one.high, one.method, one.reason),
                    ),
                )

    return frame_of(study.keys, RateAtRow, rows())
