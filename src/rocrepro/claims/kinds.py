"""Kinds of claims: when a measured value agrees with what is stated, and how the rule reads."""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from rocrepro.claims.model import Claim
from rocrepro.claims.rules import (
    BOUNDS,
    QUANTILE,
    SLACK,
    bound_words,
    bounded,
    half_width,
    number,
    printed_number,
    quantile,
    slack,
    within_bounds,
)
from rocrepro.errors import InputError


def show(value: float) -> str:
    """Write a number for a reader: whole from 1000, else with up to four significant digits."""
    if value == 0:
        return "0"  # and not -0
    return f"{value:.0f}" if 1000 <= abs(value) < 1e15 else f"{value:.4g}"


def listed(claim: Claim, values: Sequence[float]) -> str:
    """Write up to four values for a reader, a value beside its bound with the digits that decide."""
    kind = kind_of(claim)

    def telling(value: float) -> str:
        whole = len(f"{abs(value):.0f}")
        texts = (f"{value:.{digits}g}" for digits in range(max(5, whole), 18))
        shown = (show(value), *texts)
        holds = kind.agrees(claim, value)
        return next((text for text in shown if kind.agrees(claim, float(text)) == holds), shown[-1])

    return ", ".join(map(telling, values[:4])) + (", ..." if len(values) > 4 else "")


class Kind(ABC):
    """Base class of a kind of claims; `numeric` ones state a number that seeds can spread around."""

    numeric: ClassVar[bool] = False
    needs: ClassVar[frozenset[str]] = frozenset()
    """Keys of the rule of which one must be there."""
    valueless: ClassVar[str] = ""
    """Reason why such a claim has no printed value."""

    def expected(self, printed: Any, rule: Mapping[str, Any]) -> str:
        """Return what the printed value ought to be, "" where it is fine."""
        return "" if printed is None else f"none ({self.valueless})"

    @abstractmethod
    def agrees(self, claim: Claim, value: float) -> bool:
        """Say whether one value agrees, resamples left out."""

    @abstractmethod
    def words(self, claim: Claim) -> str:
        """Write the rule in words."""

    def compared(self, claim: Claim, values: Sequence[float], *, holds: bool) -> str:
        """Write the comparison of what was measured with what is stated."""
        return f"measured {listed(claim, values)}"


class Number(Kind):
    """A number that the paper prints."""

    numeric = True
    needs = frozenset({"decimals", "tolerance", "relative"})

    def expected(self, printed: Any, rule: Mapping[str, Any]) -> str:
        known = isinstance(printed, (int, float)) and not isinstance(printed, bool)
        return "" if known else "a number"

    def agrees(self, claim: Claim, value: float) -> bool:
        if bounded(claim):
            return within_bounds(claim, value)
        printed = printed_number(claim)
        return abs(value - printed) <= half_width(claim) + slack(printed)

    def words(self, claim: Claim) -> str:
        return bound_words(claim) if bounded(claim) else _near_words(claim, "equal to the printed value")

    def compared(self, claim: Claim, values: Sequence[float], *, holds: bool) -> str:
        printed = printed_number(claim)
        off = "" if holds else f", difference {values[0] - printed:+.3g}"
        return f"measured {listed(claim, values)}, printed {printed:.15g}{off}"


def _near_words(claim: Claim, words: str) -> str:
    if "decimals" in claim.rule:
        return f"{words}, to {claim.rule['decimals']} decimals"
    if "relative" in claim.rule:
        return f"{words}, within {100 * number(claim, 'relative'):g} %"
    return f"{words}, within {half_width(claim):g}" if half_width(claim) else words


class Count(Number):
    """A whole number that the paper prints."""

    needs = frozenset()


class Presence(Kind):
    """Something is so, or is not."""

    def expected(self, printed: Any, rule: Mapping[str, Any]) -> str:
        return "" if isinstance(printed, bool) or rule.keys() & BOUNDS.keys() else "true or false"

    def agrees(self, claim: Claim, value: float) -> bool:
        return within_bounds(claim, value) if bounded(claim) else (value >= 0.5) == bool(claim.printed)

    def words(self, claim: Claim) -> str:
        return bound_words(claim) if bounded(claim) else f"the measure says {_yes(bool(claim.printed))}"

    def compared(self, claim: Claim, values: Sequence[float], *, holds: bool) -> str:
        if bounded(claim):
            return super().compared(claim, values, holds=holds)
        return f"measured {_yes(values[0] >= 0.5)}, stated {_yes(bool(claim.printed))}"


def _yes(value: bool) -> str:
    return "yes" if value else "no"


class Range(Kind):
    """All values lie between bounds."""

    def expected(self, printed: Any, rule: Mapping[str, Any]) -> str:
        pair = isinstance(printed, list) and len(printed) == 2
        return "" if pair or rule.keys() & BOUNDS.keys() else "[low, high]"

    def agrees(self, claim: Claim, value: float) -> bool:
        if bounded(claim):
            return within_bounds(claim, value)
        assert isinstance(claim.printed, list)
        low, high = (float(end) for end in claim.printed)
        margin = half_width(claim) + slack(max(abs(low), abs(high)))
        return low - margin <= value <= high + margin

    def words(self, claim: Claim) -> str:
        return bound_words(claim) if bounded(claim) else _near_words(claim, "within the printed bounds")


