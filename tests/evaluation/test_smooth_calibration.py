"""The smooth calibration curve against R's loess and weighted least squares at each point."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from rocrepro.errors import InputError
from rocrepro.evaluation import smooth_calibration
from rocrepro.evaluation.smooth_calibration import Smoother, cell_cuts, knots
from tests.evaluation.probabilities import LABEL, SCORE, rows


@pytest.mark.parametrize(
    ("span", "distances", "heights"),
    [
        (
            0.75,
            (0.208497861603905, 0.128751372062463, 0.535849054848839, 0.943047573807742),
            (0.947949534592056, 0.357738014672359, 0.700872269385763, 0.635159136260521),
        ),
        (
            0.4,
            (0.294430918704811, 0.280333354948622, 0.442361714921542, 1.188613410817375),
            (1.1935153716016891, -0.0383190998280475, 1.0602971973733308, 0.4746233326757850),
        ),
    ],
)
def test_values_of_r(span, distances, heights):
    """R 4.2.2: loess(y ~ p, span = span, control = loess.control(surface = "direct"))."""
    found = smooth_calibration(LABEL, SCORE, span=span)
    assert (found.ici, found.e50, found.e90, found.emax) == pytest.approx(distances, rel=1e-7)
    curve = np.interp(SCORE[:4], found.predicted, found.observed)
    assert curve == pytest.approx(heights, rel=1e-7)


def test_values_of_r_with_ties():
    assert smooth_calibration(LABEL, np.round(SCORE, 1)).ici == pytest.approx(0.205564621228731, rel=1e-7)


@given(rows(least=3), st.sampled_from([0.3, 0.75, 1.0]))
def test_each_point_is_a_weighted_least_squares_fit(of, span):
    label, score = of
    found = smooth_calibration(label, score, span=span)
    nearest = max(1, int(len(score) * span + 1e-5))
    for at, height in zip(found.predicted, found.observed, strict=True):
        apart = score - at
        width = np.sort(np.abs(apart))[nearest - 1]
        u = apart / width if width > 0 else np.where(apart == 0, 0.0, 2.0)
        weight = np.clip(1 - np.abs(u) ** 3, 0, None) ** 3
        kept = weight > 0
        degree = min(2, len(np.unique(score[kept])) - 1)
        powers = np.vander(u[kept], degree + 1, increasing=True)
        root = np.sqrt(weight[kept])
        fit = np.linalg.lstsq(powers * root[:, np.newaxis], label[kept] * root)[0]
        assert height == pytest.approx(fit[0], abs=1e-6)


def test_many_scores_are_joined_by_lines_close_to_the_exact_curve():
    rng = np.random.default_rng(2)
    score = rng.beta(1, 4, 1200)
    label = rng.random(1200) < score**1.3
    x = np.sort(score)
    exact = Smoother(x, cell_cuts(x, 9999), knots(x, 9999), 0.75)
    curve = exact.heights(np.ones(1200), label[np.argsort(score)].astype(float))
    assert smooth_calibration(label, score).ici == pytest.approx(np.abs(curve - x).mean(), rel=2e-3)
    grouped = Smoother(x, cell_cuts(x, 500), knots(x, 400), 0.75)
    cuts = cell_cuts(x, 500)
    hits = np.add.reduceat(label[np.argsort(score)].astype(float), cuts[:-1])
    near = np.interp(x, grouped.knots, grouped.heights(np.diff(cuts).astype(float), hits))
    assert np.abs(near - curve).max() < 0.004


def test_few_distinct_scores_give_their_shares():
    found = smooth_calibration([0, 1, 0, 1, 1, 1], [0.2] * 4 + [0.8] * 2)
    assert found.observed.tolist() == [0.5, 1.0]
    assert found.ici == pytest.approx((4 * 0.3 + 2 * 0.2) / 6)
    assert smooth_calibration([0, 1, 1, 1], [0.5] * 4).observed.tolist() == [0.75]
    assert smooth_calibration([0, 1], [0, 1]).ici == 0
    assert smooth_calibration([0, 0, 1], [5e-324, 1e-300, 0.5]).ici == pytest.approx(0.5 / 3)


def test_a_wrong_span_is_one_line():
    with pytest.raises(InputError, match="span: found 0; expected a share above 0 and at most 1"):
        smooth_calibration(LABEL, SCORE, span=0)
