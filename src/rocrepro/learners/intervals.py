"""Probabilities of Gaussian intervals, for numbers that were rounded."""

from __future__ import annotations

import numpy as np


def mean_gap(values: np.ndarray, default: float) -> float:
    """Return the mean difference of neighbouring distinct values.

    Parameters
    ----------
    values : ndarray of float, shape (n,)
        Finite; may be empty.
    default : float
        Returned when there are fewer than two distinct values.

    Returns
    -------
    float
        (largest - smallest) / (number of distinct values - 1); positive.
    """
    distinct = np.unique(values)
    if len(distinct) < 2:
        return default
    gap = float((distinct[-1] - distinct[0]) / (len(distinct) - 1))
    return gap if 0 < gap < np.inf else default


def round_to(values: np.ndarray, precision: float) -> np.ndarray:
    """Return the nearest multiple of `precision`; halves go to the even multiple."""
    return np.rint(values / precision) * precision


def log_probability(x: np.ndarray, mean: np.ndarray, sigma: np.ndarray, width: float) -> np.ndarray:
    """Return the log probability of [x - width/2, x + width/2] under a Gaussian, accurate in both tails.

    Parameters
    ----------
    x, mean : ndarray of float, broadcastable
        Finite.
    sigma : ndarray of float, broadcastable
        Standard deviation; positive.
    width : float
        Width of the interval; positive.

    Returns
    -------
    ndarray of float
        At most 0; -inf or NaN where even the logarithm is out of range (beyond 1e154 deviations).
    """
    from scipy.special import log_ndtr

    with np.errstate(over="ignore", invalid="ignore", divide="ignore"):
        # By symmetry the interval may be taken left of the mean, where log Phi has full precision.
        centre = -np.abs(x - mean)
        upper, lower = log_ndtr((centre + width / 2) / sigma), log_ndtr((centre - width / 2) / sigma)
        gap = upper - lower
        # log(1 - exp(-gap)), each form where it is accurate.
        rest = np.where(gap < np.log(2), np.log(-np.expm1(-gap)), np.log1p(-np.exp(-gap)))
        result: np.ndarray = upper + rest
    return result


def log_difference(x: np.ndarray, mean: np.ndarray, sigma: np.ndarray, width: float) -> np.ndarray:
    """Return the same log probability by plain subtraction of two values of Phi.

    Parameters
    ----------
    x, mean, sigma, width
        As in `log_probability`.

    Returns
    -------
    ndarray of float
        -inf wherever both ends round to the same value of Phi: from about 8 deviations above the mean, and
        from about 38 below it.
    """
    from scipy.special import ndtr

    with np.errstate(over="ignore", invalid="ignore", divide="ignore"):
        upper, lower = ndtr((x - mean + width / 2) / sigma), ndtr((x - mean - width / 2) / sigma)
        result: np.ndarray = np.log(upper - lower)
    return result
