"""A calibration curve: shares of positive rows over the probabilities that predict them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Self

import numpy as np
from numpy.typing import ArrayLike

from rocrepro.display.axes import positive_words
from rocrepro.display.base import ScoreDisplay
from rocrepro.display.curves import draw_intervals
from rocrepro.display.legend import shortened
from rocrepro.evaluation.calibration import CalibrationCurve, calibration_curve
from rocrepro.evaluation.midpoint import check_probabilities
from rocrepro.evaluation.smooth_calibration import SmoothCalibration, smooth_calibration

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.collections import LineCollection
    from matplotlib.lines import Line2D

SPIKES = 50
"""Bins of the spikes that show where the probabilities lie."""
TALLEST = 0.1
"""Height of the tallest spike."""


@dataclass(kw_only=True, eq=False, repr=False)
class CalibrationCurveDisplay(ScoreDisplay):
    """Share of positive rows in bins with intervals, the smooth curve, and where the probabilities lie.

    Parameters
    ----------
    curve : CalibrationCurve
    smooth : SmoothCalibration
    share : ndarray of float64, shape (50,)
        Share of the rows with a probability in each of 50 bins from 0 to 1.
    pos_label : optional
        The positive class, for the axis labels.
    name : str, optional
        Name in the legend.

    Attributes
    ----------
    ax_ : matplotlib.axes.Axes
    figure_ : matplotlib.figure.Figure
    line_ : matplotlib.lines.Line2D
        The points of the bins.
    smooth_ : matplotlib.lines.Line2D
        The smooth curve.
    diagonal_ : matplotlib.lines.Line2D
        Where calibrated probabilities lie.
    spikes_ : matplotlib.collections.LineCollection
        How many rows have such a probability, from the lower border upwards.

    See Also
    --------
    sklearn.calibration.CalibrationDisplay : the points without intervals.
    rocrepro.evaluation.calibration_curve, rocrepro.evaluation.smooth_calibration : the curves.
    NetBenefitDisplay : what acting by the probabilities is worth.

    References
    ----------
    Austin and Steyerberg (2019), Statistics in Medicine 38:4051-4065.

    Examples
    --------
    >>> display = CalibrationCurveDisplay.from_predictions([0, 0, 1, 1], [0.1, 0.4, 0.35, 0.8], n_bins=2)
    >>> display.curve.observed.tolist()
    [0.5, 0.5]
    """

    curve: CalibrationCurve
    smooth: SmoothCalibration
    share: Any

    @classmethod
    def from_predictions(
        cls,
        y_true: ArrayLike,
        y_score: ArrayLike,
        *,
        n_bins: int = 10,
        strategy: str = "quantile",
        alpha: float = 0.05,
        pos_label: Any = None,
        name: str | None = None,
        ax: Axes | None = None,
        **line: Any,
    ) -> Self:
        """Draw the calibration curve of labels and probabilities.

        Parameters
        ----------
        y_true, pos_label, name, ax
            As in `ConfidentRocDisplay.from_predictions`.
        y_score : array-like of float, shape (n,)
            Probabilities of the positive class, from 0 to 1.
        n_bins, strategy, alpha
            As in `rocrepro.evaluation.calibration_curve`.
        **line
            Passed on to ``Axes.plot`` for points and curve, but for curve_kwargs and despine, which are as in
            `sklearn.metrics.RocCurveDisplay`.

        Raises
        ------
        InputError
            As in `rocrepro.evaluation.calibration_curve`.
        """
        bins: dict[str, Any] = {"n_bins": n_bins, "strategy": strategy, "alpha": alpha}
        curve = calibration_curve(y_true, y_score, pos_label=pos_label, **bins)
        smooth = smooth_calibration(y_true, y_score, pos_label=pos_label)
        score = check_probabilities(y_true, y_score, pos_label)[1]
        share = np.histogram(score, bins=SPIKES, range=(0, 1))[0] / len(score)
        made = cls(curve=curve, smooth=smooth, share=share, pos_label=pos_label, name=name)
        return made.plot(ax, **line)

    def plot(self, ax: Axes | None = None, *, name: str | None = None, **line: Any) -> Self:
        """Draw on `ax`, or on new axes; parameters as in `from_predictions`."""
        ax, look, shown = self._begin(ax, name, line, chance=False)
        curve = self.curve
        grey: dict[str, Any] = {"color": "0.5", "linestyle": ":", "linewidth": 1.0, "zorder": 1}
        self.diagonal_: Line2D = ax.plot([0, 1], [0, 1], label="calibrated", **grey)[0]
        words = f"{len(curve.count)} bins with {100 * curve.level:g} % interval"
        label = words if shown is None else f"{shortened(shown)}: {words}"
        points = {"marker": "o", "markersize": 4, "linestyle": "none", **look.line, "label": label}
        self.line_: Line2D = ax.plot(curve.predicted, curve.observed, **points)[0]
        color = self.line_.get_color()
        bars: dict[str, Any] = {"fmt": "none", "ecolor": color, "elinewidth": 0.8, "capsize": 2}
        draw_intervals(ax, curve.predicted, curve.observed, curve.low, curve.high, **bars)
        smooth = {"linewidth": 1.2, **look.line, "color": color, "marker": "none"}
        words = f"smooth (loess), ICI {self.smooth.ici:.3f}"
        self.smooth_: Line2D = ax.plot(
            self.smooth.predicted, self.smooth.observed, **{**smooth, "label": words}
        )[0]
        self.spikes_ = self._spikes(ax)
        positive = positive_words(self.pos_label)
        ax.set(xlim=(-0.01, 1.01), ylim=(-0.01, 1.01), aspect="equal")
        ax.set(xlabel=f"predicted probability{positive}", ylabel=f"share of positive rows{positive}")
        return self._end(ax, look, loc="upper left")

    def _spikes(self, ax: Axes) -> LineCollection:
        middle = (np.arange(len(self.share)) + 0.5) / len(self.share)
        height = TALLEST * self.share / self.share.max()
        look: dict[str, Any] = {"colors": "0.6", "linewidth": 1.2, "zorder": 0}
        return ax.vlines(middle[height > 0], 0, height[height > 0], label="where the rows lie", **look)
