"""The base of the display classes: ways to make them, axes, legend and marks."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Self

import numpy as np
from numpy.typing import ArrayLike

from rocrepro.display.axes import roc_axes
from rocrepro.display.estimators import (
    fold_scores,
    pooled,
    positive_scores,
    predicted_cut,
    rows_of,
)
from rocrepro.display.estimators import pooled_scores as pooled_scores  # its place in earlier versions
from rocrepro.display.legend import legend_once, shortened
from rocrepro.display.style import Style, style_of
from rocrepro.evaluation.metrics import roc_auc
from rocrepro.evaluation.roc import RocPoints
from rocrepro.evaluation.row_names import check_order
from rocrepro.evaluation.weighted import WeightedRocPoints

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure
    from matplotlib.lines import Line2D

Curve = RocPoints | WeightedRocPoints


@dataclass(kw_only=True, eq=False, repr=False)
class ScoreDisplay(ABC):
    """Base class of displays made from labels and scores; subclasses define `from_predictions`.

    A subclass's ``plot`` begins with `_begin` and ends with `_end`, or in ROC space with `_end_in_roc_space`.
    """

    pos_label: Any = None
    name: str | None = None
    ax_: Axes = field(init=False)
    figure_: Figure = field(init=False)
    threshold_: Line2D | None = field(init=False, default=None)

    @classmethod
    @abstractmethod
    def from_predictions(cls, y_true: ArrayLike, y_score: ArrayLike, **parameters: Any) -> Self:
        """Make the display from labels and scores."""

    @classmethod
    def from_estimator(
        cls,
        estimator: Any,
        X: Any,
        y: ArrayLike,
        *,
        pos_label: Any = None,
        response_method: str = "auto",
        name: str | None = None,
        **parameters: Any,
    ) -> Self:
        """Make the display from a fitted classifier and rows that it has not seen.

        Parameters
        ----------
        estimator : classifier
            Fitted, of two classes.
        X, y : array-like
            Rows and their labels.
        pos_label : optional
            The positive class; by default the second of ``estimator.classes_``.
        response_method : {"auto", "predict_proba", "decision_function"}
            "auto" takes the response that the estimator itself cuts, where it names one, and else
            probabilities where there are some.
        name : str, optional
            Name in the legend; by default the estimator's class.
        **parameters
            As in `from_predictions`. ``threshold="predict"`` marks the cut that the estimator's own
            ``predict`` makes, for example one that was tuned.
        """
        check_order(X=X, y=y)
        score, positive = positive_scores(estimator, X, pos_label=pos_label, response_method=response_method)
        if isinstance(cut := parameters.get("threshold"), str) and cut == "predict":
            parameters["threshold"] = predicted_cut(estimator, X, score, positive)
        shown = type(estimator).__name__ if name is None else name
        return cls.from_predictions(y, score, pos_label=positive, name=shown, **parameters)

    @classmethod
    def from_cv_results(
        cls,
        cv_results: Mapping[str, Any],
        X: Any,
        y: ArrayLike,
        *,
        pos_label: Any = None,
        response_method: str = "auto",
        name: str | None = None,
        **parameters: Any,
    ) -> Self:
        """Make the display from pooled out-of-fold scores: one curve over all folds, as in Weka.

        Parameters
        ----------
        cv_results : mapping
            Of `sklearn.model_selection.cross_validate`, with ``return_estimator=True`` and
            ``return_indices=True``.
        X, y : array-like
            The data that it was given.
        pos_label, response_method, name, **parameters
            As in `from_estimator`.
        """
        folds, positive = fold_scores(cv_results, X, y, pos_label=pos_label, response_method=response_method)
        rows = pooled(folds)
        if (weight := parameters.get("sample_weight")) is not None:
            check_order(y=y, sample_weight=weight)
            parameters["sample_weight"] = rows_of("sample_weight", weight, len(np.asarray(y)))[rows.rows]
        shown = type(cv_results["estimator"][0]).__name__ if name is None else name
        return cls.from_predictions(rows.y_true, rows.y_score, pos_label=positive, name=shown, **parameters)

    def _begin(
        self,
        ax: Axes | None,
        name: str | None,
        line: Mapping[str, Any],
        *,
        chance: bool = True,
        marks: bool | None = None,
    ) -> tuple[Axes, Style, str | None]:
        """Return the axes to draw on, new ones if none are given, the style, and the name in the legend."""
        look = style_of(line, chance=chance, marks=chance if marks is None else marks)
        if ax is None:
            import matplotlib.pyplot as plt

            _, ax = plt.subplots()
        self.ax_ = ax
        self.figure_ = ax.get_figure(root=True)  # type: ignore[assignment]
        return ax, look, self.name if name is None else name

    def _end(self, ax: Axes, look: Style, *, square: bool = True, loc: str = "best") -> Self:
        """Trim the borders and add the legend."""
        look.trim(ax, square=square)
        legend_once(ax, loc=loc)
        return self

    def _end_in_roc_space(self, ax: Axes, look: Style, points: Curve | None = None) -> Self:
        """Finish a plot in ROC space, with the chance level and the threshold where they are asked for."""
        self.chance_level_: Line2D | None = look.chance_level(ax)
        if points is not None:
            self.threshold_ = look.threshold_mark(ax, points, points.fpr, points.tpr)
        roc_axes(ax, pos_label=self.pos_label)
        return self._end(ax, look, loc="lower right")


def curve_label(points: Curve, name: str | None, *more: str) -> str:
    """Return the legend of a curve: its AUC and further words, behind the name if it has one."""
    area = points.auc if isinstance(points, WeightedRocPoints) else roc_auc(points)
    words = "; ".join([f"AUC {area:.3f}", *more])
    return words if name is None else f"{shortened(name)} ({words})"
