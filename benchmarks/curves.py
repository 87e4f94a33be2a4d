"""ROC counts and what follows from them, against numpy's sort and scikit-learn."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from sklearn.metrics import roc_auc_score, roc_curve

from benchmarks.timing import REPEATS, Row, median_time
from rocrepro.evaluation import confident_segment, roc_auc, roc_points

SIZES = (10**3, 10**4, 10**5, 10**6, 10**7)
POSITIVE = 0.02


def scores(n: int) -> tuple[np.ndarray, np.ndarray]:
    """Labels, 2 % of them positive, and normal scores."""
    rng = np.random.default_rng(1)
    y = (rng.random(n) < POSITIVE).astype(np.int64)
    y[:2] = 0, 1
    return y, rng.normal(size=n) + y


def measures(y: np.ndarray, score: np.ndarray) -> tuple[float, int, float, float]:
    """AUC, confident set, CAUC and AveD from raw scores."""
    points = roc_points(y, score)
    segment = confident_segment(points)
    return roc_auc(points), segment.n_confident, segment.cauc(), segment.aved


def rows(sizes: tuple[int, ...] = SIZES) -> Iterator[Row]:
    """Counts and measures at each size."""
    for n in sizes:
        y, score = scores(n)
        repeats = REPEATS if n < 10**7 else 3
        size = f"n = {n:,}"
        counts = median_time(lambda y=y, score=score: roc_points(y, score), repeats)
        sort = median_time(lambda score=score: np.sort(score), repeats)
        curve = median_time(lambda y=y, score=score: roc_curve(y, score, drop_intermediate=False), repeats)
        yield Row("ROC counts", size, counts, "numpy.sort of the scores", sort)
        yield Row("ROC counts", size, counts, "sklearn.metrics.roc_curve", curve)
        ours = median_time(lambda y=y, score=score: measures(y, score), repeats)
        auc = median_time(lambda y=y, score=score: roc_auc_score(y, score), repeats)
        yield Row("AUC, confident set, CAUC, AveD", size, ours, "roc_auc_score alone", auc)
