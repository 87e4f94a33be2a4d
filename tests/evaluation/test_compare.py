"""Paired tests of two areas against their definitions, and their size under the null hypothesis."""

from __future__ import annotations

import math
from itertools import product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from rocrepro.errors import InputError
from rocrepro.evaluation import delong_interval, delong_test, permutation_test
from rocrepro.evaluation.metrics import UndefinedIntervalWarning, ZeroWidthIntervalWarning


def psi(x, y):
    return 1.0 if x > y else 0.5 if x == y else 0.0


def delong_by_definition(label, a, b):
    """Areas, and the variance of their difference from DeLong's covariance matrices, by loops over pairs."""
    positive, negative = np.flatnonzero(label == 1), np.flatnonzero(label == 0)
    areas, v10, v01 = [], [], []
    for score in (a, b):
        table = np.array([[psi(score[i], score[j]) for j in negative] for i in positive])
        areas.append(table.mean())
        v10.append(table.mean(axis=1))
        v01.append(table.mean(axis=0))
    s = np.cov(v10) / len(positive) + np.cov(v01) / len(negative)
    contrast = np.array([1, -1])
    return areas, contrast @ s @ contrast


def sample(rng, n_pos, n_neg, decimals=1):
    label = rng.permutation(np.repeat([1, 0], [n_pos, n_neg]))
    common = rng.normal(size=len(label))
    a, b = (np.round(common + rng.normal(size=len(label)) + 0.8 * label, decimals) for _ in range(2))
    return label, a, b


def test_delong_by_definition():
    rng = np.random.default_rng(1)
    for _ in range(60):
        label, a, b = sample(rng, int(rng.integers(3, 15)), int(rng.integers(3, 15)), int(rng.integers(0, 3)))
        (auc_a, auc_b), variance = delong_by_definition(label, a, b)
        if variance < 1e-15:
            continue
        test = delong_test(label, a, b, alpha=0.1)
        assert (test.auc_a, test.auc_b) == pytest.approx((auc_a, auc_b), abs=1e-12)
        assert test.difference == pytest.approx(auc_a - auc_b, abs=1e-12)
        assert test.z == pytest.approx((auc_a - auc_b) / variance**0.5, abs=1e-9)
        assert test.p_value == pytest.approx(2 * stats.norm.sf(abs(test.z)), abs=1e-12)
        half = stats.norm.ppf(0.95) * variance**0.5
        assert test.lower == pytest.approx(max(-1, auc_a - auc_b - half), abs=1e-9)
        assert test.upper == pytest.approx(min(1, auc_a - auc_b + half), abs=1e-9)


def test_against_a_useless_score_it_is_the_interval_of_one_area():
    """A constant score has placements of one half: what is left is the other model's own variance."""
    label, a, _ = sample(np.random.default_rng(2), 20, 25, 3)
    test = delong_test(label, a, np.zeros(len(label)))
    auc, low, high = delong_interval(label, a)
    assert test.difference == pytest.approx(auc - 0.5)
    assert (test.lower + 0.5, test.upper + 0.5) == pytest.approx((low, high))


@given(seed=st.integers(0, 200))
def test_order_alone_counts_and_exchange_negates(seed):
    label, a, b = sample(np.random.default_rng(seed), 9, 11, 2)
    test = delong_test(label, a, b)
    other = delong_test(label, np.exp(b), a**3)
    assert other.difference == pytest.approx(-test.difference)
    assert other.z == pytest.approx(-test.z)
    one = permutation_test(label, a, b, n_permutations=30, seed=4)
    two = permutation_test(label, np.exp(a), b**3, n_permutations=30, seed=4)
    assert (one.p_value, one.difference) == (two.p_value, two.difference)
    assert (one.auc_a, one.auc_b) == pytest.approx((test.auc_a, test.auc_b))


def ranks(x):
    return stats.rankdata(x)


def test_the_permutation_test_against_all_exchanges():
    from sklearn.metrics import roc_auc_score

    rng = np.random.default_rng(3)
    for decimals in (0, 2):
        label, a, b = sample(rng, 5, 5, decimals)
        ra, rb = ranks(a), ranks(b)
        observed = abs(roc_auc_score(label, a) - roc_auc_score(label, b))
        reached = 0
        for swap in product([False, True], repeat=10):
            one, two = np.where(swap, rb, ra), np.where(swap, ra, rb)
            difference = roc_auc_score(label, one) - roc_auc_score(label, two)
            reached += abs(difference) >= observed - 1e-12
        exact = reached / 2**10
        found = permutation_test(label, a, b, n_permutations=4000, seed=1)
        assert found.p_value == pytest.approx(exact, abs=4 * math.sqrt(exact * (1 - exact) / 4000) + 1e-3)
        assert abs(found.difference) == pytest.approx(observed)


