"""Logistic recalibration: the intercept and slope that would put probabilities right."""

from __future__ import annotations

import math
import warnings
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from rocrepro.evaluation.calibration import UndefinedCalibrationWarning
from rocrepro.evaluation.inputs import check_option, two_sided_z
from rocrepro.evaluation.midpoint import check_probabilities

Floats = NDArray[np.float64]

INTERVALS = ("wald", "profile")
"""Kinds of intervals of the coefficients."""
VALUES = (
    *("intercept", "intercept_low", "intercept_high", "slope", "slope_low", "slope_high"),
    *("in_the_large", "in_the_large_low", "in_the_large_high", "p_value"),
)
"""Attributes of `Recalibration` that are numbers, in order."""
_STEPS, _HALVINGS = 100, 40
_STEEPEST = 1e6
"""Slopes beyond are as good as infinite."""


@dataclass(frozen=True)
class Recalibration:
    """The line that turns log odds of the probabilities into those of the outcomes.

    Attributes
    ----------
    intercept, slope : float
        0 and 1 for calibrated probabilities. A slope below 1: probabilities are too extreme.
    intercept_low, intercept_high, slope_low, slope_high : float
        Their intervals.
    in_the_large : float
        The intercept when the slope is held at 1. Above 0: probabilities are too low on average.
    in_the_large_low, in_the_large_high : float
        Its interval.
    p_value : float
        Of the likelihood ratio test of intercept 0 and slope 1, two degrees of freedom.
    reason : str
        Why values are NaN; "" where all of them are defined.
    interval : {"wald", "profile"}
    level : float

    See Also
    --------
    recalibration
    """

    intercept: float
    intercept_low: float
    intercept_high: float
    slope: float
    slope_low: float
    slope_high: float
    in_the_large: float
    in_the_large_low: float
    in_the_large_high: float
    p_value: float
    reason: str
    interval: str
    level: float


def recalibration(
    y_true: ArrayLike,
    y_prob: ArrayLike,
    *,
    interval: str = "wald",
    alpha: float = 0.05,
    pos_label: Any = None,
) -> Recalibration:
    """Return intercept and slope of the logistic regression of the outcome on the log odds of probabilities.

    Parameters
    ----------
    y_true : array-like, shape (n,)
        Labels as in `roc_points`.
    y_prob : array-like of float, shape (n,)
        Probabilities of the positive class, from 0 to 1.
    interval : {"wald", "profile"}
        "wald" takes the standard errors of Fisher's information, "profile" the values that the likelihood
        ratio does not reject, which are better for few rows.
    alpha : float
        1 minus the level of the intervals.
    pos_label : optional
        The positive class as in `roc_points`.

    Returns
    -------
    Recalibration
        All NaN where a probability is exactly 0 or 1, whose log odds are infinite. Intercept and slope are
        NaN where all probabilities are equal, and where a threshold separates the classes: no finite slope is
        then the most likely one.

    Raises
    ------
    InputError
        As in `roc_points`, for a score outside 0 to 1, and for an unknown interval or a level out of range.

    Warns
    -----
    UndefinedCalibrationWarning
        With the reason, where a value is NaN.

    See Also
    --------
    calibration_curve : where probabilities are off.
    brier_score : one number for ranking and calibration together.
    calibration_distances : how far they are off, with intervals.

    Notes
    -----
    Scores of exactly 0 and 1 are not moved inwards, as the slope would depend on how far. The likelihood of a
    model that says 0 and is wrong once is 0.

    References
    ----------
    Cox (1958), Biometrika 45:562-565; Miller, Langefeld, Tierney, Hui & McDonald (1993), Medical Decision
    Making 13:49-57; Van Calster et al. (2016), Journal of Clinical Epidemiology 74:167-176.

    Examples
    --------
    >>> y, p = [0, 0, 1, 0, 1, 1, 0, 1], [0.1, 0.2, 0.3, 0.4, 0.6, 0.7, 0.8, 0.9]
    >>> found = recalibration(y, p)
    >>> round(found.intercept, 3), round(found.slope, 3), round(found.in_the_large, 3)
    (0.0, 0.805, 0.0)
    >>> round(found.slope_low, 2), round(found.slope_high, 2)
    (-0.48, 2.09)
    """
    check_option("interval", interval, INTERVALS)
    z = two_sided_z(alpha)
    positive, score = check_probabilities(y_true, y_prob, pos_label)
    kind: dict[str, Any] = {"interval": interval, "level": 1 - alpha}
    whole, line = _why_undefined(positive, score)
    if whole or line:
        warnings.warn(f"recalibration: {whole or line}", UndefinedCalibrationWarning, stacklevel=2)
    if whole:
        return Recalibration(**_named([math.nan] * len(VALUES)), reason=whole, **kind)
    fit = _Fit(log_odds(score), positive.astype(np.float64), interval, z)
    found = [*[math.nan] * 6, *fit.level(), math.nan] if line else [*fit.line(), *fit.level(), fit.p_value()]
    flat = "" if line or np.isfinite(found).all() else "the likelihood is too flat for an interval"
    if flat:
        warnings.warn(f"recalibration: {flat}", UndefinedCalibrationWarning, stacklevel=2)
    return Recalibration(**_named(found), reason=line or flat, **kind)


def _named(values: Iterable[float]) -> dict[str, Any]:
    return dict(zip(VALUES, values, strict=True))


def log_odds(score: Floats) -> Floats:
    """Return log(p / (1 - p)) of probabilities strictly between 0 and 1."""
    return np.asarray(np.log(score) - np.log1p(-score))


