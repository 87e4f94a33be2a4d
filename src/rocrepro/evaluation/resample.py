"""Paired resamples of test rows: the scatter of several models' measures, and of their differences."""

from __future__ import annotations

import math
from collections.abc import Hashable, Mapping
from dataclasses import dataclass
from typing import Any, TypeVar

import numpy as np
from numpy.typing import ArrayLike, NDArray

from rocrepro.evaluation.band_edges import height_at
from rocrepro.evaluation.bands import class_streams
from rocrepro.evaluation.bootstrap import SortedRows, resampled_rows
from rocrepro.evaluation.confident import READINGS, ConfidentSegment, confident_segment
from rocrepro.evaluation.inputs import check_whole, two_sided_z
from rocrepro.evaluation.metrics import roc_auc, twice_trapezoids
from rocrepro.evaluation.roc import RocPoints
from rocrepro.evaluation.rows import check_binary

Counts = NDArray[np.int64]
Floats = NDArray[np.float64]
Model = TypeVar("Model", bound=Hashable)

CAUC = tuple(f"cauc_{reading}" for reading in READINGS)
SPREAD = ("threshold_range", "difference_range")
MEASURES = ("auc", "n_points", "n_confident", "share_confident", "aved", "aved_abs", *CAUC, *SPREAD)


def paired_resamples(
    y_true: ArrayLike,
    scores: Mapping[Model, ArrayLike],
    *,
    n_resamples: int = 500,
    seed: int | np.random.Generator,
    alpha: float = 0.05,
    test: str = "tango",
    pos_label: Any = None,
) -> dict[Model, dict[str, Floats]]:
    """Measure several models on the same bootstrap resamples of their rows.

    A resample draws as many positive rows from the positive rows, with replacement, and as many negative
    rows from the negative ones. Every model is measured on the very rows drawn, so that differences between
    models are paired: what makes a resample easy for all of them cancels.

    Parameters
    ----------
    y_true : array-like, shape (n,)
        Labels as in `roc_points`.
    scores : mapping of a model's name to array-like, shape (n,)
        Scores of each model for the same rows in the same order.
    n_resamples : int
        Number of resamples, at least 1. More resamples begin with the same ones.
    seed : int or numpy.random.Generator
        Source of the random numbers.
    alpha, test
        Of the confident set, as in `confident_segment`.
    pos_label : optional
        The positive class as in `roc_points`.

    Returns
    -------
    dict of the model's name to dict of str to ndarray, shape (n_resamples,)
        The measures of `curve_measures`.

    Raises
    ------
    InputError
        As in `roc_points` and `confident_segment`, and for a number of resamples or a seed out of range.

    See Also
    --------
    aved_interval, cauc_interval : intervals of one model's measures.
    bootstrap_tpr : the curves of the resamples.
    delong_test : the difference of two areas in closed form.
    weighted_resamples : rows that do not count alike.
    curve_differences : other functions of the curves.

    Notes
    -----
    A score enters a resample's curve only when one of its rows was drawn, so that a resample has fewer points
    than the data. Resampled rows repeat, which makes ties: the mean of a resampled number of confident points
    is not an estimate of the number itself. Differences between models are what the resamples are for.

    References
    ----------
    Efron & Tibshirani (1993), An Introduction to the Bootstrap, chapter 8.

    Examples
    --------
    >>> y = [1, 1, 1, 0, 0, 0]
    >>> models = {"good": [6, 5, 4, 3, 2, 1], "flat": [0] * 6}
    >>> found = paired_resamples(y, models, n_resamples=3, seed=1)
    >>> found["good"]["auc"].tolist(), found["flat"]["auc"].tolist()
    ([1.0, 1.0, 1.0], [0.5, 0.5, 0.5])
    """
    checked = {model: check_binary(y_true, score, pos_label) for model, score in scores.items()}
    if not checked:
        return {}
    positive = next(iter(checked.values()))[0]
    resampled = resampled_models(
        positive,
        {model: score for model, (_, score) in checked.items()},
        n_resamples=n_resamples,
        seed=seed,
        alpha=alpha,
        test=test,
    )
    return {model: found.measures for model, found in resampled.items()}


@dataclass(frozen=True, eq=False)
class Resampled:
    """One model on every resample of its rows.

    Attributes
    ----------
    measures : dict of str to ndarray of float64, shape (n_resamples,)
        Those of `curve_measures`; NaN where a resample has no confident point and the measure needs one.
    tpr : ndarray of float64, shape (n_resamples, n_grid)
        True positive rate of each resample's curve at the rates of the grid.
    """

    measures: dict[str, Floats]
    tpr: Floats


