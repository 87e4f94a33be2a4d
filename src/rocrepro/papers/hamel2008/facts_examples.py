"""Small cases: random classifiers, perfect ones, counts against rates, Draw-ROC's own arithmetic."""

from __future__ import annotations

from itertools import combinations

import numpy as np

from rocrepro.evaluation import concavities, confusion_metrics, roc_auc, roc_points, sweep
from rocrepro.evaluation.isolines import accuracy
from rocrepro.papers.fact_rows import SEED, Row, row
from rocrepro.papers.hamel2008.printed import DEFAULT
from rocrepro.randomness import generator

CASES = 1000


def example_quantities() -> list[Row]:
    """Quantities of constructed examples."""
    return [*_random(), *_counts(), *_perfect(), *_same_point(), *_concave(), *_draw_roc(), *_default()]


def _random() -> list[Row]:
    """All ways to rank 4 positive and 3 negative rows: their mean curve is the diagonal."""
    size, n_pos = 7, 4
    rates = []
    for places in combinations(range(size), n_pos):
        label = np.isin(np.arange(size), places).astype(int)
        points = roc_points(label, -np.arange(size, dtype=float))
        rates.append([points.fpr, points.tpr])
    mean = np.mean(rates, axis=0)
    note = "mean curve of all rankings of 4 positives and 3 negatives, against the diagonal"
    return [row("random_diagonal_error", np.abs(mean[0] - mean[1]).max(), note, n=len(rates))]


def _counts() -> list[Row]:
    """Numbers of responses, not rates, on the diagonal and below it, for random class sizes."""
    rng = generator(SEED, "hamel2008/counts")
    n_pos, n_neg = rng.integers(1, 200, size=(2, CASES))
    rate, other = np.sort(rng.random((2, CASES)), axis=0)
    on = np.abs(n_pos * rate - n_neg * rate) / np.maximum(n_pos, n_neg)
    even = np.abs(n_pos * rate - n_pos * rate)
    below = n_neg * other > n_pos * rate  # tpr `rate` below fpr `other`
    gain = other - rate
    fpr, tpr = np.mgrid[0 : CASES + 1, 0 : CASES + 1]  # the whole graph, in thousandths
    conservative = (tpr >= fpr) & (fpr + tpr < CASES)
    return [
        row(
            "conservative_largest_fpr",
            fpr[conservative].max() / CASES,
            "largest fpr on or above the diagonal, left of the other diagonal",
            n=int(conservative.sum()),
        ),
        row(
            "diagonal_counts_error", on.max(), "|FP - TP| on the diagonal, share of the larger class", n=CASES
        ),
        row(
            "diagonal_even_counts_error", even.max(), "|FP - TP| on the diagonal, equal class sizes", n=CASES
        ),
        row("below_more_false", below.mean(), "share of points below the diagonal with FP above TP", n=CASES),
        row("below_more_false_rate", (other > rate).mean(), "share of them with fpr above tpr", n=CASES),
        row("inverted_above", (gain > 0).mean(), "share of them that inverting puts above it", n=CASES),
        row(
            "inverted_well",
            (gain >= 0.5).mean(),
            "share of them with tpr - fpr of 0.5 once inverted",
            n=CASES,
        ),
    ]


def _perfect() -> list[Row]:
    """A perfect ranking, and the least fpr at the top of the graph."""
    label, score = np.array([1, 1, 1, 0, 0]), np.array([0.9, 0.8, 0.7, 0.2, 0.1])
    points = roc_points(label, score)
    at = int(np.argmax(points.tpr - points.fpr))
    wrong = points.fp[at] + points.n_pos - points.tp[at]
    top = points.fpr[points.tpr >= 0.9].min()
    corners = (points.tpr.argmax() == points.fpr.argmin()) or bool(
        ((points.tpr == points.tpr.max()) & (points.fpr == points.fpr.min())).any()
    )
    return [
        row("perfect_tpr", points.tpr[at], "tpr of a perfect classifier", n=len(label)),
        row("perfect_fpr", points.fpr[at], "fpr of a perfect classifier", n=len(label)),
        row("perfect_errors", wrong, "fields off the diagonal of its matrix", n=len(label)),
        row("top_least_fpr", top, "least fpr among its points with a tpr of at least 0.9"),
        row("perfect_has_both", corners, "one of its points has both the largest tpr and the least fpr"),
    ]


