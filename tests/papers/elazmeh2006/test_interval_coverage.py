"""The coverage simulation of the intervals: its truths in closed form, its resamples against the library."""

from math import sqrt

import numpy as np
import pandas as pd
import pytest
from scipy import stats
from scipy.integrate import quad
from scipy.special import expit, ndtr, ndtri

from rocrepro.evaluation import (
    chosen_cut,
    curve_differences,
    curve_intervals,
    expected_calibration_error,
    multiclass_auc,
    partial_auc,
    recalibration,
    roc_auc,
    roc_points,
    smooth_calibration,
    weighted_measures,
)
from rocrepro.evaluation.cluster_codes import single_unit
from rocrepro.evaluation.curve_intervals import difference_estimate, percentile_estimate
from rocrepro.papers import build_table
from rocrepro.papers.elazmeh2006 import interval_coverage
from rocrepro.papers.elazmeh2006.interval_coverage import FAMILIES, judge, truths
from rocrepro.papers.elazmeh2006.interval_coverage_report import COLUMNS, REASONS, misses, reason
from rocrepro.papers.elazmeh2006.interval_designs import ThreeClasses, Weights
from rocrepro.papers.elazmeh2006.interval_methods import CHOSEN, curve_statistics, resamples
from rocrepro.papers.elazmeh2006.interval_probabilities import probabilities
from rocrepro.papers.elazmeh2006.interval_resamples import (
    N_BOOT,
    PARTIAL,
    chosen_samples,
    curves_of,
    drawn_rows,
    partial_areas,
    statistics,
)
from rocrepro.papers.elazmeh2006.interval_scenarios import (
    CLUSTERS,
    LARGEST,
    LEVELS,
    OVERCONFIDENT,
    SCENARIOS,
    WITHIN_CLUSTERS,
    Scenario,
)

BY_NAME = {scenario.name: scenario for scenario in (*SCENARIOS, OVERCONFIDENT)}
SMOOTH = [name for name, scenario in BY_NAME.items() if not scenario.levels and scenario.stretch == 1]


def integral(of, low, high):
    return quad(of, low, high, limit=400, epsabs=1e-10)[0]


@pytest.mark.parametrize("name", SMOOTH)
def test_truths_of_normal_scores_in_closed_form(name):
    scenario = BY_NAME[name]
    found, share = truths(scenario), scenario.share
    d, other = scenario.distances
    hit, miss = ndtr(d / 2), ndtr(-d / 2)  # the cut is in the middle between the classes
    ppv = share * hit / (share * hit + (1 - share) * miss)
    expected = {
        "auc": scenario.auc,
        "auc_difference": scenario.auc - scenario.other_auc,
        "sensitivity": hit,
        "sensitivity_difference": hit - ndtr(other / 2),
        "ppv": ppv,
        "ppv_at_prevalence": 0.1 * hit / (0.1 * hit + 0.9 * miss),
        "lr_positive": hit / miss,
        "f1": 2 * share * hit / (share * hit + (1 - share) * miss + share),
        "mcc": sqrt(share * (1 - share) / ((ppv_at := share * hit + (1 - share) * miss) * (1 - ppv_at)))
        * (hit - miss),
        "chosen_threshold": share,
        "sensitivity_at_specificity": ndtr(d + ndtri(0.1)),
        "partial_auc": (part := integral(lambda fpr: ndtr(d + ndtri(fpr)), 0, 0.2)),
        "partial_auc_mcclish": (1 + (part - 0.02) / (0.2 - 0.02)) / 2,
        "partial_auc_difference": part - integral(lambda fpr: ndtr(other + ndtri(fpr)), 0, 0.2),
    }
    odds = np.log(share / (1 - share))

    def precision(t):
        return share * ndtr(d - t) / (share * ndtr(d - t) + (1 - share) * ndtr(-t))

    expected["average_precision"] = integral(lambda t: precision(t) * stats.norm.pdf(t - d), d - 9, d + 9)

    def error(t):
        p = expit(odds + d * t - d**2 / 2)
        both = share * stats.norm.pdf(t - d) + (1 - share) * stats.norm.pdf(t)
        return p * (1 - p) * both

    expected["brier"] = integral(error, -9, d + 9)
    at = (np.log(0.3 / 0.7) - odds + d**2 / 2) / d
    expected["net_benefit"] = share * ndtr(d - at) - (1 - share) * ndtr(-at) * 0.3 / 0.7
    for measure, value in expected.items():
        # The best point is flat: its threshold is less sure than all else.
        near = {"chosen_threshold": 5e-3, "average_precision": 5e-4}.get(measure, 2e-4 * max(1, value))
        assert found[measure] == pytest.approx(value, abs=near), measure


