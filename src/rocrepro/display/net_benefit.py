"""A decision curve beside those of treating every row and treating none."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Self

import numpy as np
from numpy.typing import ArrayLike

from rocrepro.display.axes import positive_words
from rocrepro.display.base import ScoreDisplay
from rocrepro.display.curves import draw_band
from rocrepro.display.legend import shortened
from rocrepro.evaluation.midpoint import check_probabilities
from rocrepro.evaluation.net_benefit import (
    NetBenefit,
    NetBenefitIntervals,
    net_benefit,
    net_benefit_intervals,
)
from rocrepro.evaluation.roc import roc_points

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.collections import FillBetweenPolyCollection
    from matplotlib.lines import Line2D

BELOW = 0.15
"""Reach of the axis below zero, as a share of its upper part: what lies deeper is worse than nothing."""


@dataclass(kw_only=True, eq=False, repr=False)
class NetBenefitDisplay(ScoreDisplay):
    """Net benefit over the threshold probability, beside treating every row and treating none.

    Parameters
    ----------
    curve : NetBenefit
    intervals : NetBenefitIntervals, optional
        At the same thresholds.
    pos_label : optional
        The positive class, for the axis label.
    name : str, optional
        Name in the legend.

    Attributes
    ----------
    ax_ : matplotlib.axes.Axes
    figure_ : matplotlib.figure.Figure
    line_ : matplotlib.lines.Line2D
        The model's decision curve.
    treat_all_, treat_none_ : matplotlib.lines.Line2D
    band_ : matplotlib artist or None
        The pointwise intervals.

    See Also
    --------
    rocrepro.evaluation.net_benefit : the curve.
    CalibrationCurveDisplay : whether the probabilities are right.
    CostCurveDisplay : the same trade of errors for any scores.

    References
    ----------
    Vickers and Elkin (2006), Medical Decision Making 26:565-574.

    Examples
    --------
    >>> display = NetBenefitDisplay.from_predictions([0, 0, 1, 1], [0.1, 0.4, 0.35, 0.8])
    >>> float(display.curve.net_benefit[49])  # at 0.5
    0.25
    """

    curve: NetBenefit
    intervals: NetBenefitIntervals | None = None

    @classmethod
    def from_predictions(
        cls,
        y_true: ArrayLike,
        y_score: ArrayLike,
        *,
        thresholds: ArrayLike | None = None,
        prevalence: float | None = None,
        n_resamples: int = 0,
        seed: int = 1,
        alpha: float = 0.05,
        at: float | None = None,
        pos_label: Any = None,
        name: str | None = None,
        ax: Axes | None = None,
        **line: Any,
    ) -> Self:
        """Draw the decision curve of labels and probabilities.

        Parameters
        ----------
        y_true, pos_label, name, ax
            As in `ConfidentRocDisplay.from_predictions`.
        y_score : array-like of float, shape (n,)
            Probabilities of the positive class, from 0 to 1.
        thresholds, prevalence
            As in `rocrepro.evaluation.net_benefit`.
        n_resamples : int
            Bootstrap samples behind pointwise intervals; 0 for none.
        seed, alpha
            As in `rocrepro.evaluation.net_benefit_intervals`.
        at : float, optional
            A threshold to be marked, from 0 to below 1.
        **line
            Passed on to ``Axes.plot`` for the curve, but for curve_kwargs and despine, which are as in
            `sklearn.metrics.RocCurveDisplay`.

        Raises
        ------
        InputError
            As in `rocrepro.evaluation.net_benefit`, and for scores that are no probabilities.
        """
        positive, score = check_probabilities(y_true, y_score, pos_label)
        where: dict[str, Any] = {"thresholds": thresholds, "prevalence": prevalence}
        curve = net_benefit(roc_points(positive, score), **where)
        found = None
        if n_resamples:
            more: dict[str, Any] = {"n_resamples": n_resamples, "seed": seed, "alpha": alpha}
            found = net_benefit_intervals(positive, score, **where, **more)
        return cls(curve=curve, intervals=found, pos_label=pos_label, name=name).plot(ax, at=at, **line)

    def plot(
        self, ax: Axes | None = None, *, name: str | None = None, at: float | None = None, **line: Any
    ) -> Self:
        """Draw on `ax`, or on new axes; parameters as in `from_predictions`."""
        ax, look, shown = self._begin(ax, name, line, chance=False)
        curve = self.curve
        self.band_: FillBetweenPolyCollection | None = None
        if self.intervals is not None:
            found = self.intervals
            words = f"{100 * found.level:g} % interval at each threshold"
            self.band_ = draw_band(ax, found.threshold, found.low, found.high, zorder=0, label=words)
        label = "model" if shown is None else shortened(shown)
        style = {"linewidth": 1.4, **look.line, "label": label}
        self.line_: Line2D = ax.plot(curve.threshold, curve.net_benefit, **style)[0]
        self.treat_all_, self.treat_none_ = treat_lines(ax, curve)
        if at is not None:
            ax.axvline(at, color="0.6", linewidth=0.8, zorder=0, label=f"threshold in use, {at:.3g}")
        highest = 0.0 if self.intervals is None else float(np.nanmax(self.intervals.high, initial=0.0))
        decision_axes(ax, max(curve.prevalence, highest), pos_label=self.pos_label)
        return self._end(ax, look, square=False, loc="upper right")


def treat_lines(ax: Axes, curve: NetBenefit) -> tuple[Line2D, Line2D]:
    """Draw the net benefit of treating every row and of treating none."""
    dashed: dict[str, Any] = {"color": "0.35", "linestyle": "--", "linewidth": 1.0, "label": "treat all"}
    dotted: dict[str, Any] = {"color": "0.35", "linestyle": ":", "linewidth": 1.0, "label": "treat none"}
    return ax.plot(curve.threshold, curve.treat_all, **dashed)[0], ax.axhline(0, **dotted)


def decision_axes(ax: Axes, highest: float, *, pos_label: Any = None) -> None:
    """Set up axes for decision curves that reach `highest`."""
    top = 1.05 * highest
    ax.set(xlim=(0, 1), ylim=(-BELOW * top, top), xlabel=f"threshold probability{positive_words(pos_label)}")
    ax.set_ylabel("net benefit, true positives per row")
