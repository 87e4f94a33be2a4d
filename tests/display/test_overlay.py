"""Curves of several models on one axis: told apart without colour, and numbered as in the legend."""

from itertools import combinations

import matplotlib.pyplot as plt
import numpy as np
import pytest

from rocrepro.display.overlay import draw_overlay, stairs
from rocrepro.evaluation import precision_recall_points, roc_points


def test_eight_curves_differ_without_colour():
    _, ax = plt.subplots()
    x = np.linspace(0, 1, 50)
    draw_overlay(ax, {f"model {at}": (x, x ** (1 + at)) for at in range(8)})
    looks = [
        (line.get_linestyle(), str(line._unscaled_dash_pattern), line.get_linewidth()) for line in ax.lines
    ]
    assert all(one != other for one, other in combinations(looks, 2))
    numbers = [text.get_text() for text in ax.texts]
    labels = [line.get_label() for line in ax.lines]
    assert numbers == [str(at + 1) for at in range(8)]
    assert labels == [f"{at + 1}  model {at}" for at in range(8)]


def test_a_number_lies_on_its_curve_and_inside_the_axes():
    _, ax = plt.subplots()
    ax.set(xlim=(0, 1), ylim=(-0.1, 0.2))
    x = np.linspace(0, 1, 1001)
    curves = {"a": (x, 0.2 - x), "b": (x, 0.3 * x - 0.1), "below": (x, x - 9)}
    draw_overlay(ax, curves)
    assert [text.get_text() for text in ax.texts] == ["1", "2"]
    for text, (across, up) in zip(ax.texts, curves.values(), strict=False):
        at, height = text.get_position()
        assert np.interp(at, across, up) == pytest.approx(height, abs=1e-6)
        assert -0.1 <= height <= 0.2


def test_one_curve_needs_no_number():
    _, ax = plt.subplots()
    draw_overlay(ax, {"costs $5": ([0, 1], [0, 1])}, {"costs $5": "AUC 0.5"})
    assert not ax.texts
    assert ax.lines[0].get_label() == r"costs \$5, AUC 0.5"


def test_stairs_have_the_area_of_average_precision():
    curve = precision_recall_points(roc_points([1, 0, 1, 0, 1], [5, 4, 3, 2, 1]))
    x, y = stairs(curve.recall, curve.precision)
    assert np.trapezoid(y, x) == pytest.approx(curve.average_precision)
