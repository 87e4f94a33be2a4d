"""The facts table: every number computed again in another way, and every claim's fact there."""

from __future__ import annotations

from itertools import product
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
import yaml
from scipy.stats import binom, chi2, chi2_contingency, hypergeom, norm, spearmanr
from sklearn.discriminant_analysis import LinearDiscriminantAnalysis
from sklearn.metrics import roc_auc_score
from sklearn.neighbors import KNeighborsClassifier

from rocrepro.evaluation.isolines import accuracy
from rocrepro.papers import build_table
from rocrepro.papers.bradley1996 import facts_identities, facts_null, resubstitution
from rocrepro.papers.bradley1996.choices import operating_points
from rocrepro.papers.bradley1996.facts import facts
from rocrepro.papers.bradley1996.facts_space import rising_rays
from rocrepro.papers.fact_rows import COLUMNS, KEYS, row
from tests.papers.lacking import bare as without_data
from tests.papers.lacking import using, without

ROOT = Path(__file__).resolve().parents[3]
FURTHER = ["classes", "what", "classifier", "level", "measure", "cost"]
FALSE = {"eq15_signed_error"}  # what the paper states and is not so


@pytest.fixture(scope="module")
def table(evaluated):
    return facts(evaluated).frame


def value(table, fact, variant="base", engine="", **where):
    found = (table["fact"] == fact) & (table["variant"] == variant) & (table["engine"] == engine)
    for name, wanted in where.items():
        found &= table[name] == wanted
    return table.loc[found, "value"].item()


def test_columns_and_keys(table):
    assert sorted(table.columns) == sorted([*COLUMNS, *FURTHER, "unit"])
    assert not table.duplicated([*KEYS, *FURTHER]).any()
    assert table["fact"].str.fullmatch("[a-z0-9_]+").all()
    assert table["value"].notna().all()
    assert (table["note"] != "").all()


def test_row_defaults():
    assert set(row("a_fact", True)) == set(COLUMNS)


def test_without_data_the_closed_forms_stay(evaluated, table, tmp_path):
    bare = build_table("bradley1996", "facts", without_data(evaluated, tmp_path))
    key = [*KEYS, *FURTHER]
    pd.testing.assert_frame_equal(bare.frame[key], table[key])
    runs = using(bare, evaluated.facts)
    assert runs.tolist() == (table["engine"] != "").to_list()
    assert runs.sum() == 2 * 9
    values = ["value", "low", "high", "share_resamples", "n_resamples", "n"]
    assert bare.frame.loc[runs, values].isna().all(axis=None)
    pd.testing.assert_frame_equal(bare.frame[~runs], table[~runs])
    assert "**Missing:** spect: gone" in bare.markdown()


def test_facts_on_runs_used_every_data_set_and_one_engine(evaluated, tmp_path):
    """Without Weka those of scikit-learn stay; without one data set all rows are there and name it."""
    whole = build_table("bradley1996", "facts", evaluated)
    assert {cell for cell in whole.uses if cell} == {
        f"dis; engine {engine}; spect; spectf_cv80" for engine in ("weka", "sklearn")
    }
    lacking = build_table("bradley1996", "facts", without(evaluated, ["engine weka"], tmp_path))
    gone = using(lacking, ["engine weka"])
    assert set(lacking.frame.loc[gone, "engine"]) == {"weka"}
    assert lacking.frame.loc[gone, ["value", "n"]].isna().all(axis=None)
    pd.testing.assert_frame_equal(lacking.frame[~gone], whole.frame[~gone])
    assert lacking.uses == whole.uses


def named_quantities(measure, columns, case):
    """Names of the facts that a measure reads, placeholders filled in."""
    if not isinstance(measure, dict):
        return
    yield measure.get("fact", "").format(**dict(zip(columns, case, strict=True)))
    for part in measure.values():
        yield from named_quantities(part, columns, case)


def claims_of(paper):
    """Statements and findings of a paper's folder."""
    for name in ("claims.yaml", "findings.yaml"):
        path = ROOT / "config/claims" / paper / name
        if path.is_file():
            yield from yaml.safe_load(path.read_text(encoding="utf-8"))


