"""Summaries of curves, under other choices and by fold, against the single functions."""

from dataclasses import replace

import numpy as np
import pandas as pd
import pytest
from sklearn.metrics import roc_auc_score

from rocrepro.evaluation import confident_segment, delong_interval, roc_auc, roc_points
from rocrepro.study import KINDS, Choices
from rocrepro.study.summary import fold_curves, other_choices
from tests.studies import quick_study
from tests.study.conftest import of_model


def test_one_summary_a_model_and_seed(study):
    seeds = study.get(KINDS["summary"]).groupby(["engine", "learner"], sort=False)["seed"].apply(list)
    assert seeds.to_dict() == {
        ("sklearn", "tree"): [1, 2],
        ("sklearn", "forest"): [1, 2],
        ("weka", "tree"): [1],
        ("weka", "svm"): [1, 2],
    }


def test_the_summary_is_that_of_the_single_functions(study, scores):
    for _, row in study.get(KINDS["summary"]).iterrows():
        part = scores[row["engine"], row["learner"]].query("seed == @row.seed")
        label, score = part["label"], part["score"]
        segment = confident_segment(roc_points(label, score))
        assert row["auc"] == pytest.approx(roc_auc_score(label, score), abs=1e-12)
        assert (row["auc"], row["auc_low"], row["auc_high"]) == delong_interval(label, score)
        assert (row["n_points"], row["n_confident"]) == (len(segment.points), segment.n_confident)
        assert row["threshold_low"] == segment.thresholds.min()
        assert row["threshold_high"] == segment.thresholds.max()
        assert (row["aved"], row["aved_abs"]) == (segment.aved, segment.aved_abs)
        assert row["cauc_concordant"] == pytest.approx((row["cauc_vertical"] + row["cauc_horizontal"]) / 2)


def test_another_level_widens_everything(study, scores):
    found = study.get(KINDS["summary"])
    wide = quick_study(scores, "made_up", 12, alpha=0.01).get(KINDS["summary"])
    assert (wide["n_confident"] >= found["n_confident"]).all()
    assert (wide["auc_low"] < found["auc_low"]).all()
    assert (wide["auc_high"] >= found["auc_high"]).all()


def test_without_a_confident_point_areas_are_0_and_the_rest_is_missing():
    """One positive row above all others, or below: no threshold has as many errors of both kinds."""
    rows = {"seed": 1, "fold": 0, "row": range(40), "label": [1] * 30 + [0] * 10, "score": 0.5}
    frame = pd.DataFrame(rows)
    row = quick_study({("weka", "flat"): frame}, "x", 4).get(KINDS["summary"]).iloc[0]
    assert (row["n_points"], row["n_confident"], row["auc"], row["cauc_union"]) == (2, 0, 0.5, 0.0)
    names = ["threshold_low", "threshold_high", "aved", "aved_abs", "threshold_range", "difference_range"]
    assert row[names].isna().all()


def test_variants_change_one_choice_each(indexed, by_model):
    frame = indexed("variants", "variant")
    changes = {"alpha=0.01": {"alpha": 0.01}, "alpha=0.1": {"alpha": 0.1}} | {
        f"test={test}": {"test": test} for test in ("mcnemar_exact", "wald", "newcombe")
    }
    for model, (label, score) in by_model.items():
        assert set(frame.loc[model].index) == set(changes)
        for variant, changed in changes.items():
            segment = confident_segment(roc_points(label, score), **changed)
            row = frame.loc[(*model, variant)]
            assert (row["n_confident"], row["cauc_union"]) == (segment.n_confident, segment.cauc("union"))
            assert row[["auc", "auc_low", "auc_high"]].isna().all()


def test_other_choices_leave_out_the_chosen_ones():
    own = Choices(alpha=0.1, test="wald", margin=0.3)
    assert other_choices(own) == {
        "alpha=0.05": replace(own, alpha=0.05),
        "alpha=0.01": replace(own, alpha=0.01),
        "test=tango": replace(own, test="tango"),
        "test=mcnemar_exact": replace(own, test="mcnemar_exact"),
        "test=newcombe": replace(own, test="newcombe"),
    }


def test_folds_are_curves_of_their_own_rows(indexed, scores):
    frame = indexed("folds", "fold")
    for model, of in scores.items():
        assert list(frame.loc[model].index) == [1, 2, 3]
        for fold, part in of[of["seed"] == 1].groupby("fold"):
            row = frame.loc[(*model, fold)]
            auc = delong_interval(part["label"], part["score"])
            assert tuple(row[["auc", "auc_low", "auc_high"]]) == auc
            segment = confident_segment(roc_points(part["label"], part["score"]))
            assert (row["n_confident"], row["cauc_union"]) == (segment.n_confident, segment.cauc("union"))


def test_area_of_the_vertical_average_is_the_mean_area(study, indexed):
    frame = of_model(study.get(KINDS["fold_points"]), ("sklearn", "forest"))
    average = frame[frame["curve"] == "vertical average"]
    area = np.trapezoid(average["tpr"], average["fpr"])
    assert area == pytest.approx(indexed("folds").loc[("sklearn", "forest"), "auc"].mean(), abs=0.01)
    pooled = frame[frame["curve"] == "pooled"]
    assert np.trapezoid(pooled["tpr"], pooled["fpr"]) == pytest.approx(roc_auc(study.models[1].curve))


def test_a_fold_with_one_class_has_no_curve_and_a_single_fold_no_row(scores):
    frame = scores["sklearn", "tree"].query("seed == 1")
    one = frame.assign(fold=np.where(frame["label"] == 1, 1, 2)).assign(
        fold=lambda f: f["fold"].mask(f["row"] == 0, 2)
    )
    split = frame.assign(fold=0)
    found = quick_study({("sklearn", "one"): one, ("sklearn", "split"): split}, "x", 4)
    curves = fold_curves(found.models[0])
    assert curves[1] is None
    assert (curves[2].n_pos, curves[2].n_neg) == (1, 46)
    assert fold_curves(found.models[1]) == {}
    rows = found.get(KINDS["folds"]).set_index(["learner", "fold"])
    assert list(rows.index) == [("one", 1), ("one", 2)]
    lost = rows.loc[("one", 1)]
    assert lost[["n_pos", "n_neg", "n_points", "n_confident"]].tolist() == [13, 0, 0, 0]
    assert lost[["auc", "auc_low", "aved", "cauc_union"]].isna().all()
    assert set(found.get(KINDS["fold_points"])["curve"]) == {"pooled", "fold 2", "vertical average"}
