"""Threshold averaging: pointwise confidence bands from intervals of both rates at each threshold."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from rocrepro.evaluation.band_edges import band_edges
from rocrepro.evaluation.bands import Band, warned
from rocrepro.evaluation.inputs import check_option, check_probability, two_sided_z
from rocrepro.evaluation.roc import roc_points
from rocrepro.evaluation.wilson import wilson_centre

INTERVALS = ("normal", "wilson", "quantile")
Floats = NDArray[np.float64]


def threshold_average_band(
    y_true: ArrayLike,
    y_score: ArrayLike,
    *,
    level: float = 0.95,
    interval: str = "normal",
    pos_label: Any = None,
    grid: ArrayLike | None = None,
) -> Band:
    """Compute a pointwise band by threshold averaging of bootstrap curves, from labels and scores.

    At each threshold both rates have an interval, which make a rectangle. The upper edge joins the corners
    (lowest fpr, highest tpr) from threshold to threshold, the lower edge the corners (highest fpr, lowest
    tpr).

    Parameters
    ----------
    y_true, y_score : array-like, shape (n,)
        Labels and scores as in `roc_points`.
    level : float
        Nominal level of each interval, in (0, 1). A rectangle holds both rates at level^2.
    interval : {"normal", "wilson", "quantile"}
        - normal: mean +- z sd over the bootstrap curves.
        - wilson: Wilson's interval of a share equal to the mean, out of the rows of the class.
        - quantile: the central quantiles of the bootstrap curves.
    pos_label : optional
        The positive class as in `roc_points`.
    grid : array-like of float, optional
        As in `fixed_width_band`.

    Returns
    -------
    Band
        `method` "threshold_" and the interval, `kind` "pointwise", clipped to [0, 1], no replicates.

    Warns
    -----
    ZeroWidthIntervalWarning
        When the band has no width anywhere, as for a perfect or a constant score: `has_width` is False.

    Raises
    ------
    InputError
        As in `roc_points`, and for a level, an interval or a grid out of range.

    See Also
    --------
    vertical_average_band : averages at false positive rates and not at thresholds.
    fixed_width_band : a band whose level is that of the whole curve.
    rocrepro.display.RocBandDisplay : draws any band.

    Notes
    -----
    At a threshold, the number of rows of a class at or above it in a bootstrap sample is binomial, with the
    observed rate for its probability. Mean, standard deviation and quantiles over bootstrap curves are
    therefore known in closed form, and no curve is drawn: the band is the limit for many curves.

    The level holds at each threshold by itself, not over the whole curve.

    References
    ----------
    Fawcett (2003), HP Labs technical report HPL-2003-4; Macskassy & Provost (2004), ROCAI workshop;
    Wilson (1927), Journal of the American Statistical Association 22:209-212.

    Examples
    --------
    >>> y, score = [0, 0, 1, 0, 1, 1], [0.1, 0.4, 0.35, 0.2, 0.8, 0.9]
    >>> band = threshold_average_band(y, score, interval="wilson")
    >>> band.label
    '95 % pointwise band, threshold wilson'
    """
    check_probability(level, "level")
    check_option("interval", interval, INTERVALS)
    points = roc_points(y_true, y_score, pos_label=pos_label)
    fpr_low, fpr_high = _limits(points.fp, points.n_neg, level, interval)
    tpr_low, tpr_high = _limits(points.tp, points.n_pos, level, interval)
    rates, low, high = band_edges((fpr_high, tpr_low), (fpr_low, tpr_high), grid)
    band = Band(
        grid=rates,
        lower=low,
        upper=high,
        method=f"threshold_{interval}",
        level=float(level),
        replicates=0,
        kind="pointwise",
    )
    return warned(band, stacklevel=3)


def _limits(count: NDArray[np.int64], total: int, level: float, interval: str) -> tuple[Floats, Floats]:
    """Interval of the rate count / total at every threshold; both limits rise with the count."""
    rate = count / total
    if interval == "quantile":
        low, high = (_binomial_quantile(share, total, rate) for share in ((1 - level) / 2, (1 + level) / 2))
        return low / total, high / total
    z = two_sided_z(1 - level)
    if interval == "wilson":
        centre, half = wilson_centre(rate, total, z)
    else:
        centre, half = rate, z * np.sqrt(rate * (1 - rate) / total)
    # Clipping makes the normal limits rise: below 0 and above 1 they turn back. Wilson's reach 0 and 1 up to
    # rounding.
    lower = np.where(rate == 0, 0.0, np.clip(centre - half, 0.0, 1.0))
    return lower, np.where(rate == 1, 1.0, np.clip(centre + half, 0.0, 1.0))


def _binomial_quantile(share: float, total: int, rate: Floats) -> Floats:
    """Return the smallest counts that a share of binomial counts does not exceed, as `scipy.stats.binom.ppf`.

    `scipy.stats` takes longer to import than all else together. The search starts at the Cornish-Fisher
    expansion, which is rarely more than 1 off.
    """
    from scipy.special import bdtr, ndtri

    z = float(ndtri(share))
    middle = total * rate + z * np.sqrt(total * rate * (1 - rate)) + (z * z - 1) * (1 - 2 * rate) / 6
    count: Floats = np.clip(np.rint(middle), 0, total)
    while True:
        low = bdtr(count, total, rate) < share
        high = (count > 0) & (bdtr(count - 1, total, rate) >= share)
        if not (low | high).any():
            return count
        count = count + low - high
