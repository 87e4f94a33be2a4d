"""``rocrepro claim``: a conclusion, statement, finding or case of the ledger in the terminal."""

from __future__ import annotations

import argparse
import csv
import difflib
import json
import textwrap
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from rocrepro.errors import InputError
from rocrepro.report.facts import ENGINES
from rocrepro.report.ledger import selection

DESCRIPTION = "Print a conclusion, statement, finding or case, with its verdicts, rule, evidence and reasons."
EPILOG = "The ids are those of the review page and of the CSV files in the results folder."
LEVELS = ("conclusions", "statements", "findings", "claims")
RULES = {
    "each": "each of these statements holds",
    "most": "most of these statements hold",
    "some": "one of these statements holds",
}
NEAREST = 3
WIDTH = 100
Row = Mapping[str, str]
Ledger = Mapping[str, Sequence[Row]]


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.add_argument("id", metavar="ID", help="for example elazmeh2006.abstract.bands_unreliable")
    parser.add_argument(
        "--results",
        metavar="FOLDER",
        default="results",
        help="folder of the released files (default: results)",
    )


def run(arguments: argparse.Namespace) -> int:
    """Print what an id names, and return 0."""
    ledger = {level: _read(Path(arguments.results) / f"{level}.csv") for level in LEVELS}
    name = arguments.id.removeprefix("#").removeprefix("claim-")
    print("\n".join(lines_of(name, ledger, arguments.results)))
    return 0


def _read(path: Path) -> list[dict[str, str]]:
    try:
        with path.open(encoding="utf-8", newline="") as file:
            rows = list(csv.DictReader(file))
    except (OSError, UnicodeDecodeError, csv.Error) as error:
        raise InputError(f"{path}: found {error!r}; expected a file of the ledger") from None
    if rows and not {"id", "engine", "paper"} <= set(rows[0]):
        raise InputError(f"{path}: found no columns id, engine and paper; expected a file of the ledger")
    return rows


def lines_of(name: str, ledger: Ledger, folder: str) -> list[str]:
    """Return the lines on what an id names.

    Parameters
    ----------
    name : str
        The id of a conclusion, statement, finding or case; what became of a case that is gone is said too.
    ledger : mapping of str to sequence of mapping
        Rows of the CSV files, by the files' names.
    folder : str
        Where the evidence is.

    Raises
    ------
    InputError
        Where there is no such id; the message names the nearest ones.
    """
    for level, show in (("conclusions", _conclusion), ("statements", _statement), ("findings", _statement)):
        rows = [row for row in ledger[level] if row["id"] == name]
        if rows:
            return list(show(rows, ledger, folder))
    cases = [row for row in ledger["claims"] if row["id"] == name]
    if not cases:
        known = sorted({row["id"] for rows in ledger.values() for row in rows})
        near = difflib.get_close_matches(name, known, NEAREST)
        hint = f"; the nearest are {', '.join(near)}" if near else ""
        raise InputError(
            f"{folder}: found no {name!r}; expected the id of a conclusion, statement or case{hint}"
        )
    became = cases[0].get("statement", "")
    if not cases[0]["verdict"]:
        return list(_retired(cases[0], ledger, folder))
    return [*_case(cases, folder), *_wrapped(f"It is a case of {became}.")]


def _wrapped(text: str, indent: str = "  ") -> list[str]:
    """A paragraph in lines of the terminal."""
    return textwrap.wrap(text, WIDTH, initial_indent=indent, subsequent_indent=indent, break_long_words=False)


def _engine(row: Row) -> str:
    """Name of the engine before a line on it."""
    return f"{ENGINES.get(row['engine'], row['engine'])}: " if row["engine"] else ""


