"""Tests of the difference between two areas under the ROC curve that were measured on the same rows."""

from __future__ import annotations

import math
import warnings
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from rocrepro.evaluation.cluster_codes import cluster_codes
from rocrepro.evaluation.inputs import check_probability, check_seed, check_whole, two_sided_z
from rocrepro.evaluation.metrics import UndefinedIntervalWarning, ZeroWidthIntervalWarning
from rocrepro.evaluation.rows import check_binary

Floats = NDArray[np.float64]


@dataclass(frozen=True)
class AucDifference:
    """The difference of two areas, tested against 0.

    Attributes
    ----------
    auc_a, auc_b : float
        The two areas.
    difference : float
        auc_a - auc_b.
    p_value : float
        Two-sided.
    z : float
        Difference in standard errors; NaN for the permutation test.
    lower, upper : float
        Limits of the interval of the difference; NaN for the permutation test.
    n_permutations : int
        Number of random permutations; 0 for DeLong's test.
    p_greater, p_less : float
        One-sided p-values: small where the first area is shown to be greater, or to be less.
    standard_error : float
        Of the difference; NaN for the permutation test.
    df : float
        Degrees of freedom of Student's distribution of z: infinite where that is the normal distribution, NaN
        where there is no z.
    paired : bool
        Whether both models scored the same rows.

    See Also
    --------
    delong_test, delong_unpaired_test, permutation_test
    auc_non_inferiority : whether the first model is shown not to be worse by a margin.
    """

    auc_a: float
    auc_b: float
    difference: float
    p_value: float
    z: float = math.nan
    lower: float = math.nan
    upper: float = math.nan
    n_permutations: int = 0
    p_greater: float = math.nan
    p_less: float = math.nan
    standard_error: float = math.nan
    df: float = math.nan
    paired: bool = True

    def with_variance(self, variance: float, alpha: float, *, df: float = math.inf) -> AucDifference:
        """Return the same difference with its interval and test, from a variance above 0.

        Infinite degrees of freedom are those of the normal distribution, finite ones of Student's.
        """
        from scipy.special import ndtr, stdtr, stdtrit

        error = math.sqrt(variance)
        z = self.difference / error
        below, quantile = ndtr, two_sided_z(alpha)
        if math.isfinite(df):
            below, quantile = partial(stdtr, df), -float(stdtrit(df, alpha / 2))
        return replace(
            self,
            p_value=float(2 * below(-abs(z))),
            z=z,
            lower=max(-1.0, self.difference - quantile * error),
            upper=min(1.0, self.difference + quantile * error),
            p_greater=float(below(-z)),
            p_less=float(below(z)),
            standard_error=error,
            df=df,
        )


def delong_test(
    y_true: ArrayLike,
    score_a: ArrayLike,
    score_b: ArrayLike,
    *,
    alpha: float = 0.05,
    pos_label: Any = None,
) -> AucDifference:
    """Test whether the areas of two models differ, by DeLong's method for the same rows.

    Parameters
    ----------
    y_true : array-like, shape (n,)
        Labels as in `roc_points`.
    score_a, score_b : array-like of float, shape (n,)
        Scores of the same rows from two models. Each is used by its order alone.
    alpha : float, in (0, 1)
        1 - alpha is the level of the interval, which is clipped to [-1, 1].
    pos_label : optional
        The positive class as in `roc_points`.

    Returns
    -------
    AucDifference

    Warns
    -----
    UndefinedIntervalWarning
        When a class has a single row: z, p and limits are NaN.
    ZeroWidthIntervalWarning
        When the variance estimate is 0, as it is for two models that order the rows alike, and for a perfect
        model against a constant one: z, p and limits are NaN. `permutation_test` still has a p-value.

    Raises
    ------
    InputError
        As in `roc_points`.

    See Also
    --------
    permutation_test : the same question without a limit theorem.
    delong_unpaired_test : models that scored different rows.
    delong_global_test : more than two models at once.
    delong_interval : the interval of one area.
    paired_resamples : differences of other measures.
    clustered_auc_test : rows in clusters.
    auc_non_inferiority : whether one area is lower by less than a margin.
    curve_differences : other functions of the curves.

    Notes
    -----
    The variance is that of the mean difference in placement values (see `delong_interval`), the positive and
    the negative rows taken apart; it is the quadratic form in DeLong's covariances.

    References
    ----------
    DeLong, DeLong & Clarke-Pearson (1988), Biometrics 44:837-845.
    """
    check_probability(alpha, "alpha")
    positive, a = check_binary(y_true, score_a, pos_label)
    _, b = check_binary(y_true, score_b, pos_label)
    placed_a, placed_b = placements(positive, a), placements(positive, b)
    auc_a, auc_b = (float(placed[0].mean()) for placed in (placed_a, placed_b))
    # The mean of the differences, so that models with equal placements differ by exactly 0.
    apart = [x - y for x, y in zip(placed_a, placed_b, strict=True)]
    found = AucDifference(auc_a, auc_b, float(apart[0].mean()), math.nan)
    if min(len(part) for part in apart) < 2:
        message = f"no DeLong test for {len(apart[0])} positive and {len(apart[1])} negative rows"
        warnings.warn(message, UndefinedIntervalWarning, stacklevel=2)
        return found
    if not vary(*apart):
        message = "the variance estimate is 0: DeLong's test is not estimable; permutation_test is"
        warnings.warn(message, ZeroWidthIntervalWarning, stacklevel=2)
        return found
    variance = sum(float(np.var(part, ddof=1)) / len(part) for part in apart)
    return found.with_variance(variance, alpha)


