"""The threshold in use of one model, where it comes from, and whether it separates anything."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from rocrepro.evaluation import RocPoints
from rocrepro.evaluation.roc import index_at
from rocrepro.study.choices import Choices

# Averages of votes may leave the unit interval by so much, and are no less probabilities for it.
ROUNDING = 1e-9
FALLBACK = "youden"
"""The criterion that takes the place of a default threshold at which one class is never predicted."""


@dataclass(frozen=True)
class Cut:
    """A threshold in use; rows with a score of at least this are predicted positive.

    Attributes
    ----------
    threshold : float
    chosen_by : str
        The criterion that chose it on the very rows that are evaluated; "" for one fixed beforehand.
    one_class : str
        Why nothing can be concluded from the predictions: the threshold that was asked for puts every row in
        one class. "" where both classes are predicted.

    See Also
    --------
    cut_in_use
    """

    threshold: float
    chosen_by: str = ""
    one_class: str = ""

    @property
    def words(self) -> str:
        """Remark on the threshold, as a sentence; "" where there is none."""
        if not self.one_class:
            return ""
        if not self.chosen_by or self.threshold == np.inf:
            return f"{self.one_class}; accuracy is not informative there, and no verdict is based on it"
        return (
            f"{self.one_class}; the threshold {self.threshold:.4g} is used instead, which is the best by "
            f"{self.chosen_by} on these same rows, and no verdict on accuracy is based on it"
        )


def are_probabilities(score: np.ndarray) -> bool:
    """Check whether scores can be read as probabilities."""
    return bool((score >= -ROUNDING).all() and (score <= 1 + ROUNDING).all())


def cut_in_use(curve: RocPoints, choices: Choices, *, default: float | None = None) -> Cut:
    """Return the threshold that the choices set for a curve.

    Parameters
    ----------
    curve : RocPoints
        A whole curve, or at least its point at the threshold and its best ones.
    choices : Choices
    default : float, optional
        The threshold where the choices name none; by default 0.5 for scores from 0 to 1, and 0 for others.

    Returns
    -------
    Cut
        A default at which every row is predicted in one class gives way to the best threshold by Youden. One
        that the user gave does not.
    """
    asked = choices.cut
    if isinstance(asked, str):
        return _chosen(curve, choices, asked)
    # Distinct scores are the thresholds after the first, which is infinity.
    usual = default if default is not None else 0.5 if are_probabilities(curve.threshold[1:]) else 0.0
    threshold = usual if asked is None else asked
    reason = one_class_at(
        curve, index_of(curve, threshold), threshold, "" if asked is not None else "default "
    )
    if not reason or asked is not None:
        return Cut(threshold, one_class=reason)
    return Cut(_chosen(curve, choices, FALLBACK).threshold, FALLBACK, reason)


def _chosen(curve: RocPoints, choices: Choices, criterion: str) -> Cut:
    best = choices.criterion(criterion).best(curve)
    return Cut(best.threshold, criterion, one_class_at(curve, best.index, best.threshold))


def one_class_at(curve: RocPoints, at: int, threshold: float, kind: str = "") -> str:
    """Say that a point predicts one class for every row; "" where it predicts both."""
    predicted = int(curve.tp[at] + curve.fp[at])
    if 0 < predicted < curve.n:
        return ""
    found = "positive" if predicted else "negative"
    return f"at the {kind}threshold {threshold:.4g} every row is predicted {found}"


def index_of(curve: RocPoints, threshold: float) -> int:
    """Return the position of the point that a threshold gives; see `rocrepro.evaluation.roc.index_at`."""
    return int(index_at(curve, threshold))
