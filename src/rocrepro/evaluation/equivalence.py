"""Tango's equivalence test of two classifiers that predict the same rows."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from rocrepro.errors import InputError
from rocrepro.evaluation.inputs import check_errors, check_probability
from rocrepro.evaluation.row_names import check_order
from rocrepro.evaluation.rows import as_rows, first_missing
from rocrepro.evaluation.tango import tango_interval


@dataclass(frozen=True)
class EquivalenceTest:
    """The accuracies of two classifiers on the same rows, compared within a margin.

    Attributes
    ----------
    difference : float
        Accuracy of the first minus accuracy of the second, (only_a - only_b) / n.
    lower, upper : float
        Tango's interval of the difference at level 1 - 2 alpha.
    equivalent : bool
        Whether the interval lies inside (-margin, margin).
    p_value : float
        The larger of the two one-sided ones: below alpha exactly when `equivalent`.
    p_worse, p_better : float
        One-sided p-values against "the first is worse by the margin or more" and against "better by the
        margin or more". The first alone is Tango's test of non-inferiority.
    only_a, only_b : int
        Rows that only the first, or only the second, predicts rightly.
    n : int
        Number of rows.
    margin, alpha : float
        As given.

    See Also
    --------
    equivalence_test, equivalence_from_counts
    """

    difference: float
    lower: float
    upper: float
    equivalent: bool
    p_value: float
    p_worse: float
    p_better: float
    only_a: int
    only_b: int
    n: int
    margin: float
    alpha: float

    @property
    def non_inferior(self) -> bool:
        """True if the first classifier is shown to be less than the margin worse than the second."""
        return self.p_worse < self.alpha


def equivalence_test(
    y_true: ArrayLike, pred_a: ArrayLike, pred_b: ArrayLike, *, margin: float, alpha: float = 0.05
) -> EquivalenceTest:
    """Test whether two classifiers' accuracies differ by less than a margin.

    Parameters
    ----------
    y_true : array-like, shape (n,)
        Class labels, of two classes or more.
    pred_a, pred_b : array-like, shape (n,)
        Predicted labels of the same rows in the same order.
    margin : float
        Difference in accuracy, in (0, 1), from which on it matters. It is to be fixed before the data are
        seen.
    alpha : float
        Level of each one-sided test, in (0, 0.5). The interval has the level 1 - 2 alpha.

    Returns
    -------
    EquivalenceTest

    Raises
    ------
    InputError
        For empty input, more than one dimension, unequal lengths, a missing label, predictions that share no
        label with `y_true`, and a margin or alpha out of range.

    See Also
    --------
    equivalence_from_counts : the same from counts.
    delong_test : whether two areas differ.
    auc_non_inferiority : the same question on areas, in one direction.
    mcnemar_test : whether predictions differ.

    Notes
    -----
    A row that both predict rightly, or both wrongly, says nothing about the difference. The test is that of
    `equivalence_from_counts` for the two other counts.

    References
    ----------
    Tango (1998), Statistics in Medicine 17:891-908.

    Examples
    --------
    >>> y = ["ill"] * 10 + ["well"] * 34
    >>> first = ["ill"] * 9 + ["well"] * 35
    >>> found = equivalence_test(y, first, y, margin=0.1)
    >>> f"{found.difference:.4f} {found.lower:.3f} {found.upper:.3f} {found.p_value:.3f}", found.equivalent
    ('-0.0227 -0.096 0.037 0.044', True)
    """
    labels = check_predictions(y_true, pred_a, pred_b)
    right_a, right_b = (np.asarray(labels[0] == predicted) for predicted in labels[1:])
    only_a, only_b = int((right_a & ~right_b).sum()), int((right_b & ~right_a).sum())
    return equivalence_from_counts(only_a, only_b, len(right_a), margin=margin, alpha=alpha)


def equivalence_from_counts(
    only_a: int, only_b: int, n: int, *, margin: float, alpha: float = 0.05
) -> EquivalenceTest:
    """Test whether two classifiers' accuracies differ by less than a margin, from counts.

    Parameters
    ----------
    only_a, only_b : int
        Rows that only the first, or only the second classifier predicts rightly.
    n : int
        Number of rows, at least 1 and at least only_a + only_b.
    margin, alpha : float
        As in `equivalence_test`.

    Returns
    -------
    EquivalenceTest

    Raises
    ------
    InputError
        For bad counts, or a margin or alpha out of range.

    See Also
    --------
    equivalence_test : the same from labels and predictions.
    tango_interval : the interval that is held against the margin.

    Notes
    -----
    Against a true difference delta stands the score statistic

        z(delta) = (only_a - only_b - n delta) / sqrt(n (2 q + delta (1 - delta))),

    with q the most likely chance of an `only_b` row when the difference is delta. The hypothesis "worse by
    the margin or more" is rejected when z(-margin) is above the upper alpha quantile of the normal
    distribution, and "better by the margin or more" when z(margin) is below minus that quantile. Both are
    rejected exactly when Tango's interval at level 1 - 2 alpha lies inside the margins.

    References
    ----------
    Tango (1998), Statistics in Medicine 17:891-908; Schuirmann (1987), Journal of Pharmacokinetics and
    Biopharmaceutics 15:657-680 (two one-sided tests).

    Examples
    --------
    >>> equivalence_from_counts(0, 1, 44, margin=0.05).equivalent
    False
    """
    from scipy.special import ndtr

    only_a, only_b, n = (int(count) for count in check_errors(only_a, only_b, n))
    margin, alpha = check_probability(margin, "margin"), check_probability(alpha, "alpha")
    if alpha >= 0.5:
        raise InputError(f"alpha: found {alpha}; expected less than 0.5 for two one-sided tests")
    # The mirrored test of "better": the statistic is computed at a positive delta alone, where it is exact.
    p_worse = float(ndtr(_score(only_b, only_a, n, margin)))
    p_better = float(ndtr(_score(only_a, only_b, n, margin)))
    lower, upper = tango_interval(only_a, only_b, n, alpha=2 * alpha)
    return EquivalenceTest(
        difference=(only_a - only_b) / n,
        lower=float(lower),
        upper=float(upper),
        equivalent=max(p_worse, p_better) < alpha,
        p_value=max(p_worse, p_better),
        p_worse=p_worse,
        p_better=p_better,
        only_a=only_a,
        only_b=only_b,
        n=n,
        margin=margin,
        alpha=alpha,
    )


def _score(b: int, c: int, n: int, delta: float) -> float:
    """Tango's statistic of (b - c) / n against a delta in (0, 1)."""
    product = 8 * n * c * delta * (1 - delta)
    w = (2 * n - b + c) * delta - b - c
    root = math.sqrt(w * w + product)
    # The root of a quadratic equation in the form that does not cancel.
    q = product / (root + w) / (4 * n) if w > 0 else (root - w) / (4 * n)
    return (b - c - n * delta) / math.sqrt(n * (2 * q + delta * (1 - delta)))


def check_predictions(y_true: ArrayLike, pred_a: ArrayLike, pred_b: ArrayLike) -> list[NDArray[Any]]:
    """Return labels and predictions as arrays that can be compared, or raise InputError."""
    given = {"y_true": y_true, "pred_a": pred_a, "pred_b": pred_b}
    arrays = {name: as_rows(name, values) for name, values in given.items()}
    check_order(**given)
    for name, array in arrays.items():
        if first_missing(array) is not None:
            raise InputError(f"{name}: found a missing label; expected a class label in every row")
    true = arrays["y_true"]
    if len(true) == 0:
        raise InputError("y_true: found no rows; expected at least one")
    known = set(true.tolist())
    for name in ("pred_a", "pred_b"):
        if len(arrays[name]) != len(true):
            found = len(arrays[name])
            raise InputError(f"{name}: found {found} predictions for {len(true)} labels; expected as many")
        # Labels of another type (1 and "1") or spelling would make every row wrong.
        unknown = [label for label in arrays[name].tolist() if label not in known]
        if unknown:
            raise InputError(f"{name}: found {unknown[0]!r}, no label of y_true; expected its labels")
    return list(arrays.values())
