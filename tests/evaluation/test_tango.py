"""Tango's interval against printed values, closed forms, mpmath and the quartic."""

from __future__ import annotations

import mpmath as mp
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from rocrepro.errors import InputError
from rocrepro.evaluation import tango_interval
from rocrepro.evaluation.inputs import two_sided_z

Z = 1.959963984540054

# fn, fp, n, alpha, lower, upper as printed. Sources: Tango 1998 (as in ratesci's tests), Agresti & Min 2005,
# Fagerland et al. 2014, contingencytables' tests, Tang 2010, Chang 2024.
PRINTED = [
    (9, 3, 32, 0.05, "-0.027", "0.390"),
    (0, 1, 44, 0.10, "-0.096", "0.037"),
    (0, 1, 44, 0.05, "-0.1181", "0.0594"),
    (16, 8, 86, 0.05, "-0.020", "0.207"),
    (1, 7, 21, 0.05, "-0.517", "-0.026"),
    (6, 16, 161, 0.05, "-0.1240", "-0.0054"),
    (3, 1, 14, 0.05, "-0.1670", "0.4327"),
    (25, 2, 102, 0.05, "0.139", "0.321"),
    (3, 0, 3, 0.05, "-0.1230", "1.0000"),
    (0, 3, 3, 0.05, "-1.0000", "0.1230"),
    (40, 20, 160, 0.05, "0.0309", "0.2181"),
    (12, 2, 50, 0.05, "0.0611", "0.3447"),
    (10, 10, 100, 0.05, "-0.0922", "0.0922"),
    (50, 50, 100, 0.05, "-0.1923", "0.1923"),
    (0, 0, 10, 0.05, "-0.27753", "0.27753"),
    (0, 0, 972, 0.05, "-0.003937", "0.003937"),
]


@pytest.mark.parametrize(("fn", "fp", "n", "alpha", "lower", "upper"), PRINTED)
def test_printed_values(fn, fp, n, alpha, lower, upper):
    found = tango_interval(fn, fp, n, alpha=alpha)
    printed = [
        f"{value:.{len(text.split('.')[1])}f}" for value, text in zip(found, (lower, upper), strict=True)
    ]
    assert printed == [lower, upper]


def random_tables(count, seed, largest=7.0):
    """Tables of all sizes, with edges: no or few errors, nearly all errors, one kind of error."""
    rng = np.random.default_rng(seed)
    n = np.floor(10 ** rng.uniform(0, largest, count)).astype(np.int64)
    few = rng.integers(0, 5, count)
    errors = np.select(
        [rng.random(count) < p for p in (0.15, 0.2, 0.25, 0.5)],
        [np.minimum(few, n), np.maximum(n - few, 0), n, np.floor(n ** rng.random(count))],
        np.floor(rng.random(count) * (n + 1)),
    ).astype(np.int64)
    share = np.select(
        [rng.random(count) < p for p in (0.1, 0.2, 0.4)],
        [np.zeros(count), np.ones(count), np.full(count, 0.5)],
        rng.random(count),
    )
    fn = rng.binomial(errors, share)
    return fn, errors - fn, n


def exact_upper(fn, fp, n, z2):
    """Upper limit by bisection on the paper's equations 1 and 2, in 50 digits."""
    b, c, n = mp.mpf(int(fn)), mp.mpf(int(fp)), mp.mpf(int(n))
    if b == n:
        return mp.mpf(1)
    low, high = (b - c) / n, mp.mpf(1)
    for _ in range(60):
        delta = (low + high) / 2
        w = -b - c + (2 * n - b + c) * delta
        q = (mp.sqrt(w * w - 8 * n * (-c * delta * (1 - delta))) - w) / (4 * n)
        inside = (b - c - n * delta) ** 2 <= z2 * n * (2 * q + delta * (1 - delta))
        low, high = (delta, high) if inside else (low, delta)
    return (low + high) / 2


