"""Choosing the operating point of a classifier: one point of its ROC curve, by a stated criterion."""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import Any, Literal, get_args

import numpy as np
from numpy.typing import NDArray

from rocrepro.errors import InputError
from rocrepro.evaluation.inputs import check_costs, check_option
from rocrepro.evaluation.roc import RocPoints

Criterion = Literal["chi_square", "accuracy", "youden", "distance", "cost", "neyman_pearson"]
CRITERIA: tuple[Criterion, ...] = get_args(Criterion)
# Points whose merit in floating point is this close to the best are compared again in exact fractions.
CLOSE = 1e-9
# Measures of which the largest is the best; of the others it is the smallest.
LARGEST = ("chi_square", "accuracy", "youden")
# Whole numbers below this have room to spare in 64 bits.
LARGE = 2**61


@dataclass(frozen=True)
class OperatingPoint:
    """A chosen point of a ROC curve.

    Attributes
    ----------
    criterion : str
        The criterion that chose it.
    value : float
        What the criterion measures there: the chi-square statistic, the accuracy, tpr - fpr, the distance to
        (0, 1), the total cost, or, for Neyman-Pearson, the error rate that is not bounded.
    index : int
        Position in the curve's arrays.
    threshold : float
        A row is predicted positive when its score is at least the threshold; infinity predicts none.
    tp, fn, fp, tn : int
        The confusion matrix.
    fpr, tpr : float
    n_tied : int
        Number of points, this one included, that the criterion holds equally good.
    tied : tuple of float
        The thresholds of these points, descending.

    See Also
    --------
    operating_point
    """

    criterion: str
    value: float
    index: int
    threshold: float
    tp: int
    fn: int
    fp: int
    tn: int
    fpr: float
    tpr: float
    n_tied: int
    tied: tuple[float, ...] = ()


def operating_point(
    points: RocPoints,
    criterion: str,
    *,
    cost_fn: float = 1.0,
    cost_fp: float = 1.0,
    max_fpr: float | None = None,
    max_fnr: float | None = None,
) -> OperatingPoint:
    """Choose the best point of a ROC curve.

    Parameters
    ----------
    points : RocPoints
        A whole curve.
    criterion : {"chi_square", "accuracy", "youden", "distance", "cost", "neyman_pearson"}
        chi_square: the largest chi-square statistic among the points with tpr >= fpr. accuracy: the fewest
        errors. youden: the largest tpr - fpr. distance: the nearest to (0, 1). cost: the smallest
        cost_fn fn + cost_fp fp. neyman_pearson: the smallest error rate of one class among the points that
        keep the other's bound.
    cost_fn, cost_fp : float
        Cost of a false negative and of a false positive, at least 0 and not both 0; for "cost" alone. They
        are read as the decimals that they print as: with 0.3 and 0.1 one error weighs exactly as three.
    max_fpr, max_fnr : float, optional
        The bound, in [0, 1]; "neyman_pearson" takes exactly one of them, the others none.

    Returns
    -------
    OperatingPoint

    Raises
    ------
    InputError
        For an unknown criterion, bad costs, or bounds as above.

    See Also
    --------
    roc_points : the curve to choose from.
    cost_curve : the best points over all costs.
    at_prevalence : the best point under another class mix.
    convex_hull : the points that can be best for some cost.
    chosen_cut : how sure the choice is, and how good the cut is on other rows.
    cut_measures : how good a cut is.
    rocrepro.display.IsolineDisplay : draws the best point among lines of equal worth.

    Notes
    -----
    Ties are found in exact arithmetic. They go to the point with the larger tpr - fpr, and then to the one
    with the highest threshold. The result names all tied thresholds: the rows do not tell them apart.

    References
    ----------
    Bradley (1996), sections 4 to 6 and equation 26; Hamel (2008); Youden (1950), Cancer 3:32-35.

    Examples
    --------
    >>> from rocrepro.evaluation import roc_points
    >>> points = roc_points([1, 0, 1, 0, 0, 1, 0, 0], [0.9, 0.8, 0.7, 0.6, 0.5, 0.4, 0.3, 0.2])
    >>> chosen = operating_point(points, "youden")
    >>> chosen.threshold, chosen.n_tied, round(chosen.value, 3)
    (0.7, 1, 0.467)
    >>> operating_point(points, "neyman_pearson", max_fpr=0.25).threshold
    0.7
    """
    _check(criterion, cost_fn, cost_fp, max_fpr, max_fnr)
    if criterion == "neyman_pearson":
        rate, bound = (points.fpr, max_fpr) if max_fnr is None else (points.fn / points.n_pos, max_fnr)
        allowed = rate <= float(bound or 0)
    else:
        # Below the diagonal a large chi-square speaks for the opposite prediction.
        allowed = _times_sizes(points) >= 0 if criterion == "chi_square" else np.ones(len(points), np.bool_)
    measure = _measured_by(criterion, max_fnr)
    costs = (cost_fn, cost_fp)
    best = _tied(points, measure, np.flatnonzero(allowed), costs)
    # Thresholds fall along the curve, so the first of the largest has the highest threshold.
    index = int(best[np.argmax(_times_sizes(points)[best])])
    value = float(_measure(measure, *_counts(points, index, float), costs))
    return OperatingPoint(
        criterion=criterion,
        value=value**0.5 if measure == "distance" else value,
        index=index,
        threshold=float(points.threshold[index]),
        fpr=float(points.fpr[index]),
        tpr=float(points.tpr[index]),
        n_tied=len(best),
        tied=tuple(points.threshold[best].tolist()),
        **{cell: int(getattr(points, cell)[index]) for cell in ("tp", "fn", "fp", "tn")},
    )


