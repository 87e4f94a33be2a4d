"""The exact curve against scikit-learn, a count by hand, and the ways to get the input wrong."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from rocrepro.errors import InputError
from rocrepro.evaluation import roc_points, threads
from rocrepro.evaluation.rows import check_binary


@st.composite
def labelled_scores(draw, levels=8, size=30):
    """Labels of both classes and integer scores with ties."""
    labels = draw(st.lists(st.integers(0, 1), min_size=2, max_size=size))
    labels[0], labels[1] = 0, 1
    scores = draw(st.lists(st.integers(-levels, levels), min_size=len(labels), max_size=len(labels)))
    return np.array(labels), np.array(scores, dtype=float)


def test_by_hand():
    points = roc_points([0, 1, 1, 0, 1], [0.5, 0.5, 0.9, -0.0, 0.0])
    assert points.threshold.tolist() == [np.inf, 0.9, 0.5, 0.0]
    assert points.tp.tolist() == [0, 1, 2, 3]
    assert points.fp.tolist() == [0, 0, 1, 2]
    assert points.fn.tolist() == [3, 2, 1, 0]
    assert points.tn.tolist() == [2, 2, 1, 0]
    assert (points.n_pos, points.n_neg, points.n, len(points)) == (3, 2, 5, 4)
    np.testing.assert_allclose(points.tpr, [0, 1 / 3, 2 / 3, 1])
    np.testing.assert_allclose(points.fpr, [0, 0, 0.5, 1])
    np.testing.assert_allclose(points.difference, [3 / 5, 2 / 5, 0, -2 / 5])
    assert points.tp.dtype == points.fp.dtype == np.int64


def test_starts_at_the_origin_when_the_top_score_is_negative():
    points = roc_points([0, 1], [2.0, 1.0])
    assert (points.fpr[0], points.tpr[0]) == (0.0, 0.0)
    assert points.threshold[0] == np.inf


@given(labelled_scores())
def test_counts_agree_with_predictions_at_each_threshold(data):
    y, score = data
    points = roc_points(y, score)
    assert points.threshold[1:].tolist() == sorted(set(score), reverse=True)
    for threshold, tp, fn, fp, tn in zip(
        points.threshold, points.tp, points.fn, points.fp, points.tn, strict=True
    ):
        predicted = score >= threshold
        assert tp == (predicted & (y == 1)).sum()
        assert fn == (~predicted & (y == 1)).sum()
        assert fp == (predicted & (y == 0)).sum()
        assert tn == (~predicted & (y == 0)).sum()


@pytest.mark.parametrize("decimals", [1, 2, 17])
def test_agrees_with_scikit_learn(decimals):
    metrics = pytest.importorskip("sklearn.metrics")
    rng = np.random.default_rng(decimals)
    y = rng.random(2000) < 0.1
    score = np.round(rng.normal(size=2000) + y, decimals)
    points = roc_points(y, score)
    fpr, tpr, threshold = metrics.roc_curve(y, score, drop_intermediate=False)
    np.testing.assert_array_equal(points.threshold, threshold)
    np.testing.assert_array_equal(points.fpr, fpr)
    np.testing.assert_array_equal(points.tpr, tpr)
    tn, fp, fn, tp, threshold = metrics.confusion_matrix_at_thresholds(y, score)
    order = np.argsort(-threshold)  # it leaves out the all-negative row
    for name, other in (("tn", tn), ("fp", fp), ("fn", fn), ("tp", tp)):
        np.testing.assert_array_equal(getattr(points, name)[1:], other[order])


@given(labelled_scores())
def test_increasing_transform_changes_thresholds_only(data):
    y, score = data
    points, moved = roc_points(y, score), roc_points(y, np.exp(score / 4) - 3)
    np.testing.assert_array_equal(points.tp, moved.tp)
    np.testing.assert_array_equal(points.fp, moved.fp)


@given(labelled_scores())
def test_swapping_classes_and_direction_mirrors(data):
    y, score = data
    points, mirror = roc_points(y, score), roc_points(1 - y, -score)
    # The same cuts in reverse order; a row called positive before is called negative (a true negative) now.
    np.testing.assert_array_equal(mirror.tp, points.tn[::-1])
    np.testing.assert_array_equal(mirror.fp, points.fn[::-1])


def test_adjacent_doubles_are_two_scores():
    near = np.nextafter(0.5, 1)
    assert roc_points([0, 1], [0.5, near]).tp.tolist() == [0, 1, 1]
    assert roc_points([0, 1], [5e-324, 0.0]).threshold.tolist() == [np.inf, 5e-324, 0.0]
    assert roc_points([0, 1], [1.7e308, -1.7e308]).fp.tolist() == [0, 1, 1]


def test_zeros_of_both_signs_are_one_score():
    points = roc_points([0, 1, 1], [0.0, -0.0, 1.0])
    assert points.tp.tolist() == [0, 1, 2]
    assert not np.signbit(points.threshold).any()


@pytest.mark.parametrize(
    ("labels", "pos_label"),
    [
        ([0, 1, 0], None),
        ([-1, 1, -1], None),
        ([False, True, False], None),
        ([0.0, 1.0, 0.0], None),
        (["ill", "well", "ill"], "well"),
        ([2, 1, 2], 1),
        ([1, 0, 1], 0),
        (np.array(["b", "a", "b"], dtype=object), "a"),
    ],
)
def test_positive_class(labels, pos_label):
    positive, _ = check_binary(labels, [1, 2, 3], pos_label)
    assert positive.tolist() == [False, True, False]


@pytest.mark.parametrize(
    ("labels", "scores", "pos_label", "message"),
    [
        ([0, 1, 1], [1, np.nan, 2], None, r"y_score: row 2: found nan; expected a finite number"),
        ([0, 1, 1], [1, 2, -np.inf], None, r"y_score: row 3: found -inf"),
        ([0, 1], [1, None], None, r"y_score: row 2: found nan"),
        ([0, 1], np.array([1, "x"], dtype=object), None, r"y_score: row 2: found 'x'"),
        (
            [0, 1],
            [1, 10**400],
            None,
            r"y_score: row 2: found a whole number of more than 40 digits; expected",
        ),
        ([0, 1], [1, -(10**5000)], None, r"y_score: row 2: found a whole number of more than 40 digits"),
        (
            [0, 1],
            np.array([1, "x" * 99], dtype=object),
            None,
            r"y_score: row 2: found 'x{36}\.\.\.; expected",
        ),
        ([0, 1], [[1], [1, 2]], None, r"y_score: found rows of unequal lengths; expected one value per row"),
        ([[0], [0, 1]], [1, 2], None, r"y_true: found rows of unequal lengths"),
        ([0, 1], ["1", "2"], None, r"y_score: found values of type"),
        ([0, 1], [1j, 2], None, r"y_score: found values of type complex"),
        ([0, 1], [2**53 + 2, 1], None, r"y_score: found an integer beyond"),
        ([0, 1], np.ma.array([1.0, 2.0], mask=[False, True]), None, r"y_score: row 2"),
        ([0, 1], [1, 2, 3], None, r"y_score: found 3 scores for 2 labels"),
        ([], [], None, r"y_true: found no rows"),
        ([[0], [1]], [1, 2], None, r"y_true: found 2 dimensions"),
        ([1, 1], [1, 2], None, r"y_true: found 1 classes \(1\); expected exactly two"),
        ([0, 1, 2], [1, 2, 3], 1, r"y_true: found 3 classes \(0, 1, 2\)"),
        (["a", "b"], [1, 2], None, r"pos_label: found none for the classes a, b"),
        ([1, 2], [1, 2], None, r"pos_label: found none for the classes 1, 2"),
        ([0, 1], [1, 2], 7, r"pos_label: found 7; expected one of the classes 0, 1"),
        ([0.0, np.nan], [1, 2], None, r"y_true: row 2: found nan; expected a class label"),
        (np.array(["a", None], dtype=object), [1, 2], "a", r"y_true: row 2: found None"),
        (np.array(["a", 1], dtype=object), [1, 2], "a", r"y_true: found labels of mixed types"),
    ],
)
def test_bad_input_is_one_line(labels, scores, pos_label, message):
    with pytest.raises(InputError, match=message) as error:
        roc_points(labels, scores, pos_label=pos_label)
    assert "\n" not in str(error.value)


def test_pandas_missing_label():
    pandas = pytest.importorskip("pandas")
    with pytest.raises(InputError, match="row 2"):
        roc_points(pandas.Series(["a", pandas.NA], dtype="object"), [1, 2], pos_label="a")


@pytest.mark.parametrize("n_threads", ["1", "3"])
@pytest.mark.parametrize("row", [0, 6, 7, 99])
def test_bad_rows_are_found_in_every_block_and_thread(row, n_threads, monkeypatch):
    monkeypatch.setattr(threads, "_LEAST", 1)
    monkeypatch.setattr(threads, "_BLOCK", 7)
    monkeypatch.setenv("OMP_NUM_THREADS", n_threads)
    y, score = np.arange(100) % 2, np.arange(100.0)
    positive, checked = check_binary(y, -score)
    assert positive.tolist() == (y == 1).tolist()
    assert not np.signbit(checked[0])
    assert check_binary(1 - y, score, 0)[0].tolist() == (y == 1).tolist()
    score[row] = np.inf
    with pytest.raises(InputError, match=f"row {row + 1}: found inf"):
        check_binary(y, score)
    y[row] = 2
    with pytest.raises(InputError, match="found 3 classes"):
        check_binary(y, np.arange(100.0))
    with pytest.raises(InputError, match=r"found 1 classes \(2\)"):
        check_binary(np.full(100, 2), np.arange(100.0))
