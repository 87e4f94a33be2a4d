"""Counts of both classes at every distinct score, at about the price of one sort."""

from __future__ import annotations

from functools import partial
from itertools import accumulate
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from rocrepro.evaluation.threads import blocks, in_shares, in_threads, shares

Bools = NDArray[np.bool_]
Floats = NDArray[np.float64]
Ints = NDArray[np.int64]
Keys = NDArray[np.uint64]

ONE = np.uint64(1)
_REST = np.uint64((1 << 63) - 1)
_SIGN = np.uint64(1 << 63)
_FEW = 1 << 13
"""Up to this number of rows, NumPy's fixed cost per step exceeds the time of the sort."""
_SAMPLE = 1001
"""Scores whose median halves the rows, so that two threads can sort."""


class _Parted(NamedTuple):
    """Score that parts the rows, number of scores from 0 on, and number of scores below the cut."""

    cut: float
    n_high: int
    n_below: int


def count_by_score(positive: Bools, score: Floats) -> tuple[Floats, Ints, Ints]:
    """Return the rows of each class at or above every distinct score.

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

    Notes
    -----
    The bits of doubles of one sign, read as whole numbers, have the order of their magnitudes. So rows are
    parted by the sign of the score, the sign bit is shifted out to make room for the label, and one sort of
    whole numbers, which carries no index array along, orders scores and labels together. Nothing is rounded,
    and the number of threads changes no count. Few rows are counted by a sorted index, which takes fewer
    steps.
    """
    n = len(score)
    if n <= _FEW:
        return _by_index(positive, score)
    n_below = in_shares(n, partial(_count_below, score, 0.0))
    n_high, cut = n - sum(n_below), 0.0
    if n_high in (0, n) and len(n_below) > 1:  # one sign: let the median halve the rows
        sample = np.sort(score[:: max(1, n // _SAMPLE)])
        cut = float(sample[len(sample) // 2])
        n_below = in_shares(n, partial(_count_below, score, cut))
    key = np.empty(n, dtype=np.uint64)
    below = list(accumulate(n_below, initial=n - sum(n_below)))
    above = [share.start + below[0] - start for share, start in zip(shares(n), below, strict=False)]
    parted = _Parted(cut, n_high, below[-1] - below[0])
    in_shares(n, partial(_pack, positive, score, key, parted), above, below)
    in_threads(n, np.ndarray.sort, [half for half in (key[: below[0]], key[below[0] :]) if len(half)])
    end = np.empty(n, dtype=np.bool_)
    found = in_shares(n, partial(_mark_ends, key, end, n_high))
    at = list(accumulate((n_ends for n_ends, _ in found), initial=1))
    n_pos = list(accumulate((n_pos for _, n_pos in found), initial=0))
    threshold, tp, fp = np.empty(at[-1]), np.empty(at[-1], np.int64), np.empty(at[-1], np.int64)
    threshold[0], tp[0], fp[0] = np.inf, 0, 0
    curve = threshold.view(np.uint64), tp, fp
    in_shares(n, partial(_write, key, end, curve), at[:-1], n_pos[:-1])
    first_low = 1 + int(np.count_nonzero(end[:n_high]))
    curve[0][1:first_low] ^= _REST
    curve[0][first_low:] |= _SIGN
    return threshold, tp, fp


def _by_index(positive: Bools, score: Floats) -> tuple[Floats, Ints, Ints]:
    """Count as `count_by_score` does, by an index that sorts the rows."""
    order = np.argsort(score)[::-1]
    ordered = score.take(order)
    last = np.append(np.flatnonzero(ordered[1:] != ordered[:-1]), len(score) - 1)
    tp = np.append(0, positive.take(order).cumsum().take(last))
    return np.append(np.inf, ordered.take(last)), tp, np.append(0, last + 1) - tp


def _count_below(score: Floats, cut: float, share: slice) -> int:
    """Return the rows of a share with a score below the cut."""
    return sum(int(np.count_nonzero(score[block] < cut)) for block in blocks(share))


def _pack(
    positive: Bools, score: Floats, key: Keys, parted: _Parted, share: slice, above: int, below: int
) -> None:
    """Pack the rows of a share: those from the cut on into the place `above`, the others into `below`.

    A key rises as the score falls, with the label in its lowest bit. Bits of the magnitude are turned over
    where the score falls with the magnitude, from 0 on.
    """
    for block in blocks(share):
        part = score[block].view(np.uint64) << ONE
        part |= positive[block]
        if parted.n_below in (0, len(score)):
            key[block] = part ^ ~ONE if parted.n_high else part
            continue
        under = score[block] < parted.cut
        upper, lower = part.compress(~under), part.compress(under)
        if parted.n_high:
            upper ^= ~ONE
        if parted.n_high == len(score):
            lower ^= ~ONE
        key[above : above + len(upper)], key[below : below + len(lower)] = upper, lower
        above, below = above + len(upper), below + len(lower)


def _mark_ends(key: Keys, end: Bools, n_high: int, share: slice) -> tuple[int, int]:
    """Mark the keys of a share that are the last of their score; return how many, and the positive rows."""
    n_pos = 0
    for block in blocks(share):
        keys, after = key[block], key[block.start + 1 : block.stop + 1]
        np.greater(keys[: len(after)] ^ after, ONE, out=end[block][: len(after)])
        n_pos += int(np.count_nonzero(keys & ONE))
    for last in (n_high - 1, len(key) - 1):  # keys on both sides of zero may look alike
        if share.start <= last < share.stop:
            end[last] = True
    return int(np.count_nonzero(end[share])), n_pos


def _write(key: Keys, end: Bools, curve: tuple[Keys, Ints, Ints], share: slice, at: int, n_pos: int) -> None:
    """Write the points of a share from place `at` on, after `n_pos` positive rows; scores as packed."""
    threshold, tp, fp = curve
    for block in blocks(share):
        keys, last = key[block], np.flatnonzero(end[block])
        here = slice(at, at + len(last))
        np.right_shift(keys.take(last), ONE, out=threshold[here])
        positives = np.cumsum((keys & ONE).view(np.int64))
        np.add(positives.take(last), n_pos, out=tp[here])
        np.subtract(last + (block.start + 1), tp[here], out=fp[here])
        at, n_pos = here.stop, n_pos + int(positives[-1])
