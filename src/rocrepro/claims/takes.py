"""The measures themselves; `rocrepro.claims.measures` has what they share."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

from rocrepro.claims.artifacts import Artifacts, Rows, artifact_name, as_text, check_column
from rocrepro.claims.measures import (
    COMPARISONS,
    DEFAULT_SEED,
    OPERATORS,
    REDUCERS,
    SOURCE,
    Measured,
    by_engine,
    one_value,
    over_seeds,
    register,
)
from rocrepro.claims.model import Claim
from rocrepro.errors import InputError

# What may stand beside a measured value: the usual name of its column, and the attribute of `Measured`.
PICKED = {
    "low": "low",
    "high": "high",
    "share_resamples": "resample_share",
    "seeds_low": "seeds_low",
    "seeds_high": "seeds_high",
    "share_seeds": "share_seeds",
    "n_seeds": "n_seeds",
}
# Columns with the usual names belong to the one column of an artifact that has one of these names: `low` is
# the lower limit of `power`, and never of `size`. Beside any other column stands only what the claim names.
MAIN = ("value", "difference", "power", "coverage")


@register("column", optional=SOURCE | PICKED.keys())
def cell(claim: Claim, parameters: Mapping[str, Any], artifacts: Artifacts) -> list[Measured]:
    """Read one value an engine and seed; for a range, all values of the matching rows."""
    column = parameters["column"]
    found = by_engine(claim, parameters, artifacts)
    if claim.kind == "range" and any(len(rows) > 1 for seeds in found.values() for rows in seeds.values()):
        return [_many(claim, parameters, engine, seeds, column) for engine, seeds in found.items()]
    values = {
        engine: {seed: one_value(claim, parameters, rows, column) for seed, rows in seeds.items()}
        for engine, seeds in found.items()
    }
    more = {engine: _picked(claim, parameters, seeds) for engine, seeds in found.items()}
    return over_seeds(claim, parameters, values, **more)


def _many(
    claim: Claim, parameters: Mapping[str, Any], engine: str, seeds: Mapping[int, Rows], column: str
) -> Measured:
    rows = _default(seeds)
    check_column(rows, claim.place, parameters, column)
    values = tuple(float(value) for value in rows[column])
    return Measured(engine, values, evidence=artifact_name(claim.place, parameters), cell=dict(parameters))


def _default(seeds: Mapping[int, Rows]) -> Rows:
    return seeds[DEFAULT_SEED] if DEFAULT_SEED in seeds else next(iter(seeds.values()))


def _picked(claim: Claim, parameters: Mapping[str, Any], seeds: Mapping[int, Rows]) -> dict[str, Any]:
    """Interval and shares at the default seed, from the columns that belong to the measured one."""
    row = _default(seeds)
    found: dict[str, Any] = {}
    for name, attribute in PICKED.items():
        if name in parameters:
            check_column(row, claim.place, parameters, parameters[name])
        elif main_column(row) != parameters["column"]:
            continue
        column = parameters.get(name, name)
        if column in row and row[column].dtype == float:
            found[attribute] = float(row[column][0])
    n_seeds = found.pop("n_seeds", math.nan)  # empty where the data set is missing
    if len(seeds) == 1 and not math.isnan(n_seeds):
        found["n_seeds"] = int(n_seeds)
    return found


def main_column(rows: Rows) -> str | None:
    """Return the column that `low`, `high`, shares and number of seeds belong to; None unless it is one."""
    mains = [name for name in MAIN if name in rows]
    return mains[0] if len(mains) == 1 else None


@register("fact", optional={"where"})
def fact(claim: Claim, parameters: Mapping[str, Any], artifacts: Artifacts) -> list[Measured]:
    """Read a quantity of the paper, a row of its table `facts`."""
    where = {"fact": parameters["fact"]} | dict(parameters.get("where", {}))
    return cell(claim, {"table": f"{claim.paper}_facts", "where": where, "column": "value"}, artifacts)


@register("column", "how", optional=SOURCE)
def aggregate(claim: Claim, parameters: Mapping[str, Any], artifacts: Artifacts) -> list[Measured]:
    """Return the sum, mean, median, least or greatest of rows (NaN if a cell is empty), or their number."""
    reduce = _option(claim, parameters, "how", REDUCERS)
    values: dict[str, dict[int, float]] = {}
    for engine, seeds in by_engine(claim, parameters, artifacts).items():
        for seed, rows in seeds.items():
            check_column(rows, claim.place, parameters, parameters["column"])
            values.setdefault(engine, {})[seed] = reduce(rows.series(parameters["column"]))
    return over_seeds(claim, parameters, values)


@register("left", "right", "how")
def compare(claim: Claim, parameters: Mapping[str, Any], artifacts: Artifacts) -> list[Measured]:
    """Return the difference, ratio or sum of two values, paired by engine and seed.

    A side without engines, or with a single seed, stands beside each engine and seed of the other.
    """
    combine = _option(claim, parameters, "how", COMPARISONS)
    sides = [_side(claim, parameters[name], artifacts) for name in ("left", "right")]
    named = [engine for engine in {**sides[0], **sides[1]} if engine]
    engines = [engine for engine in sides[0] if engine in sides[1]] or named
    values: dict[str, dict[int, float]] = {}
    for engine in engines:
        left, right = (side.get(engine, next(iter(side.values()))) for side in sides)
        seeds = sorted({*left, *right} if 1 in (len(left), len(right)) else {*left} & {*right})
        values[engine] = {seed: combine(_at(left, seed), _at(right, seed)) for seed in seeds}
    return over_seeds(claim, parameters["left"], values)


def _side(claim: Claim, source: Mapping[str, Any], artifacts: Artifacts) -> dict[str, dict[int, float]]:
    """Values of one side by engine and seed: a cell, or an aggregate where ``how`` is given."""
    if "how" in source:
        reduce = _option(claim, source, "how", REDUCERS)
    return {
        engine: {
            seed: reduce(rows.series(source["column"]))
            if "how" in source
            else one_value(claim, source, rows, source["column"])
            for seed, rows in seeds.items()
        }
        for engine, seeds in by_engine(claim, source, artifacts).items()
    }


def _at(seeds: Mapping[int, float], seed: int) -> float:
    return seeds[seed] if len(seeds) > 1 else next(iter(seeds.values()))


@register("column", "op", "value", optional=SOURCE | {"share"})
def count_where(claim: Claim, parameters: Mapping[str, Any], artifacts: Artifacts) -> list[Measured]:
    """Count the matching rows that fulfil a condition, or return their share."""
    test = _option(claim, parameters, "op", OPERATORS)
    values: dict[str, dict[int, float]] = {}
    for engine, seeds in by_engine(claim, parameters, artifacts).items():
        for seed, rows in seeds.items():
            check_column(rows, claim.place, parameters, parameters["column"])
            hits = test(rows[parameters["column"]], parameters["value"])
            values.setdefault(engine, {})[seed] = float(
                hits.mean() if parameters.get("share") else hits.sum()
            )
    return over_seeds(claim, parameters, values)


@register("x", "y", optional=SOURCE)
def correlation(claim: Claim, parameters: Mapping[str, Any], artifacts: Artifacts) -> list[Measured]:
    """Return Spearman's rank correlation of two columns over the matching rows."""
    values: dict[str, dict[int, float]] = {}
    for engine, seeds in by_engine(claim, parameters, artifacts).items():
        for seed, rows in seeds.items():
            for column in (parameters["x"], parameters["y"]):
                check_column(rows, claim.place, parameters, column)
            # Pearson's correlation of the ranks: pandas alone, without scipy.
            left, right = (rows.series(parameters[side]).rank() for side in ("x", "y"))
            value = left.corr(right) if parameters["x"] != parameters["y"] else 1.0
            values.setdefault(engine, {})[seed] = float(value)
    return over_seeds(claim, parameters, values)


