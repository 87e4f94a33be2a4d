"""A ROC curve of more points than memory holds, in blocks of points."""

from __future__ import annotations

import math
from collections.abc import Generator, Iterator
from dataclasses import dataclass
from itertools import chain

import numpy as np
from numpy.typing import NDArray

from rocrepro.assess.large_keys import Keys, Sorter, Spool
from rocrepro.evaluation import RocPoints
from rocrepro.evaluation.counting import ONE, pack, scores_of

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

LEAF = 1 << 20
"""Numbers that are added up at a time; at least 128, which numpy adds up without halving."""


@dataclass(eq=False)
class LargeCurve:
    """The ROC curve of one model, from sorted keys on disk.

    Attributes
    ----------
    high, low : Sorter
        Keys of the scores from 0, and of those below.
    n_pos, n_neg : int
        Number of positive and negative rows.
    probabilities : bool
        Whether all scores lie from 0 to 1.
    """

    high: Sorter
    low: Sorter
    n_pos: int = 0
    n_neg: int = 0
    probabilities: bool = True

    @classmethod
    def empty(cls, spool: Spool) -> LargeCurve:
        """A curve that waits for rows."""
        return cls(Sorter(spool), Sorter(spool))

    def add(self, positive: NDArray[np.bool_], score: Floats) -> None:
        """Take more rows: classes and finite scores without -0.0."""
        for sorter, keys in zip((self.high, self.low), pack(positive, score), strict=True):
            sorter.add(keys)
        n_pos = int(np.count_nonzero(positive))
        self.n_pos += n_pos
        self.n_neg += len(positive) - n_pos
        self.probabilities &= bool(((score >= 0) & (score <= 1)).all())

    @property
    def held(self) -> int:
        """Rows in memory."""
        return self.high.size + self.low.size

    def spill(self) -> None:
        """Write the rows in memory to disk."""
        self.high.spill()
        self.low.spill()

    def merge(self) -> None:
        """Sort all rows: `blocks` and `midpoint` follow."""
        self.high.merge()
        self.low.merge()

    def midpoint(self) -> float:
        """`rocrepro.evaluation.midpoint.score_midpoint` of scores from 0 to 1, to the last bit."""
        scores = (scores_of(key >> ONE, low=False) for key in self.high.blocks())
        return math.fsum(chain.from_iterable(block.tolist() for block in scores)) / (2 * self.n_pos)

    def blocks(self) -> Iterator[RocPoints]:
        """Successive parts of the curve.

        Yields
        ------
        RocPoints
            With the class sizes of the whole curve. The first begins with the all-negative point, and each
            other one with the last point of the part before.
        """
        last = np.array([math.inf]), np.array([0]), np.array([0])
        for part in self._counts():
            columns = [np.concatenate([end, column]) for end, column in zip(last, part, strict=True)]
            last = columns[0][-1:], columns[1][-1:], columns[2][-1:]
            yield RocPoints(columns[0], columns[1], columns[2], self.n_pos, self.n_neg)

    def _counts(self) -> Iterator[tuple[Floats, Ints, Ints]]:
        """Threshold, tp and fp of every distinct score, descending, in blocks that are not empty."""
        rows, positive = 0, 0
        for sorter in (self.high, self.low):
            waiting: Keys = np.empty(0, dtype=np.uint64)  # a score that may go on in the next block
            for key in sorter.blocks():
                ends = np.flatnonzero((key[1:] ^ key[:-1]) > ONE)
                n_positive = positive + np.cumsum(key & ONE, dtype=np.int64)
                score, tp, n = key[ends] >> ONE, n_positive[ends], rows + 1 + ends
                if len(waiting) and waiting[0] != key[0] >> ONE:
                    score = np.concatenate([waiting, score])
                    tp, n = np.append(positive, tp), np.append(rows, n)
                if len(score):
                    yield scores_of(score, low=sorter is self.low), tp, n - tp
                waiting, rows, positive = key[-1:] >> ONE, rows + len(key), int(n_positive[-1])
            if len(waiting):
                at = scores_of(waiting, low=sorter is self.low)
                yield at, np.array([positive]), np.array([rows - positive])


class PairwiseSum:
    """What `numpy.sum` gives for an array that comes in pieces, to the last bit.

    numpy adds halves to halves, the first with a length that is a multiple of 8. The same halves are added
    here; those of at most `LEAF` numbers are left to numpy.

    Parameters
    ----------
    n : int
        Numbers to come, at least 1.

    Examples
    --------
    >>> total = PairwiseSum(5)
    >>> total.add(np.array([0.1, 0.2])), total.add(np.array([0.3, 0.4, 0.5]))
    (None, None)
    >>> bool(total.value == np.sum([0.1, 0.2, 0.3, 0.4, 0.5]))
    True
    """

    def __init__(self, n: int) -> None:
        self.value = math.nan
        self._tree = _tree(n)
        self._wanted = next(self._tree)
        self._held = np.empty(0)

    def add(self, numbers: Floats) -> None:
        """Take the next numbers."""
        held = np.concatenate([self._held, numbers])
        while len(held) >= self._wanted > 0:
            leaf, held = held[: self._wanted], held[self._wanted :]
            try:
                self._wanted = self._tree.send(leaf)
            except StopIteration as end:
                self.value, self._wanted = end.value, 0
        self._held = held


def _tree(n: int) -> Generator[int, Floats, float]:
    """Ask for the leaves of a sum of n numbers from left to right, and return it."""
    if n <= LEAF:
        return float(np.sum((yield n)))
    half = n // 2 - n // 2 % 8
    left = yield from _tree(half)
    right = yield from _tree(n - half)
    return left + right
