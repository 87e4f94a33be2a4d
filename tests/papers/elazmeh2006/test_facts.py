"""The facts table on a small set of evaluations, recomputed from its points and scores."""

from collections.abc import Mapping
from dataclasses import replace

import numpy as np
import pandas as pd
import pytest

from rocrepro.claims.loading import load_ledger
from rocrepro.evaluation import roc_points
from rocrepro.evaluation.bands import class_streams
from rocrepro.evaluation.bootstrap import resampled_rows
from rocrepro.formats.inputs import Inputs
from rocrepro.formats.uses import split
from rocrepro.papers import build_table
from rocrepro.papers.elazmeh2006 import facts_bands, facts_data, facts_ranges, facts_ranking
from rocrepro.papers.elazmeh2006.fact_sources import models
from rocrepro.papers.fact_rows import COLUMNS, KEYS, row
from rocrepro.randomness import generator
from tests.papers.conftest import spect
from tests.papers.elazmeh2006.conftest import CONFIG
from tests.papers.lacking import using, without
from tests.studies import RESAMPLES, every

FURTHER = ["a", "b", "case", "end", "slope", "what"]
VALUES = ["value", "low", "high", "share_resamples", "n_resamples", "n"]


@pytest.fixture(scope="module")
def whole(evaluated):
    return build_table("elazmeh2006", "facts", evaluated)


@pytest.fixture(scope="module")
def table(whole):
    return whole.frame


def value(table, fact, **where):
    chosen = table[(table["fact"] == fact) & (table["variant"] == where.pop("variant", "base"))]
    for column, wanted in where.items():
        chosen = chosen[chosen[column] == wanted]
    assert len(chosen) == 1, (fact, where)
    return chosen["value"].iloc[0]


def confident(evaluated, dataset, engine, learner):
    points = evaluated.curve(dataset, learner, engine)
    return points, points[points["confident"].astype(bool)]


def test_the_table_has_the_columns_that_claims_read(table):
    assert sorted(table.columns) == sorted([*COLUMNS, *FURTHER, "unit"])
    assert not table["fact"].str.contains("[^a-z0-9_]").any()
    assert not table.duplicated([*KEYS, *FURTHER]).any()
    assert (table["note"] != "").all()


def facts_read(measure):
    """Names of the facts that a measure reads."""
    if isinstance(measure, Mapping):
        yield from (measure["fact"] for _ in [1] if "fact" in measure)
        for part in measure.values():
            yield from facts_read(part)


def test_every_fact_of_a_claim_is_there_and_none_is_idle(table, ledger):
    """Both what is computed and what is declared; statements between papers read some of it too."""
    between = load_ledger(CONFIG / "claims/between", CONFIG / "schemas/claims.schema.json")
    own = {fact for claim in ledger.claims for fact in facts_read(claim.measure)}
    others = {fact for claim in between.claims for fact in facts_read(claim.measure)}
    assert own <= set(table["fact"]) == set(ledger.quantities)
    assert set(ledger.quantities) <= own | others


def test_a_missing_data_set_has_rows_without_values(whole, table):
    """Each fact that spect has of its own; the cross-validated set has no test part and no such ends."""
    of = {name: (table["dataset"] == name).to_numpy() for name in ("dis", "spect")}
    first = (table["seed"] == 1).to_numpy()
    key = ["fact", "variant", "engine", "learner", *FURTHER]
    facts_of = {name: set(map(tuple, table.loc[of[name] & first, key].to_numpy())) for name in of}
    ranges = {fact for fact in facts_of["dis"] if fact[0].startswith(("wider", "varies"))}  # not of spect
    assert len(ranges) == (5 + 2 + 2) * 2
    assert facts_of["dis"] == facts_of["spect"] | ranges
    gap = table[of["dis"]]
    assert gap[VALUES].isna().all(axis=None)
    assert all("dis" in split(cell) for cell in np.array(whole.uses)[of["dis"]])
    assert not any("dis" in split(cell) for cell in np.array(whole.uses)[of["spect"]])


def test_what_is_taken_over_all_data_sets_used_the_missing_one(whole, table):
    for fact in ("confident_runs", "cost_width_against_positives", "auc_width_against_positives"):
        at = (table["fact"] == fact).to_numpy()
        assert at.any()
        assert all({"dis", "spect", "spectf_cv80"} <= split(cell) for cell in np.array(whole.uses)[at]), fact


def test_what_needs_no_data_used_none(whole, table):
    at = table["fact"].str.startswith("band_containment").to_numpy()
    assert at.sum() == 3
    assert set(np.array(whole.uses)[at]) == {""}


