"""ROC curves of rows with weights."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from rocrepro.errors import InputError
from rocrepro.evaluation.row_names import check_order
from rocrepro.evaluation.rows import as_numbers, check_binary

Floats = NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class WeightedRocPoints:
    """The points of a ROC curve of weighted rows, from the strictest threshold to the most lenient.

    Attributes
    ----------
    threshold : ndarray of float64, shape (n_points,)
        As in `RocPoints`: infinity, then the distinct scores, descending.
    tp, fp : ndarray of float64, shape (n_points,)
        Weight of the true and of the false positives at each threshold, from 0.

    See Also
    --------
    weighted_roc_points
    RocPoints : the curve of rows that count alike.
    """

    threshold: Floats
    tp: Floats
    fp: Floats

    def __len__(self) -> int:
        return len(self.threshold)

    @property
    def tpr(self) -> Floats:
        """True positive rate, shape (n_points,)."""
        return np.asarray(self.tp / self.tp[-1])

    @property
    def fpr(self) -> Floats:
        """False positive rate, shape (n_points,)."""
        return np.asarray(self.fp / self.fp[-1])

    @property
    def auc(self) -> float:
        """Area under the curve by trapezoids, in [0, 1]."""
        return float(np.sum(np.diff(self.fpr) * (self.tpr[1:] + self.tpr[:-1])) / 2)


def weighted_roc_points(
    y_true: ArrayLike, y_score: ArrayLike, sample_weight: ArrayLike, *, pos_label: Any = None
) -> WeightedRocPoints:
    """Return the ROC curve of weighted rows: the weight of the errors at every threshold.

    Parameters
    ----------
    y_true, y_score : array-like, shape (n,)
        Labels and scores as in `roc_points`.
    sample_weight : array-like of float, shape (n,)
        Weight of each row, from 0; a row of weight 0 is left out, and its score is no threshold.
    pos_label : optional
        The positive class as in `roc_points`.

    Returns
    -------
    WeightedRocPoints

    Raises
    ------
    InputError
        As in `roc_points`, for weights of another length, a weight that is negative or no finite number, and
        a class whose weights add up to 0 or to no finite number.

    See Also
    --------
    roc_points : the curve of rows that count alike.
    at_prevalence : weights of the two classes.
    weighted_measures : its area, and measures at a threshold.
    rocrepro.display.WeightedRocDisplay : draws it.

    Notes
    -----
    With whole-numbered weights these are the counts of `roc_points` on rows repeated so often, exactly. The
    order of the rows does not matter, to the last bit.

    The tests and intervals of this package take counts of independent rows, which weights are not: Tango's
    interval and the confident set have no meaning on these sums. `at_prevalence` gives both classes weights
    and says what that does to its interval.

    Examples
    --------
    >>> points = weighted_roc_points([1, 0, 1, 0], [0.9, 0.6, 0.4, 0.1], [1, 0.5, 2, 0.25])
    >>> points.threshold.tolist(), points.tp.tolist(), points.fp.tolist()
    ([inf, 0.9, 0.6, 0.4, 0.1], [0.0, 1.0, 1.0, 3.0, 3.0], [0.0, 0.0, 0.5, 0.5, 0.75])
    """
    positive, score = check_binary(y_true, y_score, pos_label)
    check_order(y_true=y_true, sample_weight=sample_weight)
    weight = check_weights(sample_weight, positive)
    order = np.lexsort((weight, positive, -score))  # equal scores add up in one order, whatever the rows'
    order = order[weight[order] > 0]
    positive, score, weight = positive[order], score[order], weight[order]
    last = np.append(np.flatnonzero(np.diff(score)), len(score) - 1)
    tp, fp = (np.cumsum(weight * of)[last] for of in (positive, ~positive))
    return WeightedRocPoints(
        threshold=np.append(np.inf, score[last]), tp=np.append(0.0, tp), fp=np.append(0.0, fp)
    )


def check_weights(sample_weight: ArrayLike, positive: NDArray[np.bool_]) -> Floats:
    """Return weights as float64, or raise InputError."""
    weight = as_numbers("sample_weight", sample_weight)
    if len(weight) != len(positive):
        raise InputError(
            f"sample_weight: found {len(weight)} weights for {len(positive)} labels; expected one per label"
        )
    bad = ~(np.isfinite(weight) & (weight >= 0))
    if bad.any():
        row = int(np.argmax(bad))
        raise InputError(
            f"sample_weight: row {row + 1}: found {weight[row]}; expected a finite number of at least 0"
        )
    with np.errstate(over="ignore"):
        totals = {"positive": weight[positive].sum(), "negative": weight[~positive].sum()}
    for name, total in totals.items():
        if not 0 < total < np.inf:
            raise InputError(
                f"sample_weight: found a total of {total} in the {name} class; expected one above 0"
            )
    return weight
