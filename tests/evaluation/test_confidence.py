"""The four tests of equal error counts against printed values and other libraries."""

from __future__ import annotations

import numpy as np
import pytest

from rocrepro.errors import InputError
from rocrepro.evaluation import tango_interval
from rocrepro.evaluation.confidence import (
    TESTS,
    contains_zero,
    mcnemar_exact_p,
    newcombe_interval,
    wald_interval,
)


def every_table(n_pos, n_neg):
    fn, fp = (grid.ravel() for grid in np.mgrid[0 : n_pos + 1, 0 : n_neg + 1])
    return n_pos - fn, fn, fp, n_neg - fp


def four(values):
    return tuple(f"{float(value):.4f}" for value in values)


def test_printed_values_of_the_consolidation_therapy_data():
    """59, 6, 16, 80 (Cavo et al. 2012): values printed by the tests of R's contingencytables."""
    assert four(newcombe_interval(59, 6, 16, 80)) == ("-0.1186", "-0.0046")
    assert four(wald_interval(6, 16, 161)) == ("-0.1184", "-0.0058")
    assert f"{float(mcnemar_exact_p(6, 16)):.6f}" == "0.052479"


def test_the_tests_disagree_where_they_should():
    zero = {test: bool(contains_zero(59, 6, 16, 80, test=test)) for test in TESTS}
    assert zero == {"tango": False, "mcnemar_exact": True, "wald": False, "newcombe": False}


def test_mcnemar_agrees_with_scipy():
    from scipy.stats import binomtest

    for fn, fp in [(0, 0), (1, 0), (5, 5), (3, 9), (40, 22), (600, 500)]:
        expected = binomtest(fn, fn + fp, 0.5).pvalue if fn + fp else 1.0
        assert mcnemar_exact_p(fn, fp) == pytest.approx(expected, rel=1e-12)
    assert mcnemar_exact_p(5_000_000, 5_000_000) == 1.0
    assert mcnemar_exact_p(10_000_000, 0) == 0.0


def test_wald_by_hand():
    rng = np.random.default_rng(0)
    for _ in range(20):
        n = int(rng.integers(10, 200))
        fn, fp = int(rng.integers(0, n // 2)), int(rng.integers(0, n // 2))
        errors = np.repeat([1, -1, 0], [fn, fp, n - fn - fp])
        half = 1.959963984540054 * errors.std() / np.sqrt(n)
        expected = np.clip([errors.mean() - half, errors.mean() + half], -1, 1)
        np.testing.assert_allclose(wald_interval(fn, fp, n), expected, atol=1e-12)


def test_newcombe_by_hand():
    """Direct reading of method 10 with statsmodels' Wilson limits."""
    from statsmodels.stats.proportion import proportion_confint

    rng = np.random.default_rng(1)
    for table in [*rng.integers(0, 40, (200, 4)), (36, 12, 2, 0), (0, 5, 3, 0), (9, 0, 0, 9), (5, 0, 0, 0)]:
        a, b, c, d = (int(count) for count in table)
        n = a + b + c + d
        p1, p2 = (a + b) / n, (a + c) / n
        low1, high1 = proportion_confint(a + b, n, method="wilson")
        low2, high2 = proportion_confint(a + c, n, method="wilson")
        top = a * d - b * c
        top = max(top - n / 2, 0) if top > 0 else top
        margins = float((a + b) * (c + d) * (a + c) * (b + d))
        phi = top / margins**0.5 if margins else 0.0
        down = (p1 - low1) ** 2 - 2 * phi * (p1 - low1) * (high2 - p2) + (high2 - p2) ** 2
        up = (high1 - p1) ** 2 - 2 * phi * (high1 - p1) * (p2 - low2) + (p2 - low2) ** 2
        expected = (p1 - p2 - down**0.5, p1 - p2 + up**0.5)
        np.testing.assert_allclose(newcombe_interval(a, b, c, d), np.clip(expected, -1, 1), atol=1e-12)


@pytest.mark.parametrize("test", TESTS)
@pytest.mark.parametrize("sizes", [(1, 1), (3, 40), (25, 25)])
def test_equal_counts_contain_zero_and_swapping_changes_nothing(test, sizes):
    tp, fn, fp, tn = every_table(*sizes)
    zero = contains_zero(tp, fn, fp, tn, test=test)
    assert zero[fn == fp].all()
    np.testing.assert_array_equal(zero, contains_zero(tp, fp, fn, tn, test=test))


@pytest.mark.parametrize("alpha", [0.3, 0.05, 0.001])
def test_tango_rule_equals_its_interval(alpha):
    tp, fn, fp, tn = every_table(30, 45)
    lower, upper = tango_interval(fn, fp, 75, alpha=alpha)
    np.testing.assert_array_equal(contains_zero(tp, fn, fp, tn, alpha=alpha), (lower <= 0) & (upper >= 0))


@pytest.mark.parametrize("alpha", [0.3, 0.05, 0.001])
def test_mcnemar_rule(alpha):
    tp, fn, fp, tn = every_table(12, 20)
    expected = mcnemar_exact_p(fn, fp) > alpha
    np.testing.assert_array_equal(contains_zero(tp, fn, fp, tn, alpha=alpha, test="mcnemar_exact"), expected)


@pytest.mark.parametrize("test", TESTS)
def test_smaller_alpha_rejects_less(test):
    table = every_table(20, 60)
    strict = contains_zero(*table, alpha=0.01, test=test)
    loose = contains_zero(*table, alpha=0.2, test=test)
    assert (strict >= loose).all()
    assert strict.sum() > loose.sum()


@pytest.mark.parametrize("test", TESTS)
@pytest.mark.parametrize("alpha", [0.5, 0.05, 0.01])
def test_rejection_spreads_away_from_the_diagonal(test, alpha):
    """What makes the confident set one run: with fn > fp, more fn or fewer fp stays rejected."""
    for n_pos in (1, 2, 5, 9, 17, 30):
        for n_neg in (1, 3, 8, 16, 40):
            table = [grid.reshape(n_pos + 1, n_neg + 1) for grid in every_table(n_pos, n_neg)]
            rejected = ~contains_zero(*table, alpha=alpha, test=test)
            high, low = rejected & (table[1] > table[2]), rejected & (table[1] < table[2])
            assert (high[1:] >= high[:-1]).all()
            assert (high[:, :-1] >= high[:, 1:]).all()
            assert (low[:-1] >= low[1:]).all()
            assert (low[:, 1:] >= low[:, :-1]).all()


def test_large_counts():
    for test in TESTS:
        assert contains_zero(4 * 10**6, 10**6, 10**6 + 100, 4 * 10**6, test=test)
        assert not contains_zero(4 * 10**6, 10**6, 10**6 + 10_000, 4 * 10**6, test=test)


def test_bad_input():
    with pytest.raises(InputError, match="test: found 'mcnemar'; expected one of tango"):
        contains_zero(1, 1, 1, 1, test="mcnemar")
    with pytest.raises(InputError, match="found a table of zeros"):
        contains_zero([1, 0], 0, 0, 0)
    with pytest.raises(InputError, match="tn: found -1"):
        contains_zero(1, 1, 1, -1)
    with pytest.raises(InputError, match="alpha"):
        contains_zero(1, 1, 1, 1, alpha=2, test="mcnemar_exact")
    with pytest.raises(InputError, match="expected n >= 1"):
        wald_interval(1, 1, 1)
