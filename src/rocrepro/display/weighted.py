"""A ROC curve of rows with weights."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Self

import numpy as np
from numpy.typing import ArrayLike

from rocrepro.display.base import ScoreDisplay, curve_label
from rocrepro.display.curves import draw_curve
from rocrepro.evaluation.rows import as_rows
from rocrepro.evaluation.weighted import WeightedRocPoints, weighted_roc_points
from rocrepro.evaluation.weighted_measures import effective_rows

if TYPE_CHECKING:
    from matplotlib.axes import Axes


@dataclass(kw_only=True, eq=False, repr=False)
class WeightedRocDisplay(ScoreDisplay):
    """ROC curve of weighted rows; the legend says how many rows of one weight they are worth.

    Parameters
    ----------
    points : WeightedRocPoints
        The curve.
    n_rows : int
        Rows with a weight above 0.
    worth : float
        How many rows of one weight say as much, by Kish.
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
    chance_level_ : matplotlib.lines.Line2D or None
        The diagonal, where it was asked for.
    threshold_ : matplotlib.lines.Line2D or None
        The point of the threshold in use, where one was given.

    See Also
    --------
    rocrepro.evaluation.weighted_roc_points : the curve.
    rocrepro.evaluation.weighted_measures : its area and other measures.
    ConfidentRocDisplay : rows that count alike, with their confident points.

    References
    ----------
    Kish (1965), Survey Sampling, section 11.7.

    Examples
    --------
    >>> y, score, weight = [0, 0, 1, 1], [0.1, 0.4, 0.35, 0.8], [1, 3, 1, 1]
    >>> display = WeightedRocDisplay.from_predictions(y, score, sample_weight=weight)
    >>> display.points.auc, round(display.worth, 3)
    (0.625, 3.0)
    """

    points: WeightedRocPoints
    n_rows: int
    worth: float

    @classmethod
    def from_predictions(
        cls,
        y_true: ArrayLike,
        y_score: ArrayLike,
        *,
        sample_weight: ArrayLike | None = None,
        pos_label: Any = None,
        name: str | None = None,
        ax: Axes | None = None,
        **line: Any,
    ) -> Self:
        """Draw the curve of labels, scores and weights.

        Parameters
        ----------
        y_true, y_score, pos_label, name, ax
            As in `ConfidentRocDisplay.from_predictions`.
        sample_weight : array-like of float, shape (n,), optional
            Weight of each row, from 0; without them all count alike. In ``from_cv_results`` they have the
            order of the rows of X.
        **line
            As in `RocBandDisplay.from_predictions`.

        Raises
        ------
        InputError
            As in `rocrepro.evaluation.weighted_roc_points`.
        """
        weight = np.ones(len(as_rows("y_true", y_true))) if sample_weight is None else sample_weight
        points = weighted_roc_points(y_true, y_score, weight, pos_label=pos_label)
        n_rows, worth = int(np.count_nonzero(weight)), effective_rows(weight)
        made = cls(points=points, n_rows=n_rows, worth=worth, pos_label=pos_label, name=name)
        return made.plot(ax, **line)

    def plot(self, ax: Axes | None = None, *, name: str | None = None, **line: Any) -> Self:
        """Draw on `ax`, or on new axes; parameters as in `from_predictions`."""
        ax, look, shown = self._begin(ax, name, line)
        words = f"{self.n_rows} rows worth {self.worth:.0f}"
        label = curve_label(self.points, shown, words)
        self.line_ = draw_curve(ax, self.points, **{**look.line, "label": label})
        return self._end_in_roc_space(ax, look, self.points)
