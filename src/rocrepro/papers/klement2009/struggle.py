"""Readings of the column "struggle ratio" of the paper's Table 2, in place of what the text defines."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from rocrepro.evaluation.inputs import check_option
from rocrepro.evaluation.midpoint import check_probabilities, score_midpoint
from rocrepro.evaluation.sensibility import TIES

READINGS = (
    "printed",
    "non_sensible/n",
    "above/below",
    "n_pos/n_neg",
    "n_pos/n",
    "tp/tn",
    "fp/tp",
    "fn/tp",
    "fp/fn",
    "fp/tn",
    "fpr",
    "share_above",
    "score_sums",
    "errors_at_half",
)


def struggle_readings(
    y_true: ArrayLike, y_score: ArrayLike, *, pos_label: Any = None, ties: str = "ge"
) -> dict[str, float]:
    """Return the readings of the paper's column "struggle ratio", by name.

    All counts are taken at the paper's midpoint t unless the name says otherwise.

    Parameters
    ----------
    y_true, y_score, pos_label, ties
        As in `rocrepro.evaluation.sensibility`.

    Returns
    -------
    dict of str to float
        printed: non-sensible / sensible rows, the definition in the text; non_sensible/n; above/below: rows
        at or above t for each row below; n_pos/n_neg and n_pos/n: of the labels alone; tp/tn: sensible
        positive / sensible negative; fp/tp, fn/tp, fp/fn, fp/tn, fpr; share_above: rows at or above t / n;
        score_sums: sum of the non-sensible / of the sensible scores; errors_at_half: wrong / right at
        threshold 0.5. Infinity for a positive number over 0, NaN for 0 over 0.
    """
    check_option("ties", ties, TIES)
    positive, score = check_probabilities(y_true, y_score, pos_label)
    middle = score_midpoint(positive, score)
    above = score >= middle if ties == "ge" else score > middle
    below = score < middle
    tp, fp = int((positive & above).sum()), int((~positive & ~below).sum())
    fn, tn = int((positive & ~above).sum()), int((~positive & below).sum())
    n, n_pos, n_neg = len(score), tp + fn, fp + tn
    sensible = np.where(positive, above, below)
    wrong = int(((score >= 0.5) != positive).sum())
    pairs = {
        "printed": (fp + fn, tp + tn),
        "non_sensible/n": (fp + fn, n),
        "above/below": (tp + fp, fn + tn),
        "n_pos/n_neg": (n_pos, n_neg),
        "n_pos/n": (n_pos, n),
        "tp/tn": (tp, tn),
        "fp/tp": (fp, tp),
        "fn/tp": (fn, tp),
        "fp/fn": (fp, fn),
        "fp/tn": (fp, tn),
        "fpr": (fp, n_neg),
        "share_above": (tp + fp, n),
        "score_sums": (math.fsum(score[~sensible]), math.fsum(score[sensible])),
        "errors_at_half": (wrong, n - wrong),
    }
    return {name: _ratio(*pairs[name]) for name in READINGS}


def _ratio(part: float, whole: float) -> float:
    if whole == 0:
        return math.inf if part > 0 else math.nan
    return part / whole
