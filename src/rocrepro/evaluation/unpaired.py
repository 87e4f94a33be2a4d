"""Test of the difference between two areas under the ROC curve that were measured on different rows."""

from __future__ import annotations

import math
import warnings
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from rocrepro.evaluation.compare import AucDifference, placements, vary
from rocrepro.evaluation.inputs import check_probability
from rocrepro.evaluation.metrics import UndefinedIntervalWarning, ZeroWidthIntervalWarning
from rocrepro.evaluation.rows import check_binary


def delong_unpaired_test(
    y_true_a: ArrayLike,
    score_a: ArrayLike,
    y_true_b: ArrayLike,
    score_b: ArrayLike,
    *,
    alpha: float = 0.05,
    pos_label: Any = None,
) -> AucDifference:
    """Test whether the areas of two models that scored independent rows differ.

    Parameters
    ----------
    y_true_a, y_true_b : array-like, shapes (n_a,) and (n_b,)
        Labels of the rows of each model, as in `roc_points`.
    score_a, score_b : array-like of float, shapes (n_a,) and (n_b,)
        Scores of each model's own rows.
    alpha : float, in (0, 1)
        1 - alpha is the level of the interval, which is clipped to [-1, 1].
    pos_label : optional
        The positive class as in `roc_points`.

    Returns
    -------
    AucDifference
        `paired` is False.

    Warns
    -----
    UndefinedIntervalWarning
        When a class of either model has a single row: z, p and limits are NaN.
    ZeroWidthIntervalWarning
        When both areas have the variance estimate 0, with the same outcome.

    Raises
    ------
    InputError
        As in `roc_points`.

    See Also
    --------
    delong_test : models that scored the same rows, which tells more.
    rate_difference : a rate at a cut instead of the areas.
    auc_non_inferiority : whether one area is lower by less than a margin.

    Notes
    -----
    The variance of the difference is the sum of DeLong's variances v_a and v_b. The difference in standard
    errors is held against Student's distribution with Welch's and Satterthwaite's degrees of freedom, (v_a +
    v_b)^2 / (v_a^2 / (n_a - 1) + v_b^2 / (n_b - 1)), as in pROC. Where the same rows stand behind both models
    their areas rise and fall together as a rule, so that this test is too cautious there.

    References
    ----------
    DeLong, DeLong & Clarke-Pearson (1988), Biometrics 44:837-845; Robin et al. (2011), BMC Bioinformatics
    12:77 (pROC, whose ``roc.test(paired=FALSE)`` this is).

    Examples
    --------
    >>> found = delong_unpaired_test([0, 0, 1, 1], [1, 3, 2, 4], [0, 0, 0, 1, 1], [1, 2, 4, 3, 5])
    >>> f"{found.difference:.3f} {found.p_value:.3f}", found.paired
    ('-0.083 0.852', False)
    """
    check_probability(alpha, "alpha")
    areas, variances, sizes, varies = [], [], [], False
    for y_true, given in ((y_true_a, score_a), (y_true_b, score_b)):
        positive, score = check_binary(y_true, given, pos_label)
        placed = placements(positive, score)
        areas.append(float(placed[0].mean()))
        few = min(map(len, placed)) < 2
        parts = [math.nan if few else float(np.var(part, ddof=1)) / len(part) for part in placed]
        variances.append(sum(parts))
        sizes.append(len(score))
        varies = varies or vary(*placed)
    unknown = AucDifference(areas[0], areas[1], areas[0] - areas[1], math.nan, paired=False)
    if math.isnan(sum(variances)):
        message = "no DeLong test: a class has a single row"
        warnings.warn(message, UndefinedIntervalWarning, stacklevel=2)
        return unknown
    if not varies:
        message = "both variance estimates are 0: DeLong's test is not estimable"
        warnings.warn(message, ZeroWidthIntervalWarning, stacklevel=2)
        return unknown
    variance = sum(variances)
    df = variance**2 / sum(part**2 / (n - 1) for part, n in zip(variances, sizes, strict=True))
    return unknown.with_variance(variance, alpha, df=df)