def test_mpmath_on_random_tables():
    fn, fp, n = random_tables(1000, seed=1)
    assert n.max() > 9e6
    assert (n == 1).any()
    assert (fn == n).any()
    assert (fp == n).any()
    assert ((fn == 0) & (fp == 0)).any()
    lower, upper = tango_interval(fn, fp, n)
    worst = 0.0
    with mp.workdps(50):
        z2 = 2 * mp.erfinv(1 - mp.mpf(0.05)) ** 2
        for b, c, size, low, high in zip(fn, fp, n, lower, upper, strict=True):
            worst = max(worst, abs(float(mp.mpf(float(high)) - exact_upper(b, c, size, z2))))
            worst = max(worst, abs(float(mp.mpf(float(low)) + exact_upper(c, b, size, z2))))
    assert worst < 1e-12


def test_score_statistic_is_z_at_the_limits_by_maximum_likelihood():
    """The variance at a limit from a numerical maximisation of the trinomial likelihood."""
    from scipy.optimize import minimize_scalar

    for fn, fp, n in [(9, 3, 32), (1, 7, 21), (40, 20, 160), (5, 60, 70)]:
        for delta in tango_interval(fn, fp, n):

            def loss(q, delta=delta, fn=fn, fp=fp, n=n):
                return -(fn * np.log(q + delta) + fp * np.log(q) + (n - fn - fp) * np.log(1 - 2 * q - delta))

            found = minimize_scalar(
                loss, bounds=(max(0, -delta), (1 - delta) / 2), method="bounded", options={"xatol": 1e-12}
            )
            variance = 2 * found.x + delta - delta**2
            assert abs(fn - fp - n * delta) / np.sqrt(n * variance) == pytest.approx(Z, rel=1e-6)


def test_quartic_of_yang_sun_hardin():
    rng = np.random.default_rng(5)
    g = Z * Z
    for _ in range(200):
        n = int(rng.integers(5, 300))
        b = int(rng.integers(1, n - 1))
        c = int(rng.integers(0, n - b))
        s, e = b + c, b - c
        k = 2 * n - e
        big, mid, small = n * n + g * n, g * k / 2 - 2 * n * e - g * n, e * e - g * s / 2
        coefficients = [
            big**2,
            2 * big * mid,
            mid**2 + 2 * big * small - g * g * (k * k - 8 * n * c) / 4,
            2 * mid * small - g * g * (8 * n * c - 2 * s * k) / 4,
            small**2 - g * g * s * s / 4,
        ]
        roots = np.roots(coefficients)
        real = np.clip(roots[np.abs(roots.imag) < 1e-5].real, -1, 1)
        np.testing.assert_allclose(tango_interval(b, c, n), [real.min(), real.max()], atol=1e-5)


@pytest.mark.parametrize("n", [1, 2, 3, 10, 972, 10**7, 10**12])
def test_closed_forms_at_the_edges(n):
    z2 = Z * Z
    near = {"rel": 1e-14, "abs": 0}
    assert tango_interval(0, 0, n) == pytest.approx((-z2 / (n + z2), z2 / (n + z2)), **near)
    assert tango_interval(n, 0, n) == pytest.approx(((n - z2) / (n + z2), 1.0), **near)
    assert tango_interval(0, n, n) == pytest.approx((-1.0, (z2 - n) / (n + z2)), **near)


@given(
    st.integers(1, 400).flatmap(lambda n: st.tuples(st.just(n), st.integers(0, n))),
    st.integers(0, 400),
    st.sampled_from([0.5, 0.1, 0.05, 1e-6]),
)
def test_bounds_and_symmetry(size_and_fn, other, alpha):
    n, fn = size_and_fn
    fp = min(other, n - fn)
    lower, upper = tango_interval(fn, fp, n, alpha=alpha)
    assert -1 <= lower <= (fn - fp) / n <= upper <= 1
    assert lower < upper
    assert tango_interval(fp, fn, n, alpha=alpha) == (-upper, -lower)


