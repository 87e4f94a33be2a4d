"""Simultaneous joint bands against rectangles drawn one by one, scipy's quantiles and a known curve."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats

from rocrepro.errors import InputError
from rocrepro.evaluation import fixed_width_band, roc_points, simultaneous_joint_band
from rocrepro.evaluation.joint_band import kolmogorov_quantile

LABELS = st.lists(st.booleans(), min_size=2, max_size=30).filter(lambda labels: len(set(labels)) == 2)


def sample(seed, n_pos=40, n_neg=60, shift=1.2):
    rng = np.random.default_rng(seed)
    y = np.repeat([1, 0], [n_pos, n_neg])
    return y, rng.normal(size=len(y)) + shift * y


@pytest.mark.parametrize("level", [0.01, 0.5, 0.9, 0.95, 0.99])
def test_quantiles_against_scipy_and_the_finite_sample(level):
    limit = kolmogorov_quantile(level)
    assert limit == pytest.approx(stats.kstwobign.ppf(level), rel=1e-9)
    for n in (10, 100, 1000):
        assert stats.kstwo.ppf(level, n) * n**0.5 < limit


def test_quantiles_as_printed():
    """The values that software and text books print, and the joint reading's."""
    printed = {0.90: 1.22, 0.95: 1.36, 0.99: 1.63}
    assert {level: round(kolmogorov_quantile(level), 2) for level in printed} == printed
    assert kolmogorov_quantile(0.95**0.5) == pytest.approx(1.478, abs=5e-4)
    assert kolmogorov_quantile(0.95) == pytest.approx((-np.log(0.025) / 2) ** 0.5, abs=1e-4)


@pytest.mark.parametrize("reading", ["joint", "margin"])
def test_the_band_is_what_the_rectangles_cover(reading):
    y, score = sample(1)
    rates = np.sort(np.random.default_rng(2).random(300))
    band = simultaneous_joint_band(y, score, level=0.8, reading=reading, grid=rates)
    reach = stats.kstwobign.ppf(0.8**0.5 if reading == "joint" else 0.8)
    dx, dy = reach / 60**0.5, reach / 40**0.5
    points = roc_points(y, score)
    for x, lower, upper in zip(rates, band.lower, band.upper, strict=True):
        reached = (points.fpr - dx <= x) & (x <= points.fpr + dx)
        assert upper == pytest.approx(min(1, (points.tpr[reached] + dy).max()), abs=1e-12)
        assert lower == pytest.approx(max(0, (points.tpr[reached] - dy).min()), abs=1e-12)


def test_it_lies_around_the_fixed_width_band_of_the_same_slope():
    """Both move the curve along one line; the Kolmogorov distance is the longer one."""
    y, score = sample(3, 60, 120)
    rates = np.linspace(0, 1, 301)
    joint = simultaneous_joint_band(y, score, grid=rates)
    fixed = fixed_width_band(y, score, n_resamples=200, seed=1, grid=rates)
    assert (joint.lower <= fixed.lower).all()
    assert (fixed.upper <= joint.upper).all()
    # Moved by the same distance, they are the same band.
    reach = kolmogorov_quantile(0.95**0.5)
    dx = fixed.width / np.hypot(1, fixed.slope)
    share = dx * 120**0.5 / reach
    level = stats.kstwobign.cdf(share * reach) ** 2
    same = simultaneous_joint_band(y, score, level=level, grid=rates)
    np.testing.assert_allclose(same.upper, fixed.upper, atol=1e-9)
    np.testing.assert_allclose(same.lower, fixed.lower, atol=1e-9)


@settings(max_examples=60, deadline=None)
@given(labels=LABELS, data=st.data())
def test_properties(labels, data):
    score = np.array(data.draw(st.lists(st.integers(-5, 5), min_size=len(labels), max_size=len(labels))))
    y = np.array(labels)
    rates = np.linspace(0, 1, 41)
    joint, margin, low = (
        simultaneous_joint_band(y, score, level=level, reading=reading, grid=rates)
        for level, reading in ((0.9, "joint"), (0.9, "margin"), (0.3, "joint"))
    )
    for wide, narrow in ((joint, margin), (margin, low)):
        assert (wide.lower <= narrow.lower + 1e-12).all()
        assert (narrow.upper <= wide.upper + 1e-12).all()
    assert ((low.lower >= 0) & (low.upper <= 1) & (low.lower <= low.upper)).all()
    # Names of classes and increasing transformations change nothing.
    named = np.where(y, "sick", "well")
    other = simultaneous_joint_band(named, np.exp(score / 3), level=0.9, pos_label="sick", grid=rates)
    np.testing.assert_array_equal(other.upper, joint.upper)
    # Exchanging the classes and turning the scores round mirrors the band.
    whole = simultaneous_joint_band(y, score, level=0.9)
    turned = simultaneous_joint_band(y, -score, level=0.9, pos_label=False)
    assert turned.area == pytest.approx(whole.area, abs=1e-9)


def test_facts():
    y, score = sample(4)
    band = simultaneous_joint_band(y, score, level=0.9)
    assert (band.method, band.kind, band.level, band.replicates) == (
        "simultaneous_joint",
        "simultaneous",
        0.9,
        0,
    )
    assert simultaneous_joint_band(y, score, reading="margin").method == "simultaneous_joint_margin"
    assert (band.grid[0], band.lower[0], band.upper[0]) == (0, 0, 0)
    assert (band.grid[-1], band.lower[-1], band.upper[-1]) == (1, 1, 1)


def test_the_true_curve_lies_inside_at_least_as_often_as_promised():
    rates = np.linspace(0, 1, 400)
    truth = stats.norm.cdf(stats.norm.ppf(rates) + 1.2)
    covered = 0
    for seed in range(200):
        band = simultaneous_joint_band(*sample(seed), level=0.7, reading="margin", grid=rates)
        covered += bool(np.all((band.lower <= truth) & (truth <= band.upper)))
    assert covered >= 0.9 * 200


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"level": 0}, "level: found 0"),
        ({"level": 1}, "level: found 1"),
        ({"reading": "both"}, "reading: found 'both'; expected one of joint, margin"),
        ({"grid": [0.5, 0.2]}, "grid: found"),
        ({"pos_label": 3}, "pos_label: found 3"),
    ],
)
def test_bad_input(options, message):
    with pytest.raises(InputError, match=message):
        simultaneous_joint_band(*sample(1), **options)
