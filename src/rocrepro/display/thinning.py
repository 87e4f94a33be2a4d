"""Fewer points for drawing: a curve in several views, with the largest distance that this costs."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import ArrayLike, NDArray

Floats = NDArray[np.float64]
Ints = NDArray[np.intp]
View = tuple[Floats, Floats]

_ROUNDS = 100
_LONG, _END, _CELLS = 20_000, 1000, 1024


def thinned(
    views: Sequence[View], keep: ArrayLike = (), *, most: int = 1000, tolerance: float = 5e-4
) -> tuple[Ints, float]:
    """Choose the points of a curve that are drawn; for drawing only, never for computing.

    Parameters
    ----------
    views : sequence of (x, y), each of shape (n_points,)
        The same points as every plot draws them, scaled so that 1 is the side of the plot.
    keep : array-like of int
        Points that are chosen in any case, beside the first and the last.
    most : int
        Up to so many points all are chosen; of more, so many at most and those that are kept.
    tolerance : float
        Distance that does not matter.

    Returns
    -------
    chosen : ndarray of int
        Ascending.
    worst : float
        The largest distance, in any view, of a point that is left out to the line between its drawn
        neighbours; 0 where all are drawn.

    Notes
    -----
    Starting from the kept points, every stretch gets the point that is furthest from its line, until none is
    further than the tolerance or the points run out (the algorithm of Ramer, 1972, and Douglas & Peucker,
    1973, on all stretches at once).

    Examples
    --------
    >>> x = np.linspace(0, 1, 101)
    >>> chosen, worst = thinned([(x, np.minimum(2 * x, 1.0))], most=10)
    >>> chosen.tolist(), round(worst, 12)
    ([0, 50, 100], 0.0)
    """
    n = len(views[0][0])
    if n <= max(most, 2):
        return np.arange(n), 0.0
    kept = np.unique([0, n - 1, *np.asarray(keep, dtype=np.intp)])
    among = _candidates(views, kept)
    few = [(x[among], y[among]) for x, y in views]
    chosen = among[_split(few, np.searchsorted(among, kept), most, tolerance)]
    return chosen, float(_distance(views, chosen).max())


def _candidates(views: Sequence[View], kept: Ints) -> Ints:
    """The points among which is chosen: of a long curve its ends, and the first and last of each cell."""
    n = len(views[0][0])
    if n <= _LONG:
        return np.arange(n)
    found = [kept, np.arange(_END), np.arange(n - _END, n)]
    for x, y in views:
        for values in (x, y):
            changes = np.flatnonzero(np.diff(np.floor(values * _CELLS)))
            # A measure that jumps to and fro would give each of its points.
            found += [changes[:: 1 + len(changes) // _CELLS], 1 + changes[:: 1 + len(changes) // _CELLS]]
    return np.unique(np.concatenate(found))


def _split(views: Sequence[View], chosen: Ints, most: int, tolerance: float) -> Ints:
    """Add to each stretch the point that is furthest from its line, as long as that matters."""
    for _ in range(_ROUNDS):
        apart = _distance(views, chosen)
        worst = np.maximum.reduceat(apart, chosen[:-1])
        far = np.flatnonzero(worst > tolerance)
        room = most - len(chosen)
        if len(far) == 0 or room <= 0:
            break
        far = far[np.argsort(-worst[far], kind="stable")[:room]]
        pairs = zip(chosen[far], chosen[far + 1], strict=True)
        chosen = np.union1d(chosen, [start + int(apart[start:end].argmax()) for start, end in pairs])
    return chosen


def _distance(views: Sequence[View], chosen: Ints) -> Floats:
    """Distance of every point to the line between its drawn neighbours: the largest over all views."""
    n = len(views[0][0])
    start = np.repeat(chosen[:-1], np.diff(chosen))
    end = np.repeat(chosen[1:], np.diff(chosen))
    largest = np.zeros(n)
    for x, y in views:
        dx, dy = x[end] - x[start], y[end] - y[start]
        px, py = x[:-1] - x[start], y[:-1] - y[start]
        length = dx * dx + dy * dy
        along = np.clip((px * dx + py * dy) / np.where(length > 0, length, 1.0), 0.0, 1.0)
        np.maximum(largest[:-1], np.hypot(px - along * dx, py - along * dy), out=largest[:-1])
    return largest