def permutation_test(
    y_true: ArrayLike,
    score_a: ArrayLike,
    score_b: ArrayLike,
    *,
    n_permutations: int = 999,
    seed: int | np.random.Generator,
    cluster: ArrayLike | None = None,
    pos_label: Any = None,
) -> AucDifference:
    """Test whether the areas of two models differ, by exchanging their ranks in random rows.

    Scores of two models have different scales, so their ranks among all rows change places instead. Under the
    null hypothesis the pair of ranks of a row is as likely as the exchanged pair.

    Parameters
    ----------
    y_true, score_a, score_b, pos_label
        As in `delong_test`.
    n_permutations : int
        Number of random exchanges, at least 1. The smallest possible p is 1 / (n_permutations + 1).
    seed : int or numpy.random.Generator
        Source of the random numbers.
    cluster : array-like, shape (n,), optional
        What each row belongs to, for example a patient: the models then change places in whole clusters.

    Returns
    -------
    AucDifference
        p is (1 + number of exchanges whose areas differ by at least as much) / (1 + n_permutations).

    Raises
    ------
    InputError
        As in `roc_points`; for a number of permutations or a seed out of range, and for clusters of another
        length, with a missing label, or fewer than two of them.

    See Also
    --------
    delong_test : the same question in closed form.

    Notes
    -----
    Differences are compared in whole numbers (twice the sums of ranks), so ties with the observed one count.

    References
    ----------
    Venkatraman & Begg (1996), Biometrika 83:835-848 (ranks that change places); Bandos, Rockette & Gur
    (2005), Statistics in Medicine 24:2873-2893 (the difference in areas as statistic).
    """
    check_whole(n_permutations, "n_permutations")
    positive, a = check_binary(y_true, score_a, pos_label)
    _, b = check_binary(y_true, score_b, pos_label)
    rng = check_seed(seed)
    rows = np.argsort(~positive, kind="stable")  # each class in one piece
    n_pos = int(positive.sum())
    ranks = np.stack([twice_ranks(a), twice_ranks(b)])[:, rows]
    observed = _twice_pairs(n_pos, ranks)
    codes = np.arange(len(rows)) if cluster is None else cluster_codes(cluster, y_true)
    units, n_units = codes[rows], int(codes.max()) + 1
    apart, reached, greater, less = observed[0] - observed[1], 0, 0, 0
    for _ in range(int(n_permutations)):
        exchanged = rng.integers(0, 2, n_units, dtype=np.bool_)
        one, other = _twice_pairs(n_pos, np.where(exchanged[units], ranks[::-1], ranks))
        reached += abs(one - other) >= abs(apart)
        greater += one - other >= apart
        less += one - other <= apart
    pairs = 2 * n_pos * (len(rows) - n_pos)
    return AucDifference(
        observed[0] / pairs,
        observed[1] / pairs,
        apart / pairs,
        p_value=(1 + reached) / (1 + int(n_permutations)),
        n_permutations=int(n_permutations),
        p_greater=(1 + greater) / (1 + int(n_permutations)),
        p_less=(1 + less) / (1 + int(n_permutations)),
    )


def twice_ranks(values: Floats) -> NDArray[np.int64]:
    """Return twice the mid-ranks, which are whole numbers from 2 to 2 n."""
    _, place, number = np.unique(values, return_inverse=True, return_counts=True)
    twice: NDArray[np.int64] = (2 * np.cumsum(number) - number + 1)[place]
    return twice


def placements(positive: NDArray[np.bool_], score: Floats) -> tuple[Floats, Floats]:
    """Return the placement values of the positive and of the negative rows, in file order."""
    ranks, parts = twice_ranks(score), []
    for own in (positive, ~positive):
        below = (ranks[own] - twice_ranks(score[own])) / 2 / np.count_nonzero(~own)
        parts.append(below)
    return parts[0], 1 - parts[1]


def vary(of_positive: Floats, of_negative: Floats) -> bool:
    """Check whether placement values of either class, or differences of them, are not all the same.

    They are multiples of 1 / (2 n) for n rows of the other class. As whole numbers equal ones are equal,
    where the variance of the rounded shares could be 1e-34 and give a p-value of 0.
    """
    n_pos, n_neg = len(of_positive), len(of_negative)
    spans = np.ptp(np.rint(2 * n_neg * of_positive)), np.ptp(np.rint(2 * n_pos * of_negative))
    return bool(max(spans) > 0)


def _twice_pairs(n_pos: int, ranks: NDArray[np.int64]) -> tuple[int, int]:
    """Return twice the number of correctly ordered pairs in two rows of ranks, ties one half.

    The positive rows stand first. Counting how often each rank occurs takes no sort.
    """
    one, other = (_twice_ordered(row[:n_pos], row[n_pos:]) for row in ranks)
    return one, other


def _twice_ordered(above: NDArray[np.int64], below: NDArray[np.int64]) -> int:
    lower = np.bincount(below, minlength=int(above.max()) + 1)
    return int((2 * np.cumsum(lower) - lower)[above].sum())
