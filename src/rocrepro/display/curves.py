"""Functions that draw curves, their confident points, bands and intervals."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import ArrayLike

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.collections import FillBetweenPolyCollection
    from matplotlib.lines import Line2D
    from matplotlib.patches import Polygon

MARKED = 60
"""Number of confident points up to which each is marked: a set of one point has no line."""


def draw_curve(ax: Axes, curve: Any, where: Any = slice(None), **look: Any) -> Line2D:
    """Draw a curve in ROC space.

    Parameters
    ----------
    ax : matplotlib.axes.Axes
    curve : RocPoints, pandas.DataFrame or another with ``fpr`` and ``tpr``
    where : index, optional
        Chooses some of its points, for example the mask of the confident ones.
    **look
        For `matplotlib.axes.Axes.plot`.

    Returns
    -------
    matplotlib.lines.Line2D

    See Also
    --------
    draw_band, rocrepro.display.axes.roc_axes
    """
    return ax.plot(np.asarray(curve.fpr)[where], np.asarray(curve.tpr)[where], **look)[0]


def draw_confident(ax: Axes, x: Any, y: Any, thresholds: Any, color: Any) -> Line2D:
    """Draw the confident points of a curve thick; the legend has the thresholds that they span."""
    marker = "o" if len(x) <= MARKED else "none"
    look: dict[str, Any] = {"linewidth": 3.0, "marker": marker, "markersize": 4, "color": color}
    if len(thresholds):
        look["label"] = f"confident, thresholds {thresholds.min():.3g} to {thresholds.max():.3g}"
    return ax.plot(x, y, **look)[0]


def draw_band(
    ax: Axes, x: ArrayLike, lower: ArrayLike, upper: ArrayLike, **look: Any
) -> FillBetweenPolyCollection:
    """Shade what lies between two edges, grey and without a border unless `look` says otherwise."""
    return ax.fill_between(x, lower, upper, **{"color": "0.88", "linewidth": 0, **look})


def draw_intervals(
    ax: Axes, x: ArrayLike, middle: ArrayLike, low: ArrayLike, high: ArrayLike, **look: Any
) -> None:
    """Draw points with their intervals as bars."""
    at, value, least, most = (np.asarray(given, dtype=float) for given in (x, middle, low, high))
    # Limits that agree with the value may lie beyond it by a rounding error.
    reach = np.clip([value - least, most - value], 0, None)
    ax.errorbar(at, value, reach, **look)


def draw_area(ax: Axes, x: ArrayLike, y: ArrayLike, **look: Any) -> Polygon:
    """Shade the area between corners, grey and without a border unless `look` says otherwise."""
    return ax.fill(x, y, **{"color": "0.88", "linewidth": 0, **look})[0]
