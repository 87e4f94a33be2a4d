"""The learner, the marks and the grid that the figures beyond the paper share."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from rocrepro.papers.panels import dataset_panels

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from rocrepro.papers.evaluated import Evaluated

# The learner that these figures draw: its points spread over the thresholds.
LEARNER = "forest"
ROW = 2.35
BLUE, ORANGE, YELLOW = "#0072B2", "#D55E00", "#E69F00"
BALANCED: dict[str, Any] = {"marker": "o", "color": BLUE}
OTHER: dict[str, Any] = {"marker": "s", "color": ORANGE}
EDGE: dict[str, Any] = {"markeredgecolor": "white", "markeredgewidth": 0.6, "linestyle": "none", "zorder": 6}


def grid(evaluated: Evaluated) -> tuple[Figure, list[tuple[str, Axes]], Axes]:
    """One panel for each data set on which `LEARNER` was trained, as `dataset_panels` makes them."""
    return dataset_panels(evaluated, lambda dataset: evaluated.has(dataset, LEARNER), row=ROW)


def note(ax: Axes, text: str) -> None:
    """A few words in the lower right of a panel, over what is drawn there."""
    paper = {"facecolor": "white", "alpha": 0.85, "edgecolor": "none", "pad": 1.5}
    place: dict[str, Any] = {"ha": "right", "va": "bottom", "transform": ax.transAxes}
    ax.text(0.99, 0.03, text, fontsize=7, bbox=paper, zorder=7, **place)
