"""Pairs that are told apart, the expected order, and correlations within data sets, on made-up numbers."""

import numpy as np
import pandas as pd
import pytest

from rocrepro.evaluation import confident_segment, roc_points
from rocrepro.evaluation.cost_curves import cost_curve
from rocrepro.papers.elazmeh2006 import facts_decided, facts_models
from rocrepro.papers.elazmeh2006.fact_sources import Model, models
from rocrepro.papers.elazmeh2006.printed import LEARNERS
from rocrepro.randomness import generator


@pytest.fixture(scope="module")
def table(evaluated):
    return pd.DataFrame(facts_decided.decided_quantities(evaluated))


def value(table, fact, **where):
    chosen = table[table["fact"] == fact]
    chosen = chosen[(chosen[list(where)] == list(where.values())).all(axis=1)]
    assert len(chosen) == 1, (fact, where)
    return chosen["value"].iloc[0]


def test_a_pair_is_decided_by_19_of_20_resamples():
    base = np.zeros(20)
    up = np.r_[np.ones(19), -1.0]
    tied = np.r_[np.ones(18), np.zeros(2)]  # two ties count as one
    assert facts_decided.decided_pairs([up, base]) == facts_decided.decided_pairs([base, up]) == 1
    assert facts_decided.decided_pairs([tied, base]) == 1
    assert facts_decided.decided_pairs([tied - 1, base]) == 0
    assert facts_decided.decided_pairs([up, base, up + 3]) == 3


def test_expected_order_by_hand():
    def runs(auc, cauc):
        return pd.DataFrame({"seed": range(1, len(auc) + 1), "auc": auc, "cauc_union": cauc})

    over = {
        "stump": runs([0.7], [0.0]),
        "tree": runs([0.6, 0.8], [0.1, 0.0]),
        "forest": runs([0.9, 0.9], [0.2, 0.3]),
        "naive_bayes": runs([0.5], [0.5]),
    }
    # Seed 1: the area has both pairs right, the AUC one. Seed 2: no area tells tree from stump.
    assert facts_decided.expected_gain(over) == {1: 1.0, 2: -1.0}
    assert np.isnan(facts_decided.expected_gain(over | {"stump": over["stump"].head(0)})[1])


def test_decided_pairs_are_those_of_the_resamples(table, evaluated):
    drawn = {
        name: evaluated.rows("resamples", "spect", name, "weka").sort_values("resample") for name in LEARNERS
    }
    for area, column in (("auc", "auc"), ("cauc", "cauc_union")):
        signs = [
            np.sign(drawn[a][column].to_numpy() - drawn[b][column].to_numpy()).mean()
            for i, a in enumerate(LEARNERS)
            for b in LEARNERS[:i]
        ]
        decided = sum(abs(mean) >= 0.9 for mean in signs)  # a share of .95 is a mean sign of .9
        where = {"dataset": "spect", "engine": "weka"}
        assert value(table, "pairs_decided", what=area, **where) == decided


def test_a_cost_curve_is_wider_with_fewer_positive_rows():
    rng = np.random.default_rng(1)

    def model(n_pos):
        label = np.repeat([1, 0], [n_pos, 400])
        points = roc_points(label, np.round(rng.normal(label, 1), 1))
        return Model("made", "weka", "tree", 1, confident_segment(points))

    assert facts_decided.cost_width(model(10)) > 2 * facts_decided.cost_width(model(400))


def test_the_width_of_a_cost_curve_by_repeated_rows(evaluated):
    m = next(m for m in models(evaluated, "spect", "weka") if m.learner == "forest")
    rng = generator(1, "elazmeh2006_facts/cost/spect/weka/forest")
    rank, steps = -np.arange(len(m.points) - 1), [np.diff(m.points.tp), np.diff(m.points.fp)]
    pos, neg = (rng.multinomial(of.sum(), of / of.sum(), facts_decided.RESAMPLED) for of in steps)
    areas = []
    for own, other in zip(pos, neg, strict=True):
        label = np.repeat([1, 0], [own.sum(), other.sum()])
        areas.append(cost_curve(roc_points(label, np.r_[np.repeat(rank, own), np.repeat(rank, other)])).area)
    assert facts_decided.cost_width(m) == pytest.approx(np.ptp(np.quantile(areas, [0.025, 0.975])))


def test_correlation_within_groups_does_not_see_differences_between_them():
    groups = ["a", "a", "a", "b", "b", "b"]
    # Within each group the two fall against each other; between the groups they rise together.
    x, y = [1.0, 2, 3, 11, 12, 13], [3.0, 2, 1, 13, 12, 11]
    assert facts_models.within(groups, x, y) == pytest.approx(-1)
    assert facts_models.spearman(x, y) > 0.4
    assert facts_models.within(groups, x, x) == pytest.approx(1)
    assert np.isnan(facts_models.within(groups, x, [1.0] * 6))


def test_aved_is_held_against_errors_at_each_seed_and_a_row_of_the_paper_counts_once():
    def model(dataset, learner, seed, score):
        segment = confident_segment(roc_points([1, 1, 1, 0, 0, 0], score))
        return Model(dataset, "weka", learner, seed, segment)

    # Their differences have mean sizes of 12/7 and 8/4 rows, and at one half they make no error and two.
    better, worse = [0.9, 0.8, 0.7, 0.3, 0.2, 0.1], [0.9, 0.9, 0.9, 0.8, 0.8, 0.1]
    one = [model("dis", "stump", 1, worse), model("dis", "tree", 1, better), model("dis", "tree", 2, worse)]
    rows = facts_models.against_errors("weka", one)
    first, second = (found for found in rows if found["fact"] == "aved_against_errors")
    assert first["value"] == pytest.approx(1)
    assert (second["seed"], second["n"]) == (2, 2)
    assert np.isnan(second["value"])  # the stump has one seed and meets an equal tree
    # The other two protocols of spectf are no further data sets.
    more = [model("spectf", "stump", 1, better), model("spectf_withdrawn", "tree", 1, worse)]
    assert facts_models.against_errors("weka", one + more)[0]["n"] == 2


def test_rank_correlation_leaves_out_what_is_undefined():
    assert facts_models.spearman([1.0, 2, 3, np.nan], [1.0, 2, 3, -5]) == pytest.approx(1)
    assert np.isnan(facts_models.spearman([1.0, np.nan], [2.0, 3]))


def test_several_runs_of_confident_points_are_counted():
    points = roc_points([1, 0, 1, 0, 0], [5, 4, 3, 2, 1])
    segment = confident_segment(points)
    split = np.array([True, False, True, True, False, True])
    other = type(segment)(points, split, segment.alpha, segment.test)
    assert facts_models._runs(Model("made", "weka", "tree", 1, other)) == 3
