"""Scores of fitted estimators, of the folds of a cross-validation, and the cut that predictions make."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from rocrepro.errors import InputError
from rocrepro.evaluation.row_names import check_order
from rocrepro.evaluation.rows import as_rows

RESPONSES = ("predict_proba", "decision_function")


def positive_scores(
    estimator: Any, X: Any, *, pos_label: Any = None, response_method: str = "auto"
) -> tuple[NDArray[np.float64], Any]:
    """Return the scores of the positive class from a fitted binary classifier.

    Parameters
    ----------
    estimator : classifier
        Fitted, with ``classes_`` of two labels.
    X : array-like
        Rows to score.
    pos_label : optional
        One of its classes; by default the second, as scikit-learn has it.
    response_method : {"auto", "predict_proba", "decision_function"}
        "auto" takes the response that the estimator itself cuts, where it names one as
        `sklearn.model_selection.TunedThresholdClassifierCV` may, and else probabilities where there are some.

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

    See Also
    --------
    fold_scores : of each fold of a cross-validation.
    predicted_cut : the threshold that the estimator's predictions have.
    """
    classes = _classes_of(estimator)
    pos_label = classes[1] if pos_label is None else pos_label
    if pos_label not in list(classes):
        raise InputError(f"pos_label: found {pos_label!r}; expected one of {', '.join(map(repr, classes))}")
    if response_method == "auto" and getattr(estimator, "response_method", None) in RESPONSES:
        response_method = estimator.response_method
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


@dataclass(frozen=True, eq=False)
class FoldScores:
    """The scores of the rows of a test fold, by the estimator that was fitted without them.

    Attributes
    ----------
    rows : ndarray of int, shape (n_test,)
        Which rows of the data the fold has.
    y_true, y_score : ndarray, shape (n_test,)

    See Also
    --------
    fold_scores
    """

    rows: NDArray[np.intp]
    y_true: NDArray[Any]
    y_score: NDArray[np.float64]


def fold_scores(
    cv_results: Mapping[str, Any],
    X: Any,
    y: ArrayLike,
    *,
    pos_label: Any = None,
    response_method: str = "auto",
) -> tuple[list[FoldScores], Any]:
    """Score each test fold of a cross-validation by the estimator that has not seen it.

    Parameters
    ----------
    cv_results : mapping
        What `sklearn.model_selection.cross_validate` gives with ``return_estimator`` and ``return_indices``.
    X, y : array-like
        The data that it was given: arrays, sparse matrices, lists, and frames of pandas, polars or pyarrow.
    pos_label, response_method
        As in `positive_scores`.

    Returns
    -------
    folds : list of FoldScores
    pos_label : the label that the scores belong to

    Raises
    ------
    InputError
        If estimators or indices are missing, or belong to other data.

    See Also
    --------
    pooled_scores : all folds as one set of rows.
    """
    # Rows are taken as cross_validate takes them, from every kind of table that it knows.
    from sklearn.utils import _safe_indexing

    for key in ("estimator", "indices"):
        if key not in cv_results:
            option = "return_indices" if key == "indices" else "return_estimator"
            raise InputError(f"cv_results: found no {key!r}; expected cross_validate(..., {option}=True)")
    check_order(X=X, y=y)
    labels = np.asarray(y)
    tests = [np.asarray(test) for test in cv_results["indices"]["test"]]
    _check_rows(X, labels, tests)
    folds = []
    for estimator, test in zip(cv_results["estimator"], tests, strict=True):
        score, pos_label = positive_scores(
            estimator, _safe_indexing(X, test), pos_label=pos_label, response_method=response_method
        )
        folds.append(FoldScores(test, labels[test], score))
    return folds, pos_label


def _check_rows(X: Any, y: NDArray[Any], tests: list[NDArray[np.intp]]) -> None:
    """Raise InputError unless the folds can be of these data."""
    n, n_labels = X.shape[0] if hasattr(X, "shape") else len(X), len(y)
    if n != n_labels:
        raise InputError(f"X, y: found {n} rows and {n_labels} labels; expected the same number of each")
    needed = 1 + max(int(test.max(initial=-1)) for test in tests)
    if needed > n:
        raise InputError(f"X: found {n} rows; expected the data of cross_validate, at least {needed} rows")


def pooled(folds: list[FoldScores]) -> FoldScores:
    """Put all folds together as one; InputError for a row in several test folds."""
    rows = np.concatenate([fold.rows for fold in folds]).astype(np.intp)
    times = np.bincount(rows)
    if times.max(initial=0) > 1:
        found = f"row {int(times.argmax())} in {int(times.max())} test folds"
        raise InputError(
            f"cv_results: found {found}; expected each row in at most one, otherwise it counts as several"
        )
    labels = np.concatenate([fold.y_true for fold in folds])
    return FoldScores(rows, labels, np.concatenate([fold.y_score for fold in folds]))


def pooled_scores(
    cv_results: Mapping[str, Any],
    X: Any,
    y: ArrayLike,
    *,
    pos_label: Any = None,
    response_method: str = "auto",
) -> tuple[NDArray[Any], NDArray[np.float64], Any]:
    """Return the out-of-fold labels and scores of all folds together, as Weka pools them.

    Parameters
    ----------
    cv_results, X, y, pos_label, response_method
        As in `fold_scores`.

    Returns
    -------
    y_true, y_score : ndarray, shape (n_scored,)
    pos_label : the label that the scores belong to

    Raises
    ------
    InputError
        As in `fold_scores`, and for a row in several test folds.

    See Also
    --------
    fold_scores : each fold by itself.
    """
    folds, positive = fold_scores(cv_results, X, y, pos_label=pos_label, response_method=response_method)
    together = pooled(folds)
    return together.y_true, together.y_score, positive


def predicted_cut(estimator: Any, X: Any, score: NDArray[np.float64], pos_label: Any) -> float:
    """Return the threshold of the scores at which an estimator's ``predict`` cuts.

    Parameters
    ----------
    estimator : classifier
        Fitted, for example a `sklearn.model_selection.TunedThresholdClassifierCV`, also inside a pipeline.
    X : array-like
        Rows.
    score : ndarray of float64, shape (n,)
        Their scores of the positive class, as of `positive_scores`.
    pos_label
        The positive class.

    Returns
    -------
    float
        The lowest score that is predicted positive; infinity where none is.

    Raises
    ------
    InputError
        Where the predictions are no cut of these scores, as those of a support vector machine are no cut of
        its fitted probabilities.

    Notes
    -----
    It is read off the predictions, so that it is on the scale of these scores, whatever response, class or
    threshold the estimator uses inside.
    """
    name = type(estimator).__name__
    if not hasattr(estimator, "predict"):
        raise InputError(f"threshold: found {name} without predict; expected a number")
    predicted = np.asarray(np.asarray(estimator.predict(X)) == pos_label)
    cut = float(score[predicted].min(initial=np.inf))
    above = float(score[~predicted].max(initial=-np.inf))
    if above >= cut:
        raise InputError(
            f"threshold: found a row of {name} predicted positive at the score {cut:.6g} and one "
            f"predicted negative at {above:.6g}; expected a number, as its predictions do not follow from "
            "a threshold on these scores"
        )
    return cut


def rows_of(name: str, values: ArrayLike, n: int) -> NDArray[Any]:
    """Return the values of each row as an array, or raise InputError where they are not `n`."""
    array = as_rows(name, values)
    if len(array) != n:
        raise InputError(f"{name}: found {len(array)} values for {n} rows; expected one per row")
    return array
