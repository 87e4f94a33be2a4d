"""ARFF files, as Weka and OpenML have them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from rocrepro.datasets.read_c45 import lines_of
from rocrepro.datasets.tables import Cell, Growing, RawTable, check_columns, number
from rocrepro.errors import InputError

# No part gives back what it took: a quote that is never closed costs one look at the line.
QUOTED = r"""'((?:[^'\\]++|\\.)*+)'|"((?:[^"\\]++|\\.)*+)\""""
CELL = re.compile(rf"""\s*+(?:{QUOTED}|([^\s,'"{{}}%]*+))\s*+""")
DECLARATION = re.compile(rf"""@attribute\s++(?:{QUOTED}|([^\s,'"{{}}%]++))(?=[\s{{])\s*+""", re.IGNORECASE)
NOT_PLAIN = re.compile(r"""["'{}%\\\s]""")
ESCAPE = re.compile(r"\\(?:u([0-9a-fA-F]{4})|([0-7]{1,3})|(.))")
ESCAPED = {"n": "\n", "t": "\t", "r": "\r", "b": "\b", "f": "\f"}
NUMBERS = ("numeric", "real", "integer")

Declared = dict[str, tuple[str, ...] | None]


def read(paths: dict[str, Path], parts: list[str], entry: dict[str, Any]) -> list[RawTable]:
    """Read the files of `parts`; nominal attributes keep their declared values and order.

    A string attribute becomes nominal with the values that occur. ``%`` at the start of a line or after a
    blank starts a comment. Sparse rows, dates and relational attributes are refused.
    """
    tables = [_table(paths[part]) for part in parts]
    for table in tables[1:]:
        if table.columns != tables[0].columns:
            raise InputError(
                f"{table.path}: header: found the attributes {', '.join(table.columns)}; "
                f"expected those of {tables[0].path.name}"
            )
    return tables


def _table(path: Path) -> RawTable:
    lines = _lines(path)
    declared = _header(path, lines)
    columns = tuple(declared)
    check_columns(path, columns)
    numeric = [values is None for values in declared.values()]
    table = Growing(len(columns))
    for position, line in lines:
        if line.startswith("{"):
            raise InputError(f"{path}: line {position}: found a sparse row; expected a dense ARFF file")
        try:
            cells = _cells(line)
        except ValueError as error:
            raise InputError(f"{path}: line {position}: found {error}; expected a dense ARFF file") from None
        if len(cells) != len(columns):
            raise InputError(f"{path}: line {position}: found {len(cells)} values; expected {len(columns)}")
        table.add(position, map(_typed, cells, numeric))
    return RawTable(path, columns, table.cells, table.numbers, declared)


def _lines(path: Path) -> Iterator[tuple[int, str]]:
    """Number and text of every line that is neither empty nor a comment."""
    for position, line in enumerate(lines_of(path), start=1):
        line = line.strip()
        if line and not line.startswith("%"):
            yield position, line


def _header(path: Path, lines: Iterator[tuple[int, str]]) -> Declared:
    """The declared attributes, up to the line @data."""
    declared: Declared = {}
    for position, line in lines:
        word = line.split(None, 1)[0].lower()
        if word == "@data":
            if not declared:
                raise InputError(f"{path}: line {position}: found no attribute; expected one before @data")
            return declared
        if word == "@relation":
            continue
        try:
            if word != "@attribute":
                raise ValueError(repr(line))
            name, values = _declaration(line)
            if name in declared:
                raise ValueError(f"the attribute {name!r} again")
        except ValueError as error:
            expected = "expected a new '@attribute name type', or @data, of a dense ARFF file"
            raise InputError(f"{path}: line {position}: found {error}; {expected}") from None
        declared[name] = values
    raise InputError(f"{path}: found no line @data; expected a dense ARFF file")


def _declaration(line: str) -> tuple[str, tuple[str, ...] | None]:
    """Name and values of an attribute: None for a number, no values for a string."""
    found = DECLARATION.match(line)
    if found is None:
        raise ValueError(repr(line))
    name, kind = _text(*found.groups()) or "", line[found.end() :]
    if kind.startswith("{"):
        cells = _cells(kind[1:], end="}")
        values = tuple(cell for cell in cells if cell is not None)
        if len(values) < len(cells) or len(set(values)) < len(values):
            raise ValueError(f"an empty value or a value twice for {name!r}")
        return name, values
    word = re.sub(r"(^|\s)%.*", "", kind).strip().lower()
    if word == "string":
        return name, ()
    if word not in NUMBERS:
        raise ValueError(
            f"the type {word!r} of {name!r} (known are {', '.join(NUMBERS)}, string and {{...}})"
        )
    return name, None


def _cells(line: str, end: str = "") -> list[str | None]:
    """Values between commas, None where one is missing; ValueError says what is not one.

    With `end`, the list ends at that character, and nothing but a comment may follow it.
    """
    if not end and not NOT_PLAIN.search(line):
        return [None if cell in ("", "?") else cell for cell in line.split(",")]
    cells, at = [], 0
    while True:
        found = CELL.match(line, at)
        if found is None:  # pragma: no cover (an empty cell always fits)
            raise ValueError(repr(line))
        cells.append(_text(*found.groups()))
        at = found.end()
        if not end and (at == len(line) or (line[at] == "%" and line[at - 1].isspace())):
            return cells
        if end and line[at : at + 1] == end and re.match(r"\s*$|\s+%", line[at + 1 :]):
            return cells
        if line[at : at + 1] != ",":
            raise ValueError(f"{line[at : at + 40]!r} where a value should end")
        at += 1


def _text(single: str | None, double: str | None, plain: str | None) -> str | None:
    """A value without its quotes; None for one that is missing."""
    quoted = single if single is not None else double
    if quoted is None:
        return None if plain in ("", "?") else plain
    return ESCAPE.sub(_unescaped, quoted) if "\\" in quoted else quoted


def _unescaped(found: re.Match[str]) -> str:
    unicode, octal, letter = found.groups()
    if letter is not None:
        return ESCAPED.get(letter, letter)
    return chr(int(unicode, 16) if unicode is not None else int(octal, 8))


def _typed(cell: str | None, numeric: bool) -> Cell:
    """A number as a float; what should be one and is not stays text, for the error that names its column."""
    value = number(cell) if numeric else None
    return cell if value is None else value
