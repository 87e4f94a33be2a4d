"""Number of rows that a study of an area needs."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any

from rocrepro.errors import InputError
from rocrepro.evaluation.inputs import check_probability
from rocrepro.evaluation.power import auc_difference_power, auc_interval_width, auc_test_power

MOST = 10**9
"""Positive rows beyond which no study is planned."""


@dataclass(frozen=True)
class SampleSize:
    """The rows that a study needs.

    Attributes
    ----------
    n_pos, n_neg : int
        Rows of the two classes.
    method : str
        Formula of the variance, as in `auc_variance`.
    reached : float
        The width, or the power, that these rows give: as good as the one asked for, or better.

    See Also
    --------
    auc_interval_size, auc_test_size, auc_difference_size
    """

    n_pos: int
    n_neg: int
    method: str
    reached: float

    @property
    def n(self) -> int:
        """Rows of both classes together."""
        return self.n_pos + self.n_neg


def auc_interval_size(
    auc: float,
    width: float,
    *,
    prevalence: float = 0.5,
    alpha: float = 0.05,
    method: str = "hanley_mcneil",
) -> SampleSize:
    """Return the rows that a study needs for an interval of an area no wider than wanted.

    Parameters
    ----------
    auc, alpha, method
        As in `auc_interval_width`.
    width : float, in (0, 1)
        From the lower to the upper limit.
    prevalence : float, in (0, 1)
        Share of positive rows.

    Returns
    -------
    SampleSize
        The fewest positive rows, with the negative ones that the prevalence asks for, rounded up.

    Raises
    ------
    InputError
        For a number out of range, and for more than 10^9 positive rows.

    See Also
    --------
    auc_interval_width : the other way round.
    auc_test_size : rows for a test.

    References
    ----------
    Hanley & McNeil (1982), Radiology 143:29-36.

    Examples
    --------
    >>> from rocrepro.evaluation import auc_interval_size
    >>> found = auc_interval_size(0.8, 0.1, prevalence=0.25)
    >>> found.n_pos, found.n_neg
    (124, 372)
    """
    check_probability(width, "width")
    reached = partial(auc_interval_width, auc, alpha=alpha, method=method)
    return _fewest(reached, lambda found: found <= width, prevalence, method, "width")


def auc_test_size(
    auc: float,
    power: float,
    *,
    prevalence: float = 0.5,
    alpha: float = 0.05,
    alternative: str = "two-sided",
    method: str = "hanley_mcneil",
) -> SampleSize:
    """Return the rows that a study needs for a test of an area against 0.5 with the wanted power.

    Parameters
    ----------
    auc, alpha, alternative, method
        As in `auc_test_power`; an area other than 0.5, and above it for "greater".
    power : float, in (alpha, 1)
        Share of studies whose test is to reject.
    prevalence : float, in (0, 1)
        Share of positive rows.

    Returns
    -------
    SampleSize

    Raises
    ------
    InputError
        For a number out of range, and for more than 10^9 positive rows.

    See Also
    --------
    auc_test_power : the other way round.
    auc_interval_size : rows for an interval of a given width.

    References
    ----------
    Obuchowski (1994), Journal of Clinical Epidemiology 47:1017-1023, as `power.roc.test` of R's pROC.

    Examples
    --------
    >>> from rocrepro.evaluation import auc_test_size
    >>> found = auc_test_size(0.7, 0.9, method="obuchowski")
    >>> found.n_pos, found.n_neg
    (41, 41)
    """
    check_probability(auc, "auc")
    if auc == 0.5 or (alternative == "greater" and auc < 0.5):
        raise InputError(f"auc: found {auc}; expected another than 0.5, and above it for a one-sided test")
    reached = partial(auc_test_power, auc, alpha=alpha, alternative=alternative, method=method)
    return _with_power(reached, power, alpha, prevalence, method)


def auc_difference_size(
    auc_a: float,
    auc_b: float,
    power: float,
    *,
    correlation: float,
    prevalence: float = 0.5,
    alpha: float = 0.05,
    alternative: str = "two-sided",
    method: str = "hanley_mcneil",
) -> SampleSize:
    """Return the rows that a study needs for a paired test of two areas with the wanted power.

    Parameters
    ----------
    auc_a, auc_b, correlation, alpha, alternative, method
        As in `auc_difference_power`; two different areas, the first the larger one for "greater".
    power, prevalence
        As in `auc_test_size`.

    Returns
    -------
    SampleSize

    Raises
    ------
    InputError
        For a number out of range, and for more than 10^9 positive rows.

    See Also
    --------
    auc_difference_power : the other way round.
    auc_correlation : the correlation of two areas, from that of the scores.
    auc_test_size, auc_interval_size : one model.

    References
    ----------
    Hanley & McNeil (1983), Radiology 148:839-843; Obuchowski & McClish (1997), Statistics in Medicine
    16:1529-1542.

    Examples
    --------
    >>> from rocrepro.evaluation import auc_difference_size
    >>> found = auc_difference_size(0.85, 0.8, 0.8, correlation=0.5, prevalence=0.25)
    >>> found.n_pos, found.n_neg
    (228, 684)
    """
    if auc_a == auc_b or (alternative == "greater" and auc_a < auc_b):
        found = f"found {auc_a} and {auc_b}"
        raise InputError(f"auc_a, auc_b: {found}; expected two areas, the larger one first for one side")
    how: dict[str, Any] = {"alpha": alpha, "alternative": alternative, "method": method}
    reached = partial(auc_difference_power, auc_a, auc_b, correlation=correlation, **how)
    return _with_power(reached, power, alpha, prevalence, method)


def _with_power(
    reached: Callable[[int, int], float], power: float, alpha: float, prevalence: float, method: str
) -> SampleSize:
    """The fewest rows whose test has the power."""
    if not check_probability(alpha, "alpha") < check_probability(power, "power"):
        raise InputError(f"power: found {power}; expected more than alpha, which is {alpha}")
    return _fewest(reached, lambda found: found >= power, prevalence, method, "power")


def _fewest(
    reached: Callable[[int, int], float],
    enough: Callable[[float], bool],
    prevalence: float,
    method: str,
    aim: str,
) -> SampleSize:
    """The fewest positive rows that are enough; more rows never give less."""
    ratio = (1 - check_probability(prevalence, "prevalence")) / prevalence

    def at(n_pos: int) -> SampleSize:
        # 0.9 / 0.1 is more than 9 by its last digit, which is no further row.
        n_neg = max(1, math.ceil(round(ratio * n_pos, 9)))
        return SampleSize(n_pos, n_neg, method, reached(n_pos, n_neg))

    high = 1
    while not enough((found := at(high)).reached):
        high *= 2
        if high > MOST:
            raise InputError(
                f"{aim}: found a need for more than {MOST} positive rows; expected a less demanding aim"
            )
    low = high // 2
    while high - low > 1:
        middle = (low + high) // 2
        trial = at(middle)
        if enough(trial.reached):
            high, found = middle, trial
        else:
            low = middle
    return found