def facts_read_by(paper):
    named = set()
    for statement in claims_of(paper):
        for test in statement.get("tests", [statement]):
            cases = test.get("cases", statement.get("cases", {"columns": [], "rows": [[]]}))
            for case in cases["rows"]:
                named |= set(named_quantities(test.get("measure"), cases["columns"], case))
    return named - {""}


def test_every_fact_of_a_claim_is_there_and_none_is_idle(table):
    known = set(table["fact"])
    assert facts_read_by("bradley1996") <= known
    assert known <= facts_read_by("bradley1996") | facts_read_by("between")


@pytest.mark.parametrize("name", [one.name for one in facts_identities.OF_COUNTS])
def test_identities(table, name):
    assert (value(table, name) < 1e-9) == (name not in FALSE)


def test_a_misprint_in_an_equation_would_be_found_out(monkeypatch):
    printed = facts_identities.expected

    def misprinted(t):
        e = printed(t)
        return e | {"tp": e["tp"] + 0.01 * t["cp"]}

    monkeypatch.setattr(facts_identities, "expected", misprinted)
    found = {one["fact"]: one["value"] for one in facts_identities.identity_quantities(20)}
    for name in ("eq15_absolute_error", "eq16_error", "eq18_error", "eq19_error", "eq25_error"):
        assert found[name] > 1e-4


@pytest.mark.parametrize("number", range(3, 8))
def test_expectations(table, number):
    assert value(table, f"eq{number}_error") < 1e-9


def test_expected_counts_and_chi_square_are_scipys():
    t = facts_identities.tables(50, seed=3)
    e = facts_identities.expected(t)
    for i in range(50):
        cells = [[t["tp"][i], t["fn"][i]], [t["fp"][i], t["tn"][i]]]
        found = chi2_contingency(cells, correction=False)
        assert t["chi_square"][i] == pytest.approx(found.statistic)
        assert found.expected_freq.ravel() == pytest.approx([e[c][i] for c in ("tp", "fn", "fp", "tn")])


def test_signs_of_equation_15():
    t = {name: np.array([number]) for name, number in {"tp": 20.0, "fn": 10.0, "fp": 6.0, "tn": 24.0}.items()}
    t |= {"cp": t["tp"] + t["fn"], "cn": t["fp"] + t["tn"], "alpha": t["fp"] / 30, "beta": t["fn"] / 30}
    deviations = facts_identities._deviations(t)[:, 0]
    assert deviations == pytest.approx([-7, 7, -7, 7])


def test_the_null_distribution_is_a_sum_over_all_tables(table):
    for name, n_pos, n_neg in (("even", 30, 30), ("uneven", 5, 55)):
        for variant, share in (("base", n_pos / 60), ("random=half", 0.5)):
            above = 0.0
            for tp, fp in product(range(n_pos + 1), range(n_neg + 1)):
                weight = binom.pmf(tp, n_pos, share) * binom.pmf(fp, n_neg, share)
                if 0 < tp + fp < 60:
                    e = (tp + fp) * n_pos / 60
                    inverse = sum(1 / x for x in (e, n_pos - e, tp + fp - e, n_neg - tp - fp + e))
                    statistic = (tp - e) ** 2 * inverse
                    above += weight * (statistic > 3.84)
            assert value(table, "null_above", variant, classes=name, level="5 %") == pytest.approx(above)
            assert value(table, "null_off", variant, classes=name, level="5 %") == pytest.approx(
                abs(above - 0.05) / 0.05
            )


def test_significance(table):
    for key, level in (("5 %", 0.05), ("1 %", 0.01), ("0.5 %", 0.005)):
        assert value(table, "critical", level=key) == pytest.approx(chi2.ppf(1 - level, 1))


def test_idle_classifiers(table):
    assert value(table, "random_ppv") == pytest.approx(1 / 12)
    assert value(table, "negative_sensitivity") == 0
    assert value(table, "negative_ppv_defined") == 0
    assert value(table, "negative_expected") == 0
    # Close to predicting negative always chi-square is at most that of true positives only.
    few = 1e-6
    cells = [[5 * few, 5 - 5 * few], [0, 55]]
    largest = chi2_contingency(cells, correction=False).statistic
    assert value(table, "negative_limit") == pytest.approx(largest, rel=1e-3)


