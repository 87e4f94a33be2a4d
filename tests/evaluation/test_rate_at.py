"""One rate at another, against a search over all thresholds."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rocrepro.errors import InputError
from rocrepro.evaluation import operating_point, rate_at, roc_points
from tests.evaluation.test_partial_auc import ROWS, rows

least = st.sampled_from(["0", "0.1", "0.3", "0.5", "0.75", "0.9", "0.95", "1"])


@given(rows, least)
def test_against_a_search(data, at):
    y, score = zip(*data, strict=True)
    points, pairs = roc_points(y, score), []
    for threshold in [float("inf"), *sorted(set(score), reverse=True)]:
        tp = sum(1 for label, one in data if label and one >= threshold)
        tn = sum(1 for label, one in data if not label and one < threshold)
        pairs.append((Fraction(tp, sum(y)), Fraction(tn, len(y) - sum(y)), threshold))
    for name, own, other in (("specificity", 1, 0), ("sensitivity", 0, 1)):
        allowed = [(pair[other], pair[own], pair[2]) for pair in pairs if pair[own] >= Fraction(at)]
        best = max(allowed)
        found = rate_at(points, **{name: float(at)})
        assert (found.rate, found.reached, found.threshold) == (float(best[0]), float(best[1]), best[2])
        assert points.threshold[found.index] == found.threshold


@given(rows, least)
def test_it_is_the_point_of_neyman_and_pearson(data, at):
    points = roc_points(*zip(*data, strict=True))
    found = rate_at(points, sensitivity=float(at))
    # 1 - 0.9 is not 0.1 as a double, so the bound is compared where both are exact.
    if at in ("0", "0.5", "0.75", "1"):
        chosen = operating_point(points, "neyman_pearson", max_fnr=1 - float(at))
        assert (chosen.threshold, 1 - chosen.fpr) == pytest.approx((found.threshold, found.rate))


def test_a_rate_that_is_met_exactly_counts():
    y, score = [0] * 10 + [1] * 10, [*range(10), *range(5, 15)]
    assert rate_at(roc_points(y, score), specificity=0.9).reached == 0.9
    assert rate_at(roc_points(y, score), sensitivity=0.7).reached == 0.7


def test_procs_interpolation_lies_between_two_points():
    """PROC 1.18.0, coords(roc, 0.9, input): 0.48444 and 0.33333 for a, 0.16667 and 0.14028 for b."""
    for name, sensitivity, specificity in (("a", 0.48444444444, 0.33333333333), ("b", 1 / 6, 0.14027777778)):
        points = roc_points(ROWS["y"], ROWS[name])
        assert rate_at(points, specificity=0.9).rate <= sensitivity + 1e-9
        assert rate_at(points, sensitivity=0.9).rate <= specificity + 1e-9
        above = rate_at(points, specificity=0.9).index + 1
        assert points.tpr[above] >= sensitivity


def test_ends():
    points = roc_points([0, 0, 1, 1], [1] * 4)
    assert rate_at(points, specificity=0.9).threshold == float("inf")
    assert rate_at(points, specificity=0.9).rate == 0
    assert rate_at(points, sensitivity=0.9).rate == 0
    perfect = roc_points([0, 0, 1, 1], [1, 2, 3, 4])
    assert rate_at(perfect, specificity=1).rate == rate_at(perfect, sensitivity=1).rate == 1


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({}, "specificity, sensitivity: found none; expected one of them"),
        ({"specificity": 0.9, "sensitivity": 0.9}, "found specificity and sensitivity"),
        ({"specificity": 90}, "specificity: found 90; expected a rate from 0 to 1"),
        ({"sensitivity": float("nan")}, "sensitivity: found nan"),
    ],
)
def test_bad_input(change, words):
    with pytest.raises(InputError, match=words):
        rate_at(roc_points([0, 1], [1, 2]), **change)
