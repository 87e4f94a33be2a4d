"""Facts on the best classifier, on contours and on sampling, each computed again in another way."""

from __future__ import annotations

from dataclasses import replace
from itertools import product

import numpy as np
import pytest
from scipy.optimize import brentq
from scipy.stats import chi2_contingency, multinomial, norm
from sklearn.discriminant_analysis import LinearDiscriminantAnalysis
from sklearn.metrics import roc_auc_score
from sklearn.neighbors import KNeighborsClassifier

from rocrepro.papers.bradley1996 import (
    facts_measures,
    facts_null,
    facts_optimal,
    facts_resubstitution,
    facts_runs,
    facts_space,
    resubstitution,
)
from rocrepro.papers.bradley1996.choices import best_points


def values(rows):
    return {found["fact"]: found["value"] for found in rows}


def test_separation_is_the_closed_form(monkeypatch):
    monkeypatch.setattr(facts_optimal, "SEPARATIONS", np.array([1.5, 2.0]))
    found = values(facts_optimal._separation())
    assert found["separation_none"] == pytest.approx(norm.cdf(1.5 / 2**0.5), abs=1e-5)


def test_area_of_orders_is_the_weighted_one_of_sklearn():
    pos, neg = np.random.default_rng(3).dirichlet(np.ones(4), 2)
    orders = np.array([[2, 0, 3, 1], [1, 2, 3, 0]])
    for order, found in zip(orders, facts_optimal.area(pos, neg, orders), strict=True):
        score = np.empty(4)
        score[order] = np.arange(4)
        expected = roc_auc_score(
            [1] * 4 + [0] * 4, np.r_[score, score], sample_weight=np.concatenate([pos, neg])
        )
        assert found == pytest.approx(expected)


def test_the_best_classifier_and_its_boundary():
    found = values(facts_optimal.optimal_quantities())
    assert found["separation_trend"] == pytest.approx(1)
    assert found["separation_none"] == pytest.approx(0.5)
    assert found["bayes_area_error"] < 1e-12
    assert found["bayes_rate_error"] < 1e-12
    assert found["bayes_boundary_error"] < 1e-5


def test_a_score_that_is_not_the_likelihood_ratio_would_be_found_out(monkeypatch):
    # With the positives' own probability as score the largest area is another one.
    monkeypatch.setattr(facts_optimal.np, "argsort", lambda x: np.arange(len(x)))
    assert values(facts_optimal._best_of_all())["bayes_area_error"] > 0.1


def test_level_is_the_share_of_negatives_that_the_test_rejects():
    assert values(facts_measures._curves())["level_error"] < 1e-12


def test_matrix_alone_gives_the_measures():
    assert values(facts_measures.measure_quantities(20))["matrix_measures_error"] < 1e-12


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
    found = values(facts_space._centre("any", n_pos, n_neg))
    assert found["centre_error_any"] < 1e-12
    assert found["half_error_any"] < 1e-11


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
    found = {one["fact"]: one for one in facts_resubstitution.resubstitution_quantities(evaluated)}
    bayes = norm.cdf(1.5 / 2**0.5)
    for name in ("discriminant", "neighbours_1", "neighbours_5", "neighbours_15"):
        beyond = found[f"beyond_yardstick_{name}"]
        # The best on new rows is below the Bayes classifier, on average.
        best = beyond["value"] + found[f"resubstitution_{name}"]["value"] + bayes
        assert 0.75 < best < bayes
        assert beyond["low"] < beyond["value"] < beyond["high"]
    assert "discriminant on new rows" in found["beyond_yardstick_neighbours_1"]["note"]
    assert "discriminant" not in found["beyond_yardstick_discriminant"]["note"]


def test_excess_is_the_error_that_a_better_point_would_save(evaluated):
    points = evaluated.roc("spect", "naive_bayes", "weka")
    chosen = best_points(evaluated, "spect", "naive_bayes", "weka")
    inside = [1 - t for f, t in zip(points.fpr, points.tpr, strict=True) if f <= 0.05]
    assert min(inside) == pytest.approx(1 - chosen["neyman_pearson_fpr"].tpr)
    for bounded in ("fpr", "fnr"):
        assert facts_runs._excess(points, chosen[f"neyman_pearson_{bounded}"], bounded) == 0
    # The ends of the curve keep the other bound, and save nothing.
    none, all_ = (replace(chosen["cost"], fpr=rate, tpr=rate) for rate in (0.0, 1.0))
    assert facts_runs._excess(points, none, "fpr") == pytest.approx(1 - min(inside))
    assert facts_runs._excess(points, all_, "fpr") == np.inf
