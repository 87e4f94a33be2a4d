"""A decision stump with a branch of its own for missing values, as Weka's; the engine is checked with it."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from sklearn.base import BaseEstimator, ClassifierMixin
from sklearn.utils.multiclass import check_classification_targets
from sklearn.utils.validation import check_is_fitted, validate_data

from rocrepro.learners.naive_bayes import _mask

TIE = 1e-12
"""Two entropies are equal when they differ by no more than this share of the larger one."""


class Split(NamedTuple):
    """One way of parting the rows.

    Attributes
    ----------
    cost : float
        Entropy of the class within the branches, in nats, times the number of rows; at least 0. Infinite
        for a numeric column that has no two different values, and so no threshold.
    feature : int
        Column.
    value : float
        Threshold of a numeric column, or the code that is set against all others.
    counts : ndarray of shape (3, n_classes)
        Training rows in each branch: at most the threshold or the code itself; the others; missing.
    """

    cost: float
    feature: int
    value: float
    counts: np.ndarray


class DecisionStump(ClassifierMixin, BaseEstimator):  # type: ignore[misc]
    """Decision tree of one test and three branches.

    A numeric column is cut at a threshold, a nominal one has one value set against all others, and rows
    whose value is missing (NaN) have the third branch. The test with the smallest class entropy within its
    three branches is taken; of equally good ones the first, by column and then by value.

    Parameters
    ----------
    categorical_features : array-like of int or of bool, optional
        Positions, or a mask, of the nominal columns. They hold codes 0, 1, 2, ... By default every
        column is numeric.

    Attributes
    ----------
    classes_ : ndarray of shape (n_classes,)
        Class labels, sorted.
    feature_ : int
        Column of the test.
    nominal_ : bool
        Whether that column is nominal.
    value_ : float
        Threshold, or the code that is set against all others.
    counts_ : ndarray of shape (3, n_classes)
        Training rows of each class in the three branches: a value at most the threshold, or the code
        itself; any other value; a missing value.
    probabilities_ : ndarray of shape (3, n_classes)
        Class probabilities of each branch.
    n_features_in_ : int
        Number of columns seen in `fit`.

    Notes
    -----
    With n_bc training rows of class c in branch b, and n_b rows in the branch, the test minimises

        - sum over b and c of n_bc log(n_bc / n_b),

    the conditional entropy of C4.5 [1]_ with "missing" as a value in its own right, as in 1R [2]_. A
    threshold lies half-way between neighbouring values. A branch has the class shares of its training rows.
    The branch for missing values has those of all rows when no value was missing, and any other branch that
    is empty has those of the missing ones.

    A numeric column without two different values is taken only if there is no other; it then parts known
    from missing values.

    On the data sets of elazmeh2006 the probabilities equal those of Weka 3.9.7's DecisionStump (measured).

    References
    ----------
    .. [1] J. R. Quinlan, "C4.5: Programs for Machine Learning", Morgan Kaufmann 1993, chapters 2 and 3.
    .. [2] R. C. Holte, "Very simple classification rules perform well on most commonly used datasets",
       Machine Learning 11, 1993, 63-90.

    Examples
    --------
    >>> X = np.array([[1.0], [2.0], [3.0], [4.0], [np.nan], [np.nan]])
    >>> model = DecisionStump().fit(X, [0, 0, 1, 1, 0, 1])
    >>> model.value_
    2.5
    >>> model.predict_proba([[0.0], [9.0], [np.nan]]).tolist()
    [[1.0, 0.0], [0.0, 1.0], [0.5, 0.5]]
    """

    def __init__(self, *, categorical_features: Any = None):
        self.categorical_features = categorical_features

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.input_tags.allow_nan = True
        tags.classifier_tags.poor_score = True  # two leaves cannot tell three classes apart
        return tags

    def fit(self, X: Any, y: Any) -> DecisionStump:
        """Find the test.

        Parameters
        ----------
        X : array-like of shape (n_samples, n_features)
            Numbers, codes in the nominal columns, NaN where missing.
        y : array-like of shape (n_samples,)
            Class labels, two or more classes in general.

        Returns
        -------
        DecisionStump
            The fitted estimator.

        Raises
        ------
        ValueError
            If `categorical_features` does not fit the columns, or the input is not what scikit-learn takes.
        """
        X, y = validate_data(self, X, y, dtype=np.float64, ensure_all_finite="allow-nan")
        check_classification_targets(y)
        self.classes_, codes = np.unique(y, return_inverse=True)
        nominal = _mask(self.categorical_features, X.shape[1])
        members = np.eye(len(self.classes_))[codes]
        best: Split | None = None
        for feature in range(X.shape[1]):
            split = _best_split(X[:, feature], members, feature, bool(nominal[feature]))
            if best is None or split.cost < best.cost * (1 - TIE):
                best = split
        assert best is not None  # validate_data refuses a table without columns
        self.feature_, self.value_, self.counts_ = best.feature, best.value, best.counts
        self.nominal_ = bool(nominal[best.feature])
        self.probabilities_ = _shares(best.counts)
        return self

    def predict_proba(self, X: Any) -> np.ndarray:
        """Class probabilities, in [0, 1], shape (n_samples, n_classes), columns as in `classes_`."""
        check_is_fitted(self)
        X = validate_data(self, X, dtype=np.float64, ensure_all_finite="allow-nan", reset=False)
        column = X[:, self.feature_]
        inside = column == self.value_ if self.nominal_ else column <= self.value_
        branch = np.where(np.isnan(column), 2, np.where(inside, 0, 1))
        probabilities: np.ndarray = self.probabilities_[branch]
        return probabilities

    def predict(self, X: Any) -> np.ndarray:
        """The most probable class of each row, the first of equals, shape (n_samples,)."""
        probabilities = self.predict_proba(X)
        labels: np.ndarray = self.classes_[np.argmax(probabilities, axis=1)]
        return labels


def _best_split(column: np.ndarray, members: np.ndarray, feature: int, nominal: bool) -> Split:
    """The best test on one column; `members` has a 1 in the column of each row's class."""
    known = ~np.isnan(column)
    distinct, at = np.unique(column[known], return_inverse=True)
    by_value = np.zeros((len(distinct), members.shape[1]))
    np.add.at(by_value, at, members[known])
    missing, total = members[~known].sum(axis=0), by_value.sum(axis=0)
    if not nominal and len(distinct) < 2:
        return Split(np.inf, feature, np.inf, np.array([total, 0 * total, missing]))
    if not nominal:
        values, inside = _midpoints(distinct), np.cumsum(by_value, axis=0)[:-1]
    elif len(distinct):
        values, inside = distinct, by_value
    else:
        values, inside = np.zeros(1), np.zeros((1, members.shape[1]))
    costs = _entropy(inside) + _entropy(total - inside) + _entropy(missing)
    first = int(np.flatnonzero(costs <= costs.min() * (1 + TIE))[0])
    counts = np.array([inside[first], total - inside[first], missing])
    return Split(float(costs[first]), feature, float(values[first]), counts)


def _midpoints(distinct: np.ndarray) -> np.ndarray:
    """Thresholds between neighbouring values, each below the upper one."""
    lower, upper = distinct[:-1], distinct[1:]
    middle = lower / 2 + upper / 2  # the sum of the two could overflow
    result: np.ndarray = np.where(middle < upper, np.maximum(middle, lower), lower)
    return result


def _entropy(counts: np.ndarray) -> np.ndarray:
    """Class entropy in nats times the number of rows, along the last axis."""
    from scipy.special import xlogy

    total = counts.sum(axis=-1)
    # Subtraction may leave less than nothing.
    result: np.ndarray = np.maximum(xlogy(total, total) - xlogy(counts, counts).sum(axis=-1), 0.0)
    return result


def _shares(counts: np.ndarray) -> np.ndarray:
    """Class shares of the three branches; see the class's notes on empty ones."""
    filled = counts.copy()
    if filled[2].sum() == 0:
        filled[2] = counts.sum(axis=0)
    filled[filled.sum(axis=1) == 0] = filled[2]
    shares: np.ndarray = filled / filled.sum(axis=1, keepdims=True)
    return shares
