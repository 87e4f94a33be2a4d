"""Area under the ROC curve and its DeLong interval."""

from __future__ import annotations

import warnings
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from rocrepro.evaluation.inputs import check_probability, two_sided_z
from rocrepro.evaluation.roc import RocPoints, roc_points


class UndefinedIntervalWarning(UserWarning):
    """An interval does not exist for these data; its limits are NaN."""


class ZeroWidthIntervalWarning(UndefinedIntervalWarning):
    """The variance estimate is 0, which is no sign of precision: limits and p-values are NaN."""


def roc_auc(points: RocPoints) -> float:
    """Return the area under the ROC curve: the share of (positive, negative) pairs in the right order.

    Pairs with equal scores count one half. The pairs are counted in integers and divided once, so the
    result is the double nearest to the exact ratio.

    Parameters
    ----------
    points : RocPoints
        A whole curve.

    Returns
    -------
    float
        From 0 to 1.

    See Also
    --------
    delong_interval : the area with its interval.
    probabilistic_auc, scored_auc : areas that use the distances between scores.
    partial_auc : the area of a part.
    multiclass_auc : more than two classes.

    References
    ----------
    Hanley & McNeil (1982), Radiology 143:29-36 (area = Wilcoxon statistic).

    Examples
    --------
    >>> roc_auc(roc_points([1, 1, 0, 0], [3, 1, 2, 1]))
    0.625
    """
    return twice_trapezoids(points.fp, points.tp) / (2 * points.n_pos * points.n_neg)


def twice_trapezoids(x: NDArray[np.int64], y: NDArray[np.int64]) -> int:
    """Return twice the area under the polyline through integer points (x, y), exact."""
    if len(x) == 0:
        return 0
    if (int(x[-1]) - int(x[0])) * int(y.max()) >= 2**61:  # the products would not fit in 64 bits
        return sum((x1 - x0) * (y0 + y1) for x0, x1, y0, y1 in zip(*_as_ints(x, y), strict=True))
    return int(np.sum((x[1:] - x[:-1]) * (y[1:] + y[:-1])))


def _as_ints(x: NDArray[np.int64], y: NDArray[np.int64]) -> list[list[int]]:
    return [array.tolist() for array in (x[:-1], x[1:], y[:-1], y[1:])]


def delong_interval(
    y_true: ArrayLike, y_score: ArrayLike, *, alpha: float = 0.05, pos_label: Any = None
) -> tuple[float, float, float]:
    """Compute DeLong's interval of the area under the ROC curve, clipped to [0, 1].

    The variance is the sum, over the two classes, of the sample variance of the placement values divided by
    the class size. A row's placement value is the share of the other class that it is ordered rightly
    against, ties counting one half. They are read off the curve's counts, so the cost is that of one sort.

    Parameters
    ----------
    y_true, y_score : array-like, shape (n,)
        Labels and scores as in `roc_points`.
    alpha : float
        1 minus the confidence level.
    pos_label : optional
        The positive class as in `roc_points`.

    Returns
    -------
    auc, lower, upper : float
        The limits are NaN when a class has a single row, for which no variance can be estimated, and when
        the estimate is 0.

    Warns
    -----
    UndefinedIntervalWarning
        When a class has a single row.
    ZeroWidthIntervalWarning
        When the variance estimate is 0, as it is at AUC 1, at AUC 0 and for a constant score. An interval of
        no width would look like certainty, which such data cannot give. This warning is an
        `UndefinedIntervalWarning`.

    Raises
    ------
    InputError
        As in `roc_points`, and for an alpha outside (0, 1).

    See Also
    --------
    roc_auc : the area from the points of a curve.
    delong_test : the difference of two areas.
    cauc_interval : the interval of a part of the area.
    clustered_auc_interval : rows in clusters.
    auc_interval_size : how many rows an interval of a given width takes.

    References
    ----------
    DeLong, DeLong & Clarke-Pearson (1988), Biometrics 44:837-845; Sun & Xu (2014), IEEE Signal Processing
    Letters 21:1389-1393 (computation from ranks).

    Examples
    --------
    >>> auc, lower, upper = delong_interval([0, 0, 0, 1, 1, 1], [1, 2, 4, 3, 5, 6])
    >>> f"{auc:.4f} {lower:.4f} {upper:.4f}"
    '0.8889 0.5809 1.0000'
    """
    check_probability(alpha, "alpha")
    points = roc_points(y_true, y_score, pos_label=pos_label)
    auc = roc_auc(points)
    if min(points.n_pos, points.n_neg) < 2:
        message = f"no DeLong interval for {points.n_pos} positive and {points.n_neg} negative rows"
        warnings.warn(message, UndefinedIntervalWarning, stacklevel=2)
        return auc, float("nan"), float("nan")
    variance = _delong_variance(points)
    if variance == 0.0:
        message = f"the variance estimate is 0 (AUC {auc:g}): DeLong's interval is not estimable"
        warnings.warn(message, ZeroWidthIntervalWarning, stacklevel=2)
        return auc, float("nan"), float("nan")
    half = two_sided_z(alpha) * variance**0.5
    return auc, max(0.0, auc - half), min(1.0, auc + half)


def _delong_variance(points: RocPoints) -> float:
    """Variance of the area from the placement values of both classes, grouped by distinct score."""
    # Twice the counts of the other class that each row at a score is ordered rightly against.
    placed_pos = 2 * points.n_neg - (points.fp[1:] + points.fp[:-1])
    placed_neg = points.tp[1:] + points.tp[:-1]
    part_pos = _weighted_variance(placed_pos / (2 * points.n_neg), np.diff(points.tp))
    part_neg = _weighted_variance(placed_neg / (2 * points.n_pos), np.diff(points.fp))
    return part_pos / points.n_pos + part_neg / points.n_neg


def _weighted_variance(value: NDArray[np.float64], count: NDArray[np.int64]) -> float:
    """Sample variance (divisor n - 1) of values that occur `count` times each."""
    value, count = value[count > 0], count[count > 0]
    n = count.sum()
    # Relative to one of the values, so that equal values give exactly 0.
    value = value - value[0]
    mean = np.sum(count * value) / n
    return float(np.sum(count * (value - mean) ** 2) / (n - 1))
