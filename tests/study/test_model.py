"""One model at one seed: the threshold in use, and positions on its curve."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from rocrepro.evaluation import operating_point, roc_points
from rocrepro.study import Choices
from rocrepro.study.choices import BestBy
from rocrepro.study.model import are_probabilities, balanced, index_of, threshold_in_use


@pytest.mark.parametrize(
    ("score", "expected"),
    [([0.0, 1.0, 0.3], True), ([1 + 1e-12, 0.2, -1e-12], True), ([1.001, 0.2], False), ([-0.1, 0.5], False)],
)
def test_probabilities_may_be_off_by_rounding(score, expected):
    assert are_probabilities(np.array(score)) is expected


def test_the_threshold_in_use(by_model):
    for (label, score), plain in ((by_model["sklearn", "tree"], 0.5), (by_model["weka", "svm"], 0.0)):
        curve = roc_points(label, score)
        assert threshold_in_use(curve, Choices()) == plain
        assert threshold_in_use(curve, Choices(threshold="0.25")) == 0.25
        by_cost = Choices(threshold="cost", cost_fn=4)
        assert threshold_in_use(curve, by_cost) == operating_point(curve, "cost", cost_fn=4).threshold
        own = Choices(threshold="youden", best_by={"mine": BestBy("youden")})
        assert threshold_in_use(curve, own) == operating_point(curve, "youden").threshold


def test_scores_in_sorted_order_are_the_same_rows(study, by_model):
    for model in study.models:
        label, score = model.sorted_rows
        assert sorted(zip(label, score, strict=True)) == sorted(zip(*by_model[model.name], strict=True))
        assert (np.diff(label) <= 0).all()
        for value in (0, 1):
            assert (np.diff(score[label == value]) <= 0).all()
        assert (model.probabilities is None) is (model.name == ("weka", "svm"))


rows = st.lists(st.tuples(st.booleans(), st.integers(0, 6)), min_size=2, max_size=30).filter(
    lambda found: len({label for label, _ in found}) == 2
)


@given(rows, st.floats(-1, 7))
def test_a_threshold_gives_the_point_with_its_predictions(found, threshold):
    label, score = map(np.array, zip(*found, strict=True))
    curve = roc_points(label, score)
    at = index_of(curve, threshold)
    assert curve.tp[at] == (label & (score >= threshold)).sum()
    assert curve.fp[at] == (~label & (score >= threshold)).sum()


@given(rows)
def test_the_balanced_point_has_the_fewest_errors_among_the_closest(found):
    curve = roc_points(*map(np.array, zip(*found, strict=True)))
    at, apart = balanced(curve), np.abs(curve.fn - curve.fp)
    tied = np.flatnonzero(apart == apart.min())
    errors = (curve.fn + curve.fp)[tied]
    assert at == tied[errors == errors.min()][0]  # and the highest threshold of those
