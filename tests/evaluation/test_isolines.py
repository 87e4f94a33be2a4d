"""Chi-square against scipy and Bradley's equations, contours against the statistic, and straight lines."""

from __future__ import annotations

import doctest
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import chi2_contingency

from rocrepro.errors import InputError
from rocrepro.evaluation import accuracy_isoline, chi_square, chi_square_contour, cost_isoline, isolines
from rocrepro.evaluation.isolines import accuracy, misclassification_cost

SIZES = [(30, 30), (5, 55), (55, 5), (1, 1), (58, 3714), (1, 100_000), (1000, 7)]
sizes = st.tuples(st.integers(1, 5000), st.integers(1, 5000))
rate = st.floats(0, 1)


def random_tables(count, largest, seed):
    """Tables with four margins above 0."""
    rng = np.random.default_rng(seed)
    made = 0
    while made < count:
        n_pos, n_neg = (int(n) for n in np.exp(rng.uniform(0, np.log(largest), 2)).astype(int) + 1)
        tp, fp = int(rng.integers(0, n_pos + 1)), int(rng.integers(0, n_neg + 1))
        if 0 < tp + fp < n_pos + n_neg:
            made += 1
            yield tp, fp, n_pos, n_neg


def expected(fpr, tpr, n_pos, n_neg):
    """Bradley's equations 22 to 25: E(Tp), E(Fp), E(Tn), E(Fn)."""
    n, positive, negative = n_pos + n_neg, n_pos * tpr + fpr * n_neg, n_neg * (1 - fpr) + (1 - tpr) * n_pos
    return n_pos * positive / n, n_neg * positive / n, n_neg * negative / n, n_pos * negative / n


def test_equals_scipy_on_ten_thousand_random_tables():
    for tp, fp, n_pos, n_neg in random_tables(10_000, 2000, seed=4):
        value = float(chi_square(fp / n_neg, tp / n_pos, n_pos, n_neg))
        scipy = chi2_contingency([[tp, n_pos - tp], [fp, n_neg - fp]], correction=False).statistic
        # scipy's own differences of counts carry rounding where the rates agree and the statistic is near 0.
        assert value == pytest.approx(scipy, rel=1e-10, abs=1e-20)
        assert (value == 0) == (tp * n_neg == fp * n_pos)


def test_equals_exact_fractions_and_never_passes_n():
    for tp, fp, n_pos, n_neg in random_tables(500, 100_000, seed=5):
        n, positive = n_pos + n_neg, tp + fp
        exact = Fraction(n * (tp * n_neg - fp * n_pos) ** 2, n_pos * n_neg * positive * (n - positive))
        value = float(chi_square(fp / n_neg, tp / n_pos, n_pos, n_neg))
        assert value == pytest.approx(float(exact), rel=1e-9, abs=1e-20)
        assert value <= n * (1 + 1e-12)


@pytest.mark.parametrize(("n_pos", "n_neg"), SIZES)
def test_corners(n_pos, n_neg):
    n = n_pos + n_neg
    np.testing.assert_allclose(chi_square([0, 1], [1, 0], n_pos, n_neg), [n, n], rtol=1e-12)
    np.testing.assert_array_equal(chi_square([0, 1], [0, 1], n_pos, n_neg), [0, 0])
    # The two null corners are limits: the statistic shrinks in proportion on the way, from every side.
    for step in (1e-3, 1e-6, 1e-9):
        for x, y in ((0, step), (step, 0), (step, step / 3), (step / 3, step)):
            assert chi_square(x, y, n_pos, n_neg) <= 2 * n * n * step
            assert chi_square(1 - x, 1 - y, n_pos, n_neg) <= 2 * n * n * step * (1 + 1e-6)


