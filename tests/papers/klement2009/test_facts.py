"""The facts table: every number computed again in another way, and every claim's fact there."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from scipy.stats import beta, spearmanr
from sklearn.metrics import roc_auc_score

from rocrepro.formats.uses import split
from rocrepro.papers.fact_rows import COLUMNS, KEYS, row
from rocrepro.papers.klement2009 import (
    facts_cases,
    facts_domains,
    facts_examples,
    facts_scorers,
    facts_table2,
)
from rocrepro.papers.klement2009.draws import draw_sets
from rocrepro.papers.klement2009.facts import facts
from rocrepro.papers.klement2009.printed import ROWS, TABLE1_LABELS, TABLE1_SCORES

ROOT = Path(__file__).resolve().parents[3]
FURTHER = ["figure", "change", "against"]


@pytest.fixture(scope="module")
def whole(reconstructed):
    return facts(reconstructed)


@pytest.fixture(scope="module")
def table(whole):
    return whole.frame


def value(table, fact, variant="base", dataset="", seed=1, **where):
    found = (table["fact"] == fact) & (table["variant"] == variant) & (table["seed"] == seed)
    for name, wanted in where.items():
        found &= table[name] == wanted
    (one,) = table.loc[found & (table["dataset"] == dataset), "value"]
    return one


def test_columns_and_keys(table):
    assert sorted(table.columns) == sorted([*COLUMNS, *FURTHER, "unit"])
    assert not table.duplicated([*KEYS, *FURTHER]).any()
    assert table["fact"].str.fullmatch("[a-z0-9_]+").all()
    # Of the data sets whose models are judged one is there.
    models = table["dataset"].isin(facts_scorers.DATASETS)
    assert table.loc[~models | (table["dataset"] == "spect"), "value"].notna().all()
    assert table.loc[models & (table["dataset"] != "spect"), "value"].isna().all()
    assert (table["note"] != "").all()
    assert (table.loc[table["learner"] == "naive_bayes", "engine"] == "sklearn").all()


def facts_read(measure):
    """Names of the facts that a measure reads, by itself or as a row of the table of facts."""
    if not isinstance(measure, dict):
        return set()
    inner = set().union(*map(facts_read, measure.values()), set())
    return inner | ({measure["fact"]} if isinstance(measure.get("fact"), str) else set())


def test_claims_and_quantities_feed_one_another(ledger):
    assert set().union(*(facts_read(claim.measure) for claim in ledger.claims)) == set(ledger.quantities)


def test_cases_and_rows_feed_one_another(table, ledger):
    """Every row is the row of a case, but for what stands beside those that the paper speaks of."""
    wanted = [(claim.measure["fact"], claim.measure.get("where", {})) for claim in ledger.claims
              if claim.measure and claim.measure["name"] == "fact"]  # fmt: skip
    read = np.zeros(len(table), dtype=bool)
    for fact, where in wanted:
        found = table["fact"] == fact
        for name, cell in where.items():
            found &= table[name] == cell
        assert found.any(), (fact, where)
        read |= found
    beside = set(table.loc[~read, "fact"])
    assert beside == {"accuracy_at_half", "auc_apart", "calibrated_possible", "prediction_off", "struggle_z"}


def test_what_needs_no_data_says_so(whole):
    # A run that lacks an engine or a data set still has all that is computed without.
    models = whole.frame["dataset"].isin(facts_scorers.DATASETS)
    assert {cell for cell, of in zip(whole.uses, models, strict=True) if not of} == {""}
    assert {frozenset(split(cell)) for cell in whole.uses} == {frozenset()} | {
        frozenset({name, "engine sklearn"}) for name in facts_scorers.DATASETS
    }


def test_a_model_that_lacks_has_rows_without_values(reconstructed):
    shown = reconstructed.shown | {"engines": ["weka"]}
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(type(reconstructed), "segments", lambda *_: {})
        rows = facts_scorers.scorer_quantities(replace(reconstructed, shown=shown))
    names = ["calibration_z", "accuracy_at_half", "accuracy_at_half"]
    assert [one["fact"] for one in rows] == names * len(facts_scorers.DATASETS)
    assert {(one["dataset"], one["engine"], one["learner"]) for one in rows} == {
        (name, "weka", "naive_bayes") for name in facts_scorers.DATASETS
    }
    assert all(np.isnan(one["value"]) for one in rows)


def test_models_are_measured_at_every_seed(table, all_scores):
    for seed, rows in all_scores["spect"]["sklearn", "naive_bayes"].groupby("seed"):
        label, score = rows["label"].to_numpy(), rows["score"].to_numpy()
        z = abs(score.sum() - label.sum()) / np.sqrt((score * (1 - score)).sum())
        assert value(table, "calibration_z", dataset="spect", seed=seed) == pytest.approx(z)
        sensible = (score >= score.sum() / (2 * label.sum())) == label
        right = ((score >= 0.5) == label)[sensible].mean()
        found = value(table, "accuracy_at_half", dataset="spect", seed=seed, figure="sensibility")
        assert found == pytest.approx(right)


def test_row_defaults():
    found = row("a_fact", True, "words", dataset="DP-Test")
    assert set(found) == set(COLUMNS)
    assert (found["value"], found["variant"], found["seed"]) == (1.0, "base", 1)


@pytest.mark.parametrize("fact", [one.name for one in facts_cases.IDENTITIES])
def test_identities_hold(table, fact):
    assert abs(value(table, fact)) < 1e-9


def test_shares_of_changed_sets(table):
    assert 0 < value(table, "rescaled_changes") < 1
    assert 0 < value(table, "label_shift_changes") < 1
    low = table.loc[table["fact"] == "calibrated_drawn_sum", "low"].item()
    assert low < 1.005
    assert value(table, "calibrated_drawn_sum") == pytest.approx(1, abs=0.01)


def test_table1(table):
    labels, scores = np.array(TABLE1_LABELS), np.array(TABLE1_SCORES)
    sensible, right = (scores >= 0.56) == labels, (scores >= 0.35) == labels
    assert value(table, "table1_right", figure="sensibility") == (sensible & right).sum() == 7
    assert value(table, "table1_right", figure="capability") == (~sensible & right).sum() == 1
    assert value(table, "table1_mark_changes") == (sensible != ((scores >= 0.54) == labels)).sum()
    # Examples 3 (negative, .8) and 7 (positive, .4) at every threshold.
    other = [(t > 0.8) + (t <= 0.4) for t in np.arange(0, 1.05, 0.05)]
    assert value(table, "table1_capability_max") == max(other) / 2


def test_margin(table):
    assert value(table, "margin_auc_change") == pytest.approx(
        roc_auc_score([1, 1, 0, 0], [0.9, 0.9, 0.7, 0.2]) - roc_auc_score([1, 1, 0, 0], [0.9, 0.51, 0.7, 0.2])
    )


def test_struggle_of_true_probabilities(table):
    # Uniform scores with midpoint 1/2: a row is sensible with probability E max(p, 1 - p) = 3/4.
    true = (np.arange(2000) + 0.5) / 2000
    assert facts_examples._struggle(true, true) == pytest.approx(1 / 3, abs=1e-6)
    assert value(table, "struggle_spread") == 0


@pytest.mark.parametrize(
    ("share", "variant", "least"), [(0.5, "base", 1.0), (0.33, "share=0.33", 0.2), (0.2, "share=0.2", -0.55)]
)
def test_scores_that_are_too_high_or_too_low_and_the_struggle_ratio(table, share, variant, least):
    """The ratio and the error over one slope of the log-odds; by rows, with scipy's ranks."""
    true = beta.ppf((np.arange(2000) + 0.5) / 2000, 2 * share, 2 * (1 - share))
    logit = np.log(true / (1 - true))
    found = []
    for slope in np.exp(np.linspace(-1.5, 1.5, 9)):
        ratios, errors = [], []
        for shift in np.linspace(-2, 2, 9):
            score = 1 / (1 + np.exp(-(shift + slope * logit)))
            middle = score.mean() / (2 * true.mean())
            sensible = np.where(score >= middle, true, 1 - true).mean()
            ratios.append(round((1 - sensible) / sensible, 9))
            errors.append(round(np.abs(score - true).mean(), 9))
        found.append(spearmanr(ratios, errors).statistic)
    assert min(found) == pytest.approx(least, abs=0.01)
    assert value(table, "struggle_level_trend", variant) == pytest.approx(min(found))
    assert value(table, "struggle_shift_trend", variant) == pytest.approx(found[4])


