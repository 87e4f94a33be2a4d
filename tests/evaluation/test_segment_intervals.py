"""Bootstrap intervals of CAUC and AveD, against the paired resamples and a simulation."""

from __future__ import annotations

import numpy as np
import pytest

from rocrepro.errors import InputError
from rocrepro.evaluation import confident_segment, paired_resamples, roc_points
from rocrepro.evaluation.confident import READINGS
from rocrepro.evaluation.metrics import UndefinedIntervalWarning, ZeroWidthIntervalWarning
from rocrepro.evaluation.segment_intervals import aved_interval, cauc_interval


def drawn(n_pos, n_neg, seed):
    y = np.repeat([1, 0], [n_pos, n_neg])
    return y, np.random.default_rng(seed).normal(y * 1.2, 1)


@pytest.mark.parametrize("reading", READINGS)
def test_cauc_limits_are_percentiles_of_the_paired_resamples(reading):
    y, score = drawn(25, 60, 1)
    found = cauc_interval(y, score, n_resamples=80, seed=7, reading=reading, alpha=0.2, set_alpha=0.1)
    expected = paired_resamples(y, {"m": score}, n_resamples=80, seed=7, alpha=0.1)["m"][f"cauc_{reading}"]
    assert found.samples.tolist() == expected.tolist()
    assert [found.lower, found.upper] == np.quantile(expected, [0.1, 0.9]).tolist()
    assert found.value == confident_segment(roc_points(y, score), alpha=0.1).cauc(reading)
    assert found.n_undefined == 0


@pytest.mark.parametrize(("reading", "name"), [("signed", "aved"), ("absolute", "aved_abs")])
def test_aved_limits_are_percentiles_of_the_paired_resamples(reading, name):
    y, score = drawn(25, 60, 2)
    found = aved_interval(y, score, n_resamples=80, seed=7, reading=reading, test="wald")
    expected = paired_resamples(y, {"m": score}, n_resamples=80, seed=7, test="wald")["m"][name]
    assert [found.lower, found.upper] == np.quantile(expected, [0.025, 0.975]).tolist()
    assert found.value == getattr(confident_segment(roc_points(y, score), test="wald"), name)


def test_labels_of_any_kind_and_the_same_seed_give_the_same_interval():
    y, score = drawn(20, 30, 3)
    first = cauc_interval(y, score, n_resamples=30, seed=5)
    words = cauc_interval(np.where(y == 1, "ill", "well"), score, n_resamples=30, seed=5, pos_label="ill")
    truth = cauc_interval(y == 1, score, n_resamples=30, seed=5)
    assert (first.lower, first.upper) == (words.lower, words.upper) == (truth.lower, truth.upper)
    assert (first.lower, first.upper) != (cauc_interval(y, score, n_resamples=30, seed=6).lower, first.upper)


def test_perfect_scores_scatter_too():
    found = cauc_interval([1] * 10 + [0] * 10, range(20, 0, -1), n_resamples=200, seed=1, reading="vertical")
    assert found.lower < found.value == pytest.approx(0.3)


def test_coverage_of_the_mean_over_samples():
    """60 samples: about 95 % or more of the intervals cover (see the docstring for a larger measurement)."""
    measures = [confident_segment(roc_points(*drawn(30, 60, 1000 + i))) for i in range(400)]
    cauc = np.mean([segment.cauc() for segment in measures])
    aved = np.mean([segment.aved for segment in measures])
    covered = np.zeros(2)
    for i in range(60):
        y, score = drawn(30, 60, i)
        area = cauc_interval(y, score, n_resamples=100, seed=i)
        mean = aved_interval(y, score, n_resamples=100, seed=i)
        covered += [area.lower <= cauc <= area.upper, mean.lower <= aved <= mean.upper]
    assert np.all(covered >= 53)  # 53 or fewer have a chance of 4 % at a coverage of 0.95


def test_resamples_without_a_confident_point_are_left_out_and_told():
    # One score for every row: the curve has its two ends alone, and neither is confident.
    y, score = [1] * 30 + [0] * 300, [0.0] * 330
    with pytest.warns(UndefinedIntervalWarning, match="5 of 5 resamples have no confident point"):
        found = aved_interval(y, score, n_resamples=5, seed=1)
    assert found.n_undefined == 5
    assert np.isnan([found.value, found.lower, found.upper]).all()
    with pytest.warns(ZeroWidthIntervalWarning, match="agree at 0: an interval is not estimable"):
        found = cauc_interval(y, score, n_resamples=5, seed=1)
    assert found.value == 0.0
    assert np.isnan([found.lower, found.upper]).all()


@pytest.mark.parametrize(
    ("function", "options", "message"),
    [
        (cauc_interval, {"reading": "signed"}, "reading: found 'signed'; expected one of vertical"),
        (aved_interval, {"reading": "union"}, "reading: found 'union'; expected one of signed, absolute"),
        (cauc_interval, {"n_resamples": 0}, "n_resamples: found 0; expected a whole number"),
        (cauc_interval, {"alpha": 1.0}, "alpha: found 1.0"),
        (aved_interval, {"seed": None}, "seed: found None"),
        (aved_interval, {"test": "t"}, "test: found 't'"),
    ],
)
def test_errors(function, options, message):
    with pytest.raises(InputError, match=message):
        function([1, 0], [1, 0], **({"seed": 1, "n_resamples": 2} | options))
