"""Resubstitution: how far the area under its ROC curve is from that of the Bayes classifier, and its use."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from rocrepro.evaluation import roc_auc, roc_points
from rocrepro.papers.fact_rows import SEED, Row, row
from rocrepro.randomness import generator

SAMPLES = 200
PER_CLASS = 30
TEST_PER_CLASS = 100
DIMENSIONS = 5
SHIFT = 1.5  # distance of the class means, in standard deviations
NEIGHBOURS = (1, 5, 15)
Floats = NDArray[np.float64]
Labels = NDArray[np.int64]


def resubstitution_facts(samples: int = SAMPLES) -> list[Row]:
    """Mean difference of the resubstituted area from the Bayes classifier's, with its 95 % interval.

    And the other classifiers' areas on new rows against it, which a comparative study would put beside it.
    """
    from scipy.special import ndtr

    rng = generator(SEED, "bradley1996/resubstitution")
    new = generator(SEED, "bradley1996/resubstitution/test")
    bayes = float(ndtr(SHIFT / np.sqrt(2)))
    label, test_label = (np.repeat([0, 1], size) for size in (PER_CLASS, TEST_PER_CLASS))
    found: dict[str, list[float]] = {}
    tested: dict[str, list[float]] = {}
    scores: dict[str, Floats] = {}
    for _ in range(samples):
        x, rows = _drawn(rng, label), _drawn(new, test_label)
        scores = _scores(x, label, x)
        for name, score in scores.items():
            found.setdefault(name, []).append(roc_auc(roc_points(label, score)) - bayes)
        for name, score in _scores(x, label, rows).items():
            tested.setdefault(name, []).append(roc_auc(roc_points(test_label, score)) - bayes)
    points = len(roc_points(label, scores["neighbours_5"]))
    facts = [row("neighbour_points", points, "points of the ROC curve of 5 nearest neighbours", n=len(label))]
    for name, values in found.items():
        note = f"mean AUC by resubstitution minus {bayes:.3f}, {PER_CLASS} rows a class, two Gaussians"
        facts.append(_mean(f"resubstitution_{name}", np.array(values), note))
        others = {other: np.array(areas) for other, areas in tested.items() if other != name}
        best = max(others, key=lambda other: float(others[other].mean()))
        note = f"mean AUC of {best.replace('_', ' ')} on new rows, the largest, minus the resubstituted one"
        facts.append(_mean(f"beyond_yardstick_{name}", others[best] - values, note))
    return facts


def _drawn(rng: np.random.Generator, label: Labels) -> Floats:
    """Normal rows of both classes, apart in the first dimension."""
    x = rng.standard_normal((len(label), DIMENSIONS))
    x[label == 1, 0] += SHIFT
    return x


def _scores(x: Floats, label: Labels, rows: Floats) -> dict[str, Floats]:
    """Scores of `rows` by every classifier that has learned `x`."""
    scores = {"discriminant": discriminant(x, label, rows)}
    return scores | {f"neighbours_{k}": neighbours(x, label, k, rows) for k in NEIGHBOURS}


def _mean(name: str, values: Floats, note: str) -> Row:
    """The mean over samples with its 95 % interval."""
    mean, half = float(values.mean()), 1.96 * float(np.std(values, ddof=1)) / len(values) ** 0.5
    return row(name, mean, note, low=mean - half, high=mean + half, n=len(values))


def discriminant(x: Floats, label: Labels, rows: Floats | None = None) -> Floats:
    """Fisher's linear discriminant, of `rows` or of the rows that it is fitted to."""
    means = [x[label == k].mean(axis=0) for k in (0, 1)]
    within = sum(np.cov(x[label == k], rowvar=False) for k in (0, 1))
    score: Floats = (x if rows is None else rows) @ np.linalg.solve(within, means[1] - means[0])
    return np.round(score, 12)


def neighbours(x: Floats, label: Labels, k: int, rows: Floats | None = None) -> Floats:
    """Share of positives among the k nearest of `x` to `rows`, or to themselves, each its own neighbour."""
    at = x if rows is None else rows
    apart = ((at[:, None, :] - x[None, :, :]) ** 2).sum(axis=2)
    nearest = np.argsort(apart, axis=1, kind="stable")[:, :k]
    share: Floats = label[nearest].mean(axis=1)
    return share
