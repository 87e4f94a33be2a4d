"""The power simulation: its statistics against the library and scipy, its null, its drifts."""

import math

import numpy as np
import pytest
from scipy.stats import ks_2samp

from rocrepro.evaluation import delong_interval, roc_auc, roc_points, sensibility
from rocrepro.evaluation.inputs import two_sided_z
from rocrepro.papers.klement2009 import power
from rocrepro.papers.klement2009.drift_statistics import FLOOR, METHODS, compare, summarise
from rocrepro.papers.klement2009.readings import score_auc
from rocrepro.randomness import generator

SCORE = np.array([0.05, 0.2, 0.35, 0.5, 0.62, 0.8, 0.97])
BINS = np.array([0, 0, 1, 1, 2, 3, 3])[:, None] == np.arange(4)


def tables(seed, b=6):
    """Counts of b sets, with and without empty cells, shape (b, 2, n_scores)."""
    rng = np.random.default_rng(seed)
    tilt = np.stack([SCORE[::-1], SCORE])
    return np.array([rng.multinomial(60, (tilt / tilt.sum()).ravel()).reshape(2, -1) for _ in range(b)])


def rows(table):
    return np.repeat([0, 1], table.sum(axis=1)), np.concatenate(
        [np.repeat(SCORE, counts) for counts in table]
    )


@pytest.mark.parametrize("seed", range(4))
def test_summaries_equal_the_library(seed):
    made = tables(seed)
    found = summarise(made[:, 0], made[:, 1], SCORE, BINS)
    for i, table in enumerate(made):
        labels, scores = rows(table)
        result = sensibility(labels, scores)
        assert found.auc[i] == pytest.approx(roc_auc(roc_points(labels, scores)), rel=1e-12)
        auc, low, high = delong_interval(labels, scores)
        width = (auc - low) if high == 1 else (high - auc)
        assert found.auc_variance[i] == pytest.approx((width / two_sided_z(0.05)) ** 2, rel=1e-9)
        assert found.midpoint[i] == pytest.approx(result.midpoint, rel=1e-12)
        assert found.struggle[i] == pytest.approx(result.struggle_ratio, rel=1e-12)
        at = np.append(SCORE, 2.0)
        np.testing.assert_allclose(found.sensibility[i], result.sensibility_at(at), rtol=1e-12)
        np.testing.assert_allclose(found.capability[i], result.capability_at(at), rtol=1e-12)
        which = np.argmax(BINS[np.searchsorted(SCORE, scores)], axis=1)
        gaps = [abs(scores[which == k].sum() - labels[which == k].sum()) for k in range(4)]
        assert found.ece[i] == pytest.approx(sum(gaps) / len(scores), rel=1e-12)
        assert found.prevalence[i] == labels.mean()


def test_differences_equal_scipy_and_the_definitions():
    first, second = tables(1), tables(2)
    sides = [summarise(made[:, 0], made[:, 1], SCORE, BINS) for made in (first, second)]
    found = compare(*sides)
    assert set(found) == set(METHODS) - {"auc_normal"}
    for i in range(len(first)):
        (l1, s1), (l2, s2) = rows(first[i]), rows(second[i])
        assert found["ks"][i] == pytest.approx(ks_2samp(s1, s2).statistic, abs=1e-12)
        r1, r2 = sensibility(l1, s1), sensibility(l2, s2)
        grid = np.linspace(-0.01, 1.01, 5000)
        for curve in ("sensibility", "capability"):
            away = getattr(r1, f"{curve}_at")(grid) - getattr(r2, f"{curve}_at")(grid)
            assert found[curve][i] == pytest.approx(np.abs(away).max(), abs=1e-12)
        shares = [np.maximum(made[i].sum(axis=0) @ BINS, FLOOR) / 60 for made in (first, second)]
        psi = sum((q - p) * math.log(q / p) for p, q in zip(*shares, strict=True))
        assert found["psi"][i] == pytest.approx(psi, rel=1e-10)
        z = abs(sides[0].auc[i] - sides[1].auc[i]) / math.sqrt(
            sides[0].auc_variance[i] + sides[1].auc_variance[i]
        )
        assert found["auc"][i] == pytest.approx(z, rel=1e-12)


def test_equal_sets_do_not_differ_and_undefined_differences_count_as_none():
    made = tables(5)
    one = summarise(made[:, 0], made[:, 1], SCORE, BINS)
    assert all((value == 0).all() for value in compare(one, one).values())
    without = summarise(made[:, 0] + made[:, 1], 0 * made[:, 1], SCORE, BINS)  # no positive row
    for found in (compare(one, without), compare(without, without)):
        assert not any(np.isnan(value).any() for value in found.values())
        assert (found["auc"] == 0).all()
    assert (compare(one, without)["midpoint"] == np.inf).all()
    assert (compare(without, without)["midpoint"] == 0).all()