@pytest.mark.parametrize("name", [*SMOOTH, "ties", "overconfident"])
def test_calibration_of_the_population_is_what_is_taken_for_true(name):
    scenario = BY_NAME[name]
    found, rows = interval_coverage.calibration_truths(scenario), scenario.population
    again = recalibration(rows.positive[::10], rows.a[::10])
    for measure in ("slope", "intercept", "in_the_large"):
        assert getattr(again, measure) == pytest.approx(found[measure], abs=0.02)
    assert expected_calibration_error(rows.positive, rows.a) == pytest.approx(found["ece"], abs=5e-4)
    ici = smooth_calibration(rows.positive[::100], rows.a[::100]).ici
    assert ici == pytest.approx(found["ici"], abs=8e-3)


def test_levels_are_true_probabilities_and_their_truths_sums_over_levels():
    scenario = BY_NAME["ties"]
    d = scenario.distances[0]
    parts = [np.diff(ndtr(np.r_[-np.inf, d / 2 + LEVELS, np.inf] - mean)) for mean in (d, 0)]
    pairs = np.outer(*parts)
    area = np.tril(pairs, -1).sum() + np.trace(pairs) / 2
    found = truths(scenario)
    assert found["auc"] == pytest.approx(area, abs=1e-4)
    assert found["sensitivity"] == pytest.approx(ndtr(d / 2), abs=1e-4)
    score = np.unique(scenario.population.a)
    expected = 0.3 * parts[0] / (0.3 * parts[0] + 0.7 * parts[1])
    np.testing.assert_allclose(score, expected)


def test_truths_of_the_other_designs():
    three, rng = ThreeClasses(), np.random.default_rng(1)
    score = np.concatenate([three.scores(rng) for _ in range(300)])
    found = multiclass_auc(np.tile(three.label, 300), score, range(3))
    assert found.hand_till == pytest.approx(three.truths["hand_till"], abs=5e-3)
    assert found.macro == pytest.approx(three.truths["macro"], abs=5e-3)
    weights = Weights()
    assert weights.truths["auc"] == pytest.approx(
        np.mean(ndtr(np.array(weights.distances) / sqrt(2))), abs=1e-4
    )
    drawn = [np.concatenate(part) for part in zip(*(weights.draw(rng) for _ in range(300)), strict=True)]
    measured = weighted_measures(*drawn)
    for measure, value in weights.truths.items():
        assert measured[measure] == pytest.approx(value, abs=6e-3)


@pytest.mark.parametrize("name", [scenario.name for scenario in SCENARIOS])
def test_rows_are_drawn_as_the_scenario_says(name):
    scenario, rng = BY_NAME[name], np.random.default_rng(3)
    draws = [scenario.draw(rng) for _ in range(60)]
    sizes = np.array([[one.positive.sum(), (~one.positive).sum()] for one in draws])
    wanted = scenario.n_pos, scenario.n_neg
    if scenario.design == "classes":
        assert (sizes == wanted).all()
    else:
        assert (sizes.std(axis=0) > 0).all()
        np.testing.assert_allclose(sizes.mean(axis=0), wanted, rtol=0.1)
    positive, a, b = (
        np.concatenate([getattr(one, part) for one in draws]) for part in ("positive", "a", "b")
    )
    true = truths(scenario)
    assert roc_auc(roc_points(positive, a)) == pytest.approx(true["auc"], abs=0.03)
    assert roc_auc(roc_points(positive, b)) == pytest.approx(true["auc"] - true["auc_difference"], abs=0.03)
    assert 0.2 < stats.spearmanr(a[positive], b[positive]).statistic < 0.7
    if scenario.design == "clusters":
        counts = np.concatenate([np.bincount(one.cluster) for one in draws])
        assert (counts.min(), counts.max(), len(counts)) == (1, LARGEST, 60 * CLUSTERS)
        latent = np.concatenate([(np.log(one.a / (1 - one.a))) for one in draws])
        code = np.concatenate([one.cluster + CLUSTERS * at for at, one in enumerate(draws)])
        latent = (
            latent - np.where(positive, latent[positive].mean(), latent[~positive].mean())
        ) / latent.std()
        same = code[1:] == code[:-1]
        assert np.corrcoef(latent[1:][same], latent[:-1][same])[0, 1] == pytest.approx(
            WITHIN_CLUSTERS, abs=0.1
        )


