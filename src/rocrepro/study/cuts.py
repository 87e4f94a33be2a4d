"""Measures of cuts with intervals, the certainty of a choice, and one rate at a given other one."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import astuple, dataclass
from typing import TYPE_CHECKING

from rocrepro.evaluation import rate_at
from rocrepro.evaluation.chosen_cut import ChosenCut, chosen_from
from rocrepro.evaluation.cut_measures import RESAMPLED
from rocrepro.evaluation.cut_measures import cut_measures as measures_of
from rocrepro.study.choices import Choices
from rocrepro.study.curve_samples import SENSITIVITY, SPECIFICITY, CurveSamples, curve_samples
from rocrepro.study.frames import Key, Row, frame_of
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
            points, drawn = study.get(rows_by_model)[model.name], study.get(curve_samples)[model.name]
            for row in cut_rows(points, study.choices, drawn):
                yield model.key, row

    return frame_of(study.keys, CutMeasureRow, rows())


def cut_rows(
    points: Sequence[OperatingRow], choices: Choices, drawn: CurveSamples | None = None
) -> Iterator[CutMeasureRow]:
    """Return the measures of some operating points of a curve.

    Parameters
    ----------
    points : sequence of OperatingRow
    choices : Choices
    drawn : CurveSamples, optional
        The samples behind the limits of F1 and MCC, and where rows come in clusters, which every closed
        form takes for independent, behind all limits. Without them F1 and MCC have no limits.
    """
    for at, point in enumerate(points):
        found = measures_of(
            *(point.tp, point.fn, point.fp, point.tn),
            alpha=choices.alpha,
            proportion=choices.proportion,
            prevalence=choices.prevalence,
        )
        for name, one in found.items():
            if drawn is not None and one.value == one.value and (name in RESAMPLED or drawn.clustered):
                one = drawn.estimate(one.value, drawn.at_cuts[name][:, at], choices.alpha)
            yield CutMeasureRow(
                criterion=point.criterion,
                threshold=point.threshold,
                measure=name,
                value=one.value,
                low=one.low,
                high=one.high,
                method=one.method,
                chosen_here=point.chosen_here,
                reason=one.reason,
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
            drawn = study.get(curve_samples)[model.name]
            for name, by in study.choices.criteria.items():
                best = by.best(model.curve)
                found = chosen_from(
                    model.curve, best, drawn.chosen[name], study.choices.alpha, by.bounds, drawn.single
                )
                yield model.key, _chosen(name, found, drawn.method)

    return frame_of(study.keys, ChosenCutRow, rows())


def _chosen(name: str, found: ChosenCut, method: str) -> ChosenCutRow:
    return ChosenCutRow(
        criterion=name,
        threshold=found.threshold.value,
        low=found.threshold.low,
        high=found.threshold.high,
        method=method,
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
            drawn = study.get(curve_samples)[model.name]
            for (given, least), measure in zip(kept.items(), (SENSITIVITY, SPECIFICITY), strict=True):
                found = rate_at(model.curve, **{given: least})
                one = drawn.estimate(found.rate, drawn.values[measure], choices.alpha)
                at = given, least, found.reached, found.threshold
                yield model.key, RateAtRow(*at, measure, *astuple(one))

    return frame_of(study.keys, RateAtRow, rows())
