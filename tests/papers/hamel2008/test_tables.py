"""The tables of hamel2008, computed again by other means."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pandas as pd
import pytest
from scipy import stats
from sklearn.metrics import accuracy_score, roc_auc_score, roc_curve

from rocrepro.formats.inputs import Inputs
from rocrepro.papers import CATALOG, build_table
from rocrepro.papers.hamel2008.chapter import Point, counted, printed_points
from rocrepro.papers.hamel2008.copies import damaged
from rocrepro.papers.hamel2008.models import chapter_model
from rocrepro.papers.hamel2008.pairs import overlap
from rocrepro.papers.hamel2008.printed import N_NEG, N_POS
from rocrepro.papers.hamel2008.skew import sampled_down
from tests.papers.lacking import studied, using
from tests.studies import quick_study, write_study

from .conftest import as_copied, lacking


@pytest.fixture(scope="module")
def tables(hamel):
    return {name: build_table("hamel2008", name, hamel) for name in CATALOG["hamel2008"].tables}


@pytest.mark.parametrize("name", CATALOG["hamel2008"].tables)
def test_a_table_can_be_made_without_any_data(without_data, name):
    table = build_table("hamel2008", name, without_data)
    assert "**Missing:** ringnorm: gone" in table.markdown()


@pytest.mark.parametrize("missing", [("spect",), ("ringnorm",), ("engine sklearn",)])
@pytest.mark.parametrize("name", [name for name in CATALOG["hamel2008"].tables if name != "facts"])
def test_rows_without_a_gap_are_those_of_the_full_run_and_the_others_name_it(
    tables, hamel, name, missing, tmp_path
):
    full, less = tables[name], build_table("hamel2008", name, lacking(hamel, missing, tmp_path))
    there = [one.frame[~using(one, missing)].reset_index(drop=True) for one in (less, full)]
    pd.testing.assert_frame_equal(*there, check_dtype=False)
    assert full.read & set(missing) <= less.read


def test_the_nearest_model_is_a_linear_one(tables, hamel, hamel_scores):
    frame = tables["model_search"].frame.set_index(["engine", "learner"])
    distances = {}
    for learner in ("stump", "tree", "forest", "naive_bayes", "linear", "logistic"):
        scores = hamel_scores["ringnorm"]["sklearn", learner]
        label, score = scores["label"].to_numpy(), scores["score"].to_numpy()
        total = 0.0
        for threshold, fpr, tpr in ((0.5, 0.35, 0.90), (0.35, 0.45, 0.95)):
            x, y = (np.mean(score[label == k] >= threshold) for k in (0, 1))
            total += np.hypot(x - fpr, y - tpr)
        distances[learner] = total
        row = frame.loc["sklearn", learner]
        assert row["distance"] == pytest.approx(total, abs=1e-12)
        assert row["auc"] == pytest.approx(roc_auc_score(label, score), abs=1e-12)
        x, y, _ = roc_curve(label, score, drop_intermediate=False)
        if learner in ("linear", "logistic"):  # without ties, the height is the top of a step
            assert row["curve_tpr_default"] == pytest.approx(y[x <= 0.35].max(), abs=1e-12)
            assert row["curve_tpr_optimum"] == pytest.approx(y[x <= 0.45].max(), abs=1e-12)
    nearest = min(distances, key=distances.get)
    assert nearest in ("linear", "logistic")
    assert list(frame.index[frame["nearest"] == "nearest"]) == [("sklearn", nearest)]
    model = chapter_model(hamel)
    assert (model.engine, model.learner) == ("sklearn", nearest)


def test_the_closed_form_is_that_of_many_rows(tables):
    from sklearn.discriminant_analysis import LinearDiscriminantAnalysis

    from rocrepro.datasets.ringnorm import ringnorm

    model = LinearDiscriminantAnalysis().fit(*ringnorm(60_000, 60_000, 5))
    test, label = ringnorm(60_000, 60_000, 6)
    score = model.predict_proba(test)[:, 1]
    row = tables["model_search"].frame.iloc[-1]
    for name, threshold, rate in (("default", 0.5, 0.35), ("optimum", 0.35, 0.45)):
        assert row[f"fpr_{name}"] == pytest.approx(np.mean(score[~label] >= threshold), abs=0.008)
        assert row[f"tpr_{name}"] == pytest.approx(np.mean(score[label] >= threshold), abs=0.008)
        x, y, _ = roc_curve(label, score)
        assert row[f"curve_tpr_{name}"] == pytest.approx(np.interp(rate, x, y), abs=0.008)
    assert row["auc"] == pytest.approx(roc_auc_score(label, score), abs=0.008)


def test_the_damage_by_way_of_text():
    values = np.r_[
        np.random.default_rng(1).normal(0, 2, 4000), 0.0, 1.57, -1, 10, 0.0125, 0.0135, -0.0004, 0.00049
    ]
    assert damaged(values).tolist() == [as_copied(value) for value in values]


def test_copies_finds_the_damage_and_explains_it(tables):
    frame = tables["ringnorm_copies"].frame.set_index(["quantity", "class"])
    assert len(frame) == 16
    assert (frame["copy_z_damaged"].abs() < 4.5).all()
    assert frame.loc[("last digit 0", "both"), "copy_z"] < -100
    assert (
        frame.loc[[("standard deviation", "shifted"), ("standard deviation", "wide")], "copy_z"] < -10
    ).all()
    assert frame.loc[("mean", "shifted"), "copy_z"] < -5
    # What it says of the definition fits rows that are drawn from it.
    assert ((frame["ours"] - frame["definition"]).abs() < 0.02).all()
    digits = frame.xs("both", level="class")
    for column in ("definition", "ours", "copy", "ours_damaged"):
        assert digits[column].sum() == pytest.approx(1)


def test_the_definition_of_near_0_and_its_error(tables):
    frame = tables["ringnorm_copies"].frame.set_index(["quantity", "class"])
    for title, mean, sd, n in (("shifted", 2 / 20**0.5, 1, 3736 * 20), ("wide", 0, 2, 3664 * 20)):
        expected = np.diff(stats.norm(mean, sd).cdf([-0.0995, 0.0995]))[0]
        row = frame.loc[("near 0", title)]
        assert row["definition"] == pytest.approx(expected)
        error = (row["copy"] - row["definition"]) / row["copy_z"]
        assert error == pytest.approx((expected * (1 - expected) / n) ** 0.5)


def test_sweep_counts_by_hand(tables, hamel_scores):
    frame = tables["sweep"].frame.set_index(["dataset", "learner"])
    assert frame.loc["dis"]["n_lost"].isna().all()
    for dataset in ("spect", "ringnorm"):
        for (_, learner), scores in hamel_scores[dataset].items():
            one = scores[scores["seed"] == 1]
            label, score = one["label"].to_numpy(), one["score"].to_numpy()
            exact = {
                (sum(score[label == 1] >= t), sum(score[label == 0] >= t)) for t in [np.inf, *set(score)]
            }
            swept = {
                (sum(score[label == 1] >= k / 100), sum(score[label == 0] >= k / 100)) for k in range(101)
            }
            row = frame.loc[(dataset, learner)]
            assert row["n_points"] == len(exact)
            assert row["n_kept"] == len(exact & swept) == len(swept)
            assert row["n_lost"] == len(exact - swept)
            assert row["auc_difference"] == pytest.approx(row["auc_sweep"] - row["auc"])


def test_scores_that_are_no_shares_have_no_sweep(hamel, hamel_scores, tmp_path):
    doubled = {
        model: frame.assign(score=2 * frame["score"]) for model, frame in hamel_scores["ringnorm"].items()
    }
    write_study(quick_study(doubled, "ringnorm", 2), "ringnorm", tmp_path)
    others = [
        path for name in hamel.shown["datasets"] if name != "ringnorm" for path in studied(hamel.inputs, name)
    ]
    inputs = Inputs([*others, *(tmp_path / "study").glob("*")])
    frame = build_table("hamel2008", "sweep", replace(hamel, inputs=inputs)).frame
    assert frame.loc[frame["learner"] == "linear", ["n_lost", "auc_sweep"]].isna().all(axis=None)


def test_operating_points_of_the_chapter(tables):
    """Its own ranking by distance, and every other but a heavy cost of misses, prefer the default point."""
    frame = tables["operating"].frame.set_index("criterion")
    assert frame["better_printed"].to_dict() == {
        "distance": "A", "youden": "A", "accuracy": "A", "chi_square": "A", "cost": "optimum",
    }  # fmt: skip
    assert frame.loc["distance", "printed_a"] == pytest.approx(np.hypot(0.35, 0.1), abs=1e-3)
    assert frame.loc["youden", "printed_optimum"] == pytest.approx(0.5, abs=1e-3)
    true = np.repeat([1, 1, 0, 0], [3362, 374, 1282, 2382])
    predicted = np.repeat([1, 0, 1, 0], [3362, 374, 1282, 2382])
    assert frame.loc["accuracy", "printed_a"] == pytest.approx(accuracy_score(true, predicted))
    table = stats.contingency.crosstab(true, predicted).count
    assert frame.loc["chi_square", "printed_a"] == pytest.approx(
        stats.chi2_contingency(table, correction=False)[0]
    )
    assert "more than 1.96 false positives" in tables["operating"].markdown()
    point = counted(Point(0.35, 0.45, 0.95))
    assert (point.n_pos, point.n_neg, len(point)) == (N_POS, N_NEG, 1)


def test_the_printed_points_are_those_of_the_ledger(hamel):
    assert printed_points(hamel.shown) == ((0.5, 0.35, 0.90), (0.35, 0.45, 0.95))


def test_our_best_point_is_best(tables):
    frame = tables["operating"].frame.set_index("criterion")
    for name, sign in (("distance", -1), ("youden", 1), ("accuracy", 1), ("chi_square", 1), ("cost", -1)):
        row = frame.loc[name]
        assert sign * row["ours_best"] >= max(sign * row["ours_default"], sign * row["ours_optimum"])


def test_pairs_are_all_pairs_and_the_rule_picks_two(tables):
    frame = tables["pairs"].frame
    assert len(frame) == 6 + 6 + 15  # dis is missing
    np.testing.assert_allclose(frame["auc_a"] - frame["auc_b"], frame["difference"], rtol=0, atol=1e-12)
    large = frame[frame[["n_pos", "n_neg"]].min(axis=1) >= 40]
    assert set(large["dataset"]) == {"spectf_cv80", "ringnorm"}
    shown = frame[frame["shown_in"] != ""].set_index("shown_in")
    assert set(shown.index) <= {"fig5a", "fig5b"}
    assert abs(shown.loc["fig5a", "z"]) == large["z"].abs().max()
    alike = large[large["p_delong"] >= 0.05]
    assert len(alike)
    assert shown.loc["fig5b", ["auc_a", "auc_b"]].sum() == alike[["auc_a", "auc_b"]].sum(axis=1).min()
    assert (frame["different"] == (frame["p_delong"] < 0.05)).all()
    # The two tests mostly agree.
    assert (frame["different"] == (frame["p_permutation"] < 0.05)).mean() > 0.8


def test_overlap_of_bands():
    middles = np.array([[0.2, 0.5, 0.8], [0.6, 0.52, 0.9]])
    low, high = (pd.DataFrame({"lower": at - 0.02, "upper": at + 0.02}) for at in middles)
    assert overlap(low, low) == 1
    assert overlap(low, high) == overlap(high, low) == pytest.approx(1 / 3)


def test_sampling_down_keeps_the_positives_and_a_tenth_of_the_negatives(hamel_scores):
    scores = hamel_scores["ringnorm"]["sklearn", "linear"]
    few = sampled_down(scores, 1)
    assert (few["label"] == 1).sum() == (scores["label"] == 1).sum() == 800
    assert (few["label"] == 0).sum() == 79
    assert few["row"].is_monotonic_increasing
    assert not few["row"].duplicated().any()
    assert few.equals(sampled_down(scores, 1))
    assert not few.equals(sampled_down(scores, 2))
