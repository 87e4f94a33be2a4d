"""A ROC curve with its confident points."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Self

from numpy.typing import ArrayLike

from rocrepro.display.base import ScoreDisplay, curve_label
from rocrepro.display.curves import draw_band, draw_confident, draw_curve
from rocrepro.evaluation.confident import ConfidentSegment, confident_segment
from rocrepro.evaluation.region import confident_region
from rocrepro.evaluation.roc import RocPoints, roc_points

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.collections import FillBetweenPolyCollection


@dataclass(kw_only=True, eq=False, repr=False)
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
    threshold_ : matplotlib.lines.Line2D or None
        The point of the threshold in use, where one was given.

    See Also
    --------
    rocrepro.evaluation.confident_segment : the confident points.
    PartialAucDisplay, FoldAverageDisplay, WeightedRocDisplay : parts, folds and weights.
    RocBandDisplay : the curve with a confidence band.
    ConfidentPrecisionRecallDisplay, CostCurveDisplay : the same points on other curves.

    References
    ----------
    Elazmeh, Japkowicz and Matwin (2006), figure 5.

    Examples
    --------
    >>> display = ConfidentRocDisplay.from_predictions([0, 0, 1, 1], [0.1, 0.4, 0.35, 0.8])
    >>> display.segment.n_confident
    5
    """

    points: RocPoints
    segment: ConfidentSegment
    alpha: float = 0.05

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
            Passed on to ``Axes.plot`` for both lines, but for threshold, a score whose point on the curve is
            marked, and for curve_kwargs, plot_chance_level, chance_level_kw and despine, which are as in
            `sklearn.metrics.RocCurveDisplay`.

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
        ax, look, shown = self._begin(ax, name, line)
        self.region_ = self._region(ax) if region else None
        count = f"{self.segment.n_confident} of {len(self.points)} points confident"
        label = curve_label(self.points, shown, count)
        self.line_ = draw_curve(ax, self.points, **{"linewidth": 1.0, **look.line, "label": label})
        x, y = self.points.fpr[self.segment.mask], self.points.tpr[self.segment.mask]
        self.confident_ = draw_confident(ax, x, y, self.segment.thresholds, self.line_.get_color())
        return self._end_in_roc_space(ax, look, self.points)

    def _region(self, ax: Axes) -> FillBetweenPolyCollection:
        region = confident_region(self.points.n_pos, self.points.n_neg, alpha=self.alpha)
        look: dict[str, Any] = {"color": "0.9", "label": f"confident at {100 * (1 - self.alpha):g} %"}
        return draw_band(ax, region.fpr, region.lower, region.upper, zorder=0, **look)
