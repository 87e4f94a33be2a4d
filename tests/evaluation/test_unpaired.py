"""Areas of independent rows, one-sided tests and non-inferiority, against pROC and by simulation."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from rocrepro.errors import InputError
from rocrepro.evaluation import (
    auc_non_inferiority,
    delong_interval,
    delong_test,
    delong_unpaired_test,
    permutation_test,
)
from rocrepro.evaluation.metrics import UndefinedIntervalWarning, ZeroWidthIntervalWarning

# R 4.2, pROC 1.18.0: roc(..., direction = "<"), roc.test(..., method = "delong", alternative = ...).
Y_A, A = [1] * 7 + [0] * 11, [9, 7, 8, 4, 6, 9, 5, 3, 5, 4, 6, 2, 1, 3, 7, 2, 4, 1]
Y_B, B = [1] * 5 + [0] * 9, [5, 8, 3, 7, 4, 2, 6, 4, 1, 3, 5, 2, 2, 4]
OTHER = [8, 5, 9, 4, 7, 6, 3, 4, 5, 2, 6, 3, 1, 2, 7, 5, 3, 1]


def test_unpaired_is_procs():
    found = delong_unpaired_test(Y_A, A, Y_B, B)
    assert not found.paired
    assert (found.z, found.df) == pytest.approx((0.616631532121530, 21.826226871640465), rel=1e-12)
    expected = 0.543856697074048, 0.271928348537024, 0.728071651462976
    assert (found.p_value, found.p_greater, found.p_less) == pytest.approx(expected, rel=1e-12)


def test_one_sided_paired_tests_are_procs():
    found = delong_test(Y_A, A, OTHER)
    assert found.z == pytest.approx(1.378123654176775, rel=1e-12)
    expected = 0.168165113548407, 0.0840825567742036, 0.915917443225796
    assert (found.p_value, found.p_greater, found.p_less) == pytest.approx(expected, rel=1e-12)
    assert (found.lower, found.upper) == pytest.approx((-0.0383815888561665, 0.2201997706743482), rel=1e-12)
    assert found.standard_error == pytest.approx(found.difference / found.z)


def drawn(rng, n_pos, n_neg, shift):
    label = np.repeat([1, 0], [n_pos, n_neg])
    return label, np.round(rng.normal(shift * label), 1)


@given(st.integers(0, 300))
def test_properties(seed):
    rng = np.random.default_rng(seed)
    one, other = (drawn(rng, *rng.integers(2, 20, 2), 0.7) for _ in range(2))
    found, back = delong_unpaired_test(*one, *other), delong_unpaired_test(*other, *one)
    assert found.difference == pytest.approx(-back.difference)
    if math.isnan(found.p_value):
        return
    assert (found.p_value, found.p_greater) == pytest.approx((back.p_value, back.p_less))
    assert found.p_value == pytest.approx(2 * min(found.p_greater, found.p_less))
    assert (found.lower > 0 or found.upper < 0) == (found.p_value < 0.05)
    same = delong_unpaired_test(one[0] == 1, np.exp(one[1]), other[0] == 1, other[1] ** 3)
    assert same.z == pytest.approx(found.z)


@given(st.integers(0, 200))
def test_the_variance_is_the_sum_of_those_of_two_intervals(seed):
    rng = np.random.default_rng(seed)
    one, other = drawn(rng, 30, 30, 0.3), drawn(rng, 25, 40, 0.3)
    widths = [
        (high - low) / 2 / stats.norm.ppf(0.75)
        for _, low, high in (delong_interval(*of, alpha=0.5) for of in (one, other))
    ]
    assert delong_unpaired_test(*one, *other).standard_error == pytest.approx(math.hypot(*widths))


def test_the_unpaired_test_keeps_its_size_and_its_interval_covers():
    rng, truth = (
        np.random.default_rng(4),
        stats.norm.cdf(1 / math.sqrt(2)) - stats.norm.cdf(0.5 / math.sqrt(2)),
    )
    p_values, held = [], 0
    for _ in range(400):
        one, other = (
            (np.repeat([1, 0], sizes), rng.normal(shift * np.repeat([1, 0], sizes)))
            for sizes, shift in (((30, 50), 1.0), ((40, 40), 1.0))
        )
        p_values.append(delong_unpaired_test(*one, *other).p_value)
        weaker = other[0], other[1] - 0.5 * other[0]
        found = delong_unpaired_test(*one, *weaker)
        held += found.lower <= truth <= found.upper
    assert abs(np.mean(np.array(p_values) < 0.05) - 0.05) < 4 * math.sqrt(0.05 * 0.95 / 400)
    assert held / 400 > 0.92


def test_without_a_variance_there_is_no_test():
    with pytest.warns(ZeroWidthIntervalWarning, match="both variance estimates are 0"):
        found = delong_unpaired_test([1, 1, 0, 0], [4, 3, 2, 1], [1, 1, 0, 0], [1, 1, 1, 1])
    assert found.difference == 0.5
    assert np.isnan([found.z, found.p_value, found.p_greater, found.lower, found.standard_error]).all()
    assert not auc_non_inferiority(found, margin=0.1).non_inferior
    assert math.isnan(auc_non_inferiority(found, margin=0.1).p_value)
    with pytest.warns(UndefinedIntervalWarning, match="a class has a single row"):
        assert math.isnan(delong_unpaired_test([1, 0], [2, 1], Y_B, B).p_value)


@pytest.mark.parametrize("tested", [delong_test(Y_A, OTHER, A), delong_unpaired_test(Y_B, B, Y_A, A)])
@pytest.mark.parametrize("margin", [0.01, 0.1, 0.2, 0.3])
def test_non_inferiority_is_the_bound_against_the_margin(tested, margin):
    found = auc_non_inferiority(tested, margin=margin)
    assert found.non_inferior == (found.p_value < 0.05) == (found.bound > -margin)
    shifted = (tested.difference + margin) / tested.standard_error
    upper = stats.norm.sf(shifted) if math.isinf(tested.df) else stats.t.sf(shifted, tested.df)
    assert found.p_value == pytest.approx(upper, rel=1e-12)
    # Its bound is the lower limit of the interval at the level 1 - 2 alpha.
    at_edge = auc_non_inferiority(tested, margin=-found.bound)
    assert at_edge.p_value == pytest.approx(0.05)


def test_the_chance_of_a_false_non_inferiority_is_alpha():
    """Areas that differ by exactly the margin."""
    rng, wrong = np.random.default_rng(8), 0
    label = np.repeat([1, 0], [60, 60])
    margin = stats.norm.cdf(1.2 / math.sqrt(2)) - stats.norm.cdf(0.8 / math.sqrt(2))
    for _ in range(400):
        common = rng.normal(size=120) * math.sqrt(0.5)
        a, b = (common + rng.normal(size=120) * math.sqrt(0.5) + shift * label for shift in (0.8, 1.2))
        wrong += auc_non_inferiority(delong_test(label, a, b), margin=margin).non_inferior
    assert abs(wrong / 400 - 0.05) < 4 * math.sqrt(0.05 * 0.95 / 400)


def test_a_permutation_test_has_one_sided_p_values_and_no_standard_error():
    found = permutation_test(Y_A, A, OTHER, n_permutations=500, seed=1)
    back = permutation_test(Y_A, OTHER, A, n_permutations=500, seed=1)
    assert found.p_greater == back.p_less
    assert found.p_greater == pytest.approx(0.0841, abs=0.04)
    assert found.p_greater + found.p_less > 1
    with pytest.raises(InputError, match="tested: found a permutation test"):
        auc_non_inferiority(found, margin=0.1)


@pytest.mark.parametrize(("margin", "alpha"), [(0, 0.05), (1, 0.05), (0.1, 0)])
def test_margins_and_levels_out_of_range(margin, alpha):
    with pytest.raises(InputError, match="expected a number between 0 and 1"):
        auc_non_inferiority(delong_test(Y_A, A, OTHER), margin=margin, alpha=alpha)
