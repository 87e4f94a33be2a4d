"""Comparison of two CSV files row by row: by position where the rows are the same, else by their keys."""

from __future__ import annotations

import csv
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any

from rocrepro.errors import InputError
from rocrepro.formats.files import read_json
from rocrepro.formats.schema import CURVE, schema_path
from rocrepro.pipeline.compare_values import ABSENT, PRESENT, Judge, as_number, is_float

Key = tuple[str, ...]


@dataclass(frozen=True)
class Row:
    """Cells of a row by column, and the line of the file on which it ends."""

    line: int
    cells: dict[str, str]


@dataclass(frozen=True)
class Sheet:
    """A CSV file as text, with the columns that identify a row, where its schema names them."""

    columns: list[str]
    rows: list[Row]
    key: list[str] | None = None


def read_sheet(path: Path) -> Sheet:
    """Read a CSV file without giving its cells types, and its key.

    Raises
    ------
    InputError
        The file is no UTF-8, has no header, a column twice, or a row of another width.
    """
    try:
        with path.open(encoding="utf-8", newline="") as stream:
            reader = csv.reader(stream, strict=True)
            columns = next(reader, [])
            lines = [(reader.line_num, cells) for cells in reader]
    except (OSError, UnicodeDecodeError, csv.Error) as error:
        raise InputError(f"{path}: cannot be read as CSV: {error}") from error
    if not columns:
        raise InputError(f"{path}: found no header row; expected the names of the columns")
    if twice := [name for name, count in Counter(columns).items() if count > 1]:
        raise InputError(f"{path}: line 1: found column {twice[0]!r} twice")
    for line, cells in lines:
        if len(cells) != len(columns):
            found = f"found {len(cells)} cells; expected {len(columns)}"
            raise InputError(f"{path}: line {line}: {found}")
    schema = read_json(schema_path(path)) if schema_path(path).is_file() else {}
    key = _key_of(schema, schema_path(path)) if schema else None
    return Sheet(columns, [Row(line, dict(zip(columns, cells, strict=True))) for line, cells in lines], key)


def _key_of(schema: dict[str, Any], path: Path) -> list[str]:
    """The columns that a schema says name a row, or have the points of one curve."""
    name = "primaryKey" if "primaryKey" in schema else CURVE
    key = schema.get(name, [])
    key = [key] if isinstance(key, str) else key  # as Table Schema allows for one column
    if not isinstance(key, list) or not all(isinstance(column, str) for column in key):
        raise InputError(f"{path}: {name}: found {key!r}; expected names of columns")
    return key


def compare_sheets(old: Sheet, new: Sheet, judge: Judge) -> None:
    """Note every cell that moved, and rows and columns that were removed or added."""
    for column in old.columns:
        if column not in new.columns:
            judge.note("", f"column {column}", PRESENT, ABSENT)
    for column in new.columns:
        if column not in old.columns:
            judge.note("", f"column {column}", ABSENT, PRESENT)
    common = [column for column in old.columns if column in new.columns]
    known = [sheet.key for sheet in (new, old) if sheet.key is not None and {*sheet.key} <= {*common}]
    identity = known[0] if known else _guessed(common, old.rows, new.rows)
    pairs, gone, come = _match(_keys(old.rows, identity), _keys(new.rows, identity))
    for i, j in pairs:
        before, after = old.rows[i], new.rows[j]
        for column in common:
            if before.cells[column] != after.cells[column]:
                row = _name(before, identity)
                judge.value(row, column, before.cells[column], after.cells[column])
    for i in gone:
        judge.note(_name(old.rows[i], identity), "row", PRESENT, ABSENT)
    for j in come:
        judge.note(_name(new.rows[j], identity), "row", ABSENT, PRESENT)
    if any(later < earlier for (_, earlier), (_, later) in pairwise(pairs)):
        judge.note("", "order of the rows", "as listed", "another one")


def _guessed(columns: Sequence[str], *sheets: Sequence[Row]) -> list[str]:
    """Guess the columns that name rows, in results without schemas: never floats, text before integers."""
    cells = {c: {row.cells[c] for rows in sheets for row in rows} - {""} for c in columns}
    texts = [c for c in columns if any(as_number(cell) is None for cell in cells[c])]
    exact = [c for c in columns if c in texts or (cells[c] and not any(map(is_float, cells[c])))]
    for names in (texts, exact):
        for chosen in (names[:end] for end in range(1, len(names) + 1)):
            if all(len({tuple(map(row.cells.get, chosen)) for row in rows}) == len(rows) for rows in sheets):
                return chosen
    return exact


def _keys(rows: Sequence[Row], identity: Sequence[str]) -> list[Key]:
    """Key of each row; equal ones are numbered."""
    seen: Counter[Key] = Counter()
    keys = []
    for row in rows:
        key = tuple(row.cells[column] for column in identity)
        seen[key] += 1
        keys.append((*key, str(seen[key])))
    return keys


def _match(old: list[Key], new: list[Key]) -> tuple[list[tuple[int, int]], list[int], list[int]]:
    """Pairs of positions, and the positions that went and came.

    In tables of one length, rows whose key alone changed (a corrected name, say) are paired by position, and
    so are all rows where keys do not tell them apart: one changed key would renumber the rows that had it.
    """
    numbered = any(key[-1] != "1" for key in (*old, *new))
    if old == new or (numbered and len(old) == len(new)):
        return [(i, i) for i in range(len(old))], [], []
    where = {key: j for j, key in enumerate(new)}
    pairs = {i: where[key] for i, key in enumerate(old) if key in where}
    taken = set(pairs.values())
    if len(old) == len(new):
        pairs |= {i: i for i in range(len(old)) if i not in pairs and i not in taken}
        taken = set(pairs.values())
    gone = [i for i in range(len(old)) if i not in pairs]
    return sorted(pairs.items()), gone, [j for j in range(len(new)) if j not in taken]


def _name(row: Row, identity: Sequence[str]) -> str:
    """Return the name of a row in a report: its line, and its key where it has one."""
    key = ", ".join(f"{column}={row.cells[column]}" for column in identity)
    return f"line {row.line} ({key})" if key else f"line {row.line}"
