"""Evaluation at a stated prevalence: the identity at the rows' own, and the intervals' definitions."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.optimize import minimize_scalar
from scipy.stats import binom, norm

from rocrepro.errors import InputError
from rocrepro.evaluation import chi_square, confident_segment, roc_points, tango_interval
from rocrepro.evaluation.confident import READINGS
from rocrepro.evaluation.isolines import misclassification_cost
from rocrepro.evaluation.prevalence import at_prevalence, weighted_score_interval


def made_up(n_pos, n_neg, digits, seed):
    rng = np.random.default_rng(seed)
    y = np.repeat([1, 0], [n_pos, n_neg])
    return y, np.round(rng.normal(y * 1.3, 1), digits)


curves = st.builds(
    made_up, st.integers(1, 40), st.integers(1, 120), st.sampled_from([0, 1, 6]), st.integers(0, 10**6)
)


@settings(max_examples=80, deadline=None)
@given(
    data=curves, alpha=st.sampled_from([0.01, 0.05, 0.3]), costs=st.tuples(st.floats(0, 9), st.floats(0, 9))
)
def test_at_its_own_prevalence_nothing_changes(data, alpha, costs):
    points = roc_points(*data)
    plain = confident_segment(points, alpha=alpha)
    found = at_prevalence(points, points.n_pos / points.n, alpha=alpha, cost_fn=costs[0], cost_fp=costs[1])
    assert found.mask.tolist() == plain.mask.tolist()
    assert found.aved == pytest.approx(plain.aved, abs=1e-14, nan_ok=True)
    assert found.aved_abs == pytest.approx(plain.aved_abs, abs=1e-14, nan_ok=True)
    for reading in READINGS:
        assert found.cauc(reading) == plain.cauc(reading)
    low, high = tango_interval(points.fn, points.fp, points.n, alpha=alpha)
    np.testing.assert_allclose(found.lower, low, atol=1e-12)
    np.testing.assert_allclose(found.upper, high, atol=1e-12)
    np.testing.assert_allclose(found.difference, points.difference, atol=1e-14)
    sizes = points.n_pos, points.n_neg
    plain_chi = chi_square(points.fpr, points.tpr, *sizes)
    np.testing.assert_allclose(found.chi_square, plain_chi, rtol=1e-9, atol=1e-9)
    total = misclassification_cost(points.fpr, points.tpr, *sizes, cost_fn=costs[0], cost_fp=costs[1])
    np.testing.assert_allclose(found.cost * points.n, total, rtol=1e-12, atol=1e-12)
    assert found.effective_n == pytest.approx(points.n)
    assert found.weight_pos == pytest.approx(1)


@settings(max_examples=80, deadline=None)
@given(data=curves, prevalence=st.floats(0.002, 0.998), alpha=st.sampled_from([0.01, 0.05, 0.3]))
def test_the_confident_points_are_those_with_zero_in_the_interval(data, prevalence, alpha):
    found = at_prevalence(roc_points(*data), prevalence, alpha=alpha)
    clear = np.minimum(np.abs(found.lower), np.abs(found.upper)) > 1e-9
    inside = (found.lower <= 0) & (found.upper >= 0)
    assert (inside == found.mask)[clear].all()
    for lower, upper in ((found.lower, found.upper), (found.fixed_lower, found.fixed_upper)):
        assert np.all(lower <= found.difference + 1e-12)
        assert np.all(upper >= found.difference - 1e-12)
    # One run of thresholds.
    assert np.abs(np.diff(np.concatenate([[0], found.mask, [0]]))).sum() <= 2
    assert found.effective_n <= len(data[0]) * (1 + 1e-12)


@settings(max_examples=50, deadline=None)
@given(data=curves, prevalence=st.floats(0.01, 0.99))
def test_exchanging_the_classes_negates_the_difference(data, prevalence):
    y, score = data
    one = at_prevalence(roc_points(y, score), prevalence)
    other = at_prevalence(roc_points(1 - y, -score), 1 - prevalence)
    # The exchanged curve has the same points, from the other end.
    np.testing.assert_allclose(one.difference, -other.difference[::-1], atol=1e-12)
    np.testing.assert_allclose(one.lower, -other.upper[::-1], atol=1e-9)
    np.testing.assert_allclose(one.fixed_lower, -other.fixed_upper[::-1], atol=1e-9)
    np.testing.assert_allclose(one.chi_square, other.chi_square[::-1], rtol=1e-6, atol=1e-6)


@pytest.mark.parametrize("digits", [0, 6])
def test_a_stated_prevalence_is_that_of_repeated_rows(digits):
    """Every negative row three times: differences and costs of the larger set, not its intervals."""
    y, score = made_up(20, 30, digits, 4)
    times = np.where(y == 1, 1, 3)
    repeated = roc_points(np.repeat(y, times), np.repeat(score, times))
    found = at_prevalence(roc_points(y, score), 20 / 110, cost_fn=5)
    np.testing.assert_allclose(found.difference, repeated.difference, atol=1e-14)
    cost = misclassification_cost(repeated.fpr, repeated.tpr, 20, 90, cost_fn=5)
    np.testing.assert_allclose(found.cost, cost / 110, atol=1e-14)
    chi = chi_square(repeated.fpr, repeated.tpr, 20, 90)
    np.testing.assert_allclose(found.chi_square * 110 / 50, chi, atol=1e-9)
    low, high = tango_interval(repeated.fn, repeated.fp, 110)
    inner = (repeated.fp > 0) & (repeated.fp < 90)
    assert np.all((found.upper - found.lower)[inner] > (high - low)[inner])


@pytest.mark.parametrize("weights", [(1.0, 1.0), (0.3, 4.0), (5.0, 0.8)])
@pytest.mark.parametrize("counts", [(3, 9), (0, 5), (6, 0), (1, 20)])
def test_limits_solve_the_score_equation(weights, counts):
    """At a limit the statistic, with the most likely chances found by a search, is z."""
    n, z = 50, 1.7
    b, c = counts
    low, high = (float(limit[0]) for limit in weighted_score_interval([b], [c], n, weights, z))
    for delta in (low, high):

        def loss(q, delta=delta):
            p = (delta + weights[1] * q) / weights[0]
            cells = ((b, p), (c, q), (n - b - c, 1 - p - q))
            return -sum(count * np.log(max(chance, 1e-300)) for count, chance in cells if count)

        ends = max(0.0, -delta / weights[1]), (weights[0] - delta) / sum(weights)
        q = minimize_scalar(loss, bounds=ends, method="bounded", options={"xatol": 1e-13}).x
        p = (delta + weights[1] * q) / weights[0]
        variance = weights[0] ** 2 * p + weights[1] ** 2 * q - delta**2
        statistic = (weights[0] * b - weights[1] * c - n * delta) / np.sqrt(n * variance)
        assert abs(statistic) == pytest.approx(z, rel=1e-3)


def coverage(n_pos, n_neg, fnr, fpr, prevalence, limits):
    """Chance that limits (named by their prefix) have the true difference, class sizes fixed."""
    fn, fp = (grid.ravel() for grid in np.mgrid[0 : n_pos + 1, 0 : n_neg + 1])
    chance = binom.pmf(fn, n_pos, fnr) * binom.pmf(fp, n_neg, fpr)
    # Any table will do as a "point": build the points of all tables at once.
    points = roc_points([1] * n_pos + [0] * n_neg, range(n_pos + n_neg))
    every = type(points)(np.zeros(len(fn)), n_pos - fn, fp, n_pos, n_neg)
    found = at_prevalence(every, prevalence)
    low, high = getattr(found, f"{limits}lower"), getattr(found, f"{limits}upper")
    true = prevalence * fnr - (1 - prevalence) * fpr
    return float(chance[(low <= true) & (high >= true)].sum())


@pytest.mark.parametrize("prevalence", [0.02, 0.2, 0.5, 0.8])
def test_coverage_with_fixed_class_sizes(prevalence):
    """Summed over every table of 20 positive and 80 negative rows, at level 0.95."""
    rates = [(fnr, fpr) for fnr in (0.1, 0.3, 0.5) for fpr in (0.05, 0.2, 0.4)]
    fixed = [coverage(20, 80, *pair, prevalence, "fixed_") for pair in rates]
    score = [coverage(20, 80, *pair, prevalence, "") for pair in rates]
    assert min(fixed + score) > 0.94
    stated = {0.02: (0.948, 0.959), 0.2: (0.952, 0.970), 0.5: (0.954, 0.981), 0.8: (0.955, 0.979)}
    assert (round(np.mean(fixed), 3), round(np.mean(score), 3)) == stated[prevalence]


def test_effective_rows_of_the_documentation():
    points = roc_points([1] * 50 + [0] * 950, range(1000))
    assert at_prevalence(points, 0.5).effective_n == pytest.approx(190)


def test_share_of_errors_in_the_zero_rule():
    """At delta = 0: given fn + fp, the false negatives are binomial with share w_neg / (w_pos + w_neg)."""
    y, score = made_up(30, 90, 6, 9)
    points = roc_points(y, score)
    found = at_prevalence(points, 0.5)
    share = found.weight_neg / (found.weight_pos + found.weight_neg)
    errors = points.fn + points.fp
    z = norm.isf(0.025)
    inside = np.abs(points.fn - errors * share) <= z * np.sqrt(errors * share * (1 - share))
    assert inside.tolist() == found.mask.tolist()


@pytest.mark.parametrize(
    ("prevalence", "options", "message"),
    [
        (0, {}, "prevalence: found 0; expected a number between 0 and 1"),
        (1.2, {}, "prevalence: found 1.2"),
        (0.2, {"alpha": 1}, "alpha: found 1"),
        (0.2, {"cost_fn": -1}, "cost_fn: found -1"),
        (0.2, {"cost_fp": float("nan")}, "cost_fp: found nan"),
    ],
)
def test_errors(prevalence, options, message):
    with pytest.raises(InputError, match=message):
        at_prevalence(roc_points([1, 0], [1, 0]), prevalence, **options)
