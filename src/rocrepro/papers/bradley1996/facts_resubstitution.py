"""Resubstitution: how far the area under its ROC curve is from that of the Bayes classifier."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from rocrepro.evaluation import roc_auc, roc_points
from rocrepro.papers.fact_rows import SEED, Row, row
from rocrepro.randomness import generator

SAMPLES = 200
PER_CLASS = 30
DIMENSIONS = 5
SHIFT = 1.5  # distance of the class means, in standard deviations
NEIGHBOURS = (1, 5, 15)
Floats = NDArray[np.float64]


def resubstitution_facts(samples: int = SAMPLES) -> list[Row]:
    """Mean difference of the resubstituted area from the Bayes classifier's, with its 95 % interval."""
    from scipy.special import ndtr

    rng = generator(SEED, "bradley1996/resubstitution")
    bayes = float(ndtr(SHIFT / np.sqrt(2)))
    label = np.repeat([0, 1], PER_CLASS)
    found: dict[str, list[float]] = {}
    scores: dict[str, Floats] = {}
    for _ in range(samples):
        x = rng.standard_normal((2 * PER_CLASS, DIMENSIONS))
        x[label == 1, 0] += SHIFT
        scores = {"discriminant": discriminant(x, label)}
        scores |= {f"neighbours_{k}": neighbours(x, label, k) for k in NEIGHBOURS}
        for name, score in scores.items():
            found.setdefault(name, []).append(roc_auc(roc_points(label, score)) - bayes)
    points = len(roc_points(label, scores["neighbours_5"]))
    rows = [row("neighbour_points", points, "points of the ROC curve of 5 nearest neighbours", n=len(label))]
    for name, values in found.items():
        mean, half = float(np.mean(values)), 1.96 * float(np.std(values, ddof=1)) / samples**0.5
        note = f"mean AUC by resubstitution minus {bayes:.3f}, {PER_CLASS} rows a class, two Gaussians"
        rows.append(row(f"resubstitution_{name}", mean, note, low=mean - half, high=mean + half, n=samples))
    return rows


def discriminant(x: Floats, label: NDArray[np.int64]) -> Floats:
    """Fisher's linear discriminant of the rows that it is fitted to."""
    means = [x[label == k].mean(axis=0) for k in (0, 1)]
    within = sum(np.cov(x[label == k], rowvar=False) for k in (0, 1))
    score: Floats = x @ np.linalg.solve(within, means[1] - means[0])
    return np.round(score, 12)


def neighbours(x: Floats, label: NDArray[np.int64], k: int) -> Floats:
    """Share of positives among the k nearest rows, a row itself included."""
    apart = ((x[:, None, :] - x[None, :, :]) ** 2).sum(axis=2)
    nearest = np.argsort(apart, axis=1, kind="stable")[:, :k]
    share: Floats = label[nearest].mean(axis=1)
    return share
