"""Precision and recall at the thresholds of a ROC curve, with its confident points."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from rocrepro.evaluation.confident import ConfidentSegment, confident_segment
from rocrepro.evaluation.roc import RocPoints

Floats = NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class PrecisionRecall:
    """A precision-recall curve that shares its thresholds with a ROC curve.

    Attributes
    ----------
    threshold : ndarray of float64, shape (n_points,)
        Strictly descending from infinity, as in `RocPoints`.
    precision : ndarray of float64, shape (n_points,)
        tp / (tp + fp); 1 at the first point, where nothing is predicted positive, as in scikit-learn.
    recall : ndarray of float64, shape (n_points,)
        tp / n_pos, from 0 to 1.
    mask : ndarray of bool, shape (n_points,)
        Which of the points are confident.
    prevalence : float
        Share of positive rows: the precision of random predictions.

    See Also
    --------
    precision_recall_points
    """

    threshold: Floats
    precision: Floats
    recall: Floats
    mask: NDArray[np.bool_]
    prevalence: float

    @property
    def average_precision(self) -> float:
        """Precision averaged over the steps of recall; see `average_precision`."""
        return _average_precision(self.precision, self.recall)


def precision_recall_points(
    points: RocPoints, *, alpha: float = 0.05, test: str = "tango"
) -> PrecisionRecall:
    """Compute precision and recall at every point of a ROC curve.

    Parameters
    ----------
    points : RocPoints
        A whole curve.
    alpha, test
        Of the confident set, as in `confident_segment`.

    Returns
    -------
    PrecisionRecall
        One point for each point of the ROC curve, in the same order.

    Raises
    ------
    InputError
        As in `confident_segment`.

    See Also
    --------
    roc_points : the curve that it is made from.
    average_precision : one number for the curve.
    at_prevalence : precision under another class mix.
    rocrepro.display.ConfidentPrecisionRecallDisplay : draws the curve.

    Notes
    -----
    precision = recall exactly where tp / (tp + fp) = tp / (tp + fn), that is where fn = fp, or
    tp = 0 < fp. So the confident points are those about the diagonal of the precision-recall square, around
    what is known as the break-even point: above it (precision > recall) too few rows are predicted positive,
    below it too many.

    References
    ----------
    Davis & Goadrich (2006), ICML, pp. 233-240.

    Examples
    --------
    >>> from rocrepro.evaluation import roc_points
    >>> curve = precision_recall_points(roc_points([1, 0, 1, 0], [4, 3, 2, 1]))
    >>> curve.precision.round(3).tolist(), curve.recall.tolist()
    ([1.0, 1.0, 0.5, 0.667, 0.5], [0.0, 0.5, 0.5, 1.0, 1.0])
    """
    return precision_recall(confident_segment(points, alpha=alpha, test=test))


def average_precision(points: RocPoints) -> float:
    """Compute average precision: precision over the steps of recall, at the thresholds that reach them.

    Parameters
    ----------
    points : RocPoints
        A whole curve.

    Returns
    -------
    float
        From 0 to 1, above 0. Random scores give about the prevalence, the share of positive rows, and not
        one half: with a rare class 0.2 may be good, and values of two data sets are not to be compared.

    See Also
    --------
    precision_recall_points : the curve that it sums up.
    roc_auc : the area under the ROC curve, which does not depend on the prevalence.
    curve_intervals : its bootstrap interval.
    rocrepro.display.ConfidentPrecisionRecallDisplay : draws the curve.

    Notes
    -----
    The sum of (recall step) times (precision at its end), as in scikit-learn. It is no area under straight
    lines between the points: between two points of a precision-recall curve the attainable precision
    is not on the line.

    References
    ----------
    Davis & Goadrich (2006), ICML, pp. 233-240; Boyd, Eng & Page (2013), ECML PKDD, LNCS 8190:451-466
    (estimators and their intervals).

    Examples
    --------
    >>> from rocrepro.evaluation import average_precision, roc_points
    >>> round(average_precision(roc_points([1, 0, 1, 0], [4, 3, 2, 1])), 4)
    0.8333
    """
    return _average_precision(_precision(points), points.tpr)


def _average_precision(precision: Floats, recall: Floats) -> float:
    return float(np.sum(np.diff(recall) * precision[1:]))


def _precision(points: RocPoints) -> Floats:
    predicted = points.tp + points.fp
    return np.where(predicted == 0, 1.0, points.tp / np.maximum(predicted, 1))


def precision_recall(segment: ConfidentSegment) -> PrecisionRecall:
    """Compute precision and recall of a curve with known confident points; see `precision_recall_points`."""
    points = segment.points
    return PrecisionRecall(
        points.threshold, _precision(points), points.tpr, segment.mask, points.n_pos / points.n
    )
