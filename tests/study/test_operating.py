"""Operating points of trained models: the criteria with the papers' costs and bounds."""

import numpy as np
import pytest

from rocrepro.evaluation import confident_segment, independence_test, operating_point, roc_points
from rocrepro.study import Choices
from rocrepro.study.choices import BestBy
from rocrepro.study.operating import IN_USE
from rocrepro.study.trained import BEST_BY

CALLS = {
    **{name: (name, {}) for name in ("chi_square", "accuracy", "youden", "distance")},
    "cost": ("cost", {"cost_fn": 5}),
    "neyman_pearson_fpr": ("neyman_pearson", {"max_fpr": 0.05}),
    "neyman_pearson_fnr": ("neyman_pearson", {"max_fnr": 0.05}),
}


def test_every_criterion_of_the_papers_has_a_row(indexed, by_model):
    assert list(BEST_BY) == list(CALLS)
    frame = indexed("operating_points", "criterion")
    for model in by_model:
        assert set(frame.loc[model].index) == {IN_USE, *CALLS}


@pytest.mark.parametrize("criterion", CALLS)
def test_the_best_point_is_that_of_the_library(indexed, by_model, criterion):
    frame = indexed("operating_points", "criterion")
    name, bounds = CALLS[criterion]
    for model, (label, score) in by_model.items():
        points = roc_points(label, score)
        best, row = operating_point(points, name, **bounds), frame.loc[(*model, criterion)]
        assert (row["threshold"], row["value"], row["n_tied"]) == (best.threshold, best.value, best.n_tied)
        assert row["confident"] == confident_segment(points).mask[best.index]
        cells = [int(row[cell]) for cell in ("tp", "fn", "fp", "tn")]
        assert cells == [getattr(points, cell)[best.index] for cell in ("tp", "fn", "fp", "tn")]
        tested = independence_test(*cells)
        assert (row["p_value"], row["independence_test"]) == (tested.p_value, tested.method)


def test_the_threshold_in_use_has_no_value(indexed, by_model):
    frame = indexed("operating_points", "criterion")
    for model in by_model:
        row = frame.loc[(*model, IN_USE)]
        assert (np.isnan(row["value"]), row["n_tied"]) == (True, 1)


def test_criteria_have_the_costs_and_the_bound_of_the_choices():
    choices = Choices(cost_fn=3, cost_fp=0.5, max_fpr=0.1)
    assert list(choices.criteria) == [
        *("chi_square", "accuracy", "youden", "distance", "cost 3 fn + 0.5 fp", "fpr at most 0.1"),
    ]
    assert choices.criterion("cost") == BestBy("cost", {"cost_fn": 3, "cost_fp": 0.5})
    assert choices.criterion("neyman_pearson") == BestBy("neyman_pearson", {"max_fpr": 0.1})
    assert Choices(best_by=BEST_BY).criteria == BEST_BY


def test_a_curve_has_its_best_point_as_the_library_finds_it(study):
    curve = study.models[0].curve
    for name, (criterion, bounds) in CALLS.items():
        assert BEST_BY[name].best(curve) == operating_point(curve, criterion, **bounds)
