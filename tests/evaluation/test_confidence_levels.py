"""Exact coverage of the confidence tests, against sums over tables by hand and simulation."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.stats import multinomial

from rocrepro.errors import InputError
from rocrepro.evaluation import tango_interval
from rocrepro.evaluation.confidence import TESTS, contains_zero, newcombe_interval, wald_interval
from rocrepro.evaluation.confidence_levels import confidence_coverage


def by_hand(n, p_fn, p_fp, p_tp, alpha, test):
    """Coverage and acceptance as sums over all tables, one after the other."""
    coverage = accepted = total = 0.0
    chances = [p_tp, p_fn, p_fp, 1 - p_tp - p_fn - p_fp]
    for tp, fn, fp in product(range(n + 1), repeat=3):
        tn = n - tp - fn - fp
        if tn < 0:
            continue
        chance = multinomial.pmf([tp, fn, fp, tn], n, chances)
        total += chance
        accepted += chance * bool(contains_zero(tp, fn, fp, tn, alpha=alpha, test=test))
        if test == "mcnemar_exact":
            continue
        if test == "newcombe":
            low, high = newcombe_interval(tp, fn, fp, tn, alpha=alpha)
        else:
            low, high = (tango_interval if test == "tango" else wald_interval)(fn, fp, n, alpha=alpha)
        coverage += chance * bool(low - 1e-12 <= p_fn - p_fp <= high + 1e-12)
    assert total == pytest.approx(1)
    return coverage, accepted


@pytest.mark.parametrize("test", TESTS)
@pytest.mark.parametrize(("p_fn", "p_fp", "p_tp"), [(0.2, 0.2, 0.25), (0.3, 0.05, 0.1), (0.0, 0.1, 0.0)])
def test_equals_the_sum_over_tables(test, p_fn, p_fp, p_tp):
    found = confidence_coverage(9, p_fn, p_fp, p_tp=p_tp, alpha=0.1, test=test)
    coverage, accepted = by_hand(9, p_fn, p_fp, p_tp, 0.1, test)
    assert found.accepts_zero == pytest.approx(accepted, abs=1e-12)
    if test != "mcnemar_exact":
        assert found.coverage == pytest.approx(coverage, abs=1e-12)
    elif p_fn == p_fp:
        assert found.coverage == found.accepts_zero
    else:
        assert np.isnan(found.coverage)


@pytest.mark.parametrize("test", ["tango", "wald", "newcombe"])
def test_equals_a_simulation(test):
    rng = np.random.default_rng(8)
    cells = rng.multinomial(40, [0.3, 0.15, 0.05, 0.5], size=20_000).T
    if test == "newcombe":
        low, high = newcombe_interval(*cells)
    else:
        low, high = (tango_interval if test == "tango" else wald_interval)(cells[1], cells[2], 40)
    seen = np.mean((low <= 0.1) & (high >= 0.1))
    found = confidence_coverage(40, 0.15, 0.05, p_tp=0.3, test=test)
    assert found.coverage == pytest.approx(seen, abs=4 * np.sqrt(0.05 / 20_000))
    assert found.mean_width == pytest.approx(float(np.mean(high - low)), rel=0.01)


@settings(max_examples=40, deadline=None)
@given(
    n=st.integers(1, 40),
    p_fn=st.floats(0, 0.5),
    p_fp=st.floats(0, 0.5),
    alpha=st.sampled_from([0.01, 0.05, 0.2]),
    test=st.sampled_from(["tango", "wald", "mcnemar_exact"]),
)
def test_exchanging_the_errors_changes_nothing(n, p_fn, p_fp, alpha, test):
    one = confidence_coverage(n, p_fn, p_fp, alpha=alpha, test=test)
    other = confidence_coverage(n, p_fp, p_fn, alpha=alpha, test=test)
    assert one.accepts_zero == pytest.approx(other.accepts_zero, abs=1e-9)
    assert 0 <= one.accepts_zero <= 1 + 1e-9
    if test != "mcnemar_exact":
        assert one.coverage == pytest.approx(other.coverage, abs=1e-9)
        assert one.mean_width == pytest.approx(other.mean_width, abs=1e-9)


def test_what_the_documentation_states():
    shares = np.arange(0.05, 0.46, 0.05)
    ranges = {
        test: [
            round(limit([confidence_coverage(50, p, p, test=test).coverage for p in shares]), 3)
            for limit in (min, max)
        ]
        for test in TESTS
    }
    assert ranges == {
        "tango": [0.946, 0.957],
        "newcombe": [0.946, 0.975],
        "wald": [0.93, 0.946],
        "mcnemar_exact": [0.964, 0.991],
    }
    apart = [(p, q) for p in (0.05, 0.1, 0.2, 0.3) for q in (0.0, 0.02, 0.05, 0.1, 0.2) if p != q]
    for test, least in {"tango": 0.949, "newcombe": 0.920, "wald": 0.879}.items():
        assert round(min(confidence_coverage(50, p, q, test=test).coverage for p, q in apart), 3) == least


def test_the_exact_test_never_rejects_too_often():
    for n, p in product((5, 20, 60), (0.01, 0.1, 0.3, 0.5)):
        assert confidence_coverage(n, p, p, test="mcnemar_exact").coverage >= 0.95


def test_the_largest_sizes():
    assert 0.94 < confidence_coverage(2447, 0.1, 0.1).coverage < 0.96
    with pytest.raises(InputError, match="n: found 2448; expected fewer rows"):
        confidence_coverage(2448, 0.1, 0.1)
    with pytest.raises(InputError, match="n: found 261; expected fewer rows"):
        confidence_coverage(261, 0.1, 0.1, test="newcombe")


@pytest.mark.parametrize(
    ("arguments", "options", "message"),
    [
        ((0, 0.1, 0.1), {}, "n: found 0; expected a whole number"),
        ((5, -0.1, 0.1), {}, "p_fn: found -0.1; expected a chance"),
        ((5, 0.6, 0.6), {}, "p_fn, p_fp: found chances that add up to 1.2"),
        ((5, 0.3, 0.3), {"p_tp": 0.5}, "p_fn, p_fp, p_tp: found chances that add up to 1.1"),
        ((5, 0.3, 0.3), {"test": "none"}, "test: found 'none'"),
        ((5, 0.3, 0.3), {"alpha": 0}, "alpha: found 0"),
    ],
)
def test_errors(arguments, options, message):
    with pytest.raises(InputError, match=message):
        confidence_coverage(*arguments, **options)
