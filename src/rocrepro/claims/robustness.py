"""Judge cases under the choices that a paper leaves open: level, test, area, kind of curve, engine."""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from rocrepro.claims.artifacts import Artifacts
from rocrepro.claims.judge import judge
from rocrepro.claims.lacking import sources, take
from rocrepro.claims.measures import Measured, NoRowError
from rocrepro.claims.model import Claim
from rocrepro.claims.rows import LedgerRow, OtherChoice
from rocrepro.claims.truth import AGREE, NOT_TESTABLE

if TYPE_CHECKING:
    import pandas as pd

COLUMNS = tuple(OtherChoice.__annotations__)
CAUC = ("union", "vertical", "horizontal", "concordant")
PREFIX = "cauc_"


def other_choices(
    claims: Iterable[Claim],
    artifacts: Artifacts,
    rows: Sequence[LedgerRow],
    gaps: Collection[str] = (),
) -> list[OtherChoice]:
    """Judge cases again under every other choice that their artifacts hold.

    Parameters
    ----------
    claims : iterable of Claim
    artifacts : Artifacts
        Their column ``variant`` names the choice, for example "alpha=0.1"; "base" is the config's.
    rows : sequence of LedgerRow
        The judged cases: those on learners are compared between engines.
    gaps : collection of str
        What the run lacks: cases that read it are left out.

    Returns
    -------
    list of OtherChoice
        One row a case, engine and choice; none of a case that is not testable under either.
    """
    # A run that lacks a data set may have no row of it under another choice: the others would stand for all.
    base = {(row["id"], row["engine"]): row for row in rows if not row["lacking"]}
    found: list[OtherChoice] = []
    for claim in claims:
        if claim.measure is None:
            continue
        for choice, variant, other, seen in alternatives(claim, artifacts):
            for engine, measured in _take(other, seen, gaps).items():
                row = base.get((claim.id, engine))
                if row is not None and not any(math.isnan(value) for value in measured.values):
                    verdict = _fairly(claim, row, measured)
                    found.append(_other(row, choice, variant, _first(measured.values), verdict))
    # What nothing can decide, turns with no choice.
    found += _engines(rows)
    return [row for row in found if {row["verdict_base"], row["verdict"]} != {NOT_TESTABLE}]


def _fairly(claim: Claim, row: LedgerRow, measured: Measured) -> str:
    """Return the verdict under another choice; one seed is compared with one seed, not with all of them."""
    verdict = judge(claim, measured).verdict
    if row["replicates"] and not measured.seeds:
        alone = replace(measured, values=(_first(row["measured"]),), resample_share=row["resample_share"])
        return row["verdict"] if judge(claim, alone).verdict == verdict else verdict
    return verdict


def _other(row: LedgerRow, choice: str, variant: str, measured: float, verdict: str) -> OtherChoice:
    before, after = row["verdict"] in AGREE, verdict in AGREE
    return {
        "id": row["id"],
        "paper": row["paper"],
        "engine": row["engine"],
        "choice": choice,
        "variant": variant,
        "says": row["says"],
        "measured_base": _first(row["measured"]),
        "measured": measured,
        "agrees_base": before,
        "agrees": after,
        "changed": before != after,
        "verdict_base": row["verdict"],
        "verdict": verdict,
    }


def alternatives(claim: Claim, artifacts: Artifacts) -> Iterator[tuple[str, str, Claim, Artifacts]]:
    """Yield other choices for one claim: name, variant, and the claim and artifacts that show it."""
    free = [source for source in sources(claim) if "variant" not in source.get("where", {})]
    names = dict.fromkeys(name for source in free for name in artifacts.variants(claim.place, source))
    for variant in names:
        if variant != artifacts.variant:
            yield variant.partition("=")[0], variant, claim, artifacts.under(variant)
    present = next((reading for reading in CAUC if _mentions(claim.measure, PREFIX + reading)), None)
    for reading in CAUC if present else ():
        if reading != present:
            other = replace(claim, measure=_renamed(claim.measure, PREFIX + str(present), PREFIX + reading))
            yield "cauc", f"cauc={reading}", other, artifacts


def _mentions(value: Any, text: str) -> bool:
    if isinstance(value, Mapping):
        return any(_mentions(part, text) for part in value.values())
    return bool(value == text)


def _renamed(value: Any, old: str, new: str) -> Any:
    if isinstance(value, Mapping):
        return {key: _renamed(part, old, new) for key, part in value.items()}
    return new if value == old else value


def _take(claim: Claim, artifacts: Artifacts, gaps: Collection[str]) -> dict[str, Measured]:
    """Measure by engine; return nothing where this choice has no rows, or the run lacks what it needs."""
    try:
        return {one.engine: one for one, lacking in take(claim, artifacts, gaps) if not lacking}
    except NoRowError:
        return {}


def _engines(rows: Iterable[LedgerRow]) -> Iterator[OtherChoice]:
    """Cases that two engines judge: the first is the base."""
    by_case: dict[str, list[LedgerRow]] = {}
    for row in rows:
        if row["engine"] and not row["lacking"]:
            by_case.setdefault(row["id"], []).append(row)
    for first, *others in by_case.values():
        for other in others:
            variant = f"engine={other['engine']}"
            yield _other(first, "engine", variant, _first(other["measured"]), other["verdict"])


def _first(value: Any) -> float:
    return float(value[0] if isinstance(value, (list, tuple)) else value)


def counts(rows: Iterable[OtherChoice]) -> pd.DataFrame:
    """Count the claims that keep agreeing, keep disagreeing, are lost and are gained, by variant."""
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
