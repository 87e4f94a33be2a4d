"""The fixed-width band against a slow exact construction, and its coverage."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest

from rocrepro.errors import InputError
from rocrepro.evaluation import Band, bands, fixed_width_band, roc_points


def sample(seed, n_pos=12, n_neg=20, decimals=1, shift=1.0):
    rng = np.random.default_rng(seed)
    y = np.repeat([1, 0], [n_pos, n_neg])
    return y, np.round(rng.normal(size=len(y)) + shift * y, decimals)


def bootstrap_curves(y, score, n_resamples, seed):
    """The curves behind `fixed_width_band` with this seed."""
    points = roc_points(y, score)
    blocks = bands.bootstrap_blocks(points, n_resamples, bands.class_streams(seed))
    return [curve for xs, ys in blocks for curve in zip(xs, ys, strict=True)]


def exact(curve, total_x, total_y):
    """Corners of a curve as fractions."""
    x, y = curve
    return [
        (Fraction(round(a * total_x), total_x), Fraction(round(b * total_y), total_y))
        for a, b in zip(x.tolist(), y.tolist(), strict=True)
    ]


def limits(curve, x):
    """Height of a curve just left and just right of x, level beyond its ends."""
    before = [p for p in curve if p[0] < x]
    after = [p for p in curve if p[0] > x]
    at = [p for p in curve if p[0] == x]
    if at:
        return (at[0][1] if before else None), (at[-1][1] if after else None)
    if not before or not after:
        return (None, None)
    (x0, y0), (x1, y1) = before[-1], after[0]
    y = y0 + (x - x0) * (y1 - y0) / (x1 - x0)
    return y, y


def is_below(curve, other):
    """Whether a rising curve runs nowhere above another one, where both are defined."""
    for x in {p[0] for p in curve} | {p[0] for p in other}:
        for mine, its in zip(limits(curve, x), limits(other, x), strict=True):
            if mine is not None and its is not None and mine > its:
                return False
    return True


def is_enclosed(curve, centre, dx, steepness):
    up = [(x - dx, y + steepness * dx) for x, y in centre]
    down = [(x + dx, y - steepness * dx) for x, y in centre]
    return is_below(curve, up) and is_below(down, curve)


def slow_shift(curve, centre, steepness):
    """Smallest enclosing shift by bisection."""
    low, high = Fraction(0), Fraction(1)
    for _ in range(28):
        middle = (low + high) / 2
        low, high = (low, middle) if is_enclosed(curve, centre, middle, steepness) else (middle, high)
    return float(high)


@pytest.mark.parametrize("steepness", [Fraction(1), Fraction(1, 7), Fraction(5)])
@pytest.mark.parametrize(("n_pos", "n_neg", "decimals"), [(6, 8, 1), (3, 4, 0), (2, 5, 1), (4, 3, 17)])
def test_enclosing_shift_by_bisection_in_fractions(steepness, n_pos, n_neg, decimals):
    largest = 0.0
    for seed in range(4):
        y, score = sample(seed, n_pos, n_neg, decimals, shift=0)
        points = roc_points(y, score)
        centre = exact((points.fpr, points.tpr), n_neg, n_pos)
        (fast,) = bands._enclosing_shifts(points, [float(steepness)], 6, bands.class_streams(seed))
        curves = bootstrap_curves(y, score, 6, seed)
        slow = [slow_shift(exact(curve, n_neg, n_pos), centre, steepness) for curve in curves]
        np.testing.assert_allclose(fast, slow, atol=1e-7)
        largest = max(largest, fast.max())
    assert largest > 0.05


@pytest.mark.parametrize("slope", ["ks", "inverse", -0.4])
@pytest.mark.parametrize("level", [0.5, 0.9, 0.95])
def test_encloses_its_share_of_bootstrap_curves_and_no_less_would(slope, level):
    y, score = sample(2, n_pos=7, n_neg=11)
    band = fixed_width_band(y, score, level=level, n_resamples=40, seed=9, slope=slope)
    steepness = Fraction(-band.slope)
    dx = Fraction(band.width / float(np.hypot(1, band.slope)))
    points = roc_points(y, score)
    centre = exact((points.fpr, points.tpr), 11, 7)
    curves = [exact(curve, 11, 7) for curve in bootstrap_curves(y, score, 40, 9)]
    tiny = Fraction(1, 10**9)
    assert sum(is_enclosed(curve, centre, dx + tiny, steepness) for curve in curves) >= level * 40
    assert sum(is_enclosed(curve, centre, dx - tiny, steepness) for curve in curves) < level * 40


def test_edges_are_the_moved_curve():
    y, score = sample(3)
    points = roc_points(y, score)
    band = fixed_width_band(y, score, n_resamples=200, seed=1)
    dx = band.width / np.hypot(1, band.slope)
    dy = -band.slope * dx
    rates = np.linspace(0, 1, 801)
    given = fixed_width_band(y, score, n_resamples=200, seed=1, grid=rates)
    centre = list(zip(points.fpr.tolist(), points.tpr.tolist(), strict=True))
    for x, lower, upper in zip(rates, given.lower, given.upper, strict=True):
        _, top = limits(centre, x + dx)
        foot, _ = limits(centre, x - dx)
        assert upper == pytest.approx(min(1, (1 if top is None else top + dy)), abs=1e-9)
        assert lower == pytest.approx(max(0, (0 if foot is None else foot - dy)), abs=1e-9)
    assert given.area == pytest.approx(band.area, abs=5e-3)


@pytest.mark.parametrize("decimals", [-1, 0, 1])
def test_default_grid_joins_to_the_edges(decimals):
    y, score = sample(4, n_pos=30, n_neg=40)
    score = np.round(3 * score, decimals)  # ties make slanted edges, which leave the border between corners
    band = fixed_width_band(y, score, n_resamples=100, seed=1)
    assert (band.grid[0], band.lower[0], band.upper[0]) == (0, 0, 0)
    assert (band.grid[-1], band.lower[-1], band.upper[-1]) == (1, 1, 1)
    for values in (band.grid, band.lower, band.upper):
        assert (np.diff(values) >= 0).all()
        assert values.min() == 0
        assert values.max() == 1
    assert (band.lower <= band.upper).all()
    between = np.sort(np.random.default_rng(0).random(500))
    given = fixed_width_band(y, score, n_resamples=100, seed=1, grid=between)
    np.testing.assert_allclose(np.interp(between, band.grid, band.lower), given.lower, atol=1e-12)
    np.testing.assert_allclose(np.interp(between, band.grid, band.upper), given.upper, atol=1e-12)


def test_area_of_a_known_band():
    """Two tied blocks: the edges are straight lines, so the area is a polygon's."""
    diagonal = Band(
        grid=np.array([0.0, 0.0, 0.8, 1.0, 1.0]),
        lower=np.array([0.0, 0.0, 0.6, 0.8, 1.0]),
        upper=np.array([0.0, 0.2, 1.0, 1.0, 1.0]),
        method="by hand",
        level=0.95,
        replicates=0,
        kind="simultaneous",
    )
    assert diagonal.area == pytest.approx(0.8 * (0.2 + 0.4) / 2 + 0.2 * (0.4 + 0.2) / 2)
    assert np.isnan(diagonal.width)


