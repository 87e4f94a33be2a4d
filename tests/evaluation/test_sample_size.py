"""Planned variances, powers and sizes against pROC's power.roc.test, against simulation and each other."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats

from rocrepro import evaluation as ev
from rocrepro.errors import InputError
from rocrepro.evaluation.auc_variance import METHODS

AREAS = st.floats(0.02, 0.98)
ROWS = st.integers(2, 500)

# R 4.2.2, pROC 1.18.0: var.params.obuchowski(sqrt(2) * qnorm(auc), 1, kappa), the variance for one case.
PROC_VARIANCES = {
    (0.7, 1): 0.14582337628226669,
    (0.8, 1): 0.12001693556964617,
    (0.95, 1): 0.032221029080723149,
    (0.7, 4): 0.097372915754663017,
    (0.8, 4): 0.085420149403833412,
    (0.95, 4): 0.025534160366723273,
}
# power.roc.test(auc =, power =, sig.level =, kappa =, alternative =)$ncases; it has 0.0099 for 1 / (32 pi).
PROC_SIZES = [
    (0.7, 0.9, 0.05, 1, "two-sided", 40.21369017),
    (0.8, 0.8, 0.05, 4, "two-sided", 8.257825149),
    (0.6, 0.9, 0.01, 9, "two-sided", 131.2451117),
    (0.6, 0.9, 0.05, 2, "greater", 101.4268825),
]
# power.roc.test(auc =, ncases =, ncontrols =, sig.level = 0.05, alternative =)$power
PROC_POWERS = [
    (0.7, 20, 40, "two-sided", 0.7425293829),
    (0.6, 40, 400, "two-sided", 0.5722451667),
    (0.6, 40, 40, "greater", 0.4775793727),
]


@pytest.mark.parametrize("auc", [0.7, 0.8, 0.95])
@pytest.mark.parametrize("ratio", [1, 4])
def test_obuchowskis_variance_is_procs(auc, ratio):
    found = 50 * ev.auc_variance(auc, 50, 50 * ratio, method="obuchowski")
    assert found == pytest.approx(PROC_VARIANCES[auc, ratio], rel=1e-12)


@pytest.mark.parametrize(("auc", "power", "alpha", "ratio", "alternative", "cases"), PROC_SIZES)
def test_sizes_are_procs(auc, power, alpha, ratio, alternative, cases):
    found = ev.auc_test_size(
        auc,
        power,
        prevalence=1 / (1 + ratio),
        alpha=alpha,
        alternative=alternative,
        method="obuchowski",
    )
    # Its constant is smaller by 0.5 %, and so is its number of cases.
    assert found.n_pos == math.ceil(cases / 0.0099 / (32 * math.pi))
    assert found.n_neg == ratio * found.n_pos
    assert found.n == found.n_pos + found.n_neg


@pytest.mark.parametrize(("auc", "n_pos", "n_neg", "alternative", "power"), PROC_POWERS)
def test_powers_are_procs(auc, n_pos, n_neg, alternative, power):
    found = ev.auc_test_power(auc, n_pos, n_neg, alternative=alternative, method="obuchowski")
    assert found == pytest.approx(power, abs=0.004)


def test_paired_sizes_lie_between_procs_for_either_order():
    # pROC's power.roc.test(list(A1 = sqrt(2) * qnorm(0.75), B1 = 1, A2 = sqrt(2) * qnorm(0.8), B2 = 1,
    # ra = 0.5, rn = 0.5, delta = 0.05), power = 0.8, sig.level = 0.05, kappa = 1)$ncases is 536.5162985, and
    # with the two models exchanged 468.7543022; its covariance:
    a, b, covariance = 0.75, 0.8, None
    one, other = (ev.auc_variance(auc, 1, 1, method="obuchowski") for auc in (a, b))
    z = stats.norm.ppf(0.975), stats.norm.ppf(0.8)
    for first, cases in ((one, 536.5162985), (other, 468.7543022)):

        def size(covariance, first=first):
            null, apart = 2 * first - 2 * covariance, one + other - 2 * covariance
            return (z[0] * null**0.5 + z[1] * apart**0.5) ** 2 / 0.05**2

        from scipy.optimize import brentq

        solved = brentq(lambda value, cases=cases: size(value) - cases, 0, 0.1)
        # Both orders have one covariance, so that the variances are as pROC has them.
        assert covariance is None or solved == pytest.approx(covariance, rel=1e-7)
        covariance = solved
    found = ev.auc_difference_size(
        a, b, 0.8, correlation=covariance / (one * other) ** 0.5, method="obuchowski"
    )
    assert 468.75 < found.n_pos < 536.52


def test_the_normal_variance_is_that_of_the_bivariate_normal_distribution():
    for auc in (0.3, 0.5, 0.8, 0.99):
        z = stats.norm.ppf(auc)
        both = stats.multivariate_normal([0, 0], [[1, 0.5], [0.5, 1]]).cdf([z, z]) - auc**2
        expected = (auc * (1 - auc) + 28 * both) / 200
        assert ev.auc_variance(auc, 10, 20, method="normal") == pytest.approx(expected, rel=1e-7)
    # Without a difference of the classes it is that of Mann & Whitney, whatever the distribution.
    assert ev.auc_variance(0.5, 7, 9, method="normal") == pytest.approx(17 / (12 * 63), rel=1e-12)
    assert ev.auc_variance(0.5, 7, 9) == pytest.approx(17 / (12 * 63), rel=1e-12)


def areas(rng, means, correlation, n_pos, n_neg, repetitions):
    """Areas of two models with normal scores on the same rows, shape (2, repetitions)."""
    spread = [[1, correlation], [correlation, 1]]
    pos = rng.multivariate_normal(means, spread, size=(repetitions, n_pos))
    neg = rng.multivariate_normal([0, 0], spread, size=(repetitions, n_neg))
    ranks = stats.rankdata(np.concatenate([pos, neg], axis=1), axis=1)[:, :n_pos].sum(axis=1)
    return ((ranks - n_pos * (n_pos + 1) / 2) / (n_pos * n_neg)).T


def test_normal_scores_scatter_as_planned():
    rng = np.random.default_rng(4)
    found = areas(rng, np.sqrt(2) * stats.norm.ppf([0.8, 0.9]), 0.5, 40, 120, 4000)
    for auc, sample in zip((0.8, 0.9), found, strict=True):
        planned = ev.auc_variance(auc, 40, 120, method="normal") ** 0.5
        assert sample.std() == pytest.approx(planned, rel=0.05)
    assert np.corrcoef(found)[0, 1] == pytest.approx(ev.auc_correlation(0.8, 0.9, 0.5, ratio=3), abs=0.04)


def test_delongs_test_has_the_planned_power():
    rng = np.random.default_rng(5)
    r = ev.auc_correlation(0.85, 0.75, 0.5, ratio=2)
    planned = ev.auc_difference_power(0.85, 0.75, 60, 120, correlation=r, method="normal")
    label, means = np.repeat([1, 0], [60, 120]), np.sqrt(2) * stats.norm.ppf([0.85, 0.75])
    rejected = 0
    for _ in range(400):
        score = rng.multivariate_normal([0, 0], [[1, 0.5], [0.5, 1]], size=180) + np.outer(label, means)
        rejected += ev.delong_test(label, *score.T).p_value < 0.05
    assert rejected / 400 == pytest.approx(planned, abs=3 * (planned * (1 - planned) / 400) ** 0.5 + 0.02)


def test_scores_that_agree_have_areas_that_agree():
    assert ev.auc_correlation(0.8, 0.8, 1.0, ratio=7) == pytest.approx(1)
    assert ev.auc_correlation(0.8, 0.8, 0.0) == 0
    assert ev.auc_correlation(0.7, 0.9, (0.5, 0.0)) > 0
    table = [ev.auc_correlation(0.75, 0.85, r) for r in np.linspace(-1, 1, 9)]
    assert (np.diff(table) > 0).all()


@settings(max_examples=60, deadline=None)
@given(AREAS, ROWS, ROWS, st.sampled_from(list(METHODS)))
def test_more_rows_and_the_other_direction(auc, n_pos, n_neg, method):
    width = ev.auc_interval_width(auc, n_pos, n_neg, method=method)
    assert width > ev.auc_interval_width(auc, n_pos + 1, n_neg + 1, method=method) > 0
    if method == "normal":  # turning the scores round changes nothing
        assert width == pytest.approx(ev.auc_interval_width(1 - auc, n_neg, n_pos, method=method), rel=1e-9)
    power = ev.auc_test_power(auc, n_pos, n_neg, method=method)
    assert 0 < power <= 1 + 1e-12


@settings(max_examples=60, deadline=None)
@given(
    st.floats(0.55, 0.97),
    st.floats(0.02, 0.5),
    st.floats(0.02, 0.9),
    st.floats(0.3, 0.95),
    st.sampled_from(list(METHODS)),
)
def test_a_size_is_the_fewest_rows(auc, width, prevalence, power, method):
    def fewer(n_pos):
        return n_pos - 1, max(1, math.ceil(round((1 - prevalence) / prevalence * (n_pos - 1), 9)))

    size = ev.auc_interval_size(auc, width, prevalence=prevalence, method=method)
    assert size.reached == ev.auc_interval_width(auc, size.n_pos, size.n_neg, method=method) <= width
    assert size.n_pos == 1 or ev.auc_interval_width(auc, *fewer(size.n_pos), method=method) > width
    size = ev.auc_test_size(auc, power, prevalence=prevalence, method=method)
    assert size.reached == ev.auc_test_power(auc, size.n_pos, size.n_neg, method=method) >= power
    assert size.n_pos == 1 or ev.auc_test_power(auc, *fewer(size.n_pos), method=method) < power


def test_a_correlation_of_0_is_that_of_other_rows():
    one, other = (ev.auc_variance(auc, 50, 70) for auc in (0.8, 0.7))
    z = 0.1 / (one + other) ** 0.5
    expected = stats.norm.cdf(z - stats.norm.ppf(0.975)) + stats.norm.cdf(-z - stats.norm.ppf(0.975))
    assert ev.auc_difference_power(0.8, 0.7, 50, 70, correlation=0) == pytest.approx(expected, abs=1e-12)
    back = ev.auc_difference_power(0.7, 0.8, 50, 70, correlation=0)
    assert back == pytest.approx(expected, abs=1e-12)
    assert ev.auc_difference_power(0.7, 0.8, 50, 70, correlation=0, alternative="greater") < 0.001


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: ev.auc_variance(1, 5, 5), "auc: found 1; expected a number between 0 and 1"),
        (lambda: ev.auc_variance(0.7, 0, 5), "n_pos: found 0; expected a number of rows of at least 1"),
        (lambda: ev.auc_variance(0.7, 5, math.nan), "n_neg: found nan"),
        (lambda: ev.auc_variance(0.7, 5, 5, method="x"), "method: found 'x'; expected one of hanley_mcneil"),
        (lambda: ev.auc_correlation(0.7, 0.8, 2), "score_correlation: found 2; expected a correlation"),
        (lambda: ev.auc_correlation(0.7, 0.8, 0.2, ratio=0), "ratio: found 0; expected a number above 0"),
        (lambda: ev.auc_interval_size(0.7, 1), "width: found 1"),
        (lambda: ev.auc_interval_size(0.7, 1e-9), "width: found a need for more than 1000000000 positive"),
        (lambda: ev.auc_interval_size(0.7, 0.1, prevalence=0), "prevalence: found 0"),
        (lambda: ev.auc_test_size(0.5, 0.8), "auc: found 0.5; expected another than 0.5"),
        (lambda: ev.auc_test_size(0.4, 0.8, alternative="greater"), "auc: found 0.4"),
        (lambda: ev.auc_test_size(0.8, 0.05), "power: found 0.05; expected more than alpha"),
        (lambda: ev.auc_test_power(0.8, 9, 9, alternative="less"), "alternative: found 'less'"),
        (lambda: ev.auc_test_power(0.8, 9, 9, alternative="greater", alpha=0.5), "alpha: found 0.5"),
        (lambda: ev.auc_difference_power(0.8, 0.7, 9, 9, correlation=1), "correlation: found 1"),
        (lambda: ev.auc_difference_power(0.8, 0.7, 9, 9, correlation=-2), "correlation: found -2"),
        (lambda: ev.auc_difference_size(0.8, 0.8, 0.8, correlation=0), "auc_a, auc_b: found 0.8 and 0.8"),
    ],
)
def test_bad_numbers_are_one_line(call, message):
    with pytest.raises(InputError, match="found") as caught:
        call()
    assert str(caught.value).startswith(message)