def _check(
    criterion: str, cost_fn: float, cost_fp: float, max_fpr: float | None, max_fnr: float | None
) -> None:
    check_option("criterion", criterion, CRITERIA)
    check_costs(cost_fn, cost_fp)
    given = {"max_fpr": max_fpr, "max_fnr": max_fnr}
    bounds = {name: bound for name, bound in given.items() if bound is not None}
    wanted = 1 if criterion == "neyman_pearson" else 0
    if len(bounds) != wanted:
        found = " and ".join(bounds) or "none"
        raise InputError(f"max_fpr, max_fnr: found {found}; expected {wanted} of them for {criterion}")
    for name, bound in bounds.items():
        if not 0 <= bound <= 1:
            raise InputError(f"{name}: found {bound}; expected a rate from 0 to 1")


def _times_sizes(points: RocPoints) -> NDArray[np.int64]:
    """The difference tpr - fpr times both class sizes, in whole numbers."""
    return points.tp * points.n_neg - points.fp * points.n_pos


def _tied(
    points: RocPoints, measure: str, among: NDArray[np.intp], costs: tuple[float, float]
) -> NDArray[np.intp]:
    """Positions of the points that are best in exact arithmetic."""
    whole = _whole_merit(points, measure, among, costs)
    if whole is not None:
        return np.asarray(among[whole == whole.max()])
    sign = 1 if measure in LARGEST else -1
    merit = sign * _measure(measure, *_counts(points, among, float), costs)
    close = among[merit >= merit.max() - CLOSE * max(1.0, abs(merit.max()))]
    if len(close) == 1:
        return np.asarray(close)
    exact_costs = tuple(Fraction(str(cost)) for cost in costs)
    exact = [sign * _measure(measure, *_counts(points, i, Fraction), exact_costs) for i in close.tolist()]
    best = max(exact)
    return np.asarray(close[np.array([value == best for value in exact])])


def _whole_merit(
    points: RocPoints, measure: str, among: NDArray[np.intp], costs: tuple[float, float]
) -> NDArray[np.int64] | None:
    """Return whole numbers in the order of a measure, the best the largest; None where there are none.

    They say at once which points are tied; fractions, one by one, are slow.
    """
    tp, fp = points.tp[among], points.fp[among]
    if measure in ("accuracy", "fnr"):
        return tp - fp if measure == "accuracy" else tp
    if measure == "fpr":
        return -fp
    pairs = points.n_pos * points.n_neg
    if measure == "youden" and pairs < LARGE:
        return tp * points.n_neg - fp * points.n_pos
    if measure == "distance" and pairs < 2**31:
        return -((fp * points.n_pos) ** 2) - ((points.n_pos - tp) * points.n_neg) ** 2
    if measure == "cost":
        cost_fn, cost_fp = _whole_costs(costs)
        if cost_fn * points.n_pos + cost_fp * points.n_neg < LARGE:
            return cost_fn * tp - cost_fp * fp
    return None


