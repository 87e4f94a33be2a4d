"""Tests of equal error counts: whether zero is a plausible value of (fn - fp) / n.

A classifier's confusion matrix is read as a paired table: each row carries its actual class and its predicted
class. `fn` and `fp` are the discordant cells, so (fn - fp) / n is the share of rows that are positive
minus the share of rows that are predicted positive.
"""

from __future__ import annotations

from typing import Literal, get_args

import numpy as np
from numpy.typing import ArrayLike, NDArray

from rocrepro.errors import InputError
from rocrepro.evaluation.inputs import (
    check_counts,
    check_errors,
    check_option,
    check_probability,
    two_sided_z,
)

Test = Literal["tango", "mcnemar_exact", "wald", "newcombe"]
TESTS: tuple[str, ...] = get_args(Test)

Bools = NDArray[np.bool_]
Counts = NDArray[np.int64]
Floats = NDArray[np.float64]


def contains_zero(
    tp: ArrayLike, fn: ArrayLike, fp: ArrayLike, tn: ArrayLike, *, alpha: float = 0.05, test: str = "tango"
) -> Bools:
    """Return whether a test at level `alpha` finds no difference between `fn` and `fp`.

    Parameters
    ----------
    tp, fn, fp, tn : int or array-like of int
        Confusion matrices, of shapes that broadcast.
    alpha : float
        Significance level; 1 minus the confidence level of the interval.
    test : {"tango", "mcnemar_exact", "wald", "newcombe"}
        - tango: zero lies in Tango's score interval, which is |fn - fp| <= z sqrt(fn + fp).
        - mcnemar_exact: the exact two-sided McNemar p-value is above `alpha`.
        - wald: zero lies in the interval of `wald_interval`.
        - newcombe: zero lies in the interval of `newcombe_interval`, the only one that uses `tp` and `tn`.

    Returns
    -------
    ndarray of bool, of the broadcast shape
        True wherever fn = fp, under every test.

    Raises
    ------
    InputError
        For an unknown test, counts that are negative or no whole numbers, an empty table, or alpha outside
        (0, 1).

    Notes
    -----
    At delta = 0 the constrained estimate of Tango's variance is (fn + fp) / n, so that his statistic is
    McNemar's, (fn - fp)^2 / (fn + fp), and `n` drops out.

    References
    ----------
    Tango (1998), Statistics in Medicine 17:891-908; McNemar (1947), Psychometrika 12:153-157; Newcombe
    (1998), Statistics in Medicine 17:2635-2650, method 10.

    Examples
    --------
    >>> contains_zero(40, [10, 10], [10, 30], 50)
    array([ True, False])
    """
    check_test(test)
    check_probability(alpha, "alpha")
    tp, fn, fp, tn = _check_tables(tp, fn, fp, tn)
    if test == "tango":
        return np.asarray(np.abs(fn - fp) <= two_sided_z(alpha) * np.sqrt(fn + fp))
    if test == "mcnemar_exact":
        return np.asarray(mcnemar_exact_p(fn, fp) > alpha)
    if test == "wald":
        lower, upper = wald_interval(fn, fp, tp + fn + fp + tn, alpha=alpha)
    else:
        lower, upper = newcombe_interval(tp, fn, fp, tn, alpha=alpha)
    return np.asarray((lower <= 0) & (upper >= 0))


def check_test(test: str) -> None:
    """Raise InputError unless `test` names a confidence test."""
    check_option("test", test, TESTS)


def _check_tables(tp: ArrayLike, fn: ArrayLike, fp: ArrayLike, tn: ArrayLike) -> list[Counts]:
    counts = check_counts(tp=tp, fn=fn, fp=fp, tn=tn)
    if np.any(sum(counts) == 0):
        raise InputError("counts: found a table of zeros; expected at least one row")
    return counts


def mcnemar_exact_p(fn: ArrayLike, fp: ArrayLike) -> Floats:
    """Return the exact two-sided p-value of McNemar's test: twice the smaller binomial tail, at most 1.

    Given fn + fp errors, their split is binomial with share one half when there is no difference.

    Parameters
    ----------
    fn, fp : int or array-like of int
        The two error counts.

    Returns
    -------
    ndarray of float64, of the broadcast shape
        1 where there are no errors.
    """
    from scipy.special import betainc

    fn, fp = check_counts(fn=fn, fp=fp)
    low, high = np.minimum(fn, fp), np.maximum(fn, fp)
    # P(X <= low) for X ~ Binomial(low + high, 1/2) as an incomplete beta function; high = 0 is no errors.
    tail = betainc(np.maximum(high, 1), low + 1, 0.5)
    return np.where(high == 0, 1.0, np.minimum(1.0, 2 * tail))


