"""Naive Bayes on the flu domains: scores, draws, and exact values that were worked out before."""

import numpy as np
import pytest

from rocrepro.evaluation import roc_auc, roc_points, sensibility
from rocrepro.papers.klement2009.draws import count_cells, draw_sets, measure, naive_bayes, quick_bayes
from rocrepro.papers.klement2009.power import drifts
from rocrepro.papers.klement2009.printed import Figures, table2_of
from rocrepro.papers.klement2009.readings import mahalanobis, ngp_auc, plain_domain
from rocrepro.papers.klement2009.tables import dependence, exact
from rocrepro.randomness import generator


def test_scores_follow_the_formula_of_naive_bayes(domains):
    """Class shares times smoothed level shares, normalised: written out for every cell."""
    domain = domains["A"]
    counts = count_cells(domain, *domain.sample(300, generator(1, "nb")))
    likelihood = counts.sum(axis=1)[:, None] * np.ones(len(domain.codes))
    for column, levels in enumerate(domain.attributes.values()):
        of = np.array([np.bincount(domain.codes[:, column], c, minlength=len(levels)) for c in counts])
        smoothed = (of + 1) / (of.sum(axis=1, keepdims=True) + len(levels))
        likelihood = likelihood * smoothed[:, domain.codes[:, column]]
    expected = likelihood[1] / likelihood.sum(axis=0)
    np.testing.assert_allclose(naive_bayes(domain, counts), expected, rtol=1e-10)


def test_scores_equal_those_of_a_fit_on_rows(domains):
    from sklearn.naive_bayes import CategoricalNB

    domain = domains["L"]
    cell, label = domain.sample(500, generator(1, "rows"))
    model = CategoricalNB(alpha=1.0, min_categories=[len(v) for v in domain.attributes.values()])
    scores = model.fit(domain.codes[cell], label).predict_proba(domain.codes)[:, 1]
    np.testing.assert_allclose(naive_bayes(domain, count_cells(domain, cell, label)), scores, rtol=1e-12)


def test_the_quick_way_gives_the_same_scores(domains):
    """The same to the last digit, as equal scores count as tied: on counts, and on exact shares."""
    for domain in domains.values():
        for counts in (count_cells(domain, *domain.sample(300, generator(1, "quick"))), domain.joint() * 300):
            np.testing.assert_array_equal(quick_bayes(domain, counts), naive_bayes(domain, counts))


def test_a_set_does_not_depend_on_which_others_are_drawn(domains):
    every = draw_sets(domains["A"], 200, 3)
    one = draw_sets(domains["A"], 200, 3, ("FC-Test",))
    np.testing.assert_array_equal(every["FC-Test"].score, one["FC-Test"].score)
    np.testing.assert_array_equal(every["FC-Test"].label, one["FC-Test"].label)
    other = draw_sets(domains["A"], 200, 4)
    assert not np.array_equal(every["FC-Test"].label, other["FC-Test"].label)
    assert not np.array_equal(every["NGP-Train"].label, every["NGP-Test"].label)


def test_measures_are_those_of_the_library(domains):
    data = draw_sets(domains["A"], 400, 1)["DP-Test"]
    found, result = measure(data), sensibility(data.label, data.score)
    assert found["auc"] == roc_auc(roc_points(data.label, data.score))
    assert (found["midpoint"], found["printed"]) == (result.midpoint, result.struggle_ratio)
    assert found["prevalence"] == found["n_pos/n"] == data.label.mean()


@pytest.mark.parametrize(
    ("name", "values"),
    [
        ("A", {"auc": 0.811, "auc_bayes": 0.812, "ece": 0.073, "best_accuracy": 0.770}),
        ("L", {"auc": 0.801, "auc_bayes": 0.834, "ece": 0.172, "best_accuracy": 0.739}),
    ],
)
def test_exact_values_of_ngp(domains, name, values):
    domain = domains[name]
    found = exact(naive_bayes(domain, domain.joint() * 1000), domain.joint())
    for key, value in values.items():
        assert found[key] == pytest.approx(value, abs=6e-4), key


