"""Small examples: Table 1, two scores, and scorers of a known truth."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from rocrepro.evaluation import roc_auc, roc_points, sensibility
from rocrepro.papers.fact_rows import Row, row
from rocrepro.papers.klement2009 import printed

STEPS = 2000  # of the true probability, over which miscalibrated scorers are compared
PRIORS = (0.33, 0.20)  # class shares between which calibrated scores are moved
SPREAD = 2.25  # sum of the parameters of their beta distribution
Ints = NDArray[np.int64]
Floats = NDArray[np.float64]


def example_quantities() -> list[Row]:
    """Quantities of the paper's own example and on constructed ones."""
    return [*_table1(), *_margin(), *_estimation(), *_prior()]


def _table1() -> list[Row]:
    labels, scores = np.array(printed.TABLE1_LABELS), np.array(printed.TABLE1_SCORES)
    result = sensibility(labels, scores)
    right = (scores >= printed.TABLE1_THRESHOLD) == labels
    at_print = (scores >= printed.TABLE1_MIDPOINT) == labels
    unequal = int((result.sensible != at_print).sum())
    return [
        row("table1_sensible_right", (right & at_print).sum(), "right sensible rows at the threshold"),
        row("table1_other_right", (right & ~at_print).sum(), "right non-sensible rows at the threshold"),
        row("table1_mark_changes", unequal, "marks that the formula's midpoint would change", n=10),
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
        row(
            "table1_misprints_ordered",
            len(ordered),
            "rows whose score, that much higher, keeps marks, predictions and the falling order",
        ),
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
        row("struggle_spread", max(grid) - min(grid), "its change when log-odds are wrong by a factor 5"),
    ]


def _prior() -> list[Row]:
    """Calibrated scores whose class share falls, the scores of each class keeping their distribution.

    The scores have a beta distribution, so that each is the probability of the positive class at the first
    class share.
    """
    from scipy.stats import beta

    score = (np.arange(STEPS) + 0.5) / STEPS
    density = beta.pdf(score, SPREAD * PRIORS[0], SPREAD * (1 - PRIORS[0]))
    joint = np.stack([1 - score, score]) * density
    joint /= joint.sum(axis=1, keepdims=True)
    found = []
    for prior in PRIORS:
        neg, pos = joint * np.array([[1 - prior], [prior]])
        true = pos / (pos + neg)
        error = float((pos + neg) @ (score - true) ** 2)
        found.append((_struggle(true, score, pos + neg), error))
    words = f"class share {PRIORS[0]:g} to {PRIORS[1]:g}, scores calibrated at the first"
    return [
        row("prior_struggle_change", found[1][0] - found[0][0], f"change of the struggle ratio, {words}"),
        row("prior_error_change", found[1][1] - found[0][1], f"of the squared calibration error, {words}"),
    ]


def _struggle(true: Floats, score: Floats, weight: Floats | None = None) -> float:
    """Struggle ratio in expectation, rows being positive with their true probability."""
    weight = np.full(len(true), 1 / len(true)) if weight is None else weight
    above = score >= (weight @ score) / (2 * (weight @ true))
    sensible = float(weight @ np.where(above, true, 1 - true))
    return (1 - sensible) / sensible


def _ranks(x: Floats, y: Floats) -> float:
    from scipy.stats import rankdata

    return float(np.corrcoef(rankdata(np.round(x, 9)), rankdata(np.round(y, 9)))[0, 1])
