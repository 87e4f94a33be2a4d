"""The facts table: every number computed again in another way, and every claim's fact there."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
import yaml
from sklearn.metrics import roc_auc_score, roc_curve

from rocrepro.papers.fact_rows import COLUMNS, row
from rocrepro.papers.klement2009 import facts_cases, facts_table2
from rocrepro.papers.klement2009.draws import draw_sets
from rocrepro.papers.klement2009.facts import facts
from rocrepro.papers.klement2009.printed import TABLE1_LABELS, TABLE1_SCORES, TABLE2

ROOT = Path(__file__).resolve().parents[3]


@pytest.fixture(scope="module")
def table(reconstructed):
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(facts_cases, "CASES", 60)
        patch.setattr(facts_cases, "DRAWN", 200)
        return facts(reconstructed).frame


def value(table, fact, variant="base", dataset="", seed=1):
    where = (table["fact"] == fact) & (table["variant"] == variant) & (table["seed"] == seed)
    (found,) = table.loc[where & (table["dataset"] == dataset), "value"]
    return found


def test_columns_and_keys(table):
    assert list(table.columns) == COLUMNS
    assert not table.duplicated(["fact", "variant", "engine", "dataset", "learner", "seed"]).any()
    assert table["fact"].str.fullmatch("[a-z0-9_]+").all()
    assert table["value"].notna().all()
    assert (table["note"] != "").all()
    assert (table.loc[table["learner"] == "naive_bayes", "engine"] == "sklearn").all()


def test_every_fact_of_a_claim_is_there(table):
    entries = yaml.safe_load((ROOT / "config/claims/klement2009.yaml").read_text(encoding="utf-8"))
    named = set()

    def collect(measure, cases):
        if not isinstance(measure, dict):
            return
        fact = measure.get("fact", "")
        columns = cases.get("columns", [])
        for case in cases.get("rows", [[]]):
            named.add(fact.format(**{c: case[i] for i, c in enumerate(columns)}) if fact else "")
        for part in measure.values():
            collect(part, cases)

    for entry in entries:
        collect(entry["measure"], entry.get("cases", {}))
    assert named - {""} <= set(table["fact"])


def test_row_defaults():
    found = row("a_fact", True, "words", dataset="DP-Test")
    assert set(found) == set(COLUMNS)
    assert (found["value"], found["variant"], found["seed"]) == (1.0, "base", 1)


@pytest.mark.parametrize("fact", [*facts_cases.NOTES, "calibrated_sum_error", "extreme_error"])
def test_identities_hold(table, fact):
    assert abs(value(table, fact)) < 1e-9


def test_identities_would_notice_another_midpoint():
    label, score = np.array([1, 1, 0]), np.array([0.9, 0.4, 0.3])
    assert facts_cases._sums(label, score)["midpoint_error"] < 1e-12
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(facts_cases, "score_midpoint", lambda *_: (0.65 + 0.3) / 2)
        assert facts_cases._sums(label, score)["midpoint_error"] == pytest.approx(0.475 - 0.4)


def test_shares_of_changed_sets(table):
    assert 0 < value(table, "rescaled_changes") < 1
    assert value(table, "sensibility_varies") == 1
    assert value(table, "capability_varies") == 1
    assert 0 < value(table, "capable_sets") < 1
    low = table.loc[table["fact"] == "calibrated_drawn_sum", "low"].item()
    assert low < 1.005
    assert value(table, "calibrated_drawn_sum") == pytest.approx(1, abs=0.01)


def test_table1(table):
    frame = pd.DataFrame({"label": TABLE1_LABELS, "score": TABLE1_SCORES})
    means = frame.groupby("label")["score"].mean()
    assert value(table, "table1_mean_pos") == pytest.approx(means[1])
    assert value(table, "table1_mean_neg") == pytest.approx(means[0])
    assert value(table, "table1_midpoint_low") == 0.51  # a row is positive from the threshold on
    assert value(table, "table1_midpoint_high") == 0.60
    assert value(table, "table1_sensible_errors") == value(table, "table1_other_errors") == 1
    assert (value(table, "table1_sensible_right"), value(table, "table1_other_right")) == (7, 1)
    # Examples 3 (negative, .8) and 7 (positive, .4) at every threshold.
    right = [(t > 0.8) + (t <= 0.4) for t in np.arange(0, 1.05, 0.05)]
    assert value(table, "table1_capability_max") == max(right) / 2


def test_examples(table):
    assert value(table, "margin_auc_change") == pytest.approx(
        roc_auc_score([1, 1, 0, 0], [0.9, 0.9, 0.7, 0.2]) - roc_auc_score([1, 1, 0, 0], [0.9, 0.51, 0.7, 0.2])
    )
    assert value(table, "ties_neither") == 4
    assert value(table, "ends_reached") == value(table, "ends_reached", "rule=above") == 0
    assert value(table, "unseen_difference") < 1e-12 < value(table, "unseen_change")


def test_struggle_of_true_probabilities(table):
    # Uniform scores with midpoint 1/2: a row is sensible with probability E max(p, 1 - p) = 3/4.
    assert value(table, "struggle_perfect") == pytest.approx(1 / 3, abs=1e-6)
    assert value(table, "struggle_spread") == 0


@pytest.mark.parametrize("which", list(TABLE2))
def test_attainable_ratios(table, which):
    struggle = TABLE2[which][2]

    def prints(n):
        return any(f"{k / (n - k):.3f}" == f"{struggle:.3f}" for k in range(n // 2 + 1))

    assert bool(value(table, "attainable", dataset=which)) is prints(1000)
    size = int(value(table, "nearest_size", dataset=which))
    assert prints(size)
    assert not any(prints(n) for n in range(1000 - abs(size - 1000) + 1, size))


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


@pytest.mark.parametrize("which", list(TABLE2))
def test_implied_figures(table, which):
    _, midpoint, struggle = TABLE2[which]
    share = value(table, "implied_sensible", dataset=which)
    assert (1 - share) / share == pytest.approx(struggle)
    assert value(table, "predicted_to_observed", dataset=which) == pytest.approx(2 * midpoint)


@pytest.mark.parametrize("variant", ["base", "domain=L"])
@pytest.mark.parametrize("which", list(TABLE2))
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


@pytest.mark.parametrize("which", ["NGP-Test", "DP-Test", "FC-Test"])
def test_distances(table, domains, which):
    sets = draw_sets(domains["A"], 1000, 2, (which,))
    curves = {}
    grid = np.linspace(0, 1, 201)
    for name, data in sets.items():
        middle = data.score.mean() / (2 * data.label.mean())
        sensible = (data.score >= middle) == data.label
        right = (data.score >= grid[:, None]) == data.label
        fpr, tpr, _ = roc_curve(data.label, data.score, drop_intermediate=False)
        curves[name] = {
            "sensibility": right[:, sensible].mean(axis=1),
            "capability": right[:, ~sensible].mean(axis=1),
            "roc": np.interp(grid, fpr, tpr),
        }
    for name in ("sensibility", "capability", "roc"):
        distance = np.abs(curves[which][name] - curves["NGP-Train"][name]).max()
        assert value(table, f"{name}_distance", dataset=which, seed=2) == pytest.approx(distance)


@pytest.mark.parametrize("which", list(TABLE2))
def test_outside_is_a_share(table, which):
    for name in ("sensibility", "capability", "roc"):
        assert 0 <= value(table, f"{name}_outside", dataset=which) <= 1
    # The drifted sets leave the band far more often than an NGP test set does.
    assert value(table, "sensibility_outside", dataset="FC-Test") > value(
        table, "sensibility_outside", dataset="NGP-Test"
    )


@pytest.mark.parametrize(("variant", "name"), [("base", "A"), ("domain=L", "L")])
def test_what_drifts(table, domains, variant, name):
    domain = domains[name]
    share = pd.DataFrame({"NGP": domain.share("NGP"), "DP": domain.share("DP")})
    moved = (share["DP"] - share["NGP"]).clip(lower=0).sum()
    assert value(table, "attributes_change", variant, "DP-Test") == pytest.approx(moved)
    assert value(table, "attributes_change", variant, "FC-Test") == 0
    assert value(table, "scores_change", variant, "FC-Test") == 0
    fewer = domain.prevalence("NGP", "FC") - domain.prevalence()
    assert value(table, "prevalence_change", variant, "FC-Test") == pytest.approx(fewer)
    assert fewer < 0
    if name == "L":  # DP keeps its class rule, so the drift alone is all of the drift
        assert value(table, "rule_change", variant, "DP-Test") == 0


def test_drift_alone_is_all_of_it_in_domain_l(table, reconstructed):
    from rocrepro.papers.klement2009.tables import domains as exact_table

    frame = exact_table(reconstructed).frame
    of = frame[frame["domain"] == "L"].set_index("set")
    for name in ("auc", "midpoint", "struggle"):
        change = of.loc["DP", name] - of.loc["NGP", name]
        assert value(table, f"drift_alone_{name}", "domain=L", "DP-Test") == pytest.approx(change, abs=1e-9)


def test_one_domain_alone(reconstructed):
    shown = dict(reconstructed.shown)
    flu = dict(shown["extra"]["flu"])
    flu["domains"] = {"A": flu["domains"]["A"]}
    draws = reconstructed.simulations["draws"]
    alone = replace(
        reconstructed,
        shown=shown | {"extra": {"flu": flu}},
        simulations={"draws": draws[draws["domain"] == "A"]},
    )
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(facts_cases, "CASES", 3)
        patch.setattr(facts_cases, "DRAWN", 3)
        found = facts(alone).frame
    assert not found["variant"].str.startswith("domain=").any()


def test_no_verdict_is_typed():
    text = (ROOT / "config/claims/klement2009.yaml").read_text(encoding="utf-8").lower()
    for word in ("reproduced", "within spread", "contradicted"):
        assert word not in text
