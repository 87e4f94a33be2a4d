"""Calibration and net benefit of a study against the functions that they are made of."""

import math

import numpy as np
import pytest

from rocrepro.errors import InputError
from rocrepro.evaluation import (
    brier_score,
    calibration_curve,
    calibration_distances,
    net_benefit,
    net_benefit_intervals,
    recalibration,
    roc_points,
    smooth_calibration,
)
from rocrepro.study import KINDS
from tests.studies import quick_study

FOREST = ("sklearn", "forest")


def test_measures_are_those_of_the_library(study, indexed, by_model):
    label, score = by_model[FOREST]
    rows = indexed("calibration", "measure").loc[FOREST]
    assert rows.loc["observed_less_predicted", "value"] == pytest.approx(label.mean() - score.mean())
    brier = brier_score(label, score, n_bins=10)
    for name in ("reliability", "resolution", "uncertainty", "within_variance", "within_covariance"):
        assert rows.loc[name, "value"] == pytest.approx(getattr(brier, name))
    limits = rows.loc["brier_skill", ["value", "low", "high"]].tolist()
    assert limits == pytest.approx([brier.skill, brier.skill_low, brier.skill_high])
    seed = study.steps.calibration.of(study.choices.seed)
    n = study.n_resamples(study.steps.calibration)
    for name, one in calibration_distances(label, score, n_resamples=n, seed=seed).items():
        found = rows.loc[name, ["value", "low", "high"]].tolist()
        assert found == pytest.approx([one.value, one.low, one.high])
        assert rows.loc[f"{name}_p_value", "value"] == one.p_value


def test_a_score_at_the_end_leaves_no_slope_and_says_why(indexed, by_model):
    at_ends = int(np.isin(by_model[FOREST][1], (0, 1)).sum())
    assert at_ends
    row = indexed("calibration", "measure").loc[(*FOREST, "calibration_slope")]
    assert math.isnan(row["value"])
    assert row["method"].startswith(f"undefined: {at_ends} of 60 scores are exactly 0 or 1")


def test_intercept_and_slope_are_those_of_the_library(scores):
    frame = scores[FOREST].assign(score=lambda of: 0.1 + 0.8 * of["score"])
    made = quick_study({FOREST: frame}, "inside", 5)
    rows = made.get(KINDS["calibration"]).set_index("measure")
    shown = frame[frame["seed"] == 1]
    found = recalibration(shown["label"], shown["score"])
    for name in ("in_the_large", "intercept", "slope"):
        expected = [getattr(found, f"{name}{end}") for end in ("", "_low", "_high")]
        assert rows.loc[f"calibration_{name}", ["value", "low", "high"]].tolist() == pytest.approx(expected)
    assert rows.loc["calibration_p_value", "value"] == pytest.approx(found.p_value)


def test_curves_are_those_of_the_library(indexed, by_model):
    label, score = by_model[FOREST]
    rows, found = indexed("calibration_points").loc[FOREST], calibration_curve(label, score)
    for name in ("predicted", "observed", "low", "high", "count"):
        np.testing.assert_allclose(rows[name], getattr(found, name))
    rows, smooth = indexed("calibration_curves").loc[FOREST], smooth_calibration(label, score)
    np.testing.assert_allclose(rows["observed"], smooth.observed, atol=1e-12)


def test_decision_curves_are_those_of_the_library(study, indexed, by_model):
    label, score = by_model[FOREST]
    step = study.steps.net_benefit
    for mix, prevalence in (("test rows", None), ("stated", study.choices.prevalence)):
        rows = indexed("net_benefit", "mix").loc[(*FOREST, mix)]
        where = {"thresholds": rows["threshold"], "prevalence": prevalence}
        curve = net_benefit(roc_points(label, score), **where)
        np.testing.assert_array_equal(rows["net_benefit"], curve.net_benefit)
        np.testing.assert_array_equal(rows["gain"], curve.gain)
        drawn = {"n_resamples": study.n_resamples(step), "seed": step.of(study.choices.seed)}
        limits = net_benefit_intervals(label, score, **where, **drawn)
        np.testing.assert_array_equal(rows["high"], limits.high)
        np.testing.assert_array_equal(rows["gain_low"], limits.gain_low)
        assert rows.loc[rows["in_use"], "threshold"].tolist() == [0.5]


def test_scores_outside_0_to_1_have_none_and_are_refused_as_probabilities(study, scores):
    assert ("weka", "svm") not in set(
        study.get(KINDS["calibration"])[["engine", "learner"]].itertuples(index=False, name=None)
    )
    made = quick_study(scores, "made_up", 5, probabilities=True)
    with pytest.raises(InputError, match=r"probabilities: model weka svm: found a score of .*; expected"):
        made.get(KINDS["calibration"])


def test_scores_that_are_said_not_to_be_probabilities_have_none(scores):
    made = quick_study({FOREST: scores[FOREST]}, "made_up", 5, probabilities=False)
    assert made.get(KINDS["calibration"]).empty
    assert made.get(KINDS["net_benefit"]).empty
    assert made.get(KINDS["soft"])["midpoint"].isna().all()
