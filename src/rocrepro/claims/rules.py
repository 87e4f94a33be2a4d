"""When a measured value agrees with what a paper states."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

from rocrepro.claims.model import Claim
from rocrepro.errors import InputError

SLACK = 1e-9  # of the last double: a value on the border of a rule agrees
QUANTILE = 0.95
BOUNDS: dict[str, tuple[str, Callable[[float, float], bool]]] = {
    "at_least": ("at least", lambda value, bound: value >= bound - _slack(bound)),
    "at_most": ("at most", lambda value, bound: value <= bound + _slack(bound)),
    "above": ("above", lambda value, bound: value > bound + _slack(bound)),
    "below": ("below", lambda value, bound: value < bound - _slack(bound)),
}


def _slack(value: float) -> float:
    return SLACK * max(1.0, abs(value))


def _number(claim: Claim, key: str) -> float:
    value = claim.rule[key]
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        raise InputError(f"{claim.place}: rule.{key}: found {value!r}; expected a number")
    return float(value)


def half_width(claim: Claim) -> float:
    """How far a measured value may lie from the printed one."""
    if "decimals" in claim.rule:
        return float(0.5 * 10.0 ** -_number(claim, "decimals"))
    if "tolerance" in claim.rule:
        return _number(claim, "tolerance")
    if "relative" in claim.rule:
        return _number(claim, "relative") * abs(printed_number(claim))
    return 0.0


def printed_number(claim: Claim) -> float:
    """The printed value of a claim that has one number."""
    if claim.printed is None or isinstance(claim.printed, list):
        raise InputError(f"{claim.place}: printed: found {claim.printed!r}; expected a number")
    return float(claim.printed)


def agrees(claim: Claim, values: Sequence[float], resample_share: float = math.nan) -> bool:
    """Whether measured values agree with a claim.

    Parameters
    ----------
    claim : Claim
        Its kind, printed value and rule decide.
    values : sequence of float
        What was measured: one value, or for a range all that must lie in it. NaN never agrees.
    resample_share : float
        Share of paired resamples in which a difference is positive; NaN where there are none.
    """
    if not values or any(math.isnan(value) for value in values):
        return False
    checks: dict[str, Callable[[Claim, float], bool]] = {
        "number": _near,
        "definition": _near,
        "count": _near,
        "presence": _present,
        "range": _inside,
        "identity": lambda claim, value: abs(value) <= half_width(claim),
        "trend": _trend,
        "ordering": lambda claim, value: _ordered(claim, value, resample_share),
    }
    return all(checks[claim.kind](claim, value) for value in values)


def _near(claim: Claim, value: float) -> bool:
    printed = printed_number(claim)
    return abs(value - printed) <= half_width(claim) + _slack(printed)


def _bounds(claim: Claim, value: float) -> bool:
    return all(test(value, _number(claim, key)) for key, (_, test) in BOUNDS.items() if key in claim.rule)


def _present(claim: Claim, value: float) -> bool:
    if claim.rule.keys() & BOUNDS.keys():
        return _bounds(claim, value)
    return (value >= 0.5) == bool(claim.printed)


def _inside(claim: Claim, value: float) -> bool:
    if claim.rule.keys() & BOUNDS.keys():
        return _bounds(claim, value)
    assert isinstance(claim.printed, list)
    low, high = (float(end) for end in claim.printed)
    margin = half_width(claim) + _slack(max(abs(low), abs(high)))
    return low - margin <= value <= high + margin


def _ordered(claim: Claim, value: float, resample_share: float) -> bool:
    direction = claim.rule["direction"]
    margin = _number(claim, "margin") if "margin" in claim.rule else 0.0
    if direction == "equal":
        return abs(value) <= margin + _slack(margin)
    signed, share = (value, resample_share) if direction == "greater" else (-value, 1 - resample_share)
    enough = math.isnan(share) or share >= quantile(claim) - SLACK
    return signed > margin and enough


def _trend(claim: Claim, value: float) -> bool:
    signed = value if claim.rule["direction"] == "increasing" else -value
    return signed >= (_number(claim, "at_least") if "at_least" in claim.rule else 0.0) and signed > 0


def quantile(claim: Claim) -> float:
    """Share of paired resamples that must have the stated direction."""
    return float(claim.rule.get("quantile", QUANTILE))


def often_enough(claim: Claim, share: float) -> bool:
    """Whether a claim agrees at the share of the seeds that its rule asks for; so without either."""
    return math.isnan(share) or "share" not in claim.rule or share >= _number(claim, "share") - SLACK


def describe(claim: Claim) -> str:
    """The rule in words."""
    often = f", at {100 * _number(claim, 'share'):g} % of the seeds or more" if "share" in claim.rule else ""
    return _rule_words(claim) + often


def _rule_words(claim: Claim) -> str:
    if claim.kind in ("number", "definition", "count", "range") and claim.printed is not None:
        words = "within the printed bounds" if claim.kind == "range" else "equal to the printed value"
        if claim.rule.keys() & BOUNDS.keys():
            return _bound_words(claim)
        if "decimals" in claim.rule:
            return f"{words}, to {claim.rule['decimals']} decimals"
        if "relative" in claim.rule:
            return f"{words}, within {100 * _number(claim, 'relative'):g} %"
        return f"{words}, within {half_width(claim):g}" if half_width(claim) else words
    if claim.kind == "identity":
        return f"error at most {half_width(claim):g}"
    if claim.kind == "ordering":
        return _ordering_words(claim)
    if claim.kind == "trend":
        least = f" of at least {_number(claim, 'at_least'):g}" if "at_least" in claim.rule else ""
        return f"rank correlation{least}, {claim.rule['direction']}"
    if claim.rule.keys() & BOUNDS.keys():
        return _bound_words(claim)
    return f"the measure says {'yes' if claim.printed else 'no'}"


def _bound_words(claim: Claim) -> str:
    return " and ".join(f"{w} {_number(claim, key):g}" for key, (w, _) in BOUNDS.items() if key in claim.rule)


def _ordering_words(claim: Claim) -> str:
    direction = claim.rule["direction"]
    margin = _number(claim, "margin") if "margin" in claim.rule else 0.0
    if direction == "equal":
        return f"difference within {margin:g}"
    side = f"above {margin:g}" if direction == "greater" else f"below {0 - margin:g}"
    return f"difference {side}, in {100 * quantile(claim):g} % of paired resamples too where there are any"
