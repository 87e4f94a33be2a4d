"""Delimited text files, with a header row or with columns that the entry names."""

from __future__ import annotations

import csv
import json
import re
from collections.abc import Iterator
from itertools import chain, islice
from pathlib import Path
from typing import Any

from rocrepro.datasets.columns import NO_RULES, ColumnRules, Header, header_of
from rocrepro.datasets.tables import Growing, RawTable
from rocrepro.datasets.text_files import opened
from rocrepro.errors import InputError

MISSING = ("", "?")
MOST_NAMES = 400_000
"""Names that the braces of an entry may stand for, those on the way to a name counted."""
BRACES = re.compile(r"\{(?:(\d+)\.\.(\d+)|([^{}]*,[^{}]*))\}")
ROW_NAME = "the name of each row as R writes it, under a header that is one field short"
UNLIKE_R = "a header with a name for each field"

Rows = Iterator[tuple[int, list[str]]]


def read(
    paths: dict[str, Path], parts: list[str], entry: dict[str, Any], rules: ColumnRules = NO_RULES
) -> list[RawTable]:
    """Read the files of `parts`; blanks around cells are dropped, and so are empty lines."""
    tables = [_table(paths[part], entry, rules) for part in parts]
    for table in tables[1:]:
        if table.columns != tables[0].columns:
            raise InputError(
                f"{table.path}: header: found {', '.join(table.columns)}; "
                f"expected the columns of {tables[0].path.name}"
            )
    return tables


def _table(path: Path, entry: dict[str, Any], rules: ColumnRules) -> RawTable:
    missing = {str(token) for token in entry.get("missing", MISSING)}
    rows = _rows(path, entry)
    names = expand(entry.get("columns", []))
    if names:
        header = header_of(path, names, rules)
    else:
        names = next(rows, (0, []))[1]
        if not names:
            raise InputError(f"{path}: found no line; expected a header row")
        _check_delimiter(path, names, entry)
        header, rows = _layout(path, names, rows, entry, rules)
    table = Growing(len(header.read))
    for number, cells in rows:
        if len(cells) != len(header.names):
            found = f"found {len(cells)} fields; expected {len(header.names)}"
            raise InputError(f"{path}: line {number}: {found}")
        chosen = (cells[position] for position in header.read)
        table.add(number, (None if cell in missing else cell for cell in chosen))
    return RawTable(path, header.columns, table.cells, table.numbers, notes=header.notes)


def _check_delimiter(path: Path, names: list[str], entry: dict[str, Any]) -> None:
    """Refuse a header that is one field, and would be several with another delimiter."""
    other = next((sign for sign in ";\t|," if sign in names[0]), None)
    if len(names) == 1 and other is not None and entry.get("delimiter") is None:
        expected = f"several columns (delimiter: {json.dumps(other)} in the entry)"
        raise InputError(f"{path}: header: found one column, {names[0]!r}; expected {expected}")


def _layout(
    path: Path, names: list[str], rows: Rows, entry: dict[str, Any], rules: ColumnRules
) -> tuple[Header, Rows]:
    """The columns of a file with a header, and its rows; the rows may have one field more than the header."""
    first = next(rows, None)
    if first is None:
        return header_of(path, names, rules), iter(())
    rows = chain([first], rows)
    if len(first[1]) != len(names) + 1:
        return header_of(path, names, rules), rows
    if not first[1][-1]:  # a delimiter at the end of each row
        return header_of(path, [*names, ""], rules), _ending_empty(path, rows)
    header = header_of(path, ["", *names], rules, marked={"": ROW_NAME})
    # With a comma between fields and a decimal comma the rows have more fields too.
    strict = entry.get("delimiter", ",") == "," and not _is_quoted(path, first[0], entry)
    return header, _with_row_names(path, rows, len(names), strict)


def _ending_empty(path: Path, rows: Rows) -> Rows:
    """Check that rows have nothing in their last field, which the header does not name."""
    for number, cells in rows:
        if cells[-1]:
            raise InputError(f"{path}: line {number}: found {len(cells)} fields; expected {UNLIKE_R}")
        yield number, cells


def _with_row_names(path: Path, rows: Rows, expected: int, strict: bool) -> Rows:
    """Check that rows begin with a name that no other has; in the strict case whole numbers must rise."""
    seen: set[str] = set()
    last = -1
    for number, cells in rows:
        name = cells[0]
        wrong = not name or name in seen
        if strict and name.isdecimal():
            wrong, last = wrong or int(name) <= last, int(name)
        elif strict:
            wrong = wrong or _is_number(name)
        if wrong and len(cells) == expected + 1:
            found = f"found {len(cells)} fields; expected {expected}"
            raise InputError(f"{path}: line {number}: {found} (or {UNLIKE_R})")
        seen.add(name)
        yield number, cells


def _is_number(text: str) -> bool:
    return NO_RULES.number(text) is not None


def _is_quoted(path: Path, line: int, entry: dict[str, Any]) -> bool:
    """Whether a line of a file begins with a quotation mark, as R's names of rows do by default."""
    with opened(path, entry) as text:
        return next(islice(text, line - 1, None), "").lstrip().startswith('"')


def _rows(path: Path, entry: dict[str, Any]) -> Rows:
    """The last line and the cells of each row that is not empty, the file never whole in memory."""
    position = 0
    delimiter = entry.get("delimiter", ",")
    try:
        with opened(path, entry) as text:
            reader = csv.reader(text, delimiter=delimiter, skipinitialspace=True, strict=True)
            for cells in reader:
                position = reader.line_num
                cells = [cell.strip() for cell in cells]
                if cells not in ([], [""]):
                    yield position, cells
    except csv.Error as error:
        raise InputError(f"{path}: line {position + 1}: found {error}; expected a CSV row") from None


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
