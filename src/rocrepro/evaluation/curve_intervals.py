"""Bootstrap intervals of any function of a ROC curve, and of its difference between two models."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from rocrepro.evaluation.bootstrap import bootstrap_curves
from rocrepro.evaluation.cluster_codes import single_unit
from rocrepro.evaluation.estimate import Estimate
from rocrepro.evaluation.inputs import check_probability
from rocrepro.evaluation.resample import percentiles
from rocrepro.evaluation.roc import RocPoints, roc_points
from rocrepro.evaluation.rows import check_binary

Floats = NDArray[np.float64]
Statistic = Callable[[RocPoints], float]

METHOD = "bootstrap"
# Values that differ by less than this share of them differ by rounding.
ROUNDING = 1e-12


def curve_intervals(
    y_true: ArrayLike,
    y_score: ArrayLike,
    statistics: Mapping[str, Statistic],
    *,
    n_resamples: int = 1000,
    seed: int | np.random.Generator,
    alpha: float = 0.05,
    cluster: ArrayLike | None = None,
    stratified: bool = False,
    pos_label: Any = None,
) -> dict[str, Estimate]:
    """Compute bootstrap intervals of functions of a ROC curve, all from the same resamples.

    Parameters
    ----------
    y_true, y_score : array-like, shape (n,)
        Labels and scores as in `roc_points`.
    statistics : mapping of str to callable
        Functions of `RocPoints` that return a number, NaN where it is undefined.
    n_resamples, seed, cluster, stratified, pos_label
        As in `bootstrap_curves`.
    alpha : float
        1 minus the confidence level.

    Returns
    -------
    dict of str to Estimate
        By the names in ``statistics``. The limits are percentiles of the resampled values; they are NaN, and
        the reason says why, where they could not be believed (see Notes).

    Raises
    ------
    InputError
        As in `bootstrap_curves`, and for an alpha outside (0, 1).

    See Also
    --------
    curve_differences : the difference between two models.
    bootstrap_curves : the curves behind it.
    partial_auc, average_precision, rate_at : functions of a curve.

    Notes
    -----
    There are no limits where a class has a single row, or lies in a single cluster, which resamples only
    repeat; where more than a share
    of `alpha` of the resamples have no value; and where the central part of the resamples is one value, as
    after a perfect separation: that the rows cannot show an error does not make one impossible.

    References
    ----------
    Efron & Tibshirani (1993), An Introduction to the Bootstrap, chapter 13.

    Examples
    --------
    >>> from rocrepro.evaluation import average_precision, curve_intervals
    >>> y, score = [0, 0, 1, 0, 1, 1, 0, 1], [0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8]
    >>> found = curve_intervals(y, score, {"ap": average_precision}, n_resamples=200, seed=1)["ap"]
    >>> round(found.value, 3), found.low < found.value < found.high
    (0.771, True)
    """
    check_probability(alpha, "alpha")
    points = roc_points(y_true, y_score, pos_label=pos_label)
    single = single_unit(check_binary(y_true, y_score, pos_label)[0], cluster)
    drawn: dict[str, Any] = {"n_resamples": n_resamples, "seed": seed, "cluster": cluster}
    curves = bootstrap_curves(y_true, {"": y_score}, stratified=stratified, pos_label=pos_label, **drawn)
    found = [[statistic(curve[""]) for statistic in statistics.values()] for curve in curves]
    samples = np.array(found, dtype=np.float64).reshape(len(found), len(statistics)).T
    return {
        name: percentile_estimate(statistic(points), values, alpha, single)
        for (name, statistic), values in zip(statistics.items(), samples, strict=True)
    }


@dataclass(frozen=True)
class CurveDifference:
    """A function of two models' curves, compared on the same resamples.

    Attributes
    ----------
    value_a, value_b, difference : float
    low, high : float
        Percentile limits of the difference; NaN where there are none.
    p_value : float
        Of the hypothesis of no difference: the difference over its standard deviation in the resamples is
        held against the normal distribution. NaN where there are no limits.
    n_resamples : int
        Resamples with a value for both models.
    reason : str
        Why there are no limits; "" where there are.

    See Also
    --------
    curve_differences
    """

    value_a: float
    value_b: float
    difference: float
    low: float
    high: float
    p_value: float
    n_resamples: int
    reason: str = ""


def curve_differences(
    y_true: ArrayLike,
    score_a: ArrayLike,
    score_b: ArrayLike,
    statistics: Mapping[str, Statistic],
    *,
    n_resamples: int = 1000,
    seed: int | np.random.Generator,
    alpha: float = 0.05,
    cluster: ArrayLike | None = None,
    stratified: bool = False,
    pos_label: Any = None,
) -> dict[str, CurveDifference]:
    """Compare functions of two models' curves by the paired bootstrap.

    Parameters
    ----------
    y_true : array-like, shape (n,)
        Labels as in `roc_points`.
    score_a, score_b : array-like, shape (n,)
        Scores of both models for the same rows in the same order.
    statistics, n_resamples, seed, alpha, cluster, stratified, pos_label
        As in `curve_intervals`.

    Returns
    -------
    dict of str to CurveDifference
        By the names in ``statistics``.

    Raises
    ------
    InputError
        As in `curve_intervals`.

    See Also
    --------
    delong_test : the difference of two whole areas in closed form.
    paired_resamples : differences in the measures of the confident set.
    curve_intervals : intervals for one model.

    Notes
    -----
    This is the test of pROC's ``roc.test(method="bootstrap")``. Both models are measured on the very rows
    drawn, so that what makes a resample easy for both cancels.

    References
    ----------
    Hanley & McNeil (1983), Radiology 148:839-843 (paired areas); Robin et al. (2011), BMC Bioinformatics
    12:77 (pROC).

    Examples
    --------
    >>> from rocrepro.evaluation import average_precision, curve_differences
    >>> y = [0, 0, 1, 0, 1, 1, 0, 1]
    >>> a, b = [1, 2, 4, 3, 5, 7, 6, 8], [5, 1, 4, 8, 3, 6, 7, 2]
    >>> found = curve_differences(y, a, b, {"ap": average_precision}, n_resamples=200, seed=1)["ap"]
    >>> round(found.difference, 3), found.p_value < 0.05
    (0.436, True)
    """
    check_probability(alpha, "alpha")
    pair = {"a": score_a, "b": score_b}
    drawn: dict[str, Any] = {"n_resamples": n_resamples, "seed": seed, "cluster": cluster}
    curves = bootstrap_curves(y_true, pair, stratified=stratified, pos_label=pos_label, **drawn)
    single = single_unit(check_binary(y_true, score_a, pos_label)[0], cluster)
    whole = {name: roc_points(y_true, score, pos_label=pos_label) for name, score in pair.items()}
    found = [[[of(curve[side]) for side in pair] for of in statistics.values()] for curve in curves]
    samples = np.array(found, dtype=np.float64).reshape(len(found), len(statistics), 2)
    return {
        name: difference_estimate(
            (of(whole["a"]), of(whole["b"])), samples[:, at, 0], samples[:, at, 1], alpha, single
        )
        for at, (name, of) in enumerate(statistics.items())
    }


def percentile_estimate(value: float, samples: Floats, alpha: float, single: str = "") -> Estimate:
    """Return a value with the percentile interval of its resamples, under the guards of `curve_intervals`.

    Parameters
    ----------
    value : float
        Of the rows themselves.
    samples : ndarray of float64, shape (n_resamples,)
        NaN where a resample has no value.
    alpha : float
    single : str
        Of `rocrepro.evaluation.cluster_codes.single_unit`.
    """
    estimate = Estimate(value, math.nan, math.nan, METHOD)
    if math.isnan(value):
        return estimate.without_limits("the value is undefined")
    low, high, reason = guarded_limits(samples, alpha, single)
    return Estimate(value, low, high, METHOD, reason)


def guarded_limits(samples: Floats, alpha: float, single: str = "") -> tuple[float, float, str]:
    """Return percentile limits, or NaN for both and the reason."""
    if single:
        return math.nan, math.nan, single
    low, high, undefined = percentiles(samples, alpha)
    if undefined > alpha * len(samples) or undefined == len(samples):
        return math.nan, math.nan, f"{undefined} of {len(samples)} resamples have no value"
    if high - low <= ROUNDING * max(abs(low), abs(high)):
        return math.nan, math.nan, "not estimable: the resamples agree"
    return low, high, ""


def difference_estimate(
    values: tuple[float, float], samples_a: Floats, samples_b: Floats, alpha: float, single: str = ""
) -> CurveDifference:
    """Return the difference of two values with the interval and the test of its paired resamples."""
    from scipy.special import ndtr

    value_a, value_b = values
    samples = samples_a - samples_b
    kept = samples[~np.isnan(samples)]
    difference, low, high, reason, p_value = value_a - value_b, math.nan, math.nan, "", math.nan
    if math.isnan(difference):
        reason = "a value is undefined"
    else:
        low, high, reason = guarded_limits(samples, alpha, single)
    if not reason:
        p_value = float(2 * ndtr(-abs(difference) / np.std(kept, ddof=1)))
    return CurveDifference(value_a, value_b, difference, low, high, p_value, len(kept), reason)
