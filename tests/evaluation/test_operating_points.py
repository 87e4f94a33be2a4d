"""Chosen points against a search over all thresholds in exact fractions."""

from __future__ import annotations

import doctest
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from rocrepro.errors import InputError
from rocrepro.evaluation import chi_square, operating_point, operating_points, roc_points
from rocrepro.evaluation.operating_points import CRITERIA
from rocrepro.evaluation.roc import RocPoints

rows = st.lists(st.tuples(st.integers(0, 1), st.integers(0, 9)), min_size=2, max_size=40).filter(
    lambda r: {label for label, _ in r} == {0, 1}
)
OPTIONS = {
    "chi_square": {},
    "accuracy": {},
    "youden": {},
    "distance": {},
    "cost": {"cost_fn": 0.3, "cost_fp": 0.1},
    "fpr bound": {"max_fpr": 0.3},
    "fnr bound": {"max_fnr": 0.3},
}


def merit(name, tp, fp, n_pos, n_neg):
    """What to maximise, and None where a point is not allowed; written apart from the code."""
    fpr, tpr, n = Fraction(fp, n_neg), Fraction(tp, n_pos), n_pos + n_neg
    if name == "chi_square":
        if tpr < fpr:
            return None
        margins = (tp + fp) * (n - tp - fp)
        return Fraction(n_pos * n_neg * n, margins) * (tpr - fpr) ** 2 if margins else Fraction(0)
    if name == "fpr bound":
        return tpr if fpr <= Fraction(3, 10) else None
    if name == "fnr bound":
        return -fpr if 1 - tpr <= Fraction(3, 10) else None
    return {
        "accuracy": Fraction(tp + n_neg - fp, n),
        "youden": tpr - fpr,
        "distance": -(fpr**2) - (1 - tpr) ** 2,
        "cost": Fraction(-3 * (n_pos - tp) - fp, 10),
    }[name]


def search(name, labels, scores):
    """(threshold, merit, ties) of the best point by the stated rule, from the rows themselves."""
    n_pos, n_neg = sum(labels), len(labels) - sum(labels)
    found = []
    for threshold in [np.inf, *sorted(set(scores), reverse=True)]:
        tp = sum(1 for label, score in zip(labels, scores, strict=True) if score >= threshold and label)
        fp = sum(1 for label, score in zip(labels, scores, strict=True) if score >= threshold and not label)
        value = merit(name, tp, fp, n_pos, n_neg)
        if value is not None:
            found.append((value, Fraction(tp, n_pos) - Fraction(fp, n_neg), threshold))
    best = max(found)
    return best[2], best[0], sum(1 for value, _, _ in found if value == best[0])


def choose(points, name):
    criterion = "neyman_pearson" if name.endswith("bound") else name
    return operating_point(points, criterion, **OPTIONS[name])


@pytest.mark.parametrize("name", list(OPTIONS))
@given(rows)
def test_against_an_exact_search(name, data):
    labels, scores = (list(column) for column in zip(*data, strict=True))
    chosen = choose(roc_points(labels, scores), name)
    threshold, value, ties = search(name, labels, scores)
    assert (chosen.threshold, chosen.n_tied) == (threshold, ties)
    size = {"distance": lambda v: float(-v) ** 0.5, "fpr bound": lambda v: 1 - float(v)}
    expected = size.get(name, lambda v: abs(float(v)) if name in ("cost", "fnr bound") else float(v))(value)
    assert chosen.value == pytest.approx(expected, abs=1e-12)


@pytest.mark.parametrize("name", list(OPTIONS))
def test_the_point_describes_itself(name):
    rng = np.random.default_rng(3)
    labels = np.r_[np.ones(40, int), np.zeros(160, int)]
    points = roc_points(labels, np.round(rng.normal(labels, 0.8), 2))
    chosen = choose(points, name)
    assert chosen.threshold == points.threshold[chosen.index]
    for cell in ("tp", "fn", "fp", "tn", "fpr", "tpr"):
        assert getattr(chosen, cell) == getattr(points, cell)[chosen.index]
    if name == "chi_square":
        upper = points.tpr >= points.fpr
        best = chi_square(points.fpr, points.tpr, 40, 160)[upper].max()
        assert chosen.value == pytest.approx(best, rel=1e-12)


def curve(tp, fp, n_pos, n_neg):
    """A curve with made-up thresholds."""
    n = len(tp)
    return RocPoints(np.r_[np.inf, np.arange(n - 1, 0, -1.0)], np.array(tp), np.array(fp), n_pos, n_neg)


