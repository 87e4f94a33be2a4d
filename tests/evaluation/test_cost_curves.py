"""Cost lines and their envelope, against the smallest of all lines."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from rocrepro.errors import InputError
from rocrepro.evaluation import confident_segment, operating_point, roc_points
from rocrepro.evaluation.cost_curves import cost_curve, probability_cost
from rocrepro.evaluation.isolines import misclassification_cost


@st.composite
def curves(draw):
    n_pos, n_neg = draw(st.integers(1, 20)), draw(st.integers(1, 40))
    size = n_pos + n_neg
    score = draw(st.lists(st.integers(0, 15), min_size=size, max_size=size))
    return roc_points([1] * n_pos + [0] * n_neg, score)


GRID = np.linspace(0, 1, 51)


@given(points=curves())
def test_the_envelope_is_the_smallest_of_all_lines(points):
    curve = cost_curve(points)
    np.testing.assert_allclose(curve.best_at(GRID), curve.lines_at(GRID).min(axis=0), atol=1e-12)
    for first, last, line in zip(curve.corners[:-1], curve.corners[1:], curve.line, strict=True):
        assert first < last
        middle = (first + last) / 2
        assert curve.lines_at(middle)[line] == pytest.approx(float(curve.best_at(middle)), abs=1e-12)
    assert curve.corners[0] == 0
    assert curve.corners[-1] == 1
    # No envelope is above those of "never" and "always".
    assert np.all(curve.best_at(GRID) <= np.minimum(GRID, 1 - GRID) + 1e-12)
    assert 0 <= curve.area <= 0.25 + 1e-12


@given(
    points=curves(), prevalence=st.floats(0.01, 0.99), costs=st.tuples(st.floats(0.1, 9), st.floats(0.1, 9))
)
def test_a_line_is_the_expected_cost_as_a_share_of_the_largest(points, prevalence, costs):
    curve = cost_curve(points)
    pc = probability_cost(prevalence, cost_fn=costs[0], cost_fp=costs[1])
    expected = prevalence * costs[0] * (1 - points.tpr) + (1 - prevalence) * costs[1] * points.fpr
    largest = prevalence * costs[0] + (1 - prevalence) * costs[1]
    np.testing.assert_allclose(curve.lines_at(pc), expected / largest, atol=1e-12)


@given(points=curves(), costs=st.tuples(st.integers(1, 20), st.integers(1, 20)))
def test_the_best_line_is_the_cost_criterions(points, costs):
    best = operating_point(points, "cost", cost_fn=costs[0], cost_fp=costs[1]).value
    share = points.n_pos / points.n
    pc = probability_cost(share, cost_fn=costs[0], cost_fp=costs[1])
    worst = misclassification_cost(1.0, 0.0, points.n_pos, points.n_neg, cost_fn=costs[0], cost_fp=costs[1])
    assert float(cost_curve(points).best_at(pc)) * float(worst) == pytest.approx(best, abs=1e-9)


@given(points=curves())
def test_confident_lines(points):
    curve = cost_curve(points, alpha=0.2, test="wald")
    mask = confident_segment(points, alpha=0.2, test="wald").mask
    assert curve.mask.tolist() == mask.tolist()
    among = curve.best_at(GRID, confident=True)
    if mask.any():
        np.testing.assert_allclose(among, curve.lines_at(GRID)[mask].min(axis=0))
        assert np.all(among >= curve.best_at(GRID) - 1e-12)
    else:
        assert np.isnan(among).all()
    assert curve.confident_pieces.tolist() == mask[curve.line].tolist()


def test_perfect_and_constant_scores():
    perfect = cost_curve(roc_points([1, 1, 0], [3, 2, 1]))
    assert (perfect.area, perfect.line.tolist()) == (0.0, [2])
    constant = cost_curve(roc_points([1, 1, 0], [1, 1, 1]))
    assert (constant.area, constant.corners.tolist(), constant.line.tolist()) == (
        0.25,
        [0.0, 0.5, 1.0],
        [0, 1],
    )


def test_errors():
    curve = cost_curve(roc_points([1, 0], [1, 0]))
    with pytest.raises(InputError, match="probability_cost: found a value outside"):
        curve.best_at([0.5, 1.5])
    with pytest.raises(InputError, match="prevalence: found 0"):
        probability_cost(0)
    with pytest.raises(InputError, match="cost_fn, cost_fp: found 0 for both"):
        probability_cost(0.5, cost_fn=0, cost_fp=0)
    with pytest.raises(InputError, match="cost_fp: found -1"):
        probability_cost(0.5, cost_fp=-1)
