"""Properties of every ROC curve, whatever made it: over random classifiers, counted row by row."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from rocrepro.evaluation import RocPoints, roc_auc, roc_points
from rocrepro.papers.fact_rows import SEED, Row, row
from rocrepro.papers.identities import Identity, identity_rows
from rocrepro.randomness import generator

CASES = 300
Labels = NDArray[np.int64]
Floats = NDArray[np.float64]
Symbols = dict[str, Floats]

# Of each point of a curve: its rates, those of negatives first, and those once the other rows are predicted
# positive.
OF_POINTS = (Identity("mirror_error", lambda s: s["inverted"], lambda s: s["rates"][::-1]),)
# Of each curve. The share of pairs of a positive and a negative row that are ranked rightly has no axes.
OF_CURVES = (Identity("swapped_axes_error", lambda s: s["swapped_area"], lambda s: s["ranked"]),)


def definition_quantities(cases: int = CASES) -> list[Row]:
    """Largest errors, and the share of curves with both best rates, over random labels and scores."""
    rng = generator(SEED, "hamel2008/definitions")
    drawn = [_drawn(rng) for _ in range(cases)]
    curves = [roc_points(*one) for one in drawn]
    both = [has_both(points) for points in curves if roc_auc(points) < 1]
    return [
        *identity_rows(OF_POINTS, joined([point_symbols(*one) for one in drawn])),
        *identity_rows(OF_CURVES, joined([curve_symbols(*one) for one in drawn])),
        row("has_both", np.mean(both), n=len(both)),
    ]


def _drawn(rng: np.random.Generator) -> tuple[Labels, Floats]:
    """Labels of both classes, and scores with ties."""
    label = np.append(rng.integers(0, 2, size=int(rng.integers(2, 60))), [0, 1])
    spread = float(rng.choice([0.05, 0.3]))
    drawn = np.clip(rng.normal(0.3 + 0.4 * label, spread), 0.0, 1.0)
    return label, np.asarray(np.round(drawn, int(rng.integers(1, 4))), dtype=np.float64)


def joined(cases: list[Symbols]) -> Symbols:
    """The symbols of several cases, one after the other."""
    return {name: np.concatenate([one[name] for one in cases], axis=-1) for name in cases[0]}


def point_symbols(label: Labels, score: Floats) -> Symbols:
    """Rates at each threshold of a classifier, and once it is inverted, those by its rows."""
    points = roc_points(label, score)
    called = [score[label == k] >= points.threshold[:, None] for k in (0, 1)]
    return {
        "rates": np.array([points.fpr, points.tpr]),
        "inverted": np.array([(~rows).mean(axis=1) for rows in called]),
    }


def curve_symbols(label: Labels, score: Floats) -> Symbols:
    """Return the area below a curve with its axes swapped, and the share of pairs in the right order."""
    points = roc_points(label, score)
    ahead = np.sign(score[label == 1][:, None] - score[label == 0])  # a tie counts half
    return {
        "swapped_area": np.array([np.trapezoid(points.fpr, points.tpr)]),
        "ranked": np.array([np.mean((ahead + 1) / 2)]),
    }


def has_both(points: RocPoints) -> bool:
    """Return whether one point of a curve has both the largest tpr and the least fpr."""
    return bool(((points.tpr == points.tpr.max()) & (points.fpr == points.fpr.min())).any())
