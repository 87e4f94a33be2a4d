"""Weighted curves against repeated rows, against scikit-learn, and their errors."""

import doctest

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from rocrepro.errors import InputError
from rocrepro.evaluation import roc_auc, roc_points, weighted, weighted_roc_points

rows = st.lists(st.tuples(st.integers(0, 1), st.integers(-3, 3), st.integers(0, 4)), min_size=1, max_size=30)


def arrays(drawn):
    """Labels, scores and whole-numbered weights, with weight in both classes."""
    y, score, weight = (np.array(column) for column in zip(*drawn, (1, 2, 1), (0, -1, 2), strict=True))
    return y, score / 2, weight


@given(rows)
def test_whole_weights_are_repeated_rows(drawn):
    y, score, weight = arrays(drawn)
    found = weighted_roc_points(y, score, weight)
    expected = roc_points(np.repeat(y, weight), np.repeat(score, weight))
    for name in ("threshold", "tp", "fp", "tpr", "fpr"):
        np.testing.assert_array_equal(getattr(found, name), getattr(expected, name))
    assert found.auc == pytest.approx(roc_auc(expected), abs=1e-15)


@given(rows, st.integers(0, 2**32 - 1))
def test_the_order_of_rows_does_not_matter(drawn, seed):
    y, score, weight = arrays(drawn)
    rng = np.random.default_rng(seed)
    weight = weight * rng.random(len(weight))
    order = rng.permutation(len(y))
    one = weighted_roc_points(y, score, weight)
    other = weighted_roc_points(y[order], score[order], weight[order])
    for name in ("threshold", "tp", "fp"):
        np.testing.assert_array_equal(getattr(one, name), getattr(other, name))


@pytest.mark.parametrize("digits", [1, 12])
def test_scikit_learn_draws_the_same_curve(digits):
    from sklearn.metrics import roc_auc_score, roc_curve

    rng = np.random.default_rng(1)
    y = rng.random(5000) < 0.1
    score, weight = (
        np.round(rng.normal(y, 1), digits),
        rng.exponential(size=len(y)) * (rng.random(len(y)) < 0.9),
    )
    found = weighted_roc_points(y, score, weight)
    fpr, tpr, threshold = roc_curve(y, score, sample_weight=weight, drop_intermediate=False)
    np.testing.assert_array_equal(found.threshold, threshold)
    np.testing.assert_allclose(found.fpr, fpr, rtol=1e-12)
    np.testing.assert_allclose(found.tpr, tpr, rtol=1e-12)
    assert found.auc == pytest.approx(roc_auc_score(y, score, sample_weight=weight), abs=1e-12)
    assert len(found) == len(threshold)


@pytest.mark.parametrize(
    ("weight", "message"),
    [
        ([1, 2], r"found 2 weights for 3 labels"),
        ([1, -0.5, 2], r"row 2: found -0.5; expected a finite number of at least 0"),
        ([1, 1, np.nan], r"row 3: found nan"),
        ([np.inf, 1, 1], r"row 1: found inf"),
        (["1", "1", "1"], r"found values of type"),
        ([[1], [1], [1]], r"found 2 dimensions; expected 1"),
        ([[1], [1, 2], 1], r"found rows of unequal lengths"),
        ([0, 1, 0], r"found a total of 0.0 in the positive class"),
        ([1, 0, 1], r"found a total of 0.0 in the negative class"),
        ([1e308, 1, 1e308], r"found a total of inf in the positive class"),
    ],
)
def test_bad_weights(weight, message):
    with pytest.raises(InputError, match=r"^sample_weight: " + message) as error:
        weighted_roc_points([1, 0, 1], [0.9, 0.5, 0.1], weight)
    assert "\n" not in str(error.value)


def test_examples():
    assert doctest.testmod(weighted).failed == 0
