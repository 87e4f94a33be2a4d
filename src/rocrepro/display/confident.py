"""A ROC curve with its confident points."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Self

from numpy.typing import ArrayLike

from rocrepro.display.axes import roc_axes
from rocrepro.display.base import ScoreDisplay, curve_label
from rocrepro.display.legend import legend_once
from rocrepro.display.style import style_of
from rocrepro.evaluation.confident import ConfidentSegment, confident_segment
from rocrepro.evaluation.region import confident_region
from rocrepro.evaluation.roc import RocPoints, roc_points

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.collections import FillBetweenPolyCollection
    from matplotlib.lines import Line2D


class ConfidentRocDisplay(ScoreDisplay):
    """ROC curve, thin, with the points at which both kinds of error are balanced, thick.

    A point is confident when the interval of (fn - fp)/n holds zero.

    Parameters
    ----------
    points : RocPoints
        The curve.
    segment : ConfidentSegment
        Its confident set.
    alpha : float
        1 - level of the interval.
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
    confident_ : matplotlib.lines.Line2D
        The confident points.
    chance_level_ : matplotlib.lines.Line2D or None
        The diagonal, where it was asked for.
    region_ : matplotlib artist or None
        The region of ROC space in which a point is confident, where it was asked for.

    References
    ----------
    Elazmeh, Japkowicz and Matwin (2006), figure 5.

    Examples
    --------
    >>> display = ConfidentRocDisplay.from_predictions([0, 0, 1, 1], [0.1, 0.4, 0.35, 0.8])
    >>> display.segment.n_confident
    5
    """

    def __init__(
        self,
        *,
        points: RocPoints,
        segment: ConfidentSegment,
        alpha: float = 0.05,
        pos_label: Any = None,
        name: str | None = None,
    ) -> None:
        self.points = points
        self.segment = segment
        self.alpha = alpha
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
        pos_label: Any = None,
        name: str | None = None,
        ax: Axes | None = None,
        region: bool = False,
        **line: Any,
    ) -> Self:
        """Draw the curve of labels and scores.

        Parameters
        ----------
        y_true : array-like, shape (n,)
            Labels of two classes.
        y_score : array-like of float, shape (n,)
            Higher means more positive.
        alpha : float, in (0, 1)
            1 - level of the interval.
        test : {"tango", "mcnemar_exact", "wald", "newcombe"}
            Confidence test.
        pos_label : optional
            The positive class; may be left out for labels {0, 1}, {-1, 1} and booleans.
        name : str, optional
            Name in the legend.
        ax : matplotlib.axes.Axes, optional
            Axes to draw on.
        region : bool
            Shade the region of ROC space in which a point is confident under Tango's test.
        **line
            Passed on to ``Axes.plot`` for both lines, but for curve_kwargs, plot_chance_level,
            chance_level_kw and despine, which are as in `sklearn.metrics.RocCurveDisplay`.

        Raises
        ------
        InputError
            For labels or scores that make no ROC curve.
        """
        points = roc_points(y_true, y_score, pos_label=pos_label)
        segment = confident_segment(points, alpha=alpha, test=test)
        display = cls(points=points, segment=segment, alpha=alpha, pos_label=pos_label, name=name)
        return display.plot(ax, region=region, **line)

    def plot(
        self, ax: Axes | None = None, *, name: str | None = None, region: bool = False, **line: Any
    ) -> Self:
        """Draw on `ax`, or on new axes; parameters as in `from_predictions`."""
        look = style_of(line)
        ax = self._axes(ax)
        self.region_: FillBetweenPolyCollection | None = self._region(ax) if region else None
        shown = self.name if name is None else name
        count = f"{self.segment.n_confident} of {len(self.points)} points confident"
        style: dict[str, Any] = {"linewidth": 1.0, **look.line}
        style["label"] = curve_label(self.points, shown, count)
        self.line_: Line2D = ax.plot(self.points.fpr, self.points.tpr, **style)[0]
        mask = self.segment.mask
        # Few points are marked one by one: a set of one has no line.
        marker = "o" if mask.sum() <= 60 else "none"
        thick: dict[str, Any] = {
            "linewidth": 3.0,
            "marker": marker,
            "markersize": 4,
            "color": self.line_.get_color(),
        }
        thresholds = self.segment.thresholds
        if len(thresholds):
            thick["label"] = f"confident, thresholds {thresholds.min():.3g} to {thresholds.max():.3g}"
        self.confident_: Line2D = ax.plot(self.points.fpr[mask], self.points.tpr[mask], **thick)[0]
        self.chance_level_ = look.chance_level(ax)
        roc_axes(ax, pos_label=self.pos_label)
        look.trim(ax)
        legend_once(ax, loc="lower right")
        return self

    def _region(self, ax: Axes) -> FillBetweenPolyCollection:
        region = confident_region(self.points.n_pos, self.points.n_neg, alpha=self.alpha)
        label = f"confident at {100 * (1 - self.alpha):g} %"
        return ax.fill_between(
            region.fpr, region.lower, region.upper, color="0.9", linewidth=0, zorder=0, label=label
        )