@lru_cache
def _whole_costs(costs: tuple[float, float]) -> tuple[int, int]:
    """Return the least whole numbers in the ratio of two costs, as these print."""
    cost_fn, cost_fp = (Fraction(str(cost)) for cost in costs)
    scale = math.lcm(cost_fn.denominator, cost_fp.denominator)
    return int(scale * cost_fn), int(scale * cost_fp)


def corners(points: RocPoints) -> RocPoints:
    """Return the points that can be best by a criterion: the upper left ends of the curve's steps.

    Going up or to the left along a straight line, every criterion of `operating_point` gets better, or
    stays equal and tpr - fpr gets larger. The chosen point of these is the chosen point of all of them, but
    for `index` and the ties.
    """
    # Not before a straight step up, nor after a straight one to the right.
    rises, goes_right = np.diff(points.tp, prepend=-1) > 0, np.diff(points.fp, append=points.n_neg + 1) > 0
    kept = np.flatnonzero(rises & goes_right)
    return RocPoints(points.threshold[kept], points.tp[kept], points.fp[kept], points.n_pos, points.n_neg)


def criterion_value(
    criterion: str,
    tp: NDArray[np.int64],
    fp: NDArray[np.int64],
    n_pos: Any,
    n_neg: Any,
    *,
    cost_fn: float = 1.0,
    cost_fp: float = 1.0,
    max_fpr: float | None = None,
    max_fnr: float | None = None,
) -> NDArray[np.float64]:
    """Return a criterion's measure at many points, as in `OperatingPoint.value`.

    Parameters
    ----------
    criterion : str
        As in `operating_point`.
    tp, fp : ndarray of int64, shape (n,)
        True and false positives.
    n_pos, n_neg : int or ndarray of int64, shape (n,)
        Class sizes.
    cost_fn, cost_fp, max_fpr, max_fnr
        As in `operating_point`.
    """
    _check(criterion, cost_fn, cost_fp, max_fpr, max_fnr)
    measure = _measured_by(criterion, max_fnr)
    of = [np.asarray(count, dtype=np.float64) for count in (tp, fp, n_pos, n_neg)]
    value: NDArray[np.float64] = _measure(measure, of[0], of[1], of[2], of[3], (cost_fn, cost_fp))
    return value**0.5 if measure == "distance" else value


def _measured_by(criterion: str, max_fnr: float | None) -> str:
    """The measure of a criterion: Neyman-Pearson minimises the error rate that is not bounded."""
    if criterion != "neyman_pearson":
        return criterion
    return "fnr" if max_fnr is None else "fpr"


def _counts(points: RocPoints, at: Any, number: type) -> tuple[Any, Any, Any, Any]:
    """(tp, fp, n_pos, n_neg) at one point as `number`, or at several as float64."""
    tp, fp = points.tp[at], points.fp[at]
    if np.ndim(tp):
        return tp.astype(np.float64), fp.astype(np.float64), float(points.n_pos), float(points.n_neg)
    return number(int(tp)), number(int(fp)), number(points.n_pos), number(points.n_neg)


def _measure(measure: str, tp: Any, fp: Any, n_pos: Any, n_neg: Any, costs: Any) -> Any:
    """Compute the measure of a criterion in the arithmetic of its arguments; the distance is squared."""
    fn = n_pos - tp
    if measure == "accuracy":
        return (tp + n_neg - fp) / (n_pos + n_neg)
    if measure == "youden":
        return (tp * n_neg - fp * n_pos) / (n_pos * n_neg)
    if measure == "distance":
        return (fp / n_neg) ** 2 + (fn / n_pos) ** 2
    if measure == "cost":
        return costs[0] * fn + costs[1] * fp
    if measure == "fnr":
        return fn / n_pos
    if measure == "fpr":
        return fp / n_neg
    predicted = (tp + fp) * (fn + n_neg - fp)
    # Where one class is never predicted tp n_neg = fp n_pos, and the statistic's limit is 0.
    predicted = predicted + (predicted == 0)
    return (n_pos + n_neg) * (tp * n_neg - fp * n_pos) ** 2 / (n_pos * n_neg * predicted)
