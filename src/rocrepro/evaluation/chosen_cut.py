"""A cut that was chosen on the rows: how certain the choice is, and how good the cut is on other rows."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from rocrepro.evaluation.bootstrap import bootstrap_curves
from rocrepro.evaluation.cluster_codes import single_unit
from rocrepro.evaluation.curve_intervals import METHOD
from rocrepro.evaluation.estimate import Estimate
from rocrepro.evaluation.inputs import check_probability
from rocrepro.evaluation.operating_points import (
    OperatingPoint,
    corners,
    criterion_value,
    operating_point,
)
from rocrepro.evaluation.roc import RocPoints, index_at, roc_points
from rocrepro.evaluation.rows import check_binary

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]


@dataclass(frozen=True)
class ChosenCut:
    """A cut that a criterion chose, and what resamples say of the choice.

    Attributes
    ----------
    point : OperatingPoint
        The chosen point, with all tied thresholds.
    threshold : Estimate
        Its threshold with the central part of the thresholds that resamples choose.
    share_same : float
        Share of the resamples that choose the very same threshold.
    value, sensitivity, specificity : float
        The criterion's measure and both rates at the cut, on the rows that it was chosen on.
    value_corrected, sensitivity_corrected, specificity_corrected : float
        The same less the optimism of the choice: what is to be expected on other rows like these.
    n_resamples : int

    See Also
    --------
    chosen_cut
    """

    point: OperatingPoint
    threshold: Estimate
    share_same: float
    value: float
    value_corrected: float
    sensitivity: float
    sensitivity_corrected: float
    specificity: float
    specificity_corrected: float
    n_resamples: int


@dataclass(eq=False)
class ChosenSamples:
    """The cuts that one criterion chose on resamples.

    Attributes
    ----------
    threshold : list of float
    counts : list of (tp, fp, n_pos, n_neg)
        On the resample itself.
    """

    threshold: list[float] = field(default_factory=list)
    counts: list[tuple[int, int, int, int]] = field(default_factory=list)

    def add(self, best: OperatingPoint, curve: RocPoints) -> None:
        """Take the choice on one resample."""
        self.threshold.append(best.threshold)
        self.counts.append((best.tp, best.fp, curve.n_pos, curve.n_neg))


def chosen_cut(
    y_true: ArrayLike,
    y_score: ArrayLike,
    criterion: str,
    *,
    n_resamples: int = 1000,
    seed: int | np.random.Generator,
    alpha: float = 0.05,
    cluster: ArrayLike | None = None,
    stratified: bool = False,
    pos_label: Any = None,
    **bounds: float,
) -> ChosenCut:
    """Choose the best cut, and say how sure the choice is and how good the cut is on other rows.

    Parameters
    ----------
    y_true, y_score : array-like, shape (n,)
        Labels and scores as in `roc_points`.
    criterion : str
        As in `operating_point`.
    n_resamples, seed, cluster, stratified, pos_label
        As in `bootstrap_curves`.
    alpha : float
        1 minus the confidence level.
    **bounds : float
        cost_fn, cost_fp, max_fpr or max_fnr, as in `operating_point`.

    Returns
    -------
    ChosenCut

    Raises
    ------
    InputError
        As in `operating_point` and `bootstrap_curves`.

    See Also
    --------
    operating_point : the choice alone.
    cut_measures : the measures of a cut that was fixed beforehand.

    Notes
    -----
    Each resample chooses a cut by the same criterion. The interval of the threshold runs between two of
    these cuts. There is none where a class has a single row or cluster, nor where its two ends are the same.

    A cut is best on the rows that it was chosen on, and so looks better than it is. The optimism is the
    mean, over resamples, of a measure at the resample's cut on the resample less the same on all rows; the
    corrected value is the value less the optimism. Where a class has a single row or cluster, it is NaN.

    References
    ----------
    Efron (1983), Journal of the American Statistical Association 78:316-331, and Efron & Tibshirani (1993),
    chapter 17 (optimism); Leeflang et al. (2008), Clinical Chemistry 54:729-737 (bias of chosen cuts);
    Thiele & Hirschfeld (2021), Journal of Statistical Software 98(11) (cutpointr).

    Examples
    --------
    >>> from rocrepro.evaluation import chosen_cut
    >>> y = [0, 0, 1, 0, 0, 1, 0, 1, 1, 1]
    >>> found = chosen_cut(y, [1, 2, 3, 4, 5, 6, 7, 8, 9, 10], "youden", n_resamples=200, seed=1)
    >>> found.threshold.value, found.threshold.low, found.threshold.high
    (8.0, 3.0, 10.0)
    >>> found.value, found.value_corrected < found.value
    (0.6, True)
    """
    check_probability(alpha, "alpha")
    points = roc_points(y_true, y_score, pos_label=pos_label)
    single = single_unit(check_binary(y_true, y_score, pos_label)[0], cluster)
    best = operating_point(points, criterion, **bounds)
    samples = ChosenSamples()
    drawn: dict[str, Any] = {"n_resamples": n_resamples, "seed": seed, "cluster": cluster}
    for curves in bootstrap_curves(
        y_true, {"": y_score}, stratified=stratified, pos_label=pos_label, **drawn
    ):
        samples.add(operating_point(corners(curves[""]), criterion, **bounds), curves[""])
    return chosen_from(points, best, samples, alpha, bounds, single)


def chosen_from(
    points: RocPoints,
    best: OperatingPoint,
    samples: ChosenSamples,
    alpha: float,
    bounds: Mapping[str, float],
    single: str = "",
) -> ChosenCut:
    """Return what resamples say of a choice.

    Parameters
    ----------
    points : RocPoints
        The curve of the rows.
    best : OperatingPoint
        Its chosen point.
    samples : ChosenSamples
        The choices of resamples of the rows, by the same criterion.
    alpha : float
    bounds : mapping
        Costs or bounds of the criterion.
    single : str
        Of `rocrepro.evaluation.cluster_codes.single_unit`: there is no interval and no correction then.
    """
    threshold = np.array(samples.threshold, dtype=np.float64)
    rates = best.value, best.tpr, 1 - best.fpr
    corrected = [math.nan] * 3
    if len(threshold) and not single:
        tp, fp, n_pos, n_neg = np.array(samples.counts, dtype=np.int64).T
        at = index_at(points, threshold)
        own = _rates(best.criterion, tp, fp, n_pos, n_neg, bounds)
        whole = _rates(best.criterion, points.tp[at], points.fp[at], points.n_pos, points.n_neg, bounds)
        optimism = [float(np.mean(one - other)) for one, other in zip(own, whole, strict=True)]
        corrected = [rate - by for rate, by in zip(rates, optimism, strict=True)]
        corrected[1:] = [min(max(rate, 0.0), 1.0) for rate in corrected[1:]]
    return ChosenCut(
        point=best,
        threshold=_threshold(best.threshold, threshold, alpha, single),
        share_same=float(np.mean(threshold == best.threshold)) if len(threshold) else math.nan,
        value=rates[0],
        value_corrected=corrected[0],
        sensitivity=rates[1],
        sensitivity_corrected=corrected[1],
        specificity=rates[2],
        specificity_corrected=corrected[2],
        n_resamples=len(threshold),
    )


def _rates(
    criterion: str, tp: Ints, fp: Ints, n_pos: Any, n_neg: Any, bounds: Mapping[str, Any]
) -> tuple[Floats, Floats, Floats]:
    """The criterion's measure, sensitivity and specificity."""
    return criterion_value(criterion, tp, fp, n_pos, n_neg, **bounds), tp / n_pos, 1 - fp / n_neg


def _threshold(value: float, samples: Floats, alpha: float, single: str) -> Estimate:
    """The threshold with the central part of the resamples' thresholds."""
    estimate = Estimate(value, math.nan, math.nan, METHOD)
    if single:
        return estimate.without_limits(single)
    if len(samples) == 0:
        return estimate.without_limits("no resample has both classes")
    # Both ends are thresholds that were chosen: nothing is interpolated, least of all with infinity.
    ordered, n = np.sort(samples), len(samples)
    tail = math.floor(alpha / 2 * n)
    low, high = float(ordered[tail]), float(ordered[n - 1 - tail])
    if low == high:
        return estimate.without_limits("not estimable: the resamples agree")
    return Estimate(value, low, high, METHOD)
