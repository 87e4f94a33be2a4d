"""Bootstrap shifts of a curve with many points: coarse first, and in full only where the largest can lie."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import numpy as np
from numpy.typing import NDArray

from rocrepro.evaluation.roc import RocPoints

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]
Blocks = Callable[[RocPoints, int, list[np.random.Generator]], Iterator[tuple[Floats, Floats]]]

BINS = 2500
"""Parts of the curve; more of them make the first look dearer and the second cheaper."""


def screened_shifts(
    points: RocPoints, steepness: float, n_resamples: int, streams: list[np.random.Generator], blocks: Blocks
) -> Floats:
    """Return the smallest shift in fpr at which the moved empirical curves enclose each bootstrap curve.

    Parameters
    ----------
    points : RocPoints
        A whole curve.
    steepness : float
        Size of the slope along which it is moved.
    n_resamples : int
    streams : list of two numpy.random.Generator
        For the positive and the negative rows.
    blocks : callable
        `rocrepro.evaluation.bands.bootstrap_blocks`.

    Returns
    -------
    ndarray of float64, shape (n_resamples,)
        Distributed as with all rows drawn one by one.

    Notes
    -----
    How many of the drawn rows fall into each part of the scores is multinomial, and where they fall within a
    part does not depend on the other parts. So the parts' counts are drawn first, which gives the bootstrap
    curve at their ends. With w as in `fixed_width_band`, both x(w) rise: between ends v < w the curves' x
    differ by at most x_boot(w) - x(v) or x(w) - x_boot(v). Where neither exceeds the largest difference at an
    end, the rows need not be drawn.
    """
    ends = np.unique(np.linspace(0, len(points) - 1, BINS + 1).astype(np.int64))
    x = points.fpr
    finer = _Finer(points, steepness, ends, [stream.spawn(1)[0] for stream in streams])
    coarse = RocPoints(points.threshold[ends], points.tp[ends], points.fp[ends], points.n_pos, points.n_neg)
    shifts = []
    for boot_x, boot_y in blocks(coarse, n_resamples, streams):
        boot_w = steepness * boot_x + boot_y
        at = np.interp(boot_w, finer.w, x)
        least = np.abs(boot_x - at).max(axis=1)
        most = np.maximum(boot_x[:, 1:] - at[:, :-1], at[:, 1:] - boot_x[:, :-1])
        for one_x, one_y, low, high in zip(boot_x, boot_y, least, most, strict=True):
            parts = np.flatnonzero(high > low)
            shifts.append(max(float(low), finer.largest(one_x, one_y, parts)))
    return np.array(shifts)


class _Finer:
    """Draws the rows of some parts of a bootstrap curve, and measures its distance there."""

    def __init__(
        self, points: RocPoints, steepness: float, ends: Ints, streams: list[np.random.Generator]
    ) -> None:
        self.points, self.steepness, self.ends, self.streams = points, steepness, ends, streams
        self.x = points.fpr
        self.w = steepness * self.x + points.tpr
        # The point at which each row of a class, in falling order of scores, comes in.
        self.enters = [
            np.repeat(np.arange(1, len(points)), np.diff(count)) for count in (points.tp, points.fp)
        ]

    def largest(self, boot_x: Floats, boot_y: Floats, parts: NDArray[np.intp]) -> float:
        """Return the largest difference in fpr at a corner of either curve within some parts."""
        if len(parts) == 0:
            return 0.0
        fine_x, fine_y = self.curve(boot_x, boot_y, parts)
        fine_w = self.steepness * fine_x + fine_y
        at_boot_corners = np.abs(fine_x - np.interp(fine_w, self.w, self.x)).max()
        end_w = self.steepness * boot_x + boot_y
        first = np.searchsorted(self.w, end_w[parts])
        own = _ranges(first, np.searchsorted(self.w, end_w[parts + 1], side="right") - first)
        at_own_corners = np.abs(self.x[own] - np.interp(self.w[own], fine_w, fine_x))
        return float(max(at_boot_corners, at_own_corners.max(initial=0.0)))

    def curve(self, boot_x: Floats, boot_y: Floats, parts: NDArray[np.intp]) -> tuple[Floats, Floats]:
        """Return the corners (fpr, tpr) of the bootstrap curve in some parts, ends included."""
        start = self.ends[parts]
        sizes = self.ends[parts + 1] - start + 1
        offsets = np.cumsum(sizes) - sizes
        rates = []
        whole = (self.points.tp, self.points.n_pos), (self.points.fp, self.points.n_neg)
        for (count, total), rate, enters, stream in zip(
            whole, (boot_y, boot_x), self.enters, self.streams, strict=True
        ):
            before = np.rint(rate[parts] * total).astype(np.int64)
            drawn = np.rint(rate[parts + 1] * total).astype(np.int64) - before
            rows = np.repeat(count[self.ends[parts + 1]] - count[start], drawn)
            row = np.repeat(count[start], drawn) + (stream.random(len(rows)) * rows).astype(np.int64)
            corner = enters[row] + np.repeat(offsets - start, drawn)
            risen = np.cumsum(np.bincount(corner, minlength=int(sizes.sum())))
            rates.append((risen + np.repeat(before - risen[offsets], sizes)) / total)
        return rates[1], rates[0]


def _ranges(first: NDArray[np.intp], size: NDArray[np.intp]) -> NDArray[np.intp]:
    """Whole numbers of several ranges after one another."""
    numbers: NDArray[np.intp] = np.arange(int(size.sum())) + np.repeat(first - (np.cumsum(size) - size), size)
    return numbers