@pytest.mark.parametrize(
    "missing", [("spect",), ("spectf_cv80",), ("engine weka",), ("spect", "engine weka")]
)
def test_what_does_not_use_a_gap_is_as_in_the_full_run(whole, evaluated, missing, tmp_path):
    lacking = build_table("elazmeh2006", "facts", without(evaluated, missing, tmp_path))
    key = [*KEYS, *FURTHER]
    full, gone = whole.frame.set_index(key), using(lacking, missing)
    first = full.index.get_level_values("seed") == 1
    assert set(lacking.frame.set_index(key).index) >= set(full.index[first])
    kept = lacking.frame[~gone].set_index(key)
    assert len(kept) > 200
    pd.testing.assert_frame_equal(kept, full[~using(whole, missing)])
    own = gone & (lacking.frame["learner"] != "").to_numpy()
    assert own.any()
    assert lacking.frame.loc[own, VALUES].isna().all(axis=None)


def test_row_fills_in_what_is_not_given():
    assert list(row("x", True, "note", dataset="dis")) == COLUMNS[:6] + COLUMNS[7:12] + ["value", "note"]
    assert row("x", True, "")["value"] == 1.0


@pytest.mark.parametrize("learner", ["stump", "forest", "naive_bayes"])
@pytest.mark.parametrize("engine", ["weka", "sklearn"])
def test_geometry_of_confident_sets(table, evaluated, engine, learner):
    points, kept = confident(evaluated, "spect", engine, learner)
    where = {"dataset": "spect", "engine": engine, "learner": learner, "seed": 1}
    pos, neg = 15, 172
    finite = kept.loc[np.isfinite(kept["threshold"]), "threshold"]
    expected = {
        "distinct_scores": np.isfinite(points["threshold"]).sum(),
        "min_abs_difference": ((points["fn"] - points["fp"]).abs() / (pos + neg)).min(),
        "threshold_width": finite.max() - finite.min(),
        "difference_range": np.ptp(kept["difference"]) if len(kept) else np.nan,
        "assumption_share": ((kept["fn"] < kept["tp"]) & (kept["fp"] < kept["tn"])).mean(),
    }
    for fact, wanted in expected.items():
        assert value(table, fact, **where) == pytest.approx(wanted, nan_ok=True), fact
    for rate, wanted in {"tpr": kept["tp"] / pos, "fpr": kept["fp"] / neg}.items():
        found = value(table, "confident_max", what=rate, **where)
        assert found == pytest.approx(wanted.max(), nan_ok=True), rate


def test_curves_are_monotone_and_end_at_the_class_shares(table, evaluated):
    for m in models(evaluated):
        p = m.points
        fn, fp, difference = p.fn[::-1], p.fp[::-1], p.difference[::-1]  # over rising thresholds
        assert (np.diff(fn) >= 0).all()
        assert (np.diff(fp) <= 0).all()
        assert (np.diff(difference) >= 0).all()
        assert (fn[0], p.tn[-1], p.tp[0], p.fp[0]) == (0, 0, 0, 0)
        assert difference[[0, -1]] == pytest.approx([-p.n_neg / p.n, p.n_pos / p.n])
        # The share of positive rows less the share predicted positive.
        assert p.difference == pytest.approx((p.n_pos - p.tp - p.fp) / p.n)
        assert (p.tp + p.fn == p.n_pos).all()
        assert (p.tp + p.fn + p.fp + p.tn == p.n).all()
        if m.segment.n_confident:
            assert m.segment.aved == pytest.approx(p.difference[m.segment.mask].mean())
    assert value(table, "confident_runs") == 1


@pytest.mark.parametrize("engine", ["weka", "sklearn"])
def test_ends_of_the_thresholds_are_counted_row_by_row(table, evaluated, engine):
    found = set()
    for m in models(evaluated, "spect", engine):
        if m.seed == 1:
            rows = np.diff(m.points.tp + m.points.fp)
            score = np.repeat(m.points.threshold[1:], rows).round(9)
            for case, over in (("at_least", np.greater_equal), ("above", np.greater)):
                wanted = over(score, 0).all() and not over(score, 1).any()
                where = {"dataset": "spect", "engine": engine, "learner": m.learner, "seed": 1}
                assert value(table, "ends_hold", case=case, **where) == wanted
                found.add(wanted)
    assert found == {True, False}


@pytest.mark.parametrize("engine", ["weka", "sklearn"])
def test_who_is_alone_first_is_in_the_summary(table, evaluated, engine):
    chosen = every(evaluated, "summary")
    own = chosen[(chosen["dataset"] == "spect") & (chosen["engine"] == engine) & (chosen["seed"] == 1)]
    own = own.set_index("learner")
    for learner in own.index:
        others = own.drop(learner)
        where = {"dataset": "spect", "engine": engine, "learner": learner, "seed": 1}
        area = (own.loc[learner, "cauc_union"] > others["cauc_union"]).all()
        assert value(table, "alone_first", what="area", **where) == area
        size = own.loc[learner, "aved_abs"]
        least = np.nan if np.isnan(size) else float(size < others["aved_abs"].min())
        assert value(table, "alone_first", what="difference", **where) == pytest.approx(least, nan_ok=True)


