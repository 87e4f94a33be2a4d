"""The tables of elazmeh2006, computed again from the scores by other means."""

from dataclasses import replace

import numpy as np
import pandas as pd
import pytest
from sklearn.metrics import roc_auc_score

from rocrepro.papers import CATALOG, build_table
from rocrepro.papers.elazmeh2006.printed import DIS, ROWS, printed_auc, printed_counts


@pytest.fixture(scope="module")
def tables(evaluated):
    return {name: build_table("elazmeh2006", name, evaluated) for name in CATALOG["elazmeh2006"].tables}


def test_table1_is_one_confusion_matrix(tables):
    frame = tables["table1"].frame
    assert frame["dataset"].unique().tolist() == ["spect"]  # dis is missing: the next set that is there
    pos, neg, total = (frame.iloc[i] for i in range(3))
    assert pos["total"] == 15
    assert neg["total"] == 172
    for column in ("predicted_pos", "predicted_neg", "total", "q_pos", "q_neg"):
        assert total[column] == pytest.approx(pos[column] + neg[column])
    assert total["q_pos"] + total["q_neg"] == pytest.approx(1)


def test_table2_flags_what_the_paper_prints_wrong(evaluated):
    facts = evaluated.facts | {
        "dis": {"title": "dis", "protocol": "split", "folds": 0,
                "counts": {"train": [45, 2755], "test": [13, 959]}},
        "sick": {"title": "sick", "protocol": "split", "folds": 0,
                 "counts": {"train": [171, 2629], "test": [60, 912]}},
    }  # fmt: skip
    other = replace(evaluated, facts=facts, shown=evaluated.shown | {"datasets": ["dis", "sick", "spect"]})
    frame = build_table("elazmeh2006", "table2", other).frame.set_index(["dataset", "part"])
    assert (frame.loc[["dis", "spect"], "difference"] == 0).all()
    assert (frame.loc[["dis", "spect"], "flag"] == "").all()
    assert frame.loc[("sick", "train"), "difference"] == 2755 - 2629
    assert "2926 rows, the file has 2800" in frame.loc[("sick", "train"), "flag"]
    assert frame.loc[("sick", "test"), "flag"] == "the printed cell repeats the row dis"


def test_table2_of_our_own_data_sets(tables):
    frame = tables["table2"].frame
    assert list(frame[frame["dataset"] == "dis"]["pos"].isna()) == [True, True]
    cv = frame[(frame["dataset"] == "spectf_cv80") & (frame["part"] == "train")].iloc[0]
    assert (cv["pos"], cv["neg"], cv["difference"]) == (40, 40, 0)


def test_table3_columns_are_those_that_users_rely_on(tables):
    assert list(tables["table3"].frame.columns) == [
        "dataset", "protocol", "engine", "learner", "paper", "auc", "auc_low", "auc_high", "auc_min",
        "auc_max", "auc_default_seed", "n_seeds", "auc_q025", "auc_q975",
    ]  # fmt: skip


def test_table3_against_scikit_learn_over_seeds(tables, all_scores):
    frame = tables["table3"].frame.set_index(["dataset", "engine", "learner"])
    for dataset in ("spect", "spectf_cv80"):
        for (engine, learner), scores in all_scores[dataset].items():
            auc = np.array([roc_auc_score(s["label"], s["score"]) for _, s in scores.groupby("seed")])
            row = frame.loc[(dataset, engine, learner)]
            assert row["auc"] == pytest.approx(np.median(auc), abs=1e-12)
            assert row["auc_default_seed"] == pytest.approx(auc[0], abs=1e-12)
            assert (row["auc_min"], row["auc_max"]) == pytest.approx((auc.min(), auc.max()), abs=1e-12)
            assert row["n_seeds"] == len(auc) == (1 if learner == "stump" else 3)
            assert row["auc_low"] <= row["auc_default_seed"] <= row["auc_high"]


def test_table3_shows_the_gap_and_the_printed_value(tables):
    frame = tables["table3"].frame
    dis = frame[frame["dataset"] == "dis"]
    assert dis["auc"].isna().all()
    assert dis["n_seeds"].isna().all()
    assert list(dis["paper"]) == 2 * [0.752, 0.541, 0.805, 0.516]
    assert "**Missing:** dis: no source served it" in tables["table3"].markdown()


def test_confident_columns_and_brute_force(tables, all_scores):
    frame = tables["confident"].frame
    assert list(frame.columns) == [
        "dataset", "protocol", "engine", "learner", "seed", "n_points", "n_confident", "threshold_low",
        "threshold_high", "aved", "aved_abs", "cauc_vertical", "cauc_horizontal", "cauc_union",
        "cauc_concordant",
    ]  # fmt: skip
    rows = frame.dropna(subset=["seed"]).set_index(["dataset", "engine", "learner", "seed"])
    assert len(rows) == 2 * 2 * (1 + 3 * 3)
    for (dataset, engine, learner, seed), row in rows.iterrows():
        scores = all_scores[dataset][(engine, learner)]
        scores = scores[scores["seed"] == seed]
        label, score = scores["label"].to_numpy(), scores["score"].to_numpy()
        inside = []
        for threshold in [np.inf, *sorted(set(score), reverse=True)]:
            fn = int(((score < threshold) & (label == 1)).sum())
            fp = int(((score >= threshold) & (label == 0)).sum())
            if abs(fn - fp) <= 1.959963984540054 * np.sqrt(fn + fp):
                inside.append((threshold, (fn - fp) / len(label)))
        assert row["n_confident"] == len(inside)
        assert row["n_points"] == len(set(score)) + 1
        if inside:
            thresholds, differences = np.array(inside).T
            assert (row["threshold_low"], row["threshold_high"]) == (thresholds.min(), thresholds.max())
            assert row["aved"] == pytest.approx(differences.mean(), abs=1e-12)
            assert row["aved_abs"] == pytest.approx(abs(differences).mean(), abs=1e-12)
        else:
            assert row[["threshold_low", "aved"]].isna().all()
            assert row["cauc_union"] == 0