def test_a_constant_score_has_no_width():
    band = fixed_width_band([0, 1, 0, 1], [3, 3, 3, 3], n_resamples=20, seed=1)
    assert band.width == 0
    assert band.area == 0


def test_a_perfect_score_has_no_width():
    band = fixed_width_band([0, 0, 1, 1], [1, 2, 3, 4], n_resamples=20, seed=1)
    assert band.width == 0
    assert band.area == 0
    assert list(zip(band.grid, band.lower, band.upper, strict=True)) == [
        (0, 0, 0),
        (0, 1, 1),
        (0.5, 1, 1),
        (1, 1, 1),
    ]


def test_facts():
    y, score = sample(5, n_pos=9, n_neg=36)
    band = fixed_width_band(y, score, level=0.9, n_resamples=50, seed=1)
    assert (band.method, band.level, band.replicates, band.kind) == ("fixed_width", 0.9, 50, "simultaneous")
    assert band.slope == -2.0
    assert fixed_width_band(y, score, n_resamples=5, seed=1, slope="ks").slope == -2.0
    assert fixed_width_band(y, score, n_resamples=5, seed=1, slope="inverse").slope == -0.5
    assert fixed_width_band(y, score, n_resamples=5, seed=1, slope=-3).slope == -3.0
    assert band.width > 0
    assert 0 < band.area < 1


def test_same_seed_same_band():
    y, score = sample(6)
    first = fixed_width_band(y, score, n_resamples=60, seed=4)
    again = fixed_width_band(y, score, n_resamples=60, seed=4)
    stream = fixed_width_band(y, score, n_resamples=60, seed=np.random.default_rng(4))
    for other in (again, stream):
        assert other.width == first.width
        np.testing.assert_array_equal(other.grid, first.grid)
        np.testing.assert_array_equal(other.lower, first.lower)
        np.testing.assert_array_equal(other.upper, first.upper)
    curves = [bootstrap_curves(y, score, 5, seed) for seed in (4, 5)]
    assert any(not np.array_equal(one, two) for one, two in zip(*curves, strict=True))


