"""Wilson's interval of a share: the one home of its limits."""

from __future__ import annotations

from typing import overload

import numpy as np
from numpy.typing import ArrayLike, NDArray

from rocrepro.evaluation.inputs import check_probability

Floats = NDArray[np.float64]


@overload
def wilson_limits(count: int, n: int, *, level: float = 0.95) -> tuple[float, float]: ...
@overload
def wilson_limits(count: ArrayLike, n: ArrayLike, *, level: float = 0.95) -> tuple[Floats, Floats]: ...
def wilson_limits(
    count: ArrayLike, n: ArrayLike, *, level: float = 0.95
) -> tuple[float, float] | tuple[Floats, Floats]:
    """Return the lower and upper limit of Wilson's interval of a share.

    Parameters
    ----------
    count, n : int or array_like of int
        Successes and trials, ``0 <= count <= n`` and ``n >= 1``; arrays broadcast.
    level : float
        Confidence level.

    Returns
    -------
    low, high : float or ndarray
        They hold the share: ``low <= count / n <= high``.

    See Also
    --------
    wilson_centre : The interval's centre and half width, for shares that are no counts.

    References
    ----------
    Wilson (1927), Journal of the American Statistical Association 22:209-212; Newcombe (1998), Statistics in
    Medicine 17:857-872, method 3.

    Examples
    --------
    >>> from rocrepro.evaluation.wilson import wilson_limits
    >>> low, high = wilson_limits(8, 10)
    >>> round(low, 3), round(high, 3)
    (0.49, 0.943)
    """
    from scipy.special import ndtri

    check_probability(level, "level")
    trials = np.asarray(n)
    share = np.asarray(count) / trials
    # The operations have the order of scipy.stats.binomtest, so that both give the same doubles.
    z = float(ndtri(0.5 + 0.5 * level))
    scale = 2 * (trials + z**2)
    centre = (2 * trials * share + z**2) / scale
    half = z / scale * np.sqrt(4 * trials * share * (1 - share) + z**2)
    low = np.where(share == 0, 0.0, centre - half)
    high = np.where(share == 1, 1.0, centre + half)
    return (low, high) if low.ndim else (float(low), float(high))


def wilson_centre(share: Floats, n: int, z: float) -> tuple[Floats, Floats]:
    """Return centre and half width of Wilson's interval of a share of n rows; see `wilson_limits`."""
    scale = 1 + z**2 / n
    centre = (share + z**2 / (2 * n)) / scale
    return centre, z / scale * np.sqrt(share * (1 - share) / n + z**2 / (4 * n**2))
