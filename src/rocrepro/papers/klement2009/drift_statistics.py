"""Differences between two scored sets, for many pairs of sets at once.

The scores of a flu domain are discrete, so that a set is a table of counts: rows of each class at each
distinct score. Arrays have one row for each pair of sets; scores rise along the last axis.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields
from typing import Any

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

# Methods in the order in which they are shown; "auc_normal" shares the statistic of "auc".
METHODS = {
    "auc": "AUC, DeLong z",
    "auc_normal": "AUC, DeLong z, normal",
    "midpoint": "midpoint",
    "struggle": "struggle ratio",
    "sensibility": "sensibility curve",
    "capability": "capability curve",
    "ks": "Kolmogorov-Smirnov, scores",
    "psi": "population stability",
    "ece": "calibration error",
    "prevalence": "class share",
}
FLOOR = 0.5  # rows that an empty bin counts for in the population stability index


@dataclass(frozen=True, eq=False)
class Summary:
    """Statistics that the methods compare, for B sets; curves have one value more than there are scores.

    Attributes
    ----------
    auc, auc_variance, midpoint, struggle, ece, prevalence : ndarray, shape (B,)
    sensibility, capability : ndarray, shape (B, n_scores + 1)
        Column k is the value at the k-th lowest score as threshold; the last is above all scores.
    below, bins : ndarray
        Share of the rows at or below each score, (B, n_scores); share in each bin, (B, n_bins).
    """

    auc: Floats
    auc_variance: Floats
    midpoint: Floats
    struggle: Floats
    sensibility: Floats
    capability: Floats
    below: Floats
    bins: Floats
    ece: Floats
    prevalence: Floats

    def take(self, sets: Sequence[int]) -> Summary:
        """Return the statistics of some of the sets."""
        return Summary(*(getattr(self, one.name)[sets] for one in fields(self)))


def summarise(neg: Ints, pos: Ints, score: Floats, bins: NDArray[np.bool_]) -> Summary:
    """Summarise B sets of n rows.

    Parameters
    ----------
    neg, pos : ndarray of int, shape (B, n_scores)
        Rows of each class at each score.
    score : ndarray, shape (n_scores,)
        Distinct scores, rising.
    bins : ndarray of bool, shape (n_scores, n_bins)
        Which bin each score lies in.

    Notes
    -----
    Undefined values (a class or group without rows) are NaN; the midpoint without a positive row is infinite.
    """
    n_pos, n_neg = pos.sum(axis=1), neg.sum(axis=1)
    n = n_pos + n_neg
    both = pos + neg
    fn, tn = _before(pos), _before(neg)
    tp = n_pos[:, None] - fn
    with np.errstate(divide="ignore", invalid="ignore"):
        placed_pos = (tn[:, :-1] + neg / 2) / n_neg[:, None]
        placed_neg = (tp[:, 1:] + pos / 2) / n_pos[:, None]
        auc = (pos * placed_pos).sum(axis=1) / n_pos
        variance = _variance(placed_pos, pos, n_pos) + _variance(placed_neg, neg, n_neg)
        midpoint = both @ score / (2 * n_pos)
        curves = _curves(tp, tn, np.searchsorted(score, midpoint, side="left"), n)
    gap = (both * score - pos) @ bins.astype(np.float64)
    return Summary(
        auc,
        variance,
        midpoint,
        *curves,
        below=np.cumsum(both, axis=1) / n[:, None],
        bins=np.maximum(both @ bins.astype(np.float64), FLOOR) / n[:, None],
        ece=np.abs(gap).sum(axis=1) / n,
        prevalence=n_pos / n,
    )


def _curves(tp: Ints, tn: Ints, at: Ints, n: Ints) -> tuple[Floats, Floats, Floats]:
    """Struggle ratio, sensibility and capability; `at` is the column of the midpoint."""
    rows = np.arange(len(at))
    tp_at, tn_at = tp[rows, at][:, None], tn[rows, at][:, None]
    n_sensible = tp_at + tn_at
    n_other = n[:, None] - n_sensible
    correct = np.minimum(tp, tp_at) + np.minimum(tn, tn_at)
    struggle: Floats = (n_other / n_sensible)[:, 0]
    return struggle, correct / n_sensible, (tp + tn - correct) / n_other


def compare(first: Summary, second: Summary) -> dict[str, Floats]:
    """Size of the difference between paired sets by each method, shape (B,).

    A difference that is undefined counts as none, an infinite one as the largest. Except for the DeLong
    statistic, only differences of the same pool of rows are to be compared with one another.
    """
    with np.errstate(divide="ignore", invalid="ignore"):
        change = np.abs(first.auc - second.auc)
        z = np.where(change == 0, 0.0, change / np.sqrt(first.auc_variance + second.auc_variance))
        log_ratio = np.log(second.bins / first.bins)
        statistics = {
            "auc": z,
            "midpoint": np.abs(first.midpoint - second.midpoint),
            "struggle": np.abs(first.struggle - second.struggle),
            "sensibility": np.abs(first.sensibility - second.sensibility).max(axis=1),
            "capability": np.abs(first.capability - second.capability).max(axis=1),
            "ks": np.abs(first.below - second.below).max(axis=1),
            "psi": ((second.bins - first.bins) * log_ratio).sum(axis=1),
            "ece": np.abs(first.ece - second.ece),
            "prevalence": np.abs(first.prevalence - second.prevalence),
        }
    return {name: np.where(np.isnan(value), 0.0, value) for name, value in statistics.items()}


def _before(counts: Ints) -> Ints:
    """Number of rows before each position and after the last, shape (B, n + 1)."""
    total = np.zeros((counts.shape[0], counts.shape[1] + 1), dtype=np.int64)
    np.cumsum(counts, axis=1, out=total[:, 1:])
    return total


def _variance(value: Floats, count: Ints, n: Ints) -> Floats:
    """Variance of the mean (divisor n - 1, then n) of values that occur `count` times each."""
    mean = (count * value).sum(axis=1) / n
    squares: Any = (count * (value - mean[:, None]) ** 2).sum(axis=1)
    result: Floats = squares / (n - 1) / n
    return result
