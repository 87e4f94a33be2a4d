"""Areas under the ROC curve for rows in clusters, such as several rows of one patient."""

from __future__ import annotations

import math
import warnings
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from rocrepro.evaluation.cluster_codes import cluster_codes
from rocrepro.evaluation.compare import AucDifference, placements
from rocrepro.evaluation.inputs import check_probability, two_sided_z
from rocrepro.evaluation.metrics import UndefinedIntervalWarning, ZeroWidthIntervalWarning, roc_auc
from rocrepro.evaluation.roc import roc_points
from rocrepro.evaluation.rows import check_binary

Floats = NDArray[np.float64]
NOTHING = 1e-30
"""Variances below this are 0: of sums that cancel, rounding leaves some 1e-33."""


def clustered_auc_interval(
    y_true: ArrayLike,
    y_score: ArrayLike,
    cluster: ArrayLike,
    *,
    alpha: float = 0.05,
    pos_label: Any = None,
) -> tuple[float, float, float]:
    """Return the area under the ROC curve with an interval that allows for clusters of rows.

    Parameters
    ----------
    y_true, y_score : array-like, shape (n,)
        Labels and scores as in `roc_points`.
    cluster : array-like, shape (n,)
        What each row belongs to, for example a patient. A cluster may have rows of both classes.
    alpha : float, in (0, 1)
        1 minus the level of the interval, which is clipped to [0, 1].
    pos_label : optional
        The positive class as in `roc_points`.

    Returns
    -------
    auc, lower, upper : float
        The area is that of all rows, whatever their clusters. The limits are NaN where the variance cannot be
        estimated, or its estimate is 0.

    Warns
    -----
    UndefinedIntervalWarning
        When a class has rows in one cluster only.
    ZeroWidthIntervalWarning
        When the variance estimate is 0, as it is at an area of 1. That is no sign of certainty.

    Raises
    ------
    InputError
        As in `roc_points`; for an alpha outside (0, 1), and clusters of another length, with a missing label,
        or fewer than two of them.

    See Also
    --------
    clustered_auc_test : the difference of two areas.
    delong_interval : the interval of rows that are independent.
    rocrepro.evaluation.bootstrap.bootstrap_curves : draws whole clusters.
    design_effect : how much larger clusters make the variance.

    Notes
    -----
    The placement values of DeLong's variance (see `delong_interval`) are added up within each cluster, less
    the area for each row, and these sums are taken for independent: with a and b, the sums of a cluster's
    positive and negative rows, the variance is ``f1 Σ a² / n_pos² + f0 Σ b² / n_neg² + 2 f Σ a b / (n_pos
    n_neg)``. Here f is I / (I - 1) for I clusters, and f1 and f0 are the same for the clusters with positive
    and with negative rows. With one row a cluster every product a b is 0, f1 and f0 are n_pos / (n_pos - 1)
    and n_neg / (n_neg - 1), and the variance is DeLong's. It is never negative, as f is the smallest factor.

    References
    ----------
    Obuchowski (1997), Biometrics 53:567-578.

    Examples
    --------
    >>> from rocrepro.evaluation import clustered_auc_interval, delong_interval
    >>> y, score = [1, 1, 0, 1, 0, 0, 1, 0], [5, 6, 2, 4, 3, 1, 2, 4]
    >>> patient = ["a", "a", "a", "b", "b", "c", "c", "d"]
    >>> "{:.3f} {:.3f} {:.3f}".format(*clustered_auc_interval(y, score, patient))
    '0.812 0.487 1.000'
    >>> "{:.3f} {:.3f} {:.3f}".format(*clustered_auc_interval(y, score, range(8)))
    '0.812 0.481 1.000'
    >>> "{:.3f} {:.3f} {:.3f}".format(*delong_interval(y, score))
    '0.812 0.481 1.000'
    """
    check_probability(alpha, "alpha")
    positive, score = check_binary(y_true, y_score, pos_label)
    codes = cluster_codes(cluster, y_true)
    placed = placements(positive, score)
    auc = roc_auc(roc_points(positive, score))
    variance = clustered_variance(positive, codes, placed)
    if not _told(variance, f"AUC {auc:g}"):
        return auc, math.nan, math.nan
    half = two_sided_z(alpha) * math.sqrt(variance)
    return auc, max(0.0, auc - half), min(1.0, auc + half)


