"""A cost curve with the cost of the confident points."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Self

import numpy as np
from numpy.typing import ArrayLike

from rocrepro.display.base import ScoreDisplay
from rocrepro.display.legend import legend_once, shortened
from rocrepro.display.style import style_of
from rocrepro.evaluation.cost_curves import CostCurve, cost_curve
from rocrepro.evaluation.roc import roc_points

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.collections import FillBetweenPolyCollection
    from matplotlib.lines import Line2D

PC = np.linspace(0, 1, 201)
"""Probability costs at which the confident lines are drawn."""


class CostCurveDisplay(ScoreDisplay):
    """Lowest expected cost over all class mixes and costs, of all thresholds and of the confident ones alone.

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

    References
    ----------
    Drummond and Holte (2006), Machine Learning 65:95-130.

    Examples
    --------
    >>> display = CostCurveDisplay.from_predictions([0, 0, 1, 1], [0.1, 0.4, 0.35, 0.8])
    >>> display.curve.area
    0.125
    """

    def __init__(self, *, curve: CostCurve, pos_label: Any = None, name: str | None = None) -> None:
        self.curve = curve
        self.pos_label = pos_label
        self.name = name

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
        look = style_of(line, chance=False)
        marked = None if at is None else (float(at), float(self.curve.best_at(at)))
        ax = self._axes(ax)
        shown = self.name if name is None else name
        words = f"best threshold at each cost (area {self.curve.area:.3f})"
        label = words if shown is None else f"{shortened(shown)}: {words}"
        trivial: dict[str, Any] = {
            "color": "0.5",
            "linestyle": ":",
            "linewidth": 1.0,
            "label": "one class for every row",
        }
        self.trivial_: Line2D = ax.plot([0, 0.5, 1], [0, 0.5, 0], **trivial)[0]
        style = {"linewidth": 1.4, **look.line, "label": label}
        self.line_: Line2D = ax.plot(self.curve.corners, self.curve.cost, **style)[0]
        self.span_: FillBetweenPolyCollection | None = None
        self.confident_: Line2D | None = None
        if self.curve.mask.any():
            self._confident(ax)
        if marked is not None:
            mark: dict[str, Any] = {
                "marker": "o",
                "markerfacecolor": "white",
                "color": self.line_.get_color(),
            }
            ax.plot(*([value] for value in marked), linestyle="none", label=f"costs in use, {at:.3g}", **mark)
        positive = "" if self.pos_label is None else f" (positive: {self.pos_label})"
        ax.set(
            xlim=(0, 1),
            ylim=(0, None),
            xlabel=f"share of positive rows in the cost{positive}",
            ylabel="cost, 1 where all is wrong",
        )
        look.trim(ax, square=False)
        legend_once(ax, loc="best")
        return self

    def _confident(self, ax: Axes) -> None:
        lines = self.curve.lines_at(PC, confident=True)
        span: dict[str, Any] = {
            "color": "0.88",
            "linewidth": 0,
            "zorder": 0,
            "label": "lines of the confident points",
        }
        self.span_ = ax.fill_between(PC, lines.min(axis=0), lines.max(axis=0), **span)
        dashed: dict[str, Any] = {"color": self.line_.get_color(), "linestyle": "--", "linewidth": 1.2}
        self.confident_ = ax.plot(PC, lines.min(axis=0), label="best confident threshold", **dashed)[0]
