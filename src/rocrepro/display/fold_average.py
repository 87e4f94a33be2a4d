"""The mean curve of the folds of a cross-validation, with one standard deviation each way."""

from __future__ import annotations

import math
import warnings
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Self

import numpy as np
from numpy.typing import ArrayLike

from rocrepro.display.base import ScoreDisplay
from rocrepro.display.curves import draw_band, draw_curve
from rocrepro.display.estimators import fold_scores, rows_of
from rocrepro.display.legend import shortened
from rocrepro.errors import InputError
from rocrepro.evaluation.fold_average import FoldAverage, fold_average
from rocrepro.evaluation.roc import RocPoints, first_missing, roc_points

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.collections import FillBetweenPolyCollection
    from matplotlib.lines import Line2D


class FoldWithoutCurveWarning(UserWarning):
    """A fold has rows of one class only; it has no ROC curve and is left out of the average."""


@dataclass(kw_only=True, eq=False, repr=False)
class FoldAverageDisplay(ScoreDisplay):
    """ROC curves of the folds of a cross-validation, their mean, and one standard deviation each way.

    Parameters
    ----------
    curves : sequence of RocPoints
        Of the folds with both classes.
    average : FoldAverage
        The mean of the curves.
    pos_label : optional
        The positive class, for the axis labels.
    name : str, optional
        Name in the legend.

    Attributes
    ----------
    ax_ : matplotlib.axes.Axes
    figure_ : matplotlib.figure.Figure
    folds_ : list of matplotlib.lines.Line2D
        The curves of the folds.
    line_ : matplotlib.lines.Line2D
        The mean curve.
    band_ : matplotlib artist or None
        The standard deviation; None where all folds have the same curve.
    chance_level_ : matplotlib.lines.Line2D or None
        The diagonal, where it was asked for.

    See Also
    --------
    rocrepro.evaluation.fold_average : the mean curve.
    ConfidentRocDisplay : its ``from_cv_results`` pools the folds.
    RocBandDisplay : a confidence band, which this band is not.

    References
    ----------
    scikit-learn's example "Receiver Operating Characteristic (ROC) with cross validation".

    Examples
    --------
    >>> y, score = [0, 0, 1, 1, 0, 0, 1, 1], [1, 3, 2, 4, 1, 2, 3, 4]
    >>> display = FoldAverageDisplay.from_predictions(y, score, fold=[0, 0, 0, 0, 1, 1, 1, 1])
    >>> display.average.mean_auc, display.average.sd_auc
    (0.875, 0.125)
    """

    curves: Sequence[RocPoints]
    average: FoldAverage

    @classmethod
    def from_predictions(
        cls,
        y_true: ArrayLike,
        y_score: ArrayLike,
        *,
        fold: ArrayLike | None = None,
        pos_label: Any = None,
        name: str | None = None,
        ax: Axes | None = None,
        **line: Any,
    ) -> Self:
        """Draw the folds of labels and scores, and their mean.

        Parameters
        ----------
        y_true, y_score, pos_label, name, ax
            As in `ConfidentRocDisplay.from_predictions`.
        fold : array-like, shape (n,)
            The fold of each row; it must be given.
        **line
            Passed on to ``Axes.plot`` for the mean curve, but for curve_kwargs, plot_chance_level,
            chance_level_kw and despine, which are as in `sklearn.metrics.RocCurveDisplay`.

        Warns
        -----
        FoldWithoutCurveWarning
            For folds with one class, which are left out.

        Raises
        ------
        InputError
            For labels or scores that make no ROC curve, and where no fold has both classes.
        """
        if fold is None:
            raise InputError("fold: found none; expected the fold of each row")
        labels = np.asarray(y_true)
        scores, folds = (
            rows_of(of, given, len(labels)) for of, given in (("y_score", y_score), ("fold", fold))
        )
        roc_points(labels, scores, pos_label=pos_label)  # says what is wrong with the rows as a whole
        if (row := first_missing(folds)) is not None:
            raise InputError(f"fold: row {row + 1}: found {folds[row]}; expected the fold of the row")
        parts = ((labels[folds == one], scores[folds == one]) for one in dict.fromkeys(folds.tolist()))
        return cls._of_folds(parts, pos_label, name).plot(ax, **line)

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
        ax: Axes | None = None,
        **line: Any,
    ) -> Self:
        """Draw the test folds of a cross-validation, each scored by its own estimator, and their mean.

        Parameters
        ----------
        cv_results, X, y, pos_label, response_method, name
            As in `ConfidentRocDisplay.from_cv_results`. A row may be in several test folds, as after
            `sklearn.model_selection.RepeatedStratifiedKFold`.
        ax, **line
            As in `from_predictions`.
        """
        folds, positive = fold_scores(cv_results, X, y, pos_label=pos_label, response_method=response_method)
        shown = type(cv_results["estimator"][0]).__name__ if name is None else name
        return cls._of_folds(((one.y_true, one.y_score) for one in folds), positive, shown).plot(ax, **line)

    @classmethod
    def _of_folds(cls, folds: Iterable[tuple[Any, Any]], pos_label: Any, name: str | None) -> Self:
        curves, n_without = [], 0
        for labels, scores in folds:
            if len(np.unique(labels)) == 1:
                n_without += 1
            else:
                curves.append(roc_points(labels, scores, pos_label=pos_label))
        if n_without:
            warnings.warn(
                f"{n_without} of {n_without + len(curves)} folds have one class and no ROC curve; left out",
                FoldWithoutCurveWarning,
                stacklevel=3,
            )
        return cls(curves=curves, average=fold_average(curves), pos_label=pos_label, name=name)

    def plot(self, ax: Axes | None = None, *, name: str | None = None, **line: Any) -> Self:
        """Draw on `ax`, or on new axes; parameters as in `from_predictions`."""
        ax, look, shown = self._begin(ax, name, line, marks=False)
        thin: dict[str, Any] = {"color": "0.7", "linewidth": 0.7, "zorder": 1}
        self.folds_ = [draw_curve(ax, curve, **thin) for curve in self.curves]
        areas = self.average.areas
        self.folds_[0].set_label(f"{len(areas)} folds, AUC {areas.min():.3f} to {areas.max():.3f}")
        if shown is not None:
            look.line["label"] = f"{shortened(shown)}: mean of folds, {area_words(self.average)}"
        self.line_, self.band_ = draw_fold_average(ax, self.average, **look.line)
        return self._end_in_roc_space(ax, look)


