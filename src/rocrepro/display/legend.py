"""Legends that stay readable: long names shortened, and what several displays share named once."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure
    from matplotlib.legend import Legend

MOST = 40
"""Characters of a name in a legend."""


def shortened(name: str, most: int = MOST) -> str:
    """A name with an ellipsis in its middle if it is longer; names that are alike often differ at the end."""
    tail = (most - 1) // 2
    return name if len(name) <= most else f"{name[: most - 1 - tail]}…{name[-tail:]}"


def legend_once(ax: Axes, **options: Any) -> Legend:
    """The legend of `ax` without entries that look and read like an earlier one."""
    handles, labels = ax.get_legend_handles_labels()
    entries: dict[tuple[str, str], Any] = {}
    handle: Any
    for handle, label in zip(handles, labels, strict=True):
        look = handle.get_color() if hasattr(handle, "get_color") else handle.get_facecolor().tolist()
        entries.setdefault((label, str(look)), handle)
    return ax.legend(list(entries.values()), [label for label, _ in entries], **options)


def legend_below(figure: Figure, ax: Axes, **options: Any) -> None:
    """Put the legend of one of several panels that read alike below them all."""
    handles, labels = ax.get_legend_handles_labels()
    figure.legend(handles, labels, loc="outside lower center", **options)
