"""Obuchowski's variance of clustered rows: by definition, against DeLong and the jackknife; its coverage."""

from __future__ import annotations

import math
import warnings

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats

from rocrepro.errors import InputError
from rocrepro.evaluation import (
    clustered_auc_interval,
    clustered_auc_test,
    delong_interval,
    delong_test,
    roc_auc,
    roc_points,
)
from rocrepro.evaluation.metrics import UndefinedIntervalWarning, ZeroWidthIntervalWarning

Z = stats.norm.ppf(0.975)


def sample(rng, n_clusters, *, whole=False, share=0.5, effect=1.0, decimals=2):
    """Labels, scores of two models, clusters; `whole` clusters have rows of one class."""
    cluster = np.repeat(np.arange(n_clusters), rng.integers(1, 6, n_clusters))
    label = (rng.random(n_clusters) < 0.4)[cluster] if whole else rng.random(len(cluster)) < 0.4
    common = rng.normal(size=n_clusters)[cluster] * share**0.5 + effect * label
    a, b = (common + rng.normal(size=len(cluster)) * (1 - share) ** 0.5 for _ in range(2))
    return label.astype(int), a.round(decimals), b.round(decimals), cluster


def by_definition(label, scores, cluster):
    """Areas and their covariances as Obuchowski prints them, by loops over pairs and clusters."""

    def psi(x, y):
        return 1.0 if x > y else 0.5 if x == y else 0.0

    names = sorted(set(cluster))
    pos, neg = np.flatnonzero(label == 1), np.flatnonzero(label == 0)
    areas, v10, v01 = [], [], []
    for score in scores:
        table = np.array([[psi(score[i], score[j]) for j in neg] for i in pos])
        areas.append(table.mean())
        v10.append(table.mean(axis=1))
        v01.append(table.mean(axis=0))
    sums10 = [[v[cluster[pos] == name].sum() - A * (cluster[pos] == name).sum() for name in names]
              for v, A in zip(v10, areas, strict=True)]  # fmt: skip
    sums01 = [[v[cluster[neg] == name].sum() - A * (cluster[neg] == name).sum() for name in names]
              for v, A in zip(v01, areas, strict=True)]  # fmt: skip
    m, n, i = len(pos), len(neg), len(names)
    i10, i01 = len(set(cluster[pos])), len(set(cluster[neg]))
    k = len(scores)
    found = np.zeros((k, k))
    for r in range(k):
        for s in range(k):
            s10 = i10 / ((i10 - 1) * m) * np.dot(sums10[r], sums10[s])
            s01 = i01 / ((i01 - 1) * n) * np.dot(sums01[r], sums01[s])
            s11 = i / (i - 1) * np.dot(sums10[r], sums01[s])
            s11_back = i / (i - 1) * np.dot(sums10[s], sums01[r])
            found[r, s] = s10 / m + s01 / n + s11 / (m * n) + s11_back / (m * n)
    return areas, found


def test_by_definition():
    rng = np.random.default_rng(1)
    for turn in range(30):
        label, a, b, cluster = sample(rng, 12, whole=bool(turn % 2), decimals=turn % 3)
        areas, covariance = by_definition(label, (a, b), cluster)
        auc, lower, upper = clustered_auc_interval(label, a, cluster, alpha=0.9)  # narrow: not clipped
        half = stats.norm.ppf(0.55) * covariance[0, 0] ** 0.5
        assert (auc, lower, upper) == pytest.approx((areas[0], areas[0] - half, areas[0] + half), abs=1e-10)
        assert auc == pytest.approx(roc_auc(roc_points(label, a)), abs=1e-12)
        variance = np.array([1, -1]) @ covariance @ np.array([1, -1])
        test = clustered_auc_test(label, a, b, cluster)
        assert test.difference == pytest.approx(areas[0] - areas[1], abs=1e-12)
        assert test.z == pytest.approx((areas[0] - areas[1]) / variance**0.5, abs=1e-8)
        assert test.p_value == pytest.approx(2 * stats.norm.sf(abs(test.z)), abs=1e-10)
        assert test.upper - test.lower == pytest.approx(2 * Z * variance**0.5, abs=1e-9)


@settings(max_examples=60, deadline=None)
@given(st.integers(0, 10**6), st.integers(3, 30), st.integers(3, 30), st.integers(0, 2))
def test_one_row_a_cluster_is_delong(seed, n_pos, n_neg, decimals):
    rng = np.random.default_rng(seed)
    label = np.repeat([1, 0], [n_pos, n_neg])
    a, b = (np.round(rng.normal(size=len(label)) + 0.5 * label, decimals) for _ in range(2))
    names = rng.permutation(len(label)).astype(str)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        delong, paired = delong_interval(label, a), delong_test(label, a, b)
        found, test = clustered_auc_interval(label, a, names), clustered_auc_test(label, a, b, names)
    if delong[1] < delong[2]:
        assert found == pytest.approx(delong, abs=1e-12)
    if paired.upper > paired.lower:
        assert (test.lower, test.upper) == pytest.approx((paired.lower, paired.upper), abs=1e-12)
        assert (test.z, test.p_value) == pytest.approx((paired.z, paired.p_value), abs=1e-9)


