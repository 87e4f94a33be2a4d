"""Curves and areas that heed score values, against their definitions row by row."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from sklearn.metrics import roc_auc_score

from rocrepro.errors import InputError
from rocrepro.evaluation import roc_auc, roc_points
from rocrepro.evaluation.soft_roc import probabilistic_auc, scored_auc, scored_roc, smooth_roc


@st.composite
def scored_rows(draw, values=None):
    n = draw(st.integers(2, 40))
    y = draw(st.lists(st.integers(0, 1), min_size=n, max_size=n))
    assume(0 < sum(y) < n)
    if values is None:
        values = st.one_of(st.floats(0, 1), st.sampled_from([0.0, 0.25, 0.5, 0.75, 1.0]))
    return np.array(y), np.array(draw(st.lists(values, min_size=n, max_size=n)))


def smooth_by_definition(y, score, centre):
    """Walk down the scores, one row after the other; a point after the last row of each score."""
    x = height = 0.0
    curve = [(0.0, 0.0)]
    for level in sorted(set(score.tolist()), reverse=True):
        for label in y[score == level]:
            if level > centre:
                for_own, for_other = level, 1 - level
            elif level < centre:
                for_own, for_other = 1 - level, level
            else:
                for_own = for_other = 0.0
            height += for_own if label else for_other
            x += for_other if label else for_own
        curve.append((x, height))
    area = sum((b[0] - a[0]) * (a[1] + b[1]) / 2 for a, b in pairwise(curve))
    return np.array(curve), area / (x * height) if x * height > 0 else float("nan")


@given(rows=scored_rows(), centre=st.sampled_from(["mean", 0.5, 0.25, 0.0, 1.0]))
def test_smooth_roc_is_the_walk_down_the_scores(rows, centre):
    found = smooth_roc(*rows, centre=centre)
    curve, area = smooth_by_definition(*rows, found.centre)
    np.testing.assert_allclose(np.c_[found.x, found.y], curve, atol=1e-10)
    assert found.threshold[1:].tolist() == sorted(set(rows[1].tolist()), reverse=True)
    if min(found.x[-1], found.y[-1]) > 1e-6:
        assert found.auc == pytest.approx(area, abs=1e-9)
        assert 0 <= found.auc <= 1 + 1e-12
    if centre == "mean":
        assert found.centre == pytest.approx(rows[1].mean(), abs=1e-12)


@given(rows=scored_rows(st.sampled_from([0.0, 1.0])))
def test_smooth_roc_of_hard_predictions_is_the_roc_curve(rows):
    points = roc_points(*rows)
    found = smooth_roc(*rows, centre=0.5)
    assert found.x.tolist() == points.fp.tolist()
    assert found.y.tolist() == points.tp.tolist()
    assert found.auc == pytest.approx(roc_auc(points))
    assert probabilistic_auc(*rows) == pytest.approx(roc_auc(points))


@given(rows=scored_rows(st.floats(0, 1).filter(lambda value: value != 0.5)))
def test_smooth_axes_share_out_all_rows(rows):
    found = smooth_roc(*rows, centre=0.5)
    assert found.x[-1] + found.y[-1] == pytest.approx(len(rows[0]))
    # Complementing scores and labels turns the walk round: the same area.
    turned = smooth_roc(1 - rows[0], 1 - rows[1], centre=0.5)
    if np.unique(1 - rows[1]).size == np.unique(rows[1]).size and min(found.x[-1], found.y[-1]) > 1e-6:
        assert turned.auc == pytest.approx(found.auc, abs=1e-7)


def test_smooth_roc_without_mass_is_not_a_number():
    assert np.isnan(smooth_roc([1, 0], [0.5, 0.5]).auc)
    # The negative row lies at the centre and does not move the curve: nothing along x.
    assert np.isnan(smooth_roc([1, 0], [1.0, 0.5], centre=0.5).auc)


def pairs(y, score):
    return score[y == 1][:, np.newaxis] - score[y == 0]


@given(rows=scored_rows())
def test_scored_and_probabilistic_auc_are_means_over_pairs(rows):
    apart = pairs(*rows)
    assert scored_auc(*rows) == pytest.approx(np.maximum(apart, 0).mean(), abs=1e-12)
    assert probabilistic_auc(*rows) == pytest.approx((1 + apart.mean()) / 2, abs=1e-12)
    turned = scored_auc(1 - rows[0], rows[1])
    assert 2 * probabilistic_auc(*rows) - 1 == pytest.approx(scored_auc(*rows) - turned, abs=1e-12)
    assert scored_auc(*rows) <= roc_auc_score(*rows) + 1e-12


@given(rows=scored_rows(st.integers(0, 64).map(lambda value: value / 64)))
def test_scored_roc_is_the_share_of_pairs_beyond_the_shift(rows):
    shift = np.arange(65) / 64  # exact in binary, so that no comparison is rounded
    given_back, auc = scored_roc(*rows, shift=shift)
    assert given_back.tolist() == shift.tolist()
    assert auc.tolist() == [float((pairs(*rows) > amount).mean()) for amount in shift]
    assert np.all(np.diff(auc) <= 0)
    # The curve is a step function with its steps at these shifts: its area is the scored AUC.
    assert auc[:-1].sum() / 64 == pytest.approx(scored_auc(*rows), abs=1e-12)


def test_labels_and_default_shifts():
    y, score = ["ill", "ill", "well"], [0.9, 0.2, 0.4]
    shift, auc = scored_roc(y, score, pos_label="ill")
    assert len(shift) == 101
    assert auc[0] == 0.5
    assert scored_auc(y, score, pos_label="ill") == pytest.approx(0.25)
    assert scored_auc([True, True, False], score) == pytest.approx(0.25)
    assert smooth_roc(y, score, pos_label="ill").auc == smooth_roc([1, 1, 0], score).auc


@pytest.mark.parametrize("function", [smooth_roc, scored_roc, scored_auc, probabilistic_auc])
def test_scores_are_probabilities(function):
    with pytest.raises(InputError, match="y_score"):
        function([1, 0], [1.5, 0.2])


def test_errors():
    with pytest.raises(InputError, match="centre: found 'median'"):
        smooth_roc([1, 0], [1, 0], centre="median")
    with pytest.raises(InputError, match="centre: found 2"):
        smooth_roc([1, 0], [1, 0], centre=2)
    with pytest.raises(InputError, match="shift: found a value outside"):
        scored_roc([1, 0], [1, 0], shift=[-0.1])
