"""The facts table: every number computed again in another way, and every claim's fact there."""

from __future__ import annotations

from itertools import pairwise, product
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
import yaml
from scipy.stats import binom, chi2, chi2_contingency
from sklearn.discriminant_analysis import LinearDiscriminantAnalysis
from sklearn.metrics import roc_auc_score
from sklearn.neighbors import KNeighborsClassifier

from rocrepro.papers import build_table
from rocrepro.papers.bradley1996 import facts_identities, facts_measures, facts_null, resubstitution
from rocrepro.papers.bradley1996.facts import facts
from rocrepro.papers.fact_rows import COLUMNS, row
from tests.papers.lacking import bare as without_data
from tests.papers.lacking import using, without

ROOT = Path(__file__).resolve().parents[3]
FALSE = {
    "eq15_signed_error",
    "eq15_null_error",
    "eq16_null_error",
    "eq18_null_error",
    "expected_at_null_error",
    "perpendicular_error",
}


@pytest.fixture(scope="module")
def table(evaluated):
    return facts(evaluated).frame


def value(table, fact, variant="base", engine=""):
    found = (table["fact"] == fact) & (table["variant"] == variant) & (table["engine"] == engine)
    return table.loc[found, "value"].item()


def test_columns_and_keys(table):
    assert list(table.columns) == COLUMNS
    assert not table.duplicated(["fact", "variant", "engine", "dataset", "learner", "seed"]).any()
    assert table["fact"].str.fullmatch("[a-z0-9_]+").all()
    assert table["value"].notna().all()
    assert (table["note"] != "").all()


def test_row_defaults():
    assert set(row("a_fact", True, "words")) == set(COLUMNS)


def test_without_data_the_closed_forms_stay(evaluated, table, tmp_path):
    bare = build_table("bradley1996", "facts", without_data(evaluated, tmp_path))
    key = ["fact", "variant", "engine", "dataset", "learner", "seed"]
    pd.testing.assert_frame_equal(bare.frame[key], table[key])
    runs = using(bare, evaluated.facts)
    assert runs.tolist() == (table["engine"] != "").to_list()
    assert runs.sum() == 2 * 6
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


def test_every_fact_of_a_claim_is_there_and_none_is_idle(table):
    entries = yaml.safe_load((ROOT / "config/claims/bradley1996.yaml").read_text(encoding="utf-8"))
    named = set()
    for entry in entries:
        cases = entry.get("cases", {"columns": [], "rows": [[]]})
        for case in cases["rows"]:
            named |= set(named_quantities(entry["measure"], cases["columns"], case))
    assert named - {""} <= set(table["fact"])


@pytest.mark.parametrize("name", [*facts_identities.CHECKS, *facts_measures.NOTES])
def test_identities(table, name):
    assert (value(table, name) < 1e-9) == (name not in FALSE)


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
    deviations = facts_identities._deviations(t, facts_identities.expected(t))[:, 0]
    assert deviations == pytest.approx([-7, 7, -7, 7])


def test_the_null_distribution_is_a_sum_over_all_tables(table):
    for name, n_pos, n_neg in (("even", 30, 30), ("uneven", 5, 55)):
        for variant, share in (("base", n_pos / 60), ("random=half", 0.5)):
            above, mean, on = 0.0, 0.0, 0.0
            for tp, fp in product(range(n_pos + 1), range(n_neg + 1)):
                weight = binom.pmf(tp, n_pos, share) * binom.pmf(fp, n_neg, share)
                on += weight * (tp * n_neg == fp * n_pos)
                if 0 < tp + fp < 60:
                    e = (tp + fp) * n_pos / 60
                    inverse = sum(1 / x for x in (e, n_pos - e, tp + fp - e, n_neg - tp - fp + e))
                    statistic = (tp - e) ** 2 * inverse
                    above, mean = above + weight * (statistic > 3.84), mean + weight * statistic
            assert value(table, f"null_above_5_{name}", variant) == pytest.approx(above)
            assert value(table, f"null_off_5_{name}", variant) == pytest.approx(abs(above - 0.05) / 0.05)
            assert value(table, f"null_mean_{name}", variant) == pytest.approx(mean)
            if variant == "base":
                assert value(table, f"observed_on_diagonal_{name}") == pytest.approx(on)


def test_significance(table):
    for key, level, bound in (("5", 0.05, 3.84), ("1", 0.01, 6.63), ("05", 0.005, 7.88)):
        assert value(table, f"critical_{key}") == pytest.approx(chi2.ppf(1 - level, 1))
        assert value(table, f"tail_{key}") == pytest.approx(1 - chi2.cdf(bound, 1))
    assert value(table, "tail_trend") == pytest.approx(-1)