def test_one_matrix_and_two_areas(table):
    # Pairs in order: 7 of 9 for the one, 3 of 9 for the other.
    assert value(table, "same_matrix_auc_change") == pytest.approx(4 / 9)


def test_exact_p_value_of_one_table():
    predicted = np.arange(31)
    weight = np.array([binom.pmf(k, 30, 0.5) * binom.pmf(30 - k, 30, 0.5) for k in predicted])
    weight /= weight.sum()
    exact = sum(
        w * (1 if abs(k - 15) > 5 else 0.5)
        for k, w in zip(predicted, weight, strict=True)
        if abs(k - 15) >= 5
    )
    assert facts_null.exact_p_values(30, 30)[20, 10] == pytest.approx(exact)


@pytest.mark.parametrize(
    ("name", "n_pos", "any_p", "worst", "off"),
    [
        ("even", 30, 0.0235, (0.0431, 0.0116), (0.80, 0.16)),
        ("45 and 15", 15, 0.1259, (0.0609, 0.0359), (0.69, 0.28)),
        ("50 and 10", 10, 0.1126, (0.0612, 0.0323), (1.27, 0.30)),
    ],
)
def test_approximation_is_over_tables_with_many_or_few_counts(table, name, n_pos, any_p, worst, off):
    """Every table of 60 rows by Fisher's test of the hypergeometric distribution, with mid-p."""
    n_neg = 60 - n_pos
    errors, logs = {True: [], False: []}, {True: [], False: []}
    largest = 0.0
    for tp, fp in product(range(n_pos + 1), range(n_neg + 1)):
        if not 0 < tp + fp < 60:
            continue
        cells = [[tp, n_pos - tp], [fp, n_neg - fp]]
        p = chi2_contingency(cells, correction=False).pvalue
        weights = hypergeom.pmf(np.arange(n_pos + 1), 60, n_pos, tp + fp)
        as_rare = weights <= weights[tp] * (1 + 1e-9)
        tied = np.isclose(weights, weights[tp], rtol=1e-9, atol=0)
        exact = weights[as_rare].sum() - weights[tied].sum() / 2
        few = min(tp, n_pos - tp, fp, n_neg - fp) < 5
        if not few and tp * n_neg != fp * n_pos:
            largest = max(largest, abs(p - exact))
        if p <= 0.1:
            errors[few].append(abs(p - exact))
            logs[few].append(abs(np.log(p / exact)))
    assert value(table, "approximation_any", classes=name) == pytest.approx(largest)
    assert largest == pytest.approx(any_p, abs=1e-4)
    for few, which, expected in zip((True, False), ("few", "many"), worst, strict=True):
        assert value(table, f"approximation_{which}", classes=name) == pytest.approx(max(errors[few]))
        assert max(errors[few]) == pytest.approx(expected, abs=1e-4)
    assert [np.mean(logs[few]) for few in (True, False)] == pytest.approx(off, abs=0.005)
    loss = np.mean(logs[True]) - np.mean(logs[False])
    assert value(table, "approximation_loss", classes=name) == pytest.approx(loss)


def test_a_table_without_a_count_below_five():
    assert facts_null.least_count(10, 30).max() == 5
    assert facts_null.least_count(5, 55).max() == 2


def test_harder_points_are_rarer_and_need_more_separation(table):
    exact, tables = {}, {}
    for tp, fp in product(range(6), range(56)):
        if tp * 55 > fp * 5 and 0 < tp + fp < 60:
            tables[tp, fp] = chi2_contingency([[tp, 5 - tp], [fp, 55 - fp]], correction=False).statistic
            exact[tp, fp] = facts_null.exact_p_values(5, 55)[tp, fp]
    order = np.round(list(tables.values()), 9)
    # The exact test is another one than chi-square, and orders the tables nearly as it does.
    assert spearmanr(order, list(exact.values())).statistic == pytest.approx(-0.978, abs=5e-4)
    inner = [(tp, fp) for tp, fp in tables if fp > 0 and tp < 5]
    apart = [norm.ppf(tp / 5) - norm.ppf(fp / 55) for tp, fp in inner]
    needed = spearmanr(np.round([tables[at] for at in inner], 9), apart).statistic
    assert value(table, "harder_apart", classes="uneven") == pytest.approx(needed)


