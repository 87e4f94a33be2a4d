"""The variance that an area under the ROC curve will have, before any row is scored."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping

import numpy as np

from rocrepro.errors import InputError
from rocrepro.evaluation.inputs import check_option, check_probability


def auc_variance(auc: float, n_pos: float, n_neg: float, *, method: str = "hanley_mcneil") -> float:
    """Return the variance that the area under a ROC curve will have, before any row is scored.

    Parameters
    ----------
    auc : float, in (0, 1)
        The area that is expected.
    n_pos, n_neg : float, at least 1
        Rows of the two classes.
    method : {"hanley_mcneil", "obuchowski", "normal"}
        Hanley & McNeil's formula takes the scores of both classes for exponential. The other two take them
        for normal with one standard deviation: Obuchowski's formula is an approximation that errs on the safe
        side, and ``"normal"`` is exact.

    Returns
    -------
    float
        The variance.

    Raises
    ------
    InputError
        For an area outside (0, 1), fewer than one row of a class and another method.

    See Also
    --------
    auc_interval_size : the rows that a width needs.
    delong_interval : the interval from scores.

    Notes
    -----
    Hanley & McNeil: ``(A (1 - A) + (n_pos - 1) (Q1 - A²) + (n_neg - 1) (Q2 - A²)) / (n_pos n_neg)`` with
    ``Q1 = A / (2 - A)``, the chance that two positive rows outscore one negative row, and ``Q2 = 2 A² / (1 +
    A)``, that one positive row outscores two negative ones. ``"normal"`` has the same formula with ``Q1 =
    Q2`` from the bivariate normal distribution of correlation 1/2. Obuchowski: ``exp(-a²/2) / (32 π) ((5 a² +
    8) / n_pos + (a² + 8) / n_neg)`` with ``a = √2 Φ⁻¹(A)``; the source prints 0.0099 for 1 / (32 π).

    References
    ----------
    Hanley & McNeil (1982), Radiology 143:29-36; Obuchowski (1994), Journal of Clinical Epidemiology
    47:1017-1023 and Obuchowski & McClish (1997), Statistics in Medicine 16:1529-1542.

    Examples
    --------
    >>> from rocrepro.evaluation import auc_variance
    >>> round(auc_variance(0.8, 50, 150) ** 0.5, 4)
    0.0401
    >>> round(auc_variance(0.8, 50, 150, method="obuchowski") ** 0.5, 4)
    0.0423
    >>> round(auc_variance(0.8, 50, 150, method="normal") ** 0.5, 4)
    0.0356
    """
    check_probability(auc, "auc")
    for name, n in {"n_pos": n_pos, "n_neg": n_neg}.items():
        if not 1 <= n < math.inf:
            raise InputError(f"{name}: found {n}; expected a number of rows of at least 1")
    check_option("method", method, METHODS)
    return METHODS[method](auc, n_pos, n_neg)


def auc_correlation(
    auc_a: float, auc_b: float, score_correlation: float | tuple[float, float], *, ratio: float = 1.0
) -> float:
    """Return the correlation of two areas on the same rows, from that of the scores within each class.

    Parameters
    ----------
    auc_a, auc_b : float, in (0, 1)
        The two areas.
    score_correlation : float or pair of float, in [-1, 1]
        Correlation of the two models' scores within each class; a pair has that of the positive rows first.
    ratio : float, above 0
        Negative rows for each positive one.

    Returns
    -------
    float
        In [-1, 1]; somewhat nearer to 0 than the scores' own correlation.

    Raises
    ------
    InputError
        For an area, a correlation or a ratio out of range.

    See Also
    --------
    auc_difference_power, auc_difference_size : what needs it.

    Notes
    -----
    The scores of the two models are taken for normal with one standard deviation, in each class. Then the
    covariance of the areas is that of two pairs of rows that share a row, which is exact for many rows.

    References
    ----------
    Hanley & McNeil (1983), Radiology 148:839-843, who have a table for the same purpose.

    Examples
    --------
    >>> from rocrepro.evaluation import auc_correlation
    >>> round(auc_correlation(0.75, 0.8, 0.5), 3)
    0.458
    """
    from scipy.special import ndtri

    pos, neg = score_correlation if isinstance(score_correlation, tuple) else (score_correlation,) * 2
    for value in (pos, neg):
        check_correlation(value, "score_correlation")
    if not 0 < ratio < math.inf:
        raise InputError(f"ratio: found {ratio}; expected a number above 0")
    areas = {"auc_a": auc_a, "auc_b": auc_b}
    a, b = (float(ndtri(check_probability(auc, name))) for name, auc in areas.items())
    covariance = _shared(a, b, pos / 2) + _shared(a, b, neg / 2) / ratio
    return covariance / (math.sqrt(_shared(a, a, 0.5) * _shared(b, b, 0.5)) * (1 + 1 / ratio))


def check_correlation(value: float, name: str) -> float:
    """Return `value`, or raise InputError unless it lies in [-1, 1]."""
    if not -1 <= value <= 1:
        raise InputError(f"{name}: found {value}; expected a correlation from -1 to 1")
    return float(value)


def _hanley_mcneil(auc: float, n_pos: float, n_neg: float) -> float:
    one, other = auc / (2 - auc) - auc**2, 2 * auc**2 / (1 + auc) - auc**2
    return (auc * (1 - auc) + (n_pos - 1) * one + (n_neg - 1) * other) / (n_pos * n_neg)


def _obuchowski(auc: float, n_pos: float, n_neg: float) -> float:
    from scipy.special import ndtri

    square = 2 * float(ndtri(auc)) ** 2
    parts = (5 * square + 8) / n_pos + (square + 8) / n_neg
    return math.exp(-square / 2) / (32 * math.pi) * parts


def _normal(auc: float, n_pos: float, n_neg: float) -> float:
    from scipy.special import ndtri

    z = float(ndtri(auc))
    return (auc * (1 - auc) + (n_pos + n_neg - 2) * _shared(z, z, 0.5)) / (n_pos * n_neg)


def _shared(h: float, k: float, rho: float) -> float:
    """Covariance of two standard normal numbers of correlation rho being below h and below k.

    The derivative of the probability by rho is the density (Plackett 1954), which is smooth for |rho| <= 1/2.
    """
    at, weight = np.polynomial.legendre.leggauss(24)
    r = rho * (at + 1) / 2
    density = np.exp(-(h * h - 2 * r * h * k + k * k) / (2 * (1 - r * r))) / np.sqrt(1 - r * r)
    return float(rho / 2 * (weight @ density) / (2 * math.pi))


METHODS: Mapping[str, Callable[[float, float, float], float]] = {
    "hanley_mcneil": _hanley_mcneil,
    "obuchowski": _obuchowski,
    "normal": _normal,
}
"""Formulas of the variance, by name."""
