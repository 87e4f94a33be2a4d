"""Panels for each data set, learners in legends, and tables of what was plotted, for several papers."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from rocrepro.display.axes import gap_axes, panel_grid
from rocrepro.display.house import learner_style
from rocrepro.formats.table import Table

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    import pandas as pd
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from rocrepro.papers.evaluated import Evaluated

COLUMNS = 3


def dataset_panels(
    evaluated: Evaluated,
    there: Callable[[str], Any],
    *,
    row: float,
    x: str = "false positive rate",
    y: str = "true positive rate",
    fontsize: float = 8.5,
    heading: str = "{}\n{}",
) -> tuple[Figure, list[tuple[str, Axes]], Axes]:
    """Make a figure with one panel for each data set.

    Parameters
    ----------
    evaluated : Evaluated
    there : callable
        Whether there is something to draw of a data set; the others' panels are marked as gaps.
    row : float
        Height of a row of panels in inches.
    x, y : str
        Labels of all panels together.
    fontsize : float
        Of these labels.
    heading : str
        Template of a gap's title, for the data set's title and protocol.

    Returns
    -------
    figure : matplotlib.figure.Figure
    panels : list of (str, matplotlib.axes.Axes)
        Those that are to be drawn, by data set.
    legend : matplotlib.axes.Axes
        The free place behind the last panel.
    """
    names = evaluated.datasets
    figure, axes, (legend, *_) = panel_grid(len(names), COLUMNS, row=row, extra=0.3, legends=1)
    figure.supxlabel(x, fontsize=fontsize)
    figure.supylabel(y, fontsize=fontsize)
    drawn = []
    for dataset, ax in zip(names, axes, strict=True):
        if there(dataset):
            drawn.append((dataset, ax))
        else:
            gap_axes(ax, headed(evaluated, dataset, heading))
    return figure, drawn, legend


def headed(evaluated: Evaluated, dataset: str, heading: str = "{}\n{}") -> str:
    """Title of a data set's panel, from a template for the data set's title and protocol."""
    return heading.format(evaluated.title(dataset), evaluated.protocol(dataset))


def learner_keys(evaluated: Evaluated, *parts: str, **look: Any) -> list[dict[str, Any]]:
    """Entries of the learners for `rocrepro.display.legend.legend_of`, with these parts of their style."""
    styles = {name: learner_style(evaluated.learners, name) for name in evaluated.learners}
    return [
        {"label": evaluated.learner_title(name), **look, **{part: style[part] for part in parts}}
        for name, style in styles.items()
    ]


def plotted(frames: Sequence[pd.DataFrame], columns: Sequence[str]) -> Table:
    """Return what a figure's panels show as one table, which may be empty."""
    import pandas as pd

    if not frames:
        return Table(pd.DataFrame(columns=list(columns)))
    return Table(pd.concat(frames, ignore_index=True).reindex(columns=list(columns)))
