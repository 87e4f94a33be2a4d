"""Decision curves against dcurves, plain counting and expected cost."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from rocrepro.errors import InputError
from rocrepro.evaluation import (
    at_prevalence,
    cost_curve,
    net_benefit,
    net_benefit_intervals,
    probability_cost,
    roc_points,
)
from rocrepro.evaluation.probability_samples import probability_samples
from tests.evaluation.probabilities import LABEL, SCORE, rows

AT = [0.05, 0.2, 0.35, 0.5, 0.8]


@pytest.mark.parametrize(
    ("prevalence", "model", "everybody"),
    [
        (
            None,
            (0.476315789473684, 0.3625, 0.188461538461539, 0.125, -0.3),
            (0.526315789473684, 0.4375, 0.307692307692308, 0.1, -1.25),
        ),
        (
            0.1,
            (0.043540669856459, -0.093181818181818, -0.25944055944056, -0.29545454545455, -0.78181818181818),
            (0.052631578947368, -0.125, -0.384615384615385, -0.8, -3.5),
        ),
    ],
)  # fmt: skip
def test_values_of_dcurves(prevalence, model, everybody):
    """Package dcurves 1.1.7: dca(..., thresholds=AT, prevalence=prevalence)."""
    found = net_benefit(roc_points(LABEL, SCORE), thresholds=AT, prevalence=prevalence)
    assert found.net_benefit == pytest.approx(model, abs=1e-14)
    assert found.treat_all == pytest.approx(everybody, abs=1e-14)
    assert found.gain == pytest.approx(np.array(model) - np.maximum(everybody, 0), abs=1e-14)


@given(rows(), st.integers(0, 19))
def test_it_is_counted_on_the_rows(of, step):
    """Thresholds on scores and between them."""
    label, score = of
    for t in (step / 20, step / 20 + 0.013):
        treated = score >= t
        tp, fp = (label & treated).sum(), (~label & treated).sum()
        found = net_benefit(roc_points(label, score), thresholds=t)
        assert found.net_benefit[0] == pytest.approx((tp - fp * t / (1 - t)) / len(label), abs=1e-12)
        assert found.standardized[0] <= 1 + 1e-12


@given(rows(), st.floats(0.01, 0.99), st.floats(0.01, 0.99))
def test_it_is_the_prevalence_less_the_expected_cost(of, t, v):
    points = roc_points(*of)
    found = net_benefit(points, thresholds=t, prevalence=v)
    cost = at_prevalence(points, v, cost_fn=1 - t, cost_fp=t).cost
    at = int(np.count_nonzero(points.threshold >= t)) - 1
    assert (1 - t) * (v - found.net_benefit[0]) == pytest.approx(cost[at], abs=1e-12)
    # No threshold costs less than the envelope of the cost curve says.
    where = probability_cost(v, cost_fn=1 - t, cost_fp=t)
    scale = v * (1 - t) + (1 - v) * t
    assert cost[at] >= scale * float(cost_curve(points).best_at(where)) - 1e-12


def test_thresholds_are_hundredths_unless_named():
    found = net_benefit(roc_points(LABEL, SCORE))
    assert (len(found.threshold), found.threshold[0], found.threshold[-1]) == (99, 0.01, 0.99)
    assert net_benefit(roc_points(LABEL, SCORE), thresholds=0).net_benefit[0] == LABEL.mean()


def test_intervals_have_the_width_of_the_closed_form():
    rng = np.random.default_rng(6)
    score = rng.random(600)
    label = rng.random(600) < score
    t = 0.3
    gain = np.where(score >= t, np.where(label, 1.0, -t / (1 - t)), 0.0)
    found = net_benefit_intervals(label, score, thresholds=[t], n_resamples=4000, seed=1)
    half = 1.96 * gain.std() / np.sqrt(600)
    assert (found.low[0], found.high[0]) == pytest.approx((gain.mean() - half, gain.mean() + half), abs=0.003)
    beyond = gain - np.where(label, 1.0, -t / (1 - t))  # treating all is better than treating none here
    half = 1.96 * beyond.std() / np.sqrt(600)
    limits = (beyond.mean() - half, beyond.mean() + half)
    assert (found.gain_low[0], found.gain_high[0]) == pytest.approx(limits, abs=0.003)
    # At a stated prevalence the class mix does not scatter.
    stated = net_benefit_intervals(label, score, thresholds=[t], prevalence=0.2, n_resamples=4000, seed=1)
    tpr, fpr = (score[label] >= t).mean(), (score[~label] >= t).mean()
    parts = (
        0.2**2 * tpr * (1 - tpr) / label.sum(),
        (0.8 * t / (1 - t)) ** 2 * fpr * (1 - fpr) / (~label).sum(),
    )
    assert stated.high[0] - stated.low[0] == pytest.approx(2 * 1.96 * np.sqrt(sum(parts)), rel=0.1)


def test_samples_of_one_class_are_counted():
    found = net_benefit_intervals([1, 0, 0, 0], [0.9, 0.1, 0.2, 0.3], n_resamples=300, seed=1)
    assert 60 < found.n_undefined < 130  # (3/4)^4 of 300, and a few with the positive row only
    assert np.isfinite(found.low[:85]).all()


def test_where_all_samples_agree_there_is_no_interval():
    found = net_benefit_intervals(LABEL, SCORE, thresholds=[0, 0.5, 0.999], n_resamples=50, seed=1)
    assert np.isnan(found.high).tolist() == [False, False, True]
    # From 0 on the model treats everybody, and adds nothing to that.
    assert np.isnan(found.gain_low).tolist() == [True, False, True]


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"thresholds": [1.0]}, "thresholds: found 1.0; expected numbers from 0 to below 1"),
        ({"thresholds": [-0.1]}, "thresholds: found -0.1"),
        ({"thresholds": [float("nan")]}, "thresholds: found nan"),
        ({"thresholds": "half"}, "thresholds: found 'half'"),
        ({"thresholds": [[0.5]]}, "thresholds: found 2 dimensions; expected one"),
        ({"prevalence": 1}, "prevalence: found 1"),
    ],
)
def test_a_wrong_option_is_one_line(options, message):
    with pytest.raises(InputError, match=message):
        net_benefit(roc_points(LABEL, SCORE), **options)


def test_scores_that_are_no_probabilities_are_refused():
    with pytest.raises(
        InputError, match=r"points: found a score of 3\.0; expected probabilities from 0 to 1"
    ):
        net_benefit(roc_points([0, 1], [0, 3]))
    with pytest.raises(InputError, match=r"points: found a score of -1\.0"):
        net_benefit(roc_points([0, 1], [-1, 0]))


@pytest.mark.parametrize("prevalence", [None, 0.2])
def test_limits_are_those_of_the_curves_of_the_samples(prevalence):
    """With ties, and thresholds in any order, on scores and between them."""
    rng = np.random.default_rng(1)
    score = rng.integers(0, 21, 60) / 20
    label = rng.random(60) < score
    where = {"thresholds": [0.5, 0.1, 0.33, 0.05, 0.9], "prevalence": prevalence}
    values = [
        net_benefit(roc_points(np.repeat(label, drawn), np.repeat(score, drawn)), **where).net_benefit
        for block in probability_samples(label, n_resamples=50, seed=3)
        for drawn in block.drawn
    ]
    found = net_benefit_intervals(label, score, **where, n_resamples=50, seed=3)
    low, high = np.quantile(values, [0.025, 0.975], axis=0)
    np.testing.assert_allclose(found.low, low, atol=1e-14)
    np.testing.assert_allclose(found.high, high, atol=1e-14)