def test_the_confident_markdown_is_an_excerpt_and_the_csv_is_whole(tables):
    table = tables["confident"]
    assert len(table.csv().splitlines()) == 1 + len(table.frame)
    rows = [line for line in table.markdown().splitlines() if line.startswith("|")]
    assert len(rows) == 2 + 3 * 2 * 4  # head, rule, and one line for each data set and model


def test_bands_give_both_slopes_and_equal_ones_for_balanced_classes(tables):
    frame = tables["bands"].frame.set_index(["dataset", "learner"])
    assert frame.loc["spect"][["area_ks", "area_inverse"]].to_numpy().min() > 0
    balanced = frame.loc["spectf_cv80"]
    np.testing.assert_allclose(balanced["area_ks"].to_numpy(), balanced["area_inverse"].to_numpy())
    assert frame.loc["dis"]["area_ks"].isna().all()


def test_csv_gives_the_same_doubles_back(tables, tmp_path):
    table = tables["table3"]
    table.save(tmp_path / "t.csv", tmp_path / "t.md")
    back = pd.read_csv(tmp_path / "t.csv")
    np.testing.assert_array_equal(back["auc"].to_numpy(), table.frame["auc"].to_numpy(dtype=float))


def test_printed_values_cover_the_tables(evaluated):
    """Tables 2 and 3 as the paper prints them; two of its rows have no test part."""
    learners = ("stump", "tree", "forest", "naive_bayes")
    assert [[printed_auc(evaluated, row, learner) for learner in learners] for row in ROWS] == [
        [0.752, 0.541, 0.805, 0.516],
        [0.949, 0.936, 0.978, 0.972],
        [0.952, 0.956, 0.997, 0.946],
        [0.931, 0.930, 0.978, 0.922],
        [0.730, 0.745, 0.833, 0.835],
        [0.674, 0.690, 0.893, 0.858],
    ]
    assert [[printed_counts(evaluated, row, part) for part in ("train", "test")] for row in ROWS] == [
        [(45, 2755), DIS],
        [(151, 3012), None],
        [(171, 2755), (13, 959)],
        [(293, 2870), None],
        [(40, 40), (15, 172)],
        [(40, 40), (55, 214)],
    ]
    assert printed_counts(evaluated, None, "train") is None
    assert np.isnan(printed_auc(evaluated, None, "tree"))


def test_fidelity_compares_the_default_seed_and_the_range(tables, evaluated):
    frame = tables["fidelity"].frame.set_index(["dataset", "engine", "learner"])
    assert len(frame) == 6 * 2 * 4
    own = evaluated.over_seeds("spect", "forest", "weka")["auc"]
    row = frame.loc[("spect", "weka", "forest")]
    assert row["difference"] == pytest.approx(own.iloc[0] - 0.833)
    assert row["reproduced"] == (abs(own.iloc[0] - 0.833) <= 0.0006)
    assert row["in_range"] == (own.min() - 0.0006 <= 0.833 <= own.max() + 0.0006)
    assert frame.loc["dis"]["auc_default_seed"].isna().all()


def test_spectf_protocols_count_the_seeds_that_reproduce(tables):
    frame = tables["spectf_protocols"].frame.set_index(["dataset", "learner"])
    stump = frame.loc[("spectf_cv80", "stump")]
    assert (stump["reproduced"], stump["seeds_reproducing"], stump["n_seeds"]) == (True, 1, 3)
    assert pd.isna(frame.loc[("spectf", "stump"), "seeds_reproducing"])
    assert "spectf_cv80: 1 of 1 cells reproduced" in tables["spectf_protocols"].markdown()


def test_dis_protocols_set_the_row_against_three_protocols(tables):
    table = tables["dis_protocols"]
    frame = table.frame.set_index(["dataset", "learner"])
    assert len(frame) == 3 * 4
    tree = frame.loc[("dis_cv2800", "tree")]
    assert (tree["reproduced"], tree["seeds_reproducing"], tree["n_seeds"]) == (True, 1, 20)
    assert (tree["auc_min"], tree["auc_max"]) == pytest.approx((0.541, 0.9))  # seed 21 is left out
    assert tree["protocol"] == "10-fold CV"
    assert frame.loc[("dis_cv3772", "tree"), "protocol"] == ""  # the configuration leaves it out
    assert pd.isna(frame.loc[("dis_cv3772", "tree"), "n_seeds"])
    assert pd.isna(frame.loc[("dis", "tree"), "auc_default_seed"])
    assert frame.loc[("dis", "tree"), "protocol"] == "split"
    assert "dis_cv2800: 1 of 1 cells reproduced" in table.markdown()


def test_engines_are_compared_on_the_same_folds(tables, evaluated):
    frame = tables["engines"].frame.set_index(["dataset", "learner"])
    tree = frame.loc[("spectf_cv80", "tree")]  # trained on Weka's folds, in the fixture
    assert (tree["auc_sklearn"], tree["n_confident_sklearn"]) == (0.75, 4)
    assert tree["auc_difference"] == pytest.approx(tree["auc_weka"] - 0.75)
    split = frame.loc[("spect", "tree")]
    assert split["auc_sklearn"] == evaluated.over_seeds("spect", "tree", "sklearn")["auc"].iloc[0]
    assert (tree["folds"], split["folds"]) == ("Weka's", "split")
