"""Readings of the paper's midpoint: its formula is illegible, and its words leave the first of these."""

from __future__ import annotations

import math

from numpy.typing import ArrayLike

from rocrepro.evaluation.midpoint import check_probabilities, score_midpoint


def midpoints(y_true: ArrayLike, y_score: ArrayLike) -> dict[str, float]:
    """Return five midpoints of the same scores.

    Parameters
    ----------
    y_true, y_score
        As in `rocrepro.evaluation.sensibility`, which takes each of them as `midpoint`.

    Returns
    -------
    dict of str to float
        With m+ and m- the mean scores of the positive and negative rows, n+ and n- their numbers,
        d = n+/n-, s+ and s- the standard deviations (divisor n) and P the sum of all scores:

        - paper: (m+ + m-/d) / 2 = P / (2 n+), `rocrepro.evaluation.score_midpoint`;
        - mid_mean: (m+ + m-) / 2;
        - mid_mean_d: (m+ + d m-) / 2;
        - negatives: P / (2 n-);
        - spread: (s- m+ + s+ m-) / (s+ + s-), and mid_mean where both deviations are 0.

        "paper", "mid_mean_d" and "negatives" may exceed 1.

    Notes
    -----
    For the paper's Table 1, which prints 0.56, "spread" gives 0.562 and the others 0.54; no row of that table
    lies between the two.
    """
    positive, score = check_probabilities(y_true, y_score, None)
    pos, neg = score[positive], score[~positive]
    mean_pos, mean_neg = math.fsum(pos) / len(pos), math.fsum(neg) / len(neg)
    spread_pos = math.sqrt(math.fsum((pos - mean_pos) ** 2) / len(pos))
    spread_neg = math.sqrt(math.fsum((neg - mean_neg) ** 2) / len(neg))
    both, mid_mean = spread_pos + spread_neg, (mean_pos + mean_neg) / 2
    return {
        "paper": score_midpoint(positive, score),
        "mid_mean": mid_mean,
        "mid_mean_d": (mean_pos + len(pos) / len(neg) * mean_neg) / 2,
        "negatives": math.fsum(score) / (2 * len(neg)),
        "spread": (spread_neg * mean_pos + spread_pos * mean_neg) / both if both > 0 else mid_mean,
    }
