"""Working-Hotelling bands of the binormal ROC curve."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from rocrepro.errors import InputError
from rocrepro.evaluation.band_edges import check_grid
from rocrepro.evaluation.bands import Band
from rocrepro.evaluation.inputs import check_probability
from rocrepro.evaluation.rows import check_binary

Floats = NDArray[np.float64]


@dataclass(frozen=True)
class BinormalFit:
    """Binormal curve probit(tpr) = a + b probit(fpr), with the variances of its estimates.

    Attributes
    ----------
    a, b : float
        Intercept and slope; b is above 0.
    var_a, var_b, covariance : float
        Large-sample variances and covariance of a and b.

    See Also
    --------
    binormal_fit
    """

    a: float
    b: float
    var_a: float
    var_b: float
    covariance: float


def binormal_fit(y_true: ArrayLike, y_score: ArrayLike, *, pos_label: Any = None) -> BinormalFit:
    """Return the binormal curve of scores: a normal distribution is fitted to each class.

    Parameters
    ----------
    y_true, y_score : array-like, shape (n,)
        Labels and scores as in `roc_points`.
    pos_label : optional
        The positive class as in `roc_points`.

    Returns
    -------
    BinormalFit
        a = (mean_pos - mean_neg) / sd_pos and b = sd_neg / sd_pos, the standard deviations with divisor
        n - 1.

    Raises
    ------
    InputError
        As in `roc_points`, for a class with fewer than two different scores, and where a or b is beyond
        float64.

    See Also
    --------
    working_hotelling_band : the band of the fitted curve.

    Notes
    -----
    The variances are those of the delta method: var a = 1/n_pos + b^2/n_neg + a^2/(2 n_pos), var b =
    b^2/(2 n_neg) + b^2/(2 n_pos), and the covariance a b/(2 n_pos). The fit takes the scores as they are: a
    monotone transformation of them changes it, as it changes no empirical curve.

    Examples
    --------
    >>> fit = binormal_fit([0, 0, 0, 1, 1, 1], [-1, 0, 1, 0, 2, 4])
    >>> fit.a, fit.b
    (1.0, 0.5)
    """
    positive, score = check_binary(y_true, y_score, pos_label)
    classes = (("positive", score[positive]), ("negative", score[~positive]))
    for name, of in classes:
        if of.min() == of.max():
            raise InputError(f"y_score: found one value in the {name} class; expected at least two")
    pos, neg = (_scaled(of, np.abs(score).max()) for _, of in classes)
    sd_pos, sd_neg = _standard_deviation(pos), _standard_deviation(neg)
    with np.errstate(over="ignore", divide="ignore", invalid="ignore"):
        a, b = np.divide(pos.mean() - neg.mean(), sd_pos), np.divide(sd_neg, sd_pos)
        fit = BinormalFit(
            a=float(a),
            b=float(b),
            var_a=float(1 / len(pos) + b * b / len(neg) + a * a / (2 * len(pos))),
            var_b=float(b * b / (2 * len(neg)) + b * b / (2 * len(pos))),
            covariance=float(a * b / (2 * len(pos))),
        )
    if not (fit.b > 0 and math.isfinite(fit.var_a) and math.isfinite(fit.var_b)):
        raise InputError(
            f"y_score: found a binormal fit beyond float64 (a = {fit.a:.3g}, b = {fit.b:.3g}); "
            "expected classes whose spreads and distance are of comparable size"
        )
    return fit


def _scaled(values: Floats, largest: float) -> Floats:
    """Values over the power of two just above `largest`: no digit changes, and no square overflows."""
    return np.ldexp(values, -math.frexp(largest)[1])


def _standard_deviation(values: Floats) -> float:
    """Standard deviation with divisor n - 1; no square underflows."""
    deviation = values - values.mean()
    largest = float(np.abs(deviation).max())
    scaled = _scaled(deviation, largest)
    return math.ldexp(math.sqrt(np.sum(scaled * scaled) / (len(values) - 1)), math.frexp(largest)[1])


def working_hotelling_band(
    y_true: ArrayLike,
    y_score: ArrayLike,
    *,
    level: float = 0.95,
    pos_label: Any = None,
    grid: ArrayLike | None = None,
) -> Band:
    """Compute a simultaneous band of a binormal curve: Working and Hotelling's band of a line, in ROC space.

    Parameters
    ----------
    y_true, y_score : array-like, shape (n,)
        Labels and scores as in `roc_points`, taken to be normal within each class.
    level : float
        Nominal level, in (0, 1).
    pos_label : optional
        The positive class as in `roc_points`.
    grid : array-like of float, optional
        Ascending false positive rates in [0, 1]. By default 201 rates at equal steps and 201 at equal steps
        of the probit from -5 to 5.

    Returns
    -------
    Band
        `method` "working_hotelling", `kind` "simultaneous", no replicates. It lies around the binormal
        curve, not the empirical one.

    Raises
    ------
    InputError
        As in `binormal_fit`, and for a level or a grid out of range.

    See Also
    --------
    binormal_fit : the curve in the middle.
    fixed_width_band, simultaneous_joint_band : simultaneous bands for scores of any distribution.
    rocrepro.display.RocBandDisplay : draws any band.

    Notes
    -----
    With x = probit(fpr), the edges are Phi(a + b x -+ k se(x)), with se(x)^2 = var a + 2 x cov + x^2 var b
    and k^2 the quantile of chi-square with two degrees of freedom, -2 ln(1 - level) (k = 2.448 at 0.95). The
    band holds its level for large classes with normal scores alone. Where b is not significantly above 0,
    it reaches from 0 to 1 at the ends.

    References
    ----------
    Working & Hotelling (1929), Journal of the American Statistical Association 24(165A):73-85; Ma & Hall
    (1993), Medical Decision Making 13:191-197; Macskassy & Provost (2004), ROCAI workshop.

    Examples
    --------
    >>> band = working_hotelling_band([0, 0, 0, 1, 1, 1], [-1, 0, 1, 0, 2, 4], grid=[0.25, 0.5, 0.75])
    >>> band.lower.round(3).tolist(), band.upper.round(3).tolist()
    ([0.139, 0.192, 0.224], [0.992, 0.998, 1.0])
    """
    from scipy.special import ndtr, ndtri

    check_probability(level, "level")
    fit = binormal_fit(y_true, y_score, pos_label=pos_label)
    rates = _default_rates() if grid is None else check_grid(grid)
    reach = math.sqrt(-2 * math.log1p(-level))
    inner = (rates > 0) & (rates < 1)
    x = ndtri(rates[inner])
    half = reach * np.sqrt(fit.var_a + 2 * x * fit.covariance + x**2 * fit.var_b)
    # Beyond all x the slopes of the edges decide: b -+ reach sd(b).
    open_ends = reach * math.sqrt(fit.var_b) >= fit.b
    lower, upper = np.where(rates == 1, 0.0 if open_ends else 1.0, 0.0), np.where(rates == 1, 1.0, 0.0)
    upper[rates == 0] = 1.0 if open_ends else 0.0
    lower[inner], upper[inner] = ndtr(fit.a + fit.b * x - half), ndtr(fit.a + fit.b * x + half)
    return Band(
        grid=rates,
        lower=lower,
        upper=upper,
        method="working_hotelling",
        level=float(level),
        replicates=0,
        kind="simultaneous",
    )


def _default_rates() -> Floats:
    from scipy.special import ndtr

    return np.unique(np.concatenate([np.linspace(0, 1, 201), ndtr(np.linspace(-5, 5, 201))]))