def test_idle_classifiers(table):
    assert value(table, "random_accuracy_uneven") == pytest.approx((55**2 + 5**2) / 60**2)
    assert value(table, "negative_accuracy_uneven") == pytest.approx(55 / 60)
    needed = value(table, "random_share_needed")
    assert (55 * (1 - needed) + 5 * needed) / 60 == pytest.approx(0.86)
    for key, expected in (
        ("sensitivity", 1 / 12),
        ("specificity", 11 / 12),
        ("ppv", 1 / 12),
        ("npv", 11 / 12),
    ):
        assert value(table, f"random_{key}_uneven") == pytest.approx(expected)
    assert value(table, "negative_ppv_defined_uneven") == 0
    assert value(table, "negative_expected_uneven") == 0


def test_approximation_of_one_table():
    error, tail = facts_null._errors(30, 30)
    p = chi2_contingency([[20, 10], [10, 20]], correction=False).pvalue
    predicted = np.arange(31)
    weight = np.array([binom.pmf(k, 30, 0.5) * binom.pmf(30 - k, 30, 0.5) for k in predicted])
    weight /= weight.sum()
    exact = sum(
        w * (1 if abs(k - 15) > 5 else 0.5)
        for k, w in zip(predicted, weight, strict=True)
        if abs(k - 15) >= 5
    )
    assert error[20, 10] == pytest.approx(abs(p - exact))
    assert tail[20, 10]
    assert not tail[15, 15]


def test_pairs_of_one_accuracy_are_all_pairs(table):
    n_pos, n_neg, better, worse = 5, 55, [], []
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
                worse.append([h < s - 1e-12 for h, s in zip(high, low, strict=True)])
    shares = np.mean(better, axis=0)
    for key, share in zip(("sensitivity", "specificity", "ppv", "npv"), shares, strict=True):
        assert value(table, f"same_accuracy_{key}_uneven") == pytest.approx(share)
    more = np.sum(better, axis=1) > np.sum(worse, axis=1)
    assert value(table, "same_accuracy_most_uneven") == pytest.approx(more.mean())
    assert value(table, "same_accuracy_all_uneven") == np.all(better, axis=1).mean() == 0


def test_maxima_and_radial_directions(table):
    for name in ("even", "uneven"):
        assert value(table, f"corner_chi_square_{name}") == pytest.approx(60)
        for what in ("chi_square", "distance"):
            assert value(table, f"{what}_maxima_{name}") == 2
            assert value(table, f"{what}_other_corner_{name}") == pytest.approx(0)
    # On the other diagonal of an even distribution the steepest rise is along that diagonal.
    assert value(table, "radial_median_even") < 45 < value(table, "radial_median_uneven")


def test_grid_contours_are_near_but_not_exact(table):
    for name in ("even", "uneven"):
        assert 0 < value(table, f"grid_error_{name}") < 1 / 39


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

    assert value(table, "resubstitution_neighbours_1") == pytest.approx(1 - norm.cdf(1.5 / 2**0.5))


def test_runs(table, evaluated):
    for engine in ("weka", "sklearn"):
        apart, idle = {True: 0, False: 0}, 0
        for name, learner in product(("spect", "spectf_cv80"), evaluated.learners):
            points = evaluated.roc(name, learner, engine)
            right = points.tp + points.n_neg - points.fp
            uneven = name == "spect"
            statistic = [
                chi2_contingency([[a, points.n_pos - a], [b, points.n_neg - b]], correction=False).statistic
                if 0 < a + b < points.n_pos + points.n_neg and a * points.n_neg > b * points.n_pos
                else 0.0
                for a, b in zip(points.tp, points.fp, strict=True)
            ]
            best = right == right.max()
            top = np.isclose(statistic, max(statistic))
            apart[uneven] += not (best & top).any()
            idle += uneven and bool(best[0])
        assert value(table, "run_best_apart_uneven", engine=engine) >= apart[True]
        assert value(table, "run_best_apart_even", engine=engine) >= apart[False]
        assert value(table, "idle_most_accurate", engine=engine) <= idle
        assert value(table, "equal_cost_differs", engine=engine) == 0


def test_thresholds_of_other_classifiers(table):
    assert value(table, "sigmoid_middle") == 0.5
    assert value(table, "neighbour_vote_errors") == 0
    assert value(table, "neighbour_points") == 7  # 0 to 5 votes of 5, and no row at all


def test_marked_thresholds_rise():
    from rocrepro.papers.bradley1996.thresholds import THRESHOLDS

    assert all(a < b for a, b in pairwise(THRESHOLDS.values()))
