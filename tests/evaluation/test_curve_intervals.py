"""Bootstrap intervals of functions of a curve: their guards, and what pROC and the normal theory give."""

import math
import sys

import numpy as np
import pytest
from scipy.stats import binom

from rocrepro.errors import InputError
from rocrepro.evaluation import (
    average_precision,
    curve_differences,
    curve_intervals,
    delong_interval,
    delong_test,
    paired_resamples,
    partial_auc,
    roc_auc,
    roc_points,
)
from rocrepro.evaluation.curve_intervals import ROUNDING
from rocrepro.evaluation.resample import percentiles
from tests.evaluation.test_partial_auc import ROWS
from tests.evaluation.test_resample import made_up


def area(points):
    return partial_auc(points, fpr=(0, 0.2))


def test_limits_are_percentiles_of_the_same_resamples_as_elsewhere():
    y, scores = made_up(30, 50, 1)
    how = {"n_resamples": 60, "seed": 5, "stratified": True}
    found = curve_intervals(y, scores["good"], {"auc": roc_auc}, alpha=0.1, **how)["auc"]
    samples = paired_resamples(y, {"m": scores["good"]}, n_resamples=60, seed=5)["m"]["auc"]
    assert (found.low, found.high) == percentiles(samples, 0.1)[:2]
    assert (found.value, found.method, found.reason) == (
        roc_auc(roc_points(y, scores["good"])),
        "bootstrap",
        "",
    )


def test_the_interval_of_the_area_is_near_delongs():
    y, scores = made_up(150, 300, 4)
    found = curve_intervals(y, scores["poor"], {"auc": roc_auc}, n_resamples=600, seed=1)["auc"]
    assert (found.value, found.low, found.high) == pytest.approx(
        delong_interval(y, scores["poor"]), abs=0.012
    )


def test_proc_gives_the_same_interval_and_test():
    """PROC 1.18.0 with 20,000 stratified resamples: 0.0727 to 0.1180; D = 4.554, p = 5.25e-6."""
    y, a, b = ROWS["y"], ROWS["a"], ROWS["b"]
    how = {"n_resamples": 2000, "seed": 1, "stratified": True}
    one = curve_intervals(y, a, {"area": area}, **how)["area"]
    assert (one.low, one.high) == pytest.approx((0.07268, 0.11800), abs=0.003)
    found = curve_differences(y, a, b, {"area": area}, **how)["area"]
    assert (found.value_a, found.value_b) == pytest.approx((0.095052083333333315, 0.026759259259259247))
    assert math.log10(found.p_value) == pytest.approx(math.log10(5.2548701910716e-06), abs=0.5)
    assert found.low < found.difference < found.high
    assert found.n_resamples == 2000


def test_the_test_of_whole_areas_is_near_delongs():
    y, scores = made_up(60, 90, 4, seed=3)
    found = curve_differences(y, scores["good"], scores["poor"], {"auc": roc_auc}, n_resamples=800, seed=1)
    expected = delong_test(y, scores["good"], scores["poor"])
    assert found["auc"].difference == pytest.approx(expected.difference)
    assert (found["auc"].low, found["auc"].high) == pytest.approx((expected.lower, expected.upper), abs=0.02)


def test_models_turned_round_turn_the_difference_round():
    y, scores = made_up(20, 40, 2)
    a, b = scores.values()
    one, other = (
        curve_differences(y, *pair, {"ap": average_precision}, n_resamples=50, seed=1)["ap"]
        for pair in ((a, b), (b, a))
    )
    assert (one.difference, one.low, one.high) == pytest.approx((-other.difference, -other.high, -other.low))
    assert one.p_value == pytest.approx(other.p_value)


@pytest.mark.parametrize(
    ("y", "score", "reason"),
    [
        ([0, 0, 0, 1, 1, 1], [1, 2, 3, 4, 5, 6], "not estimable: the resamples agree"),
        ([0, 0, 0, 1, 1, 1], [1] * 6, "not estimable: the resamples agree"),
        ([0, 0, 0, 0, 0, 1], [1, 2, 3, 4, 5, 3], "a class has a single row"),
        ([0, 1], [1, 2], "a class has a single row"),
    ],
)
def test_no_interval_from_rows_that_cannot_show_an_error(y, score, reason):
    statistics = {"auc": roc_auc, "area": area}
    for one in curve_intervals(y, score, statistics, n_resamples=50, seed=1).values():
        assert one.reason == reason
        assert math.isnan(one.low)
        assert math.isnan(one.high)
    for pair in curve_differences(y, score, score, statistics, n_resamples=50, seed=1).values():
        assert np.isnan([pair.low, pair.high, pair.p_value]).all()
        assert pair.reason == reason


def test_the_average_precision_of_a_constant_scatters_with_the_share_of_positive_rows():
    y, ap = [0] * 30 + [1] * 10, {"ap": average_precision}
    found = curve_intervals(y, [1] * 40, ap, n_resamples=400, seed=1)["ap"]
    assert found.value == 0.25
    assert (found.low, found.high) == pytest.approx(binom.ppf([0.025, 0.975], 40, 0.25) / 40, abs=0.03)
    fixed = curve_intervals(y, [1] * 40, ap, n_resamples=400, seed=1, stratified=True)["ap"]
    assert fixed.reason == "not estimable: the resamples agree"


def test_rounding_is_no_width():
    assert sys.float_info.epsilon < ROUNDING
    wobble = iter([1 - 2**-53, 1.0] * 200)
    y = [0, 0, 1, 1]
    found = curve_intervals(y, [1, 3, 2, 4], {"x": lambda points: next(wobble)}, n_resamples=99, seed=1)
    assert found["x"].reason == "not estimable: the resamples agree"


def test_resamples_without_a_value():
    y, score = [0] * 20 + [1] * 20, list(range(10, 30)) * 2
    some = curve_intervals(
        y, score, {"x": lambda p: math.nan if roc_auc(p) > 0.5 else roc_auc(p)}, n_resamples=100, seed=1
    )["x"]
    assert some.reason.endswith("of 100 resamples have no value")
    none = curve_intervals(y, score, {"x": lambda p: math.nan}, n_resamples=10, seed=1)["x"]
    assert none.reason == "the value is undefined"
    pair = curve_differences(y, score, score, {"x": lambda p: math.nan}, n_resamples=10, seed=1)["x"]
    assert pair.reason == "a value is undefined"
    assert pair.n_resamples == 0


def test_clusters_widen_the_interval():
    y, scores = made_up(40, 60, 3)
    twice, score = np.repeat(y, 3), np.repeat(scores["poor"], 3)
    rows, whole = (
        curve_intervals(twice, score, {"auc": roc_auc}, n_resamples=300, seed=1, cluster=cluster)["auc"]
        for cluster in (None, np.repeat(np.arange(100), 3))
    )
    assert (whole.high - whole.low) / (rows.high - rows.low) == pytest.approx(3**0.5, rel=0.2)


def test_alpha_is_checked():
    with pytest.raises(InputError, match="alpha: found 1"):
        curve_intervals([0, 1], [1, 2], {}, n_resamples=2, seed=1, alpha=1)
    assert curve_intervals([0, 1], [1, 2], {}, n_resamples=2, seed=1) == {}
