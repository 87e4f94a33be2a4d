"""Significance levels and the two tests of independence."""

from __future__ import annotations

import doctest
from fractions import Fraction
from math import comb

import pytest
from scipy.stats import chi2_contingency

from rocrepro.errors import InputError
from rocrepro.evaluation import independence, independence_test, significance_level
from rocrepro.evaluation.inputs import two_sided_z


def exact_p(tp, fn, fp, tn):
    """Fisher's two-sided p in fractions: the tables with these margins that are no more likely."""
    n_pos, n, positive = tp + fn, tp + fn + fp + tn, tp + fp
    ways = {k: comb(n_pos, k) * comb(n - n_pos, positive - k) for k in range(min(n_pos, positive) + 1)}
    return float(Fraction(sum(w for w in ways.values() if w <= ways[tp]), comb(n, positive)))


def test_significance_levels():
    assert [round(significance_level(alpha), 2) for alpha in (0.05, 0.01, 0.005)] == [3.84, 6.63, 7.88]
    for alpha in (0.3, 0.05, 1e-6):
        assert significance_level(alpha) == pytest.approx(two_sided_z(alpha) ** 2, rel=1e-12)


@pytest.mark.parametrize(
    "table", [(4, 1, 11, 44), (1, 14, 0, 172), (3, 3, 3, 3), (0, 5, 7, 50), (9, 4, 43, 916)]
)
def test_small_tables_get_fishers_test(table):
    tested = independence_test(*table)
    assert tested.method == "fisher"
    assert tested.p_value == pytest.approx(exact_p(*table), rel=1e-9)


@pytest.mark.parametrize("table", [(24, 6, 6, 24), (5, 5, 5, 5), (118, 33, 31, 2981), (50, 50, 49, 51)])
def test_large_tables_get_chi_square(table):
    tp, fn, fp, tn = table
    scipy = chi2_contingency([[tp, fn], [fp, tn]], correction=False)
    tested = independence_test(*table)
    assert tested.method == "chi_square"
    assert tested.chi_square == pytest.approx(scipy.statistic, rel=1e-10, abs=1e-20)
    assert tested.p_value == pytest.approx(scipy.pvalue, rel=1e-9)
    assert tested.least_expected == pytest.approx(scipy.expected_freq.min())


def test_the_bound_is_five():
    assert independence_test(5, 5, 5, 5).least_expected == 5
    assert independence_test(5, 4, 5, 5).method == "fisher"  # 9 * 9 / 19 = 4.26


@pytest.mark.parametrize("table", [(0, 5, 0, 55), (5, 0, 55, 0)])
def test_nothing_to_test_where_one_class_is_never_predicted(table):
    tested = independence_test(*table)
    assert (tested.method, tested.chi_square, tested.p_value) == ("none", 0.0, 1.0)


@pytest.mark.parametrize(
    ("table", "message"),
    [
        ((0, 0, 1, 2), "n_pos: found 0"),
        ((1, 2, 0, 0), "n_neg: found 0"),
        ((-1, 2, 3, 4), "tp"),
        ((1.5, 1, 1, 1), "tp"),
    ],
)
def test_bad_input(table, message):
    with pytest.raises(InputError, match=message):
        independence_test(*table)


def test_examples_in_docstrings():
    result = doctest.testmod(independence)
    assert result.attempted
    assert result.failed == 0
