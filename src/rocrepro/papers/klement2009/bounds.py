"""Bounds on the AUC of a row of Table 2, given its midpoint and struggle ratio and a prevalence.

Let t be the midpoint and S = 1 / (1 + struggle ratio) the share of sensible rows, which is the accuracy at
threshold t. A prevalence pi and a false positive rate b at t then fix the true positive rate
a = (S - (1 - pi)(1 - b)) / pi, and the scores must have the mean 2 pi t.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import product

import numpy as np
from numpy.typing import NDArray

from rocrepro.papers.klement2009.printed import HALF_WIDTH, Figures

Floats = NDArray[np.float64]
STEPS = 1001  # of the false positive rate


@dataclass(frozen=True)
class Row:
    """A row of Table 2: AUC, midpoint and share of sensible rows."""

    auc: float
    midpoint: float
    sensible: float


def rows_of(printed: Figures, *, rounding: bool = False) -> list[Row]:
    """The row that is printed so, or with `rounding` the corners of all rows that would be printed so."""
    steps = (-HALF_WIDTH, HALF_WIDTH) if rounding else (0.0,)
    auc, midpoint, struggle = printed
    return [Row(auc + i, midpoint + j, 1 / (1 + struggle + k)) for i, j, k in product(steps, repeat=3)]


def operating_points(row: Row, prevalence: float) -> tuple[Floats, Floats]:
    """All (false, true) positive rates at the midpoint that some concave ROC curve can have.

    The rates must give the share of sensible rows, lie on or above the diagonal, and leave room for the mean
    score: rows at or above t have scores from t to 1, the others from 0 to t.
    """
    # Only these rates leave a true positive rate from 0 to 1.
    lowest, highest = (1 - (row.sensible - prevalence * a) / (1 - prevalence) for a in (0, 1))
    fpr = np.linspace(max(lowest, 0.0), min(highest, 1.0), STEPS)
    tpr = np.clip((row.sensible - (1 - prevalence) * (1 - fpr)) / prevalence, 0, 1)
    above = prevalence * tpr + (1 - prevalence) * fpr
    mean = 2 * prevalence * row.midpoint
    fits = tpr >= fpr
    fits &= (row.midpoint * above <= mean) & (mean <= above + (1 - above) * row.midpoint)
    return fpr[fits], tpr[fits]


def concave_range(fpr: Floats, tpr: Floats) -> tuple[Floats, Floats]:
    """Least and largest area under a concave ROC curve through each point on or above the diagonal.

    The least is that of the two chords to (0, 0) and (1, 1). The largest is that of a straight line through
    the point, cut off at the sides of the unit square, at the best slope.
    """
    a, b = tpr, fpr
    with np.errstate(divide="ignore", invalid="ignore"):
        right = 1 - (1 - a) / (2 * (1 - b))
        left = 1 - b / (2 * a)
    largest = np.where(b > 0.5, right, np.where(a < 0.5, left, 1 - 2 * b * (1 - a)))
    return (1 + a - b) / 2, np.where(b >= 1, 0.5, np.where(a <= 0, 0.5, largest))


def calibrated_maximum(row: Row, prevalence: float) -> float:
    """Largest AUC of a scorer that is calibrated at the midpoint; NaN when there is none.

    Where the score is the probability of the positive class, the ROC curve has the slope
    s = t(1 - pi) / ((1 - t) pi) at the midpoint, and being concave lies below that line. The area is at most
    1 - (1 - a + s b)^2 / (2 s).
    """
    fpr, tpr = operating_points(row, prevalence)
    slope = row.midpoint * (1 - prevalence) / ((1 - row.midpoint) * prevalence)
    # The line must leave (0, 0) and (1, 1) on or below it.
    fits = (tpr - slope * fpr >= 0) & (tpr + slope * (1 - fpr) >= 1)
    if not fits.any():
        return float("nan")
    return float((1 - (1 - tpr[fits] + slope * fpr[fits]) ** 2 / (2 * slope)).max())


def auc_range(row: Row, prevalence: float) -> tuple[float, float]:
    """Least and largest AUC of any scorer with a concave ROC curve; NaN when there is none."""
    fpr, tpr = operating_points(row, prevalence)
    if not len(fpr):
        return float("nan"), float("nan")
    low, high = concave_range(fpr, tpr)
    return float(low.min()), float(high.max())


def is_possible(printed: Figures, prevalence: float) -> bool:
    """Return whether some scorer with a concave ROC curve would be printed as a row of Table 2."""
    for row in rows_of(printed, rounding=True):
        low, high = concave_range(*operating_points(row, prevalence))
        if np.any((low <= row.auc) & (row.auc <= high)):
            return True
    return False


def attains(struggle: float, n: int) -> bool:
    """Return whether `n` rows can give a struggle ratio that is printed as `struggle`."""
    other = np.arange(n)
    return bool(np.abs(other / (n - other) - struggle).min() <= HALF_WIDTH + 1e-12)
