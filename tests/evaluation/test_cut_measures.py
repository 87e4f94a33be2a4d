"""The measures of a cut against epiR, statsmodels, scikit-learn and the formulas of their sources."""

import doctest
import math
from itertools import product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from mpmath import mp, mpf
from sklearn.metrics import f1_score, matthews_corrcoef
from statsmodels.stats.proportion import confint_proportions_2indep

import rocrepro.evaluation
from rocrepro.errors import InputError
from rocrepro.evaluation import confusion_metrics, cut_measures
from rocrepro.evaluation.confusion import f1_of_counts, mcc_of_counts
from rocrepro.evaluation.cut_measures import AT_PREVALENCE, CUT_MEASURES, measures_of_counts

# R's epiR 2.0.57, epi.tests(matrix(c(tp, fn, fp, tn)), method, conf.level = 0.95): estimate, lower, upper by
# tp, fn, fp, tn and the method for proportions.
NAMES = ("sensitivity", "specificity", "accuracy", "ppv", "npv", "lr_positive", "lr_negative")
EPIR = {
    ((90, 10, 35, 65), "clopper_pearson"): [
        (0.900000000000, 0.8237774022600, 0.950995310779),
        (0.650000000000, 0.5481506381760, 0.742706221469),
        (0.775000000000, 0.7107603940312, 0.830897452870),
        (0.720000000000, 0.6326779614424, 0.796595701787),
        (0.866666666667, 0.7684335581029, 0.934166166321),
        (2.571428571429, 1.9532399191984, 3.385270203096),
        (0.153846153846, 0.0839843093765, 0.281822154983),
    ],
    ((90, 10, 35, 65), "wilson"): [
        (0.900000000000, 0.8256343384951, 0.944770862939),
        (0.650000000000, 0.5525444329689, 0.736357517569),
        (0.775000000000, 0.7122587676434, 0.827376302849),
        (0.720000000000, 0.6356343866129, 0.791246840155),
        (0.866666666667, 0.7716683625530, 0.925934152960),
        (2.571428571429, 1.9532399191984, 3.385270203096),
        (0.153846153846, 0.0839843093765, 0.281822154983),
    ],
    ((12, 3, 40, 900), "clopper_pearson"): [
        (0.800000000000, 0.5191088661931, 0.956687994894),
        (0.957446808511, 0.9425028825500, 0.969428284776),
        (0.954973821990, 0.9398265269548, 0.967225761618),
        (0.230769230769, 0.1253161076152, 0.368402771642),
        (0.996677740864, 0.9903219106458, 0.999314345573),
        (18.800000000000, 12.6660004384672, 27.904625593300),
        (0.208888888889, 0.0759132852955, 0.574794882495),
    ],
    ((12, 3, 40, 900), "wilson"): [
        (0.800000000000, 0.5481455128483, 0.929524506530),
        (0.957446808511, 0.9425738756643, 0.968596100991),
        (0.954973821990, 0.9398999573813, 0.966402113734),
        (0.230769230769, 0.1372426092549, 0.361337825581),
        (0.996677740864, 0.9902780393345, 0.998869502692),
        (18.800000000000, 12.6660004384672, 27.904625593300),
        (0.208888888889, 0.0759132852955, 0.574794882495),
    ],
}
counts = st.integers(0, 40)


@pytest.mark.parametrize(("cells", "method"), EPIR)
def test_epir_gives_the_same(cells, method):
    found = cut_measures(*cells, proportion=method)
    for name, expected in zip(NAMES, EPIR[cells, method], strict=True):
        one = found[name]
        assert (one.value, one.low, one.high) == pytest.approx(expected, rel=2e-11), name
        assert one.reason == ""
    assert {found[name].method for name in NAMES[:5]} == {method}
    assert {found[name].method for name in NAMES[5:]} == {"log"}