def test_class_shares(table):
    assert value(table, "positive_share", what="train", dataset="spect") == 0.5
    assert value(table, "positive_share", what="scored", dataset="spect") == pytest.approx(15 / 187)
    assert value(table, "ratio_scored", dataset="spect") == pytest.approx(15 / 172)


def test_lead_of_auc_is_over_the_next_best(table, evaluated):
    chosen = every(evaluated, "summary")
    at = chosen[(chosen["dataset"] == "spect") & (chosen["engine"] == "weka") & (chosen["seed"] == 1)]
    second, best = np.sort(at["auc"])[-2:]
    for learner, auc in zip(at["learner"], at["auc"], strict=True):
        lead = value(table, "auc_lead", dataset="spect", engine="weka", learner=learner, seed=1)
        assert lead == pytest.approx(auc - (second if auc == best else best))


def test_rank_disagreement_counts_pairs(table, evaluated):
    chosen = every(evaluated, "summary")
    at = chosen[
        (chosen["dataset"] == "spectf_cv80") & (chosen["engine"] == "sklearn") & (chosen["seed"] == 1)
    ]
    auc, area = at["auc"].to_numpy(), at["cauc_vertical"].to_numpy()
    turned = sum((auc[i] - auc[j]) * (area[i] - area[j]) < 0 for i in range(4) for j in range(i))
    where = {"dataset": "spectf_cv80", "engine": "sklearn", "seed": 1}
    assert value(table, "rank_disagreement", variant="cauc=vertical", **where) == turned


def test_dominance_of_curves_by_hand():
    good, flat = roc_points([1, 1, 0, 0], [4, 3, 2, 1]), roc_points([1, 1, 0, 0], [1, 1, 1, 1])
    assert facts_ranking.dominance(good, flat) == 1
    assert facts_ranking.dominance(flat, good) == 0
    half = roc_points([1, 0, 0, 1], [4, 3, 2, 1])  # level at one half, so above the diagonal up to it
    assert facts_ranking.dominance(half, flat) == pytest.approx(0.5, abs=1e-3)


def test_pairs_of_which_one_curve_dominates():
    good, flat = roc_points([1, 1, 0, 0], [4, 3, 2, 1]), roc_points([1, 1, 0, 0], [1, 1, 1, 1])
    crossing = roc_points([1, 0, 0, 1], [4, 3, 2, 1])
    assert facts_ranking.dominating([flat, good, crossing]) == 2
    assert facts_ranking.dominating([flat, crossing]) == 0


def test_outdone_needs_one_strict_gain():
    area, size = {"a": 0.2, "b": 0.3, "c": 0.2}, {"a": 0.01, "b": 0.01, "c": 0.01}
    assert facts_ranking._outdone(area, size, "a", "b")
    assert not facts_ranking._outdone(area, size, "b", "a")
    assert not facts_ranking._outdone(area, size, "a", "c")


def test_bands_apart_by_hand():
    low = pd.DataFrame({"fpr": [0.0, 1.0], "lower": [0.0, 0.0], "upper": [0.2, 0.2]})
    high = low.assign(lower=0.3, upper=0.5)
    touching = low.assign(lower=0.1, upper=0.5)
    assert facts_bands._apart(low, high)
    assert facts_bands._apart(high, low)
    assert not facts_bands._apart(low, touching)


def test_containment_is_as_simulated(table, evaluated):
    for held in evaluated.simulations["containment"].itertuples():
        assert value(table, held.fact, slope=held.slope) == held.value


def test_scores_give_every_seed_and_the_margins(table, evaluated):
    found = list(models(evaluated))
    assert {m.seed for m in found if m.learner == "tree"} == {1, 2, 3}
    assert {m.seed for m in found if m.learner == "stump"} == {1}
    assert evaluated.simulations["reliability"]["marginal_error"].max() == 0
    assert np.isfinite(value(table, "auc_lead", dataset="spect", engine="weka", learner="stump", seed=3))
    chosen = table[table["fact"] == "scatter_auc_less_cauc"].set_index(["dataset", "engine", "learner"])
    simulated = evaluated.simulations["reliability"].set_index(["dataset", "engine", "learner"])
    assert chosen["value"].to_dict() == pytest.approx(simulated["scatter"].to_dict(), nan_ok=True)
    assert (chosen["n"] == simulated["n_resamples"].max()).sum() == 2 * 2 * 4


