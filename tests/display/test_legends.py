"""What is written on a figure can be read: levels apart, legends without repetition, long names shortened."""

from itertools import combinations

import matplotlib.pyplot as plt
import numpy as np
import pytest

from rocrepro.display import ConfidentRocDisplay, IsolineDisplay
from rocrepro.display.legend import MOST, shortened
from rocrepro.display.panels import panels_figure
from tests.display.conftest import each

LONG = "a name that nobody would type " * 8


def entries(ax):
    return [text.get_text() for text in ax.get_legend().get_texts()]


@pytest.mark.parametrize("shift", [0.15, 1.0, 3.0])
def test_levels_of_chi_square_do_not_overlap(shift):
    label = (np.arange(300) % 3 == 0).astype(int)
    score = np.random.default_rng(0).normal(shift * label)
    figure, ax = plt.subplots(figsize=(3.2, 3.2))
    IsolineDisplay.from_predictions(label, score, ax=ax)
    figure.canvas.draw()
    boxes = [text.get_window_extent() for text in ax.texts]
    assert len(boxes) >= 6
    assert not any(one.overlaps(other) for one, other in combinations(boxes, 2))


def test_what_two_displays_share_is_named_once():
    label, score = np.array([0, 1] * 20), np.arange(40) % 7
    first = ConfidentRocDisplay.from_predictions(label, score, region=True, plot_chance_level=True)
    ConfidentRocDisplay.from_predictions(
        label, -score, ax=first.ax_, region=True, plot_chance_level=True, name="b"
    )
    shown = entries(first.ax_)
    assert shown.count("Chance level (AUC = 0.5)") == shown.count("confident at 95 %") == 1
    assert sum("AUC 0." in text for text in shown) == 2


def test_curves_that_read_alike_keep_their_entries():
    label, score = np.array([0, 1] * 20), np.arange(40) % 7
    first = ConfidentRocDisplay.from_predictions(label, score)
    before = entries(first.ax_)
    ConfidentRocDisplay.from_predictions(label, score, ax=first.ax_)
    assert entries(first.ax_) == before * 2


@each
def test_a_long_name_is_shortened_in_the_legend_alone(display, options, data, fitted):
    made = display.from_estimator(fitted, *data, name=LONG, **options)
    assert made.name == LONG
    assert any(shortened(LONG) in text for text in entries(made.ax_))
    assert max(map(len, entries(made.ax_))) < MOST + 60


def test_a_name_keeps_both_ends():
    assert shortened("x" * MOST) == "x" * MOST
    found = shortened("a" * 100 + "b")
    assert (len(found), found[0], found[-1]) == (MOST, "a", "b")


def test_long_names_leave_room_for_the_panels():
    figure = panels_figure({LONG: lambda ax: ax.plot([0, 1]), ("b", LONG): lambda ax: ax.plot([0, 1])})
    figure.canvas.draw()
    titles = [ax.title.get_window_extent() for ax in figure.axes]
    assert not titles[0].overlaps(titles[1])


def test_all_of_a_panel_is_inside_the_figure():
    def square(ax):
        for name in ("one", "two", "three"):
            ax.plot([0, 1], label=name)
        ax.set(aspect="equal", xlabel="rate", ylabel="rate")
        ax.legend()

    figure = panels_figure({"a": square, "b": square})
    figure.canvas.draw()
    boxes = [ax.get_tightbbox() for ax in figure.axes]
    assert min(min(box.x0, box.y0) for box in boxes) >= 0
    assert max(box.x1 for box in boxes) <= figure.bbox.x1
    assert max(box.y1 for box in boxes) <= figure.bbox.y1
