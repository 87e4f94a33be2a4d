"""A cost curve with the cost of the confident points."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Self

import numpy as np
from numpy.typing import ArrayLike

from rocrepro.display.axes import positive_words
from rocrepro.display.base import ScoreDisplay
from rocrepro.display.curves import draw_band
from rocrepro.display.legend import shortened
from rocrepro.evaluation.cost_curves import CostCurve, cost_curve
from rocrepro.evaluation.roc import roc_points

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.collections import FillBetweenPolyCollection
    from matplotlib.lines import Line2D

PC = np.linspace(0, 1, 201)
"""Probability costs at which the confident lines are drawn."""


@dataclass(kw_only=True, eq=False, repr=False)
class CostCurveDisplay(ScoreDisplay):
    """Lowest expected cost over all class mixes and costs: of all thresholds, and of the confident ones only.

    Parameters
    ----------
    curve : CostCurve
    pos_label : optional
        The positive class, for the axis label.
    name : str, optional
        Name in the legend.

    Attributes
    ----------
    ax_ : matplotlib.axes.Axes
    figure_ : matplotlib.figure.Figure
    line_ : matplotlib.lines.Line2D
        The lower envelope of all cost lines.
    confident_ : matplotlib.lines.Line2D or None
        The lowest cost of a confident point; None where there is none.
    span_ : matplotlib artist or None
        What the lines of the confident points cover.
    trivial_ : matplotlib.lines.Line2D
        The cost of predicting one class for every row.

    See Also
    --------
    rocrepro.evaluation.cost_curve : the curve.
    NetBenefitDisplay : the same trade of errors for probabilities.
    IsolineDisplay : the best point at one cost.

    References
    ----------
    Drummond and Holte (2006), Machine Learning 65:95-130.

    Examples
    --------
    >>> display = CostCurveDisplay.from_predictions([0, 0, 1, 1], [0.1, 0.4, 0.35, 0.8])
    >>> display.curve.area
    0.125
    """

    curve: CostCurve

    @classmethod
    def from_predictions(
        cls,
        y_true: ArrayLike,
        y_score: ArrayLike,
        *,
        alpha: float = 0.05,
        test: str = "tango",
        at: float | None = None,
        pos_label: Any = None,
        name: str | None = None,
        ax: Axes | None = None,
        **line: Any,
    ) -> Self:
        """Draw the cost curve of labels and scores.

        Parameters
        ----------
        y_true, y_score, alpha, test, pos_label, name, ax
            As in `ConfidentRocDisplay.from_predictions`.
        at : float, optional
            A probability cost to be marked, in [0, 1], as from `rocrepro.evaluation.probability_cost`.
        **line
            Passed on to ``Axes.plot`` for the envelope, but for curve_kwargs and despine, which are as in
            `sklearn.metrics.RocCurveDisplay`.

        Raises
        ------
        InputError
            For labels or scores that make no ROC curve, and for a mark outside [0, 1].
        """
        curve = cost_curve(roc_points(y_true, y_score, pos_label=pos_label), alpha=alpha, test=test)
        return cls(curve=curve, pos_label=pos_label, name=name).plot(ax, at=at, **line)

    def plot(
        self, ax: Axes | None = None, *, name: str | None = None, at: float | None = None, **line: Any
    ) -> Self:
        """Draw on `ax`, or on new axes; parameters as in `from_predictions`."""
        marked = None if at is None else (float(at), float(self.curve.best_at(at)))
        ax, look, shown = self._begin(ax, name, line, chance=False)
        words = f"best threshold at each cost (area {self.curve.area:.3f})"
        label = words if shown is None else f"{shortened(shown)}: {words}"
        trivial: dict[str, Any] = {"color": "0.5", "linestyle": ":", "linewidth": 1.0}
        self.trivial_ = ax.plot([0, 0.5, 1], [0, 0.5, 0], label="one class for every row", **trivial)[0]
        style = {"linewidth": 1.4, **look.line, "label": label}
        self.line_ = ax.plot(self.curve.corners, self.curve.cost, **style)[0]
        self.span_: FillBetweenPolyCollection | None = None
        self.confident_: Line2D | None = None
        if self.curve.mask.any():
            self._confident(ax)
        if marked is not None:
            mark: dict[str, Any] = {"marker": "o", "markerfacecolor": "white", "linestyle": "none"}
            mark |= {"color": self.line_.get_color(), "label": f"costs in use, {at:.3g}"}
            ax.plot(*([value] for value in marked), **mark)
        words = f"share of positive rows in the cost{positive_words(self.pos_label)}"
        ax.set(xlim=(0, 1), ylim=(0, None), xlabel=words, ylabel="cost, 1 where all is wrong")
        return self._end(ax, look, square=False)

    def _confident(self, ax: Axes) -> None:
        lines = self.curve.lines_at(PC, confident=True)
        low, high = lines.min(axis=0), lines.max(axis=0)
        self.span_ = draw_band(ax, PC, low, high, zorder=0, label="lines of the confident points")
        dashed: dict[str, Any] = {"color": self.line_.get_color(), "linestyle": "--", "linewidth": 1.2}
        self.confident_ = ax.plot(PC, low, label="best confident threshold", **dashed)[0]