@pytest.mark.parametrize(
    ("name", "drift", "auc", "midpoint", "struggle", "slack"),
    [
        # Means over 200 draws, worked out apart from this code; exact values differ by what training costs.
        ("A", "none", 0.810, 0.516, 0.305, 0.006),
        ("A", "DP", 0.775, 0.337, 0.411, 0.006),
        ("A", "FC", 0.820, 0.684, 0.246, 0.006),
        ("L", "none", 0.799, 0.518, 0.465, 0.03),
        ("L", "FC", 0.806, 0.681, 0.354, 0.03),
    ],
)
def test_exact_values_of_drifts_lie_near_the_means_of_draws(
    domains, name, drift, auc, midpoint, struggle, slack
):
    domain = domains[name]
    found = exact(naive_bayes(domain, domain.joint() * 1000), drifts(domain)[drift])
    assert found["auc"] == pytest.approx(auc, abs=0.006)
    assert found["midpoint"] == pytest.approx(midpoint, abs=0.006)
    assert found["struggle"] == pytest.approx(struggle, abs=slack)


@pytest.mark.parametrize(("name", "values"), [("A", (0.27, 0.26, 0.29)), ("L", (0.76, 0.68, 0.70))])
def test_dependence_of_attributes(domains, name, values):
    found = dependence(domains[name])
    pairs = (("age", "health"), ("age", "severity"), ("health", "severity"))
    for key, value in zip([tuple(sorted(p)) for p in pairs], values, strict=True):
        (matched,) = [v for k, v in found.items() if tuple(sorted(k)) == key]
        assert matched == pytest.approx(value, abs=6e-3)
    assert found["age", "social"] == pytest.approx(0, abs=1e-6)


def test_exact_values_agree_with_a_huge_sample(domains):
    domain = domains["A"]
    score = naive_bayes(domain, domain.joint() * 1000)
    cell, label = domain.sample(400_000, generator(1, "huge"), "DP")
    found, drawn = exact(score, domain.joint("DP")), sensibility(label, score[cell])
    assert drawn.midpoint == pytest.approx(found["midpoint"], abs=2e-3)
    assert drawn.struggle_ratio == pytest.approx(found["struggle"], abs=6e-3)
    assert roc_auc(roc_points(label, score[cell])) == pytest.approx(found["auc"], abs=3e-3)


def test_a_plain_domain_meets_what_it_was_fitted_to(domains, table2):
    domain = plain_domain(domains["A"], 0.3, 1000, table2)
    score = naive_bayes(domain, domain.joint() * 1000)
    assert domain.prevalence() == pytest.approx(0.3, abs=1e-9)
    assert exact(score, domain.joint())["auc"] == pytest.approx(ngp_auc(table2), abs=1e-5)
    assert exact(score, domain.joint("DP"))["midpoint"] == pytest.approx(table2["DP-Test"].midpoint, abs=1e-9)
    assert exact(score, domain.joint("NGP", "FC"))["midpoint"] == pytest.approx(
        table2["FC-Test"].midpoint, abs=1e-9
    )


def test_without_print_no_domain_is_fitted(domains):
    assert plain_domain(domains["A"], 0.3, 1000, table2_of({})) is None


def test_the_ledger_has_table_2_as_printed(table2):
    assert table2 == {
        "NGP-Train": Figures(0.815, 0.512, 0.488),
        "NGP-Test": Figures(0.800, 0.518, 0.486),
        "DP-Test": Figures(0.770, 0.338, 0.691),
        "FC-Test": Figures(0.803, 0.681, 0.351),
    }


def test_mahalanobis_distance():
    rng = np.random.default_rng(3)
    values = rng.normal(size=(200, 4)) @ rng.normal(size=(4, 4)) * [1, 10, 100, 0.01]
    point = values[0] + 0.3 * values.std(axis=0)
    away = point - values.mean(axis=0)
    distance, limit = mahalanobis(values, point)
    assert distance == pytest.approx(away @ np.linalg.inv(np.cov(values, rowvar=False)) @ away)
    assert 9.49 < limit < 10.5  # above the chi-square quantile, as the covariance is estimated
    assert np.isnan(mahalanobis(np.where(values > 1e9, 0, np.nan), point)[0])
