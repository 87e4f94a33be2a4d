"""Fewer points for drawing: how far the line that is drawn may be from what is left out."""

import doctest
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rocrepro.display import thinning
from rocrepro.display.thinning import thinned


def distance(view, chosen):
    """The largest distance of a point to the segment between its chosen neighbours, one by one."""
    x, y = view
    worst = 0.0
    for start, end in pairwise(chosen):
        a, b = np.array([x[start], y[start]]), np.array([x[end], y[end]])
        for at in range(start + 1, end):
            p = np.array([x[at], y[at]])
            along = 0 if (a == b).all() else np.clip((p - a) @ (b - a) / ((b - a) @ (b - a)), 0, 1)
            worst = max(worst, np.hypot(*(p - a - along * (b - a))))
    return worst


def test_the_example_runs():
    assert doctest.testmod(thinning).failed == 0


@settings(max_examples=40, deadline=None)
@given(st.integers(0, 2**32 - 1), st.integers(3, 60), st.integers(5, 120))
def test_the_distance_is_what_it_says(seed, most, n):
    rng = np.random.default_rng(seed)
    x = np.sort(rng.random(n).round(2))
    views = [(x, np.sort(rng.random(n))), (x, rng.random(n))]
    keep = rng.integers(0, n, 2)
    chosen, worst = thinned(views, keep, most=most, tolerance=0.05)
    assert {0, n - 1, *keep} <= set(chosen.tolist()) or n <= most
    assert len(chosen) <= max(most, 4)
    assert worst == pytest.approx(max(distance(view, chosen) for view in views), abs=1e-12)
    assert worst <= 0.05 or len(chosen) >= most


def test_a_long_curve_is_close_and_quick():
    rng = np.random.default_rng(1)
    n = 200_000
    steps = rng.random(n) < np.linspace(0.9, 0.05, n)
    y, x = np.cumsum(steps) / steps.sum(), np.cumsum(~steps) / (~steps).sum()
    chosen, worst = thinned([(x, y), (y, np.cumsum(steps) / np.arange(1, n + 1))])
    assert len(chosen) <= 1000
    assert worst < 0.005