def test_a_lower_class_share_lowers_the_struggle_ratio_and_worsens_calibration(table):
    assert 0.294 + value(table, "prior_struggle_change") == pytest.approx(0.202, abs=0.0015)
    assert value(table, "prior_error_change") == pytest.approx(0.011, abs=0.0005)


def test_calibrated_scores_under_another_class_share_by_draws(table):
    rng = np.random.default_rng(1)
    score = rng.beta(2.25 * 0.33, 2.25 * 0.67, 400_000)
    label = rng.random(len(score)) < score
    keep = ~label
    keep[rng.choice(np.flatnonzero(label), int(keep.sum() * 0.25), replace=False)] = True
    found = []
    for y, s in ((label, score), (label[keep], score[keep])):
        wrong = ((s >= s.sum() / (2 * y.sum())) != y).mean()
        found.append(wrong / (1 - wrong))
    assert found[0] == pytest.approx(0.294, abs=0.003)
    assert found[1] - found[0] == pytest.approx(value(table, "prior_struggle_change"), abs=0.004)


@pytest.mark.parametrize("which", ROWS)
def test_attainable_ratios(table, table2, which):
    struggle = table2[which].struggle
    prints = any(f"{k / (1000 - k):.3f}" == f"{struggle:.3f}" for k in range(501))
    assert bool(value(table, "attainable", dataset=which)) is prints


