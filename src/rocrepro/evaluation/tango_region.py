"""Tango's interval of a confusion matrix, mapped into ROC space: the strip between two parallel lines."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from rocrepro.errors import InputError
from rocrepro.evaluation.inputs import check_counts, check_rate, check_whole
from rocrepro.evaluation.tango import tango_interval

Floats = NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class TangoStrip:
    """The part of ROC space in which the error difference lies in Tango's interval.

    Attributes
    ----------
    slope : float
        Slope of both lines, -n_neg / n_pos.
    lower, upper : ndarray of float64, of the shape of the counts
        The tpr of the lower and of the upper line at fpr 0; they may lie outside [0, 1].
    lower_difference, upper_difference : ndarray of float64, of the same shape
        Tango's limits of (fn - fp) / n. The lower limit belongs to the upper line.
    n_pos, n_neg : int
        Class sizes.
    alpha : float
        1 minus the level of the interval.

    See Also
    --------
    tango_strip
    """

    slope: float
    lower: Floats
    upper: Floats
    lower_difference: Floats
    upper_difference: Floats
    n_pos: int
    n_neg: int
    alpha: float

    @property
    def has_zero(self) -> NDArray[np.bool_]:
        """True where the strip holds the corner (0, 1), where no row is misclassified: a confident point.

        With the corner, the strip holds the whole line fn = fp, which starts there.
        """
        return np.asarray((self.lower_difference <= 0) & (self.upper_difference >= 0))

    def edges_at(self, fpr: ArrayLike) -> tuple[Floats, Floats]:
        """Return the lowest and highest tpr of the strip at each fpr, clipped to [0, 1].

        Parameters
        ----------
        fpr : array-like of float
            Rates in [0, 1].

        Returns
        -------
        lower, upper : ndarray of float64, of the shape of the counts followed by that of `fpr`
            NaN where the strip lies outside the unit square.

        Raises
        ------
        InputError
            For a rate outside [0, 1].
        """
        rate = check_rate(fpr, "fpr")
        low, high = (np.add.outer(line, self.slope * rate) for line in (self.lower, self.upper))
        outside = (high < 0) | (low > 1)
        return (
            np.where(outside, np.nan, np.clip(low, 0.0, 1.0)),
            np.where(outside, np.nan, np.clip(high, 0.0, 1.0)),
        )


def tango_strip(fn: ArrayLike, fp: ArrayLike, n_pos: int, n_neg: int, *, alpha: float = 0.05) -> TangoStrip:
    """Map Tango's interval of (fn - fp) / n into ROC space.

    Parameters
    ----------
    fn, fp : int or array-like of int
        Errors at one or more points of a curve; fn <= n_pos and fp <= n_neg.
    n_pos, n_neg : int
        Number of positive and negative rows, at least 1.
    alpha : float
        1 minus the level of the interval.

    Returns
    -------
    TangoStrip

    Raises
    ------
    InputError
        For counts that are negative, no whole numbers or too large, or an alpha outside (0, 1).

    See Also
    --------
    tango_interval : the interval itself.
    confident_region : where the interval holds zero.

    Notes
    -----
    Let p = n_pos / n. A point (x, y) = (fpr, tpr) has fn = n_pos (1 - y) and fp = n_neg x, so that its error
    difference is

        (fn - fp) / n = p (1 - y) - (1 - p) x.

    The points with the difference d are those of the line

        y = 1 - d / p - (1 - p) / p x = 1 - d n / n_pos - (n_neg / n_pos) x.

    All these lines are parallel, with the slope -n_neg / n_pos, and a larger d lies lower. The interval
    [L, U] is the strip from the line of U up to the line of L. The point itself lies in it. The line of
    d = 0 starts in the corner (0, 1) and is that of fn = fp: a point is confident when its strip has this
    line.
    Measured along tpr the strip is (U - L) n / n_pos high, measured along fpr (U - L) n / n_neg wide: under
    imbalance the same interval says much about the rate of the large class and little about the small one's.

    Balanced data are the case p = 1/2: y = 1 - 2 d - x. The lines run along the falling diagonal, and the
    strip is as high as it is wide, 2 (U - L).

    References
    ----------
    Elazmeh, Japkowicz & Matwin (2006), which leaves this mapping for later; Tango (1998), Statistics in
    Medicine 17:891-908.

    Examples
    --------
    >>> strip = tango_strip(9, 3, 16, 16)
    >>> strip.slope, round(float(strip.lower), 2), round(float(strip.upper), 2), bool(strip.has_zero)
    (-1.0, 0.22, 1.05, True)
    >>> [round(float(edge), 2) for edge in strip.edges_at(3 / 16)]
    [0.03, 0.87]
    """
    n_pos, n_neg = check_whole(n_pos, "n_pos"), check_whole(n_neg, "n_neg")  # a float32 would round
    counts = check_counts(fn=fn, fp=fp)
    for name, count, size in (("fn", counts[0], n_pos), ("fp", counts[1], n_neg)):
        if np.any(count > size):
            raise InputError(
                f"{name}: found {int(count.max())}; expected at most {size}, the size of the class"
            )
    n = n_pos + n_neg
    low, high = (np.asarray(limit) for limit in tango_interval(counts[0], counts[1], n, alpha=alpha))
    return TangoStrip(
        slope=-n_neg / n_pos,
        lower=1.0 - high * n / n_pos,
        upper=1.0 - low * n / n_pos,
        lower_difference=low,
        upper_difference=high,
        n_pos=n_pos,
        n_neg=n_neg,
        alpha=alpha,
    )
