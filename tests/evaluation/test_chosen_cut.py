"""A chosen cut: its ties, its interval against cutpointr, and its optimism against the truth."""

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.stats import norm

from rocrepro.evaluation import chosen_cut, operating_point, roc_points
from rocrepro.evaluation.bootstrap import bootstrap_curves
from rocrepro.evaluation.operating_points import corners, criterion_value
from tests.evaluation.test_operating_points import OPTIONS, rows
from tests.evaluation.test_partial_auc import ROWS


def named(option):
    return "neyman_pearson" if option.endswith("bound") else option


@pytest.mark.parametrize("option", OPTIONS)
@given(data=rows)
def test_the_best_corner_is_the_best_point(option, data):
    points = roc_points(*zip(*data, strict=True))
    best, among = (operating_point(of, named(option), **OPTIONS[option]) for of in (points, corners(points)))
    assert (best.threshold, best.tp, best.fp, best.value) == (
        among.threshold,
        among.tp,
        among.fp,
        among.value,
    )


@pytest.mark.parametrize("costs", [{"cost_fn": 0}, {"cost_fp": 0}])
@given(data=rows)
def test_costs_of_zero_have_their_best_point_on_a_corner(costs, data):
    points = roc_points(*zip(*data, strict=True))
    best, among = (operating_point(of, "cost", **costs) for of in (points, corners(points)))
    assert (best.threshold, best.tp, best.fp) == (among.threshold, among.tp, among.fp)


@pytest.mark.parametrize("option", OPTIONS)
@given(data=rows)
def test_values_of_many_points_are_those_of_each(option, data):
    points = roc_points(*zip(*data, strict=True))
    best = operating_point(points, named(option), **OPTIONS[option])
    values = criterion_value(
        named(option), points.tp, points.fp, points.n_pos, points.n_neg, **OPTIONS[option]
    )
    assert values[best.index] == best.value
    assert best.n_tied == len(best.tied)
    at = np.isin(points.threshold, best.tied)
    assert values[at] == pytest.approx(best.value)
    assert list(best.tied) == sorted(best.tied, reverse=True)
    assert best.threshold in best.tied


def test_all_tied_cuts_are_named():
    """Eight rows of a question on cutpointr: sensitivity 0.75 and 1 with specificity 1 and 0.75."""
    points = roc_points([0, 0, 0, 0, 1, 1, 1, 1], [1, 2, 2, 3, 2, 3, 4, 4])
    best = operating_point(points, "youden")
    assert (best.value, best.tied) == (0.5, (4.0, 3.0))
    assert best.threshold == 4
    # cutpointr 1.1.2 names the same, with break_ties = c.
    assert operating_point(points, "accuracy").tied == (4.0, 3.0)


@pytest.mark.parametrize(
    ("criterion", "score", "cut", "sensitivity", "specificity"),
    [
        ("youden", "a", 22, 0.44444444444444442, 1),
        ("youden", "b", 2, 1, 0.125),
        ("accuracy", "a", 6, 1, 0.33333333333333331),
        ("accuracy", "b", 2, 1, 0.125),
    ],
)
def test_cutpointr_chooses_the_same(criterion, score, cut, sensitivity, specificity):
    """Cutpointr 1.1.2, cutpointr(..., direction = ">=", method = maximize_metric)."""
    best = operating_point(roc_points(ROWS["y"], ROWS[score]), criterion)
    assert (best.threshold, best.tpr, 1 - best.fpr) == pytest.approx((cut, sensitivity, specificity))


def test_cutpointrs_bootstrap_is_near():
    """Cutpointr 1.1.2, boot_run = 4000, boot_stratify = TRUE: cuts 6 to 22, 79.15 % of them 22.

    Its mean out-of-bag Youden index is 0.4001, where rows that train are left out; ours is corrected.
    """
    found = chosen_cut(ROWS["y"], ROWS["a"], "youden", n_resamples=1500, seed=1)
    assert (found.threshold.value, found.threshold.low, found.threshold.high) == (22, 6, 22)
    assert found.share_same == pytest.approx(0.7915, abs=0.04)
    assert found.value == pytest.approx(4 / 9)
    assert 0.4001 < found.value_corrected < found.value


@settings(max_examples=15, deadline=None)
@given(data=rows, option=st.sampled_from(list(OPTIONS)))
def test_against_the_definition(data, option):
    y, score = (np.array(column) for column in zip(*data, strict=True))
    points, bounds = roc_points(y, score), OPTIONS[option]
    found = chosen_cut(y, score, named(option), n_resamples=20, seed=3, **bounds)
    optimism, cuts = [], []
    for curves in bootstrap_curves(y, {"m": score}, n_resamples=20, seed=3):
        best = operating_point(curves["m"], named(option), **bounds)
        predicted = score >= best.threshold
        sensitivity, specificity = predicted[y == 1].mean(), 1 - predicted[y == 0].mean()
        optimism.append((best.tpr - sensitivity, 1 - best.fpr - specificity))
        cuts.append(best.threshold)
    assert found.share_same == np.mean(np.array(cuts) == found.point.threshold)
    if min(points.n_pos, points.n_neg) == 1:
        assert math.isnan(found.sensitivity_corrected)
        assert found.threshold.reason == "a class has a single row"
        return
    expected = np.array([found.sensitivity, found.specificity]) - np.mean(optimism, axis=0)
    assert (found.sensitivity_corrected, found.specificity_corrected) == pytest.approx(
        tuple(np.clip(expected, 0, 1))
    )
    if min(cuts) == max(cuts):
        assert found.threshold.reason == "not estimable: the resamples agree"
    elif not found.threshold.reason:
        # 5 % of 20 is one value, half of it on each side: none is left out.
        assert (found.threshold.low, found.threshold.high) == (min(cuts), max(cuts))


def test_the_corrected_value_is_nearer_to_the_truth():
    """Normal scores, where the true Youden index at any cut is known."""
    rng, apparent, corrected, truth = np.random.default_rng(5), [], [], []
    for seed in range(60):
        y = np.repeat([1, 0], [20, 40])
        found = chosen_cut(y, rng.normal(y), "youden", n_resamples=60, seed=seed)
        cut = found.point.threshold
        apparent.append(found.value)
        corrected.append(found.value_corrected)
        truth.append(norm.sf(cut - 1) - norm.sf(cut))
    bias = np.mean(apparent) - np.mean(truth), np.mean(corrected) - np.mean(truth)
    assert bias[0] > 0.08
    assert abs(bias[1]) < 0.6 * bias[0]


def test_perfect_separation_and_constant_scores_give_no_interval():
    for score in ([1, 1, 1, 5, 5, 5], [2] * 6):
        found = chosen_cut([0, 0, 0, 1, 1, 1], score, "youden", n_resamples=30, seed=1)
        assert found.threshold.reason == "not estimable: the resamples agree"
        assert math.isnan(found.threshold.low)


def test_a_cut_of_infinity_can_end_the_interval():
    y = np.r_[np.ones(3, int), np.zeros(30, int)]
    score = np.r_[[9.0, 1, 2], np.linspace(0, 10, 30)]
    found = chosen_cut(y, score, "accuracy", n_resamples=100, seed=1)
    assert found.threshold.high == math.inf
    assert np.isfinite(found.threshold.low)
