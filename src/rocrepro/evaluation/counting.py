"""Counts of both classes at every distinct score, at about the price of one sort."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Ints = NDArray[np.int64]
Keys = NDArray[np.uint64]

_SIGN = np.uint64(1 << 63)
_ONE = np.uint64(1)


def count_by_score(
    positive: NDArray[np.bool_], score: NDArray[np.float64]
) -> tuple[NDArray[np.float64], Ints, Ints]:
    """Rows of each class at or above every distinct score.

    Parameters
    ----------
    positive : ndarray of bool, shape (n,)
    score : ndarray of float64, shape (n,)
        Finite and without -0.0.

    Returns
    -------
    threshold : ndarray of float64, shape (n_distinct,)
        The distinct scores, descending.
    tp, fp : ndarray of int64, shape (n_distinct,)
        Positive and negative rows with a score of at least the threshold.

    Notes
    -----
    The bits of doubles of one sign, read as whole numbers, have the order of their magnitudes. The sign bit
    of each part is therefore free: shifting it out makes room for the label in the lowest bit, and one sort
    of whole numbers, which carries no index array along, orders scores and labels together. Nothing is
    rounded.
    """
    key = np.ascontiguousarray(score).view(np.uint64) << _ONE
    key |= positive
    below = score < 0
    n_below = int(np.count_nonzero(below))
    first_below = len(key) - n_below
    if n_below == 0:
        key.sort()
        key = key[::-1]
    else:
        low, high = key.compress(below), key.compress(~below)
        low.sort()  # rising magnitude: falling score
        high.sort()
        key = np.concatenate([high[::-1], low], out=key)
    # Keys of one score differ in the label's bit at most; without their signs, so do those of x and -x.
    ends = (key[1:] ^ key[:-1]) > _ONE
    if 0 < n_below < len(key):
        ends[first_below - 1] = True
    last = np.append(np.flatnonzero(ends), len(key) - 1)
    label = (key & _ONE).view(np.int64)
    tp = np.cumsum(label, out=label).take(last)
    bits = key.take(last) >> _ONE
    if n_below:
        bits[np.searchsorted(last, first_below) :] |= _SIGN
    return bits.view(np.float64), tp, 1 + last - tp
