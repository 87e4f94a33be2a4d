"""A ROC curve over lines of equal chi-square, accuracy or cost."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Self

import numpy as np
from numpy.typing import ArrayLike

from rocrepro.display.base import ScoreDisplay, curve_label
from rocrepro.display.curves import draw_curve
from rocrepro.evaluation.inputs import check_option
from rocrepro.evaluation.isolines import accuracy_isoline, chi_square_contour, cost_isoline
from rocrepro.evaluation.operating_points import OperatingPoint, operating_point
from rocrepro.evaluation.roc import RocPoints, roc_points

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.lines import Line2D

KINDS = ("chi_square", "accuracy", "cost")
N_LEVELS = 6
SHARES = (0.5, 0.42, 0.58, 0.34, 0.66, 0.26, 0.74, 0.18, 0.82, 0.1, 0.9)
"""Places on a line where its level may be written, as shares of the part inside the square."""
LABEL = np.array([0.11, 0.05])
"""Width and height of a level's text in a panel of three inches, in rates."""


@dataclass(kw_only=True, eq=False, repr=False)
class IsolineDisplay(ScoreDisplay):
    """ROC curve over isolines, with the point of the curve that is best by the same measure.

    Parameters
    ----------
    points : RocPoints
        The curve.
    kind : {"chi_square", "accuracy", "cost"}
    levels : sequence of float
        Values of the lines.
    best : OperatingPoint
        The curve's best point by `kind`.
    cost_fn, cost_fp : float
        Cost of a false negative and of a false positive, for "cost".
    pos_label : optional
        The positive class, for the axis labels.
    name : str, optional
        Name in the legend.

    Attributes
    ----------
    ax_ : matplotlib.axes.Axes
    figure_ : matplotlib.figure.Figure
    line_, best_ : matplotlib.lines.Line2D
        The curve and its best point.
    chance_level_ : matplotlib.lines.Line2D or None
        The diagonal, where it was asked for.
    isolines_ : list of matplotlib.lines.Line2D
        Chi-square has two for each level, above and below the diagonal.

    See Also
    --------
    rocrepro.evaluation.operating_point : the best point.
    CostCurveDisplay : the best point at every cost.
    rocrepro.evaluation.chi_square_contour, rocrepro.evaluation.cost_isoline : the lines.

    References
    ----------
    Bradley (1996), figures 3 to 6.

    Examples
    --------
    >>> display = IsolineDisplay.from_predictions([0, 0, 1, 1], [0.1, 0.4, 0.35, 0.8], kind="accuracy")
    >>> display.best.threshold
    0.8
    """

    points: RocPoints
    kind: str
    levels: Sequence[float]
    best: OperatingPoint
    cost_fn: float = 1.0
    cost_fp: float = 1.0

    @classmethod
    def from_predictions(
        cls,
        y_true: ArrayLike,
        y_score: ArrayLike,
        *,
        kind: str = "chi_square",
        levels: Sequence[float] | None = None,
        cost_fn: float = 1.0,
        cost_fp: float = 1.0,
        pos_label: Any = None,
        name: str | None = None,
        ax: Axes | None = None,
        **line: Any,
    ) -> Self:
        """Draw the curve of labels and scores over isolines.

        Parameters
        ----------
        y_true, y_score, pos_label, name, ax
            As in `ConfidentRocDisplay.from_predictions`.
        kind : {"chi_square", "accuracy", "cost"}
            What is equal along a line.
        levels : sequence of float, optional
            Values of the lines; by default six that spread over the square, the best point's among them.
        cost_fn, cost_fp : float
            Cost of a false negative and of a false positive, for "cost".
        **line
            Passed on to ``Axes.plot`` for the curve, but for threshold, as in
            `ConfidentRocDisplay.from_predictions`, and for curve_kwargs, plot_chance_level, chance_level_kw
            and despine, which are as in `sklearn.metrics.RocCurveDisplay`.

        Raises
        ------
        InputError
            For an unknown kind, bad costs, or labels or scores that make no ROC curve.
        """
        check_option("kind", kind, KINDS)
        points = roc_points(y_true, y_score, pos_label=pos_label)
        costs = {"cost_fn": cost_fn, "cost_fp": cost_fp} if kind == "cost" else {}
        best = operating_point(points, kind, **costs)
        if levels is None:
            levels = isoline_levels(points, kind, best, cost_fn, cost_fp)
        display = cls(
            points=points, kind=kind, levels=levels, best=best, pos_label=pos_label, name=name, **costs
        )
        return display.plot(ax, **line)

    def plot(self, ax: Axes | None = None, *, name: str | None = None, **line: Any) -> Self:
        """Draw on `ax`, or on new axes; parameters as in `from_predictions`."""
        ax, look, shown = self._begin(ax, name, line)
        self.isolines_: list[Line2D] = []
        written: list[tuple[float, float]] = []
        words = {"chi_square": "chi-square", "accuracy": "accuracy", "cost": "cost"}[self.kind]
        for level in self.levels:
            for x, y in self._line(float(level)):
                self.isolines_ += ax.plot(x, y, color="0.6", linewidth=0.7, zorder=1)
                _write(ax, x, y, f"{level:.3g}", written, self.points)
        self.line_ = draw_curve(ax, self.points, **{"label": curve_label(self.points, shown), **look.line})
        at = f"best by {words}, threshold {self.best.threshold:.3g}"
        mark: dict[str, Any] = {"marker": "o", "markerfacecolor": "white", "linestyle": "none"}
        mark["color"] = self.line_.get_color()
        self.best_ = ax.plot([self.best.fpr], [self.best.tpr], label=at, **mark)[0]
        if self.isolines_:
            self.isolines_[0].set_label(f"lines of equal {words}")
        return self._end_in_roc_space(ax, look, self.points)

    def _line(self, level: float) -> list[tuple[np.ndarray, np.ndarray]]:
        """One or two lines of a level as (fpr, tpr)."""
        n_pos, n_neg = self.points.n_pos, self.points.n_neg
        if self.kind == "chi_square":
            contour = chi_square_contour(level, n_pos, n_neg)
            return [(contour.fpr, contour.upper), (contour.fpr, contour.lower)]
        x = np.linspace(0, 1, 501)
        if self.kind == "accuracy":
            return [(x, accuracy_isoline(level, n_pos, n_neg, x))]
        return [(x, cost_isoline(level, n_pos, n_neg, x, cost_fn=self.cost_fn, cost_fp=self.cost_fp))]


