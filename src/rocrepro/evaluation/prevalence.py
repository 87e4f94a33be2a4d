"""The evaluation of a curve at a stated prevalence, when the test rows were drawn at another one."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from rocrepro.evaluation.confident import ConfidentSegment
from rocrepro.evaluation.inputs import check_costs, check_probability, two_sided_z
from rocrepro.evaluation.roc import RocPoints

Floats = NDArray[np.float64]

_HALVINGS = 60


@dataclass(frozen=True, eq=False)
class AtPrevalence:
    """A curve's measures at a stated prevalence; arrays have one value for each point of the curve.

    Attributes
    ----------
    points : RocPoints
        The whole curve, in the counts of the test rows.
    prevalence : float
        Stated share of positive rows.
    weight_pos, weight_neg : float
        Weight of a positive and of a negative row; the weights of all rows add up to n.
    effective_n : float
        Kish's number of equally weighted rows, at most n: a rough guide to what the weights cost.
    difference : ndarray of float64
        prevalence * fnr - (1 - prevalence) * fpr: expected false negatives less false positives for each row.
    lower, upper : ndarray of float64
        Weighted score interval of the difference: Tango's at the test rows' own prevalence.
    fixed_lower, fixed_upper : ndarray of float64
        Square-and-add interval of the difference for fixed class sizes.
    segment : ConfidentSegment
        The points at which zero lies in the weighted score interval. Its `cauc` holds at the stated
        prevalence; its `aved` does not: use those here.
    chi_square : ndarray of float64
        Pearson's statistic of n rows at the stated prevalence: a measure of association, and no test. Under
        independence it follows the chi-square distribution at the test rows' own prevalence alone.
    cost : ndarray of float64
        Expected cost for each row.
    alpha : float
        1 minus the level of the intervals.

    See Also
    --------
    at_prevalence
    """

    points: RocPoints
    prevalence: float
    weight_pos: float
    weight_neg: float
    effective_n: float
    difference: Floats
    lower: Floats
    upper: Floats
    fixed_lower: Floats
    fixed_upper: Floats
    segment: ConfidentSegment
    chi_square: Floats
    cost: Floats
    alpha: float

    @property
    def mask(self) -> NDArray[np.bool_]:
        """Mask of the confident points."""
        return self.segment.mask

    @property
    def aved(self) -> float:
        """Mean difference over the confident points; NaN when there are none."""
        return self._mean(self.difference)

    @property
    def aved_abs(self) -> float:
        """Mean size of the difference over the confident points; NaN when there are none."""
        return self._mean(np.abs(self.difference))

    def _mean(self, value: Floats) -> float:
        return float(value[self.mask].mean()) if self.mask.any() else float("nan")

    def cauc(self, reading: str = "union") -> float:
        """Return the area of the confident segment, as `ConfidentSegment.cauc` does: rates do not change."""
        return self.segment.cauc(reading)


def at_prevalence(
    points: RocPoints,
    prevalence: float,
    *,
    alpha: float = 0.05,
    cost_fn: float = 1.0,
    cost_fp: float = 1.0,
) -> AtPrevalence:
    """Weight the two classes to a stated prevalence, and evaluate every point of a curve there.

    Parameters
    ----------
    points : RocPoints
        A whole curve.
    prevalence : float
        Share of positive rows where the classifier is to be used, in (0, 1).
    alpha : float
        1 minus the level of the intervals, which also decides the confident set.
    cost_fn, cost_fp : float
        Cost of a false negative and of a false positive, at least 0.

    Returns
    -------
    AtPrevalence
        At the test rows' own prevalence every value equals its unweighted one.

    Raises
    ------
    InputError
        For a prevalence or alpha outside (0, 1), or a cost that is negative or no number.

    See Also
    --------
    operating_point : the best point under the class mix of the data.
    cost_curve : all class mixes at once.
    cut_measures : the measures of one cut at another prevalence, with intervals.

    Notes
    -----
    It is assumed that only the class mix changes: scores within each class keep their distribution, so that
    tpr and fpr hold. With p = n_pos / n in the test rows and the stated prevalence v, a positive row weighs
    v / p and a negative one (1 - v) / (1 - p).

    *What that does to the interval.* Weights do not make information. The variance of a weighted mean is that
    of (sum w)^2 / sum w^2 equally weighted rows (Kish), here 1 / (v^2 / n_pos + (1 - v)^2 / n_neg): for 50
    positive and 950 negative rows at v = 1/2, 190 of 1,000. That is a guide and no more: the weights go with
    the classes, so that an interval can be half as wide or twice as wide as one from so many rows. Weighted
    counts must not be put into an interval for counts: it would take them for as many real rows.

    *Why not Tango's interval.* It is the interval for cell shares of a table in which every row counts +1,
    -1 or 0; here an error counts +v/p or -(1 - v)/(1 - p). The same construction still works, with the
    constraint w_pos p_fn - w_neg p_fp = delta in place of p_fn - p_fp = delta: `lower` and `upper` are
    where (D - delta)^2 = z^2 V(delta) / n, V being the variance of one row's weighted error under the most
    likely chances that meet the constraint. With equal weights it is Tango's. At delta = 0 it becomes

        (w_pos fn - w_neg fp)^2 <= z^2 w_pos w_neg (fn + fp),

    McNemar's test with w_neg / (w_pos + w_neg) instead of one half as the share of false negatives among the
    errors. The points that pass are confident. They are one run of thresholds: the left side less the right
    side grows with fn and with -fp wherever w_pos fn > w_neg fp, which is all that the proof in
    `confident_segment` needs.

    *Fixed class sizes.* The interval above draws each error from all rows, as Tango's does, and so has the
    spread of the class mix in it, which the weights have taken out: away from the test rows' own mix it is
    too cautious, whether class sizes were chosen or not, and so is the set of confident points. Given
    the class sizes the two rates are independent binomial shares. `fixed_lower` and
    `fixed_upper` add the distances to Wilson's limits of v fnr and (1 - v) fpr in squares
    (Newcombe's method for independent shares). With 20 positive
    and 80 negative rows, fnr 0.1, 0.3, 0.5 and fpr 0.05, 0.2, 0.4, intervals of level 0.95 have the true
    difference with these chances, summed over every table: at prevalence 0.02, 0.2, 0.5 and 0.8 on average
    0.948, 0.952, 0.954, 0.955 for the fixed sizes, and 0.959, 0.970, 0.981, 0.979 for the score interval.

    References
    ----------
    Elazmeh, Japkowicz & Matwin (2006); Tango (1998), Statistics in Medicine 17:891-908; Kish (1965), Survey
    Sampling, section 11.7; Newcombe (1998), Statistics in Medicine 17:873-890, method 10.

    Examples
    --------
    >>> from rocrepro.evaluation import roc_points
    >>> y = [1] * 10 + [0] * 90
    >>> points = roc_points(y, [*range(95, 85, -1), *range(90, 0, -1)])
    >>> even = at_prevalence(points, 0.5)
    >>> round(even.effective_n, 1), int(even.mask.sum()), int(at_prevalence(points, 0.1).mask.sum())
    (36.0, 31, 4)
    """
    v = check_probability(prevalence, "prevalence")
    z = two_sided_z(alpha)
    check_costs(cost_fn, cost_fp, some=False)
    n, n_pos, n_neg = points.n, points.n_pos, points.n_neg
    weights = v * n / n_pos, (1 - v) * n / n_neg
    fnr, fpr = points.fn / n_pos, points.fpr
    lower, upper = weighted_score_interval(points.fn, points.fp, n, weights, z)
    apart = weights[0] * points.fn - weights[1] * points.fp
    mask = np.abs(apart) <= z * np.sqrt(weights[0] * weights[1] * (points.fn + points.fp))
    fixed = _fixed_interval(points, v, z)
    share = v * (1 - fnr) + (1 - v) * fpr
    spread = share * (1 - share)
    ends = np.isclose(spread, 0, atol=1e-15)  # where one class is never predicted both rates agree
    return AtPrevalence(
        points=points,
        prevalence=v,
        weight_pos=weights[0],
        weight_neg=weights[1],
        effective_n=1 / (v**2 / n_pos + (1 - v) ** 2 / n_neg),
        difference=v * fnr - (1 - v) * fpr,
        lower=lower,
        upper=upper,
        fixed_lower=fixed[0],
        fixed_upper=fixed[1],
        segment=ConfidentSegment(points=points, mask=mask, alpha=alpha, test="tango"),
        chi_square=n * v * (1 - v) * (1 - fnr - fpr) ** 2 / np.where(ends, 1.0, spread),
        cost=v * cost_fn * fnr + (1 - v) * cost_fp * fpr,
        alpha=alpha,
    )


def weighted_score_interval(
    fn: ArrayLike, fp: ArrayLike, n: int, weights: tuple[float, float], z: float
) -> tuple[Floats, Floats]:
    """Compute the score interval of w_pos p_fn - w_neg p_fp from the counts of a multinomial table.

    Parameters
    ----------
    fn, fp : array-like of int, shape (n_tables,)
        Error counts.
    n : int
        Number of rows.
    weights : tuple of two float
        w_pos and w_neg, above 0.
    z : float
        Normal quantile.

    Returns
    -------
    lower, upper : ndarray of float64, shape (n_tables,)
        From -w_neg to w_pos, accurate to about 1e-15 of that range.
    """
    b, c = (np.asarray(count, dtype=np.float64) / n for count in (fn, fp))
    upper = _upper_limit(b, c, weights, z * z / n)
    return -_upper_limit(c, b, weights[::-1], z * z / n), upper


def _upper_limit(b: Floats, c: Floats, weights: tuple[float, float], scale: float) -> Floats:
    """Upper limit by halving: the statistic rises from 0 at d to the largest delta (see `tango_interval`)."""
    w_b, w_c = weights
    d = w_b * b - w_c * c
    low, high = d, np.full_like(d, w_b)
    for _ in range(_HALVINGS):
        delta = (low + high) / 2
        inside = (delta - d) ** 2 <= scale * _variance(b, c, delta, weights)
        low, high = np.where(inside, delta, low), np.where(inside, high, delta)
    return np.asarray((low + high) / 2)


def _variance(b: Floats, c: Floats, delta: Floats, weights: tuple[float, float]) -> Floats:
    """Variance of one row's weighted error under the most likely chances with w_b p - w_c q = delta.

    With p = (delta + w_c q) / w_b, the derivative of the log-likelihood in q is 0 where

        w_c s q^2 - (w_c (w_b - delta) (b + c) - s delta (1 - b)) q - c delta (w_b - delta) = 0,

    with s = w_b + w_c and b, c the observed shares.

    The chances must not be negative, so q >= -delta / w_c, and q is the larger root.
    """
    w_b, w_c = weights
    s = w_b + w_c
    linear = w_c * (w_b - delta) * (b + c) - s * delta * (1 - b)
    constant = c * delta * (w_b - delta)
    root = np.sqrt(np.maximum(linear**2 + 4 * w_c * s * constant, 0.0))
    with np.errstate(divide="ignore", invalid="ignore"):
        # The root in the form that does not cancel. Where linear < 0, delta and the constant are not below 0.
        q = np.where(linear < 0, 2 * constant / (root - linear), (linear + root) / (2 * w_c * s))
    q = np.maximum(q, np.maximum(-delta / w_c, 0.0))
    p = (delta + w_c * q) / w_b
    return np.asarray(np.maximum(w_b**2 * p + w_c**2 * q - delta**2, 0.0))


def _fixed_interval(points: RocPoints, v: float, z: float) -> tuple[Floats, Floats]:
    """Newcombe's square-and-add interval of v fnr - (1 - v) fpr."""
    miss = [v * part for part in _wilson(points.fn, points.n_pos, z)]
    alarm = [(1 - v) * part for part in _wilson(points.fp, points.n_neg, z)]
    difference = miss[1] - alarm[1]
    lower = difference - np.hypot(miss[1] - miss[0], alarm[2] - alarm[1])
    return lower, difference + np.hypot(miss[2] - miss[1], alarm[1] - alarm[0])


def _wilson(count: NDArray[np.int64], size: int, z: float) -> tuple[Floats, Floats, Floats]:
    """Wilson's lower limit, the share, and his upper limit."""
    share = count / size
    middle = (count + z * z / 2) / (size + z * z)
    half = z * np.sqrt(z * z / 4 + count * (1 - share)) / (size + z * z)
    return np.maximum(middle - half, 0.0), share, np.minimum(middle + half, 1.0)