def test_spect_and_spectf_are_compared_row_by_row(table, whole, evaluated, tmp_path):
    at = (table["fact"] == "spect_classes_agree").to_numpy()
    assert np.isnan(value(table, "spect_classes_agree"))  # spectf is not in the config of this test
    assert np.array(whole.uses)[at].tolist() == ["spect; spectf"]
    one = spect()
    order = np.random.default_rng(1).permutation(len(one.label))
    (tmp_path / "data").mkdir()
    one.save(tmp_path / "data/spect.parquet", tmp_path / "data/spect.json")
    for label, agree in ((one.label, 1), (one.label[order], 0)):
        two = replace(one, name="spectf", label=label)
        two.save(tmp_path / "data/spectf.parquet", tmp_path / "data/spectf.json")
        known = evaluated.facts | {"spectf": two.facts()}
        other = replace(evaluated, facts=known, inputs=Inputs.below(tmp_path))
        assert [found["value"] for found in facts_data._spect(other)] == [agree]


def test_dis_facts_are_those_of_the_runs(table, evaluated):
    where = {"dataset": "dis_cv2800", "learner": "tree", "engine": "weka"}
    points, kept = confident(evaluated, "dis_cv2800", "weka", "tree")
    over = evaluated.over_seeds("dis_cv2800", "tree", "weka").set_index("seed")
    expected = {
        "n_confident": len(kept),
        ("threshold_end", "low"): kept["threshold"].min(),
        ("threshold_end", "high"): kept["threshold"].max(),
        "threshold_width": np.ptp(kept["threshold"]),
        ("confident_max", "tpr"): kept["tpr"].max(),
        ("confident_max", "fpr"): kept["fpr"].max(),
        "aved_abs": kept["difference"].abs().mean(),
        "difference_range": np.ptp(kept["difference"]),
        "rows_between": np.ptp(kept["tp"] + kept["fp"]) / kept[["tp", "fn", "fp", "tn"]].sum(axis=1).iloc[0],
    }
    assert 0 < len(kept) < len(points)
    own = table[table["dataset"] == "dis_cv2800"]
    of = own["end"].fillna("") + own["what"].fillna("")
    names = [(fact, of) if of else fact for fact, of in zip(own["fact"], of, strict=True)]
    assert set(names) == set(expected)
    first = own.assign(name=names)[own["seed"] == 1].set_index("name")["value"]
    assert first.to_dict() == pytest.approx(expected)
    assert value(table, "n_confident", seed=2, **where) == over.loc[2, "n_confident"] != len(kept)
    assert sorted(set(own["seed"])) == list(range(1, 21))
    assert set(own["n"]) == set(over.loc[:20, "n_points"])


def ranges(points, kept):
    """Ranges of thresholds and of differences over the confident points, in plain numpy."""
    if not kept.any():
        return np.nan, np.nan
    return np.ptp(points.threshold[kept]), np.ptp((points.fn - points.fp)[kept]) / points.n


@pytest.mark.parametrize("pair", [("tree", "forest"), ("naive_bayes", "stump")])
def test_ranges_and_their_resamples_by_repeated_rows(evaluated, all_scores, pair):
    table = pd.DataFrame(facts_ranges.range_quantities(evaluated))
    own = [all_scores["spectf_cv80"]["weka", name].query("seed == 1").sort_values("row") for name in pair]
    label = own[0]["label"].to_numpy()

    def both(rows):
        found = []
        for frame in own:
            points = roc_points(label[rows], frame["score"].to_numpy()[rows])
            kept = np.abs(points.fn - points.fp) <= 1.959963984540054 * np.sqrt(points.fn + points.fp)
            found.append(ranges(points, kept))
        return np.subtract(*found)

    drawn = []
    streams = class_streams(generator(1, "paired_resamples/spectf_cv80"))
    for counts in resampled_rows(label == 1, RESAMPLES, streams):
        drawn += [both(np.repeat(np.arange(len(label)), times)) for times in counts]
    known = ("wider", "varies") if pair in facts_ranges.OF_THE_TREE else ("wider",)
    for place, name in enumerate(known):
        at = table[(table["fact"] == name) & (table["dataset"] == "spectf_cv80")]
        at = at[(at["a"] == pair[0]) & (at["b"] == pair[1])]
        first = at[(at["engine"] == "weka") & (at["seed"] == 1)].iloc[0]
        assert first["value"] == pytest.approx(both(np.arange(len(label)))[place], nan_ok=True)
        expected = [d[place] for d in drawn if not np.isnan(d[place])]
        ties = [abs(d) < 1e-12 for d in expected]
        share = np.mean([0.5 if tie else float(d > 0) for d, tie in zip(expected, ties, strict=True)])
        assert (first["n_resamples"], first["share_resamples"]) == (len(expected), pytest.approx(share))
        assert set(at["seed"]) == {1, 2, 3}