def isoline_levels(
    points: RocPoints, kind: str, best: OperatingPoint, cost_fn: float, cost_fp: float
) -> list[float]:
    """Return levels at equal steps, one of them that of the best point."""
    if kind == "chi_square":
        top = max(best.value, 1e-9)
        return [float(level) for level in np.linspace(0, top, N_LEVELS + 1)[1:]]
    if kind == "accuracy":
        n = points.n
        correct = best.tp + best.tn
        worst = min(points.n_pos, points.n_neg) / n / 2
        return [float(level) for level in np.linspace(worst, correct / n, N_LEVELS)]
    worst = cost_fn * points.n_pos + cost_fp * points.n_neg
    least = cost_fn * best.fn + cost_fp * best.fp
    return [float(level) for level in np.linspace(least, worst, N_LEVELS, endpoint=False)]


def _write(
    ax: Axes, x: np.ndarray, y: np.ndarray, text: str, written: list[tuple[float, float]], curve: RocPoints
) -> None:
    """Write a level on its line, near the middle, clear of other levels and, with room, of the curve."""
    inside = np.flatnonzero(np.isfinite(y))
    if len(inside) == 0:
        return
    places = [inside[int(share * (len(inside) - 1))] for share in SHARES]
    free = [at for at in places if not _near(x[at], y[at], np.reshape(written, (-1, 2)), LABEL)]
    line = np.column_stack([curve.fpr, curve.tpr])
    clear = [at for at in free if not _near(x[at], y[at], line, LABEL / 2)]
    if not free:  # a crowd of lines: some have no level
        return
    at = (clear or free)[0]
    written.append((float(x[at]), float(y[at])))
    box = {"facecolor": "white", "edgecolor": "none", "pad": 0.6, "alpha": 0.8}
    ax.text(x[at], y[at], text, fontsize=6, color="0.35", ha="center", va="center", bbox=box, zorder=1.5)


def _near(x: float, y: float, points: np.ndarray, size: np.ndarray) -> bool:
    """Return whether one of the points lies in the box around (x, y)."""
    return bool((abs(points - (x, y)) < size).all(axis=1).any())