def clustered_auc_test(
    y_true: ArrayLike,
    score_a: ArrayLike,
    score_b: ArrayLike,
    cluster: ArrayLike,
    *,
    alpha: float = 0.05,
    pos_label: Any = None,
) -> AucDifference:
    """Test whether the areas of two models on the same clustered rows differ.

    Parameters
    ----------
    y_true : array-like, shape (n,)
        Labels as in `roc_points`.
    score_a, score_b : array-like of float, shape (n,)
        Scores of the same rows from two models.
    cluster, alpha, pos_label
        As in `clustered_auc_interval`; the interval is clipped to [-1, 1].

    Returns
    -------
    AucDifference
        z, p and limits are NaN where the variance cannot be estimated, or its estimate is 0.

    Warns
    -----
    UndefinedIntervalWarning, ZeroWidthIntervalWarning
        As in `clustered_auc_interval`.

    Raises
    ------
    InputError
        As in `clustered_auc_interval`.

    See Also
    --------
    clustered_auc_interval : the interval of one area, and the variance.
    delong_test : the test for rows that are independent.

    Notes
    -----
    The variance is that of `clustered_auc_interval` with the differences of the two models' placement values,
    which is the quadratic form in Obuchowski's covariances. With one row a cluster it is DeLong's.

    References
    ----------
    Obuchowski (1997), Biometrics 53:567-578.

    Examples
    --------
    >>> from rocrepro.evaluation import clustered_auc_test
    >>> y, patient = [1, 1, 0, 1, 0, 0, 1, 0], ["a", "a", "a", "b", "b", "c", "c", "d"]
    >>> test = clustered_auc_test(y, [5, 6, 2, 4, 3, 1, 2, 4], [2, 5, 3, 3, 4, 2, 1, 1], patient)
    >>> f"{test.difference:.3f}, p {test.p_value:.3f}"
    '0.281, p 0.124'
    """
    check_probability(alpha, "alpha")
    positive, a = check_binary(y_true, score_a, pos_label)
    _, b = check_binary(y_true, score_b, pos_label)
    codes = cluster_codes(cluster, y_true)
    placed_a, placed_b = placements(positive, a), placements(positive, b)
    auc_a, auc_b = float(placed_a[0].mean()), float(placed_b[0].mean())
    apart = placed_a[0] - placed_b[0], placed_a[1] - placed_b[1]
    # The mean of the differences, so that models with equal placements differ by exactly 0.
    found = AucDifference(auc_a, auc_b, float(apart[0].mean()), math.nan)
    variance = clustered_variance(positive, codes, apart)
    if not _told(variance, f"difference {found.difference:g}"):
        return found
    return found.with_variance(variance, alpha)


def design_effect(
    y_true: ArrayLike,
    y_score: ArrayLike,
    cluster: ArrayLike,
    *,
    minus: ArrayLike | None = None,
    pos_label: Any = None,
) -> float:
    """Return how much larger the variance of an area is in clusters than in independent rows.

    Parameters
    ----------
    y_true, y_score, cluster, pos_label
        As in `clustered_auc_interval`.
    minus : array-like of float, shape (n,), optional
        Scores of a second model on the same rows: the variance is then that of the difference.

    Returns
    -------
    float
        Obuchowski's variance in units of DeLong's, at least 0: n rows are worth n divided by it. NaN where
        either cannot be estimated or is 0.

    Raises
    ------
    InputError
        As in `clustered_auc_interval`.

    See Also
    --------
    clustered_auc_interval

    References
    ----------
    Obuchowski (1997), Biometrics 53:567-578; Kish (1965), Survey Sampling, for the name.

    Examples
    --------
    >>> from rocrepro.evaluation import design_effect
    >>> y, score = [1, 1, 0, 1, 0, 0, 1, 0], [5, 6, 2, 4, 3, 1, 2, 4]
    >>> round(design_effect(y, score, ["a", "a", "a", "b", "b", "c", "c", "d"]), 3)
    0.963
    >>> round(design_effect(y * 2, score * 2, [*range(8)] * 2), 3)  # every row twice
    2.333
    """
    positive, score = check_binary(y_true, y_score, pos_label)
    codes = cluster_codes(cluster, y_true)
    placed = placements(positive, score)
    if minus is not None:
        others = placements(positive, check_binary(y_true, minus, pos_label)[1])
        placed = placed[0] - others[0], placed[1] - others[1]
    variances = [clustered_variance(positive, at, placed) for at in (codes, np.arange(len(codes)))]
    if not min(variances) >= NOTHING:
        return math.nan
    return variances[0] / variances[1]


def clustered_variance(
    positive: NDArray[np.bool_], codes: NDArray[np.int64], placed: tuple[Floats, Floats]
) -> float:
    """Return Obuchowski's variance of the mean placement value.

    Parameters
    ----------
    positive : ndarray of bool, shape (n,)
        The class of each row.
    codes : ndarray of int64, shape (n,)
        Number of each row's cluster, from 0 without gaps.
    placed : pair of ndarray of float64, shapes (n_pos,) and (n_neg,)
        Placement values of the positive and of the negative rows, or their differences between two models.

    Returns
    -------
    float
        NaN where a class has rows in one cluster only.
    """
    n_clusters = int(codes.max()) + 1
    sums, factors = [], [n_clusters / (n_clusters - 1)]
    for own, values in zip((positive, ~positive), placed, strict=True):
        # Equal values have a deviation of exactly 0, which their mean need not give.
        deviation = values - values[0]
        deviation = (deviation - deviation.mean()) / len(values)
        sums.append(np.bincount(codes[own], weights=deviation, minlength=n_clusters))
        having = len(np.unique(codes[own]))
        if having < 2:
            return math.nan
        factors.append(having / (having - 1))
    a, b = sums
    both, one, other = factors
    return float(one * (a @ a) + other * (b @ b) + 2 * both * (a @ b))


def _told(variance: float, what: str) -> bool:
    """Return whether a variance gives an interval, and warn where it does not."""
    if math.isnan(variance):
        message = "a class has rows in one cluster only: no variance of clusters"
        warnings.warn(message, UndefinedIntervalWarning, stacklevel=3)
        return False
    if variance < NOTHING:
        message = f"all clusters agree ({what}): the variance is 0 and gives no interval"
        warnings.warn(message, ZeroWidthIntervalWarning, stacklevel=3)
        return False
    return True
