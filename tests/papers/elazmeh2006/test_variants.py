"""The table of variants, computed again from the scores."""

from dataclasses import replace

import numpy as np
import pandas as pd
import pytest
from scipy.stats import binomtest, norm
from sklearn.metrics import roc_auc_score

from rocrepro.evaluation import confident_segment, delong_interval, roc_points
from rocrepro.formats.inputs import Inputs
from rocrepro.papers import build_table
from tests.papers.lacking import using, without
from tests.studies import quick_study, write_study

CHOICES = {
    "alpha=0.1": {"alpha": 0.1},
    "alpha=0.01": {"alpha": 0.01},
    "test=mcnemar_exact": {"test": "mcnemar_exact"},
    "test=wald": {"test": "wald"},
    "test=newcombe": {"test": "newcombe"},
}


@pytest.fixture(scope="module")
def table(evaluated):
    return build_table("elazmeh2006", "variants", evaluated)


def indexed(table):
    return table.frame.set_index(["variant", "dataset", "engine", "learner", "seed"])


def test_rows(table, all_scores):
    assert list(table.frame.columns) == [
        "variant", "dataset", "engine", "learner", "seed", "auc", "n_points", "n_confident",
        "share_confident", "threshold_low", "threshold_high", "aved", "aved_abs", "cauc_vertical",
        "cauc_horizontal", "cauc_union", "cauc_concordant", "auc_low", "auc_high",
    ]  # fmt: skip
    expected = {("base", "dis", engine, learner, 1) for engine, learner in all_scores["dis"]}
    for dataset in ("spect", "spectf_cv80"):
        for (engine, learner), frame in all_scores[dataset].items():
            expected |= {("base", dataset, engine, learner, seed) for seed in frame["seed"].unique()}
            expected |= {(variant, dataset, engine, learner, 1) for variant in CHOICES}
            if dataset == "spectf_cv80":
                expected.add(("curve=per_fold", dataset, engine, learner, 1))
    found = indexed(table).index
    assert found.is_unique
    assert set(found) == expected
    assert list(table.frame["variant"].unique()) == ["base", *CHOICES, "curve=per_fold"]


def assert_bare(table, gone):
    """The rows that are marked name a model under the config's choices and have no value."""
    rows = table.frame[gone]
    assert len(rows)
    assert set(rows["variant"]) == {"base"}
    assert rows.drop(columns=["variant", "dataset", "engine", "learner", "seed"]).isna().all(axis=None)


def test_a_missing_data_set_has_one_row_a_model_without_values(table):
    gone = using(table, ["dis"])
    assert gone.tolist() == (table.frame["dataset"] == "dis").to_list()
    assert_bare(table, gone)


def measured(label, score, **parameters):
    curve = roc_points(label, score)
    segment = confident_segment(curve, **parameters)
    thresholds = segment.thresholds
    return {
        "auc": roc_auc_score(label, score),
        "n_points": len(np.unique(score)) + 1,
        "n_confident": segment.n_confident,
        "share_confident": segment.n_confident / len(curve),
        "threshold_low": thresholds.min() if len(thresholds) else np.nan,
        "threshold_high": thresholds.max() if len(thresholds) else np.nan,
        "aved": segment.aved,
        "aved_abs": segment.aved_abs,
        **{f"cauc_{r}": segment.cauc(r) for r in ("vertical", "horizontal", "union", "concordant")},
    }


@pytest.mark.parametrize("variant", ["base", *CHOICES])
def test_against_the_scores(table, all_scores, variant):
    rows = indexed(table).query("dataset != 'dis'").loc[variant]
    for (dataset, engine, learner, seed), row in rows.iterrows():
        part = all_scores[dataset][engine, learner]
        part = part[part["seed"] == seed]
        expected = measured(part["label"].to_numpy(), part["score"].to_numpy(), **CHOICES.get(variant, {}))
        if variant == "base":
            _, low, high = delong_interval(part["label"], part["score"])
            expected |= {"auc_low": low, "auc_high": high}
        else:  # the AUC cannot depend on alpha or the test
            expected |= dict.fromkeys(("auc", "auc_low", "auc_high"), np.nan)
        assert row.to_dict() == pytest.approx(expected, abs=1e-12, nan_ok=True)


