"""The region of ROC space in which the points of any classifier are confident."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from rocrepro.evaluation.inputs import check_rate, check_sizes, two_sided_z

Floats = NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class ConfidentRegion:
    """Region of ROC space in which zero lies in Tango's interval, as a band of tpr over fpr.

    Attributes
    ----------
    fpr : ndarray of float64, shape (n_points,)
    lower, upper : ndarray of float64, shape (n_points,)
        Lowest and highest confident tpr at each fpr, in [0, 1]; NaN where no tpr is confident.
    n_pos, n_neg : int
        Class sizes.
    alpha : float
        1 minus the level of the interval.

    See Also
    --------
    confident_region
    """

    fpr: Floats
    lower: Floats
    upper: Floats
    n_pos: int
    n_neg: int
    alpha: float


def confident_region(
    n_pos: int, n_neg: int, *, alpha: float = 0.05, fpr: ArrayLike | None = None
) -> ConfidentRegion:
    """Compute the boundary of the region of ROC space in which a point is confident by Tango's test.

    Parameters
    ----------
    n_pos, n_neg : int
        Number of positive and negative rows, at least 1.
    alpha : float
        1 minus the level of the interval.
    fpr : array-like of float, optional
        False positive rates in [0, 1]. By default the confident range of fpr in 500 steps, with the two
        rates at which an edge meets the border of the unit square.

    Returns
    -------
    ConfidentRegion

    Raises
    ------
    InputError
        For class sizes below 1, a rate outside [0, 1], or alpha outside (0, 1).

    See Also
    --------
    confident_segment : the points of one curve that lie in the region.
    tango_strip : the strip of ROC space that belongs to one interval.

    Notes
    -----
    With fp = n_neg fpr and fn = n_pos (1 - tpr), a point is confident when |fn - fp| <= z sqrt(fn + fp). As
    a condition on fn it is a quadratic one, with the solution

        -4 z^2 fp / (r + z^2) <= fn - fp <= (r + z^2) / 2,   r = sqrt(z^4 + 8 z^2 fp).

    The region is the strip around the line fn = fp, which runs from (0, 1) with slope -n_neg / n_pos.
    Counts are treated as continuous; a curve's own points are whole counts.

    Examples
    --------
    >>> region = confident_region(50, 500, fpr=[0.0, 0.1, 0.5])
    >>> region.lower.round(3).tolist(), region.upper.round(3).tolist()
    ([0.923, 0.0, nan], [1.0, 0.355, nan])
    """
    check_sizes(n_pos, n_neg)
    z2 = two_sided_z(alpha) ** 2
    rate = _default_rates(n_pos, n_neg, z2) if fpr is None else check_rate(fpr, "fpr")
    least, most = _fn_limits(n_neg * rate, z2)
    upper = np.where(least > n_pos, np.nan, np.minimum(1.0 - least / n_pos, 1.0))
    lower = np.where(least > n_pos, np.nan, np.maximum(1.0 - most / n_pos, 0.0))
    return ConfidentRegion(rate, lower, upper, n_pos, n_neg, alpha)


def _fn_limits(fp: Floats, z2: float) -> tuple[Floats, Floats]:
    """Smallest and largest confident fn at each fp, not clipped."""
    root = np.sqrt(z2 * z2 + 8 * z2 * fp)
    return fp - 4 * z2 * fp / (root + z2), fp + (root + z2) / 2


def _default_rates(n_pos: int, n_neg: int, z2: float) -> Floats:
    """Rates from 0 to the last confident one, with the corners of the clipped region."""
    # The rule treats fn and fp alike: the limits of fp at fn = n_pos are where the region meets tpr = 0.
    enters, leaves = (float(limit[0]) for limit in _fn_limits(np.array([float(n_pos)]), z2))
    # At fp = z^2 the smallest confident fn rises above 0, where the upper edge leaves tpr = 1.
    corners = np.array([enters, z2, leaves]) / n_neg
    last = min(1.0, corners[2])
    inside = corners[(corners > 0) & (corners <= last)]
    return np.unique(np.concatenate([np.linspace(0.0, last, 501), inside]))