def _why_undefined(positive: NDArray[np.bool_], score: Floats) -> tuple[str, str]:
    """Return the reasons why nothing is defined, and why there is no slope; "" for each where it is."""
    at_ends = int(np.count_nonzero((score == 0) | (score == 1)))
    if at_ends:
        return f"{at_ends} of {len(score)} scores are exactly 0 or 1, and have no log odds", ""
    if score.min() == score.max():
        return "", "all scores are equal"
    high, low = score[positive], score[~positive]
    # The likelihood has a finite maximum only where the ranges of both classes overlap inside.
    if low.max() <= high.min() or high.max() <= low.min():
        return "", "a threshold separates the classes, so no finite slope maximizes the likelihood"
    return "", ""


class _Fit:
    """The logistic likelihood of one set of log odds, its maxima and its intervals."""

    def __init__(self, x: Floats, y: Floats, interval: str, z: float) -> None:
        self.x, self.y, self.interval, self.z = x, y, interval, z
        self.columns = np.column_stack([np.ones_like(x), x])

    def line(self) -> tuple[float, ...]:
        """Intercept and slope, each with its limits."""
        best, top = self._newton(self.columns, np.zeros_like(self.x))
        error = np.sqrt(np.diag(np.linalg.inv(self._information(self.columns, self.columns @ best))))
        of_intercept = self._limits(best[0], error[0], top, self._at_intercept)
        of_slope = self._limits(best[1], error[1], top, lambda b: self._shifted(b * self.x)[1])
        return (float(best[0]), *of_intercept, float(best[1]), *of_slope)

    def level(self) -> tuple[float, float, float]:
        """The intercept at slope 1 with its limits."""
        best, top = self._shifted(self.x)
        information = self._information(self.columns[:, :1], self.x + best)[0, 0]
        error = 1 / math.sqrt(information) if information > 0 else math.nan
        return (best, *self._limits(best, error, top, lambda a: self._likelihood(self.x + a)))

    def p_value(self) -> float:
        """Return the p-value of the likelihood ratio test that nothing needs correction."""
        top = self._newton(self.columns, np.zeros_like(self.x))[1]
        # The survival function of the chi-square distribution with two degrees of freedom.
        return math.exp(-max(top - self._likelihood(self.x), 0.0))

    def _likelihood(self, eta: Floats) -> float:
        return float(np.dot(self.y, eta) - np.logaddexp(0, eta).sum())

    def _information(self, columns: Floats, eta: Floats) -> Floats:
        chance = _logistic(eta)
        return np.asarray((columns * (chance * (1 - chance))[:, np.newaxis]).T @ columns)

    def _newton(self, columns: Floats, offset: Floats) -> tuple[Floats, float]:
        """The most likely coefficients and their log likelihood, by Newton's method."""
        at = np.zeros(columns.shape[1])
        value = self._likelihood(offset)
        for _ in range(_STEPS):
            eta = offset + columns @ at
            step = np.linalg.solve(self._information(columns, eta), columns.T @ (self.y - _logistic(eta)))
            for _ in range(_HALVINGS):  # a full step may go too far where probabilities are extreme
                there = self._likelihood(offset + columns @ (at + step))
                if there >= value - 1e-12 * abs(value):
                    break
                step = step / 2
            at, value = at + step, there
            if np.all(np.abs(step) <= 1e-10 * (1 + np.abs(at))):
                break
        return at, value

    def _shifted(self, offset: Floats) -> tuple[float, float]:
        """The most likely intercept beside an offset, and the log likelihood; found between two bounds."""
        from scipy.optimize import brentq

        share = self.y.mean()
        middle = math.log(share / (1 - share))
        low, high = middle - float(offset.max()), middle - float(offset.min())
        if high - low > 1e-12:
            # At the lower bound no chance is above the share of positive rows, at the upper one none below.
            low = brentq(lambda a: _logistic(offset + a).mean() - share, low - 1, high + 1, xtol=1e-12)
        return float(low), self._likelihood(offset + low)

    def _at_intercept(self, intercept: float) -> float:
        """The log likelihood of the most likely slope beside an intercept.

        Newton's steps may go to where all chances are 0 or 1, and find no way back. The derivative falls with
        the slope: its zero lies between two bounds.
        """
        from scipy.optimize import brentq

        def pull(slope: float) -> float:
            return float(np.dot(self.x, self.y - _logistic(intercept + slope * self.x)))

        low, high = -1.0, 1.0
        while pull(low) < 0 and low > -_STEEPEST:
            low *= 2
        while pull(high) > 0 and high < _STEEPEST:
            high *= 2
        inside = pull(low) >= 0 >= pull(high)
        slope = brentq(pull, low, high, xtol=1e-12) if inside else low if pull(low) < 0 else high
        return self._likelihood(intercept + slope * self.x)

    def _limits(
        self, best: float, error: float, top: float, at: Callable[[float], float]
    ) -> tuple[float, float]:
        """Limits of one coefficient; `at` gives the log likelihood when it is held at a value."""
        if self.interval == "wald" or math.isnan(error):
            return float(best - self.z * error), float(best + self.z * error)
        from scipy.optimize import brentq

        def beyond(value: float) -> float:
            return 2 * (top - at(value)) - self.z**2

        limits = []
        for side in (-1, 1):
            reach = self.z * error
            try:
                while beyond(best + side * reach) < 0:
                    reach *= 2
                limits.append(float(brentq(beyond, best, best + side * reach, xtol=1e-10, maxiter=1000)))
            except np.linalg.LinAlgError:  # the likelihood is flat, as probabilities next to 0 and 1 make it
                limits.append(math.nan)
        return limits[0], limits[1]


def _logistic(eta: Floats) -> Floats:
    """1 / (1 + exp(-eta)) without overflow."""
    small = np.exp(-np.abs(eta))
    return np.asarray(np.where(eta >= 0, 1.0, small) / (1 + small))
