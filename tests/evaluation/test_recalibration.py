"""Logistic recalibration against R, statsmodels and a search without derivatives."""

import math
import warnings
from functools import partial

import numpy as np
import pytest
import statsmodels.api as sm
from hypothesis import given
from scipy.optimize import minimize_scalar

from rocrepro.errors import InputError
from rocrepro.evaluation import recalibration
from rocrepro.evaluation.calibration import UndefinedCalibrationWarning
from rocrepro.evaluation.recalibration import VALUES
from tests.evaluation.probabilities import LABEL, SCORE, rows


def test_values_of_r():
    """R 4.2.2: glm(y ~ qlogis(p)), glm(y ~ offset(qlogis(p))), confint.default, pchisq."""
    found = recalibration(LABEL, SCORE)
    assert [getattr(found, name) for name in VALUES] == pytest.approx(
        [
            *(0.2019336442081025, -0.421533462102313, 0.825400750518518),
            *(0.0190738624243241, -0.326230391937612, 0.364378116786260),
            *(0.339560704532566, -0.423325013496277, 1.10244642256141),
            6.25482959655081e-06,
        ],
        rel=1e-9,
    )
    assert found.reason == ""


@given(rows(least=4, ends=False))
def test_statsmodels_finds_the_same_or_cannot_fit(of):
    label, score = of
    x = np.log(score / (1 - score))
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        found = recalibration(label, score)
        held = sm.GLM(label.astype(float), np.ones_like(x), offset=x, family=sm.families.Binomial()).fit(
            tol=1e-14
        )
        assert found.in_the_large == pytest.approx(held.params[0], abs=1e-6)
        assert found.in_the_large_high - found.in_the_large == pytest.approx(
            1.959963984540054 * held.bse[0], rel=1e-5
        )
        if found.reason:
            assert math.isnan(found.slope)
            high, low = x[label], x[~label]
            apart = low.max() <= high.min() or high.max() <= low.min()
            assert apart or x.min() == x.max()
            return
        whole = sm.GLM(label.astype(float), sm.add_constant(x), family=sm.families.Binomial()).fit(tol=1e-14)
    assert (found.intercept, found.slope) == pytest.approx(tuple(whole.params), abs=1e-6)
    assert found.slope_high - found.slope == pytest.approx(1.959963984540054 * whole.bse[1], rel=1e-5)


def test_profile_limits_of_a_rare_class_lie_far_from_the_start_and_are_found():
    """Newton's method for the slope beside a far intercept went to where all chances are 0 or 1."""
    for seed in (1, 10, 12):
        label = np.repeat([1, 0], [10, 490])
        x = 1.2 * (np.random.default_rng(seed).normal(size=500) + 1.2 * label) - 4.6
        found = recalibration(label, 1 / (1 + np.exp(-x)), interval="profile")

        def deviance(a, b, label=label, x=x):
            return 2 * (np.logaddexp(0, a + b * x).sum() - label @ (a + b * x))

        least = deviance(found.intercept, found.slope)
        for limit in (found.intercept_low, found.intercept_high):
            best = minimize_scalar(partial(deviance, limit), bounds=(-5, 10), method="bounded")
            assert best.fun - least == pytest.approx(1.959963984540054**2, abs=1e-6)


def test_profile_limits_are_where_the_likelihood_has_fallen():
    found = recalibration(LABEL, SCORE, interval="profile", alpha=0.1)
    x = np.log(SCORE / (1 - SCORE))

    def best(offset, column):
        return sm.GLM(LABEL, column, offset=offset, family=sm.families.Binomial()).fit(tol=1e-14).llf

    top = sm.GLM(LABEL, sm.add_constant(x), family=sm.families.Binomial()).fit(tol=1e-14).llf
    drop = 1.6448536269514722**2 / 2
    for limit in (found.slope_low, found.slope_high):
        assert top - best(limit * x, np.ones(40)) == pytest.approx(drop, abs=1e-7)
    for limit in (found.intercept_low, found.intercept_high):
        assert top - best(np.full(40, limit), x) == pytest.approx(drop, abs=1e-7)
    at_one = best(x, np.ones(40))
    for limit in (found.in_the_large_low, found.in_the_large_high):
        eta = x + limit
        assert at_one - np.sum(LABEL * eta - np.logaddexp(0, eta)) == pytest.approx(drop, abs=1e-7)


def test_probabilities_that_are_moved_are_put_right():
    """What the recalibrated probabilities give is intercept 0 and slope 1."""
    found = recalibration(LABEL, SCORE)
    moved = 1 / (1 + np.exp(-found.intercept - found.slope * np.log(SCORE / (1 - SCORE))))
    again = recalibration(LABEL, moved)
    assert (again.intercept, again.slope, again.p_value) == pytest.approx((0, 1, 1), abs=1e-6)
    assert again.in_the_large == pytest.approx(0, abs=1e-9)


def test_probabilities_next_to_0_and_1_are_fitted_all_the_same():
    """Naive Bayes says 1e-150; one wrong row brings the slope to 0, and nothing overflows."""
    score = np.array([1e-150, 1e-90, 1e-3, 0.2, 0.5, 0.7, 1 - 1e-12, 1 - 1e-15])
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        found = recalibration([1, 0, 0, 0, 1, 0, 1, 1], score)
    assert abs(found.slope) < 0.1
    assert all(math.isfinite(getattr(found, name)) for name in VALUES)
    far = recalibration([0, 1], [1e-160, 1 - 1e-16], interval="profile")
    assert far.in_the_large_low < far.in_the_large < far.in_the_large_high


@pytest.mark.parametrize(
    ("label", "score", "reason", "level"),
    [
        ([0, 1, 1], [0, 0.5, 0.7], "1 of 3 scores are exactly 0 or 1, and have no log odds", False),
        ([0, 1, 0, 1], [0, 1, 1, 0], "4 of 4 scores are exactly 0 or 1", False),
        ([0, 1, 1], [0.5] * 3, "all scores are equal", True),
        ([0, 0, 1, 1], [0.1, 0.2, 0.3, 0.4], "a threshold separates the classes", True),
        ([0, 0, 1, 1], [0.1, 0.3, 0.3, 0.4], "a threshold separates the classes", True),
        ([1, 1, 0, 0], [0.1, 0.2, 0.3, 0.4], "a threshold separates the classes", True),
        ([0, 1], [0.4, 0.6], "a threshold separates the classes", True),
    ],
)
def test_what_is_undefined_is_nan_and_says_why(label, score, reason, level):
    with pytest.warns(UndefinedCalibrationWarning, match=reason):
        found = recalibration(label, score)
    assert reason in found.reason
    assert math.isnan(found.slope)
    assert math.isnan(found.intercept)
    assert math.isnan(found.p_value)
    assert math.isfinite(found.in_the_large) == level
    assert math.isfinite(found.in_the_large_high) == level


def test_a_wrong_option_is_one_line():
    with pytest.raises(InputError, match="interval: found 'exact'; expected one of wald, profile"):
        recalibration(LABEL, SCORE, interval="exact")
