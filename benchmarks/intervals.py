"""Tango's intervals against a root finder of scipy on the statistic as printed."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from scipy.optimize.elementwise import find_root
from scipy.stats import norm

from benchmarks.timing import Row, median_time
from rocrepro.evaluation import tango_interval

SIZE = 10**6


def counts(size: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """False negatives, false positives and rows."""
    rng = np.random.default_rng(1)
    n = rng.integers(100, 10**5, size)
    fn = rng.binomial(n, rng.uniform(0.01, 0.4, size))
    return fn, rng.binomial(n - fn, rng.uniform(0.01, 0.4, size)), n


def excess(delta: np.ndarray, b: np.ndarray, c: np.ndarray, n: np.ndarray, z: float) -> np.ndarray:
    """Tango's statistic - z, as equations 1 and 2 of the paper have it."""
    w = -b - c + (2 * n - b + c) * delta
    q = (np.sqrt(w**2 + 8 * n * c * delta * (1 - delta)) - w) / (4 * n)
    return (b - c - n * delta) / np.sqrt(n * (2 * q + delta * (1 - delta))) - z


def by_find_root(fn: np.ndarray, fp: np.ndarray, n: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Both limits with scipy."""
    z, d = norm.ppf(0.975), (fn - fp) / n
    tiny = 1e-12
    lower = find_root(excess, (np.full(len(d), -1 + tiny), d - tiny), args=(fn, fp, n, z)).x
    upper = find_root(excess, (d + tiny, np.full(len(d), 1 - tiny)), args=(fn, fp, n, -z)).x
    return lower, upper


def rows(size: int = SIZE) -> Iterator[Row]:
    """A million intervals."""
    fn, fp, n = counts(size)
    ours = median_time(lambda: tango_interval(fn, fp, n))
    theirs = median_time(lambda: by_find_root(fn, fp, n))
    peer = "scipy.optimize.elementwise.find_root"
    yield Row("Tango intervals", f"{size:,} intervals", ours, peer, theirs, 4)
