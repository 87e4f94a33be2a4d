"""Small examples: Table 1, two scores, rows in neither group, changes that curves cannot see."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from rocrepro.evaluation import roc_auc, roc_points, sensibility
from rocrepro.papers.fact_rows import Row, row
from rocrepro.papers.klement2009 import printed

STEPS = 2000  # of the true probability, over which miscalibrated scorers are compared
Ints = NDArray[np.int64]
Floats = NDArray[np.float64]


def example_quantities() -> list[Row]:
    """Quantities of the paper's own example and on constructed ones."""
    return [*_table1(), *_ends(), *_margin(), *_ties(), *_unseen(), *_estimation()]


def _table1() -> list[Row]:
    labels, scores = np.array(printed.TABLE1_LABELS), np.array(printed.TABLE1_SCORES)
    result = sensibility(labels, scores)
    wrong = (scores >= printed.TABLE1_THRESHOLD) != labels
    at_print = (scores >= printed.TABLE1_MIDPOINT) == labels
    pos, neg = scores[labels == 1], scores[labels == 0]
    fits = [t for t in np.arange(101) / 100 if (((scores >= t) == labels) == at_print).all()]
    cuts = [t for t in np.arange(101) / 100 if ((scores >= t) == (scores >= printed.TABLE1_THRESHOLD)).all()]
    unequal = int((result.sensible != at_print).sum())
    return [
        row("table1_sensible_right", (~wrong & at_print).sum(), "right sensible rows at the threshold"),
        row("table1_other_right", (~wrong & ~at_print).sum(), "right non-sensible rows at the threshold"),
        row("table1_sensible_errors", (wrong & at_print).sum(), "wrong sensible rows at the threshold"),
        row("table1_other_errors", (wrong & ~at_print).sum(), "wrong non-sensible rows at the threshold"),
        row("table1_mark_changes", unequal, "marks that the formula's midpoint would change", n=10),
        row("table1_midpoint_low", min(fits), "least midpoint in hundredths with the printed marks"),
        row("table1_midpoint_high", max(fits), "largest midpoint in hundredths with the printed marks"),
        row("table1_threshold_low", min(cuts), "least threshold in hundredths with the printed predictions"),
        row(
            "table1_threshold_high", max(cuts), "largest threshold in hundredths with the printed predictions"
        ),
        row("table1_mean_pos", pos.mean(), "mean score of the positives, m+", n=len(pos)),
        row("table1_mean_neg", neg.mean(), "mean score of the negatives, m-", n=len(neg)),
        row("table1_balance", len(pos) / len(neg), "class distribution d"),
        row("table1_sensibility_values", len(set(result.sensible_correct)), "values over all thresholds"),
        row("table1_capability_values", len(set(result.non_sensible_correct)), "values over all thresholds"),
        row("table1_capability_max", result.capability.max(), "largest capability over all thresholds"),
        *_misprint(labels, scores, at_print),
    ]


def _misprint(labels: Ints, scores: Floats, sensible: NDArray[np.bool_]) -> list[Row]:
    """Which one score, had it been larger, gives the printed midpoint, and all else that is printed."""
    missing = 2 * printed.TABLE1_MIDPOINT * labels.sum() - scores.sum()
    predicted = scores >= printed.TABLE1_THRESHOLD
    found = []
    for i in range(len(scores)):
        other = scores.copy()
        other[i] = round(other[i] + missing, 9)
        fits = (
            other[i] <= 1
            and ((other >= printed.TABLE1_THRESHOLD) == predicted).all()
            and (((other >= printed.TABLE1_MIDPOINT) == labels) == sensible).all()
        )
        if fits:
            found.append((i + 1, bool((np.diff(other) <= 0).all())))
    ordered = [i for i, descending in found if descending]
    return [
        row("table1_missing_score", missing, "what the scores add up to short of the printed midpoint"),
        row(
            "table1_misprints", len(found), "rows whose score, that much higher, keeps marks and predictions"
        ),
        row("table1_misprints_ordered", len(ordered), "those that keep the scores in falling order as well"),
        row("table1_misprint_row", ordered[0] if len(ordered) == 1 else np.nan, "the only such row"),
    ]


def _ends() -> list[Row]:
    """Whether thresholds from 0 to 1 give both ends of the ROC curve of Table 1."""
    scores = np.array(printed.TABLE1_SCORES)
    rules = {
        "base": (scores >= 1, scores >= 0, "at least"),
        "rule=above": (scores > 1, scores > 0, "above"),
    }
    return [
        row(
            "ends_reached",
            not highest.any() and lowest.all(),
            f"Table 1: thresholds 0 and 1 predict all and no row positive, a row being + {words} it",
            variant=variant,
        )
        for variant, (highest, lowest, words) in rules.items()
    ]


