"""The mean curve of the folds of a cross-validation, with one standard deviation each way."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from rocrepro.display.curves import draw_band, draw_curve

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.lines import Line2D

    from rocrepro.evaluation.fold_average import FoldAverage


def draw_fold_average(ax: Axes, found: FoldAverage) -> Line2D:
    """Draw the mean curve of folds, dashed, over a band of one standard deviation each way.

    Parameters
    ----------
    ax : matplotlib.axes.Axes
    found : FoldAverage

    Returns
    -------
    matplotlib.lines.Line2D
        The mean curve; its legend has the mean and the standard deviation of the folds' areas.

    See Also
    --------
    rocrepro.evaluation.fold_average
    """
    if found.sd.max() > 0:  # a band without width would look like certainty
        draw_band(ax, found.fpr, found.lower, found.upper, label="mean ± 1 sd of the folds", zorder=0)
    return draw_curve(
        ax, found, color="black", linestyle="--", linewidth=1.3, label=f"mean of folds, {area_words(found)}"
    )


def area_words(found: FoldAverage) -> str:
    """Return mean and standard deviation of the folds' areas in words."""
    if math.isnan(found.sd_auc):
        return f"AUC {found.mean_auc:.3f}, one fold"
    if found.sd_auc == 0:
        return f"AUC {found.mean_auc:.3f} in each"
    return f"AUC {found.mean_auc:.3f} ± {found.sd_auc:.3f}"
