"""The facts table: every number computed again in another way, and every claim's fact there."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pandas as pd
import pytest
import yaml
from scipy import stats
from sklearn.metrics import accuracy_score, precision_score, recall_score, roc_auc_score, roc_curve

from rocrepro.evaluation import roc_points
from rocrepro.papers import build_table
from rocrepro.papers.fact_rows import COLUMNS, row
from rocrepro.papers.hamel2008 import facts_curves, facts_definitions
from rocrepro.papers.hamel2008.facts import facts
from rocrepro.papers.hamel2008.skew import sampled_down
from tests.papers.lacking import using

from .conftest import lacking

ROOT = Path(__file__).resolve().parents[3]
LEARNERS = ("stump", "tree", "forest", "naive_bayes", "linear", "logistic")


@pytest.fixture(scope="module")
def table(hamel):
    return facts(hamel).frame


def value(table, fact, variant="base", engine=None, seed=1):
    found = (table["fact"] == fact) & (table["variant"] == variant) & (table["seed"] == seed)
    if engine is not None:
        found &= table["engine"] == engine
    return table.loc[found, "value"].item()


def test_columns_and_keys(table):
    assert list(table.columns) == COLUMNS
    assert not table.duplicated(["fact", "variant", "engine", "dataset", "learner", "seed"]).any()
    assert table["fact"].str.fullmatch("[a-z0-9_]+").all()
    assert (table["note"] != "").all()


def test_row_defaults():
    assert set(row("a_fact", True, "words")) == set(COLUMNS)


@pytest.mark.filterwarnings("error")
def test_without_data_the_closed_forms_stay(without_data, table):
    made = build_table("hamel2008", "facts", without_data)
    assert "**Missing:** ringnorm: gone" in made.markdown()
    gone = using(made, without_data.datasets)
    closed = made.frame[~gone].reset_index(drop=True)
    assert set(closed["engine"]) == {""}
    assert closed["value"].notna().all()
    assert {"accuracy_error", "implied_accuracy", "touching_p"} <= set(closed["fact"])
    assert set(made.frame["fact"]) == set(table["fact"])
    values = ["value", "low", "high", "share_resamples", "n_resamples", "n"]
    assert made.frame.loc[gone, values].isna().all(axis=None)
    assert set(made.frame.loc[gone, "engine"]) == {"", "sklearn"}  # "": on the data alone


def test_without_one_data_set_the_facts_on_ringnorm_stay(table, hamel, tmp_path):
    made = build_table("hamel2008", "facts", lacking(hamel, ["spect"], tmp_path))
    gone = using(made, ["spect"])
    facts_gone = set(made.frame.loc[gone, "fact"])
    assert {"panel_b_auc", "tree_ranks", "apart_pairs"} <= facts_gone
    assert not facts_gone & {"tpr_default", "skew_gap", "published_rows", "bayes_error"}
    key = ["fact", "variant", "engine", "dataset", "learner", "seed"]
    expected = table.set_index(key)
    pd.testing.assert_frame_equal(
        made.frame[~gone].set_index(key), expected[~expected.index.get_level_values("fact").isin(facts_gone)]
    )


def named_quantities(measure, columns, case):
    """Names of the facts that a measure reads, placeholders filled in."""
    if not isinstance(measure, dict):
        return
    names = measure.get("fact", "")
    for name in [names] if isinstance(names, str) else names:
        yield name.format(**dict(zip(columns, case, strict=True)))
    for part in measure.values():
        yield from named_quantities(part, columns, case)


def test_every_fact_of_a_claim_is_there(table):
    entries = yaml.safe_load((ROOT / "config/claims/hamel2008.yaml").read_text(encoding="utf-8"))
    named = set()
    for entry in entries:
        cases = entry.get("cases", {"columns": [], "rows": [[]]})
        for case in cases["rows"]:
            named |= set(named_quantities(entry["measure"], cases["columns"], case))
    assert named - {""} <= set(table["fact"])


@pytest.mark.parametrize("name", facts_definitions.NOTES)
def test_definitions(table, name):
    assert (value(table, name) < 1e-9) == (name not in ("mirror_error", "swapped_axes_error"))


def test_the_axes_of_the_graph():
    label, score = np.array([1, 1, 0, 0, 0]), np.array([0.9, 0.2, 0.7, 0.3, 0.1])
    found = facts_definitions._curve(label, score, np.random.default_rng(1))
    area = roc_auc_score(label, score)
    assert found["axes_error"] == pytest.approx(0)
    assert found["swapped_axes_error"] == pytest.approx(abs(1 - 2 * area))


def test_definitions_would_notice_another_formula():
    label, score = np.array([1, 1, 0, 0, 0]), np.array([0.9, 0.2, 0.7, 0.3, 0.1])
    assert facts_definitions._matrix(label, score)["precision_error"] == 0
    with pytest.MonkeyPatch.context() as patch:
        wrong = {"accuracy": 0.5, "precision": 0.25, "recall": 0.5}
        patch.setattr(facts_definitions, "confusion_metrics", lambda *_: wrong)
        found = facts_definitions._matrix(label, score)
    assert found["precision_error"] == pytest.approx(0.25)
    assert found["accuracy_error"] == pytest.approx(0.1)


def test_counts_on_and_below_the_diagonal(table):
    assert value(table, "diagonal_even_counts_error") == 0
    assert value(table, "diagonal_counts_error") > 0.5
    assert 0.5 < value(table, "below_more_false") < value(table, "below_more_false_rate") == 1


def test_conservative_points(table):
    rng = np.random.default_rng(1)
    fpr, tpr = rng.random((2, 100_000))
    largest = fpr[(tpr >= fpr) & (fpr + tpr < 1)].max()
    assert value(table, "conservative_largest_fpr") == pytest.approx(largest, abs=0.01)


def test_matrices_at_one_point(table):
    true, few = np.repeat([1, 0], [100, 100]), np.repeat([1, 0], [1000, 100])
    predicted = np.repeat([1, 0, 1, 0], [90, 10, 35, 65]), np.repeat([1, 0, 1, 0], [900, 100, 35, 65])
    for name, score in (
        ("accuracy", accuracy_score),
        ("precision", precision_score),
        ("recall", recall_score),
    ):
        expected = score(few, predicted[1]) - score(true, predicted[0])
        assert value(table, f"same_point_{name}_change") == pytest.approx(expected)
    assert value(table, "rare_precision") == pytest.approx(90 / 3590)
    assert value(table, "same_point_accuracy_range") == pytest.approx(0.25, abs=0.001)


def test_a_concave_curve_above_the_diagonal(table):
    assert value(table, "concave_above_diagonal") == 1
    assert value(table, "concave_above_chord") == 0
    expected = roc_auc_score([1, 1, 1, 0, 0, 1, 1, 0, 0, 0], -np.arange(10))
    assert value(table, "concave_auc") == pytest.approx(expected)


def test_draw_roc(table):
    assert value(table, "sweep_thresholds") == 101
    assert value(table, "sweep_ends") == 1
    assert value(table, "sweep_ends", "sweep=subtraction") == 0


def test_printed_points(table):
    n = 3736 + 3664
    assert value(table, "implied_accuracy") == pytest.approx((3362 + 2382) / n)
    assert value(table, "implied_accuracy", "positive=wide") == pytest.approx((3298 + 2428) / n)
    assert value(table, "implied_accuracy_rise") == pytest.approx((3362 + 238) / (3736 + 366) - 5744 / n)
    assert value(table, "implied_precision_rise") == pytest.approx(3362 / 3490 - 3362 / 4644)
    rates = [(a, b) for a in range(3336, 3390) for b in range(1255, 1310)]
    fits = [(a + 3664 - b) / n for a, b in rates if round(a / 3736, 2) == 0.9 and round(b / 3664, 2) == 0.35]
    assert value(table, "implied_accuracy_low") == pytest.approx(min(fits))
    assert value(table, "implied_accuracy_high") == pytest.approx(max(fits))
    gains = {"distance": np.hypot(0.35, 0.1) - np.hypot(0.45, 0.05), "youden": 0.5 - 0.55}
    for name, gain in gains.items():
        assert value(table, f"printed_gain_{name}") == pytest.approx(gain, abs=5e-4)
    limits = []
    for pos, neg in ((3736, 3664), (3664, 3736)):
        costs = []
        for fpr, tpr in ((0.35, 0.9), (0.45, 0.95)):
            missed = [pos - tp for tp in range(pos + 1) if round(tp / pos, 2) == tpr]
            alarms = [fp for fp in range(neg + 1) if round(fp / neg, 2) == fpr]
            costs.append(np.add.outer(2 * np.array(missed), alarms))
        limits += [costs[0].min() - costs[1].max(), costs[0].max() - costs[1].min()]
    assert value(table, "printed_cost_gain_low") == min(limits)
    assert value(table, "printed_cost_gain_high") == max(limits)
    # The best linear score: N(2, 1) against N(0, 4) on the line between the means.
    height = stats.norm.sf(stats.norm.isf(0.35) * 2, loc=2)
    assert value(table, "linear_gap_a") == pytest.approx(height - 0.9)


@pytest.mark.parametrize("learner", LEARNERS)
def test_models_on_ringnorm(table, hamel_scores, learner):
    scores = hamel_scores["ringnorm"]["sklearn", learner]
    label, score = scores["label"].to_numpy(), scores["score"].to_numpy()
    variant = f"learner={learner}"
    for name, threshold in (("default", 0.5), ("optimum", 0.35)):
        predicted = score >= threshold
        assert value(table, f"tpr_{name}", variant) == pytest.approx(recall_score(label, predicted))
        assert value(table, f"fpr_{name}", variant) == pytest.approx(predicted[label == 0].mean())
        assert value(table, f"accuracy_{name}", variant) == pytest.approx(accuracy_score(label, predicted))
        assert value(table, f"liberal_{name}", variant) == pytest.approx(predicted.mean())
    assert value(table, "auc", variant) == pytest.approx(roc_auc_score(label, score))
    fpr, tpr, threshold = roc_curve(label, score, drop_intermediate=False)
    best = int(np.argmax(tpr - fpr))
    assert value(table, "best_liberal_youden", variant) == pytest.approx(fpr[best] + tpr[best])
    assert value(table, "best_threshold_youden", variant) == pytest.approx(threshold[best])
    rates = [(score[label == k] >= t).mean() for t in (0.5, 0.35) for k in (0, 1)]
    assert value(table, "gain_youden", variant) == pytest.approx(rates[3] - rates[2] - rates[1] + rates[0])
    expected = np.hypot(rates[0], 1 - rates[1]) - np.hypot(rates[2], 1 - rates[3])
    assert value(table, "gain_distance", variant) == pytest.approx(expected)


def test_gains_scatter_as_theory_says(table):
    found = table[(table["fact"] == "gain_youden") & (table["variant"] == "learner=linear")].iloc[0]
    key = (table["variant"] == "learner=linear") & (table["seed"] == 1)
    rate = {name: table.loc[key & (table["fact"] == name), "value"].item()
            for name in ("tpr_default", "tpr_optimum", "fpr_default", "fpr_optimum")}  # fmt: skip
    steps = [(rate[f"{k}_optimum"] - rate[f"{k}_default"], n) for k, n in (("tpr", 800), ("fpr", 790))]
    error = sum(p * (1 - p) / n for p, n in steps) ** 0.5
    assert (found["high"] - found["low"]) / (2 * 1.96) == pytest.approx(error, rel=0.1)


def test_the_base_model_is_the_nearest(table):
    base = table[(table["fact"] == "auc") & (table["variant"] == "base")]
    assert set(base["learner"]) <= {"linear", "logistic"}
    assert len(base) == 1


def test_the_published_sample_and_the_best_rule(table):
    assert value(table, "published_rows") == 7400
    assert value(table, "published_rows_left") == 0
    assert value(table, "published_larger_share") == pytest.approx(3736 / 7400)
    assert value(table, "bayes_error") == pytest.approx(0.0124, abs=0.004)


def test_sampling_down(table, hamel_scores):
    learner = table.loc[(table["fact"] == "auc") & (table["variant"] == "base"), "learner"].item()
    scores = hamel_scores["ringnorm"]["sklearn", learner]
    for seed in (1, 7):
        few = sampled_down(scores, seed)
        parts = [(s["label"].to_numpy(), s["score"].to_numpy()) for s in (scores, few)]
        for name, measure in (("accuracy_rise", accuracy_score), ("precision_rise", precision_score)):
            full, down = (measure(label, score >= 0.5) for label, score in parts)
            assert value(table, f"skew_{name}", seed=seed) == pytest.approx(down - full)
        full, down = (roc_auc_score(*part) for part in parts)
        assert value(table, "skew_auc_change", seed=seed) == pytest.approx(down - full)
        negative = [score[label == 0] for label, score in parts]
        expected = stats.ks_2samp(*negative).statistic
        bound = 1.358 * ((1 / len(negative[1])) * (1 - len(negative[1]) / len(negative[0]))) ** 0.5
        assert value(table, "skew_gap_over_bound", seed=seed) == pytest.approx(expected / bound)
    assert value(table, "skew_recall_change") == 0


def test_the_bound_without_replacement():
    rng = np.random.default_rng(1)
    every = np.arange(400) / 400
    above = []
    for _ in range(2000):
        few = np.sort(rng.choice(400, size=40, replace=False)) / 400
        above.append(stats.ks_2samp(every, few).statistic > 1.358 * ((1 / 40) * (1 - 0.1)) ** 0.5)
    assert np.mean(above) < 0.06


def test_panels(table, hamel):
    areas = {}
    for dataset in hamel.datasets:
        for learner in hamel.learners_of(dataset) if dataset in hamel.shown["models"] else []:
            if hamel.has(dataset, learner):
                areas[dataset, learner] = hamel.roc(dataset, learner)
    for letter, target in (("b", 1.0), ("c", 0.8), ("d", 0.5)):
        found = [np.trapezoid(p.tpr, p.fpr) for p in areas.values()]
        nearest = list(areas.values())[int(np.argmin(np.abs(np.array(found) - target)))]
        distance = np.sqrt(nearest.fpr**2 + (1 - nearest.tpr) ** 2).min()
        assert value(table, f"panel_{letter}_least_distance") == pytest.approx(distance)
        assert value(table, f"panel_{letter}_first_tpr") == pytest.approx(nearest.tpr[nearest.fp == 0].max())


def test_touching_intervals(table):
    # The intervals of two estimates with error 1 touch at a difference of 2 x 1.96, whose error is sqrt(2).
    z = 2 * stats.norm.isf(0.025) / 2**0.5
    assert value(table, "touching_p") == pytest.approx(2 * stats.norm.sf(z))


def test_bands_of_pairs_are_those_of_the_table(table, hamel):
    from rocrepro.papers import build_table

    frame = build_table("hamel2008", "pairs", hamel).frame
    together, apart = frame[frame["bands_overlap"] == 1], frame[frame["bands_overlap"] == 0]
    assert value(table, "overlap_significant") == together["different"].sum()
    assert value(table, "apart_pairs") == len(apart)
    assert value(table, "apart_not_significant") == (~apart["different"]).sum()
    for place in ("fig5a", "fig5b"):
        shown = frame[frame["shown_in"] == place]
        if len(shown):
            assert value(table, f"{place}_overlap") == shown["bands_overlap"].item()
            assert value(table, f"{place}_p") == shown["p_delong"].item()


def test_coverage_of_the_whole_curve_is_below_that_of_a_rate(table):
    assert value(table, "band_whole") < value(table, "band_pointwise") <= 1


def test_the_width_of_a_band_is_the_scatter_of_its_curves(table):
    assert value(table, "band_width_error") < 1e-12


def test_bands_meet_where_curves_end(table):
    assert value(table, "bands_gap_middle") > 0.1
    assert value(table, "bands_gap_end") == 0


def test_thresholds_of_the_reasonable_curve(table, hamel, hamel_scores):
    area = value(table, "panel_c_auc")
    (scores,) = [
        frame
        for models in hamel_scores.values()
        for frame in models.values()
        if len(frame)
        for one in [frame[frame["seed"] == 1]]
        if abs(roc_auc_score(one["label"].astype(int), one["score"]) - area) < 1e-12
    ]
    scores = scores[scores["seed"] == 1]
    label, score = scores["label"].to_numpy(), scores["score"].to_numpy()
    fpr, tpr, _ = roc_curve(label, score, drop_intermediate=False)
    assert value(table, "panel_c_below_diagonal") == pytest.approx(np.mean(fpr > tpr))
    gains = [
        (score[label == 1] >= t).mean() - (score[label == 0] >= t).mean()
        for t in np.arange(100, -1, -1) / 100
    ]
    assert value(table, "panel_c_good_thresholds") == pytest.approx(np.mean(np.array(gains) >= 0.5))
    assert value(table, "panel_c_thresholds_below") == pytest.approx(np.mean(np.array(gains) < 0))


def test_shares_of_thresholds_tell_good_from_poor():
    label, score = np.repeat([1, 0], 50), np.linspace(1, 0, 100)
    for sign, well, below in ((1, 0.3, 0), (-1, 0, 0.7)):
        points = roc_points(label, score if sign > 0 else 1 - score)
        assert facts_curves._thresholds(points, lambda gain: gain >= facts_curves.WELL) >= well
        assert facts_curves._thresholds(points, lambda gain: gain < 0) >= below
    assert facts_curves._thresholds(points, lambda gain: gain >= facts_curves.WELL) == 0
