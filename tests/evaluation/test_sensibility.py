"""Sensibility: the paper's example, the exact identities, and the definition applied row by row."""

import math
import warnings
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from rocrepro.errors import InputError
from rocrepro.evaluation import score_midpoint, sensibility
from rocrepro.evaluation.sensibility import EmptyGroupWarning, MidpointAboveOneWarning

TABLE1 = [1, 1, 0, 1, 1, 0, 1, 0, 0, 0], [1.0, 0.9, 0.8, 0.7, 0.6, 0.5, 0.4, 0.3, 0.2, 0.0]


@st.composite
def scored(draw, elements=None):
    """Labels with both classes, and scores with many ties."""
    n = draw(st.integers(2, 40))
    labels = draw(st.lists(st.integers(0, 1), min_size=n, max_size=n).filter(lambda v: 0 < sum(v) < len(v)))
    grid = elements or st.one_of(st.integers(0, 12).map(lambda k: k / 12), st.floats(0, 1))
    return np.array(labels), np.array(draw(st.lists(grid, min_size=n, max_size=n)))


def quiet(*args, **kwargs):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", (EmptyGroupWarning, MidpointAboveOneWarning))
        return sensibility(*args, **kwargs)


def test_table_1():
    result = sensibility(*TABLE1)
    assert result.midpoint == 0.54
    assert (result.n_sensible, result.n_non_sensible, result.struggle_ratio) == (8, 2, 0.25)
    assert np.flatnonzero(~result.sensible).tolist() == [2, 6]
    assert result.sensibility_at(0.35) == 0.875
    assert result.capability_at(0.35) == 0.5


@given(scored(), st.sampled_from(["ge", "strict"]), st.one_of(st.just("paper"), st.floats(0, 1.5)))
def test_every_point_follows_the_definition_row_by_row(data, ties, midpoint):
    labels, scores = data
    result = quiet(labels, scores, ties=ties, midpoint=midpoint)
    assert midpoint in ("paper", result.midpoint)
    t = result.midpoint
    sensible = [
        (s > t or (s == t and ties == "ge")) if y else s < t for y, s in zip(labels, scores, strict=True)
    ]
    assert result.sensible.tolist() == sensible
    assert result.n_sensible + result.n_non_sensible == len(labels)
    for i, u in enumerate([math.inf, *sorted(set(scores.tolist()), reverse=True)]):
        right = [(s >= u) == bool(y) for y, s in zip(labels, scores, strict=True)]
        assert result.threshold[i] == u
        assert result.sensible_correct[i] == sum(r and q for r, q in zip(right, sensible, strict=True))
        assert result.non_sensible_correct[i] == sum(
            r and not q for r, q in zip(right, sensible, strict=True)
        )


@given(scored(), st.floats(-0.1, 1.1))
def test_accuracy_is_the_weighted_sum_at_every_threshold(data, u):
    labels, scores = data
    result = quiet(labels, scores)
    share = result.n_sensible / len(labels)
    parts = [
        weight * float(value)
        for weight, value in ((share, result.sensibility_at(u)), (1 - share, result.capability_at(u)))
        if weight > 0
    ]
    assert sum(parts) == pytest.approx(np.mean((scores >= u) == labels), abs=1e-12)


@given(scored())
def test_identities_at_the_midpoint_and_the_ends(data):
    labels, scores = data
    result = quiet(labels, scores)
    assume(result.n_sensible and result.n_non_sensible)
    assert result.sensibility_at(result.midpoint) == 1
    assert result.capability_at(result.midpoint) == 0
    for curve in (result.sensibility, result.capability):
        assert curve[0] + curve[-1] == pytest.approx(1, abs=1e-15)
    assert result.sensibility_at(0.0) == result.sensibility[-1]
    r = result.struggle_ratio
    prevalence = (result.sensibility[-1] + r * result.capability[-1]) / (1 + r)
    assert prevalence == pytest.approx(labels.mean(), abs=1e-12)


@given(scored(), st.randoms(use_true_random=False))
def test_the_order_of_rows_does_not_matter(data, random):
    labels, scores = data
    order = list(range(len(labels)))
    random.shuffle(order)
    assert score_midpoint(labels, scores) == score_midpoint(labels[order], scores[order])


