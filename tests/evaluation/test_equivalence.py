"""Tango's equivalence test, against printed values, its interval, and a search for the likeliest chances."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from scipy.optimize import minimize_scalar
from scipy.stats import norm

from rocrepro.errors import InputError
from rocrepro.evaluation.equivalence import equivalence_from_counts, equivalence_test


def test_printed_example():
    """Two disinfection methods for contact lenses: 0, 1 of 44 (Tango 1998): 90 % limits -.096, .037."""
    found = equivalence_from_counts(0, 1, 44, margin=0.1)
    assert (f"{found.lower:.3f}", f"{found.upper:.3f}") == ("-0.096", "0.037")
    assert found.equivalent
    assert found.non_inferior
    assert found.difference == -1 / 44


@pytest.mark.parametrize(
    ("b", "c", "n", "level", "limits"),
    [
        (9, 3, 32, 0.95, ("-0.027", "0.390")),
        (16, 8, 86, 0.95, ("-0.020", "0.207")),
        (1, 7, 21, 0.95, ("-0.517", "-0.026")),
        (25, 2, 102, 0.95, ("0.139", "0.321")),
    ],
)
def test_printed_limits_are_where_the_one_sided_tests_turn(b, c, n, level, limits):
    """Tango 1998; Agresti & Min 2005; Fagerland et al. 2014; Chang 2024 (by way of ratesci's tests)."""
    alpha = (1 - level) / 2
    found = equivalence_from_counts(b, c, n, margin=0.5, alpha=alpha)
    assert (f"{found.lower:.3f}", f"{found.upper:.3f}") == limits
    if found.upper > 0:
        assert equivalence_from_counts(b, c, n, margin=found.upper, alpha=alpha).p_better == pytest.approx(
            alpha
        )
    if found.lower < 0:
        assert equivalence_from_counts(b, c, n, margin=-found.lower, alpha=alpha).p_worse == pytest.approx(
            alpha
        )


def p_by_search(b, c, n, delta):
    """Chance of a statistic as large under the chances that a numerical search finds most likely."""

    def loss(q):
        cells = ((b, q + delta), (c, q), (n - b - c, 1 - 2 * q - delta))
        return -sum(count * math.log(max(chance, 1e-300)) for count, chance in cells if count)

    ends = max(0.0, -delta), (1 - delta) / 2
    q = minimize_scalar(loss, bounds=ends, method="bounded", options={"xatol": 1e-12}).x
    variance = n * (2 * q + delta - delta**2)
    return norm.sf((b - c - n * delta) / math.sqrt(variance))


@pytest.mark.parametrize(
    ("b", "c", "n", "margin"),
    [(5, 9, 60, 0.1), (12, 2, 50, 0.3), (0, 0, 30, 0.2), (3, 0, 3, 0.4), (7, 7, 40, 0.02)],
)
def test_p_values_from_a_search_for_the_most_likely_chances(b, c, n, margin):
    found = equivalence_from_counts(b, c, n, margin=margin)
    assert found.p_worse == pytest.approx(p_by_search(b, c, n, -margin), rel=1e-4)
    assert found.p_better == pytest.approx(1 - p_by_search(b, c, n, margin), rel=1e-4)


@st.composite
def tables(draw):
    n = draw(st.integers(1, 300))
    b = draw(st.integers(0, n))
    return b, draw(st.integers(0, n - b)), n


@given(table=tables(), margin=st.floats(0.001, 0.9), alpha=st.floats(0.001, 0.45))
def test_the_tests_and_the_interval_say_the_same(table, margin, alpha):
    found = equivalence_from_counts(*table, margin=margin, alpha=alpha)
    assume(min(abs(found.lower + margin), abs(found.upper - margin)) > 1e-9)
    assert found.equivalent == (-margin < found.lower and found.upper < margin)
    assert found.equivalent == (found.p_value < alpha)
    assert found.non_inferior == (-margin < found.lower)


@given(table=tables(), margin=st.floats(0.001, 0.9))
def test_exchanging_the_classifiers(table, margin):
    one = equivalence_from_counts(*table, margin=margin)
    other = equivalence_from_counts(table[1], table[0], table[2], margin=margin)
    assert (one.p_worse, one.p_better) == (other.p_better, other.p_worse)
    assert (one.lower, one.upper) == (-other.upper, -other.lower)
    assert one.p_value == other.p_value


def test_counts_come_from_the_labels_whatever_their_kind():
    rng = np.random.default_rng(4)
    y, a, b = rng.integers(0, 2, size=(3, 200))
    numbers = equivalence_test(y, a, b, margin=0.1)
    assert numbers.only_a == np.sum((a == y) & (b != y))
    assert numbers.only_b == np.sum((b == y) & (a != y))
    assert numbers.difference == pytest.approx(np.mean(a == y) - np.mean(b == y))
    words = [np.array(["no", "yes"])[labels] for labels in (y, a, b)]
    assert equivalence_test(*words, margin=0.1) == numbers
    assert equivalence_test(*(labels == 1 for labels in (y, a, b)), margin=0.1) == numbers


def test_size_at_the_margin():
    """At a true difference on the margin the test calls 5 % equivalent, or fewer, within simulation error."""
    rng = np.random.default_rng(5)
    cells = rng.multinomial(150, [0.15, 0.05, 0.8], size=2000)
    called = np.mean(
        [equivalence_from_counts(b, c, 150, margin=0.1).equivalent for b, c, _ in cells.tolist()]
    )
    assert called < 0.05 + 3 * math.sqrt(0.05 * 0.95 / 2000)


@pytest.mark.parametrize(
    ("arguments", "options", "message"),
    [
        (([], [], []), {}, "y_true: found no rows"),
        (([1, 0], [1], [1, 0]), {}, "pred_a: found 1 predictions for 2 labels"),
        (([1, 0], [1, 0], [1, 0, 1]), {}, "pred_b: found 3 predictions for 2 labels"),
        (([1, 0], [1, 0], ["1", "0"]), {}, "pred_b: found .1., no label of y_true"),
        (([1, None], [1, 0], [1, 0]), {}, "y_true: found a missing label"),
        (([[1, 0]], [1, 0], [1, 0]), {}, "y_true: found 2 dimensions"),
        (([1, 0], [1, 0], [1, 0]), {"margin": 0}, "margin: found 0"),
        (([1, 0], [1, 0], [1, 0]), {"alpha": 0.5}, "alpha: found 0.5; expected less than 0.5"),
    ],
)
def test_errors(arguments, options, message):
    with pytest.raises(InputError, match=message):
        equivalence_test(*arguments, **({"margin": 0.1} | options))
