"""Intervals of a share of rows, by the name of their method."""

from __future__ import annotations

from typing import Literal, get_args, overload

import numpy as np
from numpy.typing import ArrayLike, NDArray

from rocrepro.evaluation.estimate import Estimate
from rocrepro.evaluation.inputs import check_option, check_probability
from rocrepro.evaluation.wilson import wilson_limits

Floats = NDArray[np.float64]
Proportion = Literal["wilson", "clopper_pearson"]
PROPORTIONS: tuple[Proportion, ...] = get_args(Proportion)
"""Names of the methods."""


def check_proportion(method: str) -> None:
    """Raise InputError unless `method` is one of `PROPORTIONS`."""
    check_option("proportion", method, PROPORTIONS)


@overload
def clopper_pearson_limits(count: int, n: int, *, level: float = 0.95) -> tuple[float, float]: ...
@overload
def clopper_pearson_limits(
    count: ArrayLike, n: ArrayLike, *, level: float = 0.95
) -> tuple[Floats, Floats]: ...
def clopper_pearson_limits(
    count: ArrayLike, n: ArrayLike, *, level: float = 0.95
) -> tuple[float, float] | tuple[Floats, Floats]:
    """Return the lower and upper limit of Clopper and Pearson's interval of a share.

    Its coverage is never below the level, and mostly above it: it is wider than Wilson's.

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
    rocrepro.evaluation.wilson.wilson_limits : The interval that is the default everywhere here.

    References
    ----------
    Clopper & Pearson (1934), Biometrika 26:404-413; Brown, Cai & DasGupta (2001), Statistical Science
    16:101-133, on its width.

    Examples
    --------
    >>> from rocrepro.evaluation.proportion import clopper_pearson_limits
    >>> low, high = clopper_pearson_limits(8, 10)
    >>> round(low, 3), round(high, 3)
    (0.444, 0.975)
    """
    from scipy.special import betaincinv

    check_probability(level, "level")
    successes, trials = np.broadcast_arrays(np.asarray(count), np.asarray(n))
    failures, half = trials - successes, (1 - level) / 2
    # At the ends one parameter of the beta distribution is 0, and the limit is that of the range.
    low = np.where(successes == 0, 0.0, betaincinv(np.maximum(successes, 1), failures + 1, half))
    high = np.where(failures == 0, 1.0, betaincinv(successes + 1, np.maximum(failures, 1), 1 - half))
    return (low, high) if low.ndim else (float(low), float(high))


def proportion_estimate(
    count: int, n: int, *, alpha: float = 0.05, method: str = "wilson", none: str = "there is no such row"
) -> Estimate:
    """Return a share with its interval.

    Parameters
    ----------
    count, n : int
        Successes and trials, ``0 <= count <= n``.
    alpha : float
        1 minus the confidence level.
    method : {"wilson", "clopper_pearson"}
        Which interval.
    none : str
        The reason to state where `n` is 0.

    Raises
    ------
    InputError
        For a method of another name, and an alpha outside (0, 1).

    See Also
    --------
    rocrepro.evaluation.wilson.wilson_limits, clopper_pearson_limits

    Examples
    --------
    >>> from rocrepro.evaluation.proportion import proportion_estimate
    >>> proportion_estimate(0, 0, none="no row is predicted positive").reason
    'no row is predicted positive'
    """
    check_proportion(method)
    check_probability(alpha, "alpha")
    if n == 0:
        return Estimate.undefined(method, none)
    limits = wilson_limits if method == "wilson" else clopper_pearson_limits
    low, high = limits(count, n, level=1 - alpha)
    return Estimate(count / n, low, high, method)