@given(sizes, rate, rate)
def test_bradleys_identities(counts, fpr, tpr):
    """Equations 15 (in size: the sign alternates), 14 = 16, and 19 with 17 = 18."""
    n_pos, n_neg = counts
    e_tp, e_fp, e_tn, e_fn = cells = expected(fpr, tpr, n_pos, n_neg)
    if min(cells) < 1e-6:
        return
    observed = n_pos * tpr, n_neg * fpr, n_neg * (1 - fpr), n_pos * (1 - tpr)
    tp, fp, tn, fn = (e - o for e, o in zip(cells, observed, strict=True))
    slack = 1e-12 * (n_pos + n_neg)
    assert tp == pytest.approx(-fp, abs=slack)
    assert tp == pytest.approx(tn, abs=slack)
    assert tp == pytest.approx(-fn, abs=slack)
    value = float(chi_square(fpr, tpr, n_pos, n_neg))
    reciprocal = sum(1 / e for e in cells)
    epsilon = n_pos * n_neg * (tpr - fpr) / (n_pos + n_neg)
    near = {"rel": 1e-9, "abs": 1e-18 * (n_pos + n_neg) ** 2}
    pearson = sum((e - o) ** 2 / e for e, o in zip(cells, observed, strict=True))
    assert value == pytest.approx(epsilon**2 * reciprocal, **near)
    assert pearson == pytest.approx(value, rel=1e-6, abs=1e-6)
    d2 = (e_tp / n_pos - tpr) ** 2 + (e_fp / n_neg - fpr) ** 2
    assert d2 == pytest.approx(epsilon**2 * (1 / n_pos**2 + 1 / n_neg**2), rel=1e-6, abs=1e-15)
    from_distance = epsilon**2 * (1 / n_pos**2 + 1 / n_neg**2) * n_neg**2 * n_pos**2 / (n_neg**2 + n_pos**2)
    assert value == pytest.approx(from_distance * reciprocal, **near)
    assert e_tn + e_fp == pytest.approx(n_neg)
    assert e_tp + e_fn == pytest.approx(n_pos)


@given(sizes, rate, rate)
def test_ten_times_the_counts_and_a_half_turn(counts, fpr, tpr):
    n_pos, n_neg = counts
    value = float(chi_square(fpr, tpr, n_pos, n_neg))
    assert float(chi_square(fpr, tpr, 10 * n_pos, 10 * n_neg)) == pytest.approx(10 * value, rel=1e-12)
    turned = float(chi_square(1 - fpr, 1 - tpr, n_pos, n_neg))
    assert turned == pytest.approx(value, rel=1e-6, abs=1e-9 * (n_pos + n_neg))


def test_known_values():
    assert float(chi_square(0.2, 0.8, 30, 30)) == pytest.approx(21.6)
    assert float(chi_square(0.2, 0.8, 5, 55)) == pytest.approx(8.8)


@pytest.mark.parametrize(("n_pos", "n_neg"), SIZES)
@pytest.mark.parametrize("share", [1e-4, 0.064, 0.3, 0.8, 0.999])
def test_contours_lie_on_their_level(n_pos, n_neg, share):
    level = share * (n_pos + n_neg)
    contour = chi_square_contour(level, n_pos, n_neg)
    for side, sign in ((contour.upper, 1), (contour.lower, -1)):
        on = np.isfinite(side)
        assert on.sum() > 50
        assert ((side[on] - contour.fpr[on]) * sign > 0).all()
        value = chi_square(contour.fpr[on], side[on], n_pos, n_neg)
        np.testing.assert_allclose(value, level, rtol=1e-9)
    # The default grid runs from the left side to the top.
    upper = contour.upper[np.isfinite(contour.upper)]
    assert contour.fpr[0] == 0
    assert upper[-1] == pytest.approx(1, abs=1e-9)
    assert (np.diff(upper) > -1e-12).all()
    # A half turn about the centre changes one branch into the other.
    turned = chi_square_contour(level, n_pos, n_neg, 1 - contour.fpr)
    np.testing.assert_allclose(1 - turned.upper, contour.lower, atol=1e-9)


@pytest.mark.parametrize(("n_pos", "n_neg"), [(30, 30), (5, 55)])
@pytest.mark.parametrize("level", [3.84, 10, 30, 50])
def test_contours_part_bradleys_grid(n_pos, n_neg, level):
    """On the upper half of a 40 by 40 matrix the statistic passes the level just above the contour."""
    grid = (np.arange(40) + 0.5) / 40
    upper = chi_square_contour(level, n_pos, n_neg, grid).upper
    for x, edge in zip(grid, upper, strict=True):
        y = grid[grid >= x]
        beyond = y > edge if np.isfinite(edge) else np.zeros(len(y), bool)
        np.testing.assert_array_equal(chi_square(x, y, n_pos, n_neg) > level, beyond)