def test_large_random_tables_keep_bounds_and_the_rule():
    """Zero lies in the interval exactly when |fn - fp| <= z sqrt(fn + fp)."""
    fn, fp, n = random_tables(100_000, seed=2)
    lower, upper = tango_interval(fn, fp, n)
    difference = (fn - fp) / n
    assert ((lower >= -1) & (lower <= difference) & (difference <= upper) & (upper <= 1)).all()
    by_interval = (lower <= 0) & (upper >= 0)
    by_rule = np.abs(fn - fp) <= Z * np.sqrt(fn + fp)
    assert 0.1 < by_rule.mean() < 0.9
    np.testing.assert_array_equal(by_interval, by_rule)


@pytest.mark.parametrize("alpha", [0.2, 0.05, 0.01])
def test_rule_on_every_small_table(alpha):
    z = two_sided_z(alpha)
    for n in (1, 2, 3, 5, 20, 50):
        fn, fp = (grid.ravel() for grid in np.mgrid[0 : n + 1, 0 : n + 1])
        fn, fp = fn[fn + fp <= n], fp[fn + fp <= n]
        lower, upper = tango_interval(fn, fp, n, alpha=alpha)
        np.testing.assert_array_equal((lower <= 0) & (upper >= 0), np.abs(fn - fp) <= z * np.sqrt(fn + fp))


def test_wider_for_smaller_alpha():
    fn, fp, n = random_tables(500, seed=3)
    previous = tango_interval(fn, fp, n, alpha=0.9)
    for alpha in (0.5, 0.05, 1e-3, 1e-9, 1e-200):
        lower, upper = tango_interval(fn, fp, n, alpha=alpha)
        assert (lower <= previous[0]).all()
        assert (upper >= previous[1]).all()
        previous = lower, upper


def test_shapes():
    lower, upper = tango_interval(1, 2, 10)
    assert np.ndim(lower) == np.ndim(upper) == 0
    assert isinstance(lower, float)
    fn, fp = np.arange(6).reshape(2, 3, 1), np.array([0, 3])
    lower, upper = tango_interval(fn, fp, 20)
    assert lower.shape == upper.shape == (2, 3, 2)
    assert (lower[1, 2, 1], upper[1, 2, 1]) == tango_interval(5, 3, 20)
    assert tango_interval([], [], 5)[0].shape == (0,)
    assert tango_interval(2.0, np.float32(1), 7) == tango_interval(2, 1, 7)


def test_inputs_are_left_alone():
    fn, fp, n = np.array([0, 5]), np.array([0, 2]), np.array([9, 9])
    tango_interval(fn, fp, n)
    assert (fn.tolist(), fp.tolist(), n.tolist()) == ([0, 5], [0, 2], [9, 9])


@pytest.mark.parametrize(
    ("fn", "fp", "n", "alpha", "message"),
    [
        (-1, 0, 5, 0.05, "fn: found -1; expected a whole number"),
        (1, 0.5, 5, 0.05, "fp: found 0.5; expected a whole number"),
        (1, float("nan"), 5, 0.05, "fp: found nan"),
        (1, 0, float("inf"), 0.05, "n: found inf"),
        (0, 0, 0, 0.05, r"found \(0, 0, 0\); expected n >= 1"),
        ([1, 3], 3, 5, 0.05, r"found \(3, 3, 5\); expected n >= 1 and fn \+ fp <= n"),
        ("1", 0, 5, 0.05, "fn: found values of type"),
        (True, 0, 5, 0.05, "fn: found values of type bool"),
        ([1, 2], [1, 2, 3], 9, 0.05, "expected shapes that broadcast"),
        (1, 0, 5, 0.0, "alpha: found 0.0"),
        (1, 0, 5, 1.0, "alpha: found 1.0"),
        (1, 0, 5, float("nan"), "alpha: found nan"),
    ],
)
def test_bad_input(fn, fp, n, alpha, message):
    with pytest.raises(InputError, match=message):
        tango_interval(fn, fp, n, alpha=alpha)
