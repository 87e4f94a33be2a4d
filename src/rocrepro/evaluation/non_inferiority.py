"""Non-inferiority of one area under the ROC curve to another, within a margin."""

from __future__ import annotations

import math
from dataclasses import dataclass

from rocrepro.errors import InputError
from rocrepro.evaluation.compare import AucDifference
from rocrepro.evaluation.inputs import check_probability


@dataclass(frozen=True)
class NonInferiority:
    """Test of whether the first of two areas is lower than the second by a margin or more.

    Attributes
    ----------
    difference : float
        Area of the first minus area of the second.
    margin, alpha : float
        As given.
    bound : float
        Lower limit of the difference, of the one-sided level 1 - alpha; at least -1.
    p_value : float
        One-sided, against "the first area is lower by the margin or more".
    non_inferior : bool
        Whether `p_value` is below alpha, which is where `bound` lies above -margin.

    See Also
    --------
    auc_non_inferiority
    """

    difference: float
    margin: float
    alpha: float
    bound: float
    p_value: float
    non_inferior: bool


def auc_non_inferiority(tested: AucDifference, *, margin: float, alpha: float = 0.05) -> NonInferiority:
    """Test whether the first area is not lower than the second by a margin or more.

    Parameters
    ----------
    tested : AucDifference
        Of `delong_test` or `delong_unpaired_test`. For the other direction exchange the models there.
    margin : float
        Difference in area, in (0, 1), from which on it matters. It is to be fixed before the data are seen.
    alpha : float
        Level of the one-sided test, in (0, 1).

    Returns
    -------
    NonInferiority
        NaN, and not non-inferior, where the difference has no standard error.

    Raises
    ------
    InputError
        For a margin or alpha out of range, and for a permutation test, which has no standard error.

    See Also
    --------
    equivalence_test : the same question on accuracy, in both directions.
    delong_test, delong_unpaired_test : the tests that give the difference.

    Notes
    -----
    The statistic is (difference + margin) / standard error. Both directions together are two one-sided tests
    of equivalence (Schuirmann), whose interval has the level 1 - 2 alpha.

    References
    ----------
    Liu, Ma, Wu & Tai (2006), Statistics in Medicine 25:1219-1238 (non-inferiority of paired areas);
    Schuirmann (1987), Journal of Pharmacokinetics and Biopharmaceutics 15:657-680.

    Examples
    --------
    >>> from rocrepro.evaluation import delong_test
    >>> y = [1] * 7 + [0] * 11
    >>> a = [8, 5, 9, 4, 7, 6, 3, 4, 5, 2, 6, 3, 1, 2, 7, 5, 3, 1]
    >>> b = [9, 7, 8, 4, 6, 9, 5, 3, 5, 4, 6, 2, 1, 3, 7, 2, 4, 1]
    >>> found = auc_non_inferiority(delong_test(y, a, b), margin=0.2)
    >>> f"{found.difference:.3f} {found.bound:.3f} {found.p_value:.3f}", found.non_inferior
    ('-0.091 -0.199 0.049', True)
    """
    from scipy.special import stdtr, stdtrit

    check_probability(margin, "margin")
    check_probability(alpha, "alpha")
    if tested.n_permutations:
        raise InputError("tested: found a permutation test, which has no standard error; expected DeLong's")
    error, df = tested.standard_error, tested.df
    if math.isnan(error):
        return NonInferiority(tested.difference, margin, alpha, math.nan, math.nan, non_inferior=False)
    # Student's distribution with endless degrees of freedom is the normal one.
    p_value = float(stdtr(df, -(tested.difference + margin) / error))
    bound = max(-1.0, tested.difference + float(stdtrit(df, alpha)) * error)
    return NonInferiority(tested.difference, margin, alpha, bound, p_value, non_inferior=p_value < alpha)
