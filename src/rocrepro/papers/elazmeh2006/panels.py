"""Grids of panels, one for each data set, and the marks that the figures beyond the paper share."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from rocrepro.display.axes import gap_axes, panel_grid

if TYPE_CHECKING:
    from collections.abc import Callable

    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from rocrepro.papers.evaluated import Evaluated

COLUMNS = 3
# The learner that these figures draw: its points spread over the thresholds.
LEARNER = "forest"
BLUE, ORANGE, YELLOW = "#0072B2", "#D55E00", "#E69F00"
BALANCED: dict[str, Any] = {"marker": "o", "color": BLUE}
OTHER: dict[str, Any] = {"marker": "s", "color": ORANGE}
EDGE: dict[str, Any] = {"markeredgecolor": "white", "markeredgewidth": 0.6, "linestyle": "none", "zorder": 6}


def grid(
    evaluated: Evaluated, there: Callable[[str], bool] | None = None
) -> tuple[Figure, list[tuple[str, Axes]], Axes]:
    """One panel for each data set; returns those that there is something to draw in, and the legend's.

    `there` says so of a data set; by default it is there with a curve of `LEARNER`.
    """
    names = evaluated.datasets
    figure, axes, (legend, *_) = panel_grid(len(names), COLUMNS, row=2.35, extra=0.3, legends=1)
    figure.supxlabel("false positive rate", fontsize=8.5)
    figure.supylabel("true positive rate", fontsize=8.5)
    drawn = []
    for dataset, ax in zip(names, axes, strict=True):
        if there(dataset) if there else evaluated.has(dataset, LEARNER):
            drawn.append((dataset, ax))
        else:
            gap_axes(ax, heading(evaluated, dataset))
    return figure, drawn, legend


def heading(evaluated: Evaluated, dataset: str) -> str:
    """Title of a data set's panel."""
    return f"{evaluated.title(dataset)}\n{evaluated.protocol(dataset)}"


def note(ax: Axes, text: str) -> None:
    """A few words in the lower right of a panel, over what is drawn there."""
    paper = {"facecolor": "white", "alpha": 0.85, "edgecolor": "none", "pad": 1.5}
    place: dict[str, Any] = {"ha": "right", "va": "bottom", "transform": ax.transAxes}
    ax.text(0.99, 0.03, text, fontsize=7, bbox=paper, zorder=7, **place)
