"""Vertical averaging against plain loops, and its coverage at one rate and over the whole curve."""

from __future__ import annotations

import numpy as np
import pytest
from scipy import stats

from rocrepro.errors import InputError
from rocrepro.evaluation import Band, bootstrap_tpr, roc_points, tpr_at, vertical_band

GRID = [0.0, 0.1, 0.25, 0.5, 0.9, 1.0]


def sample(rng, n_pos=60, n_neg=80, shift=1.0):
    label = np.repeat([1, 0], [n_pos, n_neg])
    return label, rng.normal(size=len(label)) + shift * label


def by_hand(label, score, rate):
    """Height of a curve at one false positive rate, by walking through its points."""
    points = roc_points(label, score)
    at = np.flatnonzero(points.fpr == rate)
    if len(at):
        return points.tpr[at].max()
    right = int(np.flatnonzero(points.fpr > rate)[0])
    x0, x1 = points.fpr[right - 1], points.fpr[right]
    y0, y1 = points.tpr[right - 1], points.tpr[right]
    return y0 + (y1 - y0) * (rate - x0) / (x1 - x0)


def test_heights_by_hand():
    rng = np.random.default_rng(3)
    rows = [sample(rng, int(rng.integers(2, 9)), int(rng.integers(2, 9))) for _ in range(40)]
    rows = [(label, np.round(score)) for label, score in rows]  # ties: slanted pieces
    found = tpr_at([roc_points(*row) for row in rows], GRID)
    expected = [[by_hand(*row, rate) for rate in GRID] for row in rows]
    np.testing.assert_allclose(found, expected, rtol=0, atol=1e-12)


def test_bootstrap_curves_are_resamples_within_each_class():
    """Their mean and spread at one rate, against rows that are drawn and evaluated one by one."""
    rng = np.random.default_rng(4)
    label, score = sample(rng)
    fast = bootstrap_tpr(label, score, GRID, n_resamples=4000, seed=5)
    assert fast.shape == (4000, len(GRID))
    slow = []
    for _ in range(1500):
        rows = np.concatenate([rng.choice(np.flatnonzero(label == k), (label == k).sum()) for k in (0, 1)])
        slow.append([by_hand(label[rows], score[rows], rate) for rate in GRID])
    slow = np.array(slow)
    error = np.sqrt(slow.var(axis=0) / len(slow) + fast.var(axis=0) / len(fast))
    assert (np.abs(fast.mean(axis=0) - slow.mean(axis=0)) < 4 * error + 1e-12).all()
    # Near the end a fall below 1 is rare, and the spread too uncertain to compare.
    np.testing.assert_allclose(fast.std(axis=0)[:4], slow.std(axis=0)[:4], rtol=0.1, atol=1e-12)
    np.testing.assert_array_equal(fast, bootstrap_tpr(label, score, GRID, n_resamples=4000, seed=5))


def test_intervals_by_their_formulas():
    rng = np.random.default_rng(6)
    curves = np.sort(np.clip(rng.normal(0.6, 0.15, (12, len(GRID))), 0, 1), axis=1)
    mean, sd = curves.mean(axis=0), curves.std(axis=0, ddof=1)
    z, t = stats.norm.ppf(0.95), stats.t.ppf(0.95, 11)
    for interval, more, half in (
        ("normal", {}, z * sd),
        ("student", {}, t * sd),
        ("normal", {"independent": True}, z * sd / 12**0.5),
        ("student", {"independent": True}, t * sd / 12**0.5),
    ):
        band = vertical_band(curves, GRID, level=0.9, interval=interval, **more)
        np.testing.assert_allclose(band.lower, np.clip(mean - half, 0, 1), rtol=0, atol=1e-12)
        np.testing.assert_allclose(band.upper, np.clip(mean + half, 0, 1), rtol=0, atol=1e-12)
    band = vertical_band(curves, GRID, level=0.9, interval="quantile")
    np.testing.assert_allclose(band.lower, np.quantile(curves, 0.05, axis=0))
    np.testing.assert_allclose(band.upper, np.quantile(curves, 0.95, axis=0))


def test_wilson_against_statsmodels():
    from statsmodels.stats.proportion import proportion_confint

    shares = np.array([[0.0, 0.25, 0.5, 1.0]] * 2)
    band = vertical_band(shares, [0, 0.2, 0.4, 1], interval="wilson", n_pos=40)
    low, high = proportion_confint(shares[0] * 40, 40, alpha=0.05, method="wilson")
    np.testing.assert_allclose(band.lower, low, rtol=0, atol=1e-12)
    np.testing.assert_allclose(band.upper, high, rtol=0, atol=1e-12)


def test_it_is_a_pointwise_band():
    label, score = sample(np.random.default_rng(7))
    band = vertical_band(bootstrap_tpr(label, score, GRID, n_resamples=50, seed=1), GRID)
    assert isinstance(band, Band)
    assert (band.kind, band.method, band.level, band.replicates) == ("pointwise", "vertical_normal", 0.95, 50)
    assert (band.lower >= 0).all()
    assert (band.upper <= 1).all()
    assert (band.lower <= band.upper).all()


def test_coverage_is_nominal_at_one_rate_and_far_below_over_the_curve():
    grid = np.linspace(0.05, 0.95, 19)
    truth = stats.norm.cdf(stats.norm.ppf(grid) + 1.2)
    rng = np.random.default_rng(9)
    inside = []
    for _ in range(150):
        label, score = sample(rng, 150, 150, 1.2)
        band = vertical_band(bootstrap_tpr(label, score, grid, n_resamples=120, seed=rng), grid)
        inside.append((band.lower <= truth) & (truth <= band.upper))
    inside = np.array(inside)
    middle = inside[:, 3:10].mean()
    assert 0.90 < middle < 0.99
    assert inside.all(axis=1).mean() < 0.8


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"interval": "bayes"}, "interval: found 'bayes'"),
        ({"interval": "wilson"}, "n_pos: found None with wilson"),
        ({"n_pos": 5}, "n_pos: found 5 with normal"),
        ({"interval": "wilson", "n_pos": 0}, "n_pos: found 0; expected at least 1"),
        ({"interval": "quantile", "independent": True}, "independent: found True with quantile"),
        ({"level": 1.0}, "level"),
        ({"grid": [0.5, 0.1]}, "grid: found"),
        ({"curve_tpr": np.zeros((1, 6))}, r"found the shape \(1, 6\); expected at least 2 curves"),
        ({"curve_tpr": np.zeros((3, 5))}, "with 6 rates each"),
    ],
)
def test_bad_input_is_named(change, message):
    given = {"curve_tpr": np.zeros((3, 6)), "grid": GRID} | change
    with pytest.raises(InputError, match=message):
        vertical_band(given.pop("curve_tpr"), given.pop("grid"), **given)


def test_a_bad_number_of_curves_is_named():
    with pytest.raises(InputError, match="n_resamples: found 0"):
        bootstrap_tpr([0, 1], [0, 1], GRID, n_resamples=0, seed=1)
    with pytest.raises(InputError, match="seed: found None"):
        bootstrap_tpr([0, 1], [0, 1], GRID, seed=None)
