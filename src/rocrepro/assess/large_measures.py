"""Measures of a curve that comes in blocks, equal to the last bit to those of a curve in memory."""

from __future__ import annotations

import math
import warnings
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from rocrepro.assess.large_curve import LargeCurve, PairwiseSum
from rocrepro.evaluation import ConfidentSegment, RocPoints, Sensibility
from rocrepro.evaluation.confidence import contains_zero
from rocrepro.evaluation.inputs import two_sided_z
from rocrepro.evaluation.metrics import UndefinedIntervalWarning, ZeroWidthIntervalWarning, twice_trapezoids
from rocrepro.study import Choices

Bools = NDArray[np.bool_]
Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

CELLS = 1024
"""Cells of fpr + tpr of width 1/CELLS: the first and last point of each are drawn. A point between them lies
in the rectangle that they span, less than 1/(2 sqrt(2) CELLS) of the square's side from the line between
them: 0.26 pixels of a panel that is 748 pixels wide."""
STEPS = 2048
"""Cells of 1/STEPS of threshold, sensibility and capability: 0.37 pixels of that panel."""


class Kept:
    """Some points of a curve, taken block by block.

    Parameters
    ----------
    curve : LargeCurve
    """

    def __init__(self, curve: LargeCurve) -> None:
        self.curve = curve
        self.parts: list[tuple[Ints, RocPoints]] = []

    def add(self, first: int, block: RocPoints, at: NDArray[np.intp]) -> None:
        """Keep the points at some positions of a block whose own position on the curve is `first`."""
        self.parts.append((first + at, some(block, at)))

    def points(self) -> tuple[Ints, RocPoints]:
        """Positions on the curve and the points there, each once."""
        position, unique = np.unique(np.concatenate([at for at, _ in self.parts]), return_index=True)
        columns = (
            np.concatenate([getattr(part, name) for _, part in self.parts])[unique]
            for name in ("threshold", "tp", "fp")
        )
        return position, _points(columns, self.curve.n_pos, self.curve.n_neg)


def some(points: RocPoints, at: NDArray[np.intp]) -> RocPoints:
    """Some points of a curve, with the class sizes of the whole one."""
    columns = (column.take(at) for column in (points.threshold, points.tp, points.fp))
    return _points(columns, points.n_pos, points.n_neg)


def _points(columns: Iterable[Any], n_pos: int, n_neg: int) -> RocPoints:
    """Points of a curve from threshold, tp and fp."""
    threshold, tp, fp = columns
    return RocPoints(threshold, tp, fp, n_pos, n_neg)


@dataclass
class Walk:
    """What one walk along a curve finds.

    Attributes
    ----------
    auc : float
    n_points : int
    scored : tuple of int
        Distinct scores of positive rows, and of negative rows.
    segment : ConfidentSegment
        On the confident points and, after each unbroken run of them, the next point.
    best : RocPoints
        The all-negative point, the point at the threshold in use, and each criterion's best one.
    cut : float
        The threshold in use.
    drawn : RocPoints
        The confident points and those that keep within half a pixel of the curve.
    """

    auc: float
    n_points: int
    scored: tuple[int, int]
    segment: ConfidentSegment
    best: RocPoints
    cut: float
    drawn: RocPoints


@dataclass
class _Walker:
    """The state of a walk between two blocks."""

    curve: LargeCurve
    choices: Choices
    twice_area: int = 0
    n_points: int = 1
    scored: tuple[int, int] = (0, 0)
    best: dict[str, RocPoints] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.confident, self.drawn = Kept(self.curve), Kept(self.curve)
        cut = self.choices.cut
        usual = 0.5 if self.curve.probabilities else 0.0
        # One that a criterion chooses is among the best points in the end.
        self.cut = usual if cut is None else math.inf if isinstance(cut, str) else cut

    def take(self, block: RocPoints) -> None:
        """Walk along one block; its first point was the last of the block before."""
        first = self.n_points - 1
        self.n_points += len(block) - 1
        self.twice_area += twice_trapezoids(block.fp, block.tp)
        rises = np.diff(block.tp) > 0
        self.scored = (
            self.scored[0] + int(np.count_nonzero(rises)),
            self.scored[1] + int(np.count_nonzero(np.diff(block.fp))),
        )
        mask = _mask(block, self.choices)
        self.confident.add(first, block, np.flatnonzero(mask | np.append(False, mask[:-1])))
        self.drawn.add(first, block, _around(np.floor((block.fpr + block.tpr) * CELLS)))
        # Of the points with one tp, the first has the lowest fp: by every criterion none is better.
        corners = some(block, np.append(0, 1 + np.flatnonzero(rises)))
        for criterion, by in self.choices.criteria.items():
            before = self.best.get(criterion, some(block, np.array([0])))
            among = _joined(before, corners)
            index = by.best(among).index
            # The all-negative point stays: it is allowed by every bound.
            self.best[criterion] = _joined(some(before, np.array([0])), some(among, np.array([index])))
        reached = int(np.count_nonzero(block.threshold >= self.cut))
        if reached:
            self.at_cut = some(block, np.array([reached - 1]))


