"""Decision curves: the net benefit of treating everyone whose probability is at least a threshold."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from rocrepro.errors import InputError
from rocrepro.evaluation.inputs import check_probability
from rocrepro.evaluation.midpoint import check_probabilities
from rocrepro.evaluation.probability_samples import Samples, probability_samples
from rocrepro.evaluation.resample import percentiles
from rocrepro.evaluation.roc import RocPoints
from rocrepro.evaluation.row_names import check_order

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

THRESHOLDS = np.arange(1, 100) / 100
"""Threshold probabilities of a decision curve where none are named."""


@dataclass(frozen=True, eq=False)
class NetBenefit:
    """Net benefit at some threshold probabilities; arrays have one value for each threshold.

    Attributes
    ----------
    threshold : ndarray of float64, shape (n_thresholds,)
        Whoever has at least this probability is treated.
    net_benefit : ndarray of float64
        True positives less weighted false positives for each row, in units of true positives.
    treat_all : ndarray of float64
        Net benefit of treating every row; that of treating none is 0.
    prevalence : float
        Share of positive rows.

    See Also
    --------
    net_benefit
    """

    threshold: Floats
    net_benefit: Floats
    treat_all: Floats
    prevalence: float

    @property
    def gain(self) -> Floats:
        """Net benefit beyond the larger of those of treating every row and treating none."""
        return self.net_benefit - np.maximum(self.treat_all, 0.0)

    @property
    def standardized(self) -> Floats:
        """Net benefit as a share of the prevalence, which no model exceeds; at most 1."""
        return self.net_benefit / self.prevalence


def net_benefit(
    points: RocPoints, *, thresholds: ArrayLike | None = None, prevalence: float | None = None
) -> NetBenefit:
    """Return the net benefit of a model's probabilities over the threshold probability: its decision curve.

    Parameters
    ----------
    points : RocPoints
        A whole curve of probabilities from 0 to 1.
    thresholds : array-like of float, optional
        Threshold probabilities, from 0 to below 1; by default 0.01, 0.02, ..., 0.99.
    prevalence : float, optional
        Share of positive rows where the model is to be used, in (0, 1); by default that of the rows. The
        rates of the curve are taken to hold there, as in `at_prevalence`.

    Returns
    -------
    NetBenefit

    Raises
    ------
    InputError
        For scores outside 0 to 1, and for a threshold or a prevalence out of range.

    See Also
    --------
    cost_curve : the same trade of errors, over the class mix and costs, for the best threshold.
    operating_point : the best threshold at one cost.
    net_benefit_intervals : bootstrap intervals.
    rocrepro.display.NetBenefitDisplay : draws the curve.

    Notes
    -----
    With prevalence v and a threshold probability t,

        net benefit = v tpr - (1 - v) fpr t / (1 - t).

    Whoever treats from the probability t on takes a missed case to be (1 - t) / t times as bad as a needless
    treatment. With the costs 1 - t for a miss and t for a needless treatment, the expected cost of a row
    without the costs of treating cases is (1 - t) (v - net benefit): net benefit and expected cost put models
    in the same order at each threshold. The cost curve takes the best threshold for given costs, the decision
    curve the one that the probabilities say is best, so that badly calibrated ones lose net benefit.

    At another prevalence calibrated probabilities would be other ones; here the scores are used as they are.

    References
    ----------
    Vickers & Elkin (2006), Medical Decision Making 26:565-574; Vickers, Van Calster & Steyerberg (2019),
    Diagnostic and Prognostic Research 3:18.

    Examples
    --------
    >>> from rocrepro.evaluation import roc_points
    >>> points = roc_points([1, 0, 1, 0], [0.9, 0.6, 0.4, 0.1])
    >>> found = net_benefit(points, thresholds=[0.2, 0.5])
    >>> found.net_benefit.tolist(), found.treat_all.tolist()
    ([0.4375, 0.0], [0.375, 0.0])
    """
    at = check_thresholds(thresholds)
    scores = points.threshold[1:]
    if scores[0] > 1 or scores[-1] < 0:
        found = scores[0] if scores[0] > 1 else scores[-1]
        raise InputError(f"points: found a score of {found}; expected probabilities from 0 to 1")
    v = points.n_pos / points.n if prevalence is None else check_probability(prevalence, "prevalence")
    # A threshold between two scores predicts what the next score above it does.
    index = np.searchsorted(-points.threshold, -at, side="right") - 1
    values = benefit(points.tpr[index], points.fpr[index], v, at)
    return NetBenefit(at, values, benefit(np.ones_like(at), np.ones_like(at), v, at), v)


@dataclass(frozen=True, eq=False)
class NetBenefitIntervals:
    """Pointwise percentile intervals of a decision curve; arrays have one value for each threshold.

    Attributes
    ----------
    threshold : ndarray of float64, shape (n_thresholds,)
    low, high : ndarray of float64
        Of the net benefit; NaN where all samples agree.
    gain_low, gain_high : ndarray of float64
        Of the net benefit beyond the better one of treating every row and treating none.
    n_undefined : int
        Samples of one class, left out.
    level : float

    See Also
    --------
    net_benefit_intervals
    """

    threshold: Floats
    low: Floats
    high: Floats
    gain_low: Floats
    gain_high: Floats
    n_undefined: int
    level: float


def net_benefit_intervals(
    y_true: ArrayLike,
    y_prob: ArrayLike,
    *,
    thresholds: ArrayLike | None = None,
    prevalence: float | None = None,
    n_resamples: int = 1000,
    seed: int | np.random.Generator,
    alpha: float = 0.05,
    cluster: ArrayLike | None = None,
    pos_label: Any = None,
) -> NetBenefitIntervals:
    """Return pointwise bootstrap intervals of net benefit and of what it adds to treating all or none.

    Parameters
    ----------
    y_true : array-like, shape (n,)
        Labels as in `roc_points`.
    y_prob : array-like of float, shape (n,)
        Probabilities of the positive class, from 0 to 1.
    thresholds, prevalence
        As in `net_benefit`. Without a prevalence each sample has its own.
    n_resamples : int
        Number of samples, at least 1; rows are drawn from all rows and not within each class.
    seed : int or numpy.random.Generator
        Source of the random numbers.
    alpha : float
        1 minus the level of the intervals.
    cluster : array-like, shape (n,), optional
        What each row belongs to, for example a patient: whole clusters are drawn.
    pos_label : optional
        The positive class as in `roc_points`.

    Returns
    -------
    NetBenefitIntervals

    Raises
    ------
    InputError
        As in `net_benefit`, and as in `bootstrap_curves` for samples and clusters.

    See Also
    --------
    net_benefit : the curve.
    rocrepro.display.NetBenefitDisplay : draws the curve with its intervals.

    References
    ----------
    Vickers, Cronin, Elkin & Gonen (2008), BMC Medical Informatics and Decision Making 8:53.

    Examples
    --------
    >>> y, p = [0, 0, 1, 0, 1, 1], [0.1, 0.2, 0.3, 0.6, 0.7, 0.8]
    >>> found = net_benefit_intervals(y, p, thresholds=[0.25], n_resamples=200, seed=1)
    >>> bool(found.low[0] <= 0.5 - 1 / 18 <= found.high[0])
    True
    """
    level = 1 - check_probability(alpha, "alpha")
    at = check_thresholds(thresholds)
    stated = None if prevalence is None else check_probability(prevalence, "prevalence")
    check_order(y_true=y_true, cluster=cluster)
    positive, score = check_probabilities(y_true, y_prob, pos_label)
    ascending = np.argsort(at, kind="stable")
    # At how many of the thresholds each row is treated; positive rows are counted apart.
    groups = np.searchsorted(at[ascending], score, side="right") + (len(at) + 1) * positive
    back = np.argsort(ascending)
    values: list[Floats] = []
    gains: list[Floats] = []
    drawn: dict[str, Any] = {"n_resamples": n_resamples, "seed": seed, "cluster": cluster}
    for samples in probability_samples(positive, **drawn):
        value, all_rows = _benefits(samples, groups, back, at, stated)
        values.append(value)
        gains.append(value - np.maximum(all_rows, 0.0))
    of_value, of_gain = (
        [percentiles(column, alpha) for column in np.concatenate(part).T] for part in (values, gains)
    )
    (low, high, undefined), (gain_low, gain_high, _) = (
        (np.array(part) for part in zip(*found, strict=True)) for found in (of_value, of_gain)
    )
    for limits in ((low, high), (gain_low, gain_high)):
        # Where all samples agree, as above the highest score, they say nothing of how sure that is.
        same = limits[1] - limits[0] <= 1e-15
        for limit in limits:
            limit[same] = np.nan
    return NetBenefitIntervals(at, low, high, gain_low, gain_high, int(undefined.max(initial=0)), level)


def benefit(tpr: Floats, fpr: Floats, prevalence: float | Floats, threshold: Floats) -> Floats:
    """Return net benefit from rates, a prevalence and thresholds, which broadcast."""
    return prevalence * tpr - (1 - prevalence) * fpr * (threshold / (1 - threshold))


def check_thresholds(thresholds: ArrayLike | None) -> Floats:
    """Return threshold probabilities as an array, the usual ones for None.

    Raises
    ------
    InputError
        For values that are no numbers from 0 to below 1, and for more than one dimension.
    """
    if thresholds is None:
        return THRESHOLDS
    try:
        at = np.atleast_1d(np.asarray(thresholds, dtype=np.float64))
    except (TypeError, ValueError):
        raise InputError(f"thresholds: found {thresholds!r}; expected numbers from 0 to below 1") from None
    if at.ndim > 1:
        raise InputError(f"thresholds: found {at.ndim} dimensions; expected one")
    bad = ~((at >= 0) & (at < 1))
    if bad.any():
        raise InputError(f"thresholds: found {at[bad][0]}; expected numbers from 0 to below 1")
    return at


def _benefits(
    samples: Samples, groups: Ints, back: Ints, at: Floats, stated: float | None
) -> tuple[Floats, Floats]:
    """Net benefit of the model and of treating all in each sample, shape (n_samples, n_thresholds)."""
    share, size = samples.shares()[:, np.newaxis], len(at) + 1
    rows = [np.bincount(groups, weights=drawn, minlength=2 * size) for drawn in samples.drawn]
    by_class = np.reshape(rows, (len(rows), 2, size))
    treated = by_class[:, :, :0:-1].cumsum(axis=2)[:, :, ::-1][:, :, back]
    with np.errstate(invalid="ignore"):
        rates = treated / by_class.sum(axis=2, keepdims=True)
    v = np.where(np.isnan(share), np.nan, share if stated is None else stated)
    everybody = np.ones_like(at)
    return benefit(rates[:, 1], rates[:, 0], v, at), benefit(everybody, everybody, v, at)
