"""Arithmetic on what the chapter prints: its two points, its accuracy, and the class sizes of ringnorm."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np

from rocrepro.papers.fact_rows import Row, row
from rocrepro.papers.hamel2008.chapter import (
    CRITERIA,
    LARGER_IS_BETTER,
    READ,
    Point,
    Printed,
    counted,
    printed_points,
)
from rocrepro.papers.hamel2008.models import linear_curve
from rocrepro.papers.hamel2008.printed import ACCURACY, FACTOR, N_NEG, N_POS
from rocrepro.papers.hamel2008.skew import metrics

if TYPE_CHECKING:
    from rocrepro.papers.evaluated import Evaluated

SHORT = 0.005  # half a unit of the last printed digit of a rate


def printed_quantities(evaluated: Evaluated) -> list[Row]:
    """Return quantities that follow from the printed numbers only."""
    both, rate = printed_points(evaluated.shown), float(evaluated.printed(ACCURACY))
    rows = []
    for variant, sizes in (("base", (N_POS, N_NEG)), ("positive=wide", (N_NEG, N_POS))):
        rows += [one | {"variant": variant} for one in _implied(both.a, rate, *sizes)]
    return [*rows, *_criteria(both), *_two_points(both), *_linear(both)]


def _implied(a: Point, rate: float, n_pos: int, n_neg: int) -> list[Row]:
    """Return what the printed rates of A imply for both matrices of figure 2."""
    full, down = (metrics(counted(a, n_pos, n)) for n in (n_neg, n_neg // FACTOR))
    low, high = _accuracies(a, n_pos, n_neg)
    return [
        row("implied_accuracy_nearest", min(max(rate, low), high)),
        *(row("implied_rise", down[name] - full[name], metric=name) for name in ("accuracy", "precision")),
    ]


def _accuracies(a: Point, n_pos: int, n_neg: int) -> tuple[float, float]:
    """Least and largest accuracy of whole counts whose rates print as those of A."""
    tp, fp = _printing(a.tpr, n_pos), _printing(a.fpr, n_neg)
    n = n_pos + n_neg
    return (tp[0] + n_neg - fp[1]) / n, (tp[1] + n_neg - fp[0]) / n


def _printing(rate: float, n: int) -> tuple[int, int]:
    """Least and largest whole count out of n whose rate prints as this one."""
    return math.ceil((rate - SHORT) * n), math.floor((rate + SHORT) * n)


def _criteria(both: Printed) -> list[Row]:
    """Return whether the chapter's optimum beats its point A, by each criterion; positive when it does."""
    rows = []
    for name in READ:
        at_a, best = (CRITERIA[name].best(counted(point)).value for point in both)
        rows.append(
            row("printed_gain", best - at_a if name in LARGER_IS_BETTER else at_a - best, criterion=name)
        )
    return rows


def _two_points(both: Printed) -> list[Row]:
    """Return what the two printed points say together."""
    a, optimum = both
    fpr, tpr, off = optimum.fpr - a.fpr, optimum.tpr - a.tpr, 2 * SHORT
    costs = {
        "printed": fpr / tpr,
        "least": (fpr - off) / (tpr + off),
        "largest": (fpr + off) / (tpr - off),
    }
    area = np.trapezoid([0.0, a.tpr, optimum.tpr, 1.0], [0.0, a.fpr, optimum.fpr, 1.0])
    return [
        row("printed_area", area),
        row("printed_optimum_has_both", optimum.tpr > a.tpr and optimum.fpr < a.fpr),
        *(row("printed_break_even", cost * N_NEG / N_POS, of=of) for of, cost in costs.items()),
    ]


def _linear(both: Printed) -> list[Row]:
    """Return the gaps between the printed points and the curve of the best linear score, in closed form."""
    _, fpr, tpr = np.transpose(both)
    gaps = zip(both._fields, linear_curve(fpr) - tpr, strict=True)
    return [row("linear_gap", gap, point=point) for point, gap in gaps]
