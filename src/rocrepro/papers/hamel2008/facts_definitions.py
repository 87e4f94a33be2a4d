"""What holds of every ROC curve, whatever made it: over random classifiers, counted row by row."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from rocrepro.evaluation import RocPoints, roc_auc, roc_points
from rocrepro.papers.fact_rows import SEED, Row, row
from rocrepro.randomness import generator

CASES = 300
Labels = NDArray[np.int64]
Floats = NDArray[np.float64]
NOTES = {
    "matrix_back_error": "counts that a ROC point and both class sizes give, against the matrix",
    "axes_error": "area with fpr on x and tpr on y against the share of pairs ranked rightly",
    "swapped_axes_error": "area with tpr on x and fpr on y against the share of pairs ranked rightly",
    "replicated_error": "change of the curve when every negative row is repeated 2 to 10 times",
    "inverted_youden_error": "distance above the diagonal once inverted against distance below it before",
    "mirror_error": "the inverted classifier's point against (tpr, fpr), the image in the diagonal",
}


def definition_quantities(cases: int = CASES) -> list[Row]:
    """Largest errors, and shares of curves and points, over random labels and scores."""
    rng = generator(SEED, "hamel2008/definitions")
    worst = dict.fromkeys(NOTES, 0.0)
    found = [_classifier(*_drawn(rng), rng) for _ in range(cases)]
    for one in found:
        worst = {name: max(value, one[name]) for name, value in worst.items()}
    below, worse = (
        [share for one in found for share in one[name]] for name in ("above_once_inverted", "worse")
    )
    imperfect = [one["has_both"] for one in found if not one["perfect"]]
    new = [one["rates_unlike_recall"] for one in found]
    shares = {
        "inverted_above": (below, "share of points below the diagonal that inverting puts above"),
        "worse_than_random": (
            worse,
            "share of points below the diagonal with fewer true positives than as many "
            "positive predictions made at random",
        ),
        "has_both": (imperfect, "share of imperfect curves with one point of largest tpr and least fpr"),
    }
    return [
        *(row(name, value, NOTES[name], n=cases) for name, value in worst.items()),
        *(row(name, np.mean(so), note, n=len(so)) for name, (so, note) in shares.items()),
        row("new_rates", np.max(new), "of tpr and fpr, those that are not recall by another name", n=cases),
    ]


def _drawn(rng: np.random.Generator) -> tuple[Labels, Floats]:
    """Labels of both classes, and scores with ties."""
    label = np.append(rng.integers(0, 2, size=int(rng.integers(2, 60))), [0, 1])
    spread = float(rng.choice([0.05, 0.3]))
    drawn = np.clip(rng.normal(0.3 + 0.4 * label, spread), 0.0, 1.0)
    return label, np.asarray(np.round(drawn, int(rng.integers(1, 4))), dtype=np.float64)


def _classifier(label: Labels, score: Floats, rng: np.random.Generator) -> dict[str, Any]:
    """What one classifier's curve does, against its rows."""
    points, negative = roc_points(label, score), score[label == 0]
    repeat = np.where(label == 0, int(rng.integers(2, 11)), 1)
    more = roc_points(np.repeat(label, repeat), np.repeat(score, repeat))
    # Predicting positive where the classifier predicts negative, at each of its thresholds.
    other = np.array([[(score[label == k] < t).mean() for k in (0, 1)] for t in points.threshold]).T
    # The share of pairs of a positive and a negative row ranked rightly, a tie counting half, has no axes.
    ahead = score[label == 1][:, None] - negative[None, :]
    ranked = float(np.mean((np.sign(ahead) + 1) / 2))
    true = np.array([[(score[label == k] >= t).sum() for k in (0, 1)] for t in points.threshold]).T
    back = [points.fpr * points.n_neg - true[0], points.tpr * points.n_pos - true[1]]
    recall = true[1] / (label == 1).sum()
    return {
        "matrix_back_error": float(np.abs(back).max()),
        "axes_error": abs(float(np.trapezoid(points.tpr, points.fpr)) - ranked),
        "swapped_axes_error": abs(float(np.trapezoid(points.fpr, points.tpr)) - ranked),
        "replicated_error": apart(points, more),
        "inverted_youden_error": float(np.abs(other[1] - other[0] + points.tpr - points.fpr).max()),
        "mirror_error": float(np.abs(other - [points.tpr, points.fpr]).max()),
        **_right_of_diagonal(label, 1 - score),
        "has_both": has_both(points),
        "perfect": roc_auc(points) == 1.0,
        "rates_unlike_recall": sum(bool((rate != recall).any()) for rate in (points.tpr, points.fpr)),
    }


def _right_of_diagonal(label: Labels, score: Floats) -> dict[str, list[bool]]:
    """Points of a curve right of the diagonal: worse than random, and above it once inverted?"""
    points = roc_points(label, score)
    other = np.array([[(score[label == k] < t).mean() for k in (0, 1)] for t in points.threshold]).T
    right = points.fpr > points.tpr
    at_random = (points.tp + points.fp) * points.n_pos / points.n
    return {
        "worse": (points.tp < at_random)[right].tolist(),
        "above_once_inverted": (other[1] > other[0])[right].tolist(),
    }


def has_both(points: RocPoints) -> bool:
    """Whether one point of a curve has both the largest tpr and the least fpr."""
    return bool(((points.tpr == points.tpr.max()) & (points.fpr == points.fpr.min())).any())


def apart(one: RocPoints, other: RocPoints) -> float:
    """Largest difference of two curves that should have the same points; 1 if they do not have as many."""
    if len(one) != len(other):
        return 1.0
    return float(max(np.abs(one.fpr - other.fpr).max(), np.abs(one.tpr - other.tpr).max()))
