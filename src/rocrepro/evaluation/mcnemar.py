"""McNemar's test of two classifiers that predict the same rows."""

from __future__ import annotations

from dataclasses import dataclass

from numpy.typing import ArrayLike

from rocrepro.evaluation.confidence import mcnemar_exact_p
from rocrepro.evaluation.equivalence import check_predictions
from rocrepro.evaluation.inputs import check_errors
from rocrepro.evaluation.tango import tango_interval


@dataclass(frozen=True)
class McNemarTest:
    """Two classifiers on the same rows: the rows that only one of them predicts correctly.

    Attributes
    ----------
    only_a, only_b : int
        Rows that only the first, or only the second, predicts rightly.
    n : int
        Number of rows.
    difference : float
        (only_a - only_b) / n: how much larger the first one's share of right predictions is.
    lower, upper : float
        Tango's interval of the difference, at the level 1 - alpha.
    p_exact : float
        Two-sided exact p-value; 1 where no row tells the two apart.
    p_mid : float
        Two-sided mid-p-value.
    alpha : float
        As given.

    See Also
    --------
    mcnemar_test, mcnemar_from_counts
    """

    only_a: int
    only_b: int
    n: int
    difference: float
    lower: float
    upper: float
    p_exact: float
    p_mid: float
    alpha: float


def mcnemar_test(
    y_true: ArrayLike, pred_a: ArrayLike, pred_b: ArrayLike, *, alpha: float = 0.05
) -> McNemarTest:
    """Test whether two classifiers are right equally often.

    Parameters
    ----------
    y_true : array-like, shape (n,)
        Class labels. With the rows of one class alone, what is compared is the sensitivity or the
        specificity.
    pred_a, pred_b : array-like, shape (n,)
        Predicted labels of the same rows in the same order.
    alpha : float, in (0, 1)
        1 - alpha is the level of the interval.

    Returns
    -------
    McNemarTest

    Raises
    ------
    InputError
        For empty input, unequal lengths, a missing label, and predictions that are no label of `y_true`.

    See Also
    --------
    mcnemar_from_counts : the same from counts, and how it is computed.
    equivalence_test : whether they are as good within a margin.
    delong_test : whether they rank the rows equally well.

    Examples
    --------
    >>> y, a, b = [1] * 10 + [0] * 10, [1] * 16 + [0] * 4, [1] * 3 + [0] * 17
    >>> found = mcnemar_test(y, a, b)
    >>> found.only_a, found.only_b, round(found.p_mid, 3)
    (7, 6, 0.791)
    """
    true, a, b = check_predictions(y_true, pred_a, pred_b)
    right_a, right_b = a == true, b == true
    return mcnemar_from_counts(
        int((right_a & ~right_b).sum()), int((right_b & ~right_a).sum()), len(true), alpha=alpha
    )


def mcnemar_from_counts(only_a: int, only_b: int, n: int, *, alpha: float = 0.05) -> McNemarTest:
    """Test whether two classifiers are right equally often, from counts.

    Parameters
    ----------
    only_a, only_b : int
        Rows that only the first, or only the second classifier predicts rightly.
    n : int
        Number of rows, at least 1 and at least only_a + only_b.
    alpha : float, in (0, 1)
        1 - alpha is the level of the interval.

    Returns
    -------
    McNemarTest

    Raises
    ------
    InputError
        For bad counts, and an alpha out of range.

    See Also
    --------
    mcnemar_test : the same from labels and predictions.
    tango_interval : the interval of the difference.

    Notes
    -----
    Given the rows that only one classifier predicts rightly, their split is binomial with share one half when
    there is no difference. The exact p-value is twice the smaller tail, and at most 1. The mid-p-value takes
    half of the observed split's chance out of that tail: it errs less on the safe side, and comes close to
    the nominal size also in small samples.

    References
    ----------
    McNemar (1947), Psychometrika 12:153-157; Fagerland, Lydersen & Laake (2013), BMC Medical Research
    Methodology 13:91 (mid-p; with the counts 1 and 7 the p-values are 0.070 and 0.039); Tango (1998),
    Statistics in Medicine 17:891-908.

    Examples
    --------
    >>> found = mcnemar_from_counts(7, 1, 21)
    >>> f"{found.p_exact:.3f} {found.p_mid:.3f}"
    '0.070 0.039'
    """
    from scipy.special import bdtr

    only_a, only_b, n = (int(count) for count in check_errors(only_a, only_b, n))
    lower, upper = tango_interval(only_a, only_b, n, alpha=alpha)
    least, both = min(only_a, only_b), only_a + only_b
    below = float(bdtr(least - 1, both, 0.5)) if least else 0.0
    return McNemarTest(
        only_a=only_a,
        only_b=only_b,
        n=n,
        difference=(only_a - only_b) / n,
        lower=float(lower),
        upper=float(upper),
        p_exact=float(mcnemar_exact_p(only_a, only_b)),
        p_mid=min(1.0, below + float(bdtr(least, both, 0.5))),
        alpha=alpha,
    )
