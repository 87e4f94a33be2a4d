"""Legends that stay readable: long names shortened, shared entries named once, entries that nothing draws."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure
    from matplotlib.legend import Legend

MOST = 40
"""Characters of a name in a legend."""


def shortened(name: str, most: int = MOST) -> str:
    """Shorten a name by an ellipsis in its middle, as names that are alike often differ at the end."""
    tail = (most - 1) // 2
    return name if len(name) <= most else f"{name[: most - 1 - tail]}…{name[-tail:]}"


def legend_once(ax: Axes, **options: Any) -> Legend:
    """Make the legend of `ax` without entries that look and read like an earlier one."""
    handles, labels = ax.get_legend_handles_labels()
    entries: dict[tuple[str, str], Any] = {}
    handle: Any
    for handle, label in zip(handles, labels, strict=True):
        look = handle.get_color() if hasattr(handle, "get_color") else list(handle.get_facecolor())
        entries.setdefault((label, str(look)), handle)
    return ax.legend(list(entries.values()), [label for label, _ in entries], **options)


def legend_below(figure: Figure, ax: Axes, **options: Any) -> None:
    """Put one legend below all panels, which read alike; none where it shows nothing."""
    handles, labels = ax.get_legend_handles_labels()
    if handles:
        figure.legend(handles, labels, **{"loc": "outside lower center", **options})


def legend_of(place: Axes | Figure, looks: Iterable[Mapping[str, Any]], **options: Any) -> Legend:
    """Make a legend of entries that need not be drawn.

    Parameters
    ----------
    place : matplotlib.axes.Axes or matplotlib.figure.Figure
    looks : iterable of mapping
        Label and look of each entry; one with a ``facecolor`` is shown as an area, any other as a line.
    **options
        For the ``legend`` method of `place`.
    """
    from matplotlib.lines import Line2D
    from matplotlib.patches import Patch

    handles = [Patch(**look) if "facecolor" in look else Line2D([], [], **look) for look in looks]
    return place.legend(handles=handles, **options)
