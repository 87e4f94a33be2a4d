"""One model at one seed: the threshold in use, and positions on its curve."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from rocrepro.evaluation import operating_point, roc_points
from rocrepro.study import Choices
from rocrepro.study.choices import BestBy
from rocrepro.study.cut import Cut, are_probabilities, cut_in_use, index_of
from rocrepro.study.model import balanced


@pytest.mark.parametrize(
    ("score", "expected"),
    [([0.0, 1.0, 0.3], True), ([1 + 1e-12, 0.2, -1e-12], True), ([1.001, 0.2], False), ([-0.1, 0.5], False)],
)
def test_probabilities_may_be_off_by_rounding(score, expected):
    assert are_probabilities(np.array(score)) is expected


def test_the_cut_in_use(by_model):
    for (label, score), plain in ((by_model["sklearn", "tree"], 0.5), (by_model["weka", "svm"], 0.0)):
        curve = roc_points(label, score)
        assert cut_in_use(curve, Choices()) == Cut(plain)
        assert cut_in_use(curve, Choices(threshold="0.25")) == Cut(0.25)
        by_cost = Choices(threshold="cost", cost_fn=4)
        cheapest = operating_point(curve, "cost", cost_fn=4).threshold
        assert cut_in_use(curve, by_cost) == Cut(cheapest, "cost")
        own = Choices(threshold="youden", best_by={"mine": BestBy("youden")})
        assert cut_in_use(curve, own) == Cut(operating_point(curve, "youden").threshold, "youden")


ONE_CLASS = "every row is predicted"


@pytest.mark.parametrize(
    ("score", "found"),
    [
        # A biomarker, percentages, probabilities of a rare class, scores that are all negative.
        ([82, 51, 60, 40], f"at the default threshold 0 {ONE_CLASS} positive"),
        ([95.0, 2.5, 40.0, 1.0], f"at the default threshold 0 {ONE_CLASS} positive"),
        ([0.31, 0.02, 0.04, 0.01], f"at the default threshold 0.5 {ONE_CLASS} negative"),
        ([-1, -4, -2, -9], f"at the default threshold 0 {ONE_CLASS} negative"),
        ([0.9, 0.7, 0.8, 0.5], f"at the default threshold 0.5 {ONE_CLASS} positive"),
    ],
)
def test_a_default_that_separates_nothing_gives_way(score, found):
    curve = roc_points([1, 0, 1, 0], score)
    cut = cut_in_use(curve, Choices())
    assert cut == Cut(operating_point(curve, "youden").threshold, "youden", found)
    assert "the best by youden on these same rows" in cut.words
    assert f"the threshold {cut.threshold:g} is used instead" in cut.words


def test_a_threshold_that_was_given_is_used_as_given():
    curve = roc_points([1, 0, 1, 0], [82, 51, 60, 40])
    cut = cut_in_use(curve, Choices(threshold=10))
    assert cut == Cut(10, one_class=f"at the threshold 10 {ONE_CLASS} positive")
    assert "used instead" not in cut.words
    assert "no verdict" in cut.words


def test_no_threshold_is_found_where_the_scores_point_the_other_way():
    """Youden's best point is then to predict no row positive, which separates nothing either."""
    cut = cut_in_use(roc_points([0, 0, 1, 1], [82, 51, 45, 40]), Choices())
    assert cut.threshold == np.inf
    assert "accuracy is not informative there" in cut.words


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
