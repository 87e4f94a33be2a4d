"""The strip of ROC space around a point, against the interval it is made of and the confident region."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from rocrepro.errors import InputError
from rocrepro.evaluation import confident_segment, roc_points, tango_interval
from rocrepro.evaluation.tango_region import tango_strip


@st.composite
def tables(draw):
    n_pos, n_neg = draw(st.integers(1, 60)), draw(st.integers(1, 400))
    return draw(st.integers(0, n_pos)), draw(st.integers(0, n_neg)), n_pos, n_neg


@given(table=tables(), fpr=st.floats(0, 1), alpha=st.sampled_from([0.01, 0.05, 0.3]))
def test_a_point_between_the_lines_is_one_whose_difference_lies_in_the_interval(table, fpr, alpha):
    fn, fp, n_pos, n_neg = table
    n = n_pos + n_neg
    low, high = tango_interval(fn, fp, n, alpha=alpha)
    strip = tango_strip(fn, fp, n_pos, n_neg, alpha=alpha)
    bottom, top = strip.edges_at(fpr)
    for tpr in np.linspace(0, 1, 23):
        difference = (n_pos * (1 - tpr) - n_neg * fpr) / n
        if min(abs(difference - low), abs(difference - high)) > 1e-9:
            assert (low < difference < high) == bool(bottom <= tpr <= top)


@given(table=tables())
def test_the_point_itself_lies_in_its_strip(table):
    fn, fp, n_pos, n_neg = table
    bottom, top = tango_strip(fn, fp, n_pos, n_neg).edges_at(fp / n_neg)
    assert bottom - 1e-12 <= 1 - fn / n_pos <= top + 1e-12


@given(table=tables(), alpha=st.sampled_from([0.01, 0.05, 0.3]))
def test_an_edge_has_the_limit_as_its_difference_everywhere(table, alpha):
    fn, fp, n_pos, n_neg = table
    strip = tango_strip(fn, fp, n_pos, n_neg, alpha=alpha)
    for line, limit in (
        (strip.lower, strip.upper_difference),
        (strip.upper, strip.lower_difference),
    ):
        for x in (0.0, 0.3, 1.0):
            y = line + strip.slope * x
            assert (n_pos * (1 - y) - n_neg * x) / (n_pos + n_neg) == pytest.approx(float(limit), abs=1e-9)


def test_has_zero_is_the_confident_set():
    rng = np.random.default_rng(3)
    y = np.repeat([1, 0], [40, 260])
    points = roc_points(y, rng.normal(y * 1.5, 1))
    strip = tango_strip(points.fn, points.fp, points.n_pos, points.n_neg)
    assert strip.has_zero.tolist() == confident_segment(points).mask.tolist()
    assert strip.edges_at([0.0, 0.5])[0].shape == (len(points), 2)
    # The corner (0, 1) is in the strip of the confident points and of no other.
    corner = strip.edges_at(0.0)[1] == 1.0
    assert corner[strip.has_zero].all()


def test_balanced_data_have_lines_along_the_falling_diagonal():
    strip = tango_strip(12, 4, 50, 50)
    low, high = tango_interval(12, 4, 100)
    assert strip.slope == -1.0
    assert float(strip.lower) == pytest.approx(1 - 2 * high, abs=1e-15)
    assert float(strip.upper) == pytest.approx(1 - 2 * low, abs=1e-15)


def test_swapping_the_classes_turns_the_square_round_its_falling_diagonal():
    # Classes exchanged: x becomes 1 - y and fn becomes fp.
    one, other = tango_strip(7, 20, 30, 90), tango_strip(20, 7, 90, 30)
    for x in (0.0, 0.2):
        y = float(one.lower) + one.slope * x
        assert 1 - x == pytest.approx(float(other.upper) + other.slope * (1 - y), abs=1e-12)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ((5, 0, 4, 4), "fn: found 5; expected at most 4"),
        ((0, 5, 4, 4), "fp: found 5; expected at most 4"),
        ((0, 0, 0, 4), "n_pos: found 0; expected a whole number of at least 1"),
    ],
)
def test_errors(arguments, message):
    with pytest.raises(InputError, match=message):
        tango_strip(*arguments)


def test_error_for_a_rate():
    with pytest.raises(InputError, match="fpr: found a value outside"):
        tango_strip(1, 1, 4, 4).edges_at(1.1)


def test_a_strip_that_only_touches_the_square_has_an_edge_there():
    strip = replace(tango_strip(9, 3, 16, 16), slope=-0.5, lower=np.float64(0.25), upper=np.float64(0.5))
    assert [float(edge) for edge in strip.edges_at(1.0)] == [0.0, 0.0]
    strip = replace(strip, lower=np.float64(1.0), upper=np.float64(1.5))
    assert [float(edge) for edge in strip.edges_at(0.0)] == [1.0, 1.0]
    strip = replace(strip, lower=np.float64(-0.5), upper=np.float64(-0.25))
    assert np.isnan(strip.edges_at(0.0)).all()
