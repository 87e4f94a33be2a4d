"""Delimited text files, with a header row or with columns that the entry names."""

from __future__ import annotations

import csv
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from rocrepro.datasets.read_c45 import read_text
from rocrepro.datasets.tables import Growing, RawTable, check_columns
from rocrepro.errors import InputError

MISSING = ("", "?")
MOST_NAMES = 400_000
"""Names that the braces of an entry may stand for, those on the way to a name counted."""
BRACES = re.compile(r"\{(?:(\d+)\.\.(\d+)|([^{}]*,[^{}]*))\}")


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
    missing = {str(token) for token in entry.get("missing", MISSING)}
    columns = expand(entry.get("columns", []))
    table = Growing(len(columns))
    for number, cells in _rows(path, entry.get("delimiter", ",")):
        if not columns:
            columns = cells
            check_columns(path, columns)
            table = Growing(len(columns))
            continue
        if len(cells) != len(columns):
            raise InputError(f"{path}: line {number}: found {len(cells)} fields; expected {len(columns)}")
        table.add(number, (None if cell in missing else cell for cell in cells))
    if not columns:
        raise InputError(f"{path}: found no line; expected a header row")
    return RawTable(path, tuple(columns), table.cells, table.numbers)


def _rows(path: Path, delimiter: str) -> Iterator[tuple[int, list[str]]]:
    """The last line and the cells of each row that is not empty, the file never whole in memory."""
    position = 0
    try:
        with path.open(encoding="utf-8-sig", newline="") as text:
            reader = csv.reader(text, delimiter=delimiter, skipinitialspace=True, strict=True)
            for cells in reader:
                position = reader.line_num
                cells = [cell.strip() for cell in cells]
                if cells not in ([], [""]):
                    yield position, cells
    except UnicodeDecodeError:
        read_text(path)  # says where
        raise
    except csv.Error as error:
        raise InputError(f"{path}: line {position + 1}: found {error}; expected a CSV row") from None
    except OSError as error:
        raise InputError(f"{path}: found {error.strerror}; expected a readable file") from None


def expand(patterns: list[str], place: str = "columns") -> list[str]:
    """Column names with braces written out, as a shell does: ``F{1..2}{R,S}`` is F1R, F1S, F2R, F2S.

    Raises
    ------
    InputError
        At `place`, if the braces stand for more than some hundred thousand names.

    Examples
    --------
    >>> expand(["class", "F{1..2}{R,S}"])
    ['class', 'F1R', 'F1S', 'F2R', 'F2S']
    """
    names: list[str] = []
    waiting, steps = list(reversed(patterns)), 0
    while waiting:
        pattern = waiting.pop()
        steps += 1
        found = BRACES.search(pattern)
        if found is None:
            names.append(pattern)
            continue
        low, high, listed = found.groups()
        size = 0 if listed is not None or len(low + high) > 18 else int(high) - int(low)
        if steps + size > MOST_NAMES or (listed is None and len(low + high) > 18):
            shown = pattern if len(pattern) <= 40 else f"{pattern[:40]}..."
            raise InputError(f"{place}: found {shown!r}; expected braces for at most {MOST_NAMES} names")
        items = listed.split(",") if listed is not None else map(str, range(int(low), int(high) + 1))
        head, tail = pattern[: found.start()], pattern[found.end() :]
        waiting += reversed([f"{head}{item}{tail}" for item in items])
    return names
