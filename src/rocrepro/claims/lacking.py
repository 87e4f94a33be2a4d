"""Gaps of a run in what a claim's measure reads: no verdict rests on data that are not there."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

from rocrepro.claims.artifacts import Artifacts
from rocrepro.claims.measures import Measured, NoRowError, engines_of, measure
from rocrepro.claims.model import Claim
from rocrepro.formats.uses import engine_use


def sources(claim: Claim) -> list[dict[str, Any]]:
    """Return the tables and figures that a claim's measure reads, with their conditions."""
    parameters = dict(claim.measure or {})
    if "fact" in parameters:
        where = {"fact": parameters["fact"], **parameters.get("where", {})}
        return [{"table": f"{claim.paper}_facts", "where": where}]
    parts = [parameters, *(parameters[side] for side in ("left", "right") if side in parameters)]
    return [part for part in parts if "table" in part or "figure" in part]


def take(claim: Claim, artifacts: Artifacts, gaps: Collection[str]) -> list[tuple[Measured, list[str]]]:
    """Measure a claim for every engine that it concerns, with the gaps that each measurement touches.

    Parameters
    ----------
    claim : Claim
        It has a measure.
    artifacts : Artifacts
    gaps : collection of str
        Data sets, learners and engines ("engine weka") that the run lacks.

    Returns
    -------
    list of (Measured, list of str)
        Where a row that the measure would read was computed from something that is missing, there is no
        value, and the list names what is missing.

    Raises
    ------
    InputError
        As `rocrepro.claims.measures.measure`.
    """
    if not gaps:
        return [(measured, []) for measured in measure(claim, artifacts)]
    missing = _missing(claim, artifacts, frozenset(gaps))
    hidden = {engine for engine, names in missing.items() if names}
    found = {}
    if ("" not in hidden and hidden != set(missing)) or not missing:
        found = {one.engine: one for one in measure(claim, artifacts.without(hidden))}
    return [
        (found.get(engine, Measured(engine, (), n_seeds=0)), sorted(missing.get(engine, ())))
        for engine in missing or found
    ]


def _missing(claim: Claim, artifacts: Artifacts, gaps: frozenset[str]) -> dict[str, set[str]]:
    """The gaps that the rows of each engine rest on; rows without an engine count for all engines."""
    sides = [_of_source(claim, source, artifacts, gaps) for source in sources(claim)]
    named = [set(side) - {""} for side in sides if set(side) - {""}]
    # Two sides are compared for the engines that both have.
    common = set.intersection(*named) or set.union(*named) if named else {""}
    engines = [engine for side in sides for engine in side if engine in common]
    # A side without an engine's rows takes part with those that it has.
    return {
        engine: set().union(*(_rest(side, engine) | side.get("", set()) for side in sides))
        for engine in dict.fromkeys(engines)
    }


def _rest(side: Mapping[str, set[str]], engine: str) -> set[str]:
    """The gaps of an engine's rows on one side; where it has none, of the rows that stand for them."""
    return side[engine] if engine in side else next(iter(side.values()), set())


def _of_source(
    claim: Claim, source: Mapping[str, Any], artifacts: Artifacts, gaps: frozenset[str]
) -> dict[str, set[str]]:
    """The gaps behind the rows that one side of a measure reads, by engine."""
    where = source.get("where", {})
    rows = artifacts.rows(claim.place, source)
    known = artifacts.uses(claim.place, source)
    # What the artifact read and has no row of: it counts unless the measure asks for other data sets.
    lost = gaps & known.rowless
    if "dataset" in where:
        lost &= _named(where)
    if not len(rows):
        lost = gaps & _named(where) or gaps & known.read
        engines = where.get("engine", "")
        listed = engines if isinstance(engines, list) else [engines]
        return {str(engine): set(lost) for engine in listed} if lost else _no_row(claim, source, gaps)
    return {
        engine: set(lost).union(*(gaps & known.rows[place] for place in part.places))
        for engine, part in engines_of(rows, where)
    }


def _no_row(claim: Claim, source: Mapping[str, Any], gaps: frozenset[str]) -> dict[str, set[str]]:
    """Raise NoRowError: no gap explains that there is no row."""
    name = source.get("table") or source.get("figure")
    raise NoRowError(
        f"{claim.place}: measure: {name} has no row with {dict(source.get('where', {}))}; expected one, "
        f"because the gaps of this run ({', '.join(sorted(gaps))}) do not explain it"
    )


def _named(where: Mapping[str, Any]) -> set[str]:
    """The words that a condition names, an engine as a gap has it."""
    return {
        engine_use(str(word)) if column == "engine" else str(word)
        for column, value in where.items()
        for word in (value if isinstance(value, list) else [value])
    }
