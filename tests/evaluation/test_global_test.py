"""The test of all areas against its definition, and p-values adjusted for several tests."""

import math
from itertools import permutations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats
from statsmodels.stats.multitest import multipletests

from rocrepro.errors import InputError
from rocrepro.evaluation import delong_global_test, delong_test, holm_adjusted
from rocrepro.evaluation.metrics import UndefinedIntervalWarning, ZeroWidthIntervalWarning
from tests.evaluation.test_compare import psi


def sample(seed, n_pos, n_neg, n_models, decimals=1):
    rng = np.random.default_rng(seed)
    label = np.repeat([1, 0], [n_pos, n_neg])
    common = rng.normal(size=len(label)) + 0.7 * label
    return label, {k: np.round(common + rng.normal(size=len(label)), decimals) for k in range(n_models)}


def by_definition(label, scores):
    """DeLong's equation 5 with loops over pairs and a pseudo-inverse, all successive contrasts."""
    positive, negative = np.flatnonzero(label == 1), np.flatnonzero(label == 0)
    tables = [np.array([[psi(s[i], s[j]) for j in negative] for i in positive]) for s in scores.values()]
    s = np.cov([t.mean(axis=1) for t in tables]) / len(positive)
    s = s + np.cov([t.mean(axis=0) for t in tables]) / len(negative)
    contrasts = np.diff(np.eye(len(tables)), axis=0)
    d, v = contrasts @ [t.mean() for t in tables], contrasts @ s @ contrasts.T
    rank = np.linalg.matrix_rank(v, tol=1e-10, hermitian=True)
    statistic = d @ np.linalg.pinv(v, rcond=1e-8, hermitian=True) @ d
    return statistic, rank, stats.chi2.sf(statistic, rank)


@pytest.mark.parametrize("n_models", [2, 3, 5])
@pytest.mark.parametrize("seed", range(4))
def test_by_definition(n_models, seed):
    label, scores = sample(seed, 14, 17, n_models)
    found = delong_global_test(label, scores)
    assert (found.statistic, found.df, found.p_value) == pytest.approx(by_definition(label, scores), rel=1e-8)


@given(st.integers(0, 200))
def test_with_two_models_it_is_the_pairs_test(seed):
    label, scores = sample(seed, 8, 9, 2)
    found, pair = delong_global_test(label, scores), delong_test(label, *scores.values())
    assert found.auc == {0: pair.auc_a, 1: pair.auc_b}
    if not math.isnan(pair.p_value):
        assert (found.statistic, found.p_value) == pytest.approx((pair.z**2, pair.p_value), rel=1e-9)
        assert found.df == 1


def test_neither_the_order_nor_a_model_given_twice_counts():
    label, scores = sample(3, 20, 25, 3)
    first = delong_global_test(label, scores)
    for order in permutations(scores):
        found = delong_global_test(label, {name: scores[name] for name in order})
        assert (found.statistic, found.df) == pytest.approx((first.statistic, 2))
    more = delong_global_test(label, {**scores, "again": 3 * scores[1] + 1, "and again": scores[2]})
    assert (more.statistic, more.df, more.p_value) == pytest.approx((first.statistic, 2, first.p_value))


def test_it_keeps_its_size():
    p_values = []
    for seed in range(300):
        label, scores = sample(seed, 40, 60, 3, decimals=6)
        p_values.append(delong_global_test(label, scores).p_value)
    assert abs(np.mean(np.array(p_values) < 0.1) - 0.1) < 4 * math.sqrt(0.09 / 300)


def test_areas_that_differ_without_a_variance_have_no_test():
    label, perfect = [1, 1, 0, 0], [4, 3, 2, 1]
    for scores in (
        {"perfect": perfect, "flat": [0] * 4},
        {"perfect": perfect, "flat": [0] * 4, "other": [4, 1, 3, 2]},
        {"a": perfect, "b": perfect},
    ):
        with pytest.warns(ZeroWidthIntervalWarning, match="the test of all areas is not estimable"):
            found = delong_global_test(label, scores)
        assert math.isnan(found.p_value)
        assert math.isnan(found.statistic)
    with pytest.warns(UndefinedIntervalWarning, match="1 positive and 2 negative rows"):
        assert math.isnan(delong_global_test([1, 0, 0], {"a": [1, 2, 3], "b": [3, 2, 1]}).p_value)
    with pytest.raises(InputError, match="scores: found 1 models; expected at least two"):
        delong_global_test(label, {"a": perfect})


@settings(max_examples=25)
@given(st.lists(st.floats(0, 1), min_size=1, max_size=12))
def test_holm_is_that_of_statsmodels(p_values):
    expected = multipletests(p_values, method="holm")[1]
    np.testing.assert_allclose(holm_adjusted(p_values), expected, rtol=1e-12, atol=0)


def test_a_test_without_a_p_value_counts_all_the_same():
    found = holm_adjusted([0.02, math.nan, 0.01])
    assert found[[0, 2]].tolist() == pytest.approx([0.04, 0.03])
    assert math.isnan(found[1])
    assert holm_adjusted([]).tolist() == []
    with pytest.raises(InputError, match="p_values: found"):
        holm_adjusted([0.1, 1.5])


def test_a_masked_score_is_missing():
    masked = np.ma.MaskedArray([1.0, 2, 3, 4], [0, 0, 0, 1])
    with pytest.raises(InputError, match="y_score: row 4: found nan"):
        delong_global_test([0, 1, 0, 1], {"a": [1, 2, 3, 4], "b": masked})
