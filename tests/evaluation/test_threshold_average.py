"""Threshold averaging against drawn bootstrap curves, statsmodels, and rectangles joined by hand."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats

from rocrepro.errors import InputError
from rocrepro.evaluation import bands, roc_points, threshold_average_band
from rocrepro.evaluation.threshold_average import INTERVALS, _binomial_quantile, _limits

LABELS = st.lists(st.booleans(), min_size=2, max_size=25).filter(lambda labels: len(set(labels)) == 2)


def sample(seed, n_pos=40, n_neg=60):
    rng = np.random.default_rng(seed)
    y = np.repeat([1, 0], [n_pos, n_neg])
    return y, np.round(rng.normal(size=len(y)) + 1.2 * y, 1)


def test_limits_against_drawn_bootstrap_curves():
    """The closed form is the limit for many curves."""
    y, score = sample(1)
    points = roc_points(y, score)
    blocks = list(bands.bootstrap_blocks(points, 8000, bands.class_streams(1)))
    for count, total, part in ((points.fp, 60, 0), (points.tp, 40, 1)):
        drawn = np.concatenate([block[part] for block in blocks])
        z = stats.norm.ppf(0.95)
        low, high = _limits(count, total, 0.9, "normal")
        mean, sd = drawn.mean(axis=0), drawn.std(axis=0)
        np.testing.assert_allclose(low, np.clip(mean - z * sd, 0, 1), atol=0.006)
        np.testing.assert_allclose(high, np.clip(mean + z * sd, 0, 1), atol=0.006)
        found = _limits(count, total, 0.9, "quantile")
        for limit, share in zip(found, (0.05, 0.95), strict=True):
            # Within one row: the quantile of a drawn sample may fall on the next count.
            assert np.abs(limit - np.quantile(drawn, share, axis=0)).max() <= 1 / total + 1e-12


def test_wilson_against_statsmodels():
    from statsmodels.stats.proportion import proportion_confint

    counts = np.arange(41)
    low, high = _limits(counts, 40, 0.95, "wilson")
    expected = proportion_confint(counts, 40, alpha=0.05, method="wilson")
    np.testing.assert_allclose(low, expected[0], atol=1e-12)
    np.testing.assert_allclose(high, expected[1], atol=1e-12)
    assert (low[0], high[-1]) == (0, 1)


@pytest.mark.parametrize("interval", INTERVALS)
def test_edges_join_the_corners_of_the_rectangles(interval):
    y, score = sample(2)
    points = roc_points(y, score)
    x_low, x_high = _limits(points.fp, points.n_neg, 0.95, interval)
    y_low, y_high = _limits(points.tp, points.n_pos, 0.95, interval)
    rates = np.sort(np.random.default_rng(1).random(200))
    band = threshold_average_band(y, score, interval=interval, grid=rates)
    expected = [np.interp(rates, x, y) for x, y in ((x_high, y_low), (x_low, y_high))]
    np.testing.assert_allclose(band.lower, expected[0], atol=1e-12)
    np.testing.assert_allclose(band.upper, expected[1], atol=1e-12)
    whole = threshold_average_band(y, score, interval=interval)
    np.testing.assert_allclose(np.interp(rates, whole.grid, whole.upper), band.upper, atol=1e-12)
    assert whole.method == f"threshold_{interval}"
    assert (whole.kind, whole.level, whole.replicates) == ("pointwise", 0.95, 0)


@settings(max_examples=60, deadline=None)
@given(labels=LABELS, data=st.data(), interval=st.sampled_from(INTERVALS))
def test_properties(labels, data, interval):
    score = np.array(data.draw(st.lists(st.integers(-4, 4), min_size=len(labels), max_size=len(labels))))
    y = np.array(labels)
    band = threshold_average_band(y, score, interval=interval)
    for values in (band.grid, band.lower, band.upper):
        assert (np.diff(values) >= 0).all()
        assert values.min() >= 0
        assert values.max() <= 1
    assert (band.lower <= band.upper + 1e-12).all()
    named = np.where(y, "sick", "well")
    other = threshold_average_band(named, score**3, interval=interval, pos_label="sick")
    np.testing.assert_array_equal(other.upper, band.upper)
    turned = threshold_average_band(y, -score, interval=interval, pos_label=False)
    assert turned.area == pytest.approx(band.area, abs=1e-9)


@pytest.mark.parametrize("interval", ["normal", "quantile"])
def test_joined_it_covers_far_less_than_nominal(interval):
    rates = np.linspace(0.02, 0.98, 97)
    truth = stats.norm.cdf(stats.norm.ppf(rates) + 1.2)
    inside = []
    for seed in range(100):
        rng = np.random.default_rng([seed, 7])
        y = np.repeat([1, 0], 150)
        band = threshold_average_band(y, rng.normal(size=300) + 1.2 * y, interval=interval, grid=rates)
        inside.append((band.lower <= truth) & (truth <= band.upper))
    inside = np.array(inside)
    assert inside[:, 5:50].mean() > 0.9
    assert inside.all(axis=1).mean() < 0.7


@pytest.mark.parametrize("total", [1, 2, 7, 40, 569, 20_011])
def test_quantiles_of_counts_are_those_of_scipy(total):
    rate = np.unique(np.linspace(0, total, 500).astype(int)) / total
    for share in (1e-6, 0.005, 0.025, 0.3, 0.5, 0.7, 0.975, 0.995, 1 - 1e-6):
        expected = stats.binom.ppf(share, total, rate)
        assert (_binomial_quantile(share, total, rate) == expected).all()


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"interval": "student"}, "interval: found 'student'; expected one of normal, wilson, quantile"),
        ({"level": 0.0}, "level: found 0"),
        ({"grid": [1, 0]}, "grid: found"),
    ],
)
def test_bad_input(options, message):
    with pytest.raises(InputError, match=message):
        threshold_average_band(*sample(1), **options)
