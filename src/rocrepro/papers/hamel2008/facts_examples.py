"""Small cases: random rankings, counts against rates, matrices at one point, the loop of Draw-ROC."""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING

import numpy as np

from rocrepro.evaluation import concavities, confusion_metrics, roc_points
from rocrepro.evaluation.isolines import accuracy
from rocrepro.papers.fact_rows import SEED, Row, row
from rocrepro.papers.hamel2008.chapter import Point, printed_points
from rocrepro.randomness import generator

if TYPE_CHECKING:
    from rocrepro.papers.evaluated import Evaluated

CASES = 1000


def example_quantities(evaluated: Evaluated) -> list[Row]:
    """Quantities of constructed examples."""
    a = printed_points(evaluated.shown).a
    return [_random(), _counts(), *_same_point(a), _concave()]


def _random() -> Row:
    """Average all ways to rank 4 positive and 3 negative rows: the diagonal by rates, but not by counts."""
    size, n_pos = 7, 4
    counts = []
    for places in combinations(range(size), n_pos):
        label = np.isin(np.arange(size), places).astype(int)
        points = roc_points(label, -np.arange(size, dtype=float))
        counts.append([points.fp, points.tp])
    fp, tp = np.mean(counts, axis=0)
    return row("random_counts", np.abs(fp - tp).max(), n=len(counts))


def _counts() -> Row:
    """Numbers of responses right of the diagonal, with random class sizes."""
    rng = generator(SEED, "hamel2008/counts")
    n_pos, n_neg = rng.integers(1, 200, size=(2, CASES))
    rate, other = np.sort(rng.random((2, CASES)), axis=0)
    tp, fp = n_pos * rate, n_neg * other  # tpr `rate` below fpr `other`
    return row("below_more_false", (fp > tp).mean(), n=CASES)


def _same_point(a: Point) -> list[Row]:
    """Matrices at the chapter's point A: with even and with skewed classes, and with any."""
    tp, fp = round(100 * a.tpr), round(100 * a.fpr)
    even, few = (confusion_metrics(n * tp, n * (100 - tp), fp, 100 - fp) for n in (1, 10))
    rates = np.array([float(accuracy(a.fpr, a.tpr, p, 1000 - p)) for p in range(1, 1000)])
    changes = [
        row("same_point_change", few[name] - even[name], metric=name) for name in ("accuracy", "precision")
    ]
    return [*changes, row("same_point_accuracy_range", np.ptp(rates), n=len(rates))]


def _concave() -> Row:
    """Find a curve with a concavity that is above the diagonal everywhere."""
    points = roc_points([1, 1, 1, 0, 0, 1, 1, 0, 0, 0], -np.arange(10, dtype=float))
    inside = slice(1, -1)
    above = bool((points.tpr[inside] > points.fpr[inside]).all())
    return row("concave_above_diagonal", above and len(concavities(points)) > 0, n=10)


def last_threshold() -> float:
    """Return the last threshold of the loop when .01 is subtracted again and again from a double."""
    threshold = 1.0
    while threshold - 0.01 >= 0:
        threshold -= 0.01
    return threshold
