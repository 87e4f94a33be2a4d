"""Vertical averaging: pointwise confidence bands of the true positive rate at fixed false positive rates."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any, Literal, get_args

import numpy as np
from numpy.typing import ArrayLike, NDArray

from rocrepro.deprecated import renamed
from rocrepro.errors import InputError
from rocrepro.evaluation.band_edges import check_grid, height_at
from rocrepro.evaluation.bands import (
    Band,
    bootstrap_blocks,
    class_streams,
    warned,
)
from rocrepro.evaluation.inputs import check_counts, check_option, check_probability, check_whole, two_sided_z
from rocrepro.evaluation.roc import RocPoints, roc_points
from rocrepro.evaluation.wilson import wilson_centre

Interval = Literal["normal", "student", "quantile", "wilson"]
INTERVALS: tuple[str, ...] = get_args(Interval)
Floats = NDArray[np.float64]


def tpr_at(curves: Sequence[RocPoints], grid: ArrayLike) -> Floats:
    """Return the true positive rates of several curves at given false positive rates.

    Parameters
    ----------
    curves : sequence of RocPoints
        For example one for each fold or each training set.
    grid : array-like of float, shape (n_grid,)
        Ascending rates in [0, 1].

    Returns
    -------
    ndarray of float64, shape (n_curves, n_grid)
        At a vertical step the top of it; on straight lines between points elsewhere.

    Raises
    ------
    InputError
        For a grid out of range.

    See Also
    --------
    bootstrap_tpr : the rates of bootstrap curves.
    vertical_band : the band around the average of such rates.
    """
    rates = check_grid(grid)
    return np.array([height_at((curve.fpr, curve.tpr), rates, "top") for curve in curves])


@renamed(n_boot="n_resamples")
def bootstrap_tpr(
    y_true: ArrayLike,
    y_score: ArrayLike,
    grid: ArrayLike,
    *,
    n_resamples: int = 1000,
    seed: int | np.random.Generator,
    pos_label: Any = None,
) -> Floats:
    """Return the true positive rates of bootstrap curves, with rows drawn from each class by itself.

    Parameters
    ----------
    y_true, y_score : array-like, shape (n,)
        Labels and scores as in `roc_points`.
    grid : array-like of float, shape (n_grid,)
        Ascending rates in [0, 1].
    n_resamples : int
        Number of bootstrap curves, at least 1.
    seed : int or numpy.random.Generator
        Source of the random numbers, as in `fixed_width_band`.
    pos_label : optional
        The positive class as in `roc_points`.

    Returns
    -------
    ndarray of float64, shape (n_resamples, n_grid)

    Raises
    ------
    InputError
        As in `roc_points`, and for a number of curves, a seed or a grid out of range.

    See Also
    --------
    tpr_at : the same rates of given curves.
    vertical_band : the band around their average.
    paired_resamples : measures of several models on the same resamples.
    """
    rates = check_grid(grid)
    check_whole(n_resamples, "n_resamples")
    points = roc_points(y_true, y_score, pos_label=pos_label)
    blocks = bootstrap_blocks(points, int(n_resamples), class_streams(seed))
    return np.array([height_at(curve, rates, "top") for x, y in blocks for curve in zip(x, y, strict=True)])


@renamed(curve_heights="curve_tpr")
def vertical_band(
    curve_tpr: ArrayLike,
    grid: ArrayLike,
    *,
    level: float = 0.95,
    interval: str = "normal",
    independent: bool = False,
    n_pos: int | None = None,
) -> Band:
    """Compute a pointwise band around the vertical average of several curves.

    Parameters
    ----------
    curve_tpr : array-like, shape (n_curves, n_grid)
        As from `tpr_at` or `bootstrap_tpr`; at least 2 curves.
    grid : array-like of float, shape (n_grid,)
        The false positive rates.
    level : float
        Nominal level at each rate, in (0, 1).
    interval : {"normal", "student", "quantile", "wilson"}
        - normal: mean +- z sd over the curves.
        - student: mean +- t sd, with n_curves - 1 degrees of freedom.
        - quantile: the central quantiles of the curves.
        - wilson: Wilson's interval of a share equal to the mean, out of `n_pos` rows.
    independent : bool
        Whether the curves come from independent samples, so that the mean over them varies less than one of
        them: divides sd by sqrt(n_curves). Bootstrap curves of one sample are not; for "normal" and
        "student" alone.
    n_pos : int, optional
        Number of positive rows; for "wilson" alone.

    Returns
    -------
    Band
        `method` "vertical_" and the interval, `kind` "pointwise", clipped to [0, 1].

    Warns
    -----
    ZeroWidthIntervalWarning
        When the band has no width anywhere, as for a perfect or a constant score: `has_width` is False.

    Raises
    ------
    InputError
        For unequal shapes, fewer than 2 curves, an unknown interval, and parameters out of range or place.

    See Also
    --------
    vertical_average_band : the same from labels and scores.
    tpr_at, bootstrap_tpr : the rates that it takes.
    fold_average : folds of a cross-validation, without a confidence level.
    rocrepro.display.RocBandDisplay : draws any band.

    Notes
    -----
    The level holds at each rate by itself; the whole curve leaves the band far more often.

    References
    ----------
    Provost, Fawcett & Kohavi (1998), ICML; Macskassy & Provost (2004), ROCAI workshop; Wilson (1927),
    Journal of the American Statistical Association 22:209-212.
    """
    band = _band(curve_tpr, grid, level=level, interval=interval, independent=independent, n_pos=n_pos)
    return warned(band, stacklevel=4)


def _band(
    curve_tpr: ArrayLike,
    grid: ArrayLike,
    *,
    level: float,
    interval: str,
    independent: bool = False,
    n_pos: int | None = None,
) -> Band:
    """Make the band of `vertical_band`."""
    rates, high = check_grid(grid), np.asarray(curve_tpr, dtype=np.float64)
    check_probability(level, "level")
    _check(high, rates, interval, independent, n_pos)
    if interval == "quantile":
        lower, upper = np.quantile(high, [(1 - level) / 2, (1 + level) / 2], axis=0)
    else:
        centre, half = high.mean(axis=0), np.zeros(len(rates))
        if interval == "wilson":
            centre, half = wilson_centre(centre, int(n_pos or 0), two_sided_z(1 - level))
        else:
            half = _factor(interval, level, len(high)) * high.std(axis=0, ddof=1)
            half = half / math.sqrt(len(high)) if independent else half
        lower, upper = centre - half, centre + half
    return Band(
        grid=rates,
        lower=np.clip(lower, 0.0, 1.0),
        upper=np.clip(upper, 0.0, 1.0),
        method=f"vertical_{interval}",
        level=float(level),
        replicates=len(high),
        kind="pointwise",
    )


@renamed(n_boot="n_resamples")
def vertical_average_band(
    y_true: ArrayLike,
    y_score: ArrayLike,
    *,
    level: float = 0.95,
    interval: str = "normal",
    n_resamples: int = 1000,
    seed: int | np.random.Generator,
    pos_label: Any = None,
    grid: ArrayLike | None = None,
) -> Band:
    """Compute a pointwise band by vertical averaging of bootstrap curves, from labels and scores.

    Parameters
    ----------
    y_true, y_score : array-like, shape (n,)
        Labels and scores as in `roc_points`.
    level : float
        Nominal level at each rate, in (0, 1).
    interval : {"normal", "student", "quantile", "wilson"}
        As in `vertical_band`; "wilson" takes the number of positive rows for the number of trials.
    n_resamples : int
        Number of bootstrap curves, at least 2.
    seed : int or numpy.random.Generator
        Source of the random numbers, as in `fixed_width_band`.
    pos_label : optional
        The positive class as in `roc_points`.
    grid : array-like of float, optional
        Ascending rates in [0, 1]; by default 0, 0.01, ..., 1.

    Returns
    -------
    Band
        `vertical_band` of `bootstrap_tpr`.

    Warns
    -----
    ZeroWidthIntervalWarning
        When the band has no width anywhere, as for a perfect or a constant score: `has_width` is False.

    Raises
    ------
    InputError
        As in `bootstrap_tpr` and `vertical_band`.

    See Also
    --------
    vertical_band : the same from curves of any kind, such as folds.
    threshold_average_band : averages at thresholds.
    fixed_width_band : a band whose level is that of the whole curve.
    rocrepro.display.RocBandDisplay : draws any band.

    Examples
    --------
    >>> y, score = [0, 0, 1, 0, 1, 1], [0.1, 0.4, 0.35, 0.2, 0.8, 0.9]
    >>> band = vertical_average_band(y, score, interval="wilson", seed=1)
    >>> band.label
    '95 % pointwise band, vertical wilson'
    """
    rates = np.linspace(0, 1, 101) if grid is None else check_grid(grid)
    high = bootstrap_tpr(y_true, y_score, rates, n_resamples=n_resamples, seed=seed, pos_label=pos_label)
    n_pos = roc_points(y_true, y_score, pos_label=pos_label).n_pos if interval == "wilson" else None
    return warned(_band(high, rates, level=level, interval=interval, n_pos=n_pos), stacklevel=4)


def _check(high: Floats, rates: Floats, interval: str, independent: bool, n_pos: int | None) -> None:
    check_option("interval", interval, INTERVALS)
    if high.ndim != 2 or high.shape[1] != len(rates) or len(high) < 2:
        raise InputError(
            f"curve_tpr: found the shape {high.shape}; "
            f"expected at least 2 curves with {len(rates)} rates each"
        )
    if independent and interval not in ("normal", "student"):
        raise InputError(f"independent: found True with {interval}; expected it with normal or student")
    if (n_pos is not None) != (interval == "wilson"):
        raise InputError(f"n_pos: found {n_pos} with {interval}; expected it only with wilson")
    if n_pos is not None and check_counts(n_pos=n_pos)[0] < 1:
        raise InputError(f"n_pos: found {n_pos}; expected at least 1")


def _factor(interval: str, level: float, n_curves: int) -> float:
    """Return the number of standard deviations that the band reaches each way."""
    from scipy.special import stdtrit

    if interval == "normal":
        return two_sided_z(1 - level)
    return float(stdtrit(n_curves - 1, (1 + level) / 2))
