"""The judge: from a claim and what was measured to a verdict. No verdict comes from anywhere else."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from rocrepro.claims.measures import Measured
from rocrepro.claims.model import Claim
from rocrepro.claims.rules import agrees, half_width, often_enough, printed_number

REPRODUCED = "reproduced"
WITHIN_SPREAD = "within spread"
NOT_REPRODUCED = "not reproduced"
CONTRADICTED = "contradicted"
NOT_TESTABLE = "not testable"
VERDICTS = (REPRODUCED, WITHIN_SPREAD, NOT_REPRODUCED, CONTRADICTED, NOT_TESTABLE)

# What decides without any luck: where such a claim disagrees, the paper contradicts it.
DECISIVE = frozenset({"data", "arithmetic", "paper"})
CENTRAL = 0.95
HALF = 0.5  # claims that agree at fewer than half of the seeds get a remark


@dataclass(frozen=True)
class Verdict:
    """What is made of one claim, for one engine.

    Attributes
    ----------
    verdict : str
        One of `VERDICTS`.
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
    """Judge one claim on one engine's measurement."""
    low, high = seed_range(measured)
    share = seed_share(claim, measured)
    here = agrees(claim, measured.values, measured.resample_share)
    holds = here and often_enough(claim, share)
    if claim.basis == "reconstruction":
        word = "would agree" if holds else "would not agree"
        reason = f"judged on a reconstruction, on which the statement {word}"
        return Verdict(NOT_TESTABLE, reason, share, low, high)
    often = f"; so at only {100 * share:.0f} % of {measured.n_seeds} seeds"
    seldom = often if here and (share < HALF or not holds) else ""
    if holds:
        return Verdict(REPRODUCED, _why(claim, measured, here) + seldom, share, low, high)
    if spans(claim, measured):
        spread = f"the central 95 % of {measured.n_seeds} seeds has the printed value"
        reason = f"{_why(claim, measured, here)}; {spread}"
        return Verdict(WITHIN_SPREAD, reason, share, low, high)
    defined = not any(math.isnan(value) for value in measured.values)
    verdict = CONTRADICTED if claim.basis in DECISIVE and defined else NOT_REPRODUCED
    return Verdict(verdict, _why(claim, measured, here) + seldom, share, low, high)


def seed_range(measured: Measured) -> tuple[float, float]:
    """Central 95 % of the seeds' values; NaN where nothing is random."""
    if measured.seeds and not any(math.isnan(value) for value in measured.seeds):
        tail = (1 - CENTRAL) / 2
        return _quantile(measured.seeds, tail), _quantile(measured.seeds, 1 - tail)
    return measured.seeds_low, measured.seeds_high


def _quantile(values: Sequence[float], level: float) -> float:
    """Quantile by linear interpolation, as numpy's default."""
    ordered = sorted(values)
    place = level * (len(ordered) - 1)
    below = math.floor(place)
    above = min(below + 1, len(ordered) - 1)
    return ordered[below] + (ordered[above] - ordered[below]) * (place - below)


def seed_share(claim: Claim, measured: Measured) -> float:
    """Share of seeds at which the claim agrees, resamples left out."""
    if measured.seeds:
        return sum(agrees(claim, (value,)) for value in measured.seeds) / len(measured.seeds)
    if claim.kind == "ordering" and not math.isnan(measured.share_seeds):
        return 1 - measured.share_seeds if claim.rule["direction"] == "less" else measured.share_seeds
    return math.nan


def spans(claim: Claim, measured: Measured) -> bool:
    """Whether the printed value, as rounded, lies in the central 95 % of the seeds. Never without seeds."""
    if claim.kind not in ("number", "count", "definition") or measured.n_seeds < 2:
        return False
    low, high = seed_range(measured)
    if math.isnan(low) or low == high:
        return False
    printed, margin = printed_number(claim), half_width(claim)
    return low - margin <= printed <= high + margin


def undecided(claim: Claim, measured: Measured) -> bool:
    """Whether an ordering has the stated direction, but in fewer paired resamples than its rule asks for."""
    return (
        claim.kind == "ordering"
        and not agrees(claim, measured.values, measured.resample_share)
        and agrees(claim, measured.values)
    )


def _why(claim: Claim, measured: Measured, holds: bool) -> str:
    """The comparison in one sentence."""
    if any(math.isnan(value) for value in measured.values) or not measured.values:
        return "the measure is undefined here"
    shown = ", ".join(show(value) for value in measured.values[:4]) + (
        ", ..." if len(measured.values) > 4 else ""
    )
    if claim.kind == "ordering":
        share = measured.resample_share
        if math.isnan(share):
            return f"difference {shown}"
        share = share if claim.rule["direction"] != "less" else 1 - share
        return f"difference {shown}; the stated direction in {100 * share:.0f} % of paired resamples" + (
            ", too few to decide" if undecided(claim, measured) else ""
        )
    if claim.kind in ("number", "count", "definition"):
        printed = printed_number(claim)
        off = "" if holds else f", {measured.values[0] - printed:+.3g} off"
        return f"{shown} against {show(printed)}{off}"
    if claim.kind == "presence" and isinstance(claim.printed, bool):
        found, stated = ("yes" if side else "no" for side in (measured.values[0] >= 0.5, claim.printed))
        return f"measured {found}, stated {stated}"
    return f"measured {shown}"


def show(value: float) -> str:
    """A number for a reader: whole, or with up to six significant digits."""
    return str(int(value)) if value == int(value) and abs(value) < 1e15 else f"{value:.6g}"
