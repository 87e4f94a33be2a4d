"""Arithmetic on what the chapter prints: its two points, its accuracy, and the class sizes of ringnorm."""

from __future__ import annotations

import math

import numpy as np

from rocrepro.datasets.ringnorm import DIMENSIONS, SHIFT, WIDE_SD
from rocrepro.evaluation import confusion_metrics
from rocrepro.papers.fact_rows import Row, row
from rocrepro.papers.hamel2008.chapter import CRITERIA, LARGER_IS_BETTER, READ, RULES
from rocrepro.papers.hamel2008.operating import printed
from rocrepro.papers.hamel2008.printed import ACCURACY, FACTOR, N_NEG, N_POS, OPTIMUM, POINT_A

SHORT = 0.005  # half a unit of the last printed digit of a rate


def printed_quantities() -> list[Row]:
    """Quantities of the printed numbers alone."""
    rows = []
    for variant, sizes in (("base", (N_POS, N_NEG)), ("positive=wide", (N_NEG, N_POS))):
        rows += [row(name, value, note, variant=variant) for name, value, note in _implied(*sizes)]
    return [*rows, *_criteria(), *_two_points(), *_linear()]


def _implied(n_pos: int, n_neg: int) -> list[tuple[str, float, str]]:
    """What the printed rates of A imply for both matrices of figure 2."""
    full = confusion_metrics(*_counts(n_pos, n_neg))
    down = confusion_metrics(*_counts(n_pos, n_neg // FACTOR))
    low, high = _accuracies(n_pos, n_neg)
    nearest = min(max(ACCURACY, low), high)
    rises = [
        (f"implied_{name}_rise", down[name] - full[name], f"{name}, sampled down less all rows")
        for name in ("accuracy", "precision")
    ]
    note = "accuracy nearest to the printed one of counts whose rates print as those of A"
    return [("implied_accuracy_nearest", nearest, note), *rises]


def _counts(n_pos: int, n_neg: int) -> tuple[int, int, int, int]:
    """The matrix (tp, fn, fp, tn) that the rates of A give, in whole rows."""
    _, fpr, tpr = POINT_A
    tp, fp = round(tpr * n_pos), round(fpr * n_neg)
    return tp, n_pos - tp, fp, n_neg - fp


def _accuracies(n_pos: int, n_neg: int) -> tuple[float, float]:
    """Least and largest accuracy of whole counts whose rates print as those of A."""
    _, fpr, tpr = POINT_A
    tp, fp = _printing(tpr, n_pos), _printing(fpr, n_neg)
    n = n_pos + n_neg
    return (tp[0] + n_neg - fp[1]) / n, (tp[1] + n_neg - fp[0]) / n


def _printing(rate: float, n: int) -> tuple[int, int]:
    """Least and largest whole count out of n whose rate prints as this one."""
    return math.ceil((rate - SHORT) * n), math.floor((rate + SHORT) * n)


def _criteria() -> list[Row]:
    """Whether the chapter's optimum beats its point A, by each criterion; positive when it does."""
    rows = []
    for name in READ:
        at_a, best = (CRITERIA[name].best(printed(point)).value for point in (POINT_A, OPTIMUM))
        gain = best - at_a if name in LARGER_IS_BETTER else at_a - best
        rows.append(row(f"printed_gain_{name}", gain, f"gain of the optimum over A by: {RULES[name]}"))
    return rows


def _two_points() -> list[Row]:
    """What the two printed points say together."""
    fpr, tpr = ([0.0, POINT_A[at], OPTIMUM[at], 1.0] for at in (1, 2))
    both = OPTIMUM[2] > POINT_A[2] and OPTIMUM[1] < POINT_A[1]
    even = (OPTIMUM[1] - POINT_A[1]) * N_NEG / ((OPTIMUM[2] - POINT_A[2]) * N_POS)
    lower = OPTIMUM[0] < POINT_A[0]
    right = OPTIMUM[1] > POINT_A[1]
    return [
        row("printed_area", float(np.trapezoid(tpr, fpr)), "area below lines through both printed points"),
        row("printed_optimum_has_both", both, "the optimum has the larger tpr and the smaller fpr"),
        row("printed_lower_is_right", lower == right, "the lower threshold has the larger fpr"),
        row("printed_break_even", even, "false alarms for a miss at which both printed points cost the same"),
    ]  # fmt: skip


def _linear() -> list[Row]:
    """How far the printed points are from the curve of the best linear score on ringnorm, in closed form."""
    from scipy.special import ndtr, ndtri

    # Along the line between the means the wide class is N(0, 4), and the shifted one N(2, 1).
    rates, wanted = np.array([[POINT_A[1], OPTIMUM[1]], [POINT_A[2], OPTIMUM[2]]])
    gap = ndtr(SHIFT * DIMENSIONS**0.5 - WIDE_SD * ndtri(1 - rates)) - wanted
    return [
        row("linear_gap_a", gap[0], "height of the curve at the fpr of A less that of A"),
        row("linear_gap_optimum", gap[1], "height of the curve at the fpr of the optimum less that of it"),
    ]