def draw_fold_average(
    ax: Axes, found: FoldAverage, **look: Any
) -> tuple[Line2D, FillBetweenPolyCollection | None]:
    """Draw the mean curve of folds, dashed, over a band of one standard deviation each way.

    Parameters
    ----------
    ax : matplotlib.axes.Axes
    found : FoldAverage
    **look
        For `matplotlib.axes.Axes.plot`: the mean curve.

    Returns
    -------
    line : matplotlib.lines.Line2D
        The mean curve; its legend has the mean and the standard deviation of the folds' areas.
    band : matplotlib artist or None
        None where the standard deviation is 0 everywhere.

    See Also
    --------
    rocrepro.evaluation.fold_average
    """
    band = None
    if found.sd.max() > 0:  # a band without width would look like certainty
        band = draw_band(ax, found.fpr, found.lower, found.upper, label="mean ± 1 sd of the folds", zorder=0)
    dashed = {"color": "black", "linestyle": "--", "linewidth": 1.3}
    label = f"mean of folds, {area_words(found)}"
    return draw_curve(ax, found, **{**dashed, "label": label, **look}), band


def area_words(found: FoldAverage) -> str:
    """Return mean and standard deviation of the folds' areas in words."""
    if math.isnan(found.sd_auc):
        return f"AUC {found.mean_auc:.3f}, one fold"
    if found.sd_auc == 0:
        return f"AUC {found.mean_auc:.3f} in each"
    return f"AUC {found.mean_auc:.3f} ± {found.sd_auc:.3f}"
