"""The judge: from a claim and what was measured to the verdict of a case."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from rocrepro.claims.kinds import Domains, Ordering, agrees, kind_of
from rocrepro.claims.measures import Measured
from rocrepro.claims.model import Claim
from rocrepro.claims.rules import QUANTILE, SLACK, half_width, printed_number, quantile
from rocrepro.claims.truth import (
    CASES,
    CONTRADICTED,
    HALF,
    HARDLY,
    MISSING,
    NO,
    NOT_TESTABLE,
    NOTHING,
    SOME,
    VALUE,
    YES,
    look_up,
)

# What decides without any luck: where such a claim disagrees, the paper is contradicted.
DECISIVE = frozenset({"data", "arithmetic", "paper"})
REBUILT = "reconstruction"
CENTRAL = 0.95
TAIL = (1 - CENTRAL) / 2


@dataclass(frozen=True)
class Verdict:
    """Verdict on one claim, for one engine.

    Attributes
    ----------
    verdict : str
        One of `rocrepro.claims.truth.CASE_VERDICTS`.
    reason : str
        Why, in one sentence.
    share : float
        Share of seeds at which the claim agrees; NaN where nothing is random.
    seeds_low, seeds_high : float
        Central 95 % of the seeds' values.
    """

    verdict: str
    reason: str
    share: float = math.nan
    seeds_low: float = math.nan
    seeds_high: float = math.nan


def judge(claim: Claim, measured: Measured) -> Verdict:
    """Judge one claim on one engine's measurement, by the truth table of cases."""
    low, high = seed_range(measured)
    share = seed_share(claim, measured)
    values, undefined = _values(measured)
    facts = (
        NOTHING if undefined else VALUE,
        _agreement(claim, measured, share),
        YES if _borne_out(claim, measured) else NO,
        YES if _decisive(claim) else NO,
    )
    verdict, reason = look_up(CASES, facts), _why(claim, measured, values, share)
    if claim.basis == REBUILT and not undefined:
        verdict, reason = _on_substitute(claim, verdict, reason)
    return Verdict(verdict, reason, share, low, high)


def missing(claim: Claim, reason: str) -> Verdict:
    """Return the verdict of a claim without a measurement."""
    return Verdict(look_up(CASES, (MISSING, HARDLY, NO, NO)), reason)


