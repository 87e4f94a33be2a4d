"""The best sensitivity that keeps a specificity, and the other way round."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from rocrepro.errors import InputError
from rocrepro.evaluation.inputs import only_one
from rocrepro.evaluation.roc import RocPoints


@dataclass(frozen=True)
class RateAt:
    """One rate of a curve where the other one is given.

    Attributes
    ----------
    rate : float
        The largest sensitivity (or specificity).
    reached : float
        The other rate at that point: at least what was asked for.
    threshold : float
        Predict positive where the score is at least this; infinity predicts none.
    index : int
        Position in the curve's arrays.

    See Also
    --------
    rate_at
    """

    rate: float
    reached: float
    threshold: float
    index: int


def rate_at(
    points: RocPoints, *, specificity: float | None = None, sensitivity: float | None = None
) -> RateAt:
    """Find the largest sensitivity with at least a specificity, or the other way round.

    Parameters
    ----------
    points : RocPoints
        A whole curve.
    specificity, sensitivity : float
        The rate that is to be kept, from 0 to 1; exactly one of both is given.

    Returns
    -------
    RateAt
        A point of the curve. Of several equally good ones it is that with the largest other rate.

    Raises
    ------
    InputError
        For no rate, for both, and for one outside 0 to 1.

    See Also
    --------
    operating_point : with "neyman_pearson", the same point, by a bound on an error rate.
    curve_intervals : the bootstrap interval of the rate.
    partial_auc : the mean over a range of such rates.
    cut_measures : all measures of a cut.

    Notes
    -----
    Only points of the curve count: there is a threshold that gives exactly these two rates on these rows.
    pROC's ``coords`` interpolates between the two neighbouring points instead, and so may name a pair of
    rates, usually a little better, that no threshold reaches without tossing a coin.

    Examples
    --------
    >>> from rocrepro.evaluation import rate_at, roc_points
    >>> points = roc_points([1, 1, 0, 1, 0, 0, 1, 0], [8, 7, 6, 5, 4, 3, 2, 1])
    >>> rate_at(points, specificity=0.9)
    RateAt(rate=0.5, reached=1.0, threshold=7.0, index=2)
    >>> rate_at(points, sensitivity=0.6)
    RateAt(rate=0.75, reached=0.75, threshold=5.0, index=4)
    """
    name, least = only_one("one of them", specificity=specificity, sensitivity=sensitivity)
    if not 0 <= least <= 1:
        raise InputError(f"{name}: found {least}; expected a rate from 0 to 1")
    if specificity is not None:
        # tn falls along the curve: the first points keep the specificity.
        last = int(np.count_nonzero(points.tn / points.n_neg >= least)) - 1
        index = int(np.searchsorted(points.tp, points.tp[last], side="left"))
        rates = points.tp[index] / points.n_pos, points.tn[index] / points.n_neg
    else:
        first = len(points) - int(np.count_nonzero(points.tpr >= least))
        index = int(np.searchsorted(points.fp, points.fp[first], side="right")) - 1
        rates = points.tn[index] / points.n_neg, points.tp[index] / points.n_pos
    return RateAt(float(rates[0]), float(rates[1]), float(points.threshold[index]), index)