def wald_interval(
    fn: ArrayLike, fp: ArrayLike, n: ArrayLike, *, alpha: float = 0.05
) -> tuple[Floats, Floats]:
    """Compute the normal interval of (fn - fp) / n with the unconstrained variance, clipped to [-1, 1].

    Parameters
    ----------
    fn, fp, n : int or array-like of int
        Error counts and number of rows.
    alpha : float
        1 minus the confidence level.

    Returns
    -------
    lower, upper : ndarray of float64, of the broadcast shape
        A point where the variance estimate is 0: at fn = fp = 0, and where all rows are one kind of error.
    """
    fn, fp, n = check_errors(fn, fp, n)
    difference = (fn - fp) / n
    variance = np.maximum((fn + fp) / n - difference**2, 0.0) / n
    half = two_sided_z(alpha) * np.sqrt(variance)
    return np.maximum(difference - half, -1.0), np.minimum(difference + half, 1.0)


def newcombe_interval(
    tp: ArrayLike, fn: ArrayLike, fp: ArrayLike, tn: ArrayLike, *, alpha: float = 0.05
) -> tuple[Floats, Floats]:
    """Compute the square-and-add interval of (fn - fp) / n from Wilson limits of the two margins.

    The margins are the share of positive rows, (tp + fn) / n, and the share predicted positive,
    (tp + fp) / n. Their Wilson limits are combined with the table's phi coefficient, whose numerator
    tp tn - fn fp is reduced by n / 2, but not below 0, when it is positive. Phi is 0 when a margin is empty.

    Parameters
    ----------
    tp, fn, fp, tn : int or array-like of int
        Confusion matrices; tp and tn are the concordant cells of the paired table.
    alpha : float
        1 minus the confidence level.

    Returns
    -------
    lower, upper : ndarray of float64, of the broadcast shape

    References
    ----------
    Newcombe (1998), Statistics in Medicine 17:2635-2650, method 10.
    """
    tp, fn, fp, tn = _check_tables(tp, fn, fp, tn)
    z = two_sided_z(alpha)
    n = tp + fn + fp + tn
    actual, predicted = (tp + fn) / n, (tp + fp) / n
    below_actual, above_actual = _wilson_distances(tp + fn, n, z)
    below_predicted, above_predicted = _wilson_distances(tp + fp, n, z)
    phi = _corrected_phi(tp, fn, fp, tn)
    lower = actual - predicted - _combine(below_actual, above_predicted, phi)
    upper = actual - predicted + _combine(above_actual, below_predicted, phi)
    return np.maximum(lower, -1.0), np.minimum(upper, 1.0)


def _combine(first: Floats, second: Floats, phi: Floats) -> Floats:
    # The sum is a quadratic form that is never negative; rounding can make it so.
    return np.sqrt(np.maximum(first**2 - 2 * phi * first * second + second**2, 0.0))


def _wilson_distances(count: Counts, n: Counts, z: float) -> tuple[Floats, Floats]:
    """Return the distances of Wilson's limits below and above the share count / n."""
    share = count / n
    middle = (2 * count + z**2) / (2 * (n + z**2))
    half = z * np.sqrt(z**2 + 4 * count * (1 - share)) / (2 * (n + z**2))
    return share - np.maximum(middle - half, 0.0), np.minimum(middle + half, 1.0) - share


def _corrected_phi(tp: Counts, fn: Counts, fp: Counts, tn: Counts) -> Floats:
    """Phi coefficient of the paired table with Newcombe's continuity correction."""
    cross = tp * tn - fn * fp
    cross = np.where(cross > 0, np.maximum(cross - (tp + fn + fp + tn) / 2, 0.0), cross)
    margins = np.sqrt((tp + fn) * 1.0 * (fp + tn)) * np.sqrt((tp + fp) * 1.0 * (fn + tn))
    return np.where(margins > 0, cross / np.where(margins > 0, margins, 1.0), 0.0)
