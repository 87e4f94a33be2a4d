"""Bands of the difference between two ROC curves of the same rows, at fixed false positive rates."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from rocrepro.errors import InputError
from rocrepro.evaluation.band_edges import check_grid
from rocrepro.evaluation.inputs import check_probability

Floats = NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class DifferenceBand:
    """The difference in true positive rate of two curves, with two bands.

    Attributes
    ----------
    grid : ndarray of float64, shape (n_grid,)
        False positive rates.
    difference : ndarray of float64, shape (n_grid,)
        Height of the first curve less that of the second.
    lower_pointwise, upper_pointwise : ndarray of float64, shape (n_grid,)
        Central quantiles of the resamples: the level is that of each rate by itself.
    lower_simultaneous, upper_simultaneous : ndarray of float64, shape (n_grid,)
        The level is that of all rates of the grid together.
    level : float
        Nominal level of both.
    n_resamples : int
        Number of resamples.
    """

    grid: Floats
    difference: Floats
    lower_pointwise: Floats
    upper_pointwise: Floats
    lower_simultaneous: Floats
    upper_simultaneous: Floats
    level: float
    n_resamples: int


def difference_band(
    observed: ArrayLike, resampled: ArrayLike, grid: ArrayLike, *, level: float = 0.95
) -> DifferenceBand:
    """Compute bands of the difference of two curves from paired bootstrap resamples.

    Parameters
    ----------
    observed : array-like of float, shape (n_grid,)
        Difference in height of the two curves, for example of `tpr_at`.
    resampled : array-like of float, shape (n_resamples, n_grid)
        The same on resamples of the rows, at least 2. Both curves of a resample must have the same rows:
        what makes a resample easy for both of them then cancels.
    grid : array-like of float, shape (n_grid,)
        The false positive rates, ascending, in [0, 1].
    level : float
        Nominal level, in (0, 1).

    Returns
    -------
    DifferenceBand
        Clipped to [-1, 1].

    Raises
    ------
    InputError
        For unequal shapes, fewer than 2 resamples, and a level or a grid out of range.

    Notes
    -----
    The simultaneous band is as high everywhere: observed +- the ceil(level n_resamples)-th smallest of the
    resamples' largest abs(difference - observed) over the rates. Dividing by the standard deviation at each
    rate first (a sup-t band) does not do here: near the ends of the axis a difference is a rare step, whose
    size in standard deviations has no bound and would widen the band everywhere.

    References
    ----------
    Efron & Tibshirani (1993), An Introduction to the Bootstrap, chapter 8; Montiel Olea & Plagborg-Moller
    (2019), Journal of Applied Econometrics 34:1-17 (simultaneous bands from resamples).

    Examples
    --------
    >>> found = difference_band([0.1, 0.0], [[0.0, 0.0], [0.2, 0.0], [0.1, 0.0]], [0.5, 1.0], level=0.9)
    >>> found.lower_simultaneous.round(3).tolist(), found.upper_simultaneous.round(3).tolist()
    ([0.0, -0.1], [0.2, 0.1])
    """
    check_probability(level, "level")
    rates = check_grid(grid)
    own, boot = np.asarray(observed, dtype=np.float64), np.asarray(resampled, dtype=np.float64)
    if own.shape != rates.shape or boot.ndim != 2 or boot.shape[1:] != own.shape or len(boot) < 2:
        found = f"{own.shape} and {boot.shape}"
        raise InputError(
            f"observed, resampled: found the shapes {found}; "
            f"expected ({len(rates)},) and at least 2 rows of {len(rates)}"
        )
    farthest = np.abs(boot - own).max(axis=1)
    # The small term keeps, for example, 0.7 * 10 = 7.000000000000001 from taking the 8th.
    rank = min(math.ceil(level * len(boot) - 1e-9), len(boot))
    half = float(np.sort(farthest)[rank - 1])
    low, high = np.quantile(boot, [(1 - level) / 2, (1 + level) / 2], axis=0)
    return DifferenceBand(
        grid=rates,
        difference=own,
        lower_pointwise=low,
        upper_pointwise=high,
        lower_simultaneous=np.maximum(own - half, -1.0),
        upper_simultaneous=np.minimum(own + half, 1.0),
        level=float(level),
        n_resamples=len(boot),
    )