@given(tp=st.integers(1, 60), fn=counts, fp=st.integers(1, 60), tn=counts)
def test_likelihood_ratios_are_those_of_statsmodels(tp, fn, fp, tn):
    found = cut_measures(tp, fn, fp, tn, alpha=0.1)
    pairs = {
        "lr_positive": (tp, tp + fn, fp, fp + tn),
        "lr_negative": (fn, tp + fn, tn, fp + tn),
    }
    for name, (a, n_a, b, n_b) in pairs.items():
        if a > 0 and b > 0 and not (a == n_a and b == n_b):
            expected = confint_proportions_2indep(a, n_a, b, n_b, compare="ratio", method="log", alpha=0.1)
            assert (found[name].low, found[name].high) == pytest.approx(expected, rel=1e-9)
            assert found[name].low < found[name].value < found[name].high


def mercaldo(tp, fn, fp, tn, prevalence):
    """The standard logit intervals of Mercaldo, Lau & Zhou (2007), section 2.2, in fifty digits."""
    mp.dps, z = 50, mpf("1.959963984540054235524594430520551527950")
    se, sp, p = mpf(tp) / (tp + fn), mpf(tn) / (fp + tn), mpf(str(prevalence))
    n1, n0 = tp + fn, fp + tn
    ppv = se * p / (se * p + (1 - sp) * (1 - p))
    npv = sp * (1 - p) / (sp * (1 - p) + (1 - se) * p)
    for value, variance in (
        (ppv, (1 - se) / se / n1 + sp / (1 - sp) / n0),
        (npv, se / (1 - se) / n1 + (1 - sp) / sp / n0),
    ):
        logit, half = mp.log(value / (1 - value)), z * mp.sqrt(variance)
        yield tuple(float(1 / (1 + mp.exp(-(logit + at)))) for at in (0, -half, half))


@given(
    *(st.integers(1, 300) for _ in range(4)),
    st.sampled_from([0.001, 0.03, 0.5, 0.9]),
)
def test_predictive_values_at_a_prevalence_are_mercaldos(tp, fn, fp, tn, prevalence):
    found = cut_measures(tp, fn, fp, tn, prevalence=prevalence)
    for name, expected in zip(AT_PREVALENCE, mercaldo(tp, fn, fp, tn, prevalence), strict=True):
        one = found[name]
        assert (one.value, one.low, one.high) == pytest.approx(expected, rel=1e-10), name
        assert (one.method, one.reason) == ("logit", "")


def test_coverage_of_mercaldos_interval():
    rng = np.random.default_rng(4)
    tp, fp = rng.binomial(60, 0.8, 800), rng.binomial(200, 0.15, 800)
    truth = 0.8 * 0.05 / (0.8 * 0.05 + 0.15 * 0.95)
    held = []
    for a, b in zip(tp.tolist(), fp.tolist(), strict=True):
        one = cut_measures(a, 60 - a, b, 200 - b, prevalence=0.05)["ppv_at_prevalence"]
        held.append(one.low <= truth <= one.high)
    assert np.mean(held) == pytest.approx(0.95, abs=0.025)


@given(tp=counts, fn=counts, fp=counts, tn=counts)
def test_what_is_undefined_has_a_reason_and_no_interval_has_zero_width(tp, fn, fp, tn):
    found = cut_measures(tp, fn, fp, tn, prevalence=0.2)
    assert list(found) == [*CUT_MEASURES, *AT_PREVALENCE]
    for name, one in found.items():
        assert math.isnan(one.low) == math.isnan(one.high)
        assert bool(one.reason) == math.isnan(one.low), (name, one)
        if not math.isnan(one.low):
            assert one.low < one.high
            assert one.low - 1e-12 <= one.value <= one.high + 1e-12
        assert not math.isinf(one.value)


