"""One model of a study at one seed: its curve, its confident points, and the threshold in use."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from rocrepro.errors import InputError
from rocrepro.evaluation import (
    ConfidentSegment,
    RocPoints,
    confident_segment,
    roc_points,
)
from rocrepro.study.choices import Choices
from rocrepro.study.cut import Cut, are_probabilities, cut_in_use
from rocrepro.study.frames import Key

Name = tuple[str, ...]
Floats = NDArray[np.float64]
Ints = NDArray[np.int64]


@dataclass(frozen=True, eq=False)
class Model:
    """One model at one seed, with what is computed from its scores once and used everywhere.

    Attributes
    ----------
    name : tuple of str
        For example (engine, learner), or the one name that a user's file has.
    seed : int
    label : ndarray of int, shape (n,)
        1 for positive rows, 0 for others.
    score : ndarray of float64, shape (n,)
        The higher, the more likely positive.
    fold : ndarray of int, shape (n,)
        Fold in which a row was scored.
    row : ndarray of int, shape (n,)
        Number of the example, ascending: equal numbers of two models are the same example.
    choices : Choices
    cluster : ndarray of str, shape (n,), optional
        Name of the cluster of each row, as a patient with several rows; None where rows are independent.
    group : ndarray of str, shape (n,), optional
        Name of the part of the rows that is looked at by itself.
    weight : ndarray of float64, shape (n,), optional
        How much a row counts, at least 0; None where all count alike.

    See Also
    --------
    Study : the models of one set of examples.
    """

    name: Name
    seed: int
    label: NDArray[np.int64]
    score: Floats
    fold: NDArray[np.int64]
    row: NDArray[np.int64]
    choices: Choices
    cluster: NDArray[np.object_] | None = None
    group: NDArray[np.object_] | None = None
    weight: Floats | None = None

    @property
    def key(self) -> Key:
        """The name's parts and the seed."""
        return (*self.name, self.seed)

    @cached_property
    def curve(self) -> RocPoints:
        """The ROC curve of all rows, folds pooled."""
        return roc_points(self.label, self.score)

    @cached_property
    def segment(self) -> ConfidentSegment:
        """The curve's confident points."""
        return confident_segment(self.curve, alpha=self.choices.alpha, test=self.choices.test)

    @cached_property
    def in_use(self) -> Cut:
        """The threshold in use, with where it comes from and whether it separates anything."""
        return cut_in_use(self.curve, self.choices)

    @property
    def cut(self) -> float:
        """The threshold in use; predict positive where the score is at least this."""
        return self.in_use.threshold

    @property
    def predicted(self) -> NDArray[np.int64]:
        """The predicted class of each row at the threshold in use."""
        return (self.score >= self.cut).astype(np.int64)

    @cached_property
    def sorted_rows(self) -> tuple[Ints, Floats]:
        """Labels and scores, positive rows first and in each class the highest first.

        Sums over rows have the same last bit in whatever order a file has its rows.
        """
        order = np.lexsort((-self.score, 1 - self.label))
        return self.label[order], self.score[order]

    @cached_property
    def probabilities(self) -> tuple[Ints, Floats] | None:
        """The sorted rows, where the scores are read as probabilities; sensibility needs no less.

        What rounding put outside 0 to 1 is clipped. The choice `probabilities` says whether they are read so.

        Raises
        ------
        InputError
            For a score outside 0 to 1 where scores are said to be probabilities.
        """
        label, score = self.sorted_rows
        stated = self.choices.probabilities
        if stated is False:
            return None
        if are_probabilities(score):
            return label, np.clip(score, 0.0, 1.0)
        if stated:
            found = score.max() if score.max() > 1 else score.min()
            where = f"probabilities: model {self.label_text}"
            raise InputError(f"{where}: found a score of {found:g}; expected scores from 0 to 1")
        return None

    @property
    def label_text(self) -> str:
        """The name in one piece, for legends and notes."""
        return " ".join(self.name)


def pair_key(a: Model, b: Model) -> Key:
    """Return the names of both models, and their seed."""
    return (*a.name, *b.name, a.seed)


def balanced(curve: RocPoints) -> int:
    """Return the position of the point where the two numbers of errors are closest.

    Ties go to the fewest errors, and then to the highest threshold.
    """
    return int(np.lexsort((curve.fn + curve.fp, np.abs(curve.fn - curve.fp)))[0])
