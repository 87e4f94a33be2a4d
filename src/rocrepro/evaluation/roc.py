"""The exact ROC curve: one point for each distinct score, in integer counts."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from rocrepro.evaluation.counting import count_by_score
from rocrepro.evaluation.rows import check_binary


@dataclass(frozen=True, eq=False)
class RocPoints:
    """The points of a ROC curve, from the strictest threshold to the most lenient.

    Attributes
    ----------
    threshold : ndarray of float64, shape (n_points,)
        Strictly descending; the first is infinity, where nothing is predicted positive. A row is predicted
        positive at a threshold when its score is at least the threshold.
    tp, fp : ndarray of int64, shape (n_points,)
        True and false positives at each threshold, from 0 to `n_pos` and to `n_neg`.
    n_pos, n_neg : int
        Number of positive and negative rows.

    See Also
    --------
    roc_points
    weighted_roc_points : the curve of rows with weights.
    """

    threshold: NDArray[np.float64]
    tp: NDArray[np.int64]
    fp: NDArray[np.int64]
    n_pos: int
    n_neg: int

    def __len__(self) -> int:
        return len(self.threshold)

    @property
    def n(self) -> int:
        """Number of rows."""
        return self.n_pos + self.n_neg

    @property
    def fn(self) -> NDArray[np.int64]:
        """Positive rows that are predicted negative, shape (n_points,)."""
        return self.n_pos - self.tp

    @property
    def tn(self) -> NDArray[np.int64]:
        """Negative rows that are predicted negative, shape (n_points,)."""
        return self.n_neg - self.fp

    @property
    def tpr(self) -> NDArray[np.float64]:
        """True positive rate, shape (n_points,)."""
        return self.tp / self.n_pos

    @property
    def fpr(self) -> NDArray[np.float64]:
        """False positive rate, shape (n_points,)."""
        return self.fp / self.n_neg

    @property
    def difference(self) -> NDArray[np.float64]:
        """(fn - fp) / n at each point: positive where too few rows are predicted positive."""
        return (self.fn - self.fp) / self.n


def roc_points(y_true: ArrayLike, y_score: ArrayLike, *, pos_label: Any = None) -> RocPoints:
    """Return the ROC curve: the errors at every threshold that changes a prediction.

    Equal scores enter together and no tolerance is applied: two scores are one point only when they are the
    same double (0.0 and -0.0 are). No point is dropped, collinear ones included.

    Parameters
    ----------
    y_true : array-like, shape (n,)
        Labels of two classes.
    y_score : array-like of float, shape (n,)
        Finite scores; higher means more positive. The direction is never turned round.
    pos_label : optional
        The positive class. It may be left out for labels {0, 1}, {-1, 1} and booleans, where it is 1.

    Returns
    -------
    RocPoints
        One point for each distinct score after the all-negative one at threshold infinity. The last point,
        at the lowest score, is the all-positive one.

    Raises
    ------
    InputError
        See `check_binary`.

    See Also
    --------
    roc_auc : the area under the curve.
    confident_segment : the points at which errors may balance.
    operating_point : the best threshold.
    weighted_roc_points : the curve of rows with weights.
    precision_recall_points, cost_curve : other curves of the same counts.
    rocrepro.display.ConfidentRocDisplay : draws the curve.

    Examples
    --------
    >>> points = roc_points([1, 0, 1, 0], [0.9, 0.9, 0.4, 0.1])
    >>> points.threshold.tolist()
    [inf, 0.9, 0.4, 0.1]
    >>> points.tp.tolist(), points.fp.tolist()
    ([0, 1, 2, 2], [0, 1, 1, 2])
    """
    positive, score = check_binary(y_true, y_score, pos_label)
    threshold, tp, fp = count_by_score(positive, score)
    return RocPoints(threshold=threshold, tp=tp, fp=fp, n_pos=int(tp[-1]), n_neg=int(fp[-1]))


def index_at(points: RocPoints, threshold: ArrayLike) -> NDArray[np.intp]:
    """Return the position of the point that each threshold gives.

    A threshold between two scores predicts what the next score above it does.
    """
    # Thresholds descend, and searchsorted wants them ascending.
    return np.searchsorted(-points.threshold, -np.asarray(threshold), side="right") - 1
