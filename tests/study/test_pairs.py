"""Pairs of models: areas and their tests, confident areas, and equivalence under every rule."""

from dataclasses import replace
from itertools import combinations

import numpy as np
import pytest

from rocrepro.evaluation import (
    confident_segment,
    delong_test,
    equivalence_from_counts,
    permutation_test,
    roc_points,
    tango_interval,
)
from rocrepro.evaluation.resample import percentiles
from rocrepro.randomness import generator
from rocrepro.study import KINDS
from rocrepro.study.equivalence import ALL_NEGATIVE, BALANCED, HALF, IN_USE
from rocrepro.study.model import balanced
from tests.studies import quick_study
from tests.study.conftest import of_model

PAIRS = ((("sklearn", "tree"), ("sklearn", "forest")), (("weka", "tree"), ("weka", "svm")))


@pytest.mark.parametrize(("a", "b"), PAIRS)
def test_comparisons_are_the_tests_of_the_library(indexed, by_model, a, b):
    row = indexed("comparisons").loc[(*a, *b)]
    label, one, other = by_model[a][0], by_model[a][1], by_model[b][1]
    delong = delong_test(label, one, other)
    found = row[["auc_a", "auc_b", "difference", "low", "high", "z", "p_delong"]].to_numpy(dtype=float)
    expected = [delong.auc_a, delong.auc_b, delong.difference, delong.lower, delong.upper, delong.z]
    np.testing.assert_array_equal(found, [*expected, delong.p_value])
    stream = generator(1, f"hamel2008/permutation/made_up/{a[0]}/{a[1]}/{b[1]}")
    permuted = permutation_test(label, one, other, n_permutations=12, seed=stream)
    assert row["p_permutation"] == permuted.p_value
    assert (row["n_pos"], row["n_neg"]) == (label.sum(), (1 - label).sum())


@pytest.mark.parametrize(("a", "b"), PAIRS)
def test_differences_in_confident_area_are_paired(study, indexed, by_model, a, b):
    row, frame = indexed("comparisons").loc[(*a, *b)], study.get(KINDS["resamples"])
    areas = [confident_segment(roc_points(*by_model[model])).cauc("union") for model in (a, b)]
    assert row["cauc_difference"] == areas[0] - areas[1]
    sides = [of_model(frame, model)["cauc_union"].to_numpy() for model in (a, b)]
    assert tuple(row[["cauc_low", "cauc_high"]]) == percentiles(sides[0] - sides[1], 0.05)[:2]


def right_of(by_model, rule):
    """Which rows each model gets right, by what a rule says of the threshold; None predicts no row."""
    found = {}
    for model, (label, score) in by_model.items():
        points = roc_points(label, score)
        threshold = points.threshold[balanced(points)] if rule == BALANCED else 0.5
        if rule == IN_USE and model == ("weka", "svm"):
            threshold = 0.0
        if rule != HALF or model != ("weka", "svm"):  # whose scores are no probabilities
            found[model] = (score >= threshold) == (label == 1)
    return found


@pytest.mark.parametrize("rule", [BALANCED, HALF, IN_USE])
@pytest.mark.parametrize("with_all_negative", [True, False])
def test_equivalence_is_counted_on_the_rows(study, by_model, rule, with_all_negative):
    other = replace(study, rules=(rule,), with_all_negative=with_all_negative)
    frame = other.get(KINDS["equivalence"]).set_index(["engine_a", "learner_a", "engine_b", "learner_b"])
    right = right_of(by_model, rule)
    if with_all_negative:
        right["", ALL_NEGATIVE] = next(iter(by_model.values()))[0] == 0
    assert list(frame.index) == [(*a, *b) for a, b in combinations(right, 2)]
    for (a, one), (b, two) in combinations(right.items(), 2):
        row, n = frame.loc[(*a, *b)], len(one)
        only = int((one & ~two).sum()), int((two & ~one).sum())
        assert (row["only_a"], row["only_b"], row["n"]) == (*only, n)
        test = equivalence_from_counts(*only, n, margin=0.02)
        assert (row["difference"], row["low"], row["high"]) == (test.difference, test.lower, test.upper)
        assert (row["p_value"], row["equivalent"]) == (test.p_value, test.equivalent)
        low, high = tango_interval(*only, n)
        assert row["differs"] == (low > 0 or high < 0)
        assert row["accuracy_a"] - row["accuracy_b"] == pytest.approx(row["difference"], abs=1e-12)


def test_without_a_margin_nothing_is_tested(study):
    other = replace(study, choices=replace(study.choices, margin=None))
    assert other.get(KINDS["equivalence"]).empty


@pytest.mark.parametrize(("a", "b"), PAIRS)
def test_differences_in_every_measure_are_paired_and_have_both_directions(study, indexed, by_model, a, b):
    frame, resamples = indexed("differences", "measure"), study.get(KINDS["resamples"])
    areas = [confident_segment(roc_points(*by_model[model])).cauc("union") for model in (a, b)]
    sides = [of_model(resamples, model)["cauc_union"].to_numpy() for model in (a, b)]
    found, back = frame.loc[(*a, *b, "cauc_union")], frame.loc[(*b, *a, "cauc_union")]
    assert found["difference"] == areas[0] - areas[1] == -back["difference"]
    assert (found["low"], found["high"]) == percentiles(sides[0] - sides[1], 0.05)[:2]
    ahead = np.mean(sides[0] > sides[1]) + np.mean(sides[0] == sides[1]) / 2
    assert found["share_resamples"] == pytest.approx(ahead)
    assert back["share_resamples"] == pytest.approx(1 - ahead)


def test_differences_are_counted_over_seeds_where_a_model_has_several(study, indexed):
    """The tree of the second engine has one seed, which meets both of the other model's."""
    frame, areas = indexed("differences", "measure"), study.get(KINDS["summary"])
    for a, b in PAIRS:
        sides = [of_model(areas, model)["auc"].to_numpy() for model in (a, b)]
        found = frame.loc[(*a, *b, "auc")]
        assert found["n_seeds"] == 2
        assert found["share_seeds"] == np.mean((1 + np.sign(sides[0] - sides[1])) / 2)


def test_numbers_of_points_have_no_interval(indexed):
    rows = indexed("differences", "measure").query("measure == 'n_confident'")
    assert rows[["low", "high"]].isna().all(axis=None)
    assert rows["share_resamples"].notna().all()


def test_without_a_second_seed_no_share_of_seeds_is_given(scores):
    once = {name: frame[frame["seed"] == 1] for name, frame in scores.items()}
    frame = quick_study(once, "x", 4).get(KINDS["differences"])
    assert frame["share_seeds"].isna().all()
    assert set(frame["n_seeds"]) <= {0, 1}


def test_two_models_without_a_confident_point_have_no_difference_there(scores):
    """All scores of each are equal: its curve has its two ends, where all errors are of one kind."""
    frame = scores["sklearn", "forest"].query("seed == 1")
    models = {("x", name): frame.assign(score=value) for name, value in (("a", 0.5), ("b", 0.25))}
    study = quick_study(models, "x", 4)
    assert (study.get(KINDS["summary"])["n_confident"] == 0).all()
    rows = study.get(KINDS["differences"]).set_index("measure")
    columns = ["difference", "low", "share_resamples"]
    assert rows.loc[["cauc_union", "n_confident"], columns].isna().all(axis=None)
    assert (rows.loc["cauc_union", "n_resamples"] == 0).all()
    assert (rows.loc["auc", ["difference", "low"]] == 0).all(axis=None)
