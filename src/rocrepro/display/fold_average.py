"""The mean ROC curve of the folds of a cross-validation, with one standard deviation each way."""

from __future__ import annotations

import math
import warnings
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Self

import numpy as np
from numpy.typing import ArrayLike, NDArray

from rocrepro.display.base import ScoreDisplay
from rocrepro.display.curves import draw_band, draw_curve
from rocrepro.display.estimators import fold_scores
from rocrepro.display.legend import shortened
from rocrepro.errors import InputError
from rocrepro.evaluation.fold_average import FoldAverage, fold_average
from rocrepro.evaluation.roc import RocPoints, roc_points
from rocrepro.evaluation.row_names import check_order
from rocrepro.evaluation.rows import as_rows, check_binary, first_missing

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.lines import Line2D


class FoldWithoutCurveWarning(UserWarning):
    """A fold has rows of one class only; it has no ROC curve and is left out of the average.

    See Also
    --------
    FoldAverageDisplay : the display that warns.
    """


def draw_fold_average(ax: Axes, found: FoldAverage, **line: Any) -> Line2D:
    """Draw the mean curve of folds, dashed, over a band of one standard deviation each way.

    Parameters
    ----------
    ax : matplotlib.axes.Axes
    found : FoldAverage
    **line
        For `matplotlib.axes.Axes.plot`.

    Returns
    -------
    matplotlib.lines.Line2D
        The mean curve; its legend has the mean and the standard deviation of the folds' areas.

    See Also
    --------
    FoldAverageDisplay : the same from labels, scores and folds.
    """
    if found.sd.max() > 0:  # a band without width would look like certainty
        draw_band(ax, found.fpr, found.lower, found.upper, label="mean ± 1 sd of the folds", zorder=0)
    usual = {"color": "black", "linestyle": "--", "linewidth": 1.3}
    return draw_curve(ax, found, **{**usual, "label": f"mean of folds, {area_words(found)}", **line})


def area_words(found: FoldAverage) -> str:
    """Return mean and standard deviation of the folds' areas in words."""
    if math.isnan(found.sd_auc):
        return f"AUC {found.mean_auc:.3f}, one fold"
    if found.sd_auc == 0:
        return f"AUC {found.mean_auc:.3f} in each"
    return f"AUC {found.mean_auc:.3f} ± {found.sd_auc:.3f}"


@dataclass(kw_only=True, eq=False, repr=False)
class FoldAverageDisplay(ScoreDisplay):
    """Curves of the folds of a cross-validation, thin, with their mean and one standard deviation each way.

    Parameters
    ----------
    curves : sequence of RocPoints
        One for each fold with both classes.
    average : FoldAverage
        Of these curves.
    pos_label : optional
        The positive class, for the axis labels.
    name : str, optional
        Name in the legend.

    Attributes
    ----------
    ax_ : matplotlib.axes.Axes
    figure_ : matplotlib.figure.Figure
    line_ : matplotlib.lines.Line2D
        The mean curve.
    fold_lines_ : list of matplotlib.lines.Line2D
        The folds' curves.
    chance_level_ : matplotlib.lines.Line2D or None
        The diagonal, where it was asked for.

    See Also
    --------
    rocrepro.evaluation.fold_average : the mean curve.
    ConfidentRocDisplay : its ``from_cv_results`` pools the folds.
    RocBandDisplay : a confidence band, which the standard deviation is not.

    References
    ----------
    scikit-learn's example "Receiver Operating Characteristic (ROC) with cross validation".

    Examples
    --------
    >>> y, score = [0, 0, 1, 1] * 2, [1, 3, 2, 4, 1, 2, 3, 4]
    >>> display = FoldAverageDisplay.from_predictions(y, score, fold=[1] * 4 + [2] * 4)
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
        """Draw the folds and their mean.

        Parameters
        ----------
        y_true, y_score, pos_label, name, ax
            As in `ConfidentRocDisplay.from_predictions`.
        fold : array-like, shape (n,)
            Name or number of the fold in which each row was scored. A fold with one class has no curve.
        **line
            For the mean curve: keywords of ``Axes.plot``, and curve_kwargs, plot_chance_level,
            chance_level_kw and despine, which are as in `sklearn.metrics.RocCurveDisplay`.

        Warns
        -----
        FoldWithoutCurveWarning
            For folds with one class, which are left out.

        Raises
        ------
        InputError
            For labels or scores that make no ROC curve, folds that are not given or not as many as the rows,
            and where no fold has both classes.
        """
        positive, score = check_binary(y_true, y_score, pos_label)
        folds = np.empty(0) if fold is None else as_rows("fold", fold)
        check_order(y_true=y_true, fold=fold)
        if len(folds) != len(score):
            raise InputError(
                f"fold: found {len(folds)} folds for {len(score)} rows; expected one fold per row"
            )
        if (row := first_missing(folds)) is not None:
            raise InputError(f"fold: row {row + 1}: found {folds[row]}; expected the fold of the row")
        # By first sight, as names of mixed types have no order.
        parts = [folds == one for one in dict.fromkeys(folds.tolist())]
        curves = _curves((positive[of], score[of]) for of in parts)
        made = cls(curves=curves, average=fold_average(curves), pos_label=pos_label, name=name)
        return made.plot(ax, **line)

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
        """Draw the folds of scikit-learn's ``cross_validate``, each by the estimator that did not see it.

        Parameters
        ----------
        cv_results, X, y, pos_label, response_method, name
            As in `ConfidentRocDisplay.from_cv_results`; a row may be in several test folds, as after
            `sklearn.model_selection.RepeatedStratifiedKFold`.
        ax, **line
            As in `from_predictions`.
        """
        folds, of = fold_scores(cv_results, X, y, pos_label=pos_label, response_method=response_method)
        shown = type(cv_results["estimator"][0]).__name__ if name is None else name
        labels = np.concatenate([fold.y_true for fold in folds])
        positive, score = check_binary(labels, np.concatenate([fold.y_score for fold in folds]), of)
        ends = np.cumsum([len(fold.rows) for fold in folds])[:-1]
        curves = _curves(zip(np.split(positive, ends), np.split(score, ends), strict=True))
        return cls(curves=curves, average=fold_average(curves), pos_label=of, name=shown).plot(ax, **line)

    def plot(self, ax: Axes | None = None, *, name: str | None = None, **line: Any) -> Self:
        """Draw on `ax`, or on new axes; parameters as in `from_predictions`."""
        ax, look, shown = self._begin(ax, name, line, marks=False)
        thin: dict[str, Any] = {"color": "0.7", "linewidth": 0.7, "zorder": 1}
        self.fold_lines_ = [draw_curve(ax, curve, **thin) for curve in self.curves]
        words = f"mean of {len(self.curves)} folds, {area_words(self.average)}"
        label = words if shown is None else f"{shortened(shown)} ({words})"
        self.line_ = draw_fold_average(ax, self.average, **{"label": label, **look.line})
        return self._end_in_roc_space(ax, look)


def _curves(folds: Iterable[tuple[NDArray[np.bool_], NDArray[np.float64]]]) -> list[RocPoints]:
    """The curves of the folds with both classes."""
    found = list(folds)
    curves = [roc_points(positive, score) for positive, score in found if 0 < positive.mean() < 1]
    if len(curves) < len(found):
        warnings.warn(
            f"{len(found) - len(curves)} of {len(found)} folds have one class and no ROC curve: left out",
            FoldWithoutCurveWarning,
            stacklevel=3,
        )
    return curves
