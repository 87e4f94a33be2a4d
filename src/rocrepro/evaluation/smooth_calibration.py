"""Calibration without bins: the share of positive rows as a smooth function of the probability."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from rocrepro.errors import InputError
from rocrepro.evaluation.midpoint import check_probabilities

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

SPAN = 0.75
"""Share of the rows in each neighbourhood, as in R's loess and in the paper."""
_DIRECT = 400
"""Number of distinct scores up to which each has a fit of its own; others lie between two that have."""
_CELLS = 4096
"""Groups of neighbouring scores at most, for files with more distinct ones."""


@dataclass(frozen=True, eq=False)
class SmoothCalibration:
    """A smooth calibration curve, and how far probabilities lie from it.

    Attributes
    ----------
    predicted : ndarray of float64, shape (n_points,)
        Probabilities at which the curve was fitted, ascending.
    observed : ndarray of float64, shape (n_points,)
        The curve there; as it is a polynomial it may leave 0 to 1.
    ici : float
        Integrated calibration index: the rows' mean of abs(observed - predicted).
    e50, e90, emax : float
        Median, ninetieth percentile and maximum of the same distances.

    See Also
    --------
    smooth_calibration
    """

    predicted: Floats
    observed: Floats
    ici: float
    e50: float
    e90: float
    emax: float


def smooth_calibration(
    y_true: ArrayLike, y_prob: ArrayLike, *, span: float = SPAN, pos_label: Any = None
) -> SmoothCalibration:
    """Return the share of positive rows as a smooth curve over the probability, with the ICI.

    Parameters
    ----------
    y_true : array-like, shape (n,)
        Labels as in `roc_points`.
    y_prob : array-like of float, shape (n,)
        Probabilities of the positive class, from 0 to 1.
    span : float
        Share of the rows in each neighbourhood, above 0 and at most 1.
    pos_label : optional
        The positive class as in `roc_points`.

    Returns
    -------
    SmoothCalibration

    Raises
    ------
    InputError
        As in `roc_points`, for a score outside 0 to 1, and for a span out of range.

    See Also
    --------
    calibration_curve : the curve in bins, with intervals.
    expected_calibration_error : the distance in bins.
    calibration_distances : the ICI with an interval.

    Notes
    -----
    The smoother is loess: at each probability a parabola is fitted to the nearest `span` of the rows with
    tricube weights, as R's ``loess(y ~ p)`` does, which Austin and Steyerberg used. Fits are exact, as with
    ``surface = "direct"``, for up to 400 distinct probabilities; for more of them 400 are fitted and straight
    lines join them. From 4096 distinct ones on, neighbouring rows are fitted as groups. Where fewer
    than three distinct probabilities have weight, a line or a mean takes the parabola's place.

    Calibrated probabilities have an ICI above 0 all the same, as the curve follows the scatter of the rows.

    References
    ----------
    Cleveland & Devlin (1988), Journal of the American Statistical Association 83:596-610; Austin & Steyerberg
    (2019), Statistics in Medicine 38:4051-4065.

    Examples
    --------
    >>> y = [0, 0, 1, 0, 0, 1, 1, 0, 1, 1]
    >>> found = smooth_calibration(y, [0.05, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9])
    >>> round(found.ici, 3), round(found.emax, 3)
    (0.133, 0.345)
    """
    positive, score = check_probabilities(y_true, y_prob, pos_label)
    if not 0 < span <= 1:
        raise InputError(f"span: found {span}; expected a share above 0 and at most 1")
    order = np.argsort(score, kind="stable")
    x, y = score[order], positive[order].astype(np.float64)
    cuts = cell_cuts(x, _CELLS)
    smoother = Smoother(x, cuts, knots(x, _DIRECT), span)
    curve = smoother.heights(np.diff(cuts).astype(np.float64), np.add.reduceat(y, cuts[:-1]))
    distance = np.abs(np.interp(x, smoother.knots, curve) - x)
    e50, e90 = np.quantile(distance, [0.5, 0.9]).tolist()
    ici, emax = float(distance.mean()), float(distance.max())
    return SmoothCalibration(smoother.knots, curve, ici, e50, e90, emax)


