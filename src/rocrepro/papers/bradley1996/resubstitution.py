"""Simulation of resubstitution: areas under ROC curves of training rows and of new ones, two Gaussians."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from rocrepro.evaluation import roc_auc, roc_points
from rocrepro.papers.fact_rows import SEED
from rocrepro.randomness import generator

if TYPE_CHECKING:
    import pandas as pd

SAMPLES = 200
PER_CLASS = 30
TEST_PER_CLASS = 100
DIMENSIONS = 5
SHIFT = 1.5  # distance of the class means, in standard deviations
NEIGHBOURS = (1, 5, 15)
Floats = NDArray[np.float64]
Labels = NDArray[np.int64]


def simulate_resubstitution(shown: Mapping[str, Any]) -> pd.DataFrame:
    """Train classifiers on samples, and score the samples themselves and new rows.

    Returns
    -------
    pandas.DataFrame
        Columns sample, classifier, auc and n_points (of the training rows' curve), auc_new (of new rows).
    """
    import pandas as pd

    rng = generator(SEED, "bradley1996/resubstitution")
    new = generator(SEED, "bradley1996/resubstitution/test")
    label, test_label = (np.repeat([0, 1], size) for size in (PER_CLASS, TEST_PER_CLASS))
    rows = []
    for sample in range(SAMPLES):
        x, beyond = _drawn(rng, label), _drawn(new, test_label)
        tested = _scores(x, label, beyond)
        for name, score in _scores(x, label, x).items():
            points = roc_points(label, score)
            auc_new = roc_auc(roc_points(test_label, tested[name]))
            rows.append((sample, name, roc_auc(points), len(points), auc_new))
    return pd.DataFrame(rows, columns=["sample", "classifier", "auc", "n_points", "auc_new"])


def _drawn(rng: np.random.Generator, label: Labels) -> Floats:
    """Normal rows of both classes, apart in the first dimension."""
    x = rng.standard_normal((len(label), DIMENSIONS))
    x[label == 1, 0] += SHIFT
    return x


def _scores(x: Floats, label: Labels, rows: Floats) -> dict[str, Floats]:
    """Scores of `rows` by every classifier that has learned `x`."""
    scores = {"discriminant": discriminant(x, label, rows)}
    return scores | {f"neighbours_{k}": neighbours(x, label, k, rows) for k in NEIGHBOURS}


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
