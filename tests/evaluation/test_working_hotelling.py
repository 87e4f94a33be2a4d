"""Working-Hotelling bands against simulation, the confidence ellipse of the line, and a known curve."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats

from rocrepro.errors import InputError
from rocrepro.evaluation import binormal_fit, working_hotelling_band


def sample(rng, n_pos=150, n_neg=250, mean=1.5, sd=1.25):
    y = np.repeat([1, 0], [n_pos, n_neg])
    return y, np.concatenate([rng.normal(mean, sd, n_pos), rng.normal(size=n_neg)])


def test_variances_against_a_simulation():
    rng = np.random.default_rng(1)
    fits = [binormal_fit(*sample(rng)) for _ in range(6000)]
    pairs = np.array([(fit.a, fit.b) for fit in fits])
    spread = np.cov(pairs.T)
    means = {name: np.mean([getattr(fit, name) for fit in fits]) for name in ("var_a", "var_b", "covariance")}
    assert pairs.mean(axis=0) == pytest.approx([1.2, 0.8], abs=0.02)
    assert spread[0, 0] == pytest.approx(means["var_a"], rel=0.07)
    assert spread[1, 1] == pytest.approx(means["var_b"], rel=0.07)
    assert spread[0, 1] == pytest.approx(means["covariance"], rel=0.12)


def test_variances_against_numerical_derivatives():
    """The delta method from the variances of means and standard deviations."""
    rng = np.random.default_rng(2)
    y, score = sample(rng, 40, 70)
    fit = binormal_fit(y, score)
    pos, neg = score[y == 1], score[y == 0]
    at = np.array([pos.mean(), pos.std(ddof=1), neg.mean(), neg.std(ddof=1)])
    variance = np.array([at[1] ** 2 / 40, at[1] ** 2 / 80, at[3] ** 2 / 70, at[3] ** 2 / 140])

    def line(of):
        return np.array([(of[0] - of[2]) / of[1], of[3] / of[1]])

    step = 1e-6 * np.eye(4)
    slopes = np.array([(line(at + s) - line(at - s)) / 2e-6 for s in step]).T
    expected = slopes @ np.diag(variance) @ slopes.T
    assert [fit.a, fit.b] == pytest.approx(line(at))
    assert [fit.var_a, fit.var_b, fit.covariance] == pytest.approx(
        [expected[0, 0], expected[1, 1], expected[0, 1]], rel=1e-6
    )


@pytest.mark.parametrize("exponent", [-1060, -1000, -500, 500, 1000, 1018])
def test_the_unit_of_the_scores_does_not_matter(exponent):
    """Powers of two change no digit, though the squares of such scores are 0 or infinite."""
    y, score = sample(np.random.default_rng(5), 20, 30)
    score = np.round(score * 8)  # few digits, so that none is lost where doubles have few
    assert binormal_fit(y, np.ldexp(score, exponent)) == binormal_fit(y, score)


def test_the_fit_is_that_of_numpy_to_the_last_bit():
    y, score = sample(np.random.default_rng(6))
    fit, pos, neg = binormal_fit(y, score), score[y == 1], score[y == 0]
    assert fit.a == float(pos.mean() - neg.mean()) / float(pos.std(ddof=1))
    assert fit.b == float(neg.std(ddof=1)) / float(pos.std(ddof=1))


def test_spreads_that_no_double_relates_are_refused():
    with pytest.raises(
        InputError, match=r"^y_score: found a binormal fit beyond float64 \(a = .*, b = .*\); "
    ):
        binormal_fit([1, 1, 0, 0], [0, 1e-300, 0, 1])


def test_edges_are_the_envelope_of_the_lines_in_the_confidence_ellipse():
    y, score = sample(np.random.default_rng(3), 30, 60)
    fit = binormal_fit(y, score)
    root = np.linalg.cholesky([[fit.var_a, fit.covariance], [fit.covariance, fit.var_b]])
    turn = np.linspace(0, 2 * np.pi, 20_001)
    circle = np.stack([np.cos(turn), np.sin(turn)])
    lines = np.array([[fit.a], [fit.b]]) + stats.chi2.ppf(0.9, 2) ** 0.5 * root @ circle
    rates = np.array([0.01, 0.2, 0.5, 0.77, 0.99])
    band = working_hotelling_band(y, score, level=0.9, grid=rates)
    heights = stats.norm.cdf(lines[0][:, None] + np.outer(lines[1], stats.norm.ppf(rates)))
    np.testing.assert_allclose(band.upper, heights.max(axis=0), atol=1e-6)
    np.testing.assert_allclose(band.lower, heights.min(axis=0), atol=1e-6)


def test_it_covers_the_true_curve_at_its_level():
    rates = stats.norm.cdf(np.linspace(-6, 6, 200))
    truth = stats.norm.cdf(1.2 + 0.8 * stats.norm.ppf(rates))
    rng = np.random.default_rng(4)
    covered = 0
    for _ in range(400):
        band = working_hotelling_band(*sample(rng), level=0.8, grid=rates)
        covered += bool(np.all((band.lower <= truth) & (truth <= band.upper)))
    low, high = stats.binom.ppf([0.0005, 0.9995], 400, 0.8)
    assert low <= covered <= high + 8  # a little over nominal: a line is not everywhere at its worst


def test_the_ends():
    rng = np.random.default_rng(5)
    band = working_hotelling_band(*sample(rng))
    assert (band.grid[0], band.lower[0], band.upper[0]) == (0, 0, 0)
    assert (band.grid[-1], band.lower[-1], band.upper[-1]) == (1, 1, 1)
    assert (band.lower <= band.upper).all()
    # Three rows a class say little about the slope: the ends are open.
    few = working_hotelling_band(*sample(rng, 3, 3))
    assert (few.lower[0], few.upper[0], few.lower[-1], few.upper[-1]) == (0, 1, 0, 1)
    assert few.upper[1] > 0.5
    assert (band.method, band.kind, band.replicates) == ("working_hotelling", "simultaneous", 0)


@settings(max_examples=50, deadline=None)
@given(
    pos=st.lists(st.integers(-9, 9), min_size=2, max_size=20).filter(lambda v: len(set(v)) > 1),
    neg=st.lists(st.integers(-9, 9), min_size=2, max_size=20).filter(lambda v: len(set(v)) > 1),
    scale=st.sampled_from([0.25, 1.0, 8.0]),
)
def test_properties(pos, neg, scale):
    y = np.repeat([True, False], [len(pos), len(neg)])
    score = np.array([*pos, *neg], dtype=float)
    rates = np.linspace(0, 1, 21)
    band = working_hotelling_band(y, score, grid=rates)
    assert ((band.lower >= 0) & (band.lower <= band.upper) & (band.upper <= 1)).all()
    # The unit of the scores does not matter, nor do the names of the classes.
    named = np.where(y, "a", "b")
    other = working_hotelling_band(named, scale * score + 3, pos_label="a", grid=rates)
    np.testing.assert_allclose(other.upper, band.upper, atol=1e-9)
    narrow = working_hotelling_band(y, score, level=0.5, grid=rates)
    assert (band.lower <= narrow.lower + 1e-12).all()
    assert (narrow.upper <= band.upper + 1e-12).all()


@pytest.mark.parametrize(
    ("y", "score", "options", "message"),
    [
        ([0, 0, 1], [1, 2, 3], {}, "one value in the positive class; expected at least two"),
        ([0, 0, 1, 1], [2, 2, 1, 3], {}, "one value in the negative class"),
        ([0, 0, 1, 1], [1, 2, 2, 3], {"level": 1.5}, "level: found 1.5"),
        ([0, 0, 1, 1], [1, 2, 2, 3], {"grid": [0, 2]}, "grid: found"),
        ([0, 0, 0, 0], [1, 2, 2, 3], {}, "exactly two"),
    ],
)
def test_bad_input(y, score, options, message):
    with pytest.raises(InputError, match=message):
        working_hotelling_band(y, score, **options)
