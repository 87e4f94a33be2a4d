"""Calibration in bins against scikit-learn, scipy and plain counting."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import binomtest
from sklearn.calibration import calibration_curve as theirs

from rocrepro.errors import InputError
from rocrepro.evaluation import calibration_curve, expected_calibration_error
from tests.evaluation.probabilities import LABEL, SCORE, rows


@given(rows(), st.integers(1, 12), st.sampled_from(["quantile", "uniform"]))
def test_bins_are_those_of_scikit_learn(of, n_bins, strategy):
    label, score = of
    found = calibration_curve(label, score, n_bins=n_bins, strategy=strategy)
    observed, predicted = theirs(label, score, n_bins=n_bins, strategy=strategy)
    np.testing.assert_allclose(found.observed, observed, atol=1e-14)
    np.testing.assert_allclose(found.predicted, predicted, atol=1e-14)
    assert found.count.sum() == len(label)
    assert np.all((found.low <= found.observed) & (found.observed <= found.high))
    inside = (found.edges[:, 0] <= found.predicted + 1e-12) & (found.predicted <= found.edges[:, 1] + 1e-12)
    assert inside.all()


def test_intervals_are_wilsons():
    found = calibration_curve(LABEL, SCORE, n_bins=4, alpha=0.1)
    assert found.count.tolist() == [10, 10, 10, 10]
    for share, low, high in zip(found.observed, found.low, found.high, strict=True):
        expected = binomtest(round(share * 10), 10).proportion_ci(0.9, method="wilson")
        assert (low, high) == pytest.approx((expected.low, expected.high))


def test_the_expected_calibration_error_is_counted():
    total = 0.0
    for at in range(5):
        inside = (at / 5 < SCORE) & ((at + 1) / 5 >= SCORE)
        total += abs(LABEL[inside].sum() - SCORE[inside].sum())
    found = expected_calibration_error(LABEL, SCORE, n_bins=5, strategy="uniform")
    assert found == pytest.approx(total / 40)


@given(rows())
def test_one_bin_compares_the_means(of):
    label, score = of
    found = expected_calibration_error(label, score, n_bins=1)
    assert found == pytest.approx(abs(label.mean() - score.mean()), abs=1e-12)


def test_constant_scores_make_one_bin():
    found = calibration_curve([0, 1, 1], [0.3] * 3)
    assert (found.count.tolist(), found.predicted.tolist()) == ([3], [pytest.approx(0.3)])


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"n_bins": 0}, "n_bins: found 0; expected a whole number of at least 1"),
        ({"n_bins": 2.5}, "n_bins: found 2.5"),
        ({"strategy": "equal"}, "strategy: found 'equal'; expected one of quantile, uniform"),
        ({"alpha": 1}, "alpha: found 1"),
    ],
)
def test_a_wrong_option_is_one_line(options, message):
    with pytest.raises(InputError, match=message):
        calibration_curve(LABEL, SCORE, **options)


def test_scores_outside_0_to_1_are_refused():
    with pytest.raises(InputError, match=r"row 2: found 1\.5; expected a probability from 0 to 1"):
        calibration_curve([0, 1], [0.5, 1.5])
