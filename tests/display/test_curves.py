"""What is drawn of curves, bands and intervals, and legends whose entries nothing draws."""

import matplotlib.pyplot as plt
import numpy as np
import pandas as pd
import pytest

from rocrepro.display.axes import panel_grid, stretch
from rocrepro.display.curves import draw_band, draw_curve, draw_intervals
from rocrepro.display.legend import legend_below, legend_of
from rocrepro.evaluation import roc_points

Y, SCORE = [0, 0, 1, 0, 1, 1], [0.1, 0.4, 0.35, 0.2, 0.8, 0.9]


@pytest.mark.parametrize("kind", [lambda points: points, lambda points: pd.DataFrame({
    "fpr": points.fpr, "tpr": points.tpr})])  # fmt: skip
def test_a_curve_is_drawn_from_points_and_from_frames(kind):
    points = roc_points(Y, SCORE)
    _, ax = plt.subplots()
    whole = draw_curve(ax, kind(points), color="red")
    np.testing.assert_array_equal(whole.get_xydata(), np.column_stack([points.fpr, points.tpr]))
    assert whole.get_color() == "red"
    some = draw_curve(ax, kind(points), points.tpr > 0.5)
    np.testing.assert_array_equal(some.get_xydata(), whole.get_xydata()[points.tpr > 0.5])
    one = draw_curve(ax, kind(points), [2])
    np.testing.assert_array_equal(one.get_xydata(), whole.get_xydata()[[2]])


def test_a_band_is_grey_and_has_no_border_unless_the_look_says_otherwise():
    _, ax = plt.subplots()
    plain = draw_band(ax, [0, 1], [0, 0.5], [0.5, 1])
    assert plain.get_linewidth() == [0]
    np.testing.assert_allclose(plain.get_facecolor()[0], [0.88, 0.88, 0.88, 1])
    other = draw_band(ax, [0, 1], [0, 0.5], [0.5, 1], color="red", linewidth=2)
    assert other.get_linewidth() == [2]
    np.testing.assert_allclose(other.get_facecolor()[0], [1, 0, 0, 1])


def test_intervals_reach_from_limit_to_limit_and_bear_rounding_errors():
    _, ax = plt.subplots()
    draw_intervals(ax, [1, 2], [0.5, 0.3], [0.4, 0.3 + 1e-16], [0.8, 0.3], linestyle="none")
    (container,) = ax.containers
    (bars,) = container.lines[2]
    np.testing.assert_allclose(bars.get_segments(), [[[1, 0.4], [1, 0.8]], [[2, 0.3], [2, 0.3]]])


def test_a_legend_has_lines_and_areas_that_nothing_draws():
    figure, ax = plt.subplots()
    legend = legend_of(ax, [{"color": "red", "label": "line"}, {"facecolor": "blue", "label": "area"}])
    assert [text.get_text() for text in legend.get_texts()] == ["line", "area"]
    assert [type(handle).__name__ for handle in legend.legend_handles] == ["Line2D", "Rectangle"]
    assert not ax.lines
    assert not ax.patches
    legend_below(figure, ax)  # nothing drawn has a label
    assert not figure.legends
    ax.plot([0, 1], label="drawn")
    legend_below(figure, ax, ncols=2)
    assert [text.get_text() for text in figure.legends[0].get_texts()] == ["drawn"]


def test_a_stretched_axis_ends_at_the_rate_that_is_asked_for():
    _, (ax,), _ = panel_grid(1, 1, row=2, width=2)
    stretch(ax, 0.1)
    np.testing.assert_allclose(ax.get_xlim(), (-0.002, 0.102))
    assert ax.get_aspect() == "auto"