class Identity(Kind):
    """Two sides are equal: the measure is the largest error."""

    needs = frozenset({"tolerance"})
    valueless = "an identity's error is 0"

    def expected(self, printed: Any, rule: Mapping[str, Any]) -> str:
        return super().expected(printed or None, rule)

    def agrees(self, claim: Claim, value: float) -> bool:
        return abs(value) <= half_width(claim)

    def words(self, claim: Claim) -> str:
        return f"error at most {half_width(claim):g}"

    def compared(self, claim: Claim, values: Sequence[float], *, holds: bool) -> str:
        return f"largest error {listed(claim, values)}"


class Ordering(Kind):
    """One side is larger: the measure is the difference."""

    needs = frozenset({"direction"})
    valueless = "an ordering has no value"

    def agrees(self, claim: Claim, value: float) -> bool:
        margin = self._margin(claim)
        if claim.rule["direction"] == "equal":
            return abs(value) <= margin + slack(margin)
        return (value if claim.rule["direction"] == "greater" else -value) > margin

    def _margin(self, claim: Claim) -> float:
        return number(claim, "margin") if "margin" in claim.rule else 0.0

    def words(self, claim: Claim) -> str:
        direction, margin = claim.rule["direction"], self._margin(claim)
        if direction == "equal":
            return f"difference within {margin:g}"
        side = f"above {margin:g}" if direction == "greater" else f"below {0 - margin:g}"
        if claim.describes:
            return f"difference {side}"
        return f"difference {side}, also in {100 * quantile(claim):g} % of paired resamples if there are any"

    def compared(self, claim: Claim, values: Sequence[float], *, holds: bool) -> str:
        return f"difference {listed(claim, values)}"


class Trend(Kind):
    """One quantity grows or falls with another: the measure is a rank correlation."""

    needs = frozenset({"direction"})
    valueless = "a trend has no value"

    def agrees(self, claim: Claim, value: float) -> bool:
        signed = value if claim.rule["direction"] == "increasing" else -value
        return signed >= (number(claim, "at_least") if "at_least" in claim.rule else 0.0) and signed > 0

    def words(self, claim: Claim) -> str:
        least = f" of at least {number(claim, 'at_least'):g}" if "at_least" in claim.rule else ""
        return f"rank correlation{least}, {claim.rule['direction']}"

    def compared(self, claim: Claim, values: Sequence[float], *, holds: bool) -> str:
        return f"rank correlation {listed(claim, values)}"


class Domains(Kind):
    """A sentence on a domain that was never published: the measure is the share of admissible domains."""

    valueless = "the measure is a share of domains"

    def agrees(self, claim: Claim, value: float) -> bool:
        # Fewer refute it; from there up to the quantile nothing is decided.
        return value > 1 - QUANTILE + SLACK

    def words(self, claim: Claim) -> str:
        return f"holds in at least {100 * QUANTILE:g} % of the admissible domains"

    def compared(self, claim: Claim, values: Sequence[float], *, holds: bool) -> str:
        return f"holds in {100 * values[0]:.4g} % of the admissible domains"


KINDS: dict[str, type[Kind]] = {
    "number": Number,
    "definition": Number,
    "count": Count,
    "presence": Presence,
    "range": Range,
    "identity": Identity,
    "ordering": Ordering,
    "trend": Trend,
    "domains": Domains,
}


def kind_of(claim: Claim) -> Kind:
    """Return the kind of a claim."""
    return KINDS[claim.kind]()


def agrees(claim: Claim, values: Sequence[float]) -> bool:
    """Say whether measured values agree with a claim, resamples left out.

    Parameters
    ----------
    claim : Claim
        Its kind, printed value and rule decide.
    values : sequence of float
        What was measured: one value, or for a range all that must lie in it. NaN never agrees.
    """
    if not values or any(math.isnan(value) for value in values):
        return False
    return all(kind_of(claim).agrees(claim, value) for value in values)


def check(claim: Claim) -> None:
    """Raise InputError unless a claim has the printed value and the rule that its kind needs."""
    kind = kind_of(claim)
    expected = kind.expected(claim.printed, claim.rule)
    if expected:
        found = f"found {claim.printed!r}; expected {expected} for the kind {claim.kind}"
        raise InputError(f"{claim.place}: printed: {found}")
    if kind.needs and claim.rule.keys().isdisjoint(kind.needs):
        needed = " or ".join(sorted(kind.needs))
        found = f"found {dict(claim.rule)}; expected {needed} for the kind {claim.kind}"
        raise InputError(f"{claim.place}: rule: {found}")


def describe(claim: Claim) -> str:
    """Write the rule of a claim in words."""
    return kind_of(claim).words(claim)
