"""The facts table: every number computed again in another way, and every claim's fact there."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from scipy import stats
from sklearn.metrics import accuracy_score, precision_score, recall_score, roc_auc_score, roc_curve

from rocrepro.claims.loading import load_ledger
from rocrepro.evaluation import roc_points
from rocrepro.papers import build_table
from rocrepro.papers.fact_rows import COLUMNS, row
from rocrepro.papers.hamel2008 import facts_bands, facts_curves, facts_definitions
from rocrepro.papers.hamel2008.chapter import base_learner, nearest
from rocrepro.papers.hamel2008.facts import facts
from rocrepro.papers.hamel2008.facts_examples import last_threshold
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
    assert {"axes_error", "implied_accuracy_nearest", "touching_p"} <= set(closed["fact"])
    assert set(made.frame["fact"]) == set(table["fact"])
    values = ["value", "low", "high", "share_resamples", "n_resamples", "n"]
    assert made.frame.loc[gone, values].isna().all(axis=None)
    assert set(made.frame.loc[gone, "engine"]) == {"", "sklearn"}  # "": on the data alone


def test_without_one_data_set_the_facts_on_ringnorm_stay(table, hamel, tmp_path):
    made = build_table("hamel2008", "facts", lacking(hamel, ["spect"], tmp_path))
    gone = using(made, ["spect"])
    facts_gone = set(made.frame.loc[gone, "fact"])
    assert {"near_perfect_first_tpr", "tree_ranks", "curves_cross", "overlap_significant"} <= facts_gone
    assert not facts_gone & {"tpr_default", "skew_gap", "published_rows", "bayes_error"}
    key = ["fact", "variant", "engine", "dataset", "learner", "seed"]
    expected = table.set_index(key)
    pd.testing.assert_frame_equal(
        made.frame[~gone].set_index(key), expected[~expected.index.get_level_values("fact").isin(facts_gone)]
    )


def named_quantities(value):
    """Names of the facts that a measure or a side of it reads."""
    if isinstance(value, dict):
        name = value.get("fact", ())
        yield from [name] if isinstance(name, str) else name
        for part in value.values():
            yield from named_quantities(part)


def test_every_fact_is_of_a_claim_and_every_claim_has_its_fact(table):
    ledger = load_ledger(ROOT / "config/claims/hamel2008", ROOT / "config/schemas/claims.schema.json")
    named = {name for claim in ledger.claims for name in named_quantities(claim.measure)}
    assert named == set(table["fact"])


def test_every_interval_holds_its_value(table):
    some = table.dropna(subset=["low"])
    assert len(some) > 10
    assert ((some["low"] <= some["value"]) & (some["value"] <= some["high"])).all()


@pytest.mark.parametrize("name", facts_definitions.NOTES)
def test_definitions(table, name):
    assert (value(table, name) < 1e-9) == (name not in ("mirror_error", "swapped_axes_error"))


def test_the_axes_of_the_graph():
    label, score = np.array([1, 1, 0, 0, 0]), np.array([0.9, 0.2, 0.7, 0.3, 0.1])
    found = facts_definitions._classifier(label, score, np.random.default_rng(1))
    area = roc_auc_score(label, score)
    assert found["axes_error"] == pytest.approx(0)
    assert found["swapped_axes_error"] == pytest.approx(abs(1 - 2 * area))


def test_a_curve_changes_when_only_some_negatives_are_repeated():
    label, score = np.array([1, 1, 0, 0, 0]), np.array([0.9, 0.2, 0.7, 0.3, 0.1])
    once, all_twice, one_twice = (
        roc_points(np.repeat(label, times), np.repeat(score, times))
        for times in ([1] * 5, [1, 1, 2, 2, 2], [1, 1, 2, 1, 1])
    )
    assert facts_definitions.apart(once, all_twice) == 0
    assert facts_definitions.apart(once, one_twice) == pytest.approx(1 / 2 - 1 / 3)


def test_only_a_perfect_curve_has_a_point_with_both(table):
    perfect, other = roc_points([1, 1, 0], [0.9, 0.8, 0.1]), roc_points([1, 0, 1], [0.9, 0.8, 0.1])
    assert facts_definitions.has_both(perfect)
    assert not facts_definitions.has_both(other)
    assert value(table, "has_both") == 0
    assert value(table, "new_rates") == 1


def test_counts_and_rates_of_random_rankings(table):
    assert value(table, "random_rates_error") < 1e-12
    assert value(table, "random_counts_error") == pytest.approx(1)  # all 4 positives against all 3 negatives
    assert 0.5 < value(table, "below_more_false") < 1
    assert 0 < value(table, "inverted_well") < 0.5


def test_right_of_the_diagonal(table):
    found = facts_definitions._right_of_diagonal(np.array([1, 0, 1, 0]), np.array([0.1, 0.8, 0.7, 0.9]))
    assert found == {"worse": [True, True, True], "above_once_inverted": [True, True, True]}
    assert value(table, "worse_than_random") == value(table, "inverted_above") == 1


def test_matrices_at_one_point(table):
    true, few = np.repeat([1, 0], [100, 100]), np.repeat([1, 0], [1000, 100])
    predicted = np.repeat([1, 0, 1, 0], [90, 10, 35, 65]), np.repeat([1, 0, 1, 0], [900, 100, 35, 65])
    for name, score in (
        ("accuracy", accuracy_score),
        ("precision", precision_score),
    ):
        expected = score(few, predicted[1]) - score(true, predicted[0])
        assert value(table, f"same_point_{name}_change") == pytest.approx(expected)
    assert value(table, "same_point_accuracy_range") == pytest.approx(0.25, abs=0.001)


def test_a_concave_curve_above_the_diagonal(table):
    assert value(table, "concave_above_diagonal") == 1


def test_area_between_two_points():
    points = roc_points([1, 1, 0, 0, 1, 1, 0], -np.arange(7.0))
    assert facts_curves.area_between(points, 0, 7) == pytest.approx(
        roc_auc_score([1, 1, 0, 0, 1, 1, 0], -np.arange(7))
    )
    assert facts_curves.area_between(points, 2, 6) == 0  # two negatives before two positives
    assert np.isnan(facts_curves.area_between(points, 0, 2))


def test_concavities_of_trained_models(table):
    assert value(table, "concave_area") < 0.5
    assert 0 <= value(table, "concave_below") <= 1


def test_curves_that_cross():
    label = np.repeat([1, 0], 50)
    early = roc_points(label, np.r_[np.arange(50) % 2 * 2.0, np.ones(50)])  # half of the positives first
    later = roc_points(label, np.r_[np.ones(50), np.arange(50) % 2 * 2.0])
    assert facts_curves.crosses(early, later)
    assert not facts_curves.crosses(early, early)
    assert not facts_curves.crosses(early, roc_points(label, label))


def test_draw_roc(table):
    assert value(table, "sweep_ends") == 1
    assert value(table, "sweep_ends", "sweep=subtraction") == 0
    # A hundred subtractions of the double .01 go below 0, so that the loop has a hundred thresholds.
    assert last_threshold() == pytest.approx(0.01, abs=1e-12)
    assert np.subtract.accumulate(np.r_[1.0, np.full(100, 0.01)])[-1] < 0


def test_printed_points(table):
    n = 3736 + 3664
    assert value(table, "implied_accuracy_rise") == pytest.approx((3362 + 238) / (3736 + 366) - 5744 / n)
    assert value(table, "implied_precision_rise") == pytest.approx(3362 / 3490 - 3362 / 4644)
    for variant, pos, neg in (("base", 3736, 3664), ("positive=wide", 3664, 3736)):
        tps = [tp for tp in range(pos + 1) if round(tp / pos, 2) == 0.9]
        fps = [fp for fp in range(neg + 1) if round(fp / neg, 2) == 0.35]
        fits = np.add.outer(tps, neg - np.array(fps)) / n
        nearest = fits.flat[np.abs(fits - 0.77).argmin()]
        assert value(table, "implied_accuracy_nearest", variant) == pytest.approx(nearest)
        assert round(nearest, 2) == 0.77
    gains = {"distance": np.hypot(0.35, 0.1) - np.hypot(0.45, 0.05), "youden": 0.5 - 0.55}
    for name, gain in gains.items():
        assert value(table, f"printed_gain_{name}") == pytest.approx(gain, abs=5e-4)
    assert value(table, "printed_gain_accuracy") == pytest.approx((0.05 * 3736 - 0.1 * 3664) / n, abs=5e-4)
    assert value(table, "printed_break_even") == pytest.approx(0.1 * 3664 / (0.05 * 3736))
    area = 0.35 * 0.9 / 2 + 0.1 * (0.9 + 0.95) / 2 + 0.55 * (0.95 + 1) / 2
    assert value(table, "printed_area") == pytest.approx(area)
    assert value(table, "printed_optimum_has_both") == 0
    assert value(table, "printed_lower_is_right") == 1
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
        if name == "default":
            assert value(table, "accuracy_default", variant) == pytest.approx(
                accuracy_score(label, predicted)
            )
    fpr, tpr, threshold = roc_curve(label, score, drop_intermediate=False)
    best = int(np.argmax(tpr - fpr))
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
    base = table[(table["fact"] == "tpr_default") & (table["variant"] == "base")]
    assert set(base["learner"]) <= {"linear", "logistic"}
    assert len(base) == 1


def test_engines_are_compared_with_one_learner(hamel):
    curves = {name: hamel.roc("ringnorm", name) for name in ("linear", "logistic", "tree")}
    alone = [("sklearn", name) for name in curves]
    both = [*alone, ("weka", "logistic"), ("weka", "tree")]
    assert base_learner(curves, both) == "logistic"
    assert base_learner(curves, alone) == nearest(curves)
    assert base_learner({"linear": curves["linear"]}, both) == "linear"  # nothing else could be run
    assert base_learner({}, both) is None


def test_kinds_of_models_that_no_engine_trains(table):
    for name in ("network_ranks", "vector_machine_ranks"):
        assert 2 < value(table, name) < 7400
    assert value(table, "usual_threshold") == 1


def test_the_published_sample_and_the_best_rule(table):
    assert value(table, "published_rows") == 7400
    assert value(table, "published_rows_left") == 0
    assert value(table, "published_larger_share") == pytest.approx(3736 / 7400)
    assert value(table, "bayes_error") == pytest.approx(0.0124, abs=0.004)


def test_sampling_down(table, hamel_scores):
    learner = table.loc[(table["fact"] == "tpr_default") & (table["variant"] == "base"), "learner"].item()
    for seed in (1, 7):
        parts, changes = two_test_sets(hamel_scores, learner, seed)
        for name, change in changes.items():
            assert value(table, f"skew_{name}", seed=seed) == pytest.approx(change)
        recall = [recall_score(label, score >= 0.5) for label, score in parts]
        assert recall[0] == recall[1]


@pytest.mark.parametrize("learner", LEARNERS)
def test_sampling_down_every_learner(table, hamel_scores, learner):
    variant = f"learner={learner}"
    for seed in (1, 7):
        parts, changes = two_test_sets(hamel_scores, learner, seed)
        expected = abs(changes["accuracy_rise"]) - abs(changes["auc_change"])
        assert value(table, "skew_accuracy_over_auc", variant, seed=seed) == pytest.approx(expected)
        negative = [score[label == 0] for label, score in parts]
        expected = stats.ks_2samp(*negative).statistic
        bound = 1.358 * ((1 / len(negative[1])) * (1 - len(negative[1]) / len(negative[0]))) ** 0.5
        assert value(table, "skew_gap_over_bound", variant, seed=seed) == pytest.approx(expected / bound)


def two_test_sets(hamel_scores, learner, seed):
    """Labels and scores of all rows and of a sample, and what changes from the one to the other."""
    scores = hamel_scores["ringnorm"]["sklearn", learner]
    parts = [(s["label"].to_numpy(), s["score"].to_numpy()) for s in (scores, sampled_down(scores, seed))]
    changes = {
        name: np.subtract(*(measure(label, score >= 0.5) for label, score in parts[::-1]))
        for name, measure in (("accuracy_rise", accuracy_score), ("precision_rise", precision_score))
    }
    return parts, changes | {"auc_change": np.subtract(*(roc_auc_score(*part) for part in parts[::-1]))}


def test_the_bound_without_replacement():
    rng = np.random.default_rng(1)
    every = np.arange(400) / 400
    above = []
    for _ in range(2000):
        few = np.sort(rng.choice(400, size=40, replace=False)) / 400
        above.append(stats.ks_2samp(every, few).statistic > 1.358 * ((1 / 40) * (1 - 0.1)) ** 0.5)
    assert np.mean(above) < 0.06


def test_the_almost_perfect_curve(table, hamel):
    curves = [
        hamel.roc(dataset, learner)
        for dataset in hamel.datasets
        for learner in (hamel.learners_of(dataset) if dataset in hamel.shown["models"] else [])
        if hamel.has(dataset, learner)
    ]
    best = max(curves, key=lambda points: np.trapezoid(points.tpr, points.fpr))
    assert value(table, "near_perfect_first_tpr") == pytest.approx(best.tpr[best.fp == 0].max())
    assert value(table, "near_perfect_fpr_at_90") == pytest.approx(best.fpr[best.tpr >= 0.9].min())


def test_touching_intervals(table):
    # The intervals of two estimates with error 1 touch at a difference of 2 x 1.96, whose error is sqrt(2).
    z = 2 * stats.norm.isf(0.025) / 2**0.5
    assert value(table, "touching_p") == pytest.approx(2 * stats.norm.sf(z))


def test_bands_of_pairs_are_those_of_the_table(table, hamel):
    frame = build_table("hamel2008", "pairs", hamel).frame
    together, apart = frame[frame["bands_overlap"] == 1], frame[frame["bands_overlap"] == 0]
    assert value(table, "overlap_significant") == pytest.approx(together["different"].mean())
    assert value(table, "apart_not_significant") == pytest.approx((~apart["different"]).mean(), nan_ok=True)


def test_a_share_of_no_pairs_is_unknown():
    one = {"n_pos": [50], "n_neg": [50], "bands_overlap": [0.5], "different": [True], "nearer": [True]}
    rows = {row["fact"]: row["value"] for row in facts_bands._rows(pd.DataFrame(one), "weka")}
    assert np.isnan(rows["apart_not_significant"])
    assert np.isnan(rows["overlap_significant"])
    assert rows["somewhere_significant"] == rows["nearer_is_better"] == 1


def test_coverage_of_the_whole_curve_is_below_that_of_a_rate(table):
    assert value(table, "band_whole") < value(table, "band_pointwise") <= 1
