"""Arithmetic on what the chapter prints: its two points, its accuracy, and the class sizes of ringnorm."""

from __future__ import annotations

import math

import numpy as np

from rocrepro.datasets.ringnorm import DIMENSIONS, SHIFT, WIDE_SD
from rocrepro.evaluation import confusion_metrics
from rocrepro.papers.fact_rows import Row, row
from rocrepro.papers.hamel2008.chapter import COST_FN, CRITERIA, LARGER_IS_BETTER, RULES
from rocrepro.papers.hamel2008.operating import printed
from rocrepro.papers.hamel2008.printed import FACTOR, N_NEG, N_POS, OPTIMUM, POINT_A

SHORT = 0.005  # half a unit of the last printed digit of a rate
Sizes = tuple[int, int]


def printed_quantities() -> list[Row]:
    """Quantities of the printed numbers alone."""
    rows = []
    for variant, sizes in (("base", (N_POS, N_NEG)), ("positive=wide", (N_NEG, N_POS))):
        rows += [row(name, value, note, variant=variant) for name, value, note in _implied(*sizes)]
    return [*rows, *_criteria(), *_cost_gains(), *_linear()]


def _implied(n_pos: int, n_neg: int) -> list[tuple[str, float, str]]:
    """What the printed rates of A imply for both matrices of figure 2."""
    full = confusion_metrics(*_counts(n_pos, n_neg))
    down = confusion_metrics(*_counts(n_pos, n_neg // FACTOR))
    low, high = _accuracies(n_pos, n_neg)
    return [
        ("implied_accuracy", full["accuracy"], "accuracy at the printed rates of A, all rows"),
        ("implied_accuracy_low", low, "least accuracy of counts that print as the rates of A"),
        ("implied_accuracy_high", high, "largest accuracy of counts that print as the rates of A"),
        (
            "implied_accuracy_rise",
            down["accuracy"] - full["accuracy"],
            "accuracy, sampled down less all rows",
        ),
        (
            "implied_precision_rise",
            down["precision"] - full["precision"],
            "precision, sampled down less all rows",
        ),
        ("implied_recall_change", down["recall"] - full["recall"], "recall, sampled down less all rows"),
        ("implied_errors", sum(_counts(n_pos, n_neg)[1:3]), "wrong rows at the printed rates of A"),
    ]


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


def _cost_gains() -> list[Row]:
    """Least and largest gain in cost from A to the optimum, over all counts that print as their rates."""
    gains = []
    for n_pos, n_neg in ((N_POS, N_NEG), (N_NEG, N_POS)):
        costs = []
        for _, fpr, tpr in (POINT_A, OPTIMUM):
            tp, fp = _printing(tpr, n_pos), _printing(fpr, n_neg)
            costs.append([COST_FN * (n_pos - tp[1]) + fp[0], COST_FN * (n_pos - tp[0]) + fp[1]])
        gains += [costs[0][0] - costs[1][1], costs[0][1] - costs[1][0]]
    words = f"gain in cost, {COST_FN} fn + fp, of counts that print as the rates of the optimum and A"
    return [
        row("printed_cost_gain_low", min(gains), f"least {words}, either class positive"),
        row("printed_cost_gain_high", max(gains), f"largest {words}, either class positive"),
    ]


def _criteria() -> list[Row]:
    """Whether the chapter's optimum beats its point A, by each criterion; positive when it does."""
    rows = []
    for name, criterion in CRITERIA.items():
        at_a, best = (criterion.best(printed(point)).value for point in (POINT_A, OPTIMUM))
        gain = best - at_a if name in LARGER_IS_BETTER else at_a - best
        rows.append(row(f"printed_gain_{name}", gain, f"gain of the optimum over A by: {RULES[name]}"))
    steep = (OPTIMUM[2] - POINT_A[2]) / (OPTIMUM[1] - POINT_A[1])
    distances = [math.hypot(fpr, 1 - tpr) for _, fpr, tpr in (POINT_A, OPTIMUM)]
    return [
        *rows,
        row("printed_slope", steep, "rise of tpr over rise of fpr from A to the optimum"),
        row("printed_distance_a", distances[0], "distance of A from the perfect point"),
        row("printed_distance_optimum", distances[1], "distance of the optimum from the perfect point"),
        row("even_accuracy", float(np.mean([POINT_A[2], 1 - POINT_A[1]])), "accuracy at A with even classes"),
    ]


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
