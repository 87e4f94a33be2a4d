"""Partial areas against pROC, scikit-learn and the mean height of the curve."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sklearn.metrics import roc_auc_score

from rocrepro.errors import InputError
from rocrepro.evaluation import partial_auc, roc_auc, roc_points

# 120 rows with many ties that R makes in the same way: y <- (7 * i * i + 3 * i) %% 10 < 4 for i in 0:119.
_I = np.arange(120)
_Y = ((7 * _I * _I + 3 * _I) % 10 < 4).astype(int)
ROWS = {"y": _Y, "a": (13 * _I * _I + 5 * _I) % 23 + 6 * _Y, "b": (11 * _I * _I + 3 * _I) % 29 + 2 * _Y}
# pROC 1.18.0: auc(roc(y, score, direction = "<"), partial.auc = 1 - range, partial.auc.focus = "specificity",
# partial.auc.correct), and with partial.auc.focus = "sensitivity": raw, corrected.
BY_FPR = {
    ("a", (0, 0.1)): (0.046444444444444434, 0.71812865497076028),
    ("a", (0.05, 0.2)): (0.072329861111111074, 0.70411375661375664),
    ("a", (0, 0.23)): (0.10963541666666667, 0.70433656759191032),
    ("b", (0, 0.1)): (0.0097222222222222154, 0.52485380116959068),
    ("b", (0.05, 0.2)): (0.023148148148148133, 0.51675485008818345),
    ("b", (0, 0.23)): (0.032725925925925915, 0.5154161776613263),
}
BY_TPR = {
    ("a", (0.9, 1)): (0.033333333333333319, 0.64912280701754388),
    ("a", (0.8, 0.95)): (0.051809413580246877, 0.62594062316284538),
    ("a", (0.77, 1)): (0.082009413580246909, 0.63647608346904183),
    ("b", (0.9, 1)): (0.012733410493827157, 0.54070216049382713),
    ("b", (0.8, 0.95)): (0.022453703703703691, 0.51410934744268078),
    ("b", (0.77, 1)): (0.033703703703703701, 0.51781798993786221),
}
rows = st.lists(st.tuples(st.integers(0, 1), st.integers(0, 9)), min_size=2, max_size=40).filter(
    lambda r: {label for label, _ in r} == {0, 1}
)
ranges = st.tuples(st.integers(0, 19), st.integers(1, 20)).filter(lambda r: r[0] < r[1])


@pytest.mark.parametrize(("score", "of"), BY_FPR)
def test_proc_gives_the_same_by_specificity(score, of):
    points = roc_points(ROWS["y"], ROWS[score])
    found = [partial_auc(points, fpr=of, standardized=standardized) for standardized in (False, True)]
    assert found == pytest.approx(BY_FPR[score, of], rel=1e-12)


@pytest.mark.parametrize(("score", "of"), BY_TPR)
def test_proc_gives_the_same_by_sensitivity(score, of):
    points = roc_points(ROWS["y"], ROWS[score])
    found = [partial_auc(points, tpr=of, standardized=standardized) for standardized in (False, True)]
    assert found == pytest.approx(BY_TPR[score, of], rel=1e-12)


@settings(deadline=None)
@given(rows, st.sampled_from([0.01, 0.1, 0.25, 0.5, 0.9]))
def test_scikit_learn_gives_the_same(data, max_fpr):
    y, score = zip(*data, strict=True)
    found = partial_auc(roc_points(y, score), fpr=(0, max_fpr), standardized=True)
    assert found == pytest.approx(roc_auc_score(y, score, max_fpr=max_fpr), abs=1e-12)


def mean_height(points, low, high):
    """Mean over a fine grid of the segment that stands over each rate: no end of the range is on a corner."""
    grid = low + (high - low) * (np.arange(20_000) + 0.5) / 20_000
    at = np.searchsorted(points.fpr, grid, side="left")
    x0, x1, y0, y1 = points.fpr[at - 1], points.fpr[at], points.tpr[at - 1], points.tpr[at]
    return np.mean(y0 + (grid - x0) / (x1 - x0) * (y1 - y0)) * (high - low)


@settings(max_examples=40, deadline=None)
@given(rows, ranges)
def test_the_area_is_the_mean_height(data, of):
    points = roc_points(*zip(*data, strict=True))
    low, high = of[0] / 20, of[1] / 20
    assert partial_auc(points, fpr=(low, high)) == pytest.approx(mean_height(points, low, high), abs=2e-4)


@given(rows, st.integers(1, 19))
def test_parts_make_the_whole(data, at):
    points = roc_points(*zip(*data, strict=True))
    for by in ("fpr", "tpr"):
        low, high = (partial_auc(points, **{by: of}) for of in ((0, at / 20), (at / 20, 1)))
        assert low + high == pytest.approx(roc_auc(points))
        for standardized in (False, True):
            whole = partial_auc(points, **{by: (0, 1)}, standardized=standardized)
            assert whole == pytest.approx(roc_auc(points))


@given(rows, ranges)
def test_by_sensitivity_is_by_specificity_of_the_classes_swapped(data, of):
    y, score = (np.array(column) for column in zip(*data, strict=True))
    low, high = of[0] / 20, of[1] / 20
    for standardized in (False, True):
        found = partial_auc(roc_points(y, score), tpr=(low, high), standardized=standardized)
        # Swapped, the curve is mirrored: sensitivity and specificity change their roles.
        mirrored = roc_points(1 - y, -score)
        expected = partial_auc(mirrored, fpr=(1 - high, 1 - low), standardized=standardized)
        assert found == pytest.approx(expected, abs=1e-12)


def test_perfect_and_constant_scores():
    perfect, flat = roc_points([0, 0, 1, 1], [1, 2, 3, 4]), roc_points([0, 0, 1, 1], [1] * 4)
    for given_range in ({"fpr": (0, 0.3)}, {"tpr": (0.7, 1)}, {"fpr": (0.2, 0.4)}):
        assert partial_auc(perfect, **given_range, standardized=True) == pytest.approx(1)
        assert partial_auc(flat, **given_range, standardized=True) == pytest.approx(0.5)


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({}, "fpr, tpr: found none; expected one range of rates"),
        ({"fpr": (0, 1), "tpr": (0, 1)}, "fpr, tpr: found fpr and tpr"),
        ({"fpr": (0.2, 0.2)}, "fpr: found 0.2 to 0.2; expected two ascending rates from 0 to 1"),
        ({"tpr": (0.5, 1.1)}, "tpr: found 0.5 to 1.1"),
        ({"fpr": (np.nan, 1)}, "fpr: found nan to 1"),
        ({"fpr": 0.1}, "fpr: found 0.1; expected two rates"),
        ({"fpr": ("a", 1)}, "fpr: found .'a', 1."),
    ],
)
def test_bad_input(change, words):
    with pytest.raises(InputError, match=words):
        partial_auc(roc_points([0, 1], [1, 2]), **change)
