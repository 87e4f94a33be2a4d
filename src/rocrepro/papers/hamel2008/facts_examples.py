"""Small cases: random rankings, counts against rates, matrices at one point, Draw-ROC's own arithmetic."""

from __future__ import annotations

from itertools import combinations

import numpy as np

from rocrepro.evaluation import concavities, confusion_metrics, roc_points, sweep
from rocrepro.evaluation.isolines import accuracy
from rocrepro.papers.fact_rows import SEED, Row, row
from rocrepro.randomness import generator

CASES = 1000
WELL = 0.5  # tpr - fpr half of the way from the diagonal to the perfect point


def example_quantities() -> list[Row]:
    """Quantities of constructed examples."""
    return [*_random(), *_counts(), *_same_point(), *_concave(), *_draw_roc()]


def _random() -> list[Row]:
    """All ways to rank 4 positive and 3 negative rows: their mean curve is the diagonal, in rates."""
    size, n_pos = 7, 4
    rates, counts = [], []
    for places in combinations(range(size), n_pos):
        label = np.isin(np.arange(size), places).astype(int)
        points = roc_points(label, -np.arange(size, dtype=float))
        rates.append([points.fpr, points.tpr])
        counts.append([points.fp, points.tp])
    rate, count = np.mean(rates, axis=0), np.mean(counts, axis=0)
    words = "on the mean curve of all rankings of 4 positives and 3 negatives"
    return [
        row("random_rates_error", np.abs(rate[0] - rate[1]).max(), f"fpr less tpr, {words}", n=len(rates)),
        row("random_counts_error", np.abs(count[0] - count[1]).max(), f"FP less TP, {words}", n=len(counts)),
    ]


def _counts() -> list[Row]:
    """Numbers of responses right of the diagonal, and what inverting makes of them; random class sizes."""
    rng = generator(SEED, "hamel2008/counts")
    n_pos, n_neg = rng.integers(1, 200, size=(2, CASES))
    rate, other = np.sort(rng.random((2, CASES)), axis=0)
    tp, fp = n_pos * rate, n_neg * other  # tpr `rate` below fpr `other`
    words = "share of points right of the diagonal with"
    return [
        row("below_more_false", (fp > tp).mean(), f"{words} FP above TP", n=CASES),
        row("inverted_well", (other - rate >= WELL).mean(), f"{words} tpr - fpr of {WELL} once inverted",
            n=CASES),
    ]  # fmt: skip


def _same_point() -> list[Row]:
    """Two matrices at one ROC point: (0.35, 0.90) with even and with skewed classes."""
    even, few = confusion_metrics(90, 10, 35, 65), confusion_metrics(900, 100, 35, 65)
    rates = np.array([float(accuracy(0.35, 0.9, p, 1000 - p)) for p in range(1, 1000)])
    changes = [
        row(f"same_point_{name}_change", few[name] - even[name], f"{name}, classes 10:1 less 1:1")
        for name in ("accuracy", "precision")
    ]
    note = "accuracy at (0.35, 0.90) over all class shares"
    return [*changes, row("same_point_accuracy_range", np.ptp(rates), note, n=len(rates))]


def _concave() -> list[Row]:
    """A curve with a concavity that is above the diagonal everywhere."""
    points = roc_points([1, 1, 1, 0, 0, 1, 1, 0, 0, 0], -np.arange(10, dtype=float))
    inside = slice(1, -1)
    above = bool((points.tpr[inside] > points.fpr[inside]).all())
    found = above and len(concavities(points)) > 0
    return [row("concave_above_diagonal", found, "a concave curve above the whole diagonal", n=10)]


def _draw_roc() -> list[Row]:
    """The end of the loop from 1 to 0 by -.01, in exact hundredths and by repeated subtraction of doubles."""
    found = sweep(roc_points([1, 0, 1, 0], [0.995, 0.992, 0.4, 0.0]))
    end = last_threshold()
    return [
        row("sweep_ends", found.tpr[-1] == found.fpr[-1] == 1, "its last point is (1, 1), a score being 0"),
        row("sweep_ends", end <= 0, "the same by repeated subtraction", variant="sweep=subtraction"),
    ]


def last_threshold() -> float:
    """Return the last threshold of the loop when .01 is subtracted again and again from a double."""
    threshold = 1.0
    while threshold - 0.01 >= 0:
        threshold -= 0.01
    return threshold
