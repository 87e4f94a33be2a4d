"""One walk along a ROC curve that comes in blocks: exact measures, and the points that are shown."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from rocrepro.assess.large_rows import Batch, Totals
from rocrepro.errors import InputError
from rocrepro.evaluation import ConfidentSegment, RocPoints, Sensibility, confident_segment
from rocrepro.evaluation.inputs import two_sided_z
from rocrepro.evaluation.metrics import twice_trapezoids
from rocrepro.study import Choices
from rocrepro.study.cut import Cut, cut_in_use, index_of
from rocrepro.study.model import Floats, Ints

CELLS = 1024
"""Cells per unit of fpr + tpr: the first and last point of each cell are drawn.

A point between them lies in the rectangle that they span, less than 1/(2 sqrt(2) CELLS) of the square's side
from the line between them: 0.26 pixels of a panel that is 748 pixels wide."""
STEPS = 2048
"""Cells per unit of threshold, sensibility and capability: each is 0.37 pixels of that panel."""


class Walk:
    """A walk along the curve of one model; memory holds one block of it, and the points that are kept.

    Parameters
    ----------
    totals : Totals
    choices : Choices
    batches : iterable of Batch
        The sorted rows of the model.

    Attributes
    ----------
    n_points : int
        Of the whole curve.

    Raises
    ------
    InputError
        Where these are other rows than those that were counted.
    """

    def __init__(self, totals: Totals, choices: Choices, batches: Iterable[Batch]) -> None:
        self.name, self.totals, self.choices = totals.model, totals, choices
        self.n_points, self._twice_area, self._spreads = 1, 0, (_Spread(), _Spread())
        start = RocPoints(np.array([math.inf]), np.array([0]), np.array([0]), totals.n_pos, totals.n_neg)
        self._in_use, self._best = start, dict.fromkeys(choices.criteria, start)
        self._kept: dict[str, list[RocPoints]] = {"confident": [], "drawn": [start], "soft": [start]}
        for block in counted(batches, totals):
            self._take(block)

    def _take(self, block: RocPoints) -> None:
        """Go along one block; its first point was the last of the block before."""
        self.n_points += len(block) - 1
        self._twice_area += twice_trapezoids(block.fp, block.tp)
        # Placement values: shares of the other class that the rows of a score are ordered rightly against.
        above, below = block.fp[1:] + block.fp[:-1], block.tp[1:] + block.tp[:-1]
        self._spreads[0].add((2 * block.n_neg - above) / (2 * block.n_neg), np.diff(block.tp))
        self._spreads[1].add(below / (2 * block.n_pos), np.diff(block.fp))
        mask = self._marked(block).mask
        self._kept["confident"].append(some(block, np.flatnonzero(mask | np.append(False, mask[:-1]))))
        self._kept["drawn"].append(some(block, _changes((block.fpr + block.tpr) * CELLS)))
        if self.totals.probabilities:
            shares = (
                correct / max(1, n) for correct, n in zip(self._correct(block), self._sizes, strict=True)
            )
            at = _changes(*(values * STEPS for values in (block.threshold, *shares)))
            self._kept["soft"].append(some(block, at))
        if block.threshold[0] >= self._number:
            self._in_use = some(block, [index_of(block, self._number)])
        self._choose(block)
        self._last = some(block, [-1])

    def _choose(self, block: RocPoints) -> None:
        """Look for a better point by every criterion."""
        # Of the points with one tp, the first has the lowest fp: by every criterion none is better.
        corners = some(block, np.append(0, 1 + np.flatnonzero(np.diff(block.tp))))
        # One with the most tp and the fewest fp of the block would be at least as good as all of them.
        ideal = RocPoints(block.threshold[-1:], block.tp[-1:], block.fp[:1], block.n_pos, block.n_neg)
        for name, by in self.choices.criteria.items():
            before = self._best[name]
            if by.best(joined(before, ideal)).index == len(before):
                among = joined(before, corners)
                # The all-negative point stays: it is allowed by every bound.
                self._best[name] = some(among, [0, by.best(among).index])

    def _marked(self, points: RocPoints) -> ConfidentSegment:
        return confident_segment(points, alpha=self.choices.alpha, test=self.choices.test)

    @property
    def _number(self) -> float:
        """The threshold in use; infinity for one that a criterion chooses, which is among the best later."""
        cut, usual = self.choices.cut, 0.5 if self.totals.probabilities else 0.0
        return usual if cut is None else math.inf if isinstance(cut, str) else cut

    @property
    def _sizes(self) -> tuple[int, int]:
        """Numbers of sensible rows and of others."""
        sensible = sum(self.totals.sensible)
        return sensible, self.totals.n_pos + self.totals.n_neg - sensible

    def _correct(self, points: RocPoints) -> tuple[Ints, Ints]:
        """Rows of both kinds that are classified correctly."""
        n_pos, n_neg = self.totals.sensible
        inside = np.minimum(points.tp, n_pos) + np.minimum(points.tn, n_neg)
        return inside, points.tp + points.tn - inside

    @cached_property
    def auc(self) -> tuple[float, float, float]:
        """The area and DeLong's limits, NaN where a class has one row and where the variance is 0."""
        area, half = self._twice_area / (2 * self.totals.n_pos * self.totals.n_neg), math.nan
        if min(spread.n for spread in self._spreads) > 1:
            variance = sum(spread.squares / (spread.n - 1) / spread.n for spread in self._spreads)
            half = two_sided_z(self.choices.alpha) * variance**0.5 or math.nan
        return area, max(area - half, 0.0), min(area + half, 1.0)

    @cached_property
    def segment(self) -> ConfidentSegment:
        """The confident points and, after each unbroken run of them, the next point."""
        return self._marked(in_order(*self._kept["confident"]))

    @cached_property
    def best(self) -> RocPoints:
        """The all-negative point, the point at the threshold in use, and each criterion's best one."""
        return in_order(*self._best.values(), self._in_use)

    @cached_property
    def in_use(self) -> Cut:
        """The threshold in use."""
        return cut_in_use(self.best, self.choices, default=0.5 if self.totals.probabilities else 0.0)

    @cached_property
    def drawn(self) -> ConfidentSegment:
        """The confident points, and others that keep within half a pixel of the curve."""
        return self._marked(in_order(*self._kept["drawn"], self.segment.points, self._last))

    @cached_property
    def sensibility(self) -> Sensibility | None:
        """Sensibility of scores from 0 to 1, at the drawn points; `sensible` has its True values first."""
        if not self.totals.probabilities:
            return None
        points, marks = in_order(*self._kept["soft"], self._last), np.repeat([True, False], self._sizes)
        return Sensibility(self.totals.midpoint, marks, points.threshold, *self._correct(points))


