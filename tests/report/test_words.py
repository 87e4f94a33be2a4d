"""Thresholds as they are shown: whoever types one parts the same rows as the exact one."""

import doctest
import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from rocrepro.report import words
from rocrepro.report.words import threshold_digits

SCORES = st.lists(st.floats(-1e18, 1e18, allow_nan=False), min_size=1, max_size=30)


def test_examples_run():
    assert doctest.testmod(words).failed == 0


@given(SCORES, st.integers(0, 29))
def test_a_shown_threshold_parts_the_same_scores(scores, at):
    threshold = scores[at % len(scores)]
    shown = float(threshold_digits(threshold, scores))
    assert ((np.array(scores) >= shown) == (np.array(scores) >= threshold)).all()


@pytest.mark.parametrize(
    ("threshold", "scores", "shown"),
    [
        (0.5, [0.1, 0.9], "0.5"),
        (1234567.25, [1234566.0, 1234567.25], "1234567"),
        (1234567.25, [1234567.0, 1234567.25], "1234567.2"),
        (1700000123.0, [1700000122.0, 1700000123.0], "1700000123"),
        (-12345.678, [-12345.678, -12345.679], "-12345.678"),
        (0.38696588, [0.38, 0.38696588], "0.3869"),
        (math.nextafter(1, 2), [1.0, math.nextafter(1, 2)], repr(math.nextafter(1, 2))),
        (math.inf, [1.0], "inf"),
    ],
)
def test_it_has_as_few_digits_as_do_and_four_at_least(threshold, scores, shown):
    assert threshold_digits(threshold, scores) == shown