@pytest.mark.parametrize(
    ("cells", "name", "value", "reason"),
    [
        ((0, 9, 0, 20), "ppv", math.nan, "no row is predicted positive"),
        ((9, 0, 20, 0), "npv", math.nan, "no row is predicted negative"),
        ((0, 9, 0, 20), "lr_positive", math.nan, "there is no false positive: the ratio is 0 / 0"),
        (
            (5, 4, 0, 20),
            "lr_positive",
            math.nan,
            "there is no false positive: the ratio has no bound",
        ),
        ((9, 0, 20, 0), "lr_negative", math.nan, "there is no true negative: the ratio is 0 / 0"),
        ((9, 0, 20, 0), "lr_positive", 1.0, "both shares are 1: the variance is 0"),
        ((0, 9, 0, 20), "lr_negative", 1.0, "both shares are 1: the variance is 0"),
        ((9, 0, 1, 19), "lr_negative", 0.0, "the ratio is 0, and has no log"),
        ((0, 9, 0, 20), "mcc", math.nan, "one class does not occur or is never predicted"),
        ((0, 9, 0, 20), "ppv_at_prevalence", math.nan, "no row is predicted positive"),
        ((9, 0, 20, 0), "npv_at_prevalence", math.nan, "no row is predicted negative"),
        ((5, 4, 0, 20), "ppv_at_prevalence", 1.0, "a rate is 0 or 1, and has no logit"),
        ((0, 0, 3, 20), "sensitivity", math.nan, "there is no positive row"),
        ((5, 4, 3, 20), "f1", 10 / 17, "an interval needs resamples of the rows"),
    ],
)
def test_degenerate_cuts(cells, name, value, reason):
    found = cut_measures(*cells, prevalence=0.1)[name]
    assert found.value == pytest.approx(value, nan_ok=True)
    assert found.reason == reason
    assert math.isnan(found.low)


def test_values_are_those_of_the_confusion_matrix():
    for cells in ((90, 10, 35, 65), (3, 4, 2, 91)):
        found, expected = cut_measures(*cells), confusion_metrics(*cells)
        same = {"sensitivity": "recall", "ppv": "precision", "f1": "f1", "mcc": "mcc", "accuracy": "accuracy"}
        assert {name: found[name].value for name in same} == {
            name: expected[other] for name, other in same.items()
        }


def test_f1_and_mcc_of_many_matrices_are_those_of_scikit_learn():
    cells = np.array(list(product(range(4), repeat=4)))[1:]
    tp, fn, fp, tn = cells.T
    f1, mcc = f1_of_counts(tp, fn, fp), mcc_of_counts(tp, fn, fp, tn)
    for row, one, other in zip(cells, f1, mcc, strict=True):
        y, predicted = np.repeat([1, 1, 0, 0], row), np.repeat([1, 0, 1, 0], row)
        if row[:3].sum():
            assert one == pytest.approx(f1_score(y, predicted))
        if len(set(y)) == len(set(predicted)) == 2:
            assert other == pytest.approx(matthews_corrcoef(y, predicted), abs=1e-15)
    assert np.isnan(f1[cells[:, :3].sum(axis=1) == 0]).all()
    lacking = [0 in (a + b, c + d, a + c, b + d) for a, b, c, d in cells.tolist()]
    assert (np.isnan(mcc) == lacking).all()
    huge = (np.array([10**9]) * cell for cell in (3, 1, 1, 5))
    assert mcc_of_counts(*huge) == pytest.approx(confusion_metrics(3, 1, 1, 5)["mcc"])


def test_measures_of_many_matrices_are_those_of_each():
    cells = np.array(list(product(range(4), repeat=4)))
    many = measures_of_counts(*cells.T, prevalence=0.3)
    for at, row in enumerate(cells.tolist()):
        found = cut_measures(*row, prevalence=0.3)
        assert list(found) == list(many)
        for name, one in found.items():
            assert many[name][at] == pytest.approx(one.value, nan_ok=True, abs=1e-15), (name, row)


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"alpha": 0}, "alpha: found 0"),
        ({"prevalence": 1}, "prevalence: found 1"),
        ({"proportion": "wald"}, "proportion: found 'wald'"),
        ({"tp": -1}, "tp: found -1"),
    ],
)
def test_bad_input(change, words):
    with pytest.raises(InputError, match=words):
        cut_measures(**{"tp": 1, "fn": 2, "fp": 3, "tn": 4, **change})


def test_examples():
    runner = doctest.DocTestRunner()
    for test in doctest.DocTestFinder().find(rocrepro.evaluation.cut_measures, "cut_measures"):
        assert runner.run(test).failed == 0