def test_chi_square_does_not_choose_a_point_below_the_diagonal():
    points = roc_points([0, 0, 0, 1, 1], [5, 4, 3, 2, 1])
    chosen = operating_point(points, "chi_square")
    assert (chosen.value, chosen.threshold, chosen.n_tied) == (0, np.inf, 2)


def test_ties_go_to_the_larger_youden_index_and_then_to_the_highest_threshold():
    # 4 errors at each of three points: (fn, fp) = (4, 0), (3, 1), (2, 2); n_pos 4, n_neg 12.
    points = curve([0, 1, 2, 4], [0, 1, 2, 12], 4, 12)
    chosen = operating_point(points, "accuracy")
    assert (chosen.index, chosen.n_tied) == (2, 3)
    # Equal indices too: tpr - fpr is 1/2 at both.
    even = curve([0, 2, 3, 4], [0, 0, 1, 4], 4, 4)
    assert (operating_point(even, "youden").index, operating_point(even, "youden").n_tied) == (1, 2)
    # A bound on one error leaves points with the same other error: the better one of each pair.
    steps = curve([0, 1, 1, 2, 3, 4], [0, 0, 1, 2, 2, 4], 4, 4)
    assert operating_point(steps, "neyman_pearson", max_fpr=0.25).index == 1
    assert operating_point(steps, "neyman_pearson", max_fnr=0.5).index == 4


def test_a_free_error_leaves_the_best_of_the_tied_points():
    steps = curve([0, 1, 4, 4, 4], [0, 0, 2, 3, 4], 4, 4)
    chosen = operating_point(steps, "cost", cost_fn=1, cost_fp=0)
    assert (chosen.index, chosen.n_tied, chosen.value) == (2, 3, 0)


def test_decimal_costs_tie_as_decimals():
    # 1 fn against 3 fp: in doubles 0.3 < 3 * 0.1, so that rounding would break the tie.
    points = curve([0, 3, 4], [0, 0, 3], 4, 30)
    assert operating_point(points, "cost", cost_fn=0.3, cost_fp=0.1).n_tied == 2
    assert operating_point(points, "cost", cost_fn=0.31, cost_fp=0.1).n_tied == 1
    # A difference far below the tolerance of the first, rounded comparison still counts.
    near = operating_point(points, "cost", cost_fn=0.3 + 1e-13, cost_fp=0.1)
    assert (near.n_tied, near.fn) == (1, 0)


@pytest.mark.parametrize(("bound", "fp"), [(0.29, 29), (0.57, 57), (0.0, 0), (1.0, 100)])
def test_a_bound_holds_the_rate_that_equals_it(bound, fp):
    points = curve(np.arange(101), np.arange(101), 100, 100)
    assert operating_point(points, "neyman_pearson", max_fpr=bound).fp == fp
    assert operating_point(points, "neyman_pearson", max_fnr=bound).fn == fp


def test_youden_is_the_cost_with_class_weights():
    rng = np.random.default_rng(8)
    labels = np.r_[np.ones(30, int), np.zeros(300, int)]
    points = roc_points(labels, rng.normal(labels, 1))
    assert operating_point(points, "cost", cost_fn=10).index == operating_point(points, "youden").index


@pytest.mark.parametrize(
    ("criterion", "options", "message"),
    [
        ("best", {}, "criterion: found 'best'"),
        ("cost", {"cost_fn": -1}, "cost_fn: found -1"),
        ("cost", {"cost_fp": np.nan}, "cost_fp"),
        ("cost", {"cost_fn": 0, "cost_fp": 0}, "found 0 for both"),
        ("neyman_pearson", {}, "found none; expected 1"),
        ("neyman_pearson", {"max_fpr": 0.1, "max_fnr": 0.1}, "max_fpr and max_fnr; expected 1"),
        ("neyman_pearson", {"max_fpr": 1.1}, "max_fpr: found 1.1"),
        ("youden", {"max_fpr": 0.1}, "expected 0"),
    ],
)
def test_bad_input(criterion, options, message):
    points = roc_points([0, 1], [0, 1])
    with pytest.raises(InputError, match=message):
        operating_point(points, criterion, **options)


def test_perfect_and_constant_scores():
    perfect, constant = roc_points([0, 0, 1], [0, 0, 1]), roc_points([0, 0, 1], [1, 1, 1])
    for criterion in CRITERIA:
        options = {"max_fpr": 0.5} if criterion == "neyman_pearson" else {}
        assert (operating_point(perfect, criterion, **options).fpr, perfect.tpr[1]) == (0, 1)
        assert operating_point(perfect, criterion, **options).tpr == 1
        assert operating_point(constant, criterion, **options).threshold == np.inf


def test_examples_in_docstrings():
    result = doctest.testmod(operating_points)
    assert result.attempted
    assert result.failed == 0
