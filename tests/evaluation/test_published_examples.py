"""Values that pROC and ROCR publish of their example data, digit by digit."""

from __future__ import annotations

import math

import numpy as np
import pandas as pd
import pytest

from rocrepro.evaluation import (
    chi_square,
    convex_hull,
    cost_curve,
    cut_measures,
    delong_interval,
    delong_test,
    delong_unpaired_test,
    operating_point,
    partial_auc,
    precision_recall_points,
    roc_auc,
    roc_points,
)
from tests.evaluation import in_r

# ROCR 1.0-11, tests/testthat/test-simple.r: ten rows, and what its authors worked out of them by hand.
ROCR_SCORES = [
    0.02495517, 0.92535646, 0.86251887, 0.80946685, 0.70922858,
    0.69762824, 0.50604485, 0.25446810, 0.10837728, 0.07250349,
]  # fmt: skip
ROCR_LABELS = [0, 1, 1, 0, 1, 1, 0, 1, 0, 0]
ROCR_TP = [0, 1, 2, 2, 3, 4, 4, 5, 5, 5, 5]
ROCR_FP = [0, 0, 0, 1, 1, 1, 2, 2, 3, 4, 5]
ROCR_ACCURACY = [0.5, 0.6, 0.7, 0.6, 0.7, 0.8, 0.7, 0.8, 0.7, 0.6, 0.5]
ROCR_PRECISION = [math.nan, 1, 1, 2 / 3, 3 / 4, 4 / 5, 4 / 6, 5 / 7, 5 / 8, 5 / 9, 5 / 10]
ROCR_NPV = [5 / 10, 5 / 9, 5 / 8, 4 / 7, 4 / 6, 4 / 5, 3 / 4, 1, 1, 1, math.nan]


@pytest.fixture
def ten():
    return roc_points(ROCR_LABELS, ROCR_SCORES)


def test_rocr_counts_and_area(ten):
    assert ten.tp.tolist() == ROCR_TP
    assert ten.fp.tolist() == ROCR_FP
    assert roc_auc(ten) == 0.84


def test_rocr_measures_of_each_cut(ten):
    for i, (tp, fp) in enumerate(zip(ROCR_TP, ROCR_FP, strict=True)):
        found = cut_measures(tp, 5 - tp, fp, 5 - fp)
        expected = {"accuracy": ROCR_ACCURACY, "ppv": ROCR_PRECISION, "npv": ROCR_NPV}
        for name, values in expected.items():
            assert found[name].value == pytest.approx(values[i], rel=1e-14, nan_ok=True)
        product = math.sqrt(25 * (tp + fp) * (10 - tp - fp))
        phi = (tp * (5 - fp) - fp * (5 - tp)) / product if product else math.nan
        assert found["mcc"].value == pytest.approx(phi, rel=1e-14, nan_ok=True)
        # Pearson's statistic is n times the square of the phi coefficient.
        if product:
            assert chi_square(ten.fpr[i], ten.tpr[i], 5, 5) == pytest.approx(10 * phi**2, abs=1e-13)


def test_rocr_break_even_point_hull_and_cost(ten):
    curve = precision_recall_points(ten)
    even = np.flatnonzero(curve.precision == curve.recall)
    assert (curve.threshold[even[-1]], curve.recall[even[-1]]) == (0.69762824, 0.8)
    hull = convex_hull(ten)
    assert ten.fpr[hull].tolist() == [0.0, 0.0, 0.2, 0.4, 1.0]
    assert ten.tpr[hull].tolist() == [0.0, 0.4, 0.8, 1.0, 1.0]
    # Its expected cost, at the shares of positive rows where one cut gives way to the next.
    cost = cost_curve(ten)
    np.testing.assert_allclose(cost.corners, [0, 1 / 3, 0.5, 1], rtol=1e-15)
    np.testing.assert_allclose(cost.cost, [0, 0.2, 0.2, 0], atol=1e-15)


# pROC's tests (tests/testthat/test-auc.R and test-var.R of its repository) on its data aSAH: patients with a
# good and with a poor outcome, by the neurological score WFNS from 1 to 5.
WFNS_GOOD = [37, 20, 3, 8, 4]
WFNS_POOR = [2, 12, 1, 8, 18]
# For a range of specificities, and of sensitivities: the partial area, and the same after McClish.
WFNS_PARTIAL = [
    ("fpr", (1, 0.9), 0.0334417344173442, 0.649693339038653),
    ("fpr", (0.9, 0.8), 0.0598373983739837, 0.763749402199904),
    ("fpr", (0.5, 0), 0.488134475939354, 0.952537903757416),
    ("tpr", (1, 0.9), 0.0400999322493225, 0.68473648552275),
    ("tpr", (0.9, 0.8), 0.0609953703703703, 0.770561002178649),
    ("tpr", (0.5, 0), 0.483358739837398, 0.933434959349593),
    ("fpr", (1, 0), 0.823678861788618, 0.823678861788618),
]


def wfns():
    """Outcome and score of each of the 113 patients."""
    score = np.tile([1, 2, 3, 4, 5], 2)
    return np.repeat([0, 1], 5).repeat(WFNS_GOOD + WFNS_POOR), score.repeat(WFNS_GOOD + WFNS_POOR)


def in_range(axis, limits):
    """Our range of rates for theirs, which for an axis of false positives is one of specificities."""
    ends = limits if axis == "tpr" else tuple(1 - limit for limit in limits)
    return {axis: (min(ends), max(ends))}


