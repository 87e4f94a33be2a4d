"""The rule of a claim: its bounds, tolerances and shares, and the printed value that they belong to."""

from __future__ import annotations

from collections.abc import Callable

from rocrepro.claims.model import Claim
from rocrepro.errors import InputError

SLACK = 1e-9  # of the last double: a value on the border of a rule agrees
QUANTILE = 0.95
BOUNDS: dict[str, tuple[str, Callable[[float, float], bool]]] = {
    "at_least": ("at least", lambda value, bound: value >= bound - slack(bound)),
    "at_most": ("at most", lambda value, bound: value <= bound + slack(bound)),
    "above": ("above", lambda value, bound: value > bound + slack(bound)),
    "below": ("below", lambda value, bound: value < bound - slack(bound)),
}


def slack(value: float) -> float:
    """Return the rounding error that a double of this size may have."""
    return SLACK * max(1.0, abs(value))


def number(claim: Claim, key: str) -> float:
    """Return a number of the rule."""
    value = claim.rule[key]
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        raise InputError(f"{claim.place}: rule.{key}: found {value!r}; expected a number")
    return float(value)


def half_width(claim: Claim) -> float:
    """Return how far a measured value may lie from the printed one."""
    if "decimals" in claim.rule:
        return float(0.5 * 10.0 ** -number(claim, "decimals"))
    if "tolerance" in claim.rule:
        return number(claim, "tolerance")
    if "relative" in claim.rule:
        return number(claim, "relative") * abs(printed_number(claim))
    return 0.0


def printed_number(claim: Claim) -> float:
    """Return the printed value of a claim that has one number."""
    if claim.printed is None or isinstance(claim.printed, list):
        raise InputError(f"{claim.place}: printed: found {claim.printed!r}; expected a number")
    return float(claim.printed)


def quantile(claim: Claim) -> float:
    """Return the share of paired resamples that must have the stated direction."""
    return float(claim.rule.get("quantile", QUANTILE))


def bounded(claim: Claim) -> bool:
    """Say whether the rule has a bound of its own."""
    return bool(claim.rule.keys() & BOUNDS.keys())


def within_bounds(claim: Claim, value: float) -> bool:
    """Say whether a value is within all bounds of the rule."""
    return all(test(value, number(claim, key)) for key, (_, test) in BOUNDS.items() if key in claim.rule)


def bound_words(claim: Claim) -> str:
    """Write the bounds of the rule in words."""
    return " and ".join(f"{w} {number(claim, key):g}" for key, (w, _) in BOUNDS.items() if key in claim.rule)
