"""Delimited text files, with a header row or with columns that the entry names."""

from __future__ import annotations

import csv
import io
import re
from pathlib import Path
from typing import Any

from rocrepro.datasets.read_c45 import read_text
from rocrepro.datasets.tables import Cell, RawTable, check_columns
from rocrepro.errors import InputError

MISSING = ("", "?")


def read(paths: dict[str, Path], parts: list[str], entry: dict[str, Any]) -> list[RawTable]:
    """Read the files of `parts`; blanks around cells are dropped, and so are empty lines."""
    tables = [_table(paths[part], entry) for part in parts]
    for table in tables[1:]:
        if table.columns != tables[0].columns:
            raise InputError(
                f"{table.path}: header: found {', '.join(table.columns)}; "
                f"expected the columns of {tables[0].path.name}"
            )
    return tables


def _table(path: Path, entry: dict[str, Any]) -> RawTable:
    text = io.StringIO(read_text(path), newline="")
    reader = csv.reader(text, delimiter=entry.get("delimiter", ","), skipinitialspace=True, strict=True)
    missing = {str(token) for token in entry.get("missing", MISSING)}
    columns = expand(entry.get("columns", []))
    rows: list[list[Cell]] = []
    numbers = []
    try:
        for cells in reader:
            cells = [cell.strip() for cell in cells]
            if cells in ([], [""]):
                continue
            if not columns:
                columns = cells
                continue
            if len(cells) != len(columns):
                raise InputError(
                    f"{path}: line {reader.line_num}: found {len(cells)} fields; expected {len(columns)}"
                )
            rows.append([None if cell in missing else cell for cell in cells])
            numbers.append(reader.line_num)
    except csv.Error as error:
        raise InputError(f"{path}: line {reader.line_num}: found {error}; expected a CSV row") from None
    if not columns:
        raise InputError(f"{path}: found no line; expected a header row")
    check_columns(path, columns)
    return RawTable(path, tuple(columns), rows, numbers)


def expand(patterns: list[str]) -> list[str]:
    """Column names with braces written out, as a shell does: ``F{1..2}{R,S}`` is F1R, F1S, F2R, F2S.

    Examples
    --------
    >>> expand(["class", "F{1..2}{R,S}"])
    ['class', 'F1R', 'F1S', 'F2R', 'F2S']
    """
    names = []
    for pattern in patterns:
        found = re.search(r"\{(?:(\d+)\.\.(\d+)|([^{}]*,[^{}]*))\}", pattern)
        if found is None:
            names.append(pattern)
            continue
        low, high, listed = found.groups()
        items = listed.split(",") if listed is not None else map(str, range(int(low), int(high) + 1))
        head, tail = pattern[: found.start()], pattern[found.end() :]
        names += expand([f"{head}{item}{tail}" for item in items])
    return names
