"""The measures of one cut, each with the interval that fits it."""

from __future__ import annotations

import math
import warnings
from typing import Any

import numpy as np
from numpy.typing import NDArray

from rocrepro.evaluation.confusion import (
    UndefinedMetricWarning,
    confusion_metrics,
    f1_of_counts,
    mcc_of_counts,
)
from rocrepro.evaluation.estimate import Estimate
from rocrepro.evaluation.inputs import check_counts, check_probability, two_sided_z
from rocrepro.evaluation.proportion import check_proportion, proportion_estimate

Counts = NDArray[np.int64]

NONE = {
    "sensitivity": "there is no positive row",
    "specificity": "there is no negative row",
    "ppv": "no row is predicted positive",
    "npv": "no row is predicted negative",
    "accuracy": "there is no row",
    "f1": "no row is positive or predicted positive",
    "mcc": "one class does not occur or is never predicted",
}
"""Reasons why measures are undefined where their denominator is 0."""
RESAMPLED = ("f1", "mcc")
"""Measures whose interval needs resamples of the rows."""
AT_PREVALENCE = ("ppv_at_prevalence", "npv_at_prevalence")
CUT_MEASURES = (
    *("sensitivity", "specificity", "ppv", "npv", "lr_positive", "lr_negative", "accuracy"),
    *RESAMPLED,
)
"""Names of the measures, without those at another prevalence."""


def cut_measures(
    tp: int,
    fn: int,
    fp: int,
    tn: int,
    *,
    alpha: float = 0.05,
    proportion: str = "wilson",
    prevalence: float | None = None,
) -> dict[str, Estimate]:
    """Measure how good a cut is, each measure with the interval that fits it.

    Parameters
    ----------
    tp, fn, fp, tn : int
        True positives, false negatives, false positives and true negatives at the cut.
    alpha : float
        1 minus the confidence level.
    proportion : {"wilson", "clopper_pearson"}
        Interval of shares of rows.
    prevalence : float, optional
        Share of positive rows where the cut is to be used, in (0, 1).

    Returns
    -------
    dict of str to Estimate
        - sensitivity: tp / (tp + fn), also called recall; specificity: tn / (tn + fp); ppv: tp / (tp + fp),
          also called precision; npv: tn / (tn + fn); accuracy: (tp + tn) / n; intervals by ``proportion``
        - lr_positive: sensitivity / (1 - specificity); lr_negative: (1 - sensitivity) / specificity;
          intervals by the log method
        - f1: 2 tp / (2 tp + fn + fp); mcc: Matthews' correlation coefficient; without limits here, as their
          intervals need the rows: see `curve_intervals`
        - with a prevalence, ppv_at_prevalence and npv_at_prevalence: what the predictive values are there;
          logit intervals of Mercaldo, Lau and Zhou

        A measure or a limit that does not exist is NaN, and the estimate's reason says why. No number is
        added to a count to get round that.

    Raises
    ------
    InputError
        For a count that is negative or no whole number, an alpha or a prevalence that is not between 0 and
        1, and a ``proportion`` of another name.

    See Also
    --------
    confusion_metrics : the values alone.
    curve_intervals : bootstrap intervals, also of F1 and MCC at a threshold.
    rate_at : one rate where the other one is given.

    Notes
    -----
    ppv, npv and accuracy are about rows with the class mix of these rows; where the classes were sampled
    separately (a case-control study) they say nothing of another place, and the values at a prevalence do.
    All intervals take the threshold as fixed beforehand. At a cut that was chosen on the same rows the
    measures are too good and the intervals are too narrow: see `chosen_cut`.

    The variance of a log likelihood ratio is 1/x - 1/n summed over the two shares x/n in it. The odds of a
    predictive value are those of the prevalence times a likelihood ratio, so that Mercaldo's interval of
    its logit is the log interval of that ratio, moved.

    References
    ----------
    Wilson (1927), Journal of the American Statistical Association 22:209-212; Clopper & Pearson (1934),
    Biometrika 26:404-413; Simel, Samsa & Matchar (1991), Journal of Clinical Epidemiology 44:763-770
    (likelihood ratios); Mercaldo, Lau & Zhou (2007), Statistics in Medicine 26:2170-2183.

    Examples
    --------
    >>> from rocrepro.evaluation import cut_measures
    >>> found = cut_measures(tp=90, fn=10, fp=35, tn=65, prevalence=0.02)
    >>> for name in ("sensitivity", "ppv", "lr_positive", "ppv_at_prevalence"):
    ...     one = found[name]
    ...     print(f"{name} {one.value:.3f} ({one.low:.3f} to {one.high:.3f}), {one.method}")
    sensitivity 0.900 (0.826 to 0.945), wilson
    ppv 0.720 (0.636 to 0.791), wilson
    lr_positive 2.571 (1.953 to 3.385), log
    ppv_at_prevalence 0.050 (0.038 to 0.065), logit
    >>> cut_measures(tp=0, fn=10, fp=0, tn=65)["ppv"].reason
    'no row is predicted positive'
    """
    check_probability(alpha, "alpha")
    check_proportion(proportion)
    tp, fn, fp, tn = (int(count) for count in check_counts(tp=tp, fn=fn, fp=fp, tn=tn))
    shares = {
        "sensitivity": (tp, tp + fn),
        "specificity": (tn, tn + fp),
        "ppv": (tp, tp + fp),
        "npv": (tn, tn + fn),
        "accuracy": (tp + tn, tp + fn + fp + tn),
    }
    found = {
        name: proportion_estimate(*share, alpha=alpha, method=proportion, none=NONE[name])
        for name, share in shares.items()
    }
    found["lr_positive"] = ratio_estimate((tp, tp + fn), (fp, fp + tn), alpha, "false positive")
    found["lr_negative"] = ratio_estimate((fn, tp + fn), (tn, fp + tn), alpha, "true negative")
    found |= _f1_and_mcc(tp, fn, fp, tn)
    ordered = {name: found[name] for name in CUT_MEASURES}
    if prevalence is not None:
        ordered |= _at_prevalence(found, check_probability(prevalence, "prevalence"))
    return ordered


