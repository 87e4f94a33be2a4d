"""Curves of several models on one axis, told apart by colour, line and number."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from rocrepro.display.legend import shortened

if TYPE_CHECKING:
    from matplotlib.axes import Axes

COLORS = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#56B4E9", "#E69F00", "black")
"""Okabe and Ito's colours, which colour-blind readers can tell apart."""
LINES: tuple[Any, ...] = ("-", (0, (5, 1.5)), (0, (1, 1)), (0, (5, 1.5, 1, 1.5)))
"""Lines that can be told apart in grey; with both widths there are eight looks."""
WIDTHS = (1.3, 2.4)


def draw_overlay(
    ax: Axes, curves: Mapping[str, tuple[ArrayLike, ArrayLike]], words: Mapping[str, str] | None = None
) -> None:
    """Draw curves on axes whose limits are set, each with a number on it that the legend names.

    Parameters
    ----------
    ax : matplotlib.axes.Axes
    curves : mapping of str to (x, y)
        By the name of the model.
    words : mapping of str to str, optional
        What the legend says of a curve, behind its name.
    """
    several = len(curves) > 1
    for at, (name, (x, y)) in enumerate(curves.items()):
        number = f"{at + 1}  " if several else ""
        label = f"{number}{shortened(name)}{'' if words is None else f', {words[name]}'}"
        color = COLORS[at % len(COLORS)]
        look: dict[str, Any] = {
            "color": color,
            "linestyle": LINES[at % len(LINES)],
            "linewidth": WIDTHS[at // len(LINES) % len(WIDTHS)],
        }
        # A dollar sign in a model's name would start a formula.
        ax.plot(x, y, label=label.replace("$", r"\$"), **look)
        place = _place(ax, x, y, (at + 1) / (len(curves) + 1)) if several else None
        if place is not None:
            box = {"boxstyle": "circle,pad=0.15", "facecolor": "white", "edgecolor": color, "linewidth": 0.6}
            centred: dict[str, Any] = {"ha": "center", "va": "center", "fontsize": 6.5, "zorder": 4}
            ax.text(*place, str(at + 1), color="black", bbox=box, **centred)


def stairs(x: ArrayLike, y: ArrayLike) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Turn a step curve, whose height belongs to the stretch before each point, into straight pieces."""
    across, up = np.repeat(np.asarray(x, dtype=np.float64), 2), np.repeat(np.asarray(y, dtype=np.float64), 2)
    return across[:-1], up[1:]


def _place(ax: Axes, x: ArrayLike, y: ArrayLike, share: float) -> tuple[float, float] | None:
    """Return the point after a share of the way along a curve, as far as it lies in the axes."""
    (left, right), (low, high) = ax.get_xlim(), ax.get_ylim()
    across: NDArray[np.float64] = (np.asarray(x, dtype=np.float64) - left) / (right - left)
    up: NDArray[np.float64] = (np.asarray(y, dtype=np.float64) - low) / (high - low)
    inside = (across >= 0) & (across <= 1) & (up >= 0) & (up <= 1)
    if not inside.any():
        return None
    across, up = across[inside], up[inside]
    way = np.append(0.0, np.cumsum(np.hypot(np.diff(across), np.diff(up))))
    there = share * way[-1]
    return (
        float(left + (right - left) * np.interp(there, way, across)),
        float(low + (high - low) * np.interp(there, way, up)),
    )
