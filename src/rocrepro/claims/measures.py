"""Measures: registered functions from parameters and artifacts to values, an engine at a time.

Each takes a claim, its parameters and the artifacts, and gives a `Measured` for each engine that the rows
name, or one for the engine "" where learners play no part.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from rocrepro.claims.artifacts import Artifacts, Rows, artifact_name, as_text, check_column
from rocrepro.claims.model import Claim
from rocrepro.claims.shapes import check_shapes
from rocrepro.errors import InputError

if TYPE_CHECKING:
    import pandas as pd

DEFAULT_SEED = 1
REDUCERS: dict[str, Callable[[pd.Series[Any]], float]] = {
    "sum": lambda values: float(values.sum(skipna=False)),
    "mean": lambda values: float(values.mean(skipna=False)),
    "median": lambda values: float(values.median(skipna=False)),
    "min": lambda values: float(values.min(skipna=False)),
    "max": lambda values: float(values.max(skipna=False)),
    "count": lambda values: float(values.notna().sum()),
    "n_unique": lambda values: float(values.nunique()),
}
COMPARISONS: dict[str, Callable[[float, float], float]] = {
    "sum": lambda left, right: left + right,
    "difference": lambda left, right: left - right,
    "ratio": lambda left, right: left / right if right else math.nan,
    "relative": lambda left, right: (left - right) / right if right else math.nan,
}
OPERATORS: dict[str, Callable[[Any, float], Any]] = {
    "gt": lambda column, value: column > value,
    "ge": lambda column, value: column >= value,
    "lt": lambda column, value: column < value,
    "le": lambda column, value: column <= value,
    "eq": lambda column, value: column == value,
    "ne": lambda column, value: column != value,
}


@dataclass(frozen=True)
class Measured:
    """Values that a measure found for one engine.

    Attributes
    ----------
    engine : str
        "" where no learner is involved.
    values : tuple of float
        At the default seed: one value, or several for a range.
    seeds : tuple of float
        One value a seed, for a single value that depends on it; empty where nothing is random.
    low, high : float
        Sampling interval at the default seed.
    resample_share : float
        Share of paired resamples in which the value is positive.
    seeds_low, seeds_high, share_seeds, n_seeds
        The spread over seeds where an artifact gives it instead of every seed.
    evidence : str
        The artifact.
    """

    engine: str
    values: tuple[float, ...]
    seeds: tuple[float, ...] = ()
    low: float = math.nan
    high: float = math.nan
    resample_share: float = math.nan
    seeds_low: float = math.nan
    seeds_high: float = math.nan
    share_seeds: float = math.nan
    n_seeds: int = 1
    evidence: str = ""
    cell: Mapping[str, Any] = field(default_factory=dict)


Measure = Callable[[Claim, Mapping[str, Any], Artifacts], list[Measured]]
MEASURES: dict[str, Measure] = {}
PARAMETERS: dict[str, tuple[set[str], set[str]]] = {}
SOURCE = {"table", "figure", "where"}


def register(*required: str, optional: set[str] = frozenset()) -> Callable[[Measure], Measure]:  # type: ignore[assignment]
    """Register a measure under its function's name, with the parameters that it knows."""

    def keep(function: Measure) -> Measure:
        name = function.__name__.rstrip("_")
        MEASURES[name] = function
        PARAMETERS[name] = (set(required), set(required) | set(optional))
        return function

    return keep


def measure(claim: Claim, artifacts: Artifacts) -> list[Measured]:
    """Take the measure of one claim.

    Raises
    ------
    InputError
        With the claim's id, if the measure, an artifact, a column or a row does not exist.
    """
    check_measure(claim)
    parameters = dict(claim.measure or {})
    return MEASURES[parameters.pop("name")](claim, parameters, artifacts)


def check_measure(claim: Claim) -> None:
    """Raise InputError unless the measure of a claim exists and has its parameters."""
    assert claim.measure is not None
    parameters = dict(claim.measure)
    name = parameters.pop("name")
    if not isinstance(name, str) or name not in MEASURES:
        raise InputError(f"{claim.place}: measure: found {name!r}; expected one of {', '.join(MEASURES)}")
    required, known = PARAMETERS[name]
    wrong = sorted(set(parameters) - known) or sorted(required - set(parameters))
    if wrong:
        expected = ", ".join(sorted(known))
        raise InputError(f"{claim.place}: measure {name}: found or missing {wrong[0]!r}; expected {expected}")
    check_shapes(claim.place, parameters)


def by_engine(claim: Claim, source: Mapping[str, Any], artifacts: Artifacts) -> dict[str, dict[int, Rows]]:
    """Group the matching rows by engine and seed; rows without a seed count as the default seed's."""
    rows = artifacts.rows(claim.place, source)
    where = source.get("where", {})
    found = {
        engine: _by_seed(part) if "seed" in part and "seed" not in where else {DEFAULT_SEED: part}
        for engine, part in engines_of(rows, where)
        if len(part)
    }
    if not found:
        name = artifact_name(claim.place, source)
        raise NoRowError(f"{claim.place}: measure: {name} has no row with {dict(where)}; expected one")
    return found


def _by_seed(rows: Rows) -> dict[int, Rows]:
    """Split rows by seed, the lowest first; a column of text names no seeds."""
    column = rows["seed"]
    if column.dtype != float:
        return {DEFAULT_SEED: rows}
    seeds = [DEFAULT_SEED if math.isnan(seed) else seed for seed in column.tolist()]
    return {int(seed): rows.where(one == seed for one in seeds) for seed in sorted(set(seeds))}


def engines_of(rows: Rows, where: Mapping[str, Any]) -> list[tuple[str, Rows]]:
    """Split rows by engine, in their order; "" stands for no learner."""
    fixed = where.get("engine")
    if "engine" in rows and not isinstance(fixed, str):
        engines = [as_text(cell) for cell in rows["engine"]]  # none is named where no learner is involved
        return [(engine, rows.where(one == engine for one in engines)) for engine in dict.fromkeys(engines)]
    return [(fixed or "", rows)]


class NoRowError(InputError):
    """No row of an artifact fulfils what a measure asks for."""


def one_value(claim: Claim, source: Mapping[str, Any], rows: Rows, column: str) -> float:
    """Return the number in the one row that matches."""
    check_column(rows, claim.place, source, column)
    if len(rows) != 1:
        name = artifact_name(claim.place, source)
        where = dict(source.get("where", {}))
        raise InputError(f"{claim.place}: measure: {name} has {len(rows)} rows with {where}; expected one")
    value = rows[column][0]
    if not isinstance(value, float):
        raise InputError(f"{claim.place}: measure: column {column!r} has {value!r}; expected a number")
    return value


def over_seeds(
    claim: Claim,
    source: Mapping[str, Any],
    values: Mapping[str, Mapping[int, float]],
    **more: Mapping[str, Any],
) -> list[Measured]:
    """Make one `Measured` an engine, from a value for each engine and seed."""
    name = artifact_name(claim.place, source)
    measured = []
    for engine, seeds in values.items():
        value = seeds.get(DEFAULT_SEED, next(iter(seeds.values())))
        all_seeds = tuple(seeds.values()) if len(seeds) > 1 else ()
        spread = {"n_seeds": max(1, len(seeds))} | dict(more.get(engine, {}))
        measured.append(Measured(engine, (value,), all_seeds, evidence=name, cell=dict(source), **spread))
    return measured
