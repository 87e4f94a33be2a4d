"""Counts of both classes at every distinct score, at about the price of one sort."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import accumulate

import numpy as np
from numpy.typing import NDArray

from rocrepro.evaluation.threads import blocks, in_threads, shares

Bools = NDArray[np.bool_]
Floats = NDArray[np.float64]
Ints = NDArray[np.int64]
Keys = NDArray[np.uint64]

ONE = np.uint64(1)
_REST = np.uint64((1 << 63) - 1)
_SIGN = np.uint64(1 << 63)
_SAMPLE = 1001
"""Scores whose median halves the rows, so that two threads can sort."""


@dataclass(frozen=True, eq=False)
class _Packed:
    """Rows as whole numbers that rise as the score falls, the label in the lowest bit.

    Attributes
    ----------
    key : ndarray of uint64, shape (n,)
    first_below : int
        From here on scores are below 0.
    halves : list of ndarray of uint64
        Parts of `key`; no score of a part is above one of the part before.
    """

    key: Keys
    first_below: int
    halves: list[Keys]


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
    and the number of threads changes no count.
    """
    packed = _pack(positive, score)
    in_threads(np.ndarray.sort, packed.halves, len(score))
    end = np.empty(len(score), dtype=np.bool_)
    parts = shares(len(score))
    found = in_threads(lambda share: _mark_ends(packed, share, end), parts, len(score))
    # Where each share begins to write, and how many positive rows come before it.
    at, n_pos = (list(accumulate((n[i] for n in found), initial=start)) for i, start in ((0, 1), (1, 0)))
    threshold, tp, fp = np.empty(at[-1]), np.empty(at[-1], np.int64), np.empty(at[-1], np.int64)
    threshold[0], tp[0], fp[0] = np.inf, 0, 0
    curve = threshold.view(np.uint64), tp, fp
    before = int(np.count_nonzero(end[: packed.first_below])) + 1
    starts = list(zip(parts, at, n_pos, strict=False))
    in_threads(lambda start: _write(packed.key, end, curve, before, *start), starts, len(score))
    return threshold, tp, fp


def _pack(positive: Bools, score: Floats) -> _Packed:
    """Part the rows by sign, or at the median where one sign is all there is, and pack them."""
    parts, n = shares(len(score)), len(score)
    cut = 0.0
    counts = in_threads(lambda share: _count_below(score, share, cut), parts, n)
    first_below = n - sum(counts)
    if first_below in (0, n) and len(parts) > 1:
        cut = float(np.median(score[:: max(1, n // _SAMPLE)]))
        counts = in_threads(lambda share: _count_below(score, share, cut), parts, n)
    n_above = n - sum(counts)
    below = list(accumulate(counts, initial=n_above))
    above = [share.start - (start - n_above) for share, start in zip(parts, below, strict=False)]
    key = np.empty(n, dtype=np.uint64)

    def fill(share: slice, above: int, below: int) -> None:
        for block in blocks(share):
            part = score[block].view(np.uint64) << ONE
            part |= positive[block]
            under = score[block] < cut
            lower, upper = part.compress(under), part.compress(~under)
            if first_below == n:
                lower ^= ~ONE
            if first_below:
                upper ^= ~ONE
            key[below : below + len(lower)], key[above : above + len(upper)] = lower, upper
            below, above = below + len(lower), above + len(upper)

    in_threads(lambda part: fill(*part), list(zip(parts, above, below, strict=False)), n)
    return _Packed(key, first_below, [half for half in (key[:n_above], key[n_above:]) if len(half)])


def _count_below(score: Floats, share: slice, cut: float) -> int:
    """Return the rows of a share with a score below the cut."""
    return sum(int(np.count_nonzero(score[block] < cut)) for block in blocks(share))


def _mark_ends(packed: _Packed, share: slice, end: Bools) -> tuple[int, int]:
    """Mark the keys of a share that are the last of their score; return how many, and the positive rows."""
    key, n_pos = packed.key, 0
    for block in blocks(share):
        stop = min(block.stop, len(key) - 1)
        here = key[block.start : stop + 1]
        np.greater(here[1:] ^ here[:-1], ONE, out=end[block.start : stop])
        n_pos += int(np.count_nonzero(key[block] & ONE))
    for last in (packed.first_below - 1, len(key) - 1):  # keys on both sides of zero may look alike
        if share.start <= last < share.stop:
            end[last] = True
    return int(np.count_nonzero(end[share])), n_pos


def _write(
    key: Keys, end: Bools, curve: tuple[Keys, Ints, Ints], before: int, share: slice, at: int, n_pos: int
) -> None:
    """Write the points of a share from place `at` on; those from place `before` on have scores below 0."""
    threshold, tp, fp = curve
    for block in blocks(share):
        keys, last = key[block], np.flatnonzero(end[block])
        here = slice(at, at + len(last))
        bits = np.right_shift(keys.take(last), ONE, out=threshold[here])
        split = min(max(before - at, 0), len(last))
        bits[:split] ^= _REST
        bits[split:] |= _SIGN
        positives = np.cumsum((keys & ONE).view(np.int64))
        np.add(positives.take(last), n_pos, out=tp[here])
        np.subtract(last + (block.start + 1), tp[here], out=fp[here])
        at, n_pos = here.stop, n_pos + int(positives[-1])