def test_contour_is_wilsons_interval_of_the_share_predicted_positive():
    from statsmodels.stats.proportion import proportion_confint

    from rocrepro.evaluation.inputs import two_sided_z

    n_pos, n_neg, fpr, alpha, trials = 40, 60, 0.25, 0.05, 80
    level = two_sided_z(alpha) ** 2 / trials * (n_pos + n_neg) * n_neg / n_pos
    contour = chi_square_contour(level, n_pos, n_neg, [fpr])
    share = [(n_pos * float(t[0]) + n_neg * fpr) / (n_pos + n_neg) for t in (contour.lower, contour.upper)]
    wilson = proportion_confint(fpr * trials, trials, alpha, "wilson")
    np.testing.assert_allclose(share, wilson, rtol=1e-9)


def test_contour_at_the_ends_of_its_range():
    whole = chi_square_contour(60, 30, 30, [0.0, 0.5, 1.0])
    np.testing.assert_array_equal(whole.upper, [1.0, np.nan, np.nan])
    np.testing.assert_array_equal(whole.lower, [np.nan, np.nan, 0.0])
    assert np.isnan(chi_square_contour(60.1, 30, 30).upper).all()
    diagonal = chi_square_contour(0, 5, 55, [0.0, 0.3, 1.0])
    np.testing.assert_array_equal(diagonal.upper, [0.0, 0.3, 1.0])
    np.testing.assert_array_equal(diagonal.lower, [0.0, 0.3, 1.0])
    # The statistic is 0 at the ends of the diagonal, so no other contour holds them.
    ends = chi_square_contour(5, 5, 55, [0.0, 1.0])
    assert np.isnan(ends.lower[0])
    assert np.isnan(ends.upper[1])


@pytest.mark.parametrize(("n_pos", "n_neg"), [(30, 30), (5, 55), (90, 7)])
def test_straight_lines_lie_on_their_level(n_pos, n_neg):
    fpr = np.linspace(0, 1, 41)
    for level in (0.2, 0.5, 0.86, 0.95):
        tpr = accuracy_isoline(level, n_pos, n_neg, fpr)
        on = np.isfinite(tpr)
        assert on.any()
        np.testing.assert_allclose(accuracy(fpr[on], tpr[on], n_pos, n_neg), level, rtol=1e-12)
        full = (level * (n_pos + n_neg) - n_neg * (1 - fpr)) / n_pos
        np.testing.assert_array_equal(on, (full > -1e-12) & (full < 1 + 1e-12))
    cost = cost_isoline(20, n_pos, n_neg, fpr, cost_fn=5, cost_fp=2)
    on = np.isfinite(cost)
    assert on.any()
    found = misclassification_cost(fpr[on], cost[on], n_pos, n_neg, cost_fn=5, cost_fp=2)
    np.testing.assert_allclose(found, 20, rtol=1e-12)


def test_accuracy_and_cost_from_counts():
    tp, fn, fp, tn = 4, 1, 11, 44
    assert float(accuracy(fp / 55, tp / 5, 5, 55)) == pytest.approx((tp + tn) / 60)
    cost = float(misclassification_cost(fp / 55, tp / 5, 5, 55, cost_fn=7, cost_fp=3))
    assert cost == pytest.approx(7 * fn + 3 * fp)


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: chi_square(0.1, 0.2, 0, 5), "n_pos: found 0"),
        (lambda: chi_square(1.1, 0.2, 5, 5), "fpr"),
        (lambda: chi_square(0.1, np.nan, 5, 5), "tpr"),
        (lambda: chi_square([0.1, 0.2], [0.1, 0.2, 0.3], 5, 5), "shapes"),
        (lambda: chi_square_contour(-1, 5, 5), "level: found -1"),
        (lambda: chi_square_contour(np.inf, 5, 5), "level"),
        (lambda: chi_square_contour(1, 5, 5, [2]), "fpr"),
        (lambda: cost_isoline(1, 5, 5, [0.1], cost_fn=0), "cost_fn"),
        (lambda: accuracy_isoline(0.5, 5, 0, [0.1]), "n_neg: found 0"),
    ],
)
def test_bad_input(call, message):
    with pytest.raises(InputError, match=message):
        call()


def test_examples_in_docstrings():
    result = doctest.testmod(isolines)
    assert result.attempted
    assert result.failed == 0
