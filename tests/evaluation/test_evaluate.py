"""The three tables made from one data set's scores."""

import numpy as np
import pandas as pd
import pytest
from sklearn.metrics import roc_auc_score

from rocrepro.evaluation import confident_segment, delong_interval, roc_points, tango_interval
from rocrepro.evaluation.evaluate import BAND_COLUMNS, POINT_COLUMNS, SUMMARY_COLUMNS, evaluate
from rocrepro.formats.scores import empty_scores


@pytest.fixture(scope="module")
def scores():
    rng = np.random.default_rng(3)
    label = np.r_[np.ones(12, int), np.zeros(60, int)]
    frames = [
        pd.DataFrame({"seed": s, "fold": 0, "row": range(72), "label": label,
                      "score": np.round(rng.normal(label, 1.2), 1)})
        for s in (1, 2, 3)
    ]  # fmt: skip
    return pd.concat(frames, ignore_index=True)


@pytest.fixture(scope="module")
def evaluation(scores):
    models = {("sklearn", "tree"): scores, ("sklearn", "forest"): scores[scores["seed"] == 1]}
    return evaluate(models, "made_up", n_boot=40)


def test_columns(evaluation):
    assert list(evaluation.points) == POINT_COLUMNS
    assert list(evaluation.summary) == SUMMARY_COLUMNS
    assert list(evaluation.bands) == BAND_COLUMNS


def test_one_summary_a_model_and_seed_and_points_of_the_default_seed_only(evaluation):
    assert evaluation.summary.groupby("learner")["seed"].apply(list).to_dict() == {
        "forest": [1],
        "tree": [1, 2, 3],
    }
    assert set(evaluation.points["seed"]) == {1}
    assert set(evaluation.bands["seed"]) == {1}


def test_the_summary_is_that_of_the_single_functions(evaluation, scores):
    for _, row in evaluation.summary.iterrows():
        part = scores[scores["seed"] == row["seed"]]
        label, score = part["label"], part["score"]
        segment = confident_segment(roc_points(label, score))
        assert row["auc"] == pytest.approx(roc_auc_score(label, score), abs=1e-12)
        assert (row["auc"], row["auc_low"], row["auc_high"]) == delong_interval(label, score)
        assert row["n_confident"] == segment.n_confident
        assert row["cauc_concordant"] == pytest.approx((row["cauc_vertical"] + row["cauc_horizontal"]) / 2)


def test_the_points_carry_tangos_limits(evaluation):
    points = evaluation.points
    lower, upper = tango_interval(points["fn"], points["fp"], 72)
    np.testing.assert_array_equal(points["lower"], lower)
    np.testing.assert_array_equal(points["upper"], upper)
    holds = (points["lower"] <= 0) & (points["upper"] >= 0)
    np.testing.assert_array_equal(points["confident"].astype(bool), holds)


def test_another_data_set_or_learner_beside_it_changes_no_number(evaluation, scores):
    alone = evaluate({("sklearn", "tree"): scores}, "made_up", n_boot=40)
    tree = evaluation.bands[evaluation.bands["learner"] == "tree"].reset_index(drop=True)
    pd.testing.assert_frame_equal(alone.bands, tree)
    other = evaluate({("sklearn", "tree"): scores}, "another_name", n_boot=40)
    assert not other.bands["width"].equals(alone.bands["width"])


def test_a_missing_data_set_gives_empty_tables_with_all_columns():
    evaluation = evaluate({("sklearn", "tree"): empty_scores()}, "gone")
    for frame, columns in (
        (evaluation.points, POINT_COLUMNS),
        (evaluation.summary, SUMMARY_COLUMNS),
        (evaluation.bands, BAND_COLUMNS),
    ):
        assert frame.empty
        assert list(frame) == columns


def test_another_alpha_widens_everything(evaluation, scores):
    wide = evaluate({("sklearn", "tree"): scores}, "made_up", alpha=0.01, n_boot=40)
    tree = evaluation.summary[evaluation.summary["learner"] == "tree"]
    assert (wide.summary["n_confident"].to_numpy() >= tree["n_confident"].to_numpy()).all()
    assert (wide.summary["auc_high"].to_numpy() > tree["auc_high"].to_numpy()).all()
