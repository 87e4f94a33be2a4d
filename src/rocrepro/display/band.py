"""A ROC curve with a confidence band."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Self

import numpy as np
from numpy.typing import ArrayLike

from rocrepro.display.base import ScoreDisplay, roc_axes
from rocrepro.errors import InputError
from rocrepro.evaluation.bands import Band, fixed_width_band
from rocrepro.evaluation.metrics import roc_auc
from rocrepro.evaluation.roc import RocPoints, roc_points
from rocrepro.evaluation.vertical import bootstrap_heights, vertical_band

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.collections import FillBetweenPolyCollection
    from matplotlib.lines import Line2D

METHODS = ("fixed_width", "vertical_normal", "vertical_quantile")


class RocBandDisplay(ScoreDisplay):
    """ROC curve with a band; the legend says whether its level is that of the whole curve or of a point.

    Parameters
    ----------
    points : RocPoints
        The curve.
    band : Band
        Of any method.
    pos_label : optional
        The positive class, for the axis labels.
    name : str, optional
        Name in the legend.

    Attributes
    ----------
    ax_ : matplotlib.axes.Axes
    figure_ : matplotlib.figure.Figure
    line_ : matplotlib.lines.Line2D
        The curve.
    band_ : matplotlib artist
        The band.

    References
    ----------
    Macskassy and Provost (2004), ROCAI workshop.

    Examples
    --------
    >>> y, score = [0, 0, 1, 0, 1, 1], [0.1, 0.4, 0.35, 0.2, 0.8, 0.9]
    >>> display = RocBandDisplay.from_predictions(y, score, n_boot=50, seed=1)
    >>> display.band.kind
    'simultaneous'
    """

    def __init__(
        self, *, points: RocPoints, band: Band, pos_label: Any = None, name: str | None = None
    ) -> None:
        self.points = points
        self.band = band
        self.pos_label = pos_label
        self.name = name

    @classmethod
    def from_predictions(
        cls,
        y_true: ArrayLike,
        y_score: ArrayLike,
        *,
        method: str = "fixed_width",
        level: float = 0.95,
        n_boot: int = 1000,
        seed: int = 1,
        pos_label: Any = None,
        name: str | None = None,
        ax: Axes | None = None,
        **line: Any,
    ) -> Self:
        """Draw curve and band of labels and scores.

        Parameters
        ----------
        y_true, y_score, pos_label, name, ax
            As in `ConfidentRocDisplay.from_predictions`.
        method : {"fixed_width", "vertical_normal", "vertical_quantile"}
            The first holds for the whole curve, the others at each rate by itself.
        level : float, in (0, 1)
            Nominal level.
        n_boot : int
            Bootstrap curves.
        seed : int
            Source of the random numbers.
        **line
            Passed on to ``Axes.plot`` for the curve.

        Raises
        ------
        InputError
            For an unknown method, or labels or scores that make no ROC curve.
        """
        if method not in METHODS:
            raise InputError(f"method: found {method!r}; expected one of {', '.join(METHODS)}")
        points = roc_points(y_true, y_score, pos_label=pos_label)
        if method == "fixed_width":
            band = fixed_width_band(
                y_true, y_score, level=level, n_boot=n_boot, seed=seed, pos_label=pos_label
            )
        else:
            grid = np.linspace(0, 1, 101)
            high = bootstrap_heights(y_true, y_score, grid, n_boot=n_boot, seed=seed, pos_label=pos_label)
            band = vertical_band(high, grid, level=level, interval=method.removeprefix("vertical_"))
        return cls(points=points, band=band, pos_label=pos_label, name=name).plot(ax, **line)

    def plot(self, ax: Axes | None = None, *, name: str | None = None, **line: Any) -> Self:
        """Draw on `ax`, or on new axes; parameters as in `from_predictions`."""
        ax = self._axes(ax)
        shown = self.name if name is None else name
        auc = f"AUC {roc_auc(self.points):.3f}"
        label = auc if shown is None else f"{shown} ({auc})"
        self.line_: Line2D = ax.plot(self.points.fpr, self.points.tpr, **{"label": label, **line})[0]
        band = self.band
        words = f"{100 * band.level:g} % {band.kind} band, {band.method.replace('_', ' ')}"
        self.band_: FillBetweenPolyCollection = ax.fill_between(
            band.grid,
            band.lower,
            band.upper,
            color=self.line_.get_color(),
            alpha=0.2,
            linewidth=0,
            label=words,
        )
        roc_axes(ax, self.pos_label)
        ax.legend(loc="lower right")
        return self
