"""Tango's score interval for the difference of two error rates measured on the same rows."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from rocrepro.evaluation.inputs import check_errors, two_sided_z

Floats = NDArray[np.float64]


def tango_interval(fn: ArrayLike, fp: ArrayLike, n: ArrayLike, *, alpha: float = 0.05) -> tuple[Any, Any]:
    """Score interval for (fn - fp) / n.

    A difference delta lies in the interval when the score statistic

        T(delta) = (delta - d)^2 / (V(delta) / n),  d = (fn - fp) / n

    is at most z^2. V is the variance q12 + q21 - delta^2 of one row's error difference, with q12 and q21 the
    most likely shares of false negatives and false positives given q12 - q21 = delta.

    Parameters
    ----------
    fn, fp : int or array-like of int
        False negatives and false positives.
    n : int or array-like of int
        Number of rows, at least 1 and at least fn + fp.
    alpha : float
        1 minus the confidence level.

    Returns
    -------
    lower, upper : float64, or ndarray of the broadcast shape
        -1 <= lower <= (fn - fp) / n <= upper <= 1. Swapping `fn` and `fp` negates and swaps them exactly.

    Raises
    ------
    InputError
        For counts that are negative or no whole numbers, n < max(1, fn + fp), or alpha outside (0, 1).

    Notes
    -----
    Closed forms at the edges: fn = fp = 0 gives -+z^2 / (n + z^2); fn = n gives [(n - z^2) / (n + z^2), 1],
    and fp = n its mirror image.

    Elsewhere each limit is the only root of T = z^2 on its side of d. With l(delta) the log-likelihood
    maximised under q12 - q21 = delta, the equations of that maximum give l'(delta) V = n (d - delta), so
    that T = (d - delta) l'(delta). As l is concave with its maximum at d, neither factor shrinks in size
    away from d and the first one grows, so T rises from 0. It has no bound as delta goes to the end,
    where V goes to 0. Hence d and the end bracket the root.

    References
    ----------
    Tango (1998), Statistics in Medicine 17:891-908; Elazmeh, Japkowicz & Matwin (2006), equations 1 and 2.

    Examples
    --------
    >>> lower, upper = tango_interval(9, 3, 32)
    >>> round(float(lower), 3), round(float(upper), 3)
    (-0.027, 0.39)
    """
    fn, fp, n = check_errors(fn, fp, n)
    z = two_sided_z(alpha)
    upper = _upper_limit(fn, fp, n, z)
    lower = 0.0 - _upper_limit(fp, fn, n, z)
    return lower[()], upper[()]


def _upper_limit(fn: NDArray[np.int64], fp: NDArray[np.int64], n: NDArray[np.int64], z: float) -> Floats:
    """Upper limit for counts of one shape."""
    limit = np.where(fn == n, 1.0, (z * z - n) / (n + z * z))  # of use where fn = n or fp = n
    limit = np.where(fn + fp == 0, z * z / (n + z * z), limit)
    inside = (fn + fp > 0) & (fn < n) & (fp < n)
    if inside.any():
        limit[inside] = _upper_root(fn[inside], fp[inside], n[inside], z)
    return limit


def _upper_root(fn: NDArray[np.int64], fp: NDArray[np.int64], n: NDArray[np.int64], z: float) -> Floats:
    """Upper limit off the edges, where the statistic is continuous and its variance at d is above 0."""
    from scipy.optimize.elementwise import find_root

    d = (fn - fp) / n
    to_end = (n - fn + fp) / n  # 1 - d and 1 + d from the counts: no digits lost near the ends
    args = (d, to_end, (n + fn - fp) / n, fn / n, fp / n, (n - fn - fp) / n, z / np.sqrt(n))
    root = find_root(_excess, (np.zeros_like(d), to_end), args=args)
    return np.minimum(d + np.asarray(root.x, dtype=np.float64), 1.0)


def _excess(
    x: Floats,
    d: Floats,
    to_end: Floats,
    to_start: Floats,
    fn: Floats,
    fp: Floats,
    rest: Floats,
    scale: Floats,
) -> Floats:
    """Distance x from d minus z standard errors at delta = d + x: it has the sign of T - z^2.

    The counts come as shares of n. The smaller of q12 and q21 solves 2 q^2 + w q - own e (1 - e) = 0, where
    e = |delta| and `own` is the share observed in its cell. Written for |delta|, with w expanded around d
    and the root in its conjugate form where w > 0, no other sum has terms of both signs.
    """
    negative = d + x < 0
    own, other = np.where(negative, fn, fp), np.where(negative, fp, fn)
    e = np.abs(d + x)
    e_left = np.where(negative, to_start + x, to_end - x)  # 1 - e
    e_right = np.where(negative, to_end - x, to_start + x)  # 1 + e
    w = rest * (other - 3 * own) - 4 * own**2 + np.where(negative, -2 - d, 2 - d) * x
    product = own * e * e_left
    root = np.sqrt(w**2 + 8 * product)
    q = np.where(w > 0, 2 * product / np.where(w > 0, root + w, 1.0), (root - w) / 4)
    variance: Floats = (q + e) * e_left + q * e_right
    excess: Floats = x - scale * np.sqrt(variance)
    return excess