@pytest.mark.parametrize(("axis", "limits", "area", "standardized"), WFNS_PARTIAL)
def test_proc_partial_areas_of_wfns(axis, limits, area, standardized):
    points = roc_points(*wfns())
    part = in_range(axis, limits)
    assert partial_auc(points, **part) == pytest.approx(area, rel=1e-13)
    assert partial_auc(points, **part, standardized=True) == pytest.approx(standardized, rel=1e-13)


def test_proc_area_and_variance_of_wfns():
    area, low, high = delong_interval(*wfns())
    assert area == pytest.approx(0.823678861788618, rel=1e-14)
    assert ((high - low) / 2 / 1.959963984540054) ** 2 == pytest.approx(0.00146991470882363, rel=1e-12)


@pytest.fixture(scope="module")
def asah(tmp_path_factory):
    """The data of 113 patients, from the package pROC."""
    folder = tmp_path_factory.mktemp("asah")
    code = "data(aSAH)\nwrite.csv(transform(aSAH, wfns = as.integer(wfns)), arguments[1], row.names = FALSE)"
    in_r.run(folder, "pROC", code, folder / "asah.csv")
    return pd.read_csv(folder / "asah.csv").assign(poor=lambda rows: rows["outcome"] == "Poor")


def test_the_counts_above_are_those_of_the_data(asah):
    found = pd.crosstab(asah["outcome"], asah["wfns"])
    assert found.loc["Good"].tolist() == WFNS_GOOD
    assert found.loc["Poor"].tolist() == WFNS_POOR


# test-auc.R and test-ci.auc.R.
NDKA_PARTIAL = [
    ("fpr", (1, 0.9), 0.0107046070460705, 0.530024247610897),
    ("fpr", (0.9, 0.8), 0.0277777777777778, 0.575163398692811),
    ("fpr", (0.5, 0), 0.416836043360434, 0.667344173441734),
    ("tpr", (1, 0.9), 0.0037940379403794, None),
    ("tpr", (0.9, 0.8), 0.0242547425474255, 0.554439662043679),
    ("tpr", (0.5, 0), 0.428523035230352, 0.714092140921409),
]


def test_proc_areas_of_ndka(asah):
    for axis, limits, area, standardized in NDKA_PARTIAL:
        points, part = roc_points(asah["poor"], asah["ndka"]), in_range(axis, limits)
        assert partial_auc(points, **part) == pytest.approx(area, rel=1e-12)
        if standardized is None:  # pROC has none for a part below the diagonal; ours is below one half
            assert partial_auc(points, **part, standardized=True) < 0.5
        else:
            assert partial_auc(points, **part, standardized=True) == pytest.approx(standardized, rel=1e-12)
    expected = [0.611957994579946, 0.501244999271703, 0.722670989888189]
    assert delong_interval(asah["poor"], asah["ndka"]) == pytest.approx(expected, rel=1e-13)
    women = asah[asah["gender"] == "Female"]
    expected = [0.6671428571, 0.5261398281, 0.8081458862]
    assert delong_interval(women["poor"], women["ndka"]) == pytest.approx(expected, abs=5e-11)


# test-roc.test.R and test-cov.R: two markers; z, p and limits of the paired test; z and p of the unpaired
# one; the covariance of the areas.
PROC_TESTS = [
    ("wfns", "s100b", 2.20898359144091, 0.0271757822291882, 0.0104061769564846, 0.174214419249478,
     1.43490640926908, 0.152825378808796, 0.00119615567376754),
    ("wfns", "ndka", 2.79777591868904, 0.00514557970691098, 0.0634011709339876, 0.3600405634833566,
     3.10125096778969, 0.00220950791756457, -0.000532967856762438),
    ("ndka", "s100b", -1.39077002573558, 0.164295175223054, -0.2876917446341914, 0.0488706064228094,
     -1.55995743389685, 0.120192832430845, -0.000756164938056579),
]  # fmt: skip
PROC_VARIANCES = {"wfns": 0.00146991470882363, "ndka": 0.0031908105493913, "s100b": 0.00266868245717244}


@pytest.mark.parametrize("values", PROC_TESTS, ids=lambda values: "-".join(values[:2]))
def test_proc_tests_of_two_markers(asah, values):
    one, other, z, p, low, high, z_unpaired, p_unpaired, covariance = values
    found = delong_test(asah["poor"], asah[one], asah[other])
    assert (found.z, found.p_value) == pytest.approx((z, p), rel=1e-12)
    assert (found.lower, found.upper) == pytest.approx((low, high), rel=1e-12)
    variance = ((found.upper - found.lower) / 2 / 1.959963984540054) ** 2
    expected = PROC_VARIANCES[one] + PROC_VARIANCES[other] - 2 * covariance
    assert variance == pytest.approx(expected, rel=1e-12)
    unpaired = delong_unpaired_test(asah["poor"], asah[one], asah["poor"], asah[other])
    assert unpaired.z == pytest.approx(z_unpaired, rel=1e-12)
    assert unpaired.p_value == pytest.approx(p_unpaired, rel=1e-12)


def test_proc_best_cut_of_s100b(asah):
    """test-coords.R: 0.205, in the middle between two scores, with these counts. Ours is the upper score."""
    found = operating_point(roc_points(asah["poor"], asah["s100b"]), "youden")
    assert (found.tp, found.fp, found.tn, found.fn) == (26, 14, 58, 15)
    below = asah["s100b"][asah["s100b"] < found.threshold].max()
    assert (found.threshold + below) / 2 == pytest.approx(0.205, rel=1e-15)
