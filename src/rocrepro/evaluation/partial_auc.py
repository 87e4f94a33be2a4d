"""The area under a part of the ROC curve."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike, NDArray

from rocrepro.errors import InputError
from rocrepro.evaluation.inputs import only_one
from rocrepro.evaluation.roc import RocPoints

Floats = NDArray[np.float64]
Range = tuple[float, float]


def partial_auc(
    points: RocPoints, *, fpr: Range | None = None, tpr: Range | None = None, standardized: bool = False
) -> float:
    """Compute the area of a part of a ROC curve: a range of false or of true positive rates.

    Parameters
    ----------
    points : RocPoints
        A whole curve.
    fpr : (float, float), optional
        Range of false positive rates, ``0 <= low < high <= 1``: the area under the curve there.
    tpr : (float, float), optional
        Range of true positive rates: the area to the right of the curve there. Exactly one of both ranges
        is given.
    standardized : bool
        Whether the area is rescaled, after McClish, so that 0.5 is random and 1 is perfect, whatever the
        range.

    Returns
    -------
    float
        From 0 to the width of the range; standardized, at most 1, below 0.5 for a part that is worse than
        random. Over the whole range both are the AUC.

    Raises
    ------
    InputError
        For no range, for both, and for one that is not within 0 to 1 or has no width.

    See Also
    --------
    roc_auc : the whole area.
    curve_intervals : its bootstrap interval.
    curve_differences : the paired bootstrap test of two models.
    rate_at : one point of the part.
    rocrepro.display.PartialAucDisplay : draws the curve and shades the part.

    Notes
    -----
    The curve is taken to be straight between its points, ties and the ends of the range included, as in
    pROC and in scikit-learn's ``roc_auc_score(max_fpr=...)``, which is the standardized area from 0.
    The area to the right is that of the mean specificity over the range of sensitivities.

    References
    ----------
    McClish (1989), Medical Decision Making 9:190-195; Jiang, Metz & Nishikawa (1996), Radiology 201:745-750
    (by sensitivity); Robin et al. (2011), BMC Bioinformatics 12:77 (pROC).

    Examples
    --------
    >>> from rocrepro.evaluation import partial_auc, roc_points
    >>> points = roc_points([1, 1, 0, 1, 0, 0, 1, 0], [8, 7, 6, 5, 4, 3, 2, 1])
    >>> partial_auc(points, fpr=(0, 0.25)), partial_auc(points, fpr=(0, 0.25), standardized=True)
    (0.125, 0.7142857142857143)
    >>> partial_auc(points, tpr=(0.75, 1))
    0.0625
    """
    x, y = part_of_curve(points, fpr=fpr, tpr=tpr)
    area = float(np.trapezoid(y, x))
    return float(standardized_area(area, fpr=fpr, tpr=tpr)) if standardized else area


def part_of_curve(
    points: RocPoints, *, fpr: Range | None = None, tpr: Range | None = None
) -> tuple[Floats, Floats]:
    """Return the part of a ROC curve in a range of rates, from end to end.

    Parameters
    ----------
    points : RocPoints
        A whole curve.
    fpr, tpr
        The range, as in `partial_auc`.

    Returns
    -------
    x, y : ndarray of float64, shape (n,)
        False and true positive rates for a range of the former; true positive rates and specificities, one
        less the false positive rates, for a range of the latter. x ascends from one end to the other.

    See Also
    --------
    partial_auc : the area between y and 0.
    """
    low, high = _checked(fpr, tpr)
    if fpr is not None:
        return _part(points.fpr, points.tpr, low, high)
    return _part(points.tpr, points.tn / points.n_neg, low, high)


def standardized_area(area: ArrayLike, *, fpr: Range | None = None, tpr: Range | None = None) -> Floats:
    """Rescale partial areas of one range after McClish, so that 0.5 is random and 1 is perfect.

    Parameters
    ----------
    area : array-like of float
        Areas of `partial_auc`.
    fpr, tpr
        The range, as in `partial_auc`.
    """
    low, high = _checked(fpr, tpr)
    triangle = (high**2 - low**2) / 2
    random = triangle if fpr is not None else high - low - triangle
    return np.asarray((1 + (np.asarray(area) - random) / (high - low - random)) / 2)


def _checked(fpr: Range | None, tpr: Range | None) -> Range:
    """The range that is given, or InputError."""
    name, of = only_one("one range of rates", fpr=fpr, tpr=tpr)
    try:
        low, high = (float(end) for end in of)
    except (TypeError, ValueError):
        raise InputError(f"{name}: found {of!r}; expected two rates from 0 to 1") from None
    if not 0 <= low < high <= 1:
        raise InputError(f"{name}: found {low:g} to {high:g}; expected two ascending rates from 0 to 1")
    return low, high


def _part(x: Floats, y: Floats, low: float, high: float) -> tuple[Floats, Floats]:
    """The part of a polyline with ascending x between two of its abscissas."""
    # Where the line jumps at an end, the range begins after the jump and ends before it.
    first = int(np.searchsorted(x, low, side="right"))
    last = int(np.searchsorted(x, high, side="left"))
    left, right = _height(x, y, first - 1, low), _height(x, y, last - 1, high)
    inside = slice(first, last)
    return np.concatenate([[low], x[inside], [high]]), np.concatenate([[left], y[inside], [right]])


def _height(x: Floats, y: Floats, at: int, where: float) -> float:
    """Height of the segment from point `at` to the next one."""
    if at < 0:  # the range ends at the first point
        return float(y[0])
    if at + 1 == len(x) or x[at] == where:
        return float(y[at])
    share = (where - x[at]) / (x[at + 1] - x[at])
    return float(y[at] + share * (y[at + 1] - y[at]))
