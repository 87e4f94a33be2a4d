"""Newcombe's interval of a difference of two shares against print and statsmodels."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats
from statsmodels.stats.proportion import confint_proportions_2indep

from rocrepro.errors import InputError
from rocrepro.evaluation import rate_difference

# Newcombe (1998), Statistics in Medicine 17:873-890, table II, method 10: the 95 % limits of eight contrasts.
PRINTED = [
    ((56, 70, 48, 80), (0.0524, 0.3339)),
    ((9, 10, 3, 10), (0.1705, 0.8090)),
    ((6, 7, 2, 7), (0.0582, 0.8062)),
    ((5, 56, 0, 29), (-0.0381, 0.1926)),
    ((0, 10, 0, 20), (-0.1611, 0.2775)),
    ((0, 10, 0, 10), (-0.2775, 0.2775)),
    ((10, 10, 0, 20), (0.6791, 1.0)),
    ((10, 10, 0, 10), (0.6075, 1.0)),
]


@pytest.mark.parametrize(("counts", "limits"), PRINTED)
def test_printed_limits(counts, limits):
    found = rate_difference(*counts)
    assert (found.lower, found.upper) == pytest.approx(limits, abs=5e-5)


samples = st.tuples(st.integers(1, 60), st.floats(0, 1)).map(
    lambda drawn: (round(drawn[0] * drawn[1]), drawn[0])
)


@given(samples, samples, st.sampled_from([0.01, 0.05, 0.3]))
def test_limits_are_statsmodels_and_turn_round(one, other, alpha):
    found, back = rate_difference(*one, *other, alpha=alpha), rate_difference(*other, *one, alpha=alpha)
    limits = confint_proportions_2indep(*one, *other, compare="diff", method="newcomb", alpha=alpha)
    assert (found.lower, found.upper) == pytest.approx(limits, abs=1e-12)
    assert -1 - 1e-12 <= found.lower <= found.difference <= found.upper <= 1 + 1e-12
    assert found.upper > found.lower
    assert (back.lower, back.upper) == pytest.approx((-found.upper, -found.lower), abs=1e-12)
    assert back.p_value == pytest.approx(found.p_value, abs=1e-9)


def test_the_test_is_the_one_of_a_table():
    table = [[56, 14], [48, 32]]
    assert rate_difference(56, 70, 48, 80).p_value == pytest.approx(
        stats.chi2_contingency(table, correction=False).pvalue
    )
    found = rate_difference(5, 56, 0, 29)
    assert (found.test, found.p_value) == ("fisher", stats.fisher_exact([[5, 51], [0, 29]]).pvalue)
    assert (rate_difference(0, 10, 0, 20).test, rate_difference(0, 10, 0, 20).p_value) == ("none", 1.0)


@pytest.mark.parametrize("counts", [(3, 2, 1, 2), (1, 2, 0, 0), (-1, 2, 1, 2), (0.5, 2, 1, 2)])
def test_counts_that_are_none(counts):
    with pytest.raises(InputError, match="found"):
        rate_difference(*counts)