def test_hanley_mcneil_at_chance_is_wilcoxon():
    # With AUC 1/2 the formula is the variance of the rank sum statistic.
    assert facts_table2.hanley_mcneil(0.5, 30, 70) == pytest.approx(101 / (12 * 30 * 70))
    assert facts_table2.auc_z(0.8, 0.8, 400) == 0


def test_hanley_mcneil_against_draws():
    rng = np.random.default_rng(1)
    # Exponential scores, for which the formula is exact: AUC = rate / (1 + rate).
    areas = []
    for _ in range(1500):
        pos, neg = rng.exponential(4, 40), rng.exponential(1, 60)
        areas.append((pos[:, None] > neg).mean())
    assert facts_table2.hanley_mcneil(0.8, 40, 60) == pytest.approx(np.var(areas), rel=0.15)


def test_share_z():
    assert facts_table2.share_z(0.6, 0.5) == pytest.approx(0.1 / np.sqrt((0.24 + 0.25) / 1000))


def test_the_fall_on_dp_is_beyond_chance_at_some_class_shares_alone(table):
    beyond = [share for share in range(1, 100) if facts_table2.auc_z(0.770, 0.815, 10 * share) > 1.96]
    assert (beyond[0], beyond[-1]) == (33, 83)
    assert 0.5 < value(table, "auc_apart", dataset="DP-Test", against="NGP-Train") < 1
    assert value(table, "auc_apart", dataset="DP-Test", against="NGP-Test") == 0
    assert value(table, "auc_apart", dataset="NGP-Test", against="NGP-Train") == 0


@pytest.mark.parametrize("variant", ["base", "domain=L"])
@pytest.mark.parametrize("which", ROWS)
@pytest.mark.parametrize("seed", [1, 4])
def test_draws(table, domains, variant, which, seed):
    domain = domains["A" if variant == "base" else "L"]
    data = draw_sets(domain, 1000, seed, (which,))[which]
    middle = data.score.mean() / (2 * data.label.mean())
    right = ((data.score >= middle) == data.label).mean()
    expected = {
        "auc": roc_auc_score(data.label, data.score),
        "midpoint": middle,
        "struggle": (1 - right) / right,
    }
    for fact, number in expected.items():
        assert value(table, fact, variant, which, seed) == pytest.approx(number, rel=1e-9)


def test_one_domain_alone(reconstructed):
    shown = dict(reconstructed.shown)
    flu = dict(shown["extra"]["flu"])
    flu["domains"] = {"A": flu["domains"]["A"]}
    draws = reconstructed.simulations["draws"]
    alone = replace(
        reconstructed,
        shown=shown | {"extra": {"flu": flu}},
        simulations=reconstructed.simulations | {"draws": draws[draws["domain"] == "A"]},
    )
    found = facts(alone).frame
    assert not found["variant"].str.startswith("domain=").any()


def test_without_a_ledger_what_needs_print_has_no_value(reconstructed):
    shown = {key: reconstructed.shown[key] for key in {*reconstructed.shown} - {"printed", "quantities"}}
    found = facts(replace(reconstructed, shown=shown)).frame
    empty = found["fact"].str.startswith("domains_") | (found["fact"] == "auc_apart")
    assert empty.sum() == len(facts_domains.STATEMENTS) + 6
    assert found.loc[empty, "value"].isna().all()
    assert found.loc[found["fact"] == "fall_by_class_share", "value"].notna().all()


def test_a_false_identity_would_be_found_out(monkeypatch):
    """Squares are no increasing map of rates or areas, and no error of the driver hides that."""
    squared = [one._replace(left=lambda t, of=one.left: of(t) ** 2) for one in facts_cases.IDENTITIES]
    monkeypatch.setattr(facts_cases, "IDENTITIES", squared[:3])
    found = {one["fact"]: one["value"] for one in facts_cases.case_quantities()}
    assert all(found[one.name] > 0.1 for one in squared[:3])


def test_no_verdict_is_typed():
    for file in sorted((ROOT / "config/claims/klement2009").glob("*.yaml")):
        text = file.read_text(encoding="utf-8").lower()
        for word in ("reproduced", "within spread", "contradicted", "unsupported"):
            assert word not in text