def _margin() -> list[Row]:
    """Two positive rows with the scores 0.9 and 0.51, as in section 1."""
    two = np.array([0.9, 0.51])
    labels, near, far = [1, 1, 0, 0], [0.9, 0.51, 0.7, 0.2], [0.9, 0.9, 0.7, 0.2]
    at_half = [np.asarray(scores) >= 0.5 for scores in (near, far)]
    change = roc_auc(roc_points(labels, far)) - roc_auc(roc_points(labels, near))
    return [
        row("margin_correct", (two >= 0.5).sum(), "of two positives scored 0.9 and 0.51, right at 0.5", n=2),
        row(
            "margin_matrix_changes",
            (at_half[0] != at_half[1]).sum(),
            "predictions that change from .51 to .9",
        ),
        row("margin_auc_change", abs(change), "change of AUC from .51 to .9 with a negative scored .7"),
    ]


def _ties() -> list[Row]:
    """The paper's words are strict on both sides: a row at the midpoint is in neither group."""
    labels, scores = np.array([1, 1, 0, 0]), np.full(4, 0.5)
    middle = sensibility(labels, scores).midpoint
    sensible = np.where(labels == 1, scores > middle, scores < middle)
    other = np.where(labels == 1, scores < middle, scores > middle)
    neither = (~sensible & ~other).sum()
    return [
        row("ties_neither", neither, "rows in neither group, four rows scored .5, two of each class", n=4)
    ]


def _unseen() -> list[Row]:
    """A change that no curve of scores and labels can see: the scorer does not use the second attribute."""
    share = np.array([[0.3, 0.2], [0.1, 0.4]])  # of cells (first, second attribute)
    risk = np.array([[0.1, 0.4], [0.5, 0.9]])
    of_first = (share * risk).sum(axis=1) / share.sum(axis=1)
    moved = share.sum(axis=1, keepdims=True) * np.array([[0.1, 0.9], [0.7, 0.3]])
    same_risk = np.repeat(of_first[:, None], 2, axis=1)
    joint = [np.stack([s * (1 - r), s * r]) for s, r in ((share, risk), (moved, same_risk))]
    change = 0.5 * float(np.abs(joint[0] - joint[1]).sum())
    # The curves read the distribution of class and score alone, and the score follows the first attribute.
    seen = float(np.abs(joint[0].sum(axis=2) - joint[1].sum(axis=2)).max())
    return [
        row("unseen_change", change, "total variation between two distributions of attributes and class"),
        row("unseen_difference", seen, "difference of their distributions of score and class"),
        row("every_change_seen", not (change > 0.1 and seen < 1e-12), "1: no such pair of distributions"),
    ]


def _estimation() -> list[Row]:
    """Scorers of one truth whose scores are more or less wrong: struggle ratio against error."""
    true = (np.arange(STEPS) + 0.5) / STEPS
    logit = np.log(true / (1 - true))
    struggles, errors = [], []
    for shift in np.linspace(-2, 2, 9):
        for slope in np.exp(np.linspace(-1.5, 1.5, 9)):
            score = 1 / (1 + np.exp(-(shift + slope * logit)))
            struggles.append(_struggle(true, score))
            errors.append(float(np.abs(score - true).mean()))
    grid = [float(np.round(_struggle(true, 1 / (1 + np.exp(-slope * logit))), 9)) for slope in (0.2, 1, 5)]
    note = "rank correlation of struggle ratio and mean error of the probabilities, 81 scorers of one truth"
    return [
        row("struggle_error_trend", _ranks(np.array(struggles), np.array(errors)), note, n=len(errors)),
        row("struggle_perfect", grid[1], "struggle ratio of the true probabilities, uniform on 0 to 1"),
        row("struggle_spread", max(grid) - min(grid), "its change when log-odds are wrong by a factor 5"),
    ]


def _struggle(true: Floats, score: Floats) -> float:
    """Struggle ratio in expectation, rows being positive with their true probability."""
    above = score >= score.sum() / (2 * true.sum())
    sensible = float(np.where(above, true, 1 - true).mean())
    return (1 - sensible) / sensible


def _ranks(x: Floats, y: Floats) -> float:
    from scipy.stats import rankdata

    return float(np.corrcoef(rankdata(np.round(x, 9)), rankdata(np.round(y, 9)))[0, 1])
