"""The upper convex hull of a ROC curve, and the concavities below it."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from rocrepro.evaluation.metrics import roc_auc, twice_trapezoids
from rocrepro.evaluation.roc import RocPoints


def convex_hull(points: RocPoints) -> NDArray[np.int64]:
    """Return the positions of the corners of the curve's upper convex hull, in exact integers.

    Parameters
    ----------
    points : RocPoints
        A whole curve.

    Returns
    -------
    ndarray of int64, shape (n_corners,)
        Ascending, from (0, 0) to (1, 1). A point on a straight line between two corners is none.

    See Also
    --------
    concavities : where the curve lies below it.
    operating_point : the corner that is best for given costs.

    References
    ----------
    Provost & Fawcett (2001), Machine Learning 42:203-231.
    """
    fp, tp = points.fp.tolist(), points.tp.tolist()
    hull: list[int] = []
    for i in _candidates(points):
        while len(hull) >= 2:
            a, b = hull[-2:]
            # Below or on the line from a to the new point: b is no corner.
            if (fp[b] - fp[a]) * (tp[i] - tp[a]) < (fp[i] - fp[a]) * (tp[b] - tp[a]):
                break
            hull.pop()
        hull.append(i)
    return np.array(hull, dtype=np.int64)


def _candidates(points: RocPoints) -> list[int]:
    """Both ends, and the points above their predecessor from which the curve goes on to the right."""
    right = np.flatnonzero(np.diff(points.fp, append=points.fp[-1] + 1) > 0)
    up = np.diff(points.tp[right], prepend=-1) > 0
    up[-1] = True
    kept: list[int] = right[up].tolist()
    return kept if kept[0] == 0 else [0, *kept]


def concavities(points: RocPoints) -> list[tuple[int, int, float]]:
    """Return the stretches of the curve below its convex hull, where its scores rank worse than ties would.

    Parameters
    ----------
    points : RocPoints
        A whole curve.

    Returns
    -------
    list of (first, last, area)
        Positions of the two corners of the hull, and the area between the curve and the line that joins
        them, as a share of the unit square; above 0, in the order of the curve.

    See Also
    --------
    convex_hull
    """
    found = []
    hull = convex_hull(points).tolist()
    for first, last in pairwise(hull):
        stretch = slice(first, last + 1)
        ends = [first, last]
        twice = twice_trapezoids(points.fp[ends], points.tp[ends])
        twice -= twice_trapezoids(points.fp[stretch], points.tp[stretch])
        if twice > 0:
            found.append((first, last, twice / (2 * points.n_pos * points.n_neg)))
    return found


def hull_auc(points: RocPoints) -> float:
    """Return the area under the convex hull, at least `roc_auc` of the curve and at most 1."""
    return roc_auc(points) + sum(area for _, _, area in concavities(points))
