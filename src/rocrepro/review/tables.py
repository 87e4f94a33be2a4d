"""Tables from outside: CSV files without a schema, their types found from their cells."""

from __future__ import annotations

import csv
import io
import math
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from rocrepro.errors import InputError
from rocrepro.formats.files import read_json
from rocrepro.formats.given.form import SEPARATORS
from rocrepro.formats.schema import schema_path
from rocrepro.formats.table import Table

if TYPE_CHECKING:
    import pandas as pd

# A number with leading zeros is a name, such as that of a run: "007" is not 7.
INTEGER = re.compile(r"[+-]?(?:0|[1-9][0-9]*)")
NUMBER = re.compile(
    r"[+-]?(?:(?:0|[1-9][0-9]*)(?:\.[0-9]*)?|\.[0-9]+)(?:[eE][+-]?[0-9]+)?|[+-]?inf", re.IGNORECASE
)
EXACT = 2**53
"""Whole number up to which doubles hold all others."""
MISSING = frozenset({"", "na", "nan"})
"""Cells that stand for no number, in small letters."""
TRUTH = {"true": True, "false": False}


@dataclass(frozen=True)
class Given:
    """A table from outside.

    Attributes
    ----------
    table : Table
    words : mapping of str to (str, str)
        For each column of text that has numbers too, where the first cell that is none stands, and the cell.
    """

    table: Table
    words: Mapping[str, tuple[str, str]] = field(default_factory=dict)


def read_table(path: str | Path) -> Given:
    """Read a table, by its schema where one lies beside it and else by its cells.

    Parameters
    ----------
    path : str or Path
        A CSV file in UTF-8 with a header row. A JSON file of the same name with ``fields`` is its schema.

    Raises
    ------
    InputError
        For a file that cannot be read, a header with a name that is missing or given twice, and rows of
        another length. Rows are counted from 1 below the header.
    """
    path = Path(path)
    schema = schema_path(path)
    if schema.is_file() and "fields" in read_json(schema):
        return Given(Table.load(path))
    header, rows = _rows(path)
    columns, words = {}, {}
    for at, name in enumerate(header):
        cells = [row[at].strip() for row in rows]
        columns[name] = _column(cells)
        if odd := _odd(cells):
            words[name] = odd
    _check_seeds(path, header, rows)
    import pandas as pd

    return Given(Table(pd.DataFrame(columns, columns=header), title=path.stem.replace("_", " ")), words)


def _check_seeds(path: Path, header: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
    """Raise InputError for a seed that is not a whole number, as rows are told apart by it."""
    for number, row in enumerate(rows, start=1):
        cell = row[header.index("seed")].strip() if "seed" in header else ""
        if cell.lower() not in MISSING and not INTEGER.fullmatch(cell):
            raise InputError(f"{path}: row {number}: seed: found {cell!r}; expected a whole number")


def _rows(path: Path) -> tuple[list[str], list[list[str]]]:
    """The header and the other rows, blank lines left out, each of the header's length."""
    try:
        text = path.read_bytes().decode("utf-8-sig")
        if "\0" in text:  # not every version of the reader minds
            raise csv.Error("a NUL byte")
        # A dialect guessed from the text would guess wrong one day: commas and nothing else.
        found = [row for row in csv.reader(io.StringIO(text, newline=""), strict=True) if row]
    except (OSError, UnicodeDecodeError, csv.Error) as error:
        raise InputError(f"{path}: found {error}; expected a table as UTF-8 CSV") from None
    if not found:
        raise InputError(f"{path}: found an empty file; expected a header row and rows")
    header, *rows = [[cell.strip() for cell in found[0]], *found[1:]]
    _check_header(path, header)
    for number, row in enumerate(rows, start=1):
        if len(row) != len(header):
            raise InputError(f"{path}: row {number}: found {len(row)} cells; expected {len(header)}")
    return header, rows


def _check_header(path: Path, header: Sequence[str]) -> None:
    if len(header) == 1:
        for sign, word in SEPARATORS.items():
            if sign in header[0]:
                found = f"found one column {header[0]!r}, with {word} in its name"
                raise InputError(f"{path}: header: {found}; expected columns separated by commas")
    for number, name in enumerate(header, start=1):
        if not name:
            raise InputError(f"{path}: header: found no name for column {number}; expected one")
        if header.count(name) > 1:
            raise InputError(f"{path}: header: found the column {name!r} twice; expected it once")


def _column(cells: Sequence[str]) -> pd.Series:
    """Return cells as the narrowest type that holds all: truth values, whole numbers, numbers, text."""
    import pandas as pd

    there = [cell for cell in cells if cell.lower() not in MISSING]
    if there and all(cell.lower() in TRUTH for cell in there):
        return pd.Series([TRUTH.get(cell.lower()) for cell in cells], dtype="boolean")
    if not all(NUMBER.fullmatch(cell) for cell in there):
        return pd.Series(list(cells), dtype="str")
    if there and all(INTEGER.fullmatch(cell) and abs(int(cell)) <= EXACT for cell in there):
        return pd.Series([_or(None, int, cell) for cell in cells], dtype="Int64")
    return pd.Series([_or(math.nan, float, cell) for cell in cells], dtype="float64")


def _or(missing: float | None, convert: Callable[[str], float], cell: str) -> float | None:
    return missing if cell.lower() in MISSING else convert(cell)


def _odd(cells: Sequence[str]) -> tuple[str, str] | None:
    """Place and text of the first cell that is no number, where others are numbers."""
    numeric = [bool(NUMBER.fullmatch(cell)) for cell in cells]
    if not any(numeric):
        return None
    at = next((at for at, cell in enumerate(cells) if not numeric[at] and cell.lower() not in MISSING), None)
    return None if at is None else (f"row {at + 1}: ", repr(cells[at]))
