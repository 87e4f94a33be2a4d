"""Related curves and other prevalences against the functions that they are made of."""

from dataclasses import replace

import numpy as np
import pytest

from rocrepro.evaluation import (
    at_prevalence,
    cost_curve,
    precision_recall_points,
    probabilistic_auc,
    roc_points,
    scored_auc,
    scored_roc,
    sensibility,
    smooth_roc,
)
from rocrepro.study import KINDS
from rocrepro.study.prevalence import OWN, STATED
from tests.studies import quick_study
from tests.study.conftest import made_up, of_model

OF_PROBABILITIES = ("sensibility_curves", "smooth_curves", "scored_curves")


def test_what_needs_probabilities_is_missing_for_other_scores(study, indexed, scores):
    assert indexed("soft").loc[("weka", "svm")].isna().all(axis=None)
    assert len(study.get(KINDS["soft"])) == sum(of["seed"].nunique() for of in scores.values())
    for kind in OF_PROBABILITIES:
        assert ("weka", "svm") not in indexed(kind).index
        assert set(indexed(kind).index) == set(scores) - {("weka", "svm")}


@pytest.mark.filterwarnings("ignore::rocrepro.evaluation.sensibility.MidpointAboveOneWarning")
def test_soft_measures_are_those_of_the_library(study, scores):
    for row in study.get(KINDS["soft"]).to_dict("records"):
        if row["learner"] == "svm":
            continue
        of = scores[row["engine"], row["learner"]]
        label, score = (of[of["seed"] == row["seed"]][name].to_numpy() for name in ("label", "score"))
        found = sensibility(label, score)
        assert row["midpoint"] == pytest.approx(found.midpoint, abs=1e-12)
        assert row["struggle_ratio"] == pytest.approx(found.struggle_ratio, abs=1e-12)
        assert row["smooth_auc"] == pytest.approx(smooth_roc(label, score).auc, abs=1e-12)
        assert row["scored_auc"] == pytest.approx(scored_auc(label, score), abs=1e-12)
        assert row["probabilistic_auc"] == pytest.approx(probabilistic_auc(label, score), abs=1e-12)


@pytest.mark.filterwarnings("ignore::rocrepro.evaluation.sensibility.MidpointAboveOneWarning")
def test_curves_of_probabilities_are_those_of_the_library(indexed, by_model):
    for model, (label, score) in by_model.items():
        if model == ("weka", "svm"):
            continue
        own, smooth = sensibility(label, score), smooth_roc(label, score)
        expected = {
            "sensibility_curves": [own.threshold, own.sensibility, own.capability],
            "smooth_curves": [smooth.threshold, smooth.fpr, smooth.tpr],
            "scored_curves": scored_roc(label, score),
        }
        for kind, columns in expected.items():
            frame = indexed(kind).loc[model]
            for column, values in zip(frame, columns, strict=True):
                np.testing.assert_allclose(frame[column], values, atol=1e-12, err_msg=f"{kind} {column}")


def test_votes_that_rounding_put_outside_0_to_1_are_probabilities():
    scores = made_up(0.4, 1, (1,), 6)
    inside = quick_study({("sklearn", "votes"): scores}, "x", 2)
    off = scores.assign(score=scores["score"].mask(scores["score"] == 1, 1 + 1e-12))
    assert (off["score"] > 1).any()
    outside = quick_study({("sklearn", "votes"): off}, "x", 2)
    assert outside.get(KINDS["soft"]).equals(inside.get(KINDS["soft"]))


def test_areas_of_related_curves(indexed, by_model):
    for model, (label, score) in by_model.items():
        row, points = indexed("related").loc[model], roc_points(label, score)
        cost = cost_curve(points)
        assert row["average_precision"] == precision_recall_points(points).average_precision
        assert row["cost_area"] == cost.area
        assert row["pc_own"] == label.mean()
        assert row["cost_own"] == cost.best_at(label.mean())
        assert row["cost_own_confident"] == cost.best_at(label.mean(), confident=True) >= row["cost_own"]


def test_the_envelope_of_costs_names_the_threshold_of_each_piece(indexed, by_model):
    for model, (label, score) in by_model.items():
        frame, points = indexed("cost_curves").loc[model], roc_points(label, score)
        assert frame["probability_cost"].iloc[[0, -1]].tolist() == [0, 1]
        # Between two corners the envelope is the line of the threshold at which the first begins.
        for one, two in zip(frame.iloc[:-1].itertuples(), frame.iloc[1:].itertuples(), strict=True):
            at = points.threshold == one.threshold
            fnr, fpr = points.fn[at] / points.n_pos, points.fpr[at]
            for pc, value in ((one.probability_cost, one.cost), (two.probability_cost, two.cost)):
                assert value == pytest.approx(fnr * pc + fpr * (1 - pc), abs=1e-12)


def test_confident_points_are_best_in_one_range_of_costs(indexed):
    for model, row in indexed("related").iterrows():
        frame = indexed("cost_curves").loc[model]
        inside = frame["confident"].to_numpy()[:-1]  # the last corner names the last line again
        corners = frame["probability_cost"].to_numpy()
        if inside.any():
            first, last = np.flatnonzero(inside)[[0, -1]]
            assert inside[first : last + 1].all()
            assert (row["pc_low"], row["pc_high"]) == (corners[first], corners[last + 1])
        else:
            assert row[["pc_low", "pc_high"]].isna().all()


@pytest.mark.parametrize("at", [OWN, STATED])
def test_at_a_prevalence_all_is_that_of_the_library(study, by_model, at):
    other = replace(study, choices=replace(study.choices, prevalence=0.4, cost_fn=3))
    points = other.get(KINDS["prevalence_points"]).query("mix == @at")
    for row in other.get(KINDS["prevalence"]).query("mix == @at").to_dict("records"):
        label, score = by_model[row["engine"], row["learner"]]
        share = label.mean() if at == OWN else 0.4
        found = at_prevalence(roc_points(label, score), share, cost_fn=3)
        assert (row["prevalence"], row["effective_n"]) == (share, found.effective_n)
        assert (row["aved"], row["cauc_union"]) == (found.aved, found.cauc("union"))
        assert row["best_cost"] == found.cost.min()
        closest = np.abs(found.difference).argmin()
        assert (row["balance_lower"], row["balance_upper"]) == (found.lower[closest], found.upper[closest])
        of = of_model(points, (row["engine"], row["learner"]))
        for name in ("difference", "lower", "upper", "fixed_lower", "fixed_upper", "chi_square", "cost"):
            np.testing.assert_array_equal(of[name], getattr(found, name))
        np.testing.assert_array_equal(of["confident"], found.mask)


def test_without_a_stated_prevalence_there_is_nothing(study):
    other = replace(study, choices=replace(study.choices, prevalence=None))
    for kind in ("prevalence", "prevalence_points"):
        assert other.get(KINDS[kind]).empty