@settings(max_examples=60, deadline=None)
@given(st.integers(0, 10**6), st.integers(3, 20), st.booleans())
def test_the_order_of_rows_and_the_clusters_names_do_not_matter(seed, n_clusters, whole):
    rng = np.random.default_rng(seed)
    label, a, b, cluster = sample(rng, n_clusters, whole=whole)
    if label.min() == label.max():
        return
    order = rng.permutation(len(label))
    names = np.array([f"patient {i}" for i in rng.permutation(n_clusters)])[cluster]
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        found = clustered_auc_interval(label, a, cluster)
        again = clustered_auc_interval(label[order], np.exp(a[order]), names[order])
        one = clustered_auc_test(label, a, b, cluster)
        other = clustered_auc_test(label, b, a, cluster)
    assert again == pytest.approx(found, abs=1e-12, nan_ok=True)
    assert other.p_value == pytest.approx(one.p_value, abs=1e-9, nan_ok=True)
    assert (other.lower, other.upper) == pytest.approx((-one.upper, -one.lower), abs=1e-12, nan_ok=True)


@pytest.mark.parametrize("whole", [False, True])
def test_the_jackknife_over_clusters_agrees(whole):
    rng = np.random.default_rng(3)
    label, a, b, cluster = sample(rng, 150, whole=whole)
    names = np.unique(cluster)

    def jackknife(statistic):
        left = np.array([statistic(cluster != name) for name in names])
        return (len(names) - 1) * left.var()

    def area(score):
        return lambda kept: roc_auc(roc_points(label[kept], score[kept]))

    _, lower, upper = clustered_auc_interval(label, a, cluster)
    assert upper - lower == pytest.approx(2 * Z * jackknife(area(a)) ** 0.5, rel=0.03)
    test = clustered_auc_test(label, a, b, cluster)
    variance = jackknife(lambda kept: area(a)(kept) - area(b)(kept))
    assert test.upper - test.lower == pytest.approx(2 * Z * variance**0.5, rel=0.03)


def test_rows_that_occur_twice_say_no_more():
    """Each cluster repeated row by row has the variance of single rows, up to the factors I / (I - 1)."""
    rng = np.random.default_rng(5)
    label = np.repeat([1, 0], [30, 50])
    score = rng.normal(size=80) + label
    twice = np.repeat(np.arange(80), 3)
    found = clustered_auc_interval(label[twice], score[twice], twice)
    assert found == pytest.approx(delong_interval(label, score), abs=1e-12)
    naive = delong_interval(label[twice], score[twice])
    assert naive[2] - naive[1] < 0.6 * (found[2] - found[1])


def test_coverage_where_delong_is_far_too_narrow():
    rng = np.random.default_rng(7)
    area = stats.norm.cdf(2**-0.5)
    hits, naive, rejected, n = 0, 0, 0, 400
    for _ in range(n):
        label, a, b, cluster = sample(rng, 60, whole=True)
        _, lower, upper = clustered_auc_interval(label, a, cluster)
        hits += lower <= area <= upper
        _, lower, upper = delong_interval(label, a)
        naive += lower <= area <= upper
        rejected += clustered_auc_test(label, a, b, cluster).p_value < 0.05
    assert 0.91 <= hits / n <= 0.98
    assert naive / n < 0.88
    assert 0.02 <= rejected / n <= 0.085


def test_what_cannot_be_estimated_is_no_number():
    with pytest.warns(UndefinedIntervalWarning, match="one cluster only"):
        auc, lower, upper = clustered_auc_interval([1, 1, 0, 0], [3, 1, 2, 0], ["a", "a", "a", "b"])
    assert auc == 0.75
    assert math.isnan(lower)
    assert math.isnan(upper)
    with pytest.warns(ZeroWidthIntervalWarning, match="all clusters agree"):
        auc, lower, _ = clustered_auc_interval([1, 1, 0, 0], [3, 4, 2, 0], [1, 2, 3, 1])
    assert auc == 1
    assert math.isnan(lower)
    with pytest.warns(ZeroWidthIntervalWarning):
        test = clustered_auc_test([1, 1, 0, 0], [3, 4, 2, 0], [3, 4, 2, 1], [1, 2, 3, 1])
    assert test.difference == 0
    assert math.isnan(test.p_value)
    assert math.isnan(test.upper)


@pytest.mark.parametrize(
    ("cluster", "message"),
    [
        (["a", "b"], "cluster: found 2 labels for 4 rows"),
        (["a"] * 4, "cluster: found 1 cluster; expected at least two"),
        (["a", "b", None, "c"], "cluster: row 3: found None"),
    ],
)
def test_bad_clusters_are_one_line(cluster, message):
    with pytest.raises(InputError, match="cluster") as caught:
        clustered_auc_interval([1, 1, 0, 0], [3, 1, 2, 0], cluster)
    assert str(caught.value).startswith(message)
