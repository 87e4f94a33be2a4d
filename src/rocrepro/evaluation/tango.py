"""Tango's score interval for the difference of two error rates measured on the same rows."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from rocrepro.evaluation.inputs import check_errors, two_sided_z

Floats = NDArray[np.float64]

_BLOCK = 32768  # counts solved together: their arrays stay near the processor
_STEP = 4 * np.finfo(np.float64).eps  # relative to the root: the last step of a solution
_SECANTS = 20
_MOST_STEPS = 200


def tango_interval(fn: ArrayLike, fp: ArrayLike, n: ArrayLike, *, alpha: float = 0.05) -> tuple[Any, Any]:
    """Return Tango's score interval of the error difference (fn - fp) / n.

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

    See Also
    --------
    confident_segment : the points whose interval holds zero.
    tango_strip : the interval in ROC space.
    confidence_coverage : how often the interval holds the true difference.

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
    inside = np.flatnonzero((fn + fp > 0) & (fn < n) & (fp < n))
    if len(inside):
        limit.put(inside, _upper_root(fn.take(inside), fp.take(inside), n.take(inside), z))
    return limit


def _upper_root(fn: NDArray[np.int64], fp: NDArray[np.int64], n: NDArray[np.int64], z: float) -> Floats:
    """Upper limit off the edges, where the statistic is continuous and its variance at d is above 0."""
    root = np.empty(len(n))
    for start in range(0, len(n), _BLOCK):
        block = slice(start, start + _BLOCK)
        root[block] = _block_root(fn[block], fp[block], n[block], z)
    return root


def _block_root(fn: NDArray[np.int64], fp: NDArray[np.int64], n: NDArray[np.int64], z: float) -> Floats:
    """Upper limits of one block, parted by their sign: each part has one form of the variance."""
    d = (fn - fp) / n
    # 1 - d and 1 + d from the counts: no digits lost near the ends.
    ends = (n - fn + fp) / n, (n + fn - fp) / n
    shares = fp / n, fn / n, (n - fn - fp) / n
    scale = z / np.sqrt(n)
    root = np.empty_like(d)
    # Below 0 the limit of d < 0 when 0 is outside the interval: T(0) = (fn - fp)^2 / (fn + fp).
    above = (d >= 0) | (fp - fn < z * np.sqrt(fn + fp))
    for sign, part in ((1, np.flatnonzero(above)), (-1, np.flatnonzero(~above))):
        if len(part):
            own, other = (shares[0], shares[1]) if sign > 0 else (shares[1], shares[0])
            args = [arg.take(part) for arg in (d, *ends, own, other, shares[2], scale)]
            crossing = np.maximum(-args[0], 0.0)  # where delta is 0
            bracket = (crossing, args[1]) if sign > 0 else (np.zeros_like(crossing), crossing)
            root[part] = args[0] + _bracketed_root(_Excess(sign, *args), *bracket)
    return np.minimum(root, 1.0)


class _Excess:
    """Distance x from d minus z standard errors at delta = d + x: it has the sign of T - z^2.

    The counts come as shares of n. The smaller of q12 and q21 solves 2 q^2 + w q - own e (1 - e) = 0, where
    e = |delta| and `own` is the share observed in its cell. Written for |delta|, with w expanded around d
    and the root in its conjugate form where w > 0, no other sum has terms of both signs.

    Half of w and twice `own` are kept: the root is then (sqrt((w/2)^2 + 2 own e (1 - e)) - w/2) / 2, and no
    factor is left inside. Doubling and halving round nothing.

    Parameters
    ----------
    sign : {1, -1}
        Sign of delta.
    d, to_end, to_start : ndarray
        (fn - fp) / n, 1 - d and 1 + d.
    own, other, rest : ndarray
        Shares of the smaller cell's errors, of the other's, and of rows without error.
    scale : ndarray
        z / sqrt(n).
    """

    def __init__(
        self,
        sign: int,
        d: Floats,
        to_end: Floats,
        to_start: Floats,
        own: Floats,
        other: Floats,
        rest: Floats,
        scale: Floats,
    ) -> None:
        self.sign = sign
        half_constant = (rest * (other - 3 * own) - 4 * own**2) / 2
        half_slope = (2 * sign - d) / 2
        self.arrays: tuple[Floats, ...] = (d, to_end, to_start, 2 * own, scale, half_constant, half_slope)
        self.room = np.empty((5, len(d)))

    def only(self, kept: NDArray[np.intp]) -> _Excess:
        """Return the excess of some of the counts only."""
        part = object.__new__(_Excess)
        part.sign, part.arrays = self.sign, tuple(array.take(kept) for array in self.arrays)
        part.room = np.empty((5, len(part.arrays[0])))
        return part

    def __call__(self, x: Floats) -> Floats:
        d, to_end, to_start, twice_own, scale, half_constant, half_slope = self.arrays
        # Every step writes into room that is there: at this size a new array costs as much as a sum.
        e, e_left, e_right, half_w, q = self.room
        np.add(d, x, out=e)
        if self.sign > 0:
            np.subtract(to_end, x, out=e_left)
            np.add(to_start, x, out=e_right)
        else:
            np.negative(e, out=e)
            np.add(to_start, x, out=e_left)
            np.subtract(to_end, x, out=e_right)
        np.multiply(half_slope, x, out=half_w)
        half_w += half_constant
        product = np.multiply(twice_own, e)
        product *= e_left
        np.multiply(half_w, half_w, out=q)
        q += product
        np.sqrt(q, out=q)
        positive = half_w > 0
        np.abs(half_w, out=half_w)
        q += half_w
        with np.errstate(divide="ignore", invalid="ignore"):
            np.divide(product, q, out=product)
        q = np.where(positive, product, q)
        q *= 0.5
        e += q
        e *= e_left
        q *= e_right
        e += q
        np.sqrt(e, out=e)
        e *= scale
        excess: Floats = x - e
        return excess


def _bracketed_root(excess: _Excess, low: Floats, high: Floats) -> Floats:
    """Root between `low`, where `excess` is not above 0, and `high`, where it is not below.

    Secants, kept inside the bracket that every value narrows: where one would leave it, or too many were
    drawn, the bracket is halved, so that each root is found in the end. What has converged is set aside.
    """
    before, value_before = low, excess(low)
    x = np.clip(low - value_before, low, low + (high - low) / 2)  # z standard errors at the lower end
    root, open_ = x, np.arange(len(x))
    for count in range(_MOST_STEPS):
        value = excess(x)
        below = value < 0
        low, high = np.where(below, x, low), np.where(below, high, x)
        with np.errstate(divide="ignore", invalid="ignore"):
            after = x - value * ((x - before) / (value - value_before))
        leaves = ~((after > low) & (after < high))
        if count > _SECANTS and count % 2:
            leaves[:] = True
        if leaves.any():
            after = np.where(leaves, low + (high - low) / 2, after)
            after = np.where(value == 0, x, after)
        if len(open_) == len(root):
            root = after
        else:
            root.put(open_, after)
        moved = np.flatnonzero(np.abs(after - x) > _STEP * x)
        before, value_before, x = x, value, after
        if len(moved) == 0:
            break
        if 2 * len(moved) < len(x):
            excess, open_ = excess.only(moved), open_.take(moved)
            low, high, before, value_before, x = (
                array.take(moved) for array in (low, high, before, value_before, x)
            )
    return root
