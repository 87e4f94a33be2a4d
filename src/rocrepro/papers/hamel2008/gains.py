"""Simulation of what the chapter's second threshold gains over its first, on resampled rows."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from rocrepro.evaluation import RocPoints, roc_points
from rocrepro.papers.fact_rows import SEED
from rocrepro.papers.hamel2008.chapter import (
    COST_FN,
    CRITERIA,
    LARGER_IS_BETTER,
    at_thresholds,
    printed_points,
)
from rocrepro.papers.hamel2008.skew import of_engines, scored
from rocrepro.randomness import generator

if TYPE_CHECKING:
    import pandas as pd

RESAMPLES = 1000
COLUMNS = ["engine", "learner", "criterion", "gain", "low", "high", "share_resamples", "n_resamples", "n"]
Ints = NDArray[np.int64]


def simulate_gains(shown: Mapping[str, Any]) -> pd.DataFrame:
    """Resample the rows of each class, and take the gain of the second threshold by each criterion.

    Parameters
    ----------
    shown : mapping
        As in `rocrepro.papers.evaluated.Evaluated`, with ``inputs``, the files that may be read.

    Returns
    -------
    pandas.DataFrame
        Columns `COLUMNS` and uses: the gain on the rows themselves, its central 95 % on the resamples, and
        the share of them in which it is positive. Rows of a nameless learner for an engine without scores.
    """
    return of_engines(shown, _of_engine, COLUMNS)


def _of_engine(shown: Mapping[str, Any], engine: str) -> Iterator[dict[str, Any]]:
    found, printed = scored(shown, engine), printed_points(shown)
    for learner, scores in found.items():
        points = roc_points(scores["label"].to_numpy(), scores["score"].to_numpy())
        at, rng = at_thresholds(points, printed), generator(SEED, f"hamel2008/gains/{engine}/{learner}")
        for gain in _gains(points, at, rng):
            yield {"engine": engine, "learner": learner, **gain}
    if not found:
        yield from ({"engine": engine, "learner": "", "criterion": name} for name in CRITERIA)


def _gains(points: RocPoints, at: list[int], rng: np.random.Generator) -> Iterator[dict[str, Any]]:
    tp, fp = (_resampled(points.tp[at], points.n_pos, rng), _resampled(points.fp[at], points.n_neg, rng))
    for name in CRITERIA:
        sign = 1 if name in LARGER_IS_BETTER else -1
        value = _value(name, points.tp[at], points.fp[at], points)
        drawn = _value(name, tp, fp, points)
        gains = sign * (drawn[:, 1] - drawn[:, 0])
        low, high = np.quantile(gains, [0.025, 0.975])
        interval = {"low": low, "high": high, "share_resamples": float((gains > 0).mean())}
        size = {"n_resamples": RESAMPLES, "n": points.n}
        yield {"criterion": name, "gain": sign * (value[1] - value[0]), **interval, **size}


def _resampled(counts: Ints, size: int, rng: np.random.Generator) -> Ints:
    """Counts at the two thresholds when a class's rows are drawn again, shape (resamples, 2)."""
    shares = np.array([counts[0], counts[1] - counts[0], size - counts[1]]) / size
    drawn = rng.multinomial(size, shares, size=RESAMPLES)
    return np.cumsum(drawn[:, :2], axis=1)


def _value(name: str, tp: Any, fp: Any, points: RocPoints) -> Any:
    """The criterion over arrays of counts."""
    fn, n_pos, n_neg = points.n_pos - tp, points.n_pos, points.n_neg
    if name == "distance":
        return np.hypot(fp / n_neg, fn / n_pos)
    if name == "youden":
        return tp / n_pos - fp / n_neg
    if name == "accuracy":
        return (tp + n_neg - fp) / (n_pos + n_neg)
    if name == "cost":
        return COST_FN * fn + fp
    predicted = (tp + fp) * (fn + n_neg - fp)
    return (n_pos + n_neg) * (tp * n_neg - fp * n_pos) ** 2.0 / (n_pos * n_neg * np.maximum(predicted, 1))
