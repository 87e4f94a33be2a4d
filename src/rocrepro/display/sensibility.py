"""Sensibility and capability over all thresholds."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Self

from numpy.typing import ArrayLike

from rocrepro.display.axes import positive_words
from rocrepro.display.base import ScoreDisplay
from rocrepro.display.legend import shortened
from rocrepro.evaluation.sensibility import Sensibility, sensibility

if TYPE_CHECKING:
    from matplotlib.axes import Axes


@dataclass(kw_only=True, eq=False, repr=False)
class SensibilityDisplay(ScoreDisplay):
    """Accuracy on the sensible rows and on the others at every threshold, and the midpoint that parts them.

    Parameters
    ----------
    result : Sensibility
    pos_label : optional
        The positive class, for the axis label.
    name : str, optional
        Name in the legend.

    Attributes
    ----------
    ax_ : matplotlib.axes.Axes
    figure_ : matplotlib.figure.Figure
    sensibility_, capability_, midpoint_ : matplotlib.lines.Line2D

    See Also
    --------
    rocrepro.evaluation.sensibility : the curves.
    rocrepro.evaluation.struggle_ratio : one number of the analysis, as a scorer.

    References
    ----------
    Klement et al. (2009), figures 2 and 3.

    Examples
    --------
    >>> display = SensibilityDisplay.from_predictions([1, 1, 0, 0], [0.9, 0.3, 0.6, 0.1])
    >>> round(display.result.midpoint, 3)
    0.475
    """

    result: Sensibility

    @classmethod
    def from_predictions(
        cls,
        y_true: ArrayLike,
        y_score: ArrayLike,
        *,
        midpoint: str | float = "paper",
        ties: str = "ge",
        pos_label: Any = None,
        name: str | None = None,
        ax: Axes | None = None,
        **line: Any,
    ) -> Self:
        """Draw the curves of labels and probabilities.

        Parameters
        ----------
        y_true, pos_label, name, ax
            As in `ConfidentRocDisplay.from_predictions`.
        y_score : array-like of float, shape (n,)
            Probabilities of the positive class, from 0 to 1.
        midpoint, ties
            As in `rocrepro.evaluation.sensibility`.
        **line
            Passed on to ``Axes.plot`` for both curves, but for curve_kwargs and despine, which are as in
            `sklearn.metrics.RocCurveDisplay`.

        Raises
        ------
        InputError
            As in `rocrepro.evaluation.sensibility`.
        """
        result = sensibility(y_true, y_score, pos_label=pos_label, midpoint=midpoint, ties=ties)
        return cls(result=result, pos_label=pos_label, name=name).plot(ax, **line)

    def plot(self, ax: Axes | None = None, *, name: str | None = None, **line: Any) -> Self:
        """Draw on `ax`, or on new axes; parameters as in `from_predictions`."""
        ax, look, shown = self._begin(ax, name, line, chance=False)
        prefix = "" if shown is None else f"{shortened(shown)}: "
        result = self.result
        # The first threshold is infinity: drawn at the right border, where it makes no difference.
        x = result.threshold.clip(max=max(1.0, float(result.threshold[1:].max(initial=1.0))))
        style = {"drawstyle": "steps-post", **look.line}
        words = f"{prefix}sensibility ({result.n_sensible} rows)"
        self.sensibility_ = ax.plot(x, result.sensibility, **{"label": words, **style})[0]
        dashed = {"linestyle": "--", "color": self.sensibility_.get_color(), **style}
        words = f"{prefix}capability ({result.n_non_sensible} rows)"
        self.capability_ = ax.plot(x, result.capability, **{**dashed, "label": words})[0]
        words = f"{prefix}midpoint {result.midpoint:.3f}, struggle ratio {result.struggle_ratio:.3f}"
        self.midpoint_ = ax.axvline(result.midpoint, color="0.5", linestyle=":", label=words)
        words = f"threshold{positive_words(self.pos_label)}"
        ax.set(xlim=(0, float(x.max())), ylim=(-0.01, 1.01), xlabel=words, ylabel="accuracy")
        return self._end(ax, look, square=False)
