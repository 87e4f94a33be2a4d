"""ROC curves and areas that use the distances between scores, and not only their order."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from rocrepro.errors import InputError
from rocrepro.evaluation.counting import count_by_score
from rocrepro.evaluation.midpoint import check_probabilities

Floats = NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class SmoothRoc:
    """A smooth ROC curve (smROC).

    Attributes
    ----------
    threshold : ndarray of float64, shape (n_points,)
        Strictly descending from infinity: the distinct scores, as in `RocPoints`.
    x, y : ndarray of float64, shape (n_points,)
        Score mass that speaks against and for the ranking down to each threshold, in rows, from 0.
    centre : float
        The score at which the roles of a score s and of 1 - s swap.

    See Also
    --------
    smooth_roc
    """

    threshold: Floats
    x: Floats
    y: Floats
    centre: float

    @property
    def fpr(self) -> Floats:
        """The values of x as shares of the last one; NaN when that is 0."""
        return self.x / self.x[-1] if self.x[-1] > 0 else np.full_like(self.x, np.nan)

    @property
    def tpr(self) -> Floats:
        """The values of y as shares of the last one; NaN when that is 0."""
        return self.y / self.y[-1] if self.y[-1] > 0 else np.full_like(self.y, np.nan)

    @property
    def auc(self) -> float:
        """Area under the straight lines between the points (smAUC); NaN when an axis has no mass."""
        return float(np.sum(np.diff(self.fpr) * (self.tpr[1:] + self.tpr[:-1])) / 2)


def smooth_roc(
    y_true: ArrayLike, y_score: ArrayLike, *, centre: float | str = "mean", pos_label: Any = None
) -> SmoothRoc:
    """Compute the smooth ROC curve: every row moves the curve along both axes, by its score.

    Parameters
    ----------
    y_true : array-like, shape (n,)
        Labels as in `roc_points`.
    y_score : array-like of float, shape (n,)
        Probabilities of the positive class, from 0 to 1.
    centre : float in [0, 1], or "mean"
        Where the roles swap; "mean" is the mean score.
    pos_label : optional
        The positive class as in `roc_points`.

    Returns
    -------
    SmoothRoc

    Raises
    ------
    InputError
        As in `roc_points`, for scores outside [0, 1], and for another centre.

    See Also
    --------
    scored_roc : another curve that uses the distances between scores.
    roc_points : the curve by the order of the scores.

    Notes
    -----
    Going down the scores, a row with score s above the centre moves the curve by s along its own class's axis
    (y for a positive row) and by 1 - s along the other. Below the centre it moves by 1 - s along its own axis
    and by s along the other. A row at the centre does not move it. Rows of one score move together.

    With scores 0 and 1 alone and a centre between them the curve is the ordinary ROC curve; in general it is
    not one, and neither is its area a chance of a right ranking. When the centre is not 0.5, a row whose
    score lies between 0.5 and the centre moves the curve further along the other class's axis (Schubert et
    al. 2012 speak of deficiencies).

    The definition is that of ELKI's class OutlierSmROCCurve, which cites the 2011 paper; it was not compared
    with the paper's own text.

    References
    ----------
    Klement, Flach, Japkowicz & Matwin (2011), ECML-PKDD, LNCS 6912:193-208; Schubert, Wojdanowski, Zimek &
    Kriegel (2012), SIAM International Conference on Data Mining.

    Examples
    --------
    >>> curve = smooth_roc([1, 1, 0, 0], [0.9, 0.6, 0.4, 0.1])
    >>> curve.x.round(2).tolist(), curve.y.round(2).tolist(), curve.auc
    ([0.0, 0.1, 0.5, 1.1, 2.0], [0.0, 0.9, 1.5, 1.9, 2.0], 0.825)
    """
    positive, score = check_probabilities(y_true, y_score, pos_label)
    if centre == "mean":
        middle = math.fsum(score) / len(score)
    elif isinstance(centre, str) or not 0 <= centre <= 1:
        raise InputError(f"centre: found {centre!r}; expected a number from 0 to 1 or mean")
    else:
        middle = float(centre)
    threshold, tp, fp = count_by_score(positive, score)
    level, n_pos, n_neg = threshold[1:], np.diff(tp), np.diff(fp)
    own = np.where(level > middle, level, 1 - level)
    other = 1 - own
    moved = level != middle
    y = np.cumsum(moved * (n_pos * own + n_neg * other))
    x = np.cumsum(moved * (n_pos * other + n_neg * own))
    return SmoothRoc(threshold, np.append(0.0, x), np.append(0.0, y), middle)


def scored_roc(
    y_true: ArrayLike, y_score: ArrayLike, *, shift: ArrayLike | None = None, pos_label: Any = None
) -> tuple[Floats, Floats]:
    """Compute the scored ROC curve (sROC): pairs still in order as the scores of positive rows fall.

    Parameters
    ----------
    y_true, y_score, pos_label
        As in `smooth_roc`.
    shift : array-like of float, optional
        Amounts in [0, 1] by which the scores of positive rows are lowered; by default 0 to 1 in steps of
        0.01.

    Returns
    -------
    shift, auc : ndarray of float64, shape (n_shifts,)
        Share of (positive, negative) pairs whose scores still differ by more than the shift. At 0 it is the
        AUC without the half for ties. The area under the curve from 0 to 1 is `scored_auc`.

    Raises
    ------
    InputError
        As in `smooth_roc`, and for a shift outside [0, 1].

    See Also
    --------
    scored_auc : the area under it.
    smooth_roc : another curve that uses the distances between scores.

    References
    ----------
    Wu, Flach & Ferri (2007), ECML, LNCS 4701:478-489.

    Examples
    --------
    >>> scored_roc([1, 1, 0, 0], [0.75, 0.5, 0.25, 0.0], shift=[0, 0.25, 0.5])[1].tolist()
    [1.0, 0.75, 0.25]
    """
    positive, score = check_probabilities(y_true, y_score, pos_label)
    shifts = np.linspace(0, 1, 101) if shift is None else np.asarray(shift, dtype=np.float64)
    if not np.all((shifts >= 0) & (shifts <= 1)):
        raise InputError("shift: found a value outside [0, 1]; expected amounts from 0 to 1")
    above, below = score[positive], np.sort(score[~positive])
    pairs = len(above) * len(below)
    # Negative scores below p - shift, for every positive score p.
    kept = [int(np.searchsorted(below, above - amount, side="left").sum()) for amount in shifts.ravel()]
    return shifts, np.reshape(kept, shifts.shape) / pairs


def scored_auc(y_true: ArrayLike, y_score: ArrayLike, *, pos_label: Any = None) -> float:
    """Return the area under the scored ROC curve (sAUC): the mean margin of pairs in the right order.

    Parameters
    ----------
    y_true, y_score, pos_label
        As in `smooth_roc`.

    Returns
    -------
    float
        Mean over all (positive, negative) pairs of the difference in score where it is above 0, and of 0
        elsewhere; from 0 to 1, and at most the AUC.

    Raises
    ------
    InputError
        As in `smooth_roc`.

    See Also
    --------
    scored_roc : the curve.
    probabilistic_auc : the mean difference in score.
    roc_auc : the area by the order of the scores.

    References
    ----------
    Wu, Flach & Ferri (2007), ECML, LNCS 4701:478-489.

    Examples
    --------
    >>> scored_auc([1, 1, 0, 0], [0.75, 0.5, 0.25, 0.0])
    0.5
    """
    positive, score = check_probabilities(y_true, y_score, pos_label)
    above, below = score[positive], np.sort(score[~positive])
    sums = np.concatenate([[0.0], np.cumsum(below)])
    beaten = np.searchsorted(below, above, side="left")
    return float(np.sum(beaten * above - sums[beaten]) / (len(above) * len(below)))


def probabilistic_auc(y_true: ArrayLike, y_score: ArrayLike, *, pos_label: Any = None) -> float:
    """Return the probabilistic AUC: the AUC with the difference in score in place of the order.

    Parameters
    ----------
    y_true, y_score, pos_label
        As in `smooth_roc`.

    Returns
    -------
    float
        (mean positive score - mean negative score + 1) / 2, from 0 to 1; the AUC when all scores are 0 or 1.

    Raises
    ------
    InputError
        As in `smooth_roc`.

    See Also
    --------
    scored_auc : the area of the scored curve.
    roc_auc : the area by the order of the scores.

    Notes
    -----
    2 pAUC - 1 is the mean difference over all pairs: `scored_auc` less that of the exchanged classes.

    References
    ----------
    Ferri, Flach, Hernandez-Orallo & Senad (2005), ROCML workshop at ICML.

    Examples
    --------
    >>> probabilistic_auc([1, 1, 0, 0], [0.75, 0.5, 0.25, 0.0])
    0.75
    """
    positive, score = check_probabilities(y_true, y_score, pos_label)
    return float((score[positive].mean() - score[~positive].mean() + 1) / 2)
