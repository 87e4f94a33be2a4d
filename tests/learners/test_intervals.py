"""Interval probabilities against arithmetic with 60 digits."""

from __future__ import annotations

import mpmath
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from rocrepro.learners.intervals import log_difference, log_probability, mean_gap, round_to


def exact_log(x: float, mean: float, sigma: float, width: float) -> float:
    with mpmath.workdps(60):
        half = mpmath.mpf(width) / 2
        centre = -abs(mpmath.mpf(x) - mpmath.mpf(mean))  # the lower tail, where no digits are lost
        upper, lower = mpmath.ncdf((centre + half) / sigma), mpmath.ncdf((centre - half) / sigma)
        return float(mpmath.log(upper - lower))


@given(
    x=st.floats(-60, 60),
    mean=st.floats(-5, 5),
    sigma=st.floats(0.2, 20),
    width=st.floats(0.001, 10),
)
def test_both_tails_have_full_precision(x: float, mean: float, sigma: float, width: float) -> None:
    got = float(log_probability(np.array(x), np.array(mean), np.array(sigma), width))
    assert got == pytest.approx(exact_log(x, mean, sigma, width), rel=1e-9, abs=1e-9)


@pytest.mark.parametrize("x", [-1000.0, 1000.0])
def test_far_tail_has_a_finite_logarithm(x: float) -> None:
    got = float(log_probability(np.array(x), np.array(0.0), np.array(1.0), 1.0))
    assert got == pytest.approx(-0.5 * 999.5**2 - np.log(999.5 * np.sqrt(2 * np.pi)), rel=1e-6)


def test_intervals_that_tile_the_line_sum_to_one() -> None:
    x = np.arange(-200, 201) * 0.25
    assert np.exp(log_probability(x, np.array(0.3), np.array(2.0), 0.25)).sum() == pytest.approx(1, abs=1e-12)


@given(x=st.floats(-20, 4), sigma=st.floats(0.5, 5), width=st.floats(0.1, 3))
def test_difference_agrees_near_and_below_the_mean(x: float, sigma: float, width: float) -> None:
    arguments = (np.array(x * sigma), np.array(0.0), np.array(sigma), width)
    assert float(np.exp(log_difference(*arguments))) == pytest.approx(
        float(np.exp(log_probability(*arguments))), rel=1e-9, abs=3e-16
    )


def test_difference_vanishes_above_the_mean_only() -> None:
    above, below = (log_difference(np.array(x), np.array(0.0), np.array(1.0), 0.5) for x in (12.0, -12.0))
    assert above == -np.inf
    assert below == pytest.approx(exact_log(12.0, 0.0, 1.0, 0.5), rel=1e-12)


def test_mean_gap_counts_distinct_values() -> None:
    assert mean_gap(np.array([5.0, 1.0, 1.0, 2.0]), 0.01) == 2.0
    assert mean_gap(np.array([3.0, 3.0]), 0.01) == 0.01
    assert mean_gap(np.array([]), 0.5) == 0.5


def test_round_to_multiples_with_even_halves() -> None:
    assert round_to(np.array([0.9, 1.0, 3.0, -1.0, 4.9]), 2.0).tolist() == [0.0, 0.0, 4.0, 0.0, 4.0]
