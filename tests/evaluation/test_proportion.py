"""Intervals of shares against statsmodels, scipy and the defining sums."""

import numpy as np
import pytest
from scipy.stats import binom, binomtest
from statsmodels.stats.proportion import proportion_confint

from rocrepro.errors import InputError
from rocrepro.evaluation.proportion import (
    PROPORTIONS,
    check_proportion,
    clopper_pearson_limits,
    proportion_estimate,
)


@pytest.mark.parametrize("level", [0.8, 0.95, 0.99])
@pytest.mark.parametrize("n", [1, 2, 7, 200, 5000])
def test_clopper_pearson_is_that_of_statsmodels(n, level):
    count = np.unique(np.linspace(0, n, 60).astype(int))
    expected = proportion_confint(count, n, alpha=1 - level, method="beta")
    np.testing.assert_allclose(clopper_pearson_limits(count, n, level=level), expected, rtol=1e-11)
    one = binomtest(int(count[-2]), n).proportion_ci(level, method="exact")
    assert clopper_pearson_limits(int(count[-2]), n, level=level) == pytest.approx((one.low, one.high))


def test_its_limits_leave_half_of_alpha_on_each_side():
    low, high = clopper_pearson_limits(9, 40)
    assert binom.sf(8, 40, low) == pytest.approx(0.025)
    assert binom.cdf(9, 40, high) == pytest.approx(0.025)


@pytest.mark.parametrize("share", [0.03, 0.2, 0.5, 0.9])
def test_its_coverage_is_never_below_the_level(share):
    n = 35
    low, high = clopper_pearson_limits(np.arange(n + 1), n)
    covered = (low <= share) & (share <= high)
    assert binom.pmf(np.arange(n + 1), n, share)[covered].sum() >= 0.95


@pytest.mark.parametrize("method", PROPORTIONS)
def test_no_interval_has_zero_width(method):
    for n in (1, 2, 50):
        for count in (0, n):
            found = proportion_estimate(count, n, method=method)
            assert found.low < found.high
            assert found.low <= found.value <= found.high


@pytest.mark.parametrize(("method", "name"), [("wilson", "wilson"), ("clopper_pearson", "beta")])
def test_an_estimate_has_the_limits_of_its_method(method, name):
    found = proportion_estimate(7, 30, alpha=0.1, method=method)
    assert (found.value, found.method, found.reason) == (7 / 30, method, "")
    expected = proportion_confint(7, 30, alpha=0.1, method=name)
    assert (found.low, found.high) == pytest.approx(expected, rel=1e-12)


def test_a_share_of_nothing_is_undefined():
    found = proportion_estimate(0, 0, none="no row is predicted positive")
    assert np.isnan([found.value, found.low, found.high]).all()
    assert found.reason == "no row is predicted positive"


def test_another_name_is_refused():
    with pytest.raises(InputError, match="proportion: found 'wald'; expected one of wilson, clopper_pearson"):
        check_proportion("wald")
