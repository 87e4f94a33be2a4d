"""The Brier score against scikit-learn, its parts against their sum and plain loops."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn.metrics import brier_score_loss

from rocrepro.errors import InputError
from rocrepro.evaluation import brier_score
from tests.evaluation.probabilities import LABEL, SCORE, rows


@given(rows(), st.sampled_from([None, 1, 3, 10]), st.sampled_from(["quantile", "uniform"]))
def test_the_parts_add_up_to_the_score(of, n_bins, strategy):
    label, score = of
    found = brier_score(label, score, n_bins=n_bins, strategy=strategy)
    assert found.score == pytest.approx(brier_score_loss(label, score))
    parts = found.reliability - found.resolution + found.uncertainty
    if n_bins is None:
        assert (found.within_variance, found.within_covariance) == (pytest.approx(0, abs=1e-15),) * 2
        assert parts == pytest.approx(found.score)
    assert parts + found.within_variance - found.within_covariance == pytest.approx(found.score)
    assert found.resolution <= found.uncertainty + 1e-12
    assert found.skill == pytest.approx(1 - found.score / (label.mean() * (1 - label.mean())))


def test_the_parts_of_two_groups_by_hand():
    # Four rows at 0.2 of which one is positive, two at 0.9 of which both are.
    found = brier_score([0, 0, 0, 1, 1, 1], [0.2, 0.2, 0.2, 0.2, 0.9, 0.9])
    assert found.reliability == pytest.approx((4 * 0.05**2 + 2 * 0.1**2) / 6)
    assert found.resolution == pytest.approx((4 * 0.25**2 + 2 * 0.5**2) / 6)
    assert found.uncertainty == 0.25
    assert found.n_groups == 2


def test_the_interval_is_that_of_a_mean_and_skill_has_that_of_its_jackknife():
    found = brier_score(LABEL, SCORE)
    error = (LABEL - SCORE) ** 2
    half = 1.959963984540054 * error.std(ddof=1) / math.sqrt(40)
    assert (found.low, found.high) == pytest.approx((found.score - half, found.score + half))
    left = [brier_score(np.delete(LABEL, at), np.delete(SCORE, at)).skill for at in range(40)]
    spread = math.sqrt(39 / 40 * np.sum((np.array(left) - np.mean(left)) ** 2))
    assert (found.skill_high - found.skill_low) / 2 / 1.959963984540054 == pytest.approx(spread, rel=0.05)


def test_the_bootstrap_agrees_with_the_closed_form_and_draws_clusters():
    rng = np.random.default_rng(5)
    score = rng.random(400)
    label = (rng.random(400) < score).astype(int)
    normal = brier_score(label, score)
    drawn = brier_score(label, score, interval="bootstrap", n_resamples=2000, seed=1)
    assert (drawn.low, drawn.high) == pytest.approx((normal.low, normal.high), abs=0.003)
    assert (drawn.skill_low, drawn.skill_high) == pytest.approx(
        (normal.skill_low, normal.skill_high), abs=0.015
    )
    # Every row twice, as a cluster: the interval is that of the rows themselves, and not a narrower one.
    twice = {"cluster": np.repeat(np.arange(400), 2), "interval": "bootstrap", "n_resamples": 2000, "seed": 1}
    again = brier_score(np.repeat(label, 2), np.repeat(score, 2), **twice)
    assert (again.low, again.high) == pytest.approx((drawn.low, drawn.high))


def test_what_has_no_spread_has_no_interval():
    perfect = brier_score([0, 1, 1], [0.0, 1.0, 1.0])
    assert (perfect.score, perfect.skill) == (0, 1)
    assert math.isnan(perfect.low)
    assert math.isnan(perfect.skill_high)
    even = brier_score([0, 1], [0.5, 0.5])
    assert (even.score, even.skill) == (0.25, 0)
    assert math.isnan(even.low)


def test_a_wrong_option_is_one_line():
    with pytest.raises(InputError, match="interval: found 'exact'; expected one of normal, bootstrap"):
        brier_score(LABEL, SCORE, interval="exact")
    with pytest.raises(InputError, match="cluster: found clusters; expected none with interval 'normal'"):
        brier_score(LABEL, SCORE, cluster=LABEL)
    with pytest.raises(InputError, match="n_resamples: found 0"):
        brier_score(LABEL, SCORE, interval="bootstrap", n_resamples=0)
