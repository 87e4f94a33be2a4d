"""One test of whether any of several areas under the ROC curve differ."""

from __future__ import annotations

import math
import warnings
from collections.abc import Hashable, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from rocrepro.errors import InputError
from rocrepro.evaluation.compare import placements
from rocrepro.evaluation.metrics import UndefinedIntervalWarning, ZeroWidthIntervalWarning
from rocrepro.evaluation.rows import check_binary

Floats = NDArray[np.float64]

# Variances below this share of the largest one, and distances below it, are rounding.
_ROUNDING = 1e-10


@dataclass(frozen=True)
class GlobalAucTest:
    """A test of whether all areas are the same.

    Attributes
    ----------
    auc : dict of the model's name to float
        The areas.
    statistic : float
        DeLong's chi-square; NaN where it is not estimable.
    df : int
        Degrees of freedom: the rank of the covariance of the differences, at most one less than models.
    p_value : float
        NaN where it is not estimable.

    See Also
    --------
    delong_global_test
    """

    auc: dict[Any, float]
    statistic: float
    df: int
    p_value: float


def delong_global_test(
    y_true: ArrayLike, scores: Mapping[Hashable, ArrayLike], *, pos_label: Any = None
) -> GlobalAucTest:
    """Test whether the areas of several models that scored the same rows are all the same.

    Parameters
    ----------
    y_true : array-like, shape (n,)
        Labels as in `roc_points`.
    scores : mapping of a model's name to array-like of float, shape (n,)
        At least two models' scores of the same rows in the same order.
    pos_label : optional
        The positive class as in `roc_points`.

    Returns
    -------
    GlobalAucTest

    Warns
    -----
    UndefinedIntervalWarning
        When a class has a single row: statistic and p are NaN.
    ZeroWidthIntervalWarning
        When areas differ that have no variance to be held against: statistic and p are NaN.

    Raises
    ------
    InputError
        As in `roc_points`, and for fewer than two models.

    See Also
    --------
    delong_test : two models, where this test has the same p-value.
    holm_adjusted : the p-values of all pairs, adjusted for their number.

    Notes
    -----
    With d the differences of all areas to the first and S their covariance by DeLong's method, the statistic
    is d' S^- d, chi-square distributed with as many degrees of freedom as S has rank. Any other contrasts of
    the areas give the same. Models that order the rows alike, or of which one is an average of others' ranks,
    reduce the rank; a generalised inverse then takes the place of the inverse.

    References
    ----------
    DeLong, DeLong & Clarke-Pearson (1988), Biometrics 44:837-845, equation 5.

    Examples
    --------
    >>> y = [0, 0, 0, 0, 1, 1, 1, 1]
    >>> models = {"a": [1, 2, 3, 6, 4, 5, 7, 8], "b": [1, 2, 3, 4, 8, 7, 6, 0], "c": [4, 3, 6, 1, 5, 2, 8, 7]}
    >>> found = delong_global_test(y, models)
    >>> f"{found.statistic:.3f}", found.df, f"{found.p_value:.3f}"
    ('0.356', 2, '0.837')
    """
    from scipy.special import chdtrc

    if len(scores) < 2:
        raise InputError(f"scores: found {len(scores)} models; expected at least two")
    placed = [placements(*check_binary(y_true, score, pos_label)) for score in scores.values()]
    auc = {name: float(of[0].mean()) for name, of in zip(scores, placed, strict=True)}
    sizes = [len(part) for part in placed[0]]
    if min(sizes) < 2:
        message = f"no DeLong test for {sizes[0]} positive and {sizes[1]} negative rows"
        warnings.warn(message, UndefinedIntervalWarning, stacklevel=2)
        return GlobalAucTest(auc, math.nan, 0, math.nan)
    apart, covariance = _contrasts([np.stack(of) for of in zip(*placed, strict=True)])
    variances, directions = np.linalg.eigh(covariance)
    kept = variances > _ROUNDING * variances.max()
    along = directions.T @ apart
    # A direction without variance says nothing unless the areas are equal along it.
    if not kept.any() or np.abs(along[~kept]).max(initial=0.0) > _ROUNDING:
        message = "areas differ without a variance: the test of all areas is not estimable"
        warnings.warn(message, ZeroWidthIntervalWarning, stacklevel=2)
        return GlobalAucTest(auc, math.nan, int(kept.sum()), math.nan)
    statistic, df = float(np.sum(along[kept] ** 2 / variances[kept])), int(kept.sum())
    return GlobalAucTest(auc, statistic, df, float(chdtrc(df, statistic)))


def _contrasts(placed: list[Floats]) -> tuple[Floats, Floats]:
    """Differences of all areas to the first, and their covariance, from the placements of both classes."""
    n_pos, n_neg = (part.shape[1] for part in placed)
    covariance, apart = np.zeros((len(placed[0]) - 1,) * 2), np.zeros(len(placed[0]) - 1)
    for part, others in zip(placed, (n_neg, n_pos), strict=True):
        # Whole numbers, so that equal differences are equal and have the variance 0.
        twice = np.rint(2 * others * part)
        differences = (twice[1:] - twice[0]) / (2 * others)
        if others == n_neg and part is placed[0]:
            apart = differences.mean(axis=1)
        centred = differences - differences[:, :1]
        covariance += np.atleast_2d(np.cov(centred)) / part.shape[1]
    return apart, covariance