@pytest.mark.parametrize("name", ["small", "ties", "near_perfect", "cohort", "clusters"])
def test_resamples_in_one_pass_are_those_of_the_library(name):
    scenario = BY_NAME[name]
    rows, cut = scenario.draw(np.random.default_rng(4)), scenario.share
    cluster, stratified = rows.cluster, name == "cohort"
    counts = drawn_rows(rows.positive, np.random.default_rng(5), cluster, stratified)
    a, b = (curves_of(rows.positive, score, counts) for score in (rows.a, rows.b))
    sampled = statistics(a, cut)
    how = {"n_resamples": N_BOOT, "cluster": cluster, "stratified": stratified}
    single = single_unit(rows.positive, cluster)
    library = curve_intervals(
        rows.positive, rows.a, curve_statistics(cut), seed=np.random.default_rng(5), **how
    )
    for measure, one in library.items():
        ours = percentile_estimate(one.value, sampled[measure], 0.05, single)
        np.testing.assert_allclose((ours.low, ours.high), (one.low, one.high), rtol=1e-12, err_msg=measure)
        assert ours.reason == one.reason
    of = {"p": lambda points: partial_auc(points, fpr=PARTIAL)}
    difference = curve_differences(rows.positive, rows.a, rows.b, of, seed=np.random.default_rng(5), **how)[
        "p"
    ]
    ours = difference_estimate(
        (difference.value_a, difference.value_b), partial_areas(a), partial_areas(b), 0.05, single
    )
    assert (ours.low, ours.high) == pytest.approx((difference.low, difference.high), rel=1e-9)
    chosen = chosen_cut(rows.positive, rows.a, "youden", seed=np.random.default_rng(5), **how)
    found = {(f.measure, f.method): f for f in resamples(scenario, rows, rows, np.random.default_rng(5))}
    if cluster is None and not stratified:
        threshold = found["chosen_threshold", "bootstrap"]
        assert (threshold.low, threshold.high) == pytest.approx(
            (chosen.threshold.low, chosen.threshold.high), nan_ok=True
        )
        corrected = found[CHOSEN, "wilson_corrected_by_bootstrap"].value
        assert corrected == pytest.approx(chosen.sensitivity_corrected, abs=1e-12)
    else:
        limits = np.quantile(chosen_samples(a).threshold, [0.025, 0.975], method="inverted_cdf")
        assert chosen.threshold.low == pytest.approx(limits[0], abs=0.05)


def test_the_truth_of_a_chosen_cut_is_its_own():
    scenario = BY_NAME["balanced"]
    rows = scenario.draw(np.random.default_rng(6))
    (one,) = (
        found
        for found in resamples(scenario, rows, rows, np.random.default_rng(1))
        if (found.measure, found.method) == (CHOSEN, "wilson")
    )
    best = chosen_cut(rows.positive, rows.a, "youden", n_resamples=2, seed=1).point
    d = scenario.distances[0]
    latent = np.log(best.threshold / (1 - best.threshold)) / d + d / 2
    assert one.truth == pytest.approx(ndtr(d - latent), abs=1e-4)
    assert one.value == best.tpr


def test_hits_and_misses_by_hand():
    nan = float("nan")
    found = judge(
        np.array(
            [
                [0.5, 0.6, 0.5, 0.7],  # on the edge
                [0.5, 0.6, 0.51, 0.7],
                [0.5, 0.4, 0.3, 0.49],
                [0.5, 0.4, 0.3, 0.48],
                [0.5, 1.0, 1.0, 1.0],  # no width
                [0.5, nan, nan, nan],
            ]
        )
    )
    assert {name: found[name] for name in ("covered", "runs", "below", "above", "not_estimable")} == {
        "covered": 1, "runs": 4, "below": 1, "above": 2, "not_estimable": 2,
    }  # fmt: skip
    assert found["mean_width"] == pytest.approx((0.2 + 0.19 + 0.19 + 0.18) / 4)
    assert found["bias"] == pytest.approx((0.1 + 0.1 - 0.1 - 0.1 + 0.5) / 5)