def test_drifts_change_what_they_say_and_nothing_else(domains):
    for domain in domains.values():
        made = power.drifts(domain)
        ngp = domain.joint()
        for joint in made.values():
            assert joint.sum() == pytest.approx(1, abs=1e-12)
        shift = made["label_shift"]
        np.testing.assert_allclose(
            shift / shift.sum(axis=1, keepdims=True), ngp / ngp.sum(axis=1, keepdims=True), rtol=1e-12
        )
        assert shift[1].sum() == pytest.approx(domain.prevalence("NGP", "FC"))
        weak = made["weak_rule"]
        np.testing.assert_allclose(weak.sum(axis=0), ngp.sum(axis=0), rtol=1e-12)
        assert weak[1].sum() == pytest.approx(ngp[1].sum(), abs=1e-10)
        risk = domain.log_odds
        assert score_auc(risk, weak) < score_auc(risk, ngp) - 0.05


def test_bins_hold_tenths_of_the_training_rows(domains):
    model = power.train(domains["A"], 1000, generator(1, "bins"))
    assert (model.bins.sum(axis=1) == 1).all()
    assert model.bins.shape[1] == 10
    assert (np.diff(np.argmax(model.bins, axis=1)) >= 0).all()
    assert (np.diff(model.score) > 0).all()


def test_p_values_are_the_share_of_divisions_that_reach_the_observed_one(domains):
    """Against all divisions of a tiny pool, for the midpoint and the Kolmogorov-Smirnov statistic."""
    from itertools import combinations

    model = power.Classifier(SCORE, np.arange(len(SCORE)), BINS)
    made = np.zeros((2, 2, len(SCORE)), dtype=int)
    made[0, 0, [0, 1]], made[0, 1, [5, 6]] = 1, 1
    made[1, 0, [2, 3, 4]], made[1, 1, 6] = 1, 1
    pool = [(y, s) for side in made for y in (0, 1) for s in np.repeat(np.arange(len(SCORE)), side[y])]
    observed, reached = None, {"ks": 0, "prevalence": 0, "sensibility": 0}
    divisions = list(combinations(range(8), 4))
    for chosen in [(0, 1, 2, 3), *divisions]:
        sides = np.zeros((2, 2, len(SCORE)), dtype=int)
        for index, (y, s) in enumerate(pool):
            sides[0 if index in chosen else 1, y, s] += 1
        found = compare(*(summarise(side[:1], side[1:], SCORE, BINS) for side in sides))
        observed = observed or found
        if observed is not found:
            for method in reached:
                reached[method] += found[method][0] >= observed[method][0] - 1e-12
    estimates = power.p_values(made, model, 20_000, generator(1, "tiny"))
    for method, count in reached.items():
        exact = count / len(divisions)
        assert 0 < exact <= 1
        assert estimates[method] == pytest.approx(exact, abs=0.015), method


def test_the_observed_division_counts_as_one():
    """Sets that could not differ more have the least p-value of 19 permutations, never 0."""
    model = power.Classifier(SCORE, np.arange(len(SCORE)), BINS)
    made = np.zeros((2, 2, len(SCORE)), dtype=int)
    made[0, :, 0], made[1, :, 6] = 30, 30
    found = power.p_values(made, model, 19, generator(1, "far"))
    assert (found["ks"], found["psi"]) == (1 / 20, 1 / 20)
    assert found["prevalence"] == 1


def test_the_size_is_kept_and_power_appears(domains):
    """At 19 permutations a test at 0.05 rejects once in twenty under the null, or less with ties."""
    rng = generator(2, "size")
    model, runs = power.train(domains["A"], 1000, rng), 400
    rejected = {"none": dict.fromkeys(METHODS, 0), "DP": dict.fromkeys(METHODS, 0)}
    for drift, of in rejected.items():
        joint = power.drifts(domains["A"])[drift]
        for _ in range(runs):
            counts = np.stack([power.draw_counts(model, 100, j, rng) for j in (domains["A"].joint(), joint)])
            assert counts.sum(axis=(1, 2)).tolist() == [100, 100]
            for method, p in power.p_values(counts, model, 19, rng).items():
                of[method] += p <= 0.05
    for method in METHODS:
        assert rejected["none"][method] <= runs * (0.05 + 3.5 * math.sqrt(0.05 * 0.95 / runs)), method
    assert rejected["none"]["auc"] >= runs * 0.015
    assert rejected["DP"]["midpoint"] > runs * 0.45


def test_the_simulation_is_deterministic_and_complete(simulations):
    found = simulations["power"]
    assert len(found) == 2 * 5 * 2 * len(METHODS)
    assert found["rejected"].between(0, 20).all()
    wide = found[found["n"] == 1000].set_index(["domain", "drift", "method"])["rejected"]
    assert wide["A", "FC", "midpoint"] > wide["A", "FC", "auc"] + 10
    assert wide["A", "weak_rule", "auc"] > wide["A", "weak_rule", "midpoint"] + 10
