"""Operating points: the threshold in use of every curve, and its best point by every criterion."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from rocrepro.evaluation import (
    RocPoints,
    chi_square,
    confident_segment,
    independence_test,
    tango_strip,
)
from rocrepro.study.choices import Choices
from rocrepro.study.cut import Cut, index_of
from rocrepro.study.frames import Row, frame_of
from rocrepro.study.model import Name
from rocrepro.study.study import Study

if TYPE_CHECKING:
    import pandas as pd

IN_USE = "in use"


@dataclass(frozen=True)
class OperatingRow(Row):
    """One point of a curve, with what Tango's interval says there.

    lower and upper are limits of (fn - fp)/n, strip_low and strip_high the edges of Tango's strip at this
    fpr, which are no interval of tpr. value is that of the criterion, n_tied the number of points that it
    holds equally good. chosen_here: the threshold was chosen on the very rows that are counted.
    """

    criterion: str
    threshold: float
    tp: int
    fn: int
    fp: int
    tn: int
    fpr: float
    tpr: float
    accuracy: float
    chi_square: float
    p_value: float
    confident: bool
    difference: float
    lower: float
    upper: float
    strip_low: float
    strip_high: float
    value: float
    n_tied: int
    independence_test: str
    chosen_here: bool


def operating_points(study: Study) -> pd.DataFrame:
    """Return the point at the threshold in use of every shown model, and the best one by every criterion.

    See Also
    --------
    rocrepro.evaluation.operating_point, rocrepro.evaluation.independence_test
    """
    found = study.get(rows_by_model)
    rows = ((model.key, row) for model in study.models for row in found[model.name])
    return frame_of(study.keys, OperatingRow, rows)


def rows_by_model(study: Study) -> dict[Name, list[OperatingRow]]:
    """Return the operating points of every shown model by its name."""
    return {
        model.name: list(operating_rows(model.curve, model.in_use, study.choices)) for model in study.models
    }


def operating_rows(curve: RocPoints, cut: Cut, choices: Choices) -> Iterator[OperatingRow]:
    """Return the rows of one curve.

    Parameters
    ----------
    curve : RocPoints
        A whole curve, or its points in use and best ones alone.
    cut : Cut
        The threshold in use.
    choices : Choices
    """
    at = index_of(curve, cut.threshold)
    chosen = bool(cut.chosen_by)
    yield operating_row(curve, at, choices, IN_USE, threshold=cut.threshold, chosen_here=chosen)
    for name, criterion in choices.criteria.items():
        best = criterion.best(curve)
        yield operating_row(curve, best.index, choices, name, value=best.value, n_tied=best.n_tied)


def operating_row(
    curve: RocPoints,
    at: int,
    choices: Choices,
    criterion: str,
    *,
    threshold: float | None = None,
    value: float = math.nan,
    n_tied: int = 1,
    chosen_here: bool = True,
) -> OperatingRow:
    """Return the row of one point of a curve; `threshold` where it lies between two scores."""
    one = slice(at, at + 1)
    part = RocPoints(curve.threshold[one], curve.tp[one], curve.fp[one], curve.n_pos, curve.n_neg)
    tp, fn, fp, tn = (int(getattr(part, cell)[0]) for cell in ("tp", "fn", "fp", "tn"))
    fpr, tpr = fp / curve.n_neg, tp / curve.n_pos
    strip = tango_strip(fn, fp, curve.n_pos, curve.n_neg, alpha=choices.alpha)
    low, high = strip.edges_at(fpr)
    tested = independence_test(tp, fn, fp, tn)
    return OperatingRow(
        criterion=criterion,
        threshold=float(part.threshold[0]) if threshold is None else threshold,
        tp=tp,
        fn=fn,
        fp=fp,
        tn=tn,
        fpr=fpr,
        tpr=tpr,
        accuracy=(tp + tn) / curve.n,
        chi_square=float(chi_square(fpr, tpr, curve.n_pos, curve.n_neg)),
        p_value=tested.p_value,
        confident=bool(confident_segment(part, alpha=choices.alpha, test=choices.test).mask[0]),
        difference=(fn - fp) / curve.n,
        lower=float(strip.lower_difference),
        upper=float(strip.upper_difference),
        strip_low=float(low),
        strip_high=float(high),
        value=value,
        n_tied=n_tied,
        independence_test=tested.method,
        chosen_here=chosen_here,
    )
