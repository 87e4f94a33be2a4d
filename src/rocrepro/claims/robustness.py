"""Which verdicts survive another choice: alpha, confidence test, CAUC reading, kind of curve, engine."""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import rocrepro.claims.takes  # noqa: F401  (registers the measures)
from rocrepro.claims.artifacts import Artifacts
from rocrepro.claims.judge import REPRODUCED
from rocrepro.claims.lacking import sources, take
from rocrepro.claims.measures import Measured, NoRowError
from rocrepro.claims.model import Claim
from rocrepro.claims.rows import LedgerRow, OtherChoice
from rocrepro.claims.rules import agrees

if TYPE_CHECKING:
    import pandas as pd

COLUMNS = tuple(OtherChoice.__annotations__)
READINGS = ("union", "vertical", "horizontal", "concordant")
PREFIX = "cauc_"


def robustness(
    claims: Iterable[Claim],
    artifacts: Artifacts,
    rows: Iterable[LedgerRow],
    gaps: Collection[str] = (),
) -> list[OtherChoice]:
    """Judge the claims again under every other choice that their artifacts hold.

    Parameters
    ----------
    claims : iterable of Claim
    artifacts : Artifacts
        Their column ``variant`` names the choice, for example "alpha=0.1"; "base" is the config's.
    rows : iterable of LedgerRow
        The ledger, of `rocrepro.claims.ledger.judge_claims`: claims on learners are compared between engines.
    gaps : collection of str
        What the run lacks: claims that read it are left out.

    Returns
    -------
    list of OtherChoice
        One row a claim, engine and choice. Values at the default seed.
    """
    found: list[OtherChoice] = []
    for claim in claims:
        if claim.measure is None:
            continue
        for choice, variant, other, seen in alternatives(claim, artifacts):
            base, alternative = _take(claim, artifacts, gaps), _take(other, seen, gaps)
            found += _compare(claim, choice, variant, base, alternative)
    return found + list(_engines(rows))


def alternatives(claim: Claim, artifacts: Artifacts) -> Iterator[tuple[str, str, Claim, Artifacts]]:
    """Other choices for one claim: its name, the variant, and the claim and artifacts that show it."""
    free = [source for source in sources(claim) if "variant" not in source.get("where", {})]
    names = dict.fromkeys(name for source in free for name in artifacts.variants(claim.place, source))
    for variant in names:
        if variant != artifacts.variant:
            yield variant.partition("=")[0], variant, claim, artifacts.under(variant)
    present = next((reading for reading in READINGS if _mentions(claim.measure, PREFIX + reading)), None)
    for reading in READINGS if present else ():
        if reading != present:
            other = replace(claim, measure=_renamed(claim.measure, PREFIX + str(present), PREFIX + reading))
            yield "reading", f"reading={reading}", other, artifacts


def _mentions(value: Any, text: str) -> bool:
    if isinstance(value, Mapping):
        return any(_mentions(part, text) for part in value.values())
    return bool(value == text)


def _renamed(value: Any, old: str, new: str) -> Any:
    if isinstance(value, Mapping):
        return {key: _renamed(part, old, new) for key, part in value.items()}
    return new if value == old else value


def _take(claim: Claim, artifacts: Artifacts, gaps: Collection[str]) -> dict[str, Measured]:
    """What is measured, by engine; nothing where this choice has no rows, or the run lacks what it needs."""
    try:
        return {one.engine: one for one, lacking in take(claim, artifacts, gaps) if not lacking}
    except NoRowError:
        return {}


def _compare(
    claim: Claim,
    choice: str,
    variant: str,
    base: Mapping[str, Measured],
    other: Mapping[str, Measured],
) -> Iterator[OtherChoice]:
    for engine in base:
        if engine not in other or any(math.isnan(value) for value in other[engine].values):
            continue
        before, after = (
            agrees(claim, one.values, one.resample_share) for one in (base[engine], other[engine])
        )
        yield {
            "id": claim.id,
            "paper": claim.paper,
            "engine": engine,
            "choice": choice,
            "variant": variant,
            "says": claim.says,
            "measured_base": base[engine].values[0],
            "measured": other[engine].values[0],
            "agrees_base": before,
            "agrees": after,
            "changed": before != after,
        }


def _engines(rows: Iterable[LedgerRow]) -> Iterator[OtherChoice]:
    """Claims that two engines judge: the first is the base."""
    by_claim: dict[str, list[LedgerRow]] = {}
    for row in rows:
        if row["engine"] and not row["lacking"]:
            by_claim.setdefault(row["id"], []).append(row)
    for name, (first, *others) in by_claim.items():
        for other in others:
            before, after = (row["verdict"] == REPRODUCED for row in (first, other))
            yield {
                "id": name,
                "paper": first["paper"],
                "engine": first["engine"],
                "choice": "engine",
                "variant": f"engine={other['engine']}",
                "says": first["says"],
                "measured_base": _first(first["measured"]),
                "measured": _first(other["measured"]),
                "agrees_base": before,
                "agrees": after,
                "changed": before != after,
            }


def _first(value: Any) -> float:
    return float(value[0] if isinstance(value, list) else value)


def counts(rows: Iterable[OtherChoice]) -> pd.DataFrame:
    """How many claims keep agreeing, keep disagreeing, are lost and are gained, by variant."""
    import pandas as pd

    frame = pd.DataFrame(list(rows), columns=list(COLUMNS))
    kinds = {
        "agree_both": frame["agrees_base"].astype(bool) & frame["agrees"].astype(bool),
        "lost": frame["agrees_base"].astype(bool) & ~frame["agrees"].astype(bool),
        "gained": ~frame["agrees_base"].astype(bool) & frame["agrees"].astype(bool),
        "disagree_both": ~frame["agrees_base"].astype(bool) & ~frame["agrees"].astype(bool),
    }
    named = frame.assign(**{name: mask.astype(int) for name, mask in kinds.items()})
    return named.groupby("variant", sort=False)[list(kinds)].sum().reset_index()
