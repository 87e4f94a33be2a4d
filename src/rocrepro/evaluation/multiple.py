"""P-values of several tests, adjusted for their number."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike, NDArray

from rocrepro.errors import InputError
from rocrepro.evaluation.rows import as_numbers


def holm_adjusted(p_values: ArrayLike) -> NDArray[np.float64]:
    """Return Holm's adjusted p-values: below alpha where a test is still significant among all of them.

    Parameters
    ----------
    p_values : array-like of float, shape (n_tests,)
        In [0, 1]. NaN for a test that has none: it counts as a test all the same.

    Returns
    -------
    ndarray of float64, shape (n_tests,)
        In the order given; at least the p-value itself, at most 1, and NaN where there was none.

    Raises
    ------
    InputError
        For more than one dimension and a value outside [0, 1].

    See Also
    --------
    delong_global_test : one test of all models, which needs no adjustment.
    delong_test, mcnemar_test : tests of one pair.

    Notes
    -----
    The i-th smallest of m p-values is multiplied by m + 1 - i, and raised to the one before it. The chance of
    any false finding is at most alpha, whatever the tests have to do with each other.

    References
    ----------
    Holm (1979), Scandinavian Journal of Statistics 6:65-70.

    Examples
    --------
    >>> holm_adjusted([0.01, 0.04, 0.03]).round(2).tolist()
    [0.03, 0.06, 0.06]
    """
    given = as_numbers("p_values", p_values)
    if np.any((given < 0) | (given > 1)):
        raise InputError(f"p_values: found {given.tolist()!s:.60}; expected a list of numbers from 0 to 1")
    order, adjusted = np.argsort(given, kind="stable"), np.empty(len(given))  # NaN comes last
    times = len(given) - np.arange(len(given))
    adjusted[order] = np.minimum(np.maximum.accumulate(times * given[order]), 1.0)
    return adjusted