def test_one_more_kind_of_method_changes_no_other_number(shown, monkeypatch, interval_runs):
    monkeypatch.setattr(interval_coverage, "RUNS", {"ci": 4})
    monkeypatch.setattr(interval_coverage, "SCENARIOS", [BY_NAME["small"]])
    monkeypatch.setattr(interval_coverage, "FAMILIES", {"probabilities": probabilities})
    again = interval_coverage.interval_coverage(shown)
    for name in ("small", "overconfident", "three_classes", "weights"):
        part = again[again["scenario"] == name].set_index(["measure", "method"])
        before = interval_runs[interval_runs["scenario"] == name].set_index(["measure", "method"])
        pd.testing.assert_frame_equal(part, before.loc[part.index])
    assert set(FAMILIES) > {"probabilities"}


def test_every_scenario_has_every_measure(interval_runs):
    names = {"three_classes", "weights", *BY_NAME}
    assert set(interval_runs["scenario"]) == names
    assert not interval_runs.duplicated(["scenario", "measure", "method"]).any()
    by_scenario = interval_runs.groupby("scenario")["measure"].agg(set)
    for scenario in SCENARIOS:
        assert by_scenario[scenario.name] == {*truths(scenario), CHOSEN}
    # Few runs here: the released sizes say how often each method holds the truth.
    counts = interval_runs[["covered", "below", "above"]].sum(axis=1)
    assert (counts == interval_runs["runs"]).all()
    assert (
        interval_runs["n_pos"].isna().sum()
        == interval_runs["scenario"].isin(["three_classes", "weights"]).sum()
    )


def test_what_is_drawn_apart_covers_and_what_ignores_clusters_is_narrower(interval_runs):
    found = interval_runs.set_index(["scenario", "measure", "method"])
    wide = found.loc[("clusters", "auc", "obuchowski"), "mean_width"]
    assert found.loc[("clusters", "auc", "delong"), "mean_width"] < wide
    apart = interval_runs["scenario"] != "clusters"
    exact = interval_runs[apart & (interval_runs["method"] == "clopper_pearson")]
    assert (exact["covered"].sum() / exact["runs"].sum()) > 0.85


def test_table_columns_limits_and_words(evaluated):
    table = build_table("elazmeh2006", "interval_coverage", evaluated)
    assert list(table.frame.columns) == COLUMNS
    row = table.frame.iloc[0]
    limits = stats.binomtest(int(row["covered"]), int(row["runs"])).proportion_ci(method="wilson")
    assert (row["low"], row["high"]) == pytest.approx(tuple(limits))
    assert row["coverage"] == row["covered"] / row["runs"]
    words = table.markdown()
    assert "rare (10 + 490; AUC 0.8)" in words
    assert "Without an interval" in words
    assert "{" not in "".join(table.notes)


def rows_of(*entries):
    return pd.DataFrame(entries, columns=["scenario", "measure", "method", "high"]).assign(level=0.95)


def test_misses_and_their_reasons():
    frame = rows_of(
        ("rare", "f1", "bootstrap", 0.92),
        ("rare", "f1", "bootstrap", 0.94),
        ("cohort", "f1", "bootstrap_within_classes", 0.9),
        ("cohort", "f1", "bootstrap", 0.9),
        ("clusters", "auc", "delong", 0.9),
        ("clusters", "auc", "obuchowski", 0.9),
        ("clusters", "chosen_sensitivity", "wilson_corrected_by_cluster_bootstrap", 0.9),
        ("small", "chosen_sensitivity", "wilson", 0.9),
        ("near_perfect", "auc", "delong", 0.9),
        ("ties", "sensitivity_at_specificity", "bootstrap", 0.9),
        ("weights", "auc", "delong_without_weights", 0.5),
        ("rare", "net_benefit", "bootstrap", 0.5),
        ("balanced", "auc", "delong", 0.5),
    )
    assert misses(frame).tolist() == [True, False, *[True] * 11]
    assert frame.apply(reason, axis=1).tolist() == [
        *("few_resampled", "few_resampled", "mix", "few_resampled", "clusters", "few_clusters", "clusters"),
        *("chosen", "few_normal", "steps", "weights", "few_events", ""),
    ]
    assert set(frame.apply(reason, axis=1)) <= set(REASONS)


def test_a_share_is_needed_that_keeps_the_overconfident_intercept_at_0():
    with pytest.raises(AssertionError):
        interval_coverage.calibration_truths(Scenario("x", 50, 100, stretch=2.0))
