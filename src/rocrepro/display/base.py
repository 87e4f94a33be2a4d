"""What the display classes share: scores from estimators and cross-validation, and axes."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Self

import numpy as np
from numpy.typing import ArrayLike, NDArray

from rocrepro.display.axes import roc_axes
from rocrepro.display.legend import legend_once, shortened
from rocrepro.display.style import Style, style_of
from rocrepro.errors import InputError
from rocrepro.evaluation.metrics import roc_auc
from rocrepro.evaluation.roc import RocPoints

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure
    from matplotlib.lines import Line2D

RESPONSES = ("predict_proba", "decision_function")


def positive_scores(
    estimator: Any, X: Any, *, pos_label: Any = None, response_method: str = "auto"
) -> tuple[NDArray[np.float64], Any]:
    """Scores of the positive class from a fitted binary classifier.

    Parameters
    ----------
    estimator : classifier
        Fitted, with ``classes_`` of two labels.
    X : array-like
        Rows to score.
    pos_label : optional
        One of its classes; by default the second, as scikit-learn has it.
    response_method : {"auto", "predict_proba", "decision_function"}
        "auto" takes probabilities where there are some.

    Returns
    -------
    score : ndarray, shape (n,)
    pos_label : the label that they belong to

    Raises
    ------
    InputError
        For an estimator without two classes or without the response, or an unknown label.
    sklearn.exceptions.NotFittedError
        For one of scikit-learn's that is not fitted.
    """
    classes = _classes_of(estimator)
    pos_label = classes[1] if pos_label is None else pos_label
    if pos_label not in list(classes):
        raise InputError(f"pos_label: found {pos_label!r}; expected one of {', '.join(map(repr, classes))}")
    wanted = RESPONSES if response_method == "auto" else (response_method,)
    if response_method not in ("auto", *RESPONSES):
        raise InputError(f"response_method: found {response_method!r}; expected auto, {', '.join(RESPONSES)}")
    method = next((name for name in wanted if hasattr(estimator, name)), None)
    if method is None:
        name = type(estimator).__name__
        raise InputError(f"estimator: found {name} without {' or '.join(wanted)}; expected one of them")
    at = list(classes).index(pos_label)
    response = np.asarray(getattr(estimator, method)(X), dtype=float)
    if method == "predict_proba":
        return response[:, at], pos_label
    return (response if at == 1 else -response), pos_label


def _classes_of(estimator: Any) -> Any:
    """The two classes of a fitted classifier."""
    classes = getattr(estimator, "classes_", None)
    if classes is None and hasattr(estimator, "fit"):
        from sklearn.utils.validation import check_is_fitted

        check_is_fitted(estimator)
    if classes is None or len(classes) != 2:
        name = type(estimator).__name__
        found = f"{name}, which has no classes" if classes is None else f"{len(classes)} classes"
        raise InputError(f"estimator: found {found}; expected a fitted classifier of two classes")
    return classes


def pooled_scores(
    cv_results: Mapping[str, Any],
    X: Any,
    y: ArrayLike,
    *,
    pos_label: Any = None,
    response_method: str = "auto",
) -> tuple[NDArray[Any], NDArray[np.float64], Any]:
    """Out-of-fold labels and scores of all folds together, as Weka pools them.

    Parameters
    ----------
    cv_results : mapping
        What `sklearn.model_selection.cross_validate` gives with ``return_estimator`` and ``return_indices``.
    X, y : array-like
        The data that it was given.
    pos_label, response_method
        As in `positive_scores`.

    Returns
    -------
    y_true, y_score : ndarray, shape (n_scored,)
    pos_label : the label that the scores belong to

    Raises
    ------
    InputError
        If estimators or indices are missing, or belong to other data.
    """
    for key in ("estimator", "indices"):
        if key not in cv_results:
            option = "return_indices" if key == "indices" else "return_estimator"
            raise InputError(f"cv_results: found no {key!r}; expected cross_validate(..., {option}=True)")
    labels, scores = np.asarray(y), []
    tests = [np.asarray(test) for test in cv_results["indices"]["test"]]
    _check_rows(X, labels, tests)
    for estimator, test in zip(cv_results["estimator"], tests, strict=True):
        # A sparse matrix takes rows as an array does, but does not become one.
        rows = X.iloc[test] if hasattr(X, "iloc") else (X if hasattr(X, "shape") else np.asarray(X))[test]
        score, pos_label = positive_scores(
            estimator, rows, pos_label=pos_label, response_method=response_method
        )
        scores.append(score)
    return labels[np.concatenate(tests)], np.concatenate(scores), pos_label


def _check_rows(X: Any, y: NDArray[Any], tests: list[NDArray[np.intp]]) -> None:
    """Raise InputError unless the folds can be of these data."""
    n, n_labels = X.shape[0] if hasattr(X, "shape") else len(X), len(y)
    if n != n_labels:
        raise InputError(f"X, y: found {n} rows and {n_labels} labels; expected as many of both")
    needed = 1 + max(int(test.max(initial=-1)) for test in tests)
    if needed > n:
        raise InputError(f"X: found {n} rows; expected the data of cross_validate, at least {needed} rows")
    times = np.bincount(np.concatenate(tests).astype(np.intp), minlength=n)
    if times.max(initial=0) > 1:
        found = f"row {int(times.argmax())} in {int(times.max())} test folds"
        raise InputError(
            f"cv_results: found {found}; expected each row in one at most, or it counts as several"
        )


@dataclass(kw_only=True, eq=False, repr=False)
class ScoreDisplay(ABC):
    """A display that is made from labels and scores; `from_predictions` is its subclass's own.

    A subclass's ``plot`` begins with `_begin` and ends with `_end`, or in ROC space with `_end_in_roc_space`.
    """

    pos_label: Any = None
    name: str | None = None
    ax_: Axes = field(init=False)
    figure_: Figure = field(init=False)

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
        name : str, optional
            Name in the legend; by default the estimator's class.
        **parameters
            As in `from_predictions`.
        """
        score, positive = positive_scores(estimator, X, pos_label=pos_label, response_method=response_method)
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
        y_true, score, positive = pooled_scores(
            cv_results, X, y, pos_label=pos_label, response_method=response_method
        )
        shown = type(cv_results["estimator"][0]).__name__ if name is None else name
        return cls.from_predictions(y_true, score, pos_label=positive, name=shown, **parameters)

    def _begin(
        self, ax: Axes | None, name: str | None, line: Mapping[str, Any], *, chance: bool = True
    ) -> tuple[Axes, Style, str | None]:
        """The axes to draw on, new ones if none are given; how to draw; and the name in the legend."""
        look = style_of(line, chance=chance)
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

    def _end_in_roc_space(self, ax: Axes, look: Style) -> Self:
        """The same for ROC space, with the chance level where it is asked for."""
        self.chance_level_: Line2D | None = look.chance_level(ax)
        roc_axes(ax, pos_label=self.pos_label)
        return self._end(ax, look, loc="lower right")


def curve_label(points: RocPoints, name: str | None, *more: str) -> str:
    """Legend of a curve: its AUC and what else there is to say, behind the name if it has one."""
    words = "; ".join([f"AUC {roc_auc(points):.3f}", *more])
    return words if name is None else f"{shortened(name)} ({words})"