def test_number_of_confident_points_by_hand(table, all_scores):
    rows = indexed(table)["n_confident"]
    for (dataset, engine, learner), frame in (
        ((d, *model), f) for d in ("spect", "spectf_cv80") for model, f in all_scores[d].items()
    ):
        part = frame[frame["seed"] == 1]
        cuts = [np.inf, *part["score"].unique()]
        fn = [int(((part["score"] < cut) & (part["label"] == 1)).sum()) for cut in cuts]
        fp = [int(((part["score"] >= cut) & (part["label"] == 0)).sum()) for cut in cuts]
        pairs = list(zip(fn, fp, strict=True))
        for variant, alpha in (("base", 0.05), ("alpha=0.1", 0.1), ("alpha=0.01", 0.01)):
            z = norm.ppf(1 - alpha / 2)
            expected = sum((a - b) ** 2 <= z**2 * (a + b) for a, b in pairs)
            assert rows[(variant, dataset, engine, learner, 1)] == expected
        exact = sum(a + b == 0 or binomtest(a, a + b).pvalue > 0.05 for a, b in pairs)
        assert rows[("test=mcnemar_exact", dataset, engine, learner, 1)] == exact


def test_means_over_folds(table, all_scores):
    rows = indexed(table).loc["curve=per_fold"]
    assert len(rows) == 8
    for (dataset, engine, learner, _), row in rows.iterrows():
        part = all_scores[dataset][engine, learner].query("seed == 1")
        folds = [fold for _, fold in part.groupby("fold")]
        assert len(folds) == 10
        found = pd.DataFrame([measured(f["label"].to_numpy(), f["score"].to_numpy()) for f in folds])
        expected = found.mean(skipna=True).to_dict()
        expected |= {"auc_low": np.nan, "auc_high": np.nan}
        assert row.to_dict() == pytest.approx(expected, abs=1e-12, nan_ok=True)


def test_folds_with_one_class_alone_are_left_out(evaluated, all_scores, tmp_path):
    scores = all_scores["spectf_cv80"]["weka", "tree"]
    fold = (scores["row"] // 10 + 1).mask(scores["row"] == 0, 5)  # the first four folds are positive
    model = {("weka", "tree"): scores.assign(fold=fold)}
    write_study(quick_study(model, "spectf_cv80", 2), "spectf_cv80", tmp_path)
    shown = {"datasets": ["spectf_cv80"], "models": {"spectf_cv80": [["weka", "tree"]]}}
    other = replace(evaluated, shown=evaluated.shown | shown, inputs=Inputs.below(tmp_path))
    row = indexed(build_table("elazmeh2006", "variants", other)).loc["curve=per_fold"].iloc[0]
    own = scores[(scores["seed"] == 1) & (fold == 5)]
    assert (own["label"].sum(), len(own)) == (1, 11)
    assert row["auc"] == roc_auc_score(own["label"], own["score"])


def test_a_job_that_does_not_declare_a_frame_stops(evaluated):
    with pytest.raises(LookupError, match=r"^study/dis\.summary\.parquet is read by a job that does not"):
        build_table("elazmeh2006", "variants", replace(evaluated, inputs=Inputs()))


@pytest.mark.parametrize("missing", [("engine weka",), ("spectf_cv80",), ("engine sklearn", "spect")])
def test_what_is_missing_has_rows_without_values(table, evaluated, missing, tmp_path):
    lacking = build_table("elazmeh2006", "variants", without(evaluated, missing, tmp_path))
    gone = using(lacking, missing)
    assert_bare(lacking, gone)
    models = ["dataset", "engine", "learner"]
    of_full = table.frame.loc[using(table, missing), models].drop_duplicates().to_numpy().tolist()
    assert sorted(lacking.frame.loc[gone, models].to_numpy().tolist()) == sorted(of_full)
    kept = [one.frame[~using(one, missing)].reset_index(drop=True) for one in (lacking, table)]
    pd.testing.assert_frame_equal(*kept)


def test_nothing_at_all(evaluated, tmp_path):
    nothing = without(evaluated, evaluated.shown["datasets"], tmp_path)
    table = build_table("elazmeh2006", "variants", nothing)
    assert len(table.frame) == 3 * 2 * 4
    assert_bare(table, using(table, ["dis", "spect", "spectf_cv80"]))
    assert "**Missing:** spect: gone" in table.markdown()


def test_markdown_shows_the_base_at_the_default_seed(table):
    lines = [line for line in table.markdown().splitlines() if line.startswith("| base")]
    assert len(lines) == 3 * 2 * 4
    assert sum("| dis " in line for line in lines) == 2 * 4  # without values
    assert "| alpha=" not in table.markdown()
