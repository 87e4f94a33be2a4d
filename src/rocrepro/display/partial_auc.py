"""A ROC curve with the area under a part of it."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Self

import numpy as np
from numpy.typing import ArrayLike, NDArray

from rocrepro.display.base import ScoreDisplay, curve_label
from rocrepro.display.curves import draw_area, draw_curve
from rocrepro.evaluation.curve_intervals import curve_intervals
from rocrepro.evaluation.estimate import Estimate
from rocrepro.evaluation.partial_auc import Range, part_of_curve, partial_auc
from rocrepro.evaluation.roc import RocPoints, roc_points

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.patches import Polygon

NOT_ASKED = "no interval was asked for"


@dataclass(kw_only=True, eq=False, repr=False)
class PartialAucDisplay(ScoreDisplay):
    """ROC curve with the part that matters shaded, and the area of this part in the legend.

    Parameters
    ----------
    points : RocPoints
        The curve.
    fpr, tpr : (float, float) or None
        The range, one of both.
    area : float
        The area that is shaded.
    standardized : Estimate
        The area after McClish, 0.5 for random scores and 1 for perfect ones, with its bootstrap interval.
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
    part_ : matplotlib.patches.Polygon
        The area.
    chance_level_ : matplotlib.lines.Line2D or None
        The diagonal, where it was asked for.
    threshold_ : matplotlib.lines.Line2D or None
        The point of the threshold in use, where one was given.

    See Also
    --------
    rocrepro.evaluation.partial_auc : the area.
    rocrepro.evaluation.curve_intervals : its interval.
    ConfidentRocDisplay : the whole curve, with its confident points.

    References
    ----------
    McClish (1989), Medical Decision Making 9:190-195.

    Examples
    --------
    >>> y, score = [1, 1, 0, 1, 0, 0, 1, 0], [8, 7, 6, 5, 4, 3, 2, 1]
    >>> display = PartialAucDisplay.from_predictions(y, score, fpr=(0, 0.25))
    >>> display.area, round(display.standardized.value, 3)
    (0.125, 0.714)
    """

    points: RocPoints
    fpr: Range | None = None
    tpr: Range | None = None
    area: float
    standardized: Estimate

    @classmethod
    def from_predictions(
        cls,
        y_true: ArrayLike,
        y_score: ArrayLike,
        *,
        fpr: Range | None = None,
        tpr: Range | None = None,
        n_resamples: int = 0,
        seed: int = 1,
        alpha: float = 0.05,
        pos_label: Any = None,
        name: str | None = None,
        ax: Axes | None = None,
        **line: Any,
    ) -> Self:
        """Draw the curve of labels and scores, and shade a part.

        Parameters
        ----------
        y_true, y_score, pos_label, name, ax
            As in `ConfidentRocDisplay.from_predictions`.
        fpr, tpr : (float, float), optional
            The range of false or of true positive rates, as in `rocrepro.evaluation.partial_auc`.
        n_resamples : int
            Bootstrap samples behind the interval of the standardized area; 0 for none.
        seed, alpha
            As in `rocrepro.evaluation.curve_intervals`.
        **line
            As in `RocBandDisplay.from_predictions`.

        Raises
        ------
        InputError
            For labels or scores that make no ROC curve, and for no range or two.
        """
        points = roc_points(y_true, y_score, pos_label=pos_label)
        area = partial_auc(points, fpr=fpr, tpr=tpr)

        def standardized(curve: RocPoints) -> float:
            return partial_auc(curve, fpr=fpr, tpr=tpr, standardized=True)

        found = Estimate(standardized(points), math.nan, math.nan, "", NOT_ASKED)
        if n_resamples:
            more: dict[str, Any] = {"n_resamples": n_resamples, "seed": seed, "alpha": alpha}
            found = curve_intervals(y_true, y_score, {"": standardized}, pos_label=pos_label, **more)[""]
        made = cls(
            points=points, fpr=fpr, tpr=tpr, area=area, standardized=found, pos_label=pos_label, name=name
        )
        return made.plot(ax, **line)

    def plot(self, ax: Axes | None = None, *, name: str | None = None, **line: Any) -> Self:
        """Draw on `ax`, or on new axes; parameters as in `from_predictions`."""
        ax, look, shown = self._begin(ax, name, line)
        self.line_ = draw_curve(ax, self.points, **{**look.line, "label": curve_label(self.points, shown)})
        tint: dict[str, Any] = {"color": self.line_.get_color(), "alpha": 0.2, "label": self._words()}
        self.part_: Polygon = draw_area(ax, *self._border(), zorder=0, **tint)
        return self._end_in_roc_space(ax, look, self.points)

    def _border(self) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """The corners of the area: below the curve, or to the right of it."""
        x, y = part_of_curve(self.points, fpr=self.fpr, tpr=self.tpr)
        if self.fpr is not None:
            return np.concatenate([x[:1], x, x[-1:]]), np.concatenate([[0.0], y, [0.0]])
        return np.concatenate([[1.0], 1 - y, [1.0]]), np.concatenate([x[:1], x, x[-1:]])

    def _words(self) -> str:
        kind, of = ("fpr", self.fpr) if self.fpr is not None else ("tpr", self.tpr)
        low, high = of if of is not None else (0.0, 1.0)
        found = self.standardized
        words = f"{kind} {low:g} to {high:g}: area {self.area:.3f},\nstandardized {found.value:.3f}"
        if not math.isnan(found.low):
            return f"{words} ({found.low:.3f} to {found.high:.3f})"
        return words if found.reason == NOT_ASKED else f"{words}, interval not estimable"
