"""Naive Bayes for tables that mix numeric and nominal columns and have missing values."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from sklearn.base import BaseEstimator, ClassifierMixin
from sklearn.utils.multiclass import check_classification_targets
from sklearn.utils.validation import check_is_fitted, validate_data

from rocrepro.learners.intervals import log_difference, log_probability, mean_gap, round_to


class MixedNB(ClassifierMixin, BaseEstimator):  # type: ignore[misc]
    """Naive Bayes with Gaussian numeric columns and counted nominal columns.

    A missing value (NaN) says nothing: it is left out when the column is fitted and when a row is scored.

    Parameters
    ----------
    categorical_features : array-like of int or of bool, optional
        Positions, or a mask, of the nominal columns. They hold codes 0, 1, 2, ... By default every
        column is numeric.
    n_categories : int or array-like of int, optional
        Number of declared values of each nominal column, in column order; one number stands for all.
        By default the largest code in the training data plus one.
    alpha : float, default=1.0
        Count added to every class and to every value of a nominal column; positive.
    default_precision : float, default=0.01
        Precision of a numeric column with fewer than two distinct values; positive.
    min_sigma : float, default=1/6
        Smallest standard deviation, in units of the column's precision; positive.
    min_probability : float, default=1e-75
        Smallest probability that a number can have in one class; between 0 and 1. It keeps a single
        outlying value from outweighing everything else.
    tails : {"exact", "difference"}, default="exact"
        How the probability of an interval is computed. "exact" is accurate on both sides of the mean.
        "difference" subtracts two values of Phi as they stand: more than about 8 deviations above
        the mean both are 1 in double precision, and the probability falls to `min_probability`.
    empty_class : {"pooled", "zero"}, default="pooled"
        What stands for a class without any value of a numeric column: mean and deviation of all classes
        together, or mean 0 and the smallest deviation.

    Attributes
    ----------
    classes_ : ndarray of shape (n_classes,)
        Class labels, sorted.
    class_count_ : ndarray of shape (n_classes,)
        Training rows of each class.
    class_log_prior_ : ndarray of shape (n_classes,)
        Log of the smoothed share of each class.
    categorical_mask_ : ndarray of bool, shape (n_features,)
        Which columns are nominal.
    precision_ : ndarray of shape (n_features,)
        Precision of each numeric column; NaN for a nominal one.
    theta_, sigma_ : ndarray of shape (n_classes, n_features)
        Mean and standard deviation of the rounded values; NaN for nominal columns and for numeric ones
        without any value.
    category_log_prob_ : dict of int to ndarray of shape (n_classes, n_values)
        Log probability of each value of each nominal column.
    n_features_in_ : int
        Number of columns seen in `fit`.

    Notes
    -----
    The numeric part follows John and Langley [1]_ with the refinements that Weka's NaiveBayes is known
    for. A column's precision p is the mean gap between its distinct training values, whatever their class.
    Values are rounded to multiples of p; a class has the mean m and the population deviation s of its
    rounded values, s being at least `min_sigma` times p. A value x, rounded in the same way to r, has
    the probability

        Phi((r - m + p/2) / s) - Phi((r - m - p/2) / s),

    raised to `min_probability` where it is smaller. A column without any value is passed over.

    A nominal value v has the probability (n_cv + alpha) / (n_c + alpha V) with n_cv rows of class c
    that have v, n_c rows of class c with any value, and V declared values (Laplace). The share of a class
    is (n_c + alpha) / (n + alpha K) among K classes.

    The defaults are the sound choice. ``tails="difference"`` with ``empty_class="zero"`` follows Weka's
    output: on seven data sets of elazmeh2006 the probabilities then equal those of Weka 3.9.7 to 1e-12
    (measured). Far in the upper tail the difference is a rounding error, which is small but ranks rows, so
    that the choice can show in a ROC curve.

    References
    ----------
    .. [1] G. H. John, P. Langley, "Estimating continuous distributions in Bayesian classifiers",
       UAI 1995, section 2.

    Examples
    --------
    >>> import numpy as np
    >>> X = np.array([[1.0, 0], [2.0, 0], [8.0, 1], [np.nan, 1]])
    >>> model = MixedNB(categorical_features=[1]).fit(X, [0, 0, 1, 1])
    >>> model.predict([[1.5, 0], [9.0, np.nan]]).tolist()
    [0, 1]
    """

    def __init__(
        self,
        *,
        categorical_features: Any = None,
        n_categories: Any = None,
        alpha: float = 1.0,
        default_precision: float = 0.01,
        min_sigma: float = 1 / 6,
        min_probability: float = 1e-75,
        tails: str = "exact",
        empty_class: str = "pooled",
    ):
        self.categorical_features = categorical_features
        self.n_categories = n_categories
        self.alpha = alpha
        self.default_precision = default_precision
        self.min_sigma = min_sigma
        self.min_probability = min_probability
        self.tails = tails
        self.empty_class = empty_class

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.input_tags.allow_nan = True
        return tags

    def fit(self, X: Any, y: Any) -> MixedNB:
        """Fit the class shares and each column's distribution in each class.

        Parameters
        ----------
        X : array-like of shape (n_samples, n_features)
            Numbers, codes in the nominal columns, NaN where missing.
        y : array-like of shape (n_samples,)
            Class labels, two or more classes in general.

        Returns
        -------
        MixedNB
            The fitted estimator.

        Raises
        ------
        ValueError
            If a parameter is out of range or a nominal column holds something other than its codes.
        """
        self._check_parameters()
        X, y = validate_data(self, X, y, dtype=np.float64, ensure_all_finite="allow-nan")
        check_classification_targets(y)
        self.classes_, codes = np.unique(y, return_inverse=True)
        members = [codes == k for k in range(len(self.classes_))]
        self.class_count_ = np.array([member.sum() for member in members], dtype=np.float64)
        self.class_log_prior_ = _log_shares(self.class_count_, self.alpha)
        self.categorical_mask_ = _mask(self.categorical_features, X.shape[1])
        declared = self._declared(int(self.categorical_mask_.sum()))
        self.category_log_prob_: dict[int, np.ndarray] = {}
        for j, n_values in zip(np.flatnonzero(self.categorical_mask_), declared, strict=True):
            column = _codes(X[:, j], n_values, int(j))
            n_values = n_values or int(column.max(initial=0)) + 1
            counts = np.array([_counts(column[member], n_values) for member in members])
            self.category_log_prob_[int(j)] = _log_shares(counts, self.alpha)
        self._fit_numeric(X, members)
        return self

    def _fit_numeric(self, X: np.ndarray, members: Sequence[np.ndarray]) -> None:
        shape = (len(members), X.shape[1])
        self.precision_ = np.full(X.shape[1], np.nan)
        self.theta_, self.sigma_ = np.full(shape, np.nan), np.full(shape, np.nan)
        for j in np.flatnonzero(~self.categorical_mask_):
            known = ~np.isnan(X[:, j])
            precision = mean_gap(X[known, j], self.default_precision)
            self.precision_[j] = precision
            if not known.any():
                continue
            rounded = round_to(X[:, j], precision)
            for k, member in enumerate(members):
                values = rounded[member & known]
                if len(values) == 0:
                    values = rounded[known] if self.empty_class == "pooled" else np.zeros(1)
                self.theta_[k, j] = values.mean()
                self.sigma_[k, j] = max(values.std(), self.min_sigma * precision)

    def predict_joint_log_proba(self, X: Any) -> np.ndarray:
        """Return the log of class share times the values' probabilities, shape (n_samples, n_classes)."""
        check_is_fitted(self)
        X = validate_data(self, X, dtype=np.float64, ensure_all_finite="allow-nan", reset=False)
        total = np.tile(self.class_log_prior_, (len(X), 1))
        floor = np.log(self.min_probability)
        log_interval = log_probability if self.tails == "exact" else log_difference
        for j in range(X.shape[1]):
            if j in self.category_log_prob_:
                table = self.category_log_prob_[j]
                codes = _codes(X[:, j], table.shape[1], j)
                known = codes >= 0
                total[known] += table[:, codes[known]].T
            elif not np.isnan(self.theta_[0, j]):
                known = ~np.isnan(X[:, j])
                rounded = round_to(X[known, j, None], self.precision_[j])
                logs = log_interval(rounded, self.theta_[:, j], self.sigma_[:, j], self.precision_[j])
                total[known] += np.fmax(logs, floor)
        return total

    def predict_log_proba(self, X: Any) -> np.ndarray:
        """Return the log of the class probabilities, shape (n_samples, n_classes), ordered as `classes_`."""
        from scipy.special import logsumexp

        joint = self.predict_joint_log_proba(X)
        logs: np.ndarray = joint - logsumexp(joint, axis=1, keepdims=True)
        return logs

    def predict_proba(self, X: Any) -> np.ndarray:
        """Return the class probabilities, in [0, 1], shape (n_samples, n_classes), ordered as `classes_`."""
        probabilities: np.ndarray = np.exp(self.predict_log_proba(X))
        return probabilities

    def predict(self, X: Any) -> np.ndarray:
        """Return the most probable class of each row, shape (n_samples,)."""
        joint = self.predict_joint_log_proba(X)
        labels: np.ndarray = self.classes_[np.argmax(joint, axis=1)]
        return labels

    def _check_parameters(self) -> None:
        for name in ("alpha", "default_precision", "min_sigma", "min_probability"):
            value = getattr(self, name)
            if not 0 < value < np.inf:
                raise ValueError(f"{name}: found {value!r}; expected a positive number")
        if self.min_probability >= 1:
            raise ValueError(f"min_probability: found {self.min_probability!r}; expected less than 1")
        for name, allowed in (("tails", ("exact", "difference")), ("empty_class", ("pooled", "zero"))):
            if getattr(self, name) not in allowed:
                raise ValueError(f"{name}: found {getattr(self, name)!r}; expected {' or '.join(allowed)}")

    def _declared(self, n_columns: int) -> list[int]:
        """Declared number of values of each nominal column; 0 where the data tell."""
        if self.n_categories is None:
            return [0] * n_columns
        declared = np.asarray(self.n_categories)
        if declared.ndim == 0:
            declared = np.full(n_columns, declared)
        if declared.shape != (n_columns,) or (
            n_columns and (declared.dtype.kind not in "iu" or declared.min() < 1)
        ):
            raise ValueError(
                f"n_categories: found {self.n_categories!r}; expected {n_columns} whole numbers of at least 1"
            )
        return [int(n) for n in declared]