@given(scored())
def test_midpoint_is_the_exact_ratio_rounded_and_the_papers_two_forms_agree(data):
    labels, scores = data
    exact = sum(map(Fraction, scores.tolist())) / (2 * int(labels.sum()))
    assert score_midpoint(labels, scores) == pytest.approx(float(exact), rel=1e-15, abs=1e-300)
    m_pos, m_neg = scores[labels == 1].mean(), scores[labels == 0].mean()
    d = labels.sum() / (1 - labels).sum()
    assert score_midpoint(labels, scores) == pytest.approx((m_pos + m_neg / d) / 2, rel=1e-12, abs=1e-300)


@given(st.lists(st.integers(1, 10**6), min_size=2, max_size=300), st.integers(1, 299))
def test_calibrated_scores_have_the_midpoint_one_half(weights, n_pos):
    """Any scores that are scaled to add up to the number of positive rows."""
    scores = np.array(weights) / sum(weights) * min(n_pos, len(weights) - 1)
    assume(scores.max() <= 1)
    labels = np.zeros(len(weights), int)
    labels[: min(n_pos, len(weights) - 1)] = 1
    assert score_midpoint(labels, scores) == pytest.approx(0.5, abs=1e-15)


def test_a_positive_row_at_the_midpoint():
    labels, scores = [1, 1, 0, 0], [0.5, 0.9, 0.5, 0.1]
    assert sensibility(labels, scores).sensible.tolist() == [True, True, False, True]
    assert sensibility(labels, scores, ties="strict").sensible.tolist() == [False, True, False, True]


def test_a_separable_set_struggles_not_at_all():
    with pytest.warns(EmptyGroupWarning, match="struggle ratio is 0 and the capability NaN"):
        result = sensibility([1, 0], [0.9, 0.1])
    assert result.struggle_ratio == 0
    assert np.isnan(result.capability).all()
    assert result.sensibility.tolist() == [0.5, 1.0, 0.5]


def test_a_reversed_set_struggles_without_end():
    with pytest.warns(EmptyGroupWarning, match="infinite"):
        result = sensibility([1, 0], [0.1, 0.9])
    assert result.struggle_ratio == math.inf
    assert np.isnan(result.sensibility).all()
    assert result.capability.tolist() == [0.5, 0.0, 0.5]


def test_a_midpoint_above_one_is_named():
    with pytest.warns(MidpointAboveOneWarning, match=r"midpoint 1\.45"):
        result = sensibility([1, 0, 0, 0], [0.9, 0.7, 0.7, 0.6])
    assert result.midpoint == pytest.approx(1.45)
    assert result.sensible.tolist() == [False, True, True, True]
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        sensibility(*TABLE1)


def test_all_scores_zero():
    result = sensibility([1, 0], [0.0, 0.0])
    assert (result.midpoint, result.struggle_ratio) == (0.0, 1.0)


@pytest.mark.parametrize(
    ("scores", "words"),
    [
        ([0.2, 1.2], "row 2: found 1.2; expected a probability"),
        ([-0.1, 0.2], "row 1: found -0.1"),
        ([0.1, math.nan], "row 2: found nan"),
    ],
)
def test_scores_must_be_probabilities(scores, words):
    for function in (sensibility, score_midpoint):
        with pytest.raises(InputError, match=words):
            function([1, 0], scores)


@pytest.mark.parametrize(
    "option", [{"midpoint": "mean"}, {"midpoint": -0.1}, {"midpoint": math.nan}, {"ties": ">="}]
)
def test_unknown_options_are_named(option):
    (name,) = option
    with pytest.raises(InputError, match=f"{name}: found "):
        sensibility(*TABLE1, **option)


def test_one_class_or_a_threshold_that_is_no_number():
    with pytest.raises(InputError, match="expected exactly two"):
        sensibility([1, 1], [0.1, 0.2])
    with pytest.raises(InputError, match="threshold: found nan"):
        sensibility(*TABLE1).sensibility_at(math.nan)