def test_both_tests_keep_their_size_and_have_power():
    rng = np.random.default_rng(5)
    null, p_null, p_power = [], [], []
    for _ in range(250):
        label, a, b = sample(rng, 30, 40, 6)
        null.append(delong_test(label, a, b).p_value)
        p_null.append(permutation_test(label, a, b, n_permutations=59, seed=rng).p_value)
    for _ in range(40):
        label, a, b = sample(rng, 30, 40, 6)
        p_power.append(permutation_test(label, a + 2 * label, b, n_permutations=59, seed=rng).p_value)
    for values in (null, p_null):
        size = np.mean(np.array(values) <= 0.1)
        assert abs(size - 0.1) < 4 * math.sqrt(0.09 / 250)
        assert abs(np.mean(values) - 0.5) < 4 * math.sqrt(1 / 12 / 250) + 0.01
    assert np.mean(np.array(p_power) <= 0.05) > 0.9


def test_equal_models_do_not_differ():
    label, a, _ = sample(np.random.default_rng(6), 8, 9)
    with pytest.warns(ZeroWidthIntervalWarning):
        test = delong_test(label, a, 2 * a + 1)
    assert test.difference == 0
    assert np.isnan([test.z, test.p_value, test.lower, test.upper]).all()
    assert permutation_test(label, a, 2 * a + 1, n_permutations=20, seed=1).p_value == 1


def test_perfect_against_reversed_has_no_variance():
    label, a = np.array([1, 1, 0, 0]), np.array([4, 3, 2, 1])
    with pytest.warns(ZeroWidthIntervalWarning):
        test = delong_test(label, a, -a)
    assert test.difference == 1
    assert np.isnan([test.z, test.p_value, test.lower, test.upper]).all()


@given(st.integers(2, 9), st.integers(2, 9), st.integers(0, 99))
def test_equal_placements_have_no_variance_however_they_are_rounded(n_pos, n_neg, seed):
    """Shares such as 1/3 differ in their last bit; a variance of 1e-34 would give a p-value of 0."""
    rng = np.random.default_rng(seed)
    label = np.repeat([1, 0], [n_pos, n_neg])
    score = rng.integers(0, 6, len(label))
    moved = np.concatenate([score[:n_pos] * 2, score[n_pos:] * 2]) + 1
    with pytest.warns(ZeroWidthIntervalWarning):
        assert math.isnan(delong_test(label, score, moved).p_value)
    perfect, flat = label + rng.random(len(label)), np.zeros(len(label))
    with pytest.warns(ZeroWidthIntervalWarning):
        assert math.isnan(delong_test(label, perfect, flat).p_value)


def test_one_row_of_a_class_has_no_test():
    with pytest.warns(UndefinedIntervalWarning):
        test = delong_test([1, 0, 0], [3, 2, 1], [1, 2, 3])
    assert test.difference == 1
    assert math.isnan(test.p_value)


def test_bad_input_is_named():
    label, a, b = sample(np.random.default_rng(7), 4, 4)
    for bad, message in (
        ({"n_permutations": 0}, "n_permutations: found 0"),
        ({"n_permutations": 5, "seed": None}, "seed: found None"),
    ):
        with pytest.raises(InputError, match=message):
            permutation_test(label, a, b, **({"seed": 1} | bad))
    with pytest.raises(InputError, match="alpha"):
        delong_test(label, a, b, alpha=0)
    with pytest.raises(InputError, match="3 scores for 8 labels"):
        delong_test(label, a, b[:3])


def test_models_change_places_in_whole_clusters():
    rng = np.random.default_rng(6)
    label, a, b = sample(rng, 12, 20)
    own = permutation_test(label, a, b, n_permutations=199, seed=3)
    single = permutation_test(label, a, b, n_permutations=199, seed=3, cluster=np.arange(32))
    assert single == own
    five = np.repeat(np.arange(32), 5)
    found = permutation_test(label[five], a[five], b[five], n_permutations=199, seed=3, cluster=five)
    # Repeated rows that move together know no more than one of them.
    assert found.p_value == own.p_value
    assert found.p_value > permutation_test(label[five], a[five], b[five], n_permutations=199, seed=3).p_value
    with pytest.raises(InputError, match="cluster: found 2 labels for 32 rows"):
        permutation_test(label, a, b, seed=3, cluster=[1, 2])
