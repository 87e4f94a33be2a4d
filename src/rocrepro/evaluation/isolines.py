"""Chi-square, accuracy and cost over ROC space, and the lines on which each is constant."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from rocrepro.errors import InputError
from rocrepro.evaluation.inputs import check_rate, check_sizes

Floats = NDArray[np.float64]
ROUNDING = 1e-15  # of a rate at which a contour leaves the square


@dataclass(frozen=True, eq=False)
class ChiSquareContour:
    """The points of ROC space with one value of the chi-square statistic.

    Attributes
    ----------
    level : float
        The statistic's value.
    fpr : ndarray of float64, shape (n_points,)
    upper, lower : ndarray of float64, shape (n_points,)
        The tpr at which the statistic has the value, above and below the diagonal; NaN where the line lies
        outside the unit square.
    n_pos, n_neg : int
        Class sizes.

    See Also
    --------
    chi_square_contour
    """

    level: float
    fpr: Floats
    upper: Floats
    lower: Floats
    n_pos: int
    n_neg: int


def chi_square(fpr: ArrayLike, tpr: ArrayLike, n_pos: int, n_neg: int) -> Floats:
    """Compute Pearson's chi-square statistic of the confusion matrix at a point of ROC space.

    Parameters
    ----------
    fpr, tpr : array-like of float
        Rates in [0, 1], of shapes that broadcast. They need not belong to whole counts.
    n_pos, n_neg : int
        Number of positive and negative rows, at least 1.

    Returns
    -------
    ndarray of float64
        From 0, where fpr = tpr, to n_pos + n_neg at (0, 1) and at (1, 0).

    Raises
    ------
    InputError
        For class sizes below 1, a rate outside [0, 1], or shapes that do not broadcast.

    See Also
    --------
    chi_square_contour : the line of one value.
    independence_test : the test with its p-value.

    Notes
    -----
    With N = n_pos + n_neg and the share v = (n_pos tpr + n_neg fpr) / N of rows that are predicted positive,

        chi2 = n_pos n_neg (tpr - fpr)^2 / (N v (1 - v)),

    without continuity correction. At (0, 0) and (1, 1), where one class is never predicted, the expected
    counts are 0. The limit from anywhere in the square is 0: near (0, 0) the numerator falls with the square
    of the larger rate and the denominator with the rate itself.

    References
    ----------
    Bradley (1996), equations 14 to 16.

    Examples
    --------
    >>> chi_square([0.2, 0.0, 0.0], [0.8, 1.0, 0.0], 30, 30).round(6).tolist()
    [21.6, 60.0, 0.0]
    """
    x, y = _rates(fpr, tpr, n_pos, n_neg)
    positive = n_pos * y + n_neg * x
    negative = n_pos * (1 - y) + n_neg * (1 - x)
    product = positive * negative
    # Where the product is 0 the rates are equal, both 0 or both 1, and the numerator is 0 too.
    value: Floats = (n_pos + n_neg) * (y - x) ** 2 * n_pos * n_neg / np.where(product == 0, 1.0, product)
    return value


def chi_square_contour(
    level: float, n_pos: int, n_neg: int, fpr: ArrayLike | None = None
) -> ChiSquareContour:
    """Compute the line of one chi-square value in closed form.

    Parameters
    ----------
    level : float
        The statistic, at least 0. Nothing lies on a level above n_pos + n_neg.
    n_pos, n_neg : int
        Number of positive and negative rows, at least 1.
    fpr : array-like of float, optional
        False positive rates in [0, 1]. By default a grid that holds the line's ends, and is finest there.

    Returns
    -------
    ChiSquareContour

    Raises
    ------
    InputError
        For a negative level, class sizes below 1, or a rate outside [0, 1].

    See Also
    --------
    chi_square : the value at a point.
    significance_level : the value that belongs to an alpha.
    rocrepro.display.IsolineDisplay : draws the lines.

    Notes
    -----
    Put N = n_pos + n_neg and w = v - fpr, with v the share of rows predicted positive, so that tpr - fpr =
    N w / n_pos. Then chi2 = level is quadratic in w:

        (1 + k) w^2 - k (1 - 2 fpr) w - k fpr (1 - fpr) = 0,   k = level n_pos / (N n_neg).

    Its roots have opposite signs: one branch on each side of the diagonal. (The roots v are Wilson's interval
    for a proportion fpr with z^2 / n = k.) The two branches are each other's image under a half turn of ROC
    space about its centre, which swaps the predictions. The upper branch runs from fpr = 0 to
    the top of the square, tpr = 1, which it meets at fpr = 1 - N level / (N n_pos + n_neg level).

    References
    ----------
    Bradley (1996), section 5, which proposes to find the roots numerically.

    Examples
    --------
    >>> contour = chi_square_contour(21.6, 30, 30, fpr=[0.2])
    >>> contour.upper.round(6).tolist()
    [0.8]
    """
    check_sizes(n_pos, n_neg)
    if not 0 <= level < np.inf:
        raise InputError(f"level: found {level}; expected a finite number of at least 0")
    x = _default_rates(level, n_pos, n_neg) if fpr is None else check_rate(fpr, "fpr")
    n, start = n_pos + n_neg, _start(level, n_pos, n_neg)
    above, below = (x + root * n / n_pos for root in _roots(level * n_pos / (n * n_neg), x))
    upper = np.where(x <= 1 - start + ROUNDING, np.clip(above, 0.0, 1.0), np.nan)
    lower = np.where(x >= start - ROUNDING, np.clip(below, 0.0, 1.0), np.nan)
    return ChiSquareContour(float(level), x, upper, lower, n_pos, n_neg)


def _roots(k: float, x: Floats) -> tuple[Floats, Floats]:
    """The roots of the quadratic in w, the one at or above 0 first, without cancellation."""
    half = k * (1 - 2 * x) / 2
    product = k * x * (1 - x)
    root = np.sqrt(half**2 + (1 + k) * product)
    size = np.abs(half) + root  # the larger root is size / (1 + k), and the smaller follows from the product
    large, small = size / (1 + k), product / np.where(size == 0, 1.0, size)
    return np.where(half >= 0, large, small), -np.where(half >= 0, small, large)


def _start(level: float, n_pos: int, n_neg: int) -> float:
    """The fpr at which the lower branch leaves tpr = 0; 1 minus it is where the upper one meets tpr = 1."""
    n = n_pos + n_neg
    return n * level / (n * n_pos + n_neg * level)


def _default_rates(level: float, n_pos: int, n_neg: int) -> Floats:
    """Rates from 0 to the upper branch's end, and from the lower one's start to 1."""
    start = min(1.0, _start(level, n_pos, n_neg))
    steps = (1 - start) * np.linspace(0.0, 1.0, 201) ** 2
    return np.unique(np.concatenate([steps, 1 - steps, [1 - start, start]]))


def accuracy(fpr: ArrayLike, tpr: ArrayLike, n_pos: int, n_neg: int) -> Floats:
    """Compute the share of rows that are predicted correctly at a point of ROC space.

    The arguments are those of `chi_square`; the result lies in [0, 1] (Bradley 1996, equation 9).

    Examples
    --------
    >>> accuracy([0.0, 5 / 60], [0.0, 5 / 60], 5, 55).round(3).tolist()  # all negative; at random
    [0.917, 0.847]
    """
    x, y = _rates(fpr, tpr, n_pos, n_neg)
    return (n_pos * y + n_neg * (1 - x)) / (n_pos + n_neg)


def misclassification_cost(
    fpr: ArrayLike, tpr: ArrayLike, n_pos: int, n_neg: int, *, cost_fn: float = 1.0, cost_fp: float = 1.0
) -> Floats:
    """Compute the total cost of the errors at a point of ROC space: cost_fn fn + cost_fp fp.

    Parameters
    ----------
    fpr, tpr, n_pos, n_neg
        As in `chi_square`.
    cost_fn, cost_fp : float
        Cost of one false negative and of one false positive.

    Returns
    -------
    ndarray of float64

    References
    ----------
    Bradley (1996), equation 26.

    Examples
    --------
    >>> float(misclassification_cost(0.5, 0.75, 8, 50, cost_fn=10))
    45.0
    """
    x, y = _rates(fpr, tpr, n_pos, n_neg)
    return cost_fn * n_pos * (1 - y) + cost_fp * n_neg * x


def accuracy_isoline(level: float, n_pos: int, n_neg: int, fpr: ArrayLike) -> Floats:
    """Return the tpr at which the accuracy is `level`: a line of slope n_neg / n_pos.

    Parameters
    ----------
    level : float
    n_pos, n_neg : int
        Number of positive and negative rows, at least 1.
    fpr : array-like of float
        Rates in [0, 1].

    Returns
    -------
    ndarray of float64
        NaN where the line lies outside the unit square.

    See Also
    --------
    cost_isoline : the same with a cost for each kind of error.
    chi_square_contour : the line of one chi-square value.
    rocrepro.display.IsolineDisplay : draws the lines.

    Examples
    --------
    >>> accuracy_isoline(0.9, 30, 30, [0.0, 0.1, 0.3]).round(6).tolist()
    [0.8, 0.9, nan]
    """
    return cost_isoline((1 - level) * (n_pos + n_neg), n_pos, n_neg, fpr)


def cost_isoline(
    level: float, n_pos: int, n_neg: int, fpr: ArrayLike, *, cost_fn: float = 1.0, cost_fp: float = 1.0
) -> Floats:
    """Return the tpr at which the total cost is `level`, on a line of slope n_neg cost_fp / (n_pos cost_fn).

    Parameters
    ----------
    level : float
    n_pos, n_neg, fpr
        As in `accuracy_isoline`.
    cost_fn, cost_fp : float
        Cost of one false negative, above 0, and of one false positive, at least 0.

    Returns
    -------
    ndarray of float64
        NaN where the line lies outside the unit square.

    See Also
    --------
    accuracy_isoline : the line at equal costs.
    cost_curve : costs over all class mixes.
    operating_point : the point on the best such line that a curve reaches.
    rocrepro.display.IsolineDisplay : draws the lines.

    Examples
    --------
    >>> cost_isoline(15, 5, 50, [0.1], cost_fn=10).round(6).tolist()
    [0.8]
    """
    check_sizes(n_pos, n_neg)
    if not (0 < cost_fn < np.inf and 0 <= cost_fp < np.inf):
        raise InputError(f"cost_fn, cost_fp: found {cost_fn}, {cost_fp}; expected cost_fn > 0, cost_fp >= 0")
    x = check_rate(fpr, "fpr")
    tpr = 1 - (level - cost_fp * n_neg * x) / (cost_fn * n_pos)
    outside = (tpr < -1e-12) | (tpr > 1 + 1e-12)  # by more than rounding
    return np.where(outside, np.nan, np.clip(tpr, 0.0, 1.0))


def _rates(fpr: ArrayLike, tpr: ArrayLike, n_pos: int, n_neg: int) -> tuple[Floats, Floats]:
    """Both rates as float64 of one shape, or InputError, for class sizes too."""
    check_sizes(n_pos, n_neg)
    x, y = check_rate(fpr, "fpr"), check_rate(tpr, "tpr")
    try:
        x, y = np.broadcast_arrays(x, y)
    except ValueError:
        raise InputError(f"fpr, tpr: found shapes {x.shape}, {y.shape}; expected ones that fit") from None
    return x, y