def _same_point() -> list[Row]:
    """Two matrices at one ROC point: (0.35, 0.90) with even and with skewed classes."""
    even, few = confusion_metrics(90, 10, 35, 65), confusion_metrics(900, 100, 35, 65)
    rates = np.array([float(accuracy(0.35, 0.9, p, 1000 - p)) for p in range(1, 1000)])
    rare = confusion_metrics(90, 10, 3500, 6500)
    return [
        row(
            "same_point_accuracy_change",
            few["accuracy"] - even["accuracy"],
            "accuracy, classes 10:1 less 1:1",
        ),
        row("same_point_precision_change", few["precision"] - even["precision"], "precision, 10:1 less 1:1"),
        row("same_point_recall_change", few["recall"] - even["recall"], "recall, 10:1 less 1:1"),
        row("same_point_fpr_change", few["fpr"] - even["fpr"], "fpr, 10:1 less 1:1"),
        row(
            "same_point_accuracy_range",
            np.ptp(rates),
            "accuracy at (0.35, 0.90) over all class shares",
            n=999,
        ),
        row("rare_precision", rare["precision"], "precision at (0.35, 0.90) with one positive in 101"),
        row("even_precision", even["precision"], "precision at (0.35, 0.90) with even classes"),
    ]


def _concave() -> list[Row]:
    """A curve with a concavity that is above the diagonal everywhere."""
    label = np.array([1, 1, 1, 0, 0, 1, 1, 0, 0, 0])
    points = roc_points(label, -np.arange(10, dtype=float))
    inside = slice(1, -1)
    above = bool((points.tpr[inside] > points.fpr[inside]).all())
    gaps = concavities(points)
    lower = []
    for first, last, _ in gaps:
        ends = [first, last]
        chord = np.interp(points.fpr[first : last + 1], points.fpr[ends], points.tpr[ends])
        lower.append(float((points.tpr[first : last + 1] - chord).max()))
    return [
        row(
            "concave_above_diagonal",
            above and len(gaps) > 0,
            "a concave curve above the whole diagonal",
            n=10,
        ),
        row(
            "concave_above_chord", max(lower, default=0.0), "height of it above the chord of its concavities"
        ),
        row("concave_auc", roc_auc(points), "its area"),
    ]


def _draw_roc() -> list[Row]:
    """The loop from 1 to 0 by -.01, in exact hundredths and by repeated subtraction."""
    threshold, visited = 1.0, []
    while threshold >= 0:
        visited.append(threshold)
        threshold -= 0.01
    points = roc_points([1, 0, 1, 0], [0.995, 0.992, 0.4, 0.0])
    found = sweep(points)
    return [
        row("sweep_thresholds", len(found.threshold), "thresholds of the sweep"),
        row("sweep_first", found.threshold[0], "its first threshold"),
        row("sweep_last", found.threshold[-1], "its last threshold"),
        row("sweep_step", float(-np.diff(found.threshold).mean()), "its step"),
        row("sweep_ends", found.tpr[-1] == found.fpr[-1] == 1, "its last point is (1, 1), a score being 0"),
        row("sweep_ends", visited[-1] <= 0, "the same by repeated subtraction", variant="sweep=subtraction"),
    ]


def _default() -> list[Row]:
    """The more likely class against the default threshold, and how often a score decides nothing."""
    p = np.arange(1001) / 1000
    unlike = ((p > 1 - p) != (p > DEFAULT)).sum()
    return [
        row("default_threshold_errors", unlike, "scores whose more likely class is not that above .5", n=1001)
    ]
