"""Calibration in bins: the share of positive rows among those with similar probabilities."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from rocrepro.evaluation.inputs import check_option, check_probability, check_whole
from rocrepro.evaluation.midpoint import check_probabilities
from rocrepro.evaluation.wilson import wilson_limits

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

STRATEGIES = ("quantile", "uniform")
"""Kinds of bins: as many rows in each as ties allow, or equally wide from 0 to 1."""


class UndefinedCalibrationWarning(UserWarning):
    """A measure of probabilities cannot be computed from these rows and is NaN."""


@dataclass(frozen=True, eq=False)
class CalibrationCurve:
    """Mean probability and share of positive rows in bins; arrays have one value for each bin with rows.

    Attributes
    ----------
    predicted : ndarray of float64, shape (n_bins,)
        Mean probability of the rows of each bin, ascending.
    observed : ndarray of float64, shape (n_bins,)
        Share of positive rows.
    low, high : ndarray of float64, shape (n_bins,)
        Wilson's interval of that share.
    count : ndarray of int64, shape (n_bins,)
        Rows of each bin.
    edges : ndarray of float64, shape (n_bins, 2)
        A bin's probabilities lie above the first and up to the second; in the lowest bin from the first on.
    level : float
        Of the intervals.

    See Also
    --------
    calibration_curve
    """

    predicted: Floats
    observed: Floats
    low: Floats
    high: Floats
    count: Ints
    edges: Floats
    level: float

    @property
    def error(self) -> float:
        """Mean of abs(observed - predicted), bins weighted by their rows: the expected calibration error."""
        return float(np.dot(self.count, np.abs(self.observed - self.predicted)) / self.count.sum())


def calibration_curve(
    y_true: ArrayLike,
    y_prob: ArrayLike,
    *,
    n_bins: int = 10,
    strategy: str = "quantile",
    alpha: float = 0.05,
    pos_label: Any = None,
) -> CalibrationCurve:
    """Compare the mean probability in bins with the share of positive rows there.

    Parameters
    ----------
    y_true : array-like, shape (n,)
        Labels as in `roc_points`.
    y_prob : array-like of float, shape (n,)
        Probabilities of the positive class, from 0 to 1.
    n_bins : int
        Number of bins, at least 1. Bins without rows are left out, so that there may be fewer.
    strategy : {"quantile", "uniform"}
        "quantile" puts the same number of rows into each bin as far as ties allow, "uniform" makes bins of
        the same width from 0 to 1.
    alpha : float
        1 minus the level of the intervals.
    pos_label : optional
        The positive class as in `roc_points`.

    Returns
    -------
    CalibrationCurve

    Raises
    ------
    InputError
        As in `roc_points`, for a score outside 0 to 1, and for bins or a level out of range.

    See Also
    --------
    smooth_calibration : the same without bins.
    expected_calibration_error : one number of the curve.
    recalibration : intercept and slope.
    rocrepro.display.CalibrationCurveDisplay : draws the curve.
    brier_score : one number for ranking and calibration together.

    Notes
    -----
    The bins are those of `sklearn.calibration.calibration_curve`: a probability on an edge belongs to the
    lower bin. The interval is about the share of positive rows in a bin, and not about the line from one bin
    to the next.

    References
    ----------
    Niculescu-Mizil & Caruana (2005), ICML, pp. 625-632; Wilson (1927), Journal of the American Statistical
    Association 22:209-212.

    Examples
    --------
    >>> curve = calibration_curve([0, 0, 1, 0, 1, 1], [0.1, 0.2, 0.3, 0.6, 0.7, 0.8], n_bins=2)
    >>> curve.predicted.round(3).tolist(), curve.observed.round(3).tolist(), curve.count.tolist()
    ([0.2, 0.7], [0.333, 0.667], [3, 3])
    """
    positive, score = check_probabilities(y_true, y_prob, pos_label)
    level = 1 - check_probability(alpha, "alpha")
    edges = bin_edges(score, n_bins, strategy)
    of, size = bins_of(score, edges), len(edges) - 1
    count = np.bincount(of, minlength=size)
    kept = np.flatnonzero(count)
    n_pos = np.bincount(of[positive], minlength=size)[kept]
    low, high = wilson_limits(n_pos, count[kept], level=level)
    return CalibrationCurve(
        predicted=np.bincount(of, weights=score, minlength=size)[kept] / count[kept],
        observed=n_pos / count[kept],
        low=low,
        high=high,
        count=count[kept],
        edges=np.column_stack([edges[:-1], edges[1:]])[kept],
        level=level,
    )


def expected_calibration_error(
    y_true: ArrayLike,
    y_prob: ArrayLike,
    *,
    n_bins: int = 10,
    strategy: str = "quantile",
    pos_label: Any = None,
) -> float:
    """Return the mean distance of probabilities from the shares that they predict, in bins.

    Parameters
    ----------
    y_true, y_prob, n_bins, strategy, pos_label
        As in `calibration_curve`. The value depends on the number and kind of the bins: say both with it.

    Returns
    -------
    float
        From 0 to 1.

    Raises
    ------
    InputError
        As in `calibration_curve`.

    See Also
    --------
    smooth_calibration : the same distance without bins.
    calibration_distances : the value with an interval.
    calibration_curve : the bins that it sums up.

    Notes
    -----
    The sum over bins of count / n times abs(observed - predicted). Calibrated probabilities have
    a value above 0 all the same, as the shares of bins scatter: the fewer rows a bin has, the larger it is.

    References
    ----------
    Naeini, Cooper & Hauskrecht (2015), AAAI, pp. 2901-2907; Nixon et al. (2019), CVPR Workshops (quantile
    bins).

    Examples
    --------
    >>> y, p = [0, 0, 1, 0, 1, 1], [0.1, 0.2, 0.3, 0.6, 0.7, 0.8]
    >>> round(expected_calibration_error(y, p, n_bins=2), 4)
    0.0833
    """
    return calibration_curve(y_true, y_prob, n_bins=n_bins, strategy=strategy, pos_label=pos_label).error


def bin_edges(score: Floats, n_bins: int, strategy: str) -> Floats:
    """Return the edges of bins, shape (n_bins + 1,), ascending; those of quantiles may repeat.

    Raises
    ------
    InputError
        For a number of bins below 1 or no whole number, and for an unknown strategy.
    """
    check_option("strategy", strategy, STRATEGIES)
    check_whole(n_bins, "n_bins")
    steps = np.linspace(0, 1, int(n_bins) + 1)
    return steps if strategy == "uniform" else np.quantile(score, steps)


def bins_of(score: Floats, edges: Floats) -> Ints:
    """Return the number of each score's bin, from 0; a score on an edge belongs to the lower one."""
    return np.searchsorted(edges[1:-1], score).astype(np.int64)