def test_pairs_of_one_accuracy_are_all_pairs(table):
    n_pos, n_neg, better, means = 5, 55, [], []
    tables = [(tp, fp) for tp in range(6) for fp in range(56) if tp * 55 > fp * 5 and tp + fp < 60]
    for i, one in enumerate(tables):
        for other in tables[i + 1 :]:
            if one[0] - one[1] != other[0] - other[1]:
                continue
            found = []
            for tp, fp in (one, other):
                cells = [[tp, n_pos - tp], [fp, n_neg - fp]]
                measures = (tp / 5, 1 - fp / 55, tp / (tp + fp), (55 - fp) / (60 - tp - fp))
                found.append((chi2_contingency(cells, correction=False).statistic, measures))
            (_, low), (_, high) = sorted(found)
            if abs(found[0][0] - found[1][0]) > 1e-9:
                better.append([h > s + 1e-12 for h, s in zip(high, low, strict=True)])
                means.append(sum(high) > sum(low) + 1e-12)
    shares = np.mean(better, axis=0)
    for key, share in zip(("sensitivity", "specificity", "ppv", "npv"), shares, strict=True):
        assert value(table, "same_accuracy", classes="uneven", measure=key) == pytest.approx(share)
    # The mean of the four measures is better in 98.2 % of the pairs, all four in none.
    assert value(table, "same_accuracy", classes="uneven", measure="mean") == pytest.approx(np.mean(means))
    assert np.mean(means) == pytest.approx(0.982, abs=5e-4)
    assert value(table, "same_accuracy", classes="even", measure="mean") == 1
    assert not np.all(better, axis=1).any()


def test_maxima_and_radial_directions(table):
    for name in ("even", "uneven"):
        for what in ("chi_square", "distance"):
            assert value(table, "above_corner", classes=name, what=what) == pytest.approx(0)
        assert value(table, "other_corner", classes=name) == pytest.approx(0)
        assert value(table, "rays", classes=name) == 1
    # The contours are centred in the middle, which is the null point of even classes only.
    assert value(table, "radial_share", classes="even") > 0.5 > value(table, "radial_share", classes="uneven")


def test_rays_of_another_measure_fall():
    assert rising_rays(lambda x, y: accuracy(x, y, 30, 30), 0.5) < 0.6
    # The measure that rises in all directions from the point itself, and not from another one.
    assert rising_rays(lambda x, y: np.hypot(x - 0.2, y - 0.2), 0.2) == 1
    assert rising_rays(lambda x, y: np.hypot(x - 0.2, y - 0.2), 0.5) < 1


def test_resubstitution_by_other_code():
    rng = np.random.default_rng(2)
    label = np.repeat([0, 1], 25)
    x = rng.standard_normal((50, 3)) + label[:, None]
    ours = resubstitution.discriminant(x, label)
    theirs = LinearDiscriminantAnalysis().fit(x, label).decision_function(x)
    assert roc_auc_score(label, ours) == pytest.approx(roc_auc_score(label, theirs))
    for k in (1, 5):
        share = KNeighborsClassifier(k).fit(x, label).predict_proba(x)[:, 1]
        assert resubstitution.neighbours(x, label, k) == pytest.approx(share)


def test_resubstitution_is_perfect_for_one_neighbour(table):
    from scipy.stats import norm

    assert value(table, "resubstitution", classifier="neighbours_1") == pytest.approx(
        1 - norm.cdf(1.5 / 2**0.5)
    )


