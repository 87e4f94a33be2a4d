"""A precision-recall curve with the confident points of the ROC curve."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Self

from numpy.typing import ArrayLike

from rocrepro.display.axes import positive_words
from rocrepro.display.base import ScoreDisplay
from rocrepro.display.curves import draw_confident
from rocrepro.display.legend import shortened
from rocrepro.evaluation.precision_recall import PrecisionRecall, precision_recall_points
from rocrepro.evaluation.roc import roc_points

if TYPE_CHECKING:
    from matplotlib.axes import Axes


@dataclass(kw_only=True, eq=False, repr=False)
class ConfidentPrecisionRecallDisplay(ScoreDisplay):
    """Precision-recall curve, thin, with the points that are confident on the ROC curve, thick.

    They lie about the diagonal, where precision and recall are equal because fn = fp.

    Parameters
    ----------
    curve : PrecisionRecall
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
    balance_ : matplotlib.lines.Line2D
        The diagonal.
    chance_ : matplotlib.lines.Line2D
        The precision of random predictions, the share of positive rows.

    See Also
    --------
    rocrepro.evaluation.precision_recall_points : the curve.
    ConfidentRocDisplay : the same points on the ROC curve.
    rocrepro.evaluation.average_precision : one number for the curve.

    References
    ----------
    Davis and Goadrich (2006), ICML, pp. 233-240.

    Examples
    --------
    >>> display = ConfidentPrecisionRecallDisplay.from_predictions([0, 0, 1, 1], [0.1, 0.4, 0.35, 0.8])
    >>> round(display.curve.average_precision, 3)
    0.833
    """

    curve: PrecisionRecall

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
        **line: Any,
    ) -> Self:
        """Draw the curve of labels and scores.

        Parameters
        ----------
        y_true, y_score, alpha, test, pos_label, name, ax
            As in `ConfidentRocDisplay.from_predictions`.
        **line
            Passed on to ``Axes.plot`` for both lines, but for threshold, as in
            `ConfidentRocDisplay.from_predictions`, and for curve_kwargs, plot_chance_level, chance_level_kw
            and despine, which are as in `sklearn.metrics.PrecisionRecallDisplay`. The chance level is always
            drawn; plot_chance_level lets chance_level_kw say how.

        Raises
        ------
        InputError
            For labels or scores that make no ROC curve.
        """
        points = roc_points(y_true, y_score, pos_label=pos_label)
        curve = precision_recall_points(points, alpha=alpha, test=test)
        return cls(curve=curve, pos_label=pos_label, name=name).plot(ax, **line)

    def plot(self, ax: Axes | None = None, *, name: str | None = None, **line: Any) -> Self:
        """Draw on `ax`, or on new axes; parameters as in `from_predictions`."""
        ax, look, shown = self._begin(ax, name, line)
        curve, mask = self.curve, self.curve.mask
        words = f"average precision {curve.average_precision:.3f}"
        label = words if shown is None else f"{shortened(shown)} ({words})"
        grey: dict[str, Any] = {"color": "0.5", "linewidth": 0.9, "zorder": 1}
        self.balance_ = ax.plot([0, 1], [0, 1], linestyle=":", label="fn = fp", **grey)[0]
        chance = f"chance, {curve.prevalence:.3g}"
        level = {**grey, "linestyle": "--", "label": chance, **(look.chance or {})}
        self.chance_ = ax.plot([0, 1], [curve.prevalence] * 2, **level)[0]
        style: dict[str, Any] = {"linewidth": 1.0, "drawstyle": "steps-pre", **look.line, "label": label}
        self.line_ = ax.plot(curve.recall, curve.precision, **style)[0]
        x, y, thresholds = curve.recall[mask], curve.precision[mask], curve.threshold[mask]
        self.confident_ = draw_confident(ax, x, y, thresholds, self.line_.get_color())
        self.threshold_ = look.threshold_mark(ax, curve, curve.recall, curve.precision)
        positive = positive_words(self.pos_label)
        ax.set(xlim=(-0.01, 1.01), ylim=(-0.01, 1.01), aspect="equal")
        ax.set(xlabel=f"recall{positive}", ylabel=f"precision{positive}")
        return self._end(ax, look)
