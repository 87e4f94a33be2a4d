"""Area under the curve and DeLong's interval against counts of pairs and independent computations."""

from __future__ import annotations

import warnings

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from rocrepro.errors import InputError
from rocrepro.evaluation import RocPoints, delong_interval, roc_auc, roc_points
from rocrepro.evaluation.metrics import UndefinedIntervalWarning, ZeroWidthIntervalWarning


def order_share(positive, negative):
    """Placement matrix: 1 where a positive scores above a negative, one half at ties."""
    return (positive[:, None] > negative) + 0.5 * (positive[:, None] == negative)


def random_scores(seed, n=120, decimals=1):
    rng = np.random.default_rng(seed)
    y = np.concatenate([[0, 0, 1, 1], rng.integers(0, 2, n - 4)])
    return y, np.round(rng.normal(size=n) + rng.uniform(-1, 2) * y, decimals)


@pytest.mark.parametrize("seed", range(30))
def test_auc_equals_pair_count_and_scikit_learn(seed):
    from sklearn.metrics import roc_auc_score

    y, score = random_scores(seed, decimals=seed % 4)
    auc = roc_auc(roc_points(y, score))
    assert auc == pytest.approx(order_share(score[y == 1], score[y == 0]).mean(), abs=1e-12)
    assert auc == pytest.approx(roc_auc_score(y, score), abs=1e-12)


@given(
    st.lists(st.integers(0, 5), min_size=1, max_size=12), st.lists(st.integers(0, 5), min_size=1, max_size=12)
)
def test_auc_of_the_mirror(positive, negative):
    y = [1] * len(positive) + [0] * len(negative)
    score = np.array(positive + negative)
    auc = roc_auc(roc_points(y, score))
    assert auc == pytest.approx(order_share(np.array(positive), np.array(negative)).mean(), abs=1e-15)
    assert roc_auc(roc_points(y, -score)) == pytest.approx(1 - auc, abs=1e-15)


@pytest.mark.parametrize("size", [10**7, 10**10])
def test_auc_is_exact_for_large_counts(size):
    # All but one positive above all negatives, the last one tied with one negative.
    tp, fp = np.array([0, size - 1, size, size]), np.array([0, 0, 1, size])
    points = RocPoints(np.array([np.inf, 3.0, 2.0, 1.0]), tp, fp, size, size)
    pairs_twice = 2 * (size - 1) * size + 1 + 2 * (size - 1)
    assert roc_auc(points) == pairs_twice / (2 * size * size)


@pytest.mark.parametrize("seed", range(20))
def test_delong_equals_placement_values(seed):
    from scipy.stats import norm

    y, score = random_scores(seed)
    share = order_share(score[y == 1], score[y == 0])
    n_pos, n_neg = share.shape
    variance = share.mean(axis=1).var(ddof=1) / n_pos + share.mean(axis=0).var(ddof=1) / n_neg
    half = norm.isf(0.05) * np.sqrt(variance)
    expected = share.mean() + np.array([0, -half, half])
    np.testing.assert_allclose(
        delong_interval(y, score, alpha=0.1), np.clip(expected, 0, 1), rtol=0, atol=1e-12
    )


def test_delong_equals_the_two_sample_jackknife():
    from scipy.stats import norm
    from sklearn.metrics import roc_auc_score

    y, score = random_scores(3, n=60)
    variance = 0.0
    for label in (0, 1):
        rows = np.flatnonzero(y == label)
        left_out = [roc_auc_score(np.delete(y, row), np.delete(score, row)) for row in rows]
        variance += np.var(left_out) * (len(rows) - 1)
    auc, lower, upper = delong_interval(y, score)
    assert upper - auc == pytest.approx(norm.isf(0.025) * np.sqrt(variance), abs=1e-12)
    assert auc - lower == pytest.approx(upper - auc, abs=1e-12)


def test_delong_on_printed_ratings():
    """Ratings of 109 images (Hanley & McNeil 1982); area and limits as in Stata's manual for roctab."""
    normal, abnormal = [33, 6, 6, 11, 2], [3, 2, 2, 11, 33]
    score = np.repeat([1, 2, 3, 4, 5, 1, 2, 3, 4, 5], normal + abnormal)
    y = np.repeat([0, 1], [58, 51])
    auc, lower, upper = delong_interval(y, score)
    assert (f"{auc:.4f}", f"{lower:.5f}", f"{upper:.5f}") == ("0.8932", "0.83295", "0.95339")


def test_delong_covers_the_truth():
    from scipy.stats import norm

    rng = np.random.default_rng(7)
    truth = norm.cdf(1 / np.sqrt(2))
    y = np.repeat([0, 1], [60, 40])
    hits = 0
    for _ in range(400):
        _, lower, upper = delong_interval(y, rng.normal(size=100) + y)
        hits += lower <= truth <= upper
    assert 0.91 <= hits / 400 <= 0.985


@pytest.mark.parametrize(
    ("score", "auc"), [([1, 2, 3, 4], 1.0), ([4, 3, 2, 1], 0.0), ([0.3, 0.3, 0.3, 0.3], 0.5)]
)
def test_zero_variance_warns(score, auc):
    with pytest.warns(ZeroWidthIntervalWarning, match=f"AUC {auc:g}"):
        found = delong_interval([0, 0, 1, 1], score)
    assert found[0] == auc
    assert np.isnan(found[1:]).all()


@pytest.mark.parametrize("labels", [[1, 0, 0, 0], [0, 1, 1, 1]])
def test_single_row_of_a_class_is_undefined(labels):
    with pytest.warns(UndefinedIntervalWarning):
        auc, lower, upper = delong_interval(labels, [3, 1, 4, 2])
    assert auc == pytest.approx(2 / 3 if labels[0] else 1 / 3)
    assert np.isnan(lower)
    assert np.isnan(upper)


def test_clipped_without_warning():
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        auc, lower, upper = delong_interval([0, 0, 0, 1, 1, 1], [1, 2, 4, 3, 5, 6])
    assert upper == 1.0
    assert 0 < lower < auc < 1


@pytest.mark.parametrize("alpha", [0, 1, -0.1, float("nan"), "x"])
def test_alpha_out_of_range(alpha):
    with pytest.raises(InputError, match="alpha"):
        delong_interval([0, 0, 1, 1], [1, 3, 2, 4], alpha=alpha)
