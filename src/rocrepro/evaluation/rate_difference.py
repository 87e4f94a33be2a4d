"""The difference of two shares of different rows, such as the sensitivities in two groups."""

from __future__ import annotations

import math
from dataclasses import dataclass

from rocrepro.errors import InputError
from rocrepro.evaluation.independence import independence_test
from rocrepro.evaluation.inputs import check_counts, check_probability
from rocrepro.evaluation.wilson import wilson_limits


@dataclass(frozen=True)
class RateDifference:
    """The difference of two shares.

    Attributes
    ----------
    difference : float
        Share of a - share of b, in [-1, 1].
    lower, upper : float
        Limits of Newcombe's interval.
    p_value : float
        Two-sided, that both shares are equal; 1 where all rows agree.
    test : str
        The test behind it, as in `independence_test`.

    See Also
    --------
    rate_difference
    """

    difference: float
    lower: float
    upper: float
    p_value: float
    test: str


def rate_difference(count_a: int, n_a: int, count_b: int, n_b: int, *, alpha: float = 0.05) -> RateDifference:
    """Return the difference of two shares of different rows with Newcombe's interval and a test.

    Parameters
    ----------
    count_a, n_a, count_b, n_b : int
        Rows of the kind that is counted, and all rows, of both samples: ``0 <= count <= n`` and ``n >= 1``.
    alpha : float, in (0, 1)
        1 minus the level of the interval.

    Returns
    -------
    RateDifference

    Raises
    ------
    InputError
        For counts that are none, or larger than their n, and an alpha outside (0, 1).

    See Also
    --------
    rocrepro.evaluation.wilson.wilson_limits : the interval of one share, of which it is made.
    independence_test : the test.
    equivalence_test : two models on the same rows.
    delong_unpaired_test : two areas on different rows.

    Notes
    -----
    With l and u, the limits of Wilson's intervals, the lower limit is ``d - sqrt((p_a - l_a)² + (u_b -
    p_b)²)`` and the upper one ``d + sqrt((u_a - p_a)² + (p_b - l_b)²)``. It never leaves [-1, 1], and has a
    width also where both shares are 0 or 1. The test is another method: close to its level, it may disagree
    with the interval.

    References
    ----------
    Newcombe (1998), Statistics in Medicine 17:873-890, method 10.

    Examples
    --------
    >>> from rocrepro.evaluation import rate_difference
    >>> found = rate_difference(56, 70, 48, 80)
    >>> f"{found.difference:.2f} ({found.lower:.4f} to {found.upper:.4f}), p {found.p_value:.4f}"
    '0.20 (0.0524 to 0.3339), p 0.0080'
    """
    check_probability(alpha, "alpha")
    check_counts(count_a=count_a, n_a=n_a, count_b=count_b, n_b=n_b)
    for count, n, name in ((count_a, n_a, "a"), (count_b, n_b, "b")):
        if n < 1 or count > n:
            found = f"found {count} of {n}"
            raise InputError(f"count_{name}, n_{name}: {found}; expected a count of at most n, and n >= 1")
    share_a, share_b = count_a / n_a, count_b / n_b
    low_a, high_a = wilson_limits(count_a, n_a, level=1 - alpha)
    low_b, high_b = wilson_limits(count_b, n_b, level=1 - alpha)
    difference = share_a - share_b
    tested = independence_test(count_a, n_a - count_a, count_b, n_b - count_b)
    return RateDifference(
        difference,
        difference - math.hypot(share_a - low_a, high_b - share_b),
        difference + math.hypot(high_a - share_a, share_b - low_b),
        p_value=tested.p_value,
        test=tested.method,
    )
