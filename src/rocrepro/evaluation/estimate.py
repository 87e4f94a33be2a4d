"""A number with its interval, or with the reason why it has none."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace


@dataclass(frozen=True)
class Estimate:
    """A number with its confidence interval.

    Attributes
    ----------
    value : float
        NaN where it is undefined.
    low, high : float
        Limits of the interval; NaN where there is none.
    method : str
        How the limits were computed, for example "wilson"; "" where there is no way.
    reason : str
        Why the value or the limits are NaN; "" where they are not.

    See Also
    --------
    rocrepro.evaluation.cut_measures : gives one for each measure of a confusion matrix.
    rocrepro.evaluation.curve_intervals : gives one for each measure of a curve.
    """

    value: float
    low: float
    high: float
    method: str
    reason: str = ""

    def without_limits(self, reason: str) -> Estimate:
        """Return the same value without limits, and the reason why."""
        return replace(self, low=math.nan, high=math.nan, reason=reason)

    @classmethod
    def undefined(cls, method: str, reason: str) -> Estimate:
        """Return an estimate that has no value."""
        return cls(math.nan, math.nan, math.nan, method, reason)
