"""A ROC curve by a sweep through evenly spaced thresholds, as in Hamel's Draw-ROC."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from rocrepro.errors import InputError
from rocrepro.evaluation.inputs import check_whole
from rocrepro.evaluation.metrics import twice_trapezoids
from rocrepro.evaluation.roc import RocPoints

# Shares that were added up may leave [0, 1] in their last digits.
SLACK = 1e-9


@dataclass(frozen=True, eq=False)
class Sweep:
    """The points that a sweep finds on a ROC curve.

    Attributes
    ----------
    threshold : ndarray of float64, shape (steps + 1,)
        From 1 down to 0. A row is predicted positive when its score is at least the threshold.
    tp, fp : ndarray of int64, shape (steps + 1,)
        True and false positives at each threshold.
    index : ndarray of int64, shape (steps + 1,)
        Position of each of these points on the exact curve.
    points : RocPoints
        The exact curve.

    See Also
    --------
    sweep
    """

    threshold: NDArray[np.float64]
    tp: NDArray[np.int64]
    fp: NDArray[np.int64]
    index: NDArray[np.int64]
    points: RocPoints

    @property
    def tpr(self) -> NDArray[np.float64]:
        """True positive rate, shape (steps + 1,)."""
        return self.tp / self.points.n_pos

    @property
    def fpr(self) -> NDArray[np.float64]:
        """False positive rate, shape (steps + 1,)."""
        return self.fp / self.points.n_neg

    @property
    def lost(self) -> NDArray[np.bool_]:
        """Mask of the points of the exact curve that the sweep misses, shape (n_points,)."""
        lost = np.ones(len(self.points), dtype=np.bool_)
        lost[self.index] = False
        return lost

    @property
    def auc(self) -> float:
        """Area under the straight lines through the sweep's points, drawn on from (0, 0).

        Unlike the exact curve, a sweep need not begin there: at threshold 1 it has all rows with score 1.
        """
        fp, tp = (np.concatenate([[0], counts]) for counts in (self.fp, self.tp))
        return twice_trapezoids(fp, tp) / (2 * self.points.n_pos * self.points.n_neg)


def sweep(points: RocPoints, *, steps: int = 100) -> Sweep:
    """Return the points of a curve that a sweep of the threshold from 1 to 0 finds.

    Parameters
    ----------
    points : RocPoints
        A whole curve whose scores lie in [0, 1], but for rounding errors up to 1e-9.
    steps : int
        Number of steps, at least 1; 100 are the chapter's steps of 0.01.

    Returns
    -------
    Sweep
        Every point of it is one of the exact curve: that with the lowest threshold not below the sweep's.

    Raises
    ------
    InputError
        For scores outside [0, 1], and for fewer than 1 step.

    See Also
    --------
    roc_points : all points of the curve.

    Notes
    -----
    Threshold k is the double nearest to k / steps. Taking 0.01 away again and again would drift off, and put
    0.35 above a score of 0.35.

    References
    ----------
    Hamel (2008), function Draw-ROC, after Fawcett (2004).

    Examples
    --------
    >>> from rocrepro.evaluation import roc_points
    >>> found = sweep(roc_points([1, 0, 1, 0], [0.995, 0.992, 0.4, 0.1]))
    >>> int(found.lost.sum()), found.auc, found.points.threshold[found.lost].tolist()
    (1, 0.625, [0.995])
    """
    check_whole(steps, "steps")
    scores = points.threshold[1:]
    if scores[0] > 1 + SLACK or scores[-1] < -SLACK:
        bad = scores[0] if scores[0] > 1 + SLACK else scores[-1]
        raise InputError(f"y_score: found {bad}; expected scores from 0 to 1 for a sweep")
    threshold = np.arange(int(steps), -1, -1) / int(steps)
    # Thresholds of the curve fall; the last that is not below the sweep's own holds the same rows.
    # A score that rounding took below 0 is one of 0.
    index = np.searchsorted(-np.maximum(points.threshold, 0), -threshold, side="right") - 1
    return Sweep(threshold, points.tp[index], points.fp[index], index, points)
