"""The confident set: one run of thresholds, AveD, and the readings of its area."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from rocrepro.errors import InputError
from rocrepro.evaluation import ConfidentSegment, confident_segment, roc_auc, roc_points
from rocrepro.evaluation.confidence import TESTS
from rocrepro.evaluation.confident import READINGS


def random_curve(rng, size=200):
    n_pos, n_neg = int(rng.integers(1, size)), int(rng.integers(1, size))
    y = np.repeat([1, 0], [n_pos, n_neg])
    score = rng.normal(size=len(y)) + rng.uniform(-0.5, 3) * y
    return roc_points(y, np.round(score, int(rng.integers(0, 3))))


def masked(points, mask):
    return ConfidentSegment(points, np.asarray(mask, dtype=bool), 0.05, "tango")


@pytest.mark.parametrize("test", TESTS)
def test_one_run_of_thresholds(test):
    rng = np.random.default_rng(11)
    sizes = set()
    for _ in range(1000):
        segment = confident_segment(random_curve(rng), alpha=float(rng.choice([0.01, 0.05, 0.3])), test=test)
        chosen = np.flatnonzero(segment.mask)
        assert (np.diff(chosen) == 1).all()
        sizes.add(min(len(chosen), 3))
    assert {0, 1, 2, 3} <= sizes


def test_membership_by_hand():
    y, score = [1] * 10 + [0] * 10, np.arange(20, 0, -1)
    segment = confident_segment(roc_points(y, score))
    # One of fn, fp is 0 along a perfect curve, and z^2 = 3.84.
    assert segment.thresholds.tolist() == [14, 13, 12, 11, 10, 9, 8]
    assert segment.n_confident == 7
    assert segment.aved == pytest.approx(0)
    assert segment.aved_abs == pytest.approx(2 * (1 + 2 + 3) / 7 / 20)
    assert segment.cauc("vertical") == pytest.approx(0.3)
    assert segment.cauc("horizontal") == pytest.approx(0.3)
    assert segment.cauc() == segment.cauc("union") == pytest.approx(0.3 + 0.3 * 0.7)
    assert segment.cauc("concordant") == pytest.approx(0.3)


def test_all_negative_point_can_be_confident():
    segment = confident_segment(roc_points([1, 1, 0, 0, 0, 0, 0], [5, 4, 3, 2, 1, 0, -1]))
    assert segment.thresholds[0] == np.inf
    assert segment.mask[0]
    assert np.isfinite(
        [segment.aved, segment.aved_abs, *(segment.cauc(reading) for reading in READINGS)]
    ).all()


def test_empty_set():
    segment = confident_segment(roc_points([1] * 10 + [0] * 10, [0.5] * 20))
    assert segment.n_confident == 0
    assert segment.thresholds.shape == (0,)
    assert np.isnan(segment.aved)
    assert np.isnan(segment.aved_abs)
    assert [segment.cauc(reading) for reading in READINGS] == [0, 0, 0, 0]


def test_one_point():
    points = roc_points([1] * 10 + [0] * 10, [2] * 8 + [1] * 2 + [2] * 2 + [1] * 8)
    segment = confident_segment(points)
    assert segment.n_confident == 1
    assert segment.aved == segment.aved_abs == 0
    assert [segment.cauc(reading) for reading in READINGS] == [0, 0, 0, 0]


@given(
    st.lists(st.integers(0, 6), min_size=1, max_size=15), st.lists(st.integers(0, 6), min_size=1, max_size=15)
)
def test_whole_curve_has_its_auc(positive, negative):
    points = roc_points([1] * len(positive) + [0] * len(negative), positive + negative)
    segment = masked(points, np.ones(len(points)))
    for reading in READINGS:
        assert segment.cauc(reading) == pytest.approx(roc_auc(points), abs=1e-15)


def shoelace(vertices):
    x, y = np.array(vertices).T
    return abs(x @ np.roll(y, -1) - y @ np.roll(x, -1)) / 2


def test_areas_are_those_of_polygons():
    rng = np.random.default_rng(3)
    seen = 0
    for _ in range(300):
        points = random_curve(rng)
        segment = confident_segment(points)
        curve = list(zip(points.fpr[segment.mask], points.tpr[segment.mask], strict=True))
        if len(curve) < 2:
            continue
        seen += 1
        (x1, y1), (x2, y2) = curve[0], curve[-1]
        below = [(x1, 0), *curve, (x2, 0)]
        beside = [(1, y1), *curve, (1, y2)]
        both = [(x1, 0), *curve, (1, y2), (1, y1), (x2, y1), (x2, 0)]
        vertical, horizontal = segment.cauc("vertical"), segment.cauc("horizontal")
        assert vertical == pytest.approx(shoelace(below), abs=1e-12)
        assert horizontal == pytest.approx(shoelace(beside), abs=1e-12)
        assert segment.cauc("union") == pytest.approx(shoelace(both), abs=1e-12)
        assert segment.cauc("concordant") == pytest.approx((vertical + horizontal) / 2, abs=1e-15)
    assert seen > 100


@pytest.mark.parametrize("seed", range(8))
def test_union_of_any_mask_by_raster(seed):
    """Cells of a fine raster that lie below a run or to the right of one, several runs included."""
    rng = np.random.default_rng(seed)
    y = np.repeat([1, 0], [25, 20])
    points = roc_points(y, np.round(rng.normal(size=45) + y, 1))
    mask = rng.random(len(points)) < 0.75
    side = (np.arange(1000) + 0.5) / 1000
    x, height = np.meshgrid(side, side, indexing="ij")
    inside = np.zeros(x.shape, dtype=bool)
    for k in np.flatnonzero(mask[:-1] & mask[1:]):
        (x0, x1), (y0, y1) = points.fpr[k : k + 2], points.tpr[k : k + 2]
        if x1 > x0:
            inside |= (x0 < x) & (x < x1) & (height < y0 + (x - x0) * (y1 - y0) / (x1 - x0))
        if y1 > y0:
            inside |= (y0 < height) & (height < y1) & (x > x0 + (height - y0) * (x1 - x0) / (y1 - y0))
    assert masked(points, mask).cauc("union") == pytest.approx(inside.mean(), abs=2e-3)


def test_aved_by_hand_on_random_curves():
    rng = np.random.default_rng(5)
    for _ in range(50):
        segment = confident_segment(random_curve(rng))
        if segment.n_confident:
            assert segment.aved == pytest.approx(segment.points.difference[segment.mask].mean(), abs=1e-14)
            assert segment.aved_abs == pytest.approx(
                np.abs(segment.points.difference[segment.mask]).mean(), abs=1e-14
            )


def test_unknown_names():
    points = roc_points([0, 1], [1, 2])
    with pytest.raises(InputError, match="test: found 'exact'"):
        confident_segment(points, test="exact")
    with pytest.raises(InputError, match="reading: found 'both'; expected one of vertical"):
        confident_segment(points).cauc("both")
    with pytest.raises(InputError, match="alpha"):
        confident_segment(points, alpha=5)


@pytest.mark.parametrize("points", [[1, 2, 3], ([0, 1], [0, 1], [1, 0]), None])
def test_what_is_no_curve_is_said_in_one_line(points):
    with pytest.raises(InputError, match=f"points: found {type(points).__name__}; expected RocPoints"):
        confident_segment(points)
