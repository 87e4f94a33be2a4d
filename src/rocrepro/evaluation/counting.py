"""Counts of both classes at every distinct score, at about the price of one sort."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Bools = NDArray[np.bool_]
Floats = NDArray[np.float64]
Ints = NDArray[np.int64]
Keys = NDArray[np.uint64]

ONE = np.uint64(1)
_BLOCK = 1 << 15
"""Keys that are worked on at a time, so that the temporary arrays stay in the processor's cache."""
_REST = np.uint64((1 << 63) - 1)
_SIGN = np.uint64(1 << 63)


def count_by_score(positive: Bools, score: Floats) -> tuple[Floats, Ints, Ints]:
    """Count the rows of each class at or above every distinct score.

    Parameters
    ----------
    positive : ndarray of bool, shape (n,)
    score : ndarray of float64, shape (n,)
        Finite and without -0.0.

    Returns
    -------
    threshold : ndarray of float64, shape (1 + n_distinct,)
        Infinity, then the distinct scores, descending.
    tp, fp : ndarray of int64, shape (1 + n_distinct,)
        Positive and negative rows with a score of at least the threshold.
    """
    parts = pack(positive, score)
    for key in parts:
        key.sort()
    ends = [_ends(key) for key in parts]
    n_points = 1 + sum(map(np.count_nonzero, ends))
    threshold, tp, fp = np.empty(n_points), np.empty(n_points, np.int64), np.empty(n_points, np.int64)
    threshold[0], tp[0], fp[0] = np.inf, 0, 0
    at, n_rows, n_pos = 1, 0, 0
    for key, end, low in zip(parts, ends, (False, True), strict=True):
        for start in range(0, len(key), _BLOCK):
            block = key[start : start + _BLOCK]
            last = np.flatnonzero(end[start : start + _BLOCK])
            here = slice(at, at + len(last))
            threshold[here] = scores_of(block.take(last) >> ONE, low=low)
            positives = np.cumsum((block & ONE).view(np.int64))
            np.add(positives.take(last), n_pos, out=tp[here])
            np.subtract(last + (n_rows + 1), tp[here], out=fp[here])
            at, n_rows, n_pos = here.stop, n_rows + len(block), n_pos + int(positives[-1])
    return threshold, tp, fp


def pack(positive: Bools, score: Floats) -> tuple[Keys, Keys]:
    """Pack each row into a whole number that rises as the score falls, with the label in its lowest bit.

    Parameters
    ----------
    positive : ndarray of bool, shape (n,)
    score : ndarray of float64, shape (n,)
        Finite and without -0.0.

    Returns
    -------
    high, low : ndarray of uint64
        The rows with scores from 0 and those with scores below 0, in the order given.

    Notes
    -----
    The bits of doubles of one sign, read as whole numbers, have the order of their magnitudes. The sign bit
    of each part is therefore free: shifting it out makes room for the label in the lowest bit, and one sort
    of whole numbers, which carries no index array along, orders scores and labels together. Nothing is
    rounded. The magnitude's bits are turned over where the score falls with the magnitude.
    """
    key = np.ascontiguousarray(score).view(np.uint64) << ONE
    key |= positive
    below = score < 0
    n_below = int(np.count_nonzero(below))
    if n_below == 0:
        high, low = key, key[:0]
    else:
        high, low = key.compress(~below), key.compress(below)
    high ^= ~ONE
    return high, low


def scores_of(key: Keys, *, low: bool) -> Floats:
    """Return the scores of keys whose label bit was shifted out."""
    return ((key | _SIGN) if low else (key ^ _REST)).view(np.float64)


def _ends(key: Keys) -> Bools:
    """Mark each of the sorted keys that is the last of its score."""
    ends = np.ones(len(key), dtype=np.bool_)
    for start in range(0, len(key) - 1, _BLOCK):
        part = key[start : start + _BLOCK + 1]
        np.greater(part[1:] ^ part[:-1], ONE, out=ends[start : start + len(part) - 1])
    return ends
