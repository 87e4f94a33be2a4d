"""Metrics of one confusion matrix."""

from __future__ import annotations

import math
import warnings
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from rocrepro.errors import InputError
from rocrepro.evaluation.inputs import check_counts


class UndefinedMetricWarning(UserWarning):
    """A metric does not exist for this confusion matrix; its value is NaN."""


def confusion_metrics(
    tp: int, fn: int, fp: int, tn: int, *, betas: Sequence[float] = (0.5, 1.0, 2.0)
) -> dict[str, float]:
    """Compute the metrics of one confusion matrix.

    Parameters
    ----------
    tp, fn, fp, tn : int
        True positives, false negatives, false positives and true negatives.
    betas : sequence of float, above 0
        Weights of recall against precision, one F-score for each.

    Returns
    -------
    dict of str to float
        - accuracy: (tp + tn) / n
        - precision: tp / (tp + fp)
        - recall: tp / (tp + fn), the true positive rate
        - fpr: fp / (fp + tn)
        - specificity: tn / (fp + tn)
        - balanced_accuracy: (recall + specificity) / 2
        - f0.5, f1, f2: (1 + b^2) tp / ((1 + b^2) tp + b^2 fn + fp) for each beta b
        - mcc: Matthews' correlation coefficient, from -1 to 1; its square is chi-square / n

        All others lie in [0, 1].

    Warns
    -----
    UndefinedMetricWarning
        For each metric whose denominator is 0; its value is NaN, never a made-up 0.

    Raises
    ------
    InputError
        For a count that is negative or no whole number, and for a beta that is not above 0.

    See Also
    --------
    roc_points : the counts at every threshold.
    independence_test : whether the matrix differs from random prediction.
    at_prevalence : metrics under another class mix.
    cut_measures : the same with intervals.

    References
    ----------
    Hamel (2008), sections Background and ROC Curves; van Rijsbergen (1979), chapter 7 (F);
    Matthews (1975), Biochimica et Biophysica Acta 405:442-451 (MCC).

    Examples
    --------
    >>> metrics = confusion_metrics(tp=90, fn=10, fp=35, tn=65)
    >>> metrics["accuracy"], metrics["recall"], metrics["fpr"], metrics["precision"]
    (0.775, 0.9, 0.35, 0.72)
    """
    for beta in betas:
        if not 0 < beta < math.inf:
            raise InputError(f"betas: found {beta}; expected numbers above 0")
    # Python's integers, so that no product overflows.
    tp, fn, fp, tn = (int(count) for count in check_counts(tp=tp, fn=fn, fp=fp, tn=tn))
    pos, neg, predicted, left = tp + fn, fp + tn, tp + fp, fn + tn
    shares: dict[str, tuple[float, float]] = {
        "accuracy": (tp + tn, pos + neg),
        "precision": (tp, predicted),
        "recall": (tp, pos),
        "fpr": (fp, neg),
        "specificity": (tn, neg),
        "balanced_accuracy": (tp * neg + tn * pos, 2 * pos * neg),
    }
    for beta in betas:
        weight = beta**2
        shares[f"f{beta:g}"] = ((1 + weight) * tp, (1 + weight) * tp + weight * fn + fp)
    shares["mcc"] = (tp * tn - fp * fn, math.sqrt(pos * neg * predicted * left))
    metrics = {}
    for name, share in shares.items():  # a comprehension is a frame of its own before Python 3.12
        metrics[name] = _ratio(name, *share)
    return metrics


def _ratio(name: str, above: float, below: float) -> float:
    if below:
        return above / below
    # The warning points at the caller of confusion_metrics.
    warnings.warn(f"{name} is undefined: its denominator is 0", UndefinedMetricWarning, stacklevel=3)
    return math.nan


def f1_of_counts(tp: NDArray[np.int64], fn: NDArray[np.int64], fp: NDArray[np.int64]) -> NDArray[np.float64]:
    """Return F1 of many confusion matrices, NaN where it is undefined."""
    below = 2 * tp + fn + fp
    return np.where(below > 0, 2 * tp / np.maximum(below, 1), np.nan)


def mcc_of_counts(
    tp: NDArray[np.int64], fn: NDArray[np.int64], fp: NDArray[np.int64], tn: NDArray[np.int64]
) -> NDArray[np.float64]:
    """Return Matthews' correlation coefficient of many confusion matrices, NaN where it is undefined."""
    margins = [(one + other).astype(np.float64) for one, other in ((tp, fn), (fp, tn), (tp, fp), (fn, tn))]
    # Roots first, as the product of four counts may be too large.
    below = np.prod(np.sqrt(margins), axis=0)
    above = tp.astype(np.float64) * tn - fp.astype(np.float64) * fn
    return np.where(below > 0, above / np.where(below > 0, below, 1.0), np.nan)
