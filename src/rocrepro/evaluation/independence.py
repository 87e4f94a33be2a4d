"""Tests of independence between the true and the predicted class of one confusion matrix."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from rocrepro.evaluation.inputs import check_counts, check_probability
from rocrepro.evaluation.isolines import chi_square

# Below this expected count in any cell the chi-square distribution is a poor guide.
FEW = 5


@dataclass(frozen=True)
class IndependenceTest:
    """A test of whether predictions depend on the true class.

    Attributes
    ----------
    method : {"chi_square", "fisher", "none"}
        Fisher's exact test where an expected count is below 5; "none" where one class is never predicted, and
        nothing can be tested.
    chi_square : float
        Pearson's statistic without continuity correction.
    p_value : float
        Two-sided; 1 for "none".
    least_expected : float
        The smallest of the four expected counts.

    See Also
    --------
    independence_test
    """

    method: Literal["chi_square", "fisher", "none"]
    chi_square: float
    p_value: float
    least_expected: float


def significance_level(alpha: float) -> float:
    """Return the value that chi-square of a 2 x 2 table exceeds with probability alpha under independence.

    Parameters
    ----------
    alpha : float
        In (0, 1).

    Returns
    -------
    float
        The upper alpha quantile of the chi-square distribution with one degree of freedom.

    See Also
    --------
    chi_square_contour : the line of this value in ROC space.
    independence_test : the test of one matrix.

    References
    ----------
    Bradley (1996), section 4: 3.84, 6.63 and 7.88 at 5 %, 1 % and 0.5 %.

    Examples
    --------
    >>> [round(significance_level(alpha), 2) for alpha in (0.05, 0.01, 0.005)]
    [3.84, 6.63, 7.88]
    """
    from scipy.special import chdtri

    return float(chdtri(1, check_probability(alpha, "alpha")))


def independence_test(tp: int, fn: int, fp: int, tn: int) -> IndependenceTest:
    """Test whether the predictions of one confusion matrix depend on the true class.

    Parameters
    ----------
    tp, fn, fp, tn : int
        The counts, with at least one row of each true class.

    Returns
    -------
    IndependenceTest

    Raises
    ------
    InputError
        For a count that is negative or no whole number, or a true class without rows.

    See Also
    --------
    chi_square : the statistic at points of ROC space.
    significance_level : the value that the statistic has to reach.

    Notes
    -----
    The p-value holds for a threshold that was fixed before the data were seen. At the best of many thresholds
    it is too small.

    References
    ----------
    Bradley (1996), section 4: chi-square, and Fisher's exact test for small frequencies.

    Examples
    --------
    >>> independence_test(4, 1, 11, 44).method, round(independence_test(4, 1, 11, 44).p_value, 4)
    ('fisher', 0.0118)
    """
    from scipy.special import chdtrc

    tp, fn, fp, tn = (int(count) for count in check_counts(tp=tp, fn=fn, fp=fp, tn=tn))
    n_pos, n_neg = tp + fn, fp + tn
    statistic = float(chi_square(fp / n_neg if n_neg else 0.0, tp / n_pos if n_pos else 0.0, n_pos, n_neg))
    least = min(n_pos, n_neg) * min(tp + fp, fn + tn) / (n_pos + n_neg)
    if least == 0:
        return IndependenceTest("none", statistic, 1.0, least)
    if least < FEW:
        from scipy.stats import fisher_exact

        p_value = float(fisher_exact([[tp, fn], [fp, tn]]).pvalue)
        return IndependenceTest("fisher", statistic, p_value, least)
    return IndependenceTest("chi_square", statistic, float(chdtrc(1, statistic)), least)
