"""Grids of panels, one for each data set, and the marks that the figures beyond the paper share."""

from __future__ import annotations

from math import ceil
from typing import TYPE_CHECKING, Any

import numpy as np

from rocrepro.display.house import PAGE, gap_axes

if TYPE_CHECKING:
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


def grid(evaluated: Evaluated) -> tuple[Figure, list[tuple[str, Axes]], Axes]:
    """One panel for each data set; returns those with a curve to draw, and the one for the legend."""
    import matplotlib.pyplot as plt

    rows = ceil((len(evaluated.datasets) + 1) / COLUMNS)
    figure, axes = plt.subplots(rows, COLUMNS, figsize=(PAGE, 2.35 * rows + 0.3), layout="constrained")
    flat: list[Axes] = list(np.atleast_1d(axes).flat)
    figure.supxlabel("false positive rate", fontsize=8.5)
    figure.supylabel("true positive rate", fontsize=8.5)
    drawn = []
    for dataset, ax in zip(evaluated.datasets, flat, strict=False):
        if evaluated.has(dataset, LEARNER):
            drawn.append((dataset, ax))
        else:
            gap_axes(ax, heading(evaluated, dataset))
    legend = flat[len(evaluated.datasets)]
    for ax in flat[len(evaluated.datasets) :]:
        ax.axis("off")
    return figure, drawn, legend


def heading(evaluated: Evaluated, dataset: str) -> str:
    """Title of a data set's panel."""
    return f"{evaluated.title(dataset)}\n{evaluated.protocol(dataset)}"


def note(ax: Axes, text: str) -> None:
    """A few words in the lower right of a panel, over what is drawn there."""
    paper = {"facecolor": "white", "alpha": 0.85, "edgecolor": "none", "pad": 1.5}
    place: dict[str, Any] = {"ha": "right", "va": "bottom", "transform": ax.transAxes}
    ax.text(0.99, 0.03, text, fontsize=7, bbox=paper, zorder=7, **place)