class Smoother:
    """Local parabolas at some knots, whose neighbourhoods are found once from the rows.

    Parameters
    ----------
    x : ndarray of float64, shape (n,)
        Scores, ascending.
    cuts : ndarray of int64, shape (n_cells + 1,)
        Where each cell of neighbouring rows begins; the last is n.
    knots : ndarray of float64, shape (n_knots,)
        Where the curve is fitted, ascending.
    span : float
        Share of the rows in each neighbourhood.
    """

    def __init__(self, x: Floats, cuts: Ints, knots: Floats, span: float) -> None:
        self.knots = knots
        middle = places(x, cuts)
        width = _reach(x, knots, max(1, min(len(x), int(len(x) * span + 1e-5))))[:, np.newaxis]
        apart = middle - knots[:, np.newaxis]
        # In a neighbourhood of equal scores all of them have the weight 1. Beyond it there is none.
        beyond = np.where(apart == 0, 0.0, 1.0)
        with np.errstate(over="ignore"):
            at = np.clip(np.divide(apart, width, out=beyond, where=width > 0), -1.0, 1.0)
        weight = (1 - np.abs(at) ** 3) ** 3
        self._powers = np.stack([weight * at**power for power in range(5)])

    def heights(self, count: Floats, n_pos: Floats) -> Floats:
        """Return the curve at the knots from the rows of each cell.

        Parameters
        ----------
        count, n_pos : ndarray of float64, shape (n_cells,) or (n_cells, n_samples)
            Rows and positive rows.

        Returns
        -------
        ndarray of float64, shape (n_knots,) or (n_knots, n_samples)
            NaN where no row has weight.
        """
        rows = [power @ count for power in self._powers]
        return _at_zero(rows, [power @ n_pos for power in self._powers[:3]])


def _at_zero(s: list[Floats], t: list[Floats]) -> Floats:
    """Value at 0 of the weighted least squares parabola, from sums of u^k and of y u^k; see `Smoother`."""
    with np.errstate(divide="ignore", invalid="ignore"):
        mean = t[0] / s[0]
        (a, b, c, d), (f, g) = (one / s[0] for one in s[1:]), (one / s[0] for one in t[1:])
        spread = b - a * a
        line = (mean * b - a * f) / spread
        # Cramer's rule on [[1, a, b], [a, b, c], [b, c, d]].
        minors = b * d - c * c, a * d - b * c, a * c - b * b
        determinant = minors[0] - a * minors[1] + b * minors[2]
        parabola = (mean * minors[0] - f * minors[1] + g * minors[2]) / determinant
    flat = np.where(spread > 1e-10, line, mean)
    steady = determinant > 1e-10 * np.maximum(spread, 1e-10)
    return np.asarray(np.where(steady, parabola, flat))


def _reach(x: Floats, knots: Floats, size: int) -> Floats:
    """Distance of each knot from the `size`-th nearest of the ascending scores."""
    low, high = np.zeros(len(knots), dtype=np.int64), np.full(len(knots), len(x) - size)
    # The nearest rows are neighbours: look for the first run of them that none beyond its end would improve.
    while np.any(low < high):
        middle = (low + high) // 2
        further = knots - x[middle] > x[np.minimum(middle + size, len(x) - 1)] - knots
        further &= low < high
        low, high = np.where(further, middle + 1, low), np.where(further, high, np.minimum(middle, high))
    return np.asarray(np.maximum(np.abs(knots - x[low]), np.abs(x[low + size - 1] - knots)))


def places(x: Floats, cuts: Ints) -> Floats:
    """Return the mean score of each cell, and the very score where a cell has one."""
    first, last = x[cuts[:-1]], x[cuts[1:] - 1]
    mean = np.add.reduceat(x, cuts[:-1]) / np.diff(cuts)
    return np.asarray(np.where(first == last, first, mean))


def knots(x: Floats, most: int) -> Floats:
    """Return the distinct ones of ascending scores, or `most` of them, half by rank and half by value."""
    distinct = x[np.append(True, np.diff(x) > 0)]
    if len(distinct) <= most:
        return np.asarray(distinct)
    by_rank = x[np.linspace(0, len(x) - 1, most // 2).round().astype(np.int64)]
    return np.asarray(np.unique(np.concatenate([by_rank, np.linspace(x[0], x[-1], most // 2)])))


def cell_cuts(x: Floats, most: int) -> Ints:
    """Return where cells of ascending scores begin, and their end: one for each distinct score, or `most`.

    Half of these have as many rows, half are as wide, so that few rows far out are not thrown together.
    """
    first = np.append(np.flatnonzero(np.append(True, np.diff(x) > 0)), len(x))
    if len(first) - 1 <= most:
        return first
    by_rank = np.linspace(0, len(x), most // 2 + 1).astype(np.int64)
    by_value = np.searchsorted(x, np.linspace(x[0], x[-1], most // 2 + 1)[1:-1])
    return np.union1d(by_rank, by_value).astype(np.int64)