def _conclusion(rows: Sequence[Row], ledger: Ledger, folder: str) -> Iterator[str]:
    first = rows[0]
    yield f"conclusion {first['id']}"
    yield from _wrapped(first["says"])
    for row in rows:
        yield from _wrapped(f"{_engine(row)}{row['verdict'].upper()}. {row['why']}")
        if row["turns"]:
            yield from _wrapped(f"it changes with {row['turns']}", "    ")
        if row["seeds"]:
            yield from _wrapped(f"this verdict at {float(row['seeds']):.0%} of the seeds", "    ")
    yield from _wrapped(f"decided by {folder}/{first['evidence']}")
    yield f"  rule: {RULES.get(first['rule'], first['rule'])}"
    for name in first["statements"].split("; "):
        for row in (row for row in ledger["statements"] if row["id"] == name):
            yield from _wrapped(f"{row['id']}: {_engine(row)}{row['verdict']}. {row['says']}", "    ")


def _statement(rows: Sequence[Row], ledger: Ledger, folder: str) -> Iterator[str]:
    first = rows[0]
    counted = first["kind"] == "statement" and not first["same_as"]
    yield f"{first['kind']} {first['id']}" + ("" if counted else " (not counted)")
    yield from _wrapped(first["says"])
    hedged = "hedged, " if first["hedged"] == "true" else ""
    yield from _wrapped(f"{first['where'] or 'ours'}; {hedged}stated for {first['scope']} of its cases")
    if first["words"]:
        yield from _wrapped(f"“{first['words']}”")
    for row in rows:
        yield from _wrapped(f"{_engine(row)}{row['verdict'].upper()}. {row['why']}")
        if row["reading"]:
            others = f"; other readings: {row['others']}" if row["others"] else ""
            yield from _wrapped(f"read as {row['reading']}{others}", "    ")
        if row["turns"]:
            yield from _wrapped(f"it changes with {row['turns']}", "    ")
    if first["note"]:
        yield from _wrapped(f"Note: {first['note']}")
    if first["same_as"]:
        yield from _wrapped(f"It repeats {first['same_as']}.")
    own = [row for row in ledger["claims"] if row["statement"] == first["id"] and row["verdict"]]
    for name in dict.fromkeys(row["id"] for row in own):
        yield ""
        yield from _case([row for row in own if row["id"] == name], folder)


def _case(rows: Sequence[Row], folder: str) -> Iterator[str]:
    first = rows[0]
    yield f"case {first['id']}" + (f" (reading {first['reading']})" if first["reading"] else "")
    yield from _wrapped(first["says"])
    if first["rule"]:
        printed = f"; printed: {first['printed']}" if first["printed"] else ""
        yield from _wrapped(f"rule ({first['kind']}, {first['basis']}): {first['rule']}{printed}")
    for row in rows:
        yield from _wrapped(f"{_engine(row)}{row['verdict'].upper()}. {row['reason']}")
        yield from _wrapped("; ".join(_measured(row)), "    ")
        pairs = selection(json.loads(row.get("cell") or "{}"))
        cell = ", ".join(f"{name} {value}" for name, value in pairs if name not in ("table", "figure"))
        if row["evidence"]:
            yield from _wrapped(f"read from {folder}/{row['evidence']}: {cell}", "    ")
        elif cell:
            yield from _wrapped(f"computed: {cell}", "    ")
    if first["note"]:
        yield from _wrapped(f"Note: {first['note']}")


def _measured(row: Row) -> Iterator[str]:
    """Say what was measured, and how sure it is."""
    if row["measured"]:
        yield f"measured {row['measured']}"
    if row["low"] and row["high"]:
        yield f"sampling interval {row['low']} to {row['high']}"
    if row["seeds_low"] and row["seeds_high"]:
        yield f"central 95 % of seeds {row['seeds_low']} to {row['seeds_high']}"
    if row["share"]:
        yield f"agrees at {float(row['share']):.0%} of {row['n_seeds']} seeds"
    if row["resample_share"]:
        yield f"above 0 in {float(row['resample_share']):.1%} of resamples"


def _retired(row: Row, ledger: Ledger, folder: str) -> Iterator[str]:
    """Say what became of a case that is gone, and show the statement if it became one."""
    yield f"case {row['id']} is no longer in the ledger"
    yield from _wrapped(f"It became: {row['statement']}. {row['reason']}")
    for level in ("statements", "findings"):
        found = [one for one in ledger[level] if one["id"] == row["statement"]]
        if found:
            yield ""
            yield from _statement(found, ledger, folder)
