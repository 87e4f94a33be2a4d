"""Width of the interval of an area, and power of its tests, for a number of rows."""

from __future__ import annotations

import math

from rocrepro.errors import InputError
from rocrepro.evaluation.auc_variance import auc_variance, check_correlation
from rocrepro.evaluation.inputs import check_option, check_probability, two_sided_z

ALTERNATIVES = ("two-sided", "greater")
"""Alternatives of a test: the areas differ, or the first one is the larger one."""


def auc_interval_width(
    auc: float, n_pos: int, n_neg: int, *, alpha: float = 0.05, method: str = "hanley_mcneil"
) -> float:
    """Return the width that the interval of an area will have, from its lower to its upper limit.

    Parameters
    ----------
    auc, n_pos, n_neg, method
        As in `auc_variance`.
    alpha : float, in (0, 1)
        1 minus the level.

    Returns
    -------
    float
        Twice the quantile times the standard error; an interval that is clipped at 1 is narrower.

    Raises
    ------
    InputError
        As in `auc_variance`, and for an alpha outside (0, 1).

    See Also
    --------
    auc_interval_size : the other way round.
    delong_interval : the interval from scores.
    auc_variance : the variance behind it.

    References
    ----------
    Hanley & McNeil (1982), Radiology 143:29-36.

    Examples
    --------
    >>> from rocrepro.evaluation import auc_interval_width
    >>> round(auc_interval_width(0.8, 50, 150), 3)
    0.157
    """
    return 2 * two_sided_z(alpha) * math.sqrt(auc_variance(auc, n_pos, n_neg, method=method))


def auc_test_power(
    auc: float,
    n_pos: int,
    n_neg: int,
    *,
    alpha: float = 0.05,
    alternative: str = "two-sided",
    method: str = "hanley_mcneil",
) -> float:
    """Return the power of a test of an area against 0.5.

    Parameters
    ----------
    auc, n_pos, n_neg, method
        As in `auc_variance`.
    alpha : float, in (0, 1)
        Level of the test; below 0.5 for one side.
    alternative : {"two-sided", "greater"}
        "greater" tests for an area above 0.5.

    Returns
    -------
    float
        In (0, 1): the share of studies whose test rejects.

    Raises
    ------
    InputError
        As in `auc_variance`, and for another alternative or an alpha out of range.

    See Also
    --------
    auc_test_size : the other way round.
    auc_difference_power : of a difference of two areas.

    Notes
    -----
    The critical value has the variance at area 0.5, as the test of Mann & Whitney has.

    References
    ----------
    Obuchowski (1994), Journal of Clinical Epidemiology 47:1017-1023, as `power.roc.test` of R's pROC.

    Examples
    --------
    >>> from rocrepro.evaluation import auc_test_power
    >>> round(auc_test_power(0.7, 20, 40), 2)
    0.72
    """
    null = math.sqrt(auc_variance(0.5, n_pos, n_neg, method=method))
    error = math.sqrt(auc_variance(auc, n_pos, n_neg, method=method))
    return _power(auc - 0.5, null, error, alpha, alternative)


def auc_difference_power(
    auc_a: float,
    auc_b: float,
    n_pos: int,
    n_neg: int,
    *,
    correlation: float,
    alpha: float = 0.05,
    alternative: str = "two-sided",
    method: str = "hanley_mcneil",
) -> float:
    """Return the power of a paired test of the difference between two areas on the same rows.

    Parameters
    ----------
    auc_a, auc_b : float, in (0, 1)
        The areas that are expected.
    n_pos, n_neg, method
        As in `auc_variance`.
    correlation : float, in [-1, 1)
        Of the two areas, over studies; `auc_correlation` has it from that of the scores. 0 for two models on
        different rows.
    alpha, alternative
        As in `auc_test_power`; "greater" tests for an `auc_a` above `auc_b`.

    Returns
    -------
    float
        In (0, 1): the share of studies whose test rejects.

    Raises
    ------
    InputError
        As in `auc_test_power`, and for a correlation out of range.

    See Also
    --------
    auc_difference_size : the other way round.
    delong_test : the test.
    auc_correlation : the correlation of two areas, from that of the scores.

    Notes
    -----
    The critical value has the variance at the two areas, as DeLong's test has. R's pROC takes the variance at
    the first area for both, and so its power depends a little on which model is the first.

    References
    ----------
    Hanley & McNeil (1983), Radiology 148:839-843; Obuchowski & McClish (1997), Statistics in Medicine
    16:1529-1542.

    Examples
    --------
    >>> from rocrepro.evaluation import auc_correlation, auc_difference_power
    >>> r = auc_correlation(0.85, 0.8, 0.6, ratio=3)
    >>> round(auc_difference_power(0.85, 0.8, 100, 300, correlation=r), 2)
    0.49
    """
    if not -1 <= check_correlation(correlation, "correlation") < 1:
        raise InputError("correlation: found 1; expected a correlation below 1, as the areas differ")
    areas = check_probability(auc_a, "auc_a"), check_probability(auc_b, "auc_b")
    a, b = (auc_variance(auc, n_pos, n_neg, method=method) for auc in areas)
    error = math.sqrt(a + b - 2 * correlation * math.sqrt(a * b))
    return _power(auc_a - auc_b, error, error, alpha, alternative)


def _power(apart: float, null: float, error: float, alpha: float, alternative: str) -> float:
    """Chance that a normal statistic of mean `apart` leaves the bounds that the null error sets."""
    from scipy.special import ndtr

    check_option("alternative", alternative, ALTERNATIVES)
    if alternative == "greater":
        if not check_probability(alpha, "alpha") < 0.5:
            raise InputError(f"alpha: found {alpha}; expected less than 0.5 for a one-sided test")
        return float(ndtr((apart - two_sided_z(2 * alpha) * null) / error))
    bound = two_sided_z(alpha) * null
    return float(ndtr((apart - bound) / error) + ndtr((-apart - bound) / error))