@register("column", "equals", optional=SOURCE)
def text(claim: Claim, parameters: Mapping[str, Any], artifacts: Artifacts) -> list[Measured]:
    """Return 1 where the cell is the given text, else 0."""
    values: dict[str, dict[int, float]] = {}
    for engine, seeds in by_engine(claim, parameters, artifacts).items():
        for seed, rows in seeds.items():
            check_column(rows, claim.place, parameters, parameters["column"])
            if len(rows) != 1:
                raise InputError(f"{claim.place}: measure text: found {len(rows)} rows; expected one")
            values.setdefault(engine, {})[seed] = float(
                as_text(rows[parameters["column"]][0]) == parameters["equals"]
            )
    return over_seeds(claim, parameters, values)


@register("values", "how")
def printed(claim: Claim, parameters: Mapping[str, Any], artifacts: Artifacts) -> list[Measured]:
    """Compute with numbers that the paper itself prints."""
    numbers = [float(value) for value in parameters["values"]]
    first, *others = numbers
    second = others[0] if others else math.nan
    value = {
        "sum": lambda: math.fsum(numbers),
        "difference": lambda: first - math.fsum(others),
        "ratio": lambda: first / second if second else math.nan,
        "product": lambda: math.prod(numbers),
        "one_minus": lambda: 1 - first,
        "share": lambda: first / math.fsum(numbers),
        "mean": lambda: math.fsum(numbers) / len(numbers),
        "min": lambda: min(numbers),
        "max": lambda: max(numbers),
        "value": lambda: first,
        "accuracy": lambda: (first + second) / math.fsum(numbers),
        "sqrt": lambda: math.sqrt(first),
    }
    compute = _option(claim, parameters, "how", value)
    try:
        found = compute()
    except (ArithmeticError, ValueError):  # a root of a negative number, a share of nothing, a sum too large
        found = math.nan
    return [Measured("", (found,), cell={"printed": numbers, "how": parameters["how"]})]


def _option(claim: Claim, parameters: Mapping[str, Any], key: str, known: Mapping[str, Any]) -> Any:
    value = parameters[key]
    if value not in known:
        raise InputError(
            f"{claim.place}: measure: {key}: found {value!r}; expected one of {', '.join(known)}"
        )
    return known[value]
