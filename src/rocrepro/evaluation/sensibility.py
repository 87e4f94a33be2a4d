"""Classification sensibility: a midpoint of the scores, the rows on the right side of it, and the others."""

from __future__ import annotations

import math
import warnings
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from rocrepro.errors import InputError
from rocrepro.evaluation.inputs import check_option
from rocrepro.evaluation.midpoint import check_probabilities, midpoint_of
from rocrepro.evaluation.roc import roc_points

TIES = ("ge", "strict")

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]


class EmptyGroupWarning(UserWarning):
    """No row is sensible, or every row is: the accuracy on the empty group is NaN."""


class MidpointAboveOneWarning(UserWarning):
    """The midpoint exceeds every possible score: all positive rows are non-sensible."""


@dataclass(frozen=True, eq=False)
class Sensibility:
    """The sensibility analysis of one set of scores.

    Attributes
    ----------
    midpoint : float
        The score that divides sensible from non-sensible rows; at least 0, and above 1 where the scores add
        up to more than twice the number of positive rows.
    sensible : ndarray of bool, shape (n,)
        Whether each row, in the order given, lies on its own class's side of the midpoint.
    threshold : ndarray of float64, shape (n_points,)
        Strictly descending from infinity, as in `RocPoints`; a row is predicted positive at a threshold when
        its score is at least the threshold.
    sensible_correct, non_sensible_correct : ndarray of int64, shape (n_points,)
        Rows of each group that are classified correctly at each threshold.

    See Also
    --------
    sensibility
    """

    midpoint: float
    sensible: NDArray[np.bool_]
    threshold: Floats
    sensible_correct: Ints
    non_sensible_correct: Ints

    @property
    def n_sensible(self) -> int:
        """Number of sensible rows."""
        return int(self.sensible.sum())

    @property
    def n_non_sensible(self) -> int:
        """Number of rows that are not sensible."""
        return len(self.sensible) - self.n_sensible

    @property
    def struggle_ratio(self) -> float:
        """Non-sensible rows for each sensible one (section 2); infinity when no row is sensible."""
        return self.n_non_sensible / self.n_sensible if self.n_sensible else math.inf

    @property
    def sensibility(self) -> Floats:
        """Accuracy on the sensible rows at each threshold, shape (n_points,); NaN when there are none."""
        return _share(self.sensible_correct, self.n_sensible)

    @property
    def capability(self) -> Floats:
        """Accuracy on the other rows at each threshold, shape (n_points,); NaN when there are none."""
        return _share(self.non_sensible_correct, self.n_non_sensible)

    def sensibility_at(self, threshold: ArrayLike) -> Floats:
        """Return the accuracy on the sensible rows at any thresholds; same shape."""
        value: Floats = self.sensibility[self._point(threshold)]
        return value

    def capability_at(self, threshold: ArrayLike) -> Floats:
        """Return the accuracy on the other rows at any thresholds; same shape."""
        value: Floats = self.capability[self._point(threshold)]
        return value

    def _point(self, threshold: ArrayLike) -> Any:
        """Index of the point that a threshold shares its predictions with."""
        wanted = np.asarray(threshold, dtype=np.float64)
        if np.isnan(wanted).any():
            raise InputError("threshold: found nan; expected a number")
        # The lowest observed score that is still at least the threshold.
        return len(self.threshold) - 1 - np.searchsorted(self.threshold[::-1], wanted, side="left")


def sensibility(
    y_true: ArrayLike,
    y_score: ArrayLike,
    *,
    pos_label: Any = None,
    midpoint: str | float = "paper",
    ties: str = "ge",
) -> Sensibility:
    """Divide rows by the midpoint of their scores, and measure accuracy on both parts at every threshold.

    A row is *sensible* when it is classified correctly with the midpoint as threshold: a positive row whose
    score is at least the midpoint, or a negative row whose score is below it.

    Parameters
    ----------
    y_true : array-like, shape (n,)
        Labels of two classes.
    y_score : array-like of float, shape (n,)
        Probabilities of the positive class, from 0 to 1.
    pos_label : optional
        The positive class, as in `roc_points`.
    midpoint : "paper" or float
        What divides the rows: their `score_midpoint` ("paper"), or a number of at least 0, such as the
        midpoint of other rows. The words "mid_mean", "mid_mean_d", "negatives" and "spread" are deprecated.
    ties : {"ge", "strict"}
        What becomes of a positive row at the midpoint, which the paper leaves open: sensible ("ge", the rule
        of every threshold here) or not ("strict"; the paper says "above"). A negative row there is not.

    Returns
    -------
    Sensibility

    Warns
    -----
    EmptyGroupWarning
        When all rows or none are sensible: the struggle ratio is 0 or infinity, and the capability or the
        sensibility is NaN.
    MidpointAboveOneWarning
        When the midpoint exceeds 1.

    Raises
    ------
    InputError
        As in `roc_points`; for scores outside [0, 1]; for an unknown midpoint or rule.

    See Also
    --------
    score_midpoint : where rows are divided.
    struggle_ratio : one number of the analysis, as a scorer.
    rocrepro.display.SensibilityDisplay : draws the curves.

    Notes
    -----
    With accuracy A(u), and S the share of sensible rows, A(u) = S sensibility(u) + (1 - S) capability(u) at
    every threshold u. At the midpoint the sensibility is 1 and the capability 0. Each curve's values at 0
    and above all scores add up to 1, as every prediction turns.

    References
    ----------
    Klement et al. (2009), section 2.

    Examples
    --------
    >>> scores = [1.0, 0.9, 0.8, 0.7, 0.6, 0.5, 0.4, 0.3, 0.2, 0.0]
    >>> result = sensibility([1, 1, 0, 1, 1, 0, 1, 0, 0, 0], scores)
    >>> result.midpoint, result.n_sensible, result.struggle_ratio
    (0.54, 8, 0.25)
    >>> float(result.sensibility_at(0.35)), float(result.capability_at(0.35))
    (0.875, 0.5)
    """
    check_option("ties", ties, TIES)
    positive, score = check_probabilities(y_true, y_score, pos_label)
    middle = midpoint_of(positive, score, midpoint)
    above = score >= middle if ties == "ge" else score > middle
    sensible = np.where(positive, above, score < middle)
    points = roc_points(positive, score)
    # Both groups are cut from nested sets: a sensible positive row is correct at u when its score is at
    # least u, and those rows are the tp(u) highest positives as far as they are sensible.
    n_pos, n_neg = int(sensible[positive].sum()), int(sensible[~positive].sum())
    correct = np.minimum(points.tp, n_pos) + np.minimum(points.tn, n_neg)
    result = Sensibility(middle, sensible, points.threshold, correct, points.tp + points.tn - correct)
    _warn(result)
    return result


def _warn(result: Sensibility) -> None:
    """Name what is undefined or unusual about a result; the warning points at the caller's caller."""
    if result.midpoint > 1:
        message = f"the midpoint {result.midpoint:g} exceeds 1: every positive row is non-sensible"
        warnings.warn(message, MidpointAboveOneWarning, stacklevel=3)
    if result.n_sensible == 0:
        message = "no row is sensible: the struggle ratio is infinite and the sensibility NaN"
        warnings.warn(message, EmptyGroupWarning, stacklevel=3)
    if result.n_non_sensible == 0:
        message = "every row is sensible: the struggle ratio is 0 and the capability NaN"
        warnings.warn(message, EmptyGroupWarning, stacklevel=3)


def _share(count: Ints, total: int) -> Floats:
    return count / total if total else np.full(len(count), np.nan)
