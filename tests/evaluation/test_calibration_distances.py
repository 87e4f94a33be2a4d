"""Distances of calibration with the scatter that is taken for chance."""

import numpy as np
import pytest
from hypothesis import given

from rocrepro.errors import InputError
from rocrepro.evaluation import calibration_distances, expected_calibration_error, smooth_calibration
from tests.evaluation.probabilities import LABEL, SCORE, rows


@given(rows())
def test_values_are_those_of_the_other_functions_and_lie_in_their_intervals(of):
    found = calibration_distances(*of, n_bins=4, n_resamples=10, seed=1)
    assert found["ece"].value == pytest.approx(expected_calibration_error(*of, n_bins=4), abs=1e-12)
    assert found["ici"].value == smooth_calibration(*of).ici
    for one in found.values():
        assert 0 <= one.low <= one.value
        assert min(one.value, 1) <= one.high <= 1 or one.value > 1
        assert 1 / 11 <= one.p_value <= 1


def test_simulated_distances_are_those_of_simulated_rows():
    """With a value for each row nothing is grouped, and any outcomes drawn by the scores will do."""
    rng = np.random.default_rng(8)
    drawn = rng.random((400, 40)) < SCORE
    kept = [row for row in drawn if 0 < row.sum() < 40]
    ici = np.array([smooth_calibration(row, SCORE).ici for row in kept])
    ece = np.array([expected_calibration_error(row, SCORE, n_bins=5) for row in kept])
    found = calibration_distances(LABEL, SCORE, n_bins=5, n_resamples=4000, seed=3)
    assert found["ici"].if_calibrated == pytest.approx(ici.mean(), abs=4 * ici.std() / 20)
    assert found["ece"].if_calibrated == pytest.approx(ece.mean(), abs=4 * ece.std() / 20)
    # These probabilities are far from right.
    assert found["ici"].p_value <= 0.01 < found["ici"].low


def test_the_true_distance_is_held_and_calibrated_probabilities_are_seldom_rejected():
    rng = np.random.default_rng(4)
    held, rejected = [], []
    for _ in range(60):
        score = rng.random(200)
        found = calibration_distances(rng.random(200) < score, score, n_resamples=100, seed=1)
        held.append([one.low == 0 for one in found.values()])
        rejected.append([one.p_value <= 0.05 for one in found.values()])
    assert np.mean(held, axis=0).min() >= 0.88
    assert np.mean(rejected, axis=0).max() <= 0.14


def test_order_of_the_rows_does_not_matter_and_the_seed_does():
    order = np.random.default_rng(1).permutation(40)
    options = {"n_resamples": 50, "n_bins": 4}
    first = calibration_distances(LABEL, SCORE, seed=1, **options)
    again = calibration_distances(LABEL[order], SCORE[order], seed=1, **options)
    assert first["ece"].high == pytest.approx(again["ece"].high, abs=1e-12)
    assert first["ici"].high == pytest.approx(again["ici"].high, abs=1e-9)
    assert first["ici"].high != calibration_distances(LABEL, SCORE, seed=2, **options)["ici"].high


@pytest.mark.parametrize("score", [[0.5] * 4, [0, 1, 0, 1], [0.1, 0.2, 0.8, 0.9]])
def test_degenerate_scores_have_values(score):
    found = calibration_distances([0, 0, 1, 1], score, n_resamples=20, seed=1)
    assert all(np.isfinite([one.value, one.low, one.high, one.p_value]).all() for one in found.values())


def test_a_wrong_option_is_one_line():
    with pytest.raises(InputError, match="n_resamples: found 0; expected a whole number of at least 1"):
        calibration_distances(LABEL, SCORE, n_resamples=0, seed=1)
    with pytest.raises(InputError, match="alpha: found 2"):
        calibration_distances(LABEL, SCORE, alpha=2, seed=1)