def ratio_estimate(above: tuple[int, int], below: tuple[int, int], alpha: float, words: str) -> Estimate:
    """Return the ratio of two independent shares (count, n) with the interval of its log.

    `words` says what the count below is of, for the reason where it is 0.
    """
    (a, n_a), (b, n_b) = above, below
    if min(n_a, n_b) == 0:
        return Estimate.undefined("log", "one class does not occur")
    if b == 0:
        found = "the ratio is 0 / 0" if a == 0 else "the ratio has no bound"
        return Estimate.undefined("log", f"there is no {words}: {found}")
    ratio = (a / n_a) / (b / n_b)
    estimate = Estimate(ratio, math.nan, math.nan, "log")
    if a == 0:
        return estimate.without_limits("the ratio is 0, and has no log")
    variance = (n_a - a) / (a * n_a) + (n_b - b) / (b * n_b)
    if variance == 0:
        return estimate.without_limits("both shares are 1: the variance is 0")
    half = two_sided_z(alpha) * math.sqrt(variance)
    return Estimate(ratio, ratio * math.exp(-half), ratio * math.exp(half), "log")


def _f1_and_mcc(tp: int, fn: int, fp: int, tn: int) -> dict[str, Estimate]:
    """Both without limits."""
    with warnings.catch_warnings(action="ignore", category=UndefinedMetricWarning):
        values = confusion_metrics(tp, fn, fp, tn, betas=[1])
    return {
        name: Estimate.undefined("", NONE[name])
        if math.isnan(values[name])
        else Estimate(values[name], math.nan, math.nan, "", "an interval needs resamples of the rows")
        for name in RESAMPLED
    }


def _at_prevalence(found: dict[str, Estimate], prevalence: float) -> dict[str, Estimate]:
    """Predictive values at a prevalence, from the likelihood ratios of a positive and a negative result."""
    sensitivity, specificity = found["sensitivity"].value, found["specificity"].value
    right = sensitivity * prevalence, specificity * (1 - prevalence)
    wrong = (1 - specificity) * (1 - prevalence), (1 - sensitivity) * prevalence
    ratios = found["lr_positive"], found["lr_negative"]
    estimates = {}
    for name, good, bad, ratio in zip(AT_PREVALENCE, right, wrong, ratios, strict=True):
        if not good + bad > 0:
            none = NONE[name[:3]] if good + bad == 0 else ratio.reason
            estimates[name] = Estimate.undefined("logit", none)
            continue
        limits = [_posterior(limit, prevalence) for limit in (ratio.low, ratio.high)]
        # A large negative likelihood ratio speaks against the negative prediction.
        low, high = limits if name == AT_PREVALENCE[0] else (1 - limits[1], 1 - limits[0])
        reason = "" if low == low else "a rate is 0 or 1, and has no logit"
        estimates[name] = Estimate(good / (good + bad), low, high, "logit", reason)
    return estimates


def _posterior(ratio: float, prevalence: float) -> float:
    """Probability of the positive class after a result with a likelihood ratio."""
    odds = ratio * prevalence / (1 - prevalence)
    return odds / (1 + odds)


def measures_of_counts(
    tp: Counts, fn: Counts, fp: Counts, tn: Counts, prevalence: float | None = None
) -> dict[str, NDArray[np.float64]]:
    """Return the values of `cut_measures` for many confusion matrices, NaN where they are undefined.

    Parameters
    ----------
    tp, fn, fp, tn : ndarray of int64
        Of one shape.
    prevalence : float, optional
    """
    found = {
        "sensitivity": _ratio(tp, tp + fn),
        "specificity": _ratio(tn, tn + fp),
        "ppv": _ratio(tp, tp + fp),
        "npv": _ratio(tn, tn + fn),
        "accuracy": _ratio(tp + tn, tp + fn + fp + tn),
    }
    sensitivity, specificity = found["sensitivity"], found["specificity"]
    found["lr_positive"] = _ratio(sensitivity, _ratio(fp, tn + fp))
    found["lr_negative"] = _ratio(_ratio(fn, tp + fn), specificity)
    found |= {"f1": f1_of_counts(tp, fn, fp), "mcc": mcc_of_counts(tp, fn, fp, tn)}
    ordered = {name: found[name] for name in CUT_MEASURES}
    if prevalence is not None:
        right = sensitivity * prevalence, specificity * (1 - prevalence)
        wrong = (1 - specificity) * (1 - prevalence), (1 - sensitivity) * prevalence
        for name, good, bad in zip(AT_PREVALENCE, right, wrong, strict=True):
            ordered[name] = _ratio(good, good + bad)
    return ordered


def _ratio(above: Any, below: Any) -> NDArray[np.float64]:
    """One array over another, NaN where the other is 0."""
    there = np.asarray(below) > 0
    return np.where(there, above / np.where(there, below, 1), np.nan)
