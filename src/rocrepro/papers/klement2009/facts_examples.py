"""Small examples: Table 1, two scores, and scorers of a known truth."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from rocrepro.evaluation import roc_auc, roc_points, sensibility
from rocrepro.papers.fact_rows import Row, row
from rocrepro.papers.klement2009 import printed

if TYPE_CHECKING:
    from rocrepro.papers.evaluated import Evaluated

STEPS = 2000  # of the true probability, over which miscalibrated scorers are compared
PRIORS = (0.33, 0.20)  # class shares between which calibrated scores are moved
SPREAD = 2.25  # sum of the parameters of their beta distribution
# Miscalibrated scorers are compared at even classes and at these. The true probabilities have a beta
# distribution with parameters of this sum, so that with even classes they are spread evenly from 0 to 1.
EVEN, TRUTH = 0.5, 2.0
SHIFTS, SLOPES = np.linspace(-2, 2, 9), np.exp(np.linspace(-1.5, 1.5, 9))  # of the log-odds
Ints = NDArray[np.int64]
Floats = NDArray[np.float64]


def example_quantities(evaluated: Evaluated) -> list[Row]:
    """Quantities of the paper's own example and on constructed ones."""
    midpoint = float(evaluated.printed(printed.TABLE1_MIDPOINT))
    estimation = _estimation(EVEN, "base")
    for share in PRIORS:
        estimation += _estimation(share, f"share={share}")
    return [*_table1(midpoint), *_margin(), *estimation, *_prior()]


def _table1(midpoint: float) -> list[Row]:
    """Table 1 with the midpoint that is printed."""
    labels, scores = np.array(printed.TABLE1_LABELS), np.array(printed.TABLE1_SCORES)
    result = sensibility(labels, scores)
    predicted = scores >= printed.TABLE1_THRESHOLD
    right, sensible = predicted == labels, (scores >= midpoint) == labels
    curves = {
        "sensibility": (sensible, result.sensible_correct),
        "capability": (~sensible, result.non_sensible_correct),
    }
    rows = []
    for figure, (group, correct) in curves.items():
        rows.append(row("table1_right", (right & group).sum(), figure=figure))
        rows.append(row("table1_values", len(set(correct)), figure=figure))
    return [
        *rows,
        row("table1_mark_changes", (result.sensible != sensible).sum(), n=10),
        row("table1_capability_max", result.capability.max()),
        row("table1_misprints_ordered", len(misprints(labels, scores, midpoint))),
    ]


def misprints(labels: Ints, scores: Floats, midpoint: float) -> list[int]:
    """Return the rows whose score, had it been larger, gives this midpoint and all else that is printed."""

    def marks(of: Floats) -> NDArray[np.bool_]:
        return np.stack([of >= printed.TABLE1_THRESHOLD, (of >= midpoint) == labels])

    missing = 2 * midpoint * labels.sum() - scores.sum()
    found = []
    for i in range(len(scores)):
        other = scores.copy()
        other[i] = round(other[i] + missing, 9)
        if other[i] <= 1 and (np.diff(other) <= 0).all() and (marks(other) == marks(scores)).all():
            found.append(i + 1)
    return found


def _margin() -> list[Row]:
    """Two positive rows with the scores 0.9 and 0.51, as in section 1."""
    two = np.array([0.9, 0.51])
    labels, near, far = [1, 1, 0, 0], [0.9, 0.51, 0.7, 0.2], [0.9, 0.9, 0.7, 0.2]
    at_half = [np.asarray(scores) >= 0.5 for scores in (near, far)]
    change = roc_auc(roc_points(labels, far)) - roc_auc(roc_points(labels, near))
    return [
        row("margin_correct", (two >= 0.5).sum(), n=2),
        row("margin_matrix_changes", (at_half[0] != at_half[1]).sum()),
        row("margin_auc_change", abs(change)),
    ]


def _estimation(share: float, variant: str) -> list[Row]:
    """Scorers of one truth whose scores are more or less wrong: struggle ratio against error."""
    from scipy.stats import beta

    true = beta.ppf((np.arange(STEPS) + 0.5) / STEPS, TRUTH * share, TRUTH * (1 - share))
    logit = np.log(true / (1 - true))
    scores = [[1 / (1 + np.exp(-(shift + slope * logit))) for slope in SLOPES] for shift in SHIFTS]
    struggles = np.array([[_struggle(true, score) for score in row] for row in scores])
    errors = np.array([[np.abs(score - true).mean() for score in row] for row in scores])
    by_slope = [_ranks(*pair) for pair in zip(struggles.T, errors.T, strict=True)]
    grid = [float(np.round(_struggle(true, 1 / (1 + np.exp(-slope * logit))), 9)) for slope in (0.2, 1, 5)]
    found = [
        row("struggle_error_trend", _ranks(struggles.ravel(), errors.ravel()), n=errors.size),
        row("struggle_level_trend", min(by_slope), n=len(by_slope)),
        row("struggle_shift_trend", by_slope[len(SLOPES) // 2], n=len(SHIFTS)),
        row("struggle_spread", max(grid) - min(grid)),
    ]
    return [one | {"variant": variant} for one in found]


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
    return [
        row("prior_struggle_change", found[1][0] - found[0][0]),
        row("prior_error_change", found[1][1] - found[0][1]),
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
