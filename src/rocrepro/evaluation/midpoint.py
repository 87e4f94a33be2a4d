"""The midpoint of scores, which divides sensible from non-sensible rows."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from rocrepro.deprecated import former
from rocrepro.errors import InputError
from rocrepro.evaluation.inputs import check_option
from rocrepro.evaluation.rows import check_binary

FORMER = ("mid_mean", "mid_mean_d", "negatives", "spread")  # words that are deprecated


def score_midpoint(
    y_true: ArrayLike, y_score: ArrayLike, *, pos_label: Any = None, variant: str = "paper"
) -> float:
    """Return the midpoint of the scores, P / (2 n+): half the ratio of predicted to observed positives.

    Parameters
    ----------
    y_true, y_score, pos_label
        As in `rocrepro.evaluation.sensibility`.
    variant : {"paper"}
        Deprecated: other definitions are in `rocrepro.papers.klement2009.midpoints`.

    Returns
    -------
    float
        At least 0; may exceed 1.

    See Also
    --------
    sensibility : the analysis that divides rows at the midpoint.

    Notes
    -----
    P is the sum of all scores. With m+ and m- the mean scores of the classes and d = n+/n-, the paper takes
    half of m+ + m-/d. As m-/d = (P-/n-)(n-/n+) = P-/n+, that sum is (P+ + P-)/n+ = P/n+. Calibrated scores
    add up to the number of positive rows, P = n+: the midpoint of scores that are calibrated in the mean is
    1/2, whatever their ranking.

    P is summed with `math.fsum`, so that the order of the rows cannot matter.

    References
    ----------
    Klement et al. (2009), section 2.
    """
    positive, score = check_probabilities(y_true, y_score, pos_label)
    return midpoint_of(positive, score, variant)


def midpoint_of(
    positive: NDArray[np.bool_], score: NDArray[np.float64], midpoint: str | float = "paper"
) -> float:
    """Return the given midpoint, or the `score_midpoint` of rows that were checked before."""
    if midpoint == "paper":
        return math.fsum(score) / (2 * int(positive.sum()))
    if isinstance(midpoint, str):
        check_option("midpoint", midpoint, ("paper", *FORMER))
        midpoints = former(f"midpoint={midpoint!r}", "rocrepro.papers.klement2009.midpoints:midpoints")
        return float(midpoints(positive, score)[midpoint])
    if not 0 <= midpoint < math.inf:
        raise InputError(f"midpoint: found {midpoint}; expected 'paper' or a number of at least 0")
    return float(midpoint)


def check_probabilities(
    y_true: ArrayLike, y_score: ArrayLike, pos_label: Any
) -> tuple[NDArray[np.bool_], NDArray[np.float64]]:
    """Check labels and scores as `check_binary` does, and that the scores lie in [0, 1]."""
    positive, score = check_binary(y_true, y_score, pos_label)
    bad = (score < 0) | (score > 1)
    if bad.any():
        row = int(np.argmax(bad))
        raise InputError(f"y_score: row {row + 1}: found {score[row]}; expected a probability from 0 to 1")
    return positive, score