def _mask(features: Any, n_features: int) -> np.ndarray:
    """Mask of the nominal columns from positions or from a mask."""
    mask = np.zeros(n_features, dtype=bool)
    if features is None or len(features) == 0:
        return mask
    given = np.asarray(features)
    if given.dtype.kind == "b" and given.shape == mask.shape:
        return given.copy()
    if given.ndim != 1 or given.dtype.kind not in "iu" or given.min() < 0 or given.max() >= n_features:
        raise ValueError(
            f"categorical_features: found {features!r}; "
            f"expected positions from 0 to {n_features - 1}, or a mask of {n_features} columns"
        )
    mask[given] = True
    return mask


def _codes(column: np.ndarray, n_values: int, j: int) -> np.ndarray:
    """Codes of a nominal column as integers, -1 where missing; `n_values` 0 sets no upper limit."""
    codes = np.where(np.isnan(column), -1.0, column)
    bad = ~np.isnan(column) & (
        (codes < 0) | (codes != np.floor(codes)) | ((codes >= n_values) & (n_values > 0))
    )
    if bad.any():
        expected = f"codes from 0 to {n_values - 1}" if n_values else "codes 0, 1, 2, ..."
        raise ValueError(
            f"X: column {j}, row {np.flatnonzero(bad)[0]}: found {column[bad][0]:g}; expected {expected}"
        )
    return codes.astype(np.int64)


def _counts(codes: np.ndarray, n_values: int) -> np.ndarray:
    return np.bincount(codes[codes >= 0], minlength=n_values)


def _log_shares(counts: np.ndarray, alpha: float) -> np.ndarray:
    """Log of Laplace-smoothed shares along the last axis."""
    smoothed = counts + alpha
    shares: np.ndarray = np.log(smoothed) - np.log(smoothed.sum(axis=-1, keepdims=True))
    return shares
