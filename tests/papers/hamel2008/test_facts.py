"""The facts table: every number computed again in another way, and every claim's fact there."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations

import numpy as np
import pandas as pd
import pytest
from scipy import stats
from sklearn.metrics import accuracy_score, precision_score, recall_score, roc_auc_score, roc_curve

from rocrepro.evaluation import roc_points
from rocrepro.papers import build_table
from rocrepro.papers.fact_rows import COLUMNS, KEYS, row
from rocrepro.papers.hamel2008 import facts_bands, facts_curves, facts_definitions
from rocrepro.papers.hamel2008.chapter import base_learner, nearest, printed_points
from rocrepro.papers.hamel2008.facts import facts
from rocrepro.papers.hamel2008.facts_definitions import OF_POINTS
from rocrepro.papers.hamel2008.facts_examples import last_threshold
from rocrepro.papers.hamel2008.skew import sampled_down
from rocrepro.papers.identities import identity_rows
from tests.papers.lacking import using

from .conftest import lacking, simulated

FURTHER = ["of", "metric", "criterion", "point", "model"]
KEY = [*KEYS, *FURTHER]
LABEL, SCORE = np.array([1, 1, 0, 0, 0]), np.array([0.9, 0.2, 0.7, 0.3, 0.1])
LEARNERS = ("stump", "tree", "forest", "naive_bayes", "linear", "logistic")


@pytest.fixture(scope="module")
def table(hamel):
    return facts(hamel).frame


def value(table, fact, variant="base", seed=1, **where):
    found = (table["fact"] == fact) & (table["variant"] == variant) & (table["seed"] == seed)
    for name, wanted in where.items():
        found &= table[name] == wanted
    return table.loc[found, "value"].item()


def test_columns_and_keys(table):
    assert sorted(table.columns) == sorted([*COLUMNS, *FURTHER, "unit"])
    assert not table.duplicated(KEY).any()
    assert table["fact"].str.fullmatch("[a-z0-9_]+").all()
    assert (table["note"] != "").all()


def test_row_defaults():
    assert set(row("a_fact", True)) == set(COLUMNS)


@pytest.mark.filterwarnings("error")
def test_without_data_the_closed_forms_stay(without_data, table):
    made = build_table("hamel2008", "facts", without_data)
    assert "**Missing:** ringnorm: gone" in made.markdown()
    gone = using(made, without_data.datasets)
    closed = made.frame[~gone].reset_index(drop=True)
    assert set(closed["engine"]) == {""}
    assert closed["value"].notna().all()
    assert {"swapped_axes_error", "implied_accuracy_nearest", "touching_p"} <= set(closed["fact"])
    assert set(made.frame["fact"]) == set(table["fact"])
    values = ["value", "low", "high", "share_resamples", "n_resamples", "n"]
    assert made.frame.loc[gone, values].isna().all(axis=None)
    assert set(made.frame.loc[gone, "engine"]) == {"", "sklearn"}  # "": on the data alone


def test_without_one_data_set_the_facts_on_ringnorm_stay(table, hamel, tmp_path):
    made = build_table("hamel2008", "facts", lacking(hamel, ["spect"], tmp_path))
    gone = using(made, ["spect"])
    facts_gone = set(made.frame.loc[gone, "fact"])
    assert {"near_perfect_first_tpr", "least_ranks", "curves_cross", "overlap_significant"} <= facts_gone
    assert not facts_gone & {"at_point", "skew_gap", "published_rows", "bayes_error"}
    expected = table.set_index(KEY)
    pd.testing.assert_frame_equal(
        made.frame[~gone].set_index(KEY), expected[~expected.index.get_level_values("fact").isin(facts_gone)]
    )


def test_a_configuration_without_ringnorm_has_the_other_quantities(table, hamel):
    datasets = [name for name in hamel.shown["datasets"] if name != "ringnorm"]
    models = {name: models for name, models in hamel.shown["models"].items() if name != "ringnorm"}
    fewer = {"datasets": datasets, "models": models, "absent": ["ringnorm"]}
    facts_of = {name: entry for name, entry in hamel.facts.items() if name != "ringnorm"}
    without = replace(hamel, shown=hamel.shown | fewer, facts=facts_of, simulations={})
    made = build_table("hamel2008", "facts", simulated(without, hamel.simulations["bands"])).frame
    assert set(made["fact"]) < set(table["fact"])
    assert {"swapped_axes_error", "published_rows", "curves_cross"} <= set(
        made.loc[made["value"].notna(), "fact"]
    )
    assert not {"at_point", "gain", "skew_gap"} & set(made["fact"])


def named_quantities(value):
    """Names of the facts that a measure or a side of it reads."""
    if isinstance(value, dict):
        name = value.get("fact", ())
        yield from [name] if isinstance(name, str) else name
        for part in value.values():
            yield from named_quantities(part)


def test_every_declared_quantity_is_of_a_claim_and_every_claim_has_its_quantity(table, ledger):
    named = {name for claim in ledger.claims for name in named_quantities(claim.measure)}
    assert named == set(ledger.quantities) == set(table["fact"])


def test_quantities_go_by_what_is_declared(table, ledger):
    """The table itself lets a run that lacks something have rows without names."""
    filled = table[["dataset", "learner", *FURTHER]].fillna("") != ""
    for name, one in ledger.quantities.items():
        rows = filled[table["fact"] == name]
        assert set(rows.columns[rows.any()]) == {*one.get("by", ())}, name


def test_every_interval_holds_its_value(table):
    some = table.dropna(subset=["low"])
    assert len(some) > 10
    assert ((some["low"] <= some["value"]) & (some["value"] <= some["high"])).all()


@pytest.mark.parametrize("name", [one.name for one in (*OF_POINTS, *facts_definitions.OF_CURVES)])
def test_what_the_words_as_printed_give(table, name):
    assert value(table, name) == pytest.approx(1)


def test_the_axes_of_the_graph():
    symbols = facts_definitions.curve_symbols(LABEL, SCORE)
    found = {row["fact"]: row["value"] for row in identity_rows(facts_definitions.OF_CURVES, symbols)}
    area = roc_auc_score(LABEL, SCORE)
    assert found["swapped_axes_error"] == pytest.approx(abs(1 - 2 * area))


def test_inverted_rates_are_of_the_rows():
    symbols = facts_definitions.point_symbols(LABEL, SCORE)
    counts, sizes = np.array([[0, 0, 1, 2, 2, 3], [0, 1, 1, 1, 2, 2]]), np.array([[3], [2]])
    assert symbols["rates"] == pytest.approx(counts / sizes)
    assert symbols["inverted"] == pytest.approx(1 - counts / sizes)


@pytest.mark.parametrize("times", [2, 7])
def test_repeating_every_negative_row_changes_no_point(times):
    """Rates are shares of one class, whose size is no matter; repeating one row only is another thing."""
    few = roc_points(LABEL, SCORE)
    repeat = np.where(LABEL == 0, times, 1)
    more = roc_points(np.repeat(LABEL, repeat), np.repeat(SCORE, repeat))
    assert np.array([more.fpr, more.tpr]) == pytest.approx(np.array([few.fpr, few.tpr]))
    one = np.array([1, 1, times, 1, 1])
    other = roc_points(np.repeat(LABEL, one), np.repeat(SCORE, one))
    assert np.abs(other.fpr - few.fpr).max() == pytest.approx(times / (times + 2) - 1 / 3)


def test_only_a_perfect_curve_has_a_point_with_both(table):
    perfect, other = roc_points([1, 1, 0], [0.9, 0.8, 0.1]), roc_points([1, 0, 1], [0.9, 0.8, 0.1])
    assert facts_definitions.has_both(perfect)
    assert not facts_definitions.has_both(other)
    assert value(table, "has_both") == 0


def test_counts_and_rates_of_random_rankings(table):
    assert value(table, "random_counts") == pytest.approx(1)  # all 4 positives against all 3 negatives
    assert 0.5 < value(table, "below_more_false") < 1


def test_matrices_at_one_point(table):
    true, few = np.repeat([1, 0], [100, 100]), np.repeat([1, 0], [1000, 100])
    predicted = np.repeat([1, 0, 1, 0], [90, 10, 35, 65]), np.repeat([1, 0, 1, 0], [900, 100, 35, 65])
    for name, score in (
        ("accuracy", accuracy_score),
        ("precision", precision_score),
    ):
        expected = score(few, predicted[1]) - score(true, predicted[0])
        assert value(table, "same_point_change", metric=name) == pytest.approx(expected)
    assert value(table, "same_point_accuracy_range") == pytest.approx(0.25, abs=0.001)


def test_a_concave_curve_above_the_diagonal(table):
    assert value(table, "concave_above_diagonal") == 1


def test_concavities_of_trained_models(table):
    assert 0 <= value(table, "concave_below") <= 1


def test_bars_that_are_apart():
    low, high = (pd.DataFrame({"lower": [at, at], "upper": [at + 0.1, at + 0.2]}) for at in (0.3, 0.45))
    assert facts_curves.apart(high, low)
    assert not facts_curves.apart(low, high)
    assert not facts_curves.apart(low, low)
    assert not facts_curves.apart(low + 0.1, low)  # they touch


def test_pairs_that_no_number_ranks(table, hamel, hamel_scores):
    crossed, hidden = [], []
    for dataset, models in hamel_scores.items():
        if dataset in ("spectf", "spectf_withdrawn"):  # the cases of spectf_cv80
            continue
        bars = {name: hamel.rows("vertical", dataset, name) for _, name in models}
        right = {
            name: accuracy_score(scores["label"], scores["score"] >= 0.5, normalize=False)
            for (_, name), scores in ((key, of_seed(one)) for key, one in models.items())
            if len(scores)
        }
        for pair in combinations(right, 2):
            ahead = {
                one: any(bars[one]["lower"].to_numpy() > bars[other]["upper"].to_numpy())
                for one, other in (pair, pair[::-1])
            }
            if any(ahead.values()):
                crossed.append(all(ahead.values()))
                best = max(right[name] for name in pair)
                only = sum(right[name] == best for name in pair) == 1
                hidden.append(any(ahead[name] for name in pair if not (only and right[name] == best)))
    assert len(crossed) > 5
    assert value(table, "curves_cross") == pytest.approx(np.mean(crossed))
    assert value(table, "accuracy_hides") == pytest.approx(np.mean(hidden))


def of_seed(scores):
    return scores[scores["seed"] == 1]


def test_the_loop_of_draw_roc():
    # A hundred subtractions of the double .01 go below 0, so that the loop has a hundred thresholds.
    assert last_threshold() == pytest.approx(0.01, abs=1e-12)
    assert np.subtract.accumulate(np.r_[1.0, np.full(100, 0.01)])[-1] < 0


def test_printed_points(table):
    n = 3736 + 3664
    assert value(table, "implied_rise", metric="accuracy") == pytest.approx(
        (3362 + 238) / (3736 + 366) - 5744 / n
    )
    assert value(table, "implied_rise", metric="precision") == pytest.approx(3362 / 3490 - 3362 / 4644)
    for variant, pos, neg in (("base", 3736, 3664), ("positive=wide", 3664, 3736)):
        tps = [tp for tp in range(pos + 1) if round(tp / pos, 2) == 0.9]
        fps = [fp for fp in range(neg + 1) if round(fp / neg, 2) == 0.35]
        fits = np.add.outer(tps, neg - np.array(fps)) / n
        nearest = fits.flat[np.abs(fits - 0.77).argmin()]
        assert value(table, "implied_accuracy_nearest", variant) == pytest.approx(nearest)
        assert round(nearest, 2) == 0.77
    gains = {"distance": np.hypot(0.35, 0.1) - np.hypot(0.45, 0.05), "youden": 0.5 - 0.55}
    for name, gain in gains.items():
        assert value(table, "printed_gain", criterion=name) == pytest.approx(gain, abs=5e-4)
    assert value(table, "printed_gain", criterion="accuracy") == pytest.approx(
        (0.05 * 3736 - 0.1 * 3664) / n, abs=5e-4
    )
    assert value(table, "printed_break_even", of="printed") == pytest.approx(0.1 * 3664 / (0.05 * 3736))
    off = np.meshgrid(*[[-0.005, 0.005]] * 4)
    costs = (0.45 + off[0] - 0.35 - off[1]) * 3664 / ((0.95 + off[2] - 0.9 - off[3]) * 3736)
    for of, cost in {"least": costs.min(), "largest": costs.max()}.items():
        assert value(table, "printed_break_even", of=of) == pytest.approx(cost)
    area = 0.35 * 0.9 / 2 + 0.1 * (0.9 + 0.95) / 2 + 0.55 * (0.95 + 1) / 2
    assert value(table, "printed_area") == pytest.approx(area)
    assert value(table, "printed_optimum_has_both") == 0
    # The best linear score: N(2, 1) against N(0, 4) on the line between the means.
    height = stats.norm.sf(stats.norm.isf(0.35) * 2, loc=2)
    assert value(table, "linear_gap", point="a") == pytest.approx(height - 0.9)


@pytest.mark.parametrize("learner", LEARNERS)
def test_models_on_ringnorm(table, hamel_scores, learner):
    scores = hamel_scores["ringnorm"]["sklearn", learner]
    label, score = scores["label"].to_numpy(), scores["score"].to_numpy()
    variant = f"learner={learner}"
    for point, threshold in (("a", 0.5), ("optimum", 0.35)):
        at = {"variant": variant, "point": point}
        predicted = score >= threshold
        assert value(table, "at_point", metric="tpr", **at) == pytest.approx(recall_score(label, predicted))
        assert value(table, "at_point", metric="fpr", **at) == pytest.approx(predicted[label == 0].mean())
        if point == "a":
            assert value(table, "at_point", metric="accuracy", **at) == pytest.approx(
                accuracy_score(label, predicted)
            )
    fpr, tpr, threshold = roc_curve(label, score, drop_intermediate=False)
    best = int(np.argmax(tpr - fpr))
    assert value(table, "best_threshold", variant, criterion="youden") == pytest.approx(threshold[best])
    rates = [(score[label == k] >= t).mean() for t in (0.5, 0.35) for k in (0, 1)]
    assert value(table, "gain", variant, criterion="youden") == pytest.approx(
        rates[3] - rates[2] - rates[1] + rates[0]
    )
    expected = np.hypot(rates[0], 1 - rates[1]) - np.hypot(rates[2], 1 - rates[3])
    assert value(table, "gain", variant, criterion="distance") == pytest.approx(expected)


def test_gains_scatter_as_theory_says(table):
    linear = table[table["variant"] == "learner=linear"].set_index(["fact", "criterion"])
    found = linear.loc["gain", "youden"]
    rate = {
        (metric, point): value(table, "at_point", "learner=linear", metric=metric, point=point)
        for metric in ("tpr", "fpr")
        for point in ("a", "optimum")
    }
    steps = [(rate[k, "optimum"] - rate[k, "a"], n) for k, n in (("tpr", 800), ("fpr", 790))]
    error = sum(p * (1 - p) / n for p, n in steps) ** 0.5
    assert (found["high"] - found["low"]) / (2 * 1.96) == pytest.approx(error, rel=0.1)


def test_the_base_model_is_the_nearest(table):
    base = table[
        (table["fact"] == "at_point") & (table["metric"] == "accuracy") & (table["variant"] == "base")
    ]
    assert set(base["learner"]) <= {"linear", "logistic"}
    assert len(base) == 1


def test_engines_are_compared_with_one_learner(hamel):
    curves = {name: hamel.roc("ringnorm", name) for name in ("linear", "logistic", "tree")}
    alone = [("sklearn", name) for name in curves]
    printed = printed_points(hamel.shown)
    both = [*alone, ("weka", "logistic"), ("weka", "tree")]
    assert base_learner(curves, both, printed) == "logistic"
    assert base_learner(curves, alone, printed) == nearest(curves, printed)
    assert base_learner({"linear": curves["linear"]}, both, printed) == "linear"  # nothing else could be run
    assert base_learner({}, both, printed) is None


def test_kinds_of_models_that_no_engine_trains(table):
    for model in ("network", "vector_machine"):
        assert 2 < value(table, "ranks", model=model) < 7400
    assert value(table, "usual_threshold") == 1


def test_the_published_sample_and_the_best_rule(table):
    assert value(table, "published_rows") == 7400
    assert value(table, "published_rows_left") == 0
    assert value(table, "published_larger_share") == pytest.approx(3736 / 7400)
    assert value(table, "bayes_error") == pytest.approx(0.0124, abs=0.004)


def test_sampling_down(table, hamel_scores):
    (learner,) = set(table.loc[(table["fact"] == "at_point") & (table["variant"] == "base"), "learner"])
    for seed in (1, 7):
        parts, changes = two_test_sets(hamel_scores, learner, seed)
        assert value(table, "skew_auc_change", seed=seed) == pytest.approx(changes.pop("auc_change"))
        for metric, change in changes.items():
            assert value(table, "skew_rise", seed=seed, metric=metric) == pytest.approx(change)
        recall = [recall_score(label, score >= 0.5) for label, score in parts]
        assert recall[0] == recall[1]


@pytest.mark.parametrize("learner", LEARNERS)
def test_sampling_down_every_learner(table, hamel_scores, learner):
    variant = f"learner={learner}"
    for seed in (1, 7):
        parts, changes = two_test_sets(hamel_scores, learner, seed)
        gap = widest_gap(*(roc_curve(label, score)[:2] for label, score in parts))
        for metric in ("accuracy", "precision"):
            for name, moved in (("auc", abs(changes["auc_change"])), ("gap", gap)):
                found = value(table, f"skew_metric_over_{name}", variant, seed=seed, metric=metric)
                assert found == pytest.approx(abs(changes[metric]) - moved)
        assert value(table, "skew_gap", variant, seed=seed) == pytest.approx(gap)
        found = value(table, "skew_auc_change", variant, seed=seed)
        assert found == pytest.approx(changes["auc_change"])


def widest_gap(one, other):
    """Largest difference of two curves on a grid; at an upright stretch the height is the upper one."""
    grid = np.linspace(0, 1, 1001)
    heights = []
    for fpr, tpr in (one, other):
        height = np.interp(grid, fpr, tpr)
        for at in np.flatnonzero(np.isin(grid, fpr)):
            height[at] = tpr[fpr == grid[at]].max()
        heights.append(height)
    return np.abs(heights[0] - heights[1]).max()


def two_test_sets(hamel_scores, learner, seed):
    """Labels and scores of all rows and of a sample, and what changes from the one to the other."""
    scores = hamel_scores["ringnorm"]["sklearn", learner]
    parts = [(s["label"].to_numpy(), s["score"].to_numpy()) for s in (scores, sampled_down(scores, seed))]
    changes = {
        name: np.subtract(*(measure(label, score >= 0.5) for label, score in parts[::-1]))
        for name, measure in (("accuracy", accuracy_score), ("precision", precision_score))
    }
    return parts, changes | {"auc_change": np.subtract(*(roc_auc_score(*part) for part in parts[::-1]))}


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
    frame = frame[~frame["dataset"].isin(["spectf", "spectf_withdrawn"])]
    together, apart = frame[frame["bands_overlap"] == 1], frame[frame["bands_overlap"] < 0.5]
    assert value(table, "overlap_significant") == pytest.approx(together["different"].mean())
    assert value(table, "apart_not_significant") == pytest.approx((~apart["different"]).mean(), nan_ok=True)
    better = []
    for pair in frame[frame["different"]].itertuples():
        near = {}
        for name in (pair.a, pair.b):
            points = hamel.roc(pair.dataset, name)
            near[name] = np.hypot(points.fpr, 1 - points.tpr).min()
        better.append((near[pair.a] < near[pair.b]) == (pair.difference > 0))
    assert better
    assert value(table, "nearer_is_better") == pytest.approx(np.mean(better))


def test_a_share_of_no_pairs_is_unknown():
    one = {"n_pos": [50], "n_neg": [50], "bands_overlap": [0.5], "different": [True], "nearer": [True]}
    rows = {row["fact"]: row["value"] for row in facts_bands._rows(pd.DataFrame(one), "weka")}
    assert np.isnan(rows["apart_not_significant"])
    assert np.isnan(rows["overlap_significant"])
    assert rows["somewhere_significant"] == rows["nearer_is_better"] == 1


def test_coverage_of_the_whole_curve_is_below_that_of_a_rate(table):
    assert value(table, "band_whole") < value(table, "band_pointwise") <= 1