def _values(measured: Measured) -> tuple[tuple[float, ...], bool]:
    """Return the values at the default seed, and whether there is nothing to measure.

    A random learner may have nothing at the default seed alone; its other seeds decide then.
    """
    undefined = not measured.values or any(math.isnan(value) for value in measured.values)
    defined = [value for value in measured.seeds if not math.isnan(value)]
    if undefined and 2 * len(defined) > len(measured.seeds):
        return (sorted(defined)[len(defined) // 2],), False
    if len(defined) * 2 < len(measured.seeds):
        return measured.values, True
    return measured.values, undefined


def _agreement(claim: Claim, measured: Measured, share: float) -> str:
    """Grade the share of seeds at which the claim agrees; where nothing is random it is all or none."""
    if math.isnan(share):
        share = float(agrees(claim, measured.values))
    if share >= 0.5 - SLACK:
        return HALF
    return SOME if share >= TAIL - SLACK or spans(claim, measured) else HARDLY


def _borne_out(claim: Claim, measured: Measured) -> bool:
    """Return whether resamples have the stated direction, or domains the stated property, often enough."""
    if isinstance(kind_of(claim), Domains):
        return bool(measured.values) and measured.values[0] >= QUANTILE - SLACK
    share = _stated(claim, measured)
    return claim.describes or math.isnan(share) or share >= quantile(claim) - SLACK


def _stated(claim: Claim, measured: Measured) -> float:
    """Return the share of paired resamples with the stated direction; NaN where there are none."""
    if not _of_a_sign(claim):
        return math.nan
    return 1 - measured.resample_share if claim.rule["direction"] == "less" else measured.resample_share


def _of_a_sign(claim: Claim) -> bool:
    """Return whether the rule asks for a sign only, which is what shares of differences above 0 count."""
    ordered = isinstance(kind_of(claim), Ordering)
    return ordered and claim.rule["direction"] != "equal" and not claim.rule.get("margin")


def _decisive(claim: Claim) -> bool:
    """Return whether a disagreement contradicts: no luck is involved, and the bound is the paper's own."""
    counterexample = claim.basis == REBUILT and claim.universal and claim.general
    return (claim.basis in DECISIVE or counterexample) and not claim.lenient and claim.kind != "domains"


def _on_substitute(claim: Claim, verdict: str, reason: str) -> tuple[str, str]:
    """Return what a substitute of the paper's own object can decide: a verdict with its reason."""
    if not claim.general:
        return NOT_TESTABLE, f"{reason}; a reconstruction cannot decide about the paper's own object"
    if verdict == CONTRADICTED or claim.kind == "domains":
        return verdict, reason
    if not claim.universal and verdict != look_up(CASES, (VALUE, HALF, YES, NO)):
        return NOT_TESTABLE, f"{reason}; a lack of witnesses on our reconstruction refutes nothing"
    return verdict, f"{reason}, on a reconstruction"


def seed_range(measured: Measured) -> tuple[float, float]:
    """Return the central 95 % of the seeds' values; NaN where nothing is random."""
    if measured.seeds and not any(math.isnan(value) for value in measured.seeds):
        return _quantile(measured.seeds, TAIL), _quantile(measured.seeds, 1 - TAIL)
    return measured.seeds_low, measured.seeds_high


def _quantile(values: Sequence[float], level: float) -> float:
    """Return a quantile by linear interpolation, as numpy does by default."""
    ordered = sorted(values)
    place = level * (len(ordered) - 1)
    below = math.floor(place)
    above = min(below + 1, len(ordered) - 1)
    return ordered[below] + (ordered[above] - ordered[below]) * (place - below)


def seed_share(claim: Claim, measured: Measured) -> float:
    """Return the share of the seeds with a value at which the claim agrees, resamples left out."""
    defined = [value for value in measured.seeds if not math.isnan(value)]
    if defined:
        return sum(agrees(claim, (value,)) for value in defined) / len(defined)
    if _of_a_sign(claim) and not math.isnan(measured.share_seeds):
        return 1 - measured.share_seeds if claim.rule["direction"] == "less" else measured.share_seeds
    return math.nan


def spans(claim: Claim, measured: Measured) -> bool:
    """Return whether the central 95 % of the seeds holds the rounded printed value; False without seeds."""
    if not kind_of(claim).numeric or measured.n_seeds < 2:
        return False
    low, high = seed_range(measured)
    if math.isnan(low) or low == high:
        return False
    printed, margin = printed_number(claim), half_width(claim)
    return low - margin <= printed <= high + margin


def _why(claim: Claim, measured: Measured, values: Sequence[float], share: float) -> str:
    """The comparison in one sentence."""
    if not values or any(math.isnan(value) for value in values):
        return "there is nothing to measure"
    parts = [kind_of(claim).compared(claim, values, holds=agrees(claim, values))]
    stated = _stated(claim, measured)
    if not (math.isnan(stated) or claim.describes):
        few = "" if _borne_out(claim, measured) else ", too few to decide"
        parts.append(f"the stated direction in {100 * stated:.0f} % of paired resamples{few}")
    if (
        not math.isnan(share)
        and measured.n_seeds > 1
        and (share < 0.5 or agrees(claim, values) != (share >= 0.5))
    ):
        parts.append(f"this holds at {round(share * measured.n_seeds)} of {measured.n_seeds} seeds")
    if spans(claim, measured) and share < 0.5:
        parts.append("the printed value lies in the central 95 % of the seeds")
    return "; ".join(parts)