def test_runs(table, evaluated):
    for engine in ("weka", "sklearn"):
        apart = idle = 0
        for learner in evaluated.learners:
            points = evaluated.roc("spect", learner, engine)
            right = points.tp + points.n_neg - points.fp
            statistic = [
                chi2_contingency([[a, points.n_pos - a], [b, points.n_neg - b]], correction=False).statistic
                if 0 < a + b < points.n_pos + points.n_neg and a * points.n_neg > b * points.n_pos
                else 0.0
                for a, b in zip(points.tp, points.fp, strict=True)
            ]
            best = right == right.max()
            apart += not (best & np.isclose(statistic, max(statistic))).any()
            idle += bool(best[0])
        assert value(table, "run_best_apart", engine=engine) >= apart
        assert value(table, "idle_most_accurate", engine=engine) <= idle


def test_costs_at_the_chosen_points(table, evaluated):
    frame = operating_points(evaluated).frame
    frame = frame[frame["dataset"] != "spectf_withdrawn"].copy()  # repeats rows of the others
    frame["cost"] = 5 * frame["fn"] + frame["fp"]
    for engine, own in frame.groupby("engine"):
        costs = own.pivot_table(index=["dataset", "learner"], columns="criterion", values="cost")
        dearer = (costs["chi_square"] > costs["cost"]).mean()
        assert value(table, "chi_square_dearer", engine=engine) == pytest.approx(dearer)
        even = costs.index.get_level_values("dataset") == "spectf_cv80"
        uneven = costs[~even]
        for name, some in (("even", costs[even]), ("uneven", uneven)):
            saved = 1 - some["chi_square"].sum() / some["accuracy"].sum()
            assert value(table, "saved_cost", engine=engine, classes=name) == pytest.approx(saved)
        for cost in (2, 3, 10, 20):
            frame["at_cost"] = cost * frame["fn"] + frame["fp"]
            some = frame[(frame["engine"] == engine) & (frame["dataset"] != "spectf_cv80")]
            sums = some.groupby("criterion")["at_cost"].sum()
            saved = 1 - sums["chi_square"] / sums["accuracy"]
            assert value(table, "saved_at_cost", engine=engine, cost=str(cost)) == pytest.approx(saved)


def test_points_of_other_classifiers(table):
    assert value(table, "neighbour_points") == 7  # 0 to 5 votes of 5, and no row at all
    assert value(table, "network_points") > 100
    assert value(table, "tree_points") > 3


def test_points_on_normal_curves(table):
    # Least error: the densities weigh alike, at t = d / 2 + log(n_neg / n_pos) / d, where tpr = ndtr(d - t).
    shifts = np.arange(2, 31) / 10
    inside = shifts - (shifts / 2 + np.log(11) / shifts) > 0
    assert value(table, "least_error_upper_left", classes="uneven") == pytest.approx(inside.mean())
    assert value(table, "least_error_upper_left", classes="even") == 1
    assert value(table, "best_points_apart", classes="even") == 0
    assert value(table, "best_points_apart", classes="uneven") == 1


def test_points_on_normal_curves_of_unequal_variances(table):
    inside, apart = [], []
    for deviation, shift in product((0.5, 2 / 3, 1.0, 1.5, 2.0), np.arange(2, 31) / 10):
        # The densities cross where log(deviation) + ((t - shift) / deviation)^2 / 2 - t^2 / 2 is 0. Of two
        # such places the least sum of errors is at the one below which negatives are the more frequent.
        a, b = (deviation**-2 - 1) / 2, -shift / deviation**2
        roots = np.roots([a, b, shift**2 / deviation**2 / 2 + np.log(deviation)][a == 0 :])
        least = roots[np.argmin(norm.sf(roots) + norm.cdf((roots - shift) / deviation))]
        inside.append(norm.sf(least) < 0.5 < norm.sf((least - shift) / deviation))
        t = np.linspace(-6, 12, 361)
        fpr, tpr = norm.sf(t), norm.sf((t - shift) / deviation)
        predicted = fpr + tpr
        with np.errstate(invalid="ignore"):
            ratio = (tpr - fpr) ** 2 / (predicted * (2 - predicted))
        apart.append(deviation != 1 and abs(t[np.nanargmax(ratio)] - least) > 0.05)
    assert 0.5 < np.mean(inside) < 1
    assert value(table, "least_sum_upper_left") == pytest.approx(np.mean(inside))
    assert value(table, "spread_points_apart") == pytest.approx(np.sum(apart) / (4 * 29), abs=0.03)
