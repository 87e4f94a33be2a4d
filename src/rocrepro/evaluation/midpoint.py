"""Midpoints of scores: what divides sensible from non-sensible rows."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from rocrepro.errors import InputError
from rocrepro.evaluation.roc import check_binary

MIDPOINTS = ("paper", "mid_mean", "mid_mean_d", "negatives", "spread")


def score_midpoint(
    y_true: ArrayLike, y_score: ArrayLike, *, pos_label: Any = None, variant: str = "paper"
) -> float:
    """Midpoint of the scores.

    Parameters
    ----------
    y_true, y_score, pos_label
        As in `rocrepro.evaluation.sensibility`.
    variant : {"paper", "mid_mean", "mid_mean_d", "negatives", "spread"}
        With m+ and m- the mean scores of the positive and negative rows, n+ and n- their numbers,
        d = n+/n-, s+ and s- the standard deviations (divisor n) and P the sum of all scores:

        - paper: (m+ + m-/d) / 2 = P / (2 n+);
        - mid_mean: (m+ + m-) / 2;
        - mid_mean_d: (m+ + d m-) / 2;
        - negatives: P / (2 n-);
        - spread: (s- m+ + s+ m-) / (s+ + s-), and mid_mean where both deviations are 0.

    Returns
    -------
    float
        At least 0; "paper", "mid_mean_d" and "negatives" may exceed 1.

    Notes
    -----
    Calibrated scores add up to the number of positive rows, P = n+. As m-/d = (P-/n-)(n-/n+) = P-/n+, the
    sum m+ + m-/d is (P+ + P-)/n+ = P/n+, and is 1 when calibrated: the paper takes half of it. The midpoint
    is thus half the ratio of predicted to observed positives, and 1/2 for scores that are calibrated in the
    mean, whatever their ranking. The formula gives 0.54 for the paper's Table 1, which prints 0.56 ("spread"
    gives 0.562); no row of that table lies between the two.

    P is summed with `math.fsum`, so that the order of the rows cannot matter.

    References
    ----------
    Klement et al. (2009), section 2.
    """
    positive, score = check_probabilities(y_true, y_score, pos_label)
    return midpoint_of(positive, score, variant)


def midpoint_of(positive: NDArray[np.bool_], score: NDArray[np.float64], variant: str) -> float:
    """`score_midpoint` of rows that were checked before."""
    check_option("midpoint", variant, MIDPOINTS)
    n_pos = int(positive.sum())
    n_neg = len(score) - n_pos
    if variant in ("paper", "negatives"):
        return math.fsum(score) / (2 * (n_pos if variant == "paper" else n_neg))
    mean_pos, mean_neg = math.fsum(score[positive]) / n_pos, math.fsum(score[~positive]) / n_neg
    if variant == "mid_mean_d":
        return (mean_pos + n_pos / n_neg * mean_neg) / 2
    if variant == "spread":
        spread_pos = math.sqrt(math.fsum((score[positive] - mean_pos) ** 2) / n_pos)
        spread_neg = math.sqrt(math.fsum((score[~positive] - mean_neg) ** 2) / n_neg)
        if spread_pos + spread_neg > 0:
            return (spread_neg * mean_pos + spread_pos * mean_neg) / (spread_pos + spread_neg)
    return (mean_pos + mean_neg) / 2


def check_probabilities(
    y_true: ArrayLike, y_score: ArrayLike, pos_label: Any
) -> tuple[NDArray[np.bool_], NDArray[np.float64]]:
    """Labels and scores as in `check_binary`, with scores from 0 to 1."""
    positive, score = check_binary(y_true, y_score, pos_label)
    bad = (score < 0) | (score > 1)
    if bad.any():
        row = int(np.argmax(bad))
        raise InputError(f"y_score: row {row + 1}: found {score[row]}; expected a probability from 0 to 1")
    return positive, score


def check_option(name: str, value: str, known: tuple[str, ...]) -> None:
    """Raise InputError unless an option's value is known."""
    if value not in known:
        raise InputError(f"{name}: found {value!r}; expected one of {', '.join(known)}")
