"""The convex hull against scipy's, and the concavities against the area that they hide."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from rocrepro.evaluation import concavities, convex_hull, roc_auc, roc_points
from rocrepro.evaluation.hull import hull_auc

ROWS = st.lists(st.tuples(st.integers(0, 1), st.integers(0, 12)), min_size=2, max_size=40).filter(
    lambda rows: len({label for label, _ in rows}) == 2
)


@given(rows=ROWS)
def test_against_scipys_hull(rows):
    from scipy.spatial import ConvexHull

    points = roc_points(*zip(*rows, strict=True))
    corners = np.column_stack([points.fp, points.tp])
    ours = convex_hull(points)
    # (1, 0) closes the upper hull, so that only its corners and that one are left.
    theirs = ConvexHull(np.vstack([corners, [points.n_neg, 0]]))
    expected = {tuple(theirs.points[i]) for i in theirs.vertices} - {(points.n_neg, 0)}
    assert {tuple(corners[i]) for i in ours} == expected
    area = theirs.volume / (points.n_pos * points.n_neg)
    assert hull_auc(points) == pytest.approx(area, abs=1e-12)


@given(rows=ROWS)
def test_the_hull_is_convex_above_the_curve_and_keeps_the_ends(rows):
    points = roc_points(*zip(*rows, strict=True))
    hull = convex_hull(points)
    assert (hull[0], hull[-1]) == (0, len(points) - 1)
    assert (np.diff(hull) > 0).all()
    steps = np.column_stack([np.diff(points.fp[hull]), np.diff(points.tp[hull])])
    turns = steps[:-1, 0] * steps[1:, 1] - steps[:-1, 1] * steps[1:, 0]
    assert (turns < 0).all()
    gaps = concavities(points)
    assert hull_auc(points) - roc_auc(points) == pytest.approx(sum(gap[2] for gap in gaps), abs=1e-12)
    for first, last, area in gaps:
        assert area > 0
        assert last > first + 1
        line = np.interp(points.fpr[first : last + 1], points.fpr[[first, last]], points.tpr[[first, last]])
        assert (points.tpr[first + 1 : last] <= line[1:-1] + 1e-12).all()


def test_a_worked_example():
    """Scores that rank one pair of the middle wrong: one triangle of area 1/2 pair below the hull."""
    points = roc_points([1, 0, 1, 0], [4, 3, 2, 1])
    assert convex_hull(points).tolist() == [0, 1, 3, 4]
    assert concavities(points) == [(1, 3, 0.125)]
    assert hull_auc(points) == 0.875
    assert concavities(roc_points([1, 1, 0], [3, 2, 1])) == []
