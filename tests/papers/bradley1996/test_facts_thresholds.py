"""Facts on thresholds, on contours and on sampling, each computed again in another way."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest
from scipy.optimize import brentq
from scipy.stats import chi2_contingency, multinomial, norm
from sklearn.discriminant_analysis import LinearDiscriminantAnalysis
from sklearn.neighbors import KNeighborsClassifier

from rocrepro.papers.bradley1996 import (
    facts_null,
    facts_resubstitution,
    facts_space,
    facts_thresholds,
    resubstitution,
)


def values(rows):
    return {found["fact"]: found["value"] for found in rows}


def test_separation_rises_as_in_closed_form(monkeypatch):
    assert values(facts_thresholds._separation())["separation_trend"] == pytest.approx(1)
    monkeypatch.setattr(facts_thresholds, "SEPARATIONS", np.array([2.0, 1.0, 0.5]))
    assert values(facts_thresholds._separation())["separation_trend"] == pytest.approx(-1)


def test_boundary_of_least_risk():
    assert values(facts_thresholds._boundary())["bayes_boundary_error"] < 1e-5
    # Equal costs and shares: half-way between the means.
    at = np.linspace(0, 2, 201)
    assert at[np.argmin([facts_thresholds.risk(t, 2.0, 1.0, 1.0) for t in at])] == pytest.approx(1.0)


def test_trees_by_cost_are_apart_and_one_cost_gives_three_points(monkeypatch):
    x, label = facts_thresholds._drawn("any", 30)
    new, truth = facts_thresholds._drawn("other", 100)
    rates = [
        facts_thresholds.cost_tree(cost).fit(x, label).predict(new).mean() for cost in (1 / 16, 1.0, 16.0)
    ]
    assert rates[0] < rates[1] < rates[2]
    monkeypatch.setattr(facts_thresholds, "COSTS", np.array([1.0]))
    assert facts_thresholds.tree_points(x, label, new, truth) == 3


@pytest.mark.parametrize(("n_pos", "n_neg"), [(30, 30), (5, 55)])
def test_contours_found_by_root_lie_on_the_conic_and_on_its_image(n_pos, n_neg):
    def statistic(x, y):
        cells = [[n_pos * y, n_pos * (1 - y)], [n_neg * x, n_neg * (1 - x)]]
        return chi2_contingency(cells, correction=False).statistic

    n, level = n_pos + n_neg, 5.0
    for x in (0.1, 0.3):
        y = brentq(lambda y, x=x: statistic(x, y) - level, x + 1e-6, 1 - 1e-9)
        predicted = n_pos * y + n_neg * x
        conic = (y - x) ** 2 + level / (n * n_neg * n_pos) * (predicted - n / 2) ** 2
        assert conic == pytest.approx(level * n / (4 * n_neg * n_pos))
        assert statistic(1 - x, 1 - y) == pytest.approx(level)
    assert values(facts_space._centre(n_pos, n_neg))["centre_error"] < 1e-12


def test_multinomial_sampling_is_a_sum_over_four_cells():
    n, share = 7, 0.3
    statistic, weight = facts_null._multinomial(n, share)
    assert weight.sum() == pytest.approx(1)
    chances = np.outer([share, 1 - share], [share, 1 - share]).ravel()
    above = 0.0
    for tp, fn, fp in product(range(n + 1), repeat=3):
        if tp + fn + fp <= n:
            table = np.array([[tp, fn], [fp, n - tp - fn - fp]])
            if table.sum(axis=0).all() and table.sum(axis=1).all():
                found = chi2_contingency(table, correction=False).statistic
                above += multinomial.pmf(table.ravel(), n, chances) * (found > 3.84)
    assert weight[statistic > 3.84].sum() == pytest.approx(above)


def test_scores_of_new_rows_are_those_of_other_code():
    rng = np.random.default_rng(4)
    label = np.repeat([0, 1], 25)
    x, rows = rng.standard_normal((50, 3)) + label[:, None], rng.standard_normal((40, 3))
    ours = resubstitution.discriminant(x, label, rows)
    theirs = LinearDiscriminantAnalysis().fit(x, label).decision_function(rows)
    assert np.argsort(ours).tolist() == np.argsort(theirs).tolist()
    share = KNeighborsClassifier(5).fit(x, label).predict_proba(rows)[:, 1]
    assert resubstitution.neighbours(x, label, 5, rows) == pytest.approx(share)


def test_yardsticks(evaluated):
    rows = facts_resubstitution.resubstitution_quantities(evaluated)
    found = {(one["fact"], one.get("classifier")): one for one in rows}
    bayes = norm.cdf(1.5 / 2**0.5)
    by_name = evaluated.simulation("resubstitution").groupby("classifier")["auc_new"].mean()
    for name in ("discriminant", "neighbours_1", "neighbours_5", "neighbours_15"):
        beyond = found["beyond_yardstick", name]
        # The best of the others on new rows is below the Bayes classifier, on average.
        best = beyond["value"] + found["resubstitution", name]["value"] + bayes
        assert best == pytest.approx(by_name.drop(name).max())
        assert 0.75 < best < bayes
        assert beyond["low"] < beyond["value"] < beyond["high"]
