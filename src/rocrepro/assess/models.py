"""The models of a scores file with their curves, and the threshold in use of each."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from rocrepro.assess.options import Options
from rocrepro.assess.reading import Given
from rocrepro.evaluation import (
    ConfidentSegment,
    OperatingPoint,
    RocPoints,
    confident_segment,
    operating_point,
    roc_points,
)


@dataclass(frozen=True, eq=False)
class Model:
    """One model at the seed that curves show.

    Attributes
    ----------
    name : str
    label : ndarray of int, shape (n,)
        1 for positive rows, 0 for others.
    score : ndarray of float64, shape (n,)
    curve : RocPoints
    segment : ConfidentSegment
    cut : float
        The threshold in use.
    """

    name: str
    label: NDArray[np.int64]
    score: NDArray[np.float64]
    curve: RocPoints
    segment: ConfidentSegment
    cut: float

    @property
    def predicted(self) -> NDArray[np.int64]:
        """The predicted class of each row at the threshold in use."""
        return (self.score >= self.cut).astype(np.int64)


def models_of(given: Given, options: Options) -> list[Model]:
    """Every model of a file, in the file's order."""
    found = []
    for name, label, score in given.at_seed():
        curve = roc_points(label, score)
        segment = confident_segment(curve, alpha=options.alpha, test=options.test)
        found.append(Model(name, label, score, curve, segment, cut_of(curve, options)))
    return found


def are_probabilities(score: NDArray[np.float64]) -> bool:
    """Whether scores can be read as probabilities: sensibility is defined for nothing else."""
    return bool(((score >= 0) & (score <= 1)).all())


def cut_of(curve: RocPoints, options: Options) -> float:
    """The threshold in use; predict positive where the score is at least this."""
    cut = options.cut
    if cut is None:
        # Distinct scores are the thresholds after the first, which is infinity.
        return 0.5 if are_probabilities(curve.threshold[1:]) else 0.0
    return chosen(curve, cut, options).threshold if isinstance(cut, str) else cut


def chosen(curve: RocPoints, criterion: str, options: Options) -> OperatingPoint:
    """The best point of a curve by a criterion, with the costs and the bound of the options."""
    if criterion == "cost":
        return operating_point(curve, "cost", cost_fn=options.cost_fn, cost_fp=options.cost_fp)
    if criterion == "neyman_pearson":
        return operating_point(curve, "neyman_pearson", max_fpr=options.max_fpr)
    return operating_point(curve, criterion)


def cut_words(options: Options) -> str:
    """Where the threshold in use comes from, for notes."""
    cut = options.cut
    if cut is None:
        return "0.5 for scores from 0 to 1 and 0 for others"
    if isinstance(cut, str):
        return f"each model's best by {cut}, chosen on these very rows"
    return f"{cut:g}, as given"
