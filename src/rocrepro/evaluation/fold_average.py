"""The average of the ROC curves of folds, and how far their areas scatter, as in scikit-learn's example."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from rocrepro.errors import InputError
from rocrepro.evaluation.band_edges import check_grid
from rocrepro.evaluation.metrics import roc_auc
from rocrepro.evaluation.roc import RocPoints
from rocrepro.evaluation.vertical import tpr_at

Floats = NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class FoldAverage:
    """The mean of several ROC curves, with the standard deviation of their heights and of their areas.

    Attributes
    ----------
    fpr : ndarray of float64, shape (n_grid,)
        False positive rates.
    tpr, sd : ndarray of float64, shape (n_grid,)
        Mean true positive rate of the folds, and its standard deviation over them.
    auc : float
        Area below the mean curve.
    areas : ndarray of float64, shape (n_folds,)
        The area of each fold.

    See Also
    --------
    fold_average
    """

    fpr: Floats
    tpr: Floats
    sd: Floats
    auc: float
    areas: Floats

    @property
    def mean_auc(self) -> float:
        """Mean of the folds' areas."""
        return float(self.areas.mean())

    @property
    def sd_auc(self) -> float:
        """Standard deviation of the folds' areas, with divisor n_folds; NaN for a single fold."""
        return float(self.areas.std()) if len(self.areas) > 1 else math.nan

    @property
    def lower(self) -> Floats:
        """The mean minus one standard deviation, at least 0."""
        return np.maximum(self.tpr - self.sd, 0.0)

    @property
    def upper(self) -> Floats:
        """The mean plus one standard deviation, at most 1."""
        return np.minimum(self.tpr + self.sd, 1.0)


def fold_average(curves: Sequence[RocPoints], grid: ArrayLike | None = None) -> FoldAverage:
    """Average the ROC curves of the folds of a cross-validation.

    Parameters
    ----------
    curves : sequence of RocPoints
        One for each fold with both classes.
    grid : array-like of float, shape (n_grid,), optional
        Ascending false positive rates in [0, 1]; by default 100 rates at equal steps, as in scikit-learn's
        example.

    Returns
    -------
    FoldAverage

    Raises
    ------
    InputError
        For no curve, and a grid out of range.

    See Also
    --------
    vertical_band : a confidence band around such an average.
    roc_points : the curve of a fold, or of all folds pooled.
    rocrepro.display.FoldAverageDisplay : draws the folds and their mean.

    Notes
    -----
    The heights of the folds' curves are read off between their points, the top of a vertical step; at the
    rate 0 the mean is set to 0, and at 1 to 1. Standard deviations have the divisor n_folds. They describe
    how far the folds scatter, and are neither a standard error nor an interval: folds share training rows,
    and a fold with few rows scatters more.

    References
    ----------
    scikit-learn's example "Receiver Operating Characteristic (ROC) with cross validation"; Provost, Fawcett &
    Kohavi (1998), ICML (vertical averaging); Bengio & Grandvalet (2004), Journal of Machine Learning Research
    5:1089-1105 (no unbiased estimate of the variance of a cross-validation).

    Examples
    --------
    >>> from rocrepro.evaluation import roc_points
    >>> curves = [roc_points([0, 0, 1, 1], [1, 3, 2, 4]), roc_points([0, 0, 1, 1], [1, 2, 3, 4])]
    >>> found = fold_average(curves)
    >>> found.mean_auc, found.sd_auc, f"{found.auc:.3f}"
    (0.875, 0.125, '0.871')
    """
    if not curves:
        raise InputError("curves: found none; expected at least one fold with both classes")
    rates = np.linspace(0, 1, 100) if grid is None else check_grid(grid)
    heights = tpr_at(curves, rates)
    heights[:, rates == 0] = 0.0
    mean = heights.mean(axis=0)
    mean[rates == 1] = 1.0
    areas = np.array([roc_auc(curve) for curve in curves])
    return FoldAverage(rates, mean, heights.std(axis=0), float(np.trapezoid(mean, rates)), areas)