class _Spread:
    """Sample variance of numbers that come in blocks (Chan, Golub & LeVeque, 1983)."""

    n, mean, squares = 0, 0.0, 0.0

    def add(self, value: Floats, count: Ints) -> None:
        """Take more numbers, each `count` times."""
        there = np.flatnonzero(count)
        if len(there) == 0:
            return
        value, count = value.take(there), count.take(there)
        first, n = float(value[0]), int(count.sum())
        value = value - first  # so that equal numbers have the variance 0
        mean = float(np.sum(count * value)) / n
        away = first + mean - self.mean
        self.squares += float(np.sum(count * (value - mean) ** 2)) + away**2 * (self.n * n / (self.n + n))
        self.n += n
        self.mean += away * (n / self.n)


def counted(batches: Iterable[Batch], totals: Totals) -> Iterator[RocPoints]:
    """Yield successive parts of a ROC curve, with the class sizes of the whole one.

    The first begins with the all-negative point, and each other one with the last point of the part before.
    """
    # Threshold, tp and rows: at the last point that was given out, and at a score that may go on.
    end = held = np.array([math.inf]), np.array([0]), np.array([0])
    for _, score, positive in batches:
        tp, rows = int(held[1][0]), int(held[2][0])
        last = np.flatnonzero(score[1:] != score[:-1])
        rising = tp + np.cumsum(positive, dtype=np.int64)
        new = score[last] + 0.0, rising[last], rows + 1 + last  # -0.0 + 0.0 is 0.0
        closed = int(rows > 0 and score[0] != held[0][0])
        part = [
            np.concatenate([one, two[:closed], more]) for one, two, more in zip(end, held, new, strict=True)
        ]
        held = score[-1:] + 0.0, rising[-1:], np.array([rows + len(score)])
        if len(part[0]) > 1:
            end = part[0][-1:], part[1][-1:], part[2][-1:]
            yield _points(part, totals)
    if (held[1][0], held[2][0]) != (totals.n_pos, totals.n_pos + totals.n_neg):
        found = "found rows that changed while they were read"
        raise InputError(f"model {totals.model}: {found}; expected the same rows")
    yield _points([np.concatenate(both) for both in zip(end, held, strict=True)], totals)


def _points(columns: Sequence[NDArray[Any]], totals: Totals) -> RocPoints:
    threshold, tp, rows = columns
    return RocPoints(threshold, tp, rows - tp, totals.n_pos, totals.n_neg)


def some(points: RocPoints, at: Any) -> RocPoints:
    """Return some points of a curve, with the class sizes of the whole one."""
    threshold, tp, fp = (column.take(at) for column in (points.threshold, points.tp, points.fp))
    return RocPoints(threshold, tp, fp, points.n_pos, points.n_neg)


def joined(*parts: RocPoints) -> RocPoints:
    """Join parts of one curve, one after another."""
    threshold, tp, fp = (
        np.concatenate([getattr(part, name) for part in parts]) for name in ("threshold", "tp", "fp")
    )
    return RocPoints(threshold, tp, fp, parts[0].n_pos, parts[0].n_neg)


def in_order(*parts: RocPoints) -> RocPoints:
    """Return the points of one curve from the strictest on, each once."""
    points = joined(*parts)
    # Different points have different numbers of rows.
    return some(points, np.unique(points.tp + points.fp, return_index=True)[1])


def _changes(*cells: Floats) -> NDArray[np.intp]:
    """Positions before and after every change of a number's whole part."""
    whole = [np.floor(column) for column in cells]
    at = np.flatnonzero(np.any([column[1:] != column[:-1] for column in whole], axis=0))
    return np.concatenate([at, at + 1])
