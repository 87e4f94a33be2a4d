"""A figure of panels that each have a name and a legend below them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from rocrepro.display.axes import panel_grid
from rocrepro.display.house import apply_style
from rocrepro.display.legend import MOST, legend_once, shortened

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

PANEL = 3.2  # inches a panel, the legend left out
LINE = 0.14  # inches a line of the legend
COLUMNS = 3

Panel = Callable[["Axes"], None]


def panels_figure(shown: Mapping[Any, Panel], size: float = PANEL) -> Figure:
    """Draw one panel of so many inches under the name of each model, or the names of each pair."""
    apply_style()
    columns = min(COLUMNS, len(shown))
    figure, axes, free = panel_grid(len(shown), columns, row=size, width=columns * size)
    for ax, (title, draw) in zip(axes, shown.items(), strict=True):
        draw(ax)
        # Below the axes, where it hides nothing.
        if ax.get_legend():
            legend_once(ax, loc="upper center", bbox_to_anchor=(0.5, -0.17), fontsize=6.5)
        # A dollar sign in a model's name would start a formula.
        ax.set_title(_title(title).replace("$", r"\$"))
    legends = [legend for ax in axes if (legend := ax.get_legend())]
    lines = max((len(legend.get_texts()) for legend in legends), default=0)
    rows = (len(axes) + len(free)) // columns
    figure.set_size_inches(columns * size, rows * (size + LINE * lines))
    _freeze(figure)
    return figure


def _freeze(figure: Figure) -> None:
    """Place the panels for good: matplotlib would do so again for every file that it writes."""
    engine = figure.get_layout_engine()
    assert engine is not None
    for _ in range(2):  # the second time it knows how far legends and square panels reach
        engine.execute(figure)
    figure.set_layout_engine(None)


def _title(names: str | tuple[str, str]) -> str:
    """A panel's title, no wider than the panel."""
    if isinstance(names, str):
        return shortened(names, MOST - 4)
    return " and ".join(shortened(name, MOST // 2 - 4) for name in names)