def resampled_models(
    positive: NDArray[np.bool_],
    scores: Mapping[Model, Floats],
    *,
    n_resamples: int,
    seed: int | np.random.Generator,
    alpha: float,
    test: str,
    grid: Floats | None = None,
) -> dict[Model, Resampled]:
    """Measure models on the same resamples of their rows, and keep the resampled curves at some rates.

    Parameters
    ----------
    positive : ndarray of bool, shape (n,)
        The class of each row.
    scores : mapping of a model's name to ndarray of float64, shape (n,)
        Finite scores of the same rows.
    n_resamples, seed, alpha, test
        As in `paired_resamples`.
    grid : ndarray of float64, shape (n_grid,), optional
        Ascending false positive rates at which the true ones are wanted; by default none.

    Returns
    -------
    dict of the model's name to Resampled

    Raises
    ------
    InputError
        For a number of resamples or a seed out of range, and as in `confident_segment`.

    See Also
    --------
    paired_resamples : the same from labels of any kind, without the rates.
    bootstrap_tpr : true positive rates of one model whose rows are drawn by count.

    Notes
    -----
    A resample costs two running sums for each model. The confident set is looked for only where
    abs(fn - fp) is small enough to be confident under any of the tests. As fn - fp = n_pos - (rows predicted
    positive), this is one run of the sorted rows.
    """
    check_whole(n_resamples, "n_resamples")
    streams, rates = class_streams(seed), np.empty(0) if grid is None else grid
    sweeps = {model: _Sweep(positive, score, alpha, test, rates) for model, score in scores.items()}
    for counts in resampled_rows(positive, int(n_resamples), streams):
        for row in counts:
            for sweep in sweeps.values():
                sweep.take(row)
    return {model: sweep.result() for model, sweep in sweeps.items()}


class _Sweep:
    """The rows of one model in the order of their scores, and what resamples gave so far."""

    def __init__(
        self, positive: NDArray[np.bool_], score: Floats, alpha: float, test: str, grid: Floats
    ) -> None:
        self.sorted, self.alpha, self.test, self.grid = SortedRows(positive, score), alpha, test, grid
        self.curve = self.sorted.points
        z, n = two_sided_z(alpha), self.curve.n
        # Twice Tango's largest distance: the other tests' are smaller, or larger by little.
        self.reach = int(np.ceil(2 * z * np.sqrt(n) + 2 * z * z)) + 4
        self.rows: list[list[float]] = []
        self.tpr: list[Floats] = []

    def take(self, counts: Counts) -> None:
        """Measure one resample, given as counts of rows."""
        curve = self.curve
        both, tp = self.sorted.cumulated(counts)
        fp = both - tp
        if len(self.grid):
            self.tpr.append(height_at((fp / curve.n_neg, tp / curve.n_pos), self.grid, "top"))
        # Of a score none of whose rows was drawn, the resample knows nothing.
        present = np.diff(both, prepend=-1) > 0
        start, stop = np.searchsorted(both, [curve.n_pos - self.reach, curve.n_pos + self.reach + 1])
        kept = start + np.flatnonzero(present[start:stop])
        part = RocPoints(curve.threshold[kept], tp[kept], fp[kept], curve.n_pos, curve.n_neg)
        segment = confident_segment(part, alpha=self.alpha, test=self.test)
        area = twice_trapezoids(fp, tp) / (2 * curve.n_pos * curve.n_neg)
        self.rows.append([area, *segment_measures(segment, int(present.sum())).values()])

    def result(self) -> Resampled:
        columns = np.array(self.rows, dtype=np.float64).reshape(-1, len(MEASURES)).T
        return Resampled(dict(zip(MEASURES, columns, strict=True)), np.array(self.tpr))


def curve_measures(segment: ConfidentSegment) -> dict[str, float]:
    """Return the measures of a curve and of its confident points, named as in the tables.

    Parameters
    ----------
    segment : ConfidentSegment
        A whole curve with its confident points.

    Returns
    -------
    dict of str to float
        auc; n_points and n_confident, the numbers of points and of confident points; share_confident, their
        ratio; aved and aved_abs, NaN without a confident point; cauc_ with each of the readings;
        threshold_range and difference_range, how far the confident points' finite thresholds and their
        (fn - fp)/n spread, NaN without one.
    """
    return {"auc": roc_auc(segment.points), **segment_measures(segment, len(segment.points))}


def segment_measures(segment: ConfidentSegment, n_points: int) -> dict[str, float]:
    """Return the measures of a confident set, by the names in `MEASURES`; the curve has `n_points` points."""
    finite = segment.thresholds[np.isfinite(segment.thresholds)]
    difference = segment.points.difference[segment.mask]
    return {
        "n_points": n_points,
        "n_confident": segment.n_confident,
        "share_confident": segment.n_confident / n_points,
        "aved": segment.aved,
        "aved_abs": segment.aved_abs,
        **{name: segment.cauc(reading) for name, reading in zip(CAUC, READINGS, strict=True)},
        "threshold_range": _range(finite),
        "difference_range": _range(difference),
    }


def _range(values: Floats) -> float:
    """Return the greatest minus the least value, which may be too large for a double; NaN for none."""
    if len(values) == 0:
        return math.nan
    return float(values.max()) - float(values.min())


def percentiles(samples: Floats, alpha: float) -> tuple[float, float, int]:
    """Return the limits of the percentile interval of resampled values.

    Parameters
    ----------
    samples : ndarray of float64, shape (n_resamples,)
        NaN where a resample has no value; these are left out.
    alpha : float
        1 minus the level.

    Returns
    -------
    low, high : float
        NaN where no resample has a value.
    n_undefined : int
        The resamples without a value.
    """
    kept = samples[~np.isnan(samples)]
    if len(kept) == 0:
        return math.nan, math.nan, len(samples)
    low, high = np.quantile(kept, [alpha / 2, 1 - alpha / 2]).tolist()
    return low, high, len(samples) - len(kept)