def walk(curve: LargeCurve, choices: Choices) -> Walk:
    """Walk along a curve once."""
    walker = _Walker(curve, choices)
    for block in curve.blocks():
        walker.take(block)
    _, points = walker.confident.points()
    segment = marked(points, choices)
    kept = Kept(curve)
    for found in (*walker.best.values(), walker.at_cut):
        kept.parts.append((found.tp + found.fp, found))  # distinct points have distinct numbers of rows
    best = kept.points()[1]
    criterion = choices.cut
    cut = choices.criterion(criterion).best(best).threshold if isinstance(criterion, str) else walker.cut
    walker.drawn.parts += walker.confident.parts
    auc = walker.twice_area / (2 * curve.n_pos * curve.n_neg)
    drawn = walker.drawn.points()[1]
    return Walk(auc, walker.n_points, walker.scored, segment, best, cut, drawn)


def marked(points: RocPoints, choices: Choices) -> ConfidentSegment:
    """Points of a curve with those marked that are confident."""
    return ConfidentSegment(points, _mask(points, choices), choices.alpha, choices.test)


def _mask(points: RocPoints, choices: Choices) -> Bools:
    """Which points are confident, each judged by itself."""
    counts = points.tp, points.fn, points.fp, points.tn
    return np.asarray(contains_zero(*counts, alpha=choices.alpha, test=choices.test))


def _joined(*parts: RocPoints) -> RocPoints:
    """Points of one curve after one another; one that is there already is left out."""
    columns = [np.concatenate([getattr(part, name) for part in parts]) for name in ("threshold", "tp", "fp")]
    new = np.append(True, np.diff(columns[1] + columns[2]) > 0)
    return _points((column[new] for column in columns), parts[0].n_pos, parts[0].n_neg)


def delong(curve: LargeCurve, found: Walk, alpha: float) -> tuple[float, float]:
    """Limits of `rocrepro.evaluation.delong_interval`, from two more walks.

    Warns
    -----
    UndefinedIntervalWarning, ZeroWidthIntervalWarning
        As there.
    """
    if min(curve.n_pos, curve.n_neg) < 2:
        message = f"no DeLong interval for {curve.n_pos} positive and {curve.n_neg} negative rows"
        warnings.warn(message, UndefinedIntervalWarning, stacklevel=2)
        return math.nan, math.nan
    sizes = curve.n_pos, curve.n_neg
    sums = [PairwiseSum(n) for n in found.scored]
    for both in _placements(curve):
        for total, (value, count) in zip(sums, both, strict=True):
            total.add(count * value)
    means = [total.value / n for total, n in zip(sums, sizes, strict=True)]
    squares = [PairwiseSum(n) for n in found.scored]
    for both in _placements(curve):
        for total, mean, (value, count) in zip(squares, means, both, strict=True):
            total.add(count * (value - mean) ** 2)
    variance = sum(float(total.value / (n - 1)) / n for total, n in zip(squares, sizes, strict=True))
    if variance == 0.0:
        message = f"all placement values agree (AUC {found.auc:g}): the DeLong interval has no width"
        warnings.warn(message, ZeroWidthIntervalWarning, stacklevel=2)
    half = two_sided_z(alpha) * variance**0.5
    return max(0.0, found.auc - half), min(1.0, found.auc + half)


def _placements(curve: LargeCurve) -> Iterator[list[tuple[Floats, Ints]]]:
    """Placement values of both classes relative to the class's first one, and how many rows have each."""
    first: list[float | None] = [None, None]
    for block in curve.blocks():
        placed_pos = (2 * curve.n_neg - (block.fp[1:] + block.fp[:-1])) / (2 * curve.n_neg)
        placed_neg = (block.tp[1:] + block.tp[:-1]) / (2 * curve.n_pos)
        both = []
        for i, (value, rows) in enumerate(((placed_pos, block.tp), (placed_neg, block.fp))):
            count = np.diff(rows)
            there = np.flatnonzero(count)
            if first[i] is None and len(there):
                first[i] = float(value[there[0]])
            both.append((value.take(there) - (first[i] or 0.0), count.take(there)))
        yield both


def sensible(curve: LargeCurve) -> Sensibility:
    """`rocrepro.evaluation.sensibility` of scores from 0 to 1, with the points that are drawn.

    `sensible` has its True values first: the rows of a large file are not kept in their order.
    """
    middle = curve.midpoint()
    n_pos, n_neg = 0, curve.n_neg
    for block in curve.blocks():
        reached = int(np.count_nonzero(block.threshold >= middle))
        if reached == 0:
            break
        n_pos, n_neg = int(block.tp[reached - 1]), int(block.tn[reached - 1])
    totals = n_pos + n_neg, curve.n_pos + curve.n_neg - n_pos - n_neg
    kept, first = Kept(curve), 0
    for block in curve.blocks():
        shares = [
            count / max(1, total) for count, total in zip(_correct(block, n_pos, n_neg), totals, strict=True)
        ]
        cells = [np.floor(STEPS * values) for values in (block.threshold, *shares)]
        kept.add(first, block, _around(*cells))
        first += len(block) - 1
    points = kept.points()[1]
    correct = _correct(points, n_pos, n_neg)
    return Sensibility(middle, np.repeat([True, False], totals), points.threshold, *correct)


def _correct(points: RocPoints, n_pos: int, n_neg: int) -> tuple[Ints, Ints]:
    """Rows classified correctly: of the sensible ones, n_pos and n_neg of each class, and of the others."""
    inside = np.minimum(points.tp, n_pos) + np.minimum(points.tn, n_neg)
    return inside, points.tp + points.tn - inside


def _around(*cells: Floats) -> NDArray[np.intp]:
    """Positions before and after every change of a cell, and the two ends."""
    changes = np.flatnonzero(np.any([column[1:] != column[:-1] for column in cells], axis=0))
    return np.concatenate([[0], changes, changes + 1, [len(cells[0]) - 1]])
