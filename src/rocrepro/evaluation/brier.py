"""The Brier score of probabilities, its decomposition, and its skill over the share of positive rows."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from rocrepro.errors import InputError
from rocrepro.evaluation.calibration import bin_edges, bins_of
from rocrepro.evaluation.curve_intervals import guarded_limits
from rocrepro.evaluation.inputs import check_option, check_probability, two_sided_z
from rocrepro.evaluation.midpoint import check_probabilities
from rocrepro.evaluation.probability_samples import Samples, probability_samples
from rocrepro.evaluation.row_names import check_order

Floats = NDArray[np.float64]
Limits = tuple[float, float]

INTERVALS = ("normal", "bootstrap")
"""Kinds of intervals."""


@dataclass(frozen=True)
class BrierScore:
    """A Brier score with its parts: score = reliability - resolution + uncertainty + variance - covariance.

    Attributes
    ----------
    score : float
        Mean squared distance of the probabilities from the outcomes, from 0 to 1; the lower, the better.
    low, high : float
        Its interval by the normal approximation, within 0 to 1; NaN where all squared distances are equal.
    skill : float
        1 - score / uncertainty: 0 for the share of positive rows as everybody's probability, 1 for perfect
        probabilities, negative for worse than the share.
    skill_low, skill_high : float
        Its interval by the delta method, at most 1; NaN where its standard error is 0.
    reliability : float
        Weighted mean square of observed less predicted share, 0 for calibrated groups; the lower, the better.
    resolution : float
        Weighted mean square of a group's share less that of all rows; the higher, the better.
    uncertainty : float
        Variance of the outcomes, which no model changes.
    within_variance : float
        Mean square of probabilities about their group's mean; 0 for groups of equal probabilities.
    within_covariance : float
        Twice the mean product of outcomes and probabilities about their group's means; 0 there, too.
    n_groups : int
        Groups with rows.
    level : float
        Of the intervals.

    See Also
    --------
    brier_score
    """

    score: float
    low: float
    high: float
    skill: float
    skill_low: float
    skill_high: float
    reliability: float
    resolution: float
    uncertainty: float
    within_variance: float
    within_covariance: float
    n_groups: int
    level: float


def brier_score(
    y_true: ArrayLike,
    y_prob: ArrayLike,
    *,
    n_bins: int | None = None,
    strategy: str = "quantile",
    interval: str = "normal",
    n_resamples: int = 1000,
    seed: int | np.random.Generator = 1,
    cluster: ArrayLike | None = None,
    alpha: float = 0.05,
    pos_label: Any = None,
) -> BrierScore:
    """Return the Brier score, its decomposition, and its skill over the share of positive rows.

    Parameters
    ----------
    y_true : array-like, shape (n,)
        Labels as in `roc_points`.
    y_prob : array-like of float, shape (n,)
        Probabilities of the positive class, from 0 to 1.
    n_bins : int, optional
        Groups of the decomposition are so many bins, as in `calibration_curve`; by default one group for each
        distinct probability.
    strategy : {"quantile", "uniform"}
        Kind of the bins.
    interval : {"normal", "bootstrap"}
        "normal" is in closed form, "bootstrap" the percentile interval.
    n_resamples, seed, cluster
        Of the bootstrap: number of samples, source of the random numbers, and what each row belongs to, for
        example a patient, where whole clusters are to be drawn.
    alpha : float
        1 minus the level of the intervals.
    pos_label : optional
        The positive class as in `roc_points`.

    Returns
    -------
    BrierScore
        The parts add up to the score, whatever the groups.

    Raises
    ------
    InputError
        As in `calibration_curve`; for an unknown interval, and for clusters without the bootstrap.

    See Also
    --------
    recalibration : intercept and slope, which say in which way probabilities are off.
    calibration_curve : where they are off.
    net_benefit : what acting by the probabilities is worth.
    rocrepro.display.CalibrationCurveDisplay : draws the probabilities against what happened.

    Notes
    -----
    Murphy's three parts, reliability - resolution + uncertainty, add up to the score where the rows of a
    group have one probability. Bins mix probabilities; two further parts then close the sum, the variance
    within bins less the covariance (Stephenson, Coelho & Jolliffe). Where all probabilities are distinct and
    none is binned, every group is one row: reliability is then the score and resolution the uncertainty,
    which says nothing. Use bins there.

    Rows are taken as drawn at random from one population, so that the share of positive rows is random too.
    The interval of the skill has the variance of both the score and the share.

    References
    ----------
    Brier (1950), Monthly Weather Review 78:1-3; Murphy (1973), Journal of Applied Meteorology 12:595-600;
    Stephenson, Coelho & Jolliffe (2008), Weather and Forecasting 23:752-757; Steyerberg et al. (2010),
    Epidemiology 21:128-138 (scaled Brier score).

    Examples
    --------
    >>> found = brier_score([0, 0, 1, 1], [0.2, 0.2, 0.2, 0.8])
    >>> round(found.score, 3), round(found.skill, 3)
    (0.19, 0.24)
    >>> round(found.reliability, 3), round(found.resolution, 3), round(found.uncertainty, 3)
    (0.023, 0.083, 0.25)
    """
    positive, score = check_probabilities(y_true, y_prob, pos_label)
    check_order(y_true=y_true, cluster=cluster)
    check_option("interval", interval, INTERVALS)
    if cluster is not None and interval != "bootstrap":
        raise InputError("cluster: found clusters; expected none with interval 'normal'")
    y = positive.astype(np.float64)
    if n_bins is None:
        values, of = np.unique(score, return_inverse=True)
        size = len(values)
    else:
        edges = bin_edges(score, n_bins, strategy)
        of, size = bins_of(score, edges), len(edges) - 1
    if interval == "normal":
        limits = _normal(score, y, alpha)
    else:
        samples = probability_samples(positive, n_resamples=n_resamples, seed=seed, cluster=cluster)
        limits = _bootstrap(score, samples, alpha)
    value = float(np.mean((score - y) ** 2))
    return BrierScore(
        value,
        *limits[0],
        1 - value / float(y.mean() * (1 - y.mean())),
        *limits[1],
        *_parts(score, y, of, size),
        n_groups=int(np.count_nonzero(np.bincount(of, minlength=size))),
        level=1 - alpha,
    )


def _normal(score: Floats, y: Floats, alpha: float) -> tuple[Limits, Limits]:
    """Limits of the score and of the skill by the normal approximation."""
    z, error = two_sided_z(alpha), (score - y) ** 2
    value, share = float(error.mean()), float(y.mean())
    uncertainty = share * (1 - share)
    # The influence of a row on 1 - score / uncertainty; the derivative of share (1 - share) is 1 - 2 share.
    pull = (value / uncertainty * (1 - 2 * share) * (y - share) - (error - value)) / uncertainty
    skill = 1 - value / uncertainty
    return mean_interval(value, error, z, (0.0, 1.0)), mean_interval(skill, pull, z, (-math.inf, 1.0))


def _bootstrap(score: Floats, samples: Iterator[Samples], alpha: float) -> tuple[Limits, Limits]:
    """Percentile limits of the score and of the skill; samples of one class have no skill."""
    check_probability(alpha, "alpha")
    values, skills = [], []
    for block in samples:
        share = block.shares()
        # (p - y)^2 = p^2 + y (1 - 2 p)
        value = (block.drawn @ score**2 + block.hits @ (1 - 2 * score)) / block.drawn.sum(axis=1)
        values.append(value)
        skills.append(1 - value / (share * (1 - share)))
    first, second = (guarded_limits(np.concatenate(part), alpha) for part in (values, skills))
    return first[:2], second[:2]


def mean_interval(value: float, rows: Floats, z: float, bounds: Limits) -> Limits:
    """Return the normal interval of a mean, or of what has the rows' influences; NaN for one of no width.

    Parameters
    ----------
    value : float
    rows : ndarray of float64, shape (n,)
        The rows' values, or their influences on `value`.
    z : float
        Normal quantile.
    bounds : tuple of two float
        Limits are held within these.
    """
    spread = rows.std(ddof=1)
    if spread <= 1e-12:
        return math.nan, math.nan
    half = float(z * spread / np.sqrt(len(rows)))
    return max(value - half, bounds[0]), min(value + half, bounds[1])


def _parts(score: Floats, y: Floats, of: Any, size: int) -> tuple[float, float, float, float, float]:
    """Reliability, resolution, uncertainty, and variance and covariance within groups."""
    count = np.bincount(of, minlength=size)
    rows = np.maximum(count, 1)  # groups without rows have weight 0
    predicted, observed = (np.bincount(of, weights=one, minlength=size) / rows for one in (score, y))
    share = y.mean()
    weight = count / len(y)
    off, hit = score - predicted[of], y - observed[of]
    return (
        float(np.dot(weight, (observed - predicted) ** 2)),
        float(np.dot(weight, (observed - share) ** 2)),
        float(share * (1 - share)),
        float(np.mean(off**2)),
        float(2 * np.mean(off * hit)),
    )