def test_block_size_changes_nothing(monkeypatch):
    y, score = sample(7)
    whole = fixed_width_band(y, score, n_resamples=61, seed=4)
    monkeypatch.setattr(bands, "_BLOCK_CELLS", 200)
    blocks = fixed_width_band(y, score, n_resamples=61, seed=4)
    np.testing.assert_array_equal(whole.upper, blocks.upper)
    assert whole.width == blocks.width


def test_order_of_rows_and_increasing_transform_change_nothing():
    y, score = sample(8)
    order = np.random.default_rng(0).permutation(len(y))
    band = fixed_width_band(y, score, n_resamples=30, seed=2)
    for other in (
        fixed_width_band(y[order], score[order], n_resamples=30, seed=2),
        fixed_width_band(y, np.exp(score), n_resamples=30, seed=2),
        fixed_width_band(np.where(y == 1, "yes", "no"), score, n_resamples=30, seed=2, pos_label="yes"),
    ):
        np.testing.assert_array_equal(other.lower, band.lower)


def test_resampling_has_the_moments_of_the_bootstrap():
    y, score = sample(9, n_pos=40, n_neg=60)
    points = roc_points(y, score)
    curves = bootstrap_curves(y, score, 4000, 1)
    for column, rate, size in ((0, points.fpr, 60), (1, points.tpr, 40)):
        rates = np.array([curve[column] for curve in curves])
        np.testing.assert_allclose(rates.mean(axis=0), rate, atol=0.006)
        np.testing.assert_allclose(rates.std(axis=0), np.sqrt(rate * (1 - rate) / size), atol=0.004)
        assert (rates[:, 0] == 0).all()
        assert (rates[:, -1] == 1).all()
    # The classes are drawn apart.
    middle = len(points) // 2
    assert abs(np.corrcoef([c[0][middle] for c in curves], [c[1][middle] for c in curves])[0, 1]) < 0.06


@pytest.mark.parametrize("slope", ["ks", "inverse"])
def test_coverage_of_the_true_binormal_curve(slope):
    from scipy.stats import norm

    cuts = np.linspace(-6, 8, 600)
    true_x, true_y = norm.sf(cuts)[::-1], norm.sf(cuts - 1.5)[::-1]
    y = np.repeat([1, 0], [50, 100])
    covered = halved = 0
    for run in range(100):
        score = np.random.default_rng([run, 1]).normal(size=150) + 1.5 * y
        band = fixed_width_band(y, score, level=0.9, n_resamples=200, seed=run, slope=slope)
        points = roc_points(y, score)
        w = -band.slope * points.fpr + points.tpr
        gap = np.abs(np.interp(-band.slope * true_x + true_y, w, points.fpr) - true_x).max()
        dx = band.width / np.hypot(1, band.slope)
        covered += gap <= dx
        halved += gap <= dx / 2
    assert 80 <= covered <= 100
    assert halved < 50


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"level": 0}, "level"),
        ({"level": 1}, "level"),
        ({"n_resamples": 0}, "n_resamples: found 0"),
        ({"n_resamples": 2.5}, "n_resamples: found 2.5"),
        ({"seed": -1}, "seed: found -1"),
        ({"seed": None}, "seed: found None"),
        ({"seed": "x"}, "seed: found 'x'"),
        ({"slope": 0.5}, "slope: found 0.5"),
        ({"slope": 0}, "slope: found 0"),
        ({"slope": -np.inf}, "slope: found -inf"),
        ({"slope": float("nan")}, "slope: found nan"),
        ({"slope": "steep"}, "slope: found 'steep'; expected 'ks', 'inverse' or a negative number"),
        ({"grid": [0.5, 0.2]}, "grid"),
        ({"grid": [0, 2]}, "grid"),
    ],
)
def test_bad_input(options, message):
    with pytest.raises(InputError, match=message):
        fixed_width_band(*sample(1), **({"n_resamples": 5, "seed": 1} | options))


def test_one_class_is_an_error():
    with pytest.raises(InputError, match="exactly two"):
        fixed_width_band([1, 1], [1, 2], n_resamples=5, seed=1)


@pytest.mark.parametrize("many", [10**6, 10])
def test_bands_along_several_slopes_are_those_of_each_alone(monkeypatch, many):
    monkeypatch.setattr(bands, "_MANY", many)
    y, score = sample(5, n_pos=9, n_neg=30)
    slopes, common = ["ks", -0.4, "inverse"], {"level": 0.9, "n_resamples": 40}
    together = bands.along_slopes(roc_points(y, score), slopes, seed=3, **common)
    for slope, band in zip(slopes, together, strict=True):
        alone = fixed_width_band(y, score, seed=3, slope=slope, **common)
        assert (band.width, band.slope) == (alone.width, alone.slope)
        np.testing.assert_array_equal(band.lower, alone.lower)
        np.testing.assert_array_equal(band.upper, alone.upper)
    assert len({band.width for band in together}) == 3
