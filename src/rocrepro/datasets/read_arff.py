"""ARFF files, as Weka and OpenML have them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from rocrepro.datasets.columns import NO_RULES, ColumnRules, header_of
from rocrepro.datasets.tables import EXACT, Cell, Growing, RawTable, with_same_columns
from rocrepro.datasets.text_files import lines_of, stripped
from rocrepro.errors import InputError

# No part gives back what it took: a quote that is never closed costs one look at the line.
QUOTED = r"""'((?:[^'\\]++|\\.)*+)'|"((?:[^"\\]++|\\.)*+)\""""
CELL = re.compile(rf"""\s*+(?:{QUOTED}|([^\s,'"{{}}%]*+))\s*+""")
DECLARATION = re.compile(rf"""@attribute\s++(?:{QUOTED}|([^\s,'"{{}}%]++))(?=[\s{{])\s*+""", re.IGNORECASE)
NOT_PLAIN = re.compile(r"""["'{}%\\\s]""")
ESCAPE = re.compile(r"\\(?:u([0-9a-fA-F]{4})|([0-7]{1,3})|(.))")
ESCAPED = {"n": "\n", "t": "\t", "r": "\r", "b": "\b", "f": "\f"}
LONG = re.compile(r"[+-]?[0-9]+")
NUMBERS = ("numeric", "real", "integer")
RELATIONAL = "relational"
OF_A_DENSE_FILE = "expected a new '@attribute name type', or @data, of a dense ARFF file"


@dataclass(frozen=True)
class Declared:
    """One attribute as the header declares it.

    Attributes
    ----------
    name : str
    line : int
        Where it stands.
    values : tuple of str or None
        None for a number, no values for a string.
    unknown : str
        Its type, if that is none of those: such an attribute can only be left out.
    """

    name: str
    line: int
    values: tuple[str, ...] | None
    unknown: str = ""


def read(
    paths: dict[str, Path], parts: list[str], entry: dict[str, Any], rules: ColumnRules = NO_RULES
) -> list[RawTable]:
    """Read the files of `parts`; nominal attributes keep their declared values and order.

    A string attribute becomes nominal with the values that occur. ``%`` at the start of a line or after a
    blank starts a comment. Sparse rows are refused, and so are dates and relational attributes that the entry
    does not drop.
    """
    tables = [_table(paths[part], entry, rules) for part in parts]
    return with_same_columns(tables, "header: found the attributes", "those")


def _table(path: Path, entry: dict[str, Any], rules: ColumnRules) -> RawTable:
    lines = _lines(path, entry)
    attributes = _header(path, lines)
    names = [attribute.name for attribute in attributes]
    header = header_of(path, names, rules, place=lambda position: f"line {attributes[position].line}")
    chosen = [attributes[position] for position in header.read]
    for attribute in chosen:
        if attribute.unknown:
            known = f"known are {', '.join(NUMBERS)}, string and {{...}}; drop leaves a column out"
            found = f"found the type {attribute.unknown!r} of {attribute.name!r} ({known})"
            raise InputError(f"{path}: line {attribute.line}: {found}; {OF_A_DENSE_FILE}")
    numeric = [attribute.values is None for attribute in chosen]
    table = Growing(len(chosen))
    for position, line in lines:
        if line.startswith("{"):
            raise InputError(f"{path}: line {position}: found a sparse row; expected a dense ARFF file")
        try:
            cells = _cells(line)
        except ValueError as error:
            raise InputError(f"{path}: line {position}: found {error}; expected a dense ARFF file") from None
        if len(cells) != len(names):
            raise InputError(f"{path}: line {position}: found {len(cells)} values; expected {len(names)}")
        table.add(position, map(_typed, (cells[at] for at in header.read), numeric))
    declared = dict(zip(header.columns, (attribute.values for attribute in chosen), strict=True))
    return RawTable(path, header.columns, table.cells, table.numbers, declared, notes=header.notes)


def _lines(path: Path, entry: dict[str, Any]) -> Iterator[tuple[int, str]]:
    """Number and text of every line that is neither empty nor a comment."""
    for position, line in enumerate(lines_of(path, entry), start=1):
        line = line.strip()
        if line and not line.startswith("%"):
            yield position, line


def _header(path: Path, lines: Iterator[tuple[int, str]]) -> list[Declared]:
    """The declared attributes, up to the line @data."""
    declared: list[Declared] = []
    nested = False  # within a relational attribute, which has attributes of its own
    for position, line in lines:
        word = line.split(None, 1)[0].lower()
        if word == "@data":
            if not declared:
                raise InputError(f"{path}: line {position}: found no attribute; expected one before @data")
            return declared
        inside, nested = nested, nested and word != "@end"
        if word == "@relation" or inside:
            continue
        try:
            if word != "@attribute":
                raise ValueError(repr(line))
            declared.append(_declaration(line, position))
        except ValueError as error:
            raise InputError(f"{path}: line {position}: found {error}; {OF_A_DENSE_FILE}") from None
        nested = declared[-1].unknown == RELATIONAL
    raise InputError(f"{path}: found no line @data; expected a dense ARFF file")


def _declaration(line: str, position: int) -> Declared:
    """Read the declaration of one attribute; ValueError says what is wrong."""
    found = DECLARATION.match(line)
    if found is None:
        raise ValueError(repr(line))
    name, kind = stripped(_text(*found.groups()) or ""), line[found.end() :]
    if kind.startswith("{"):
        cells = _cells(kind[1:], end="}")
        values = tuple(cell for cell in cells if cell is not None)
        if len(values) < len(cells) or len(set(values)) < len(values):
            raise ValueError(f"an empty value or a value twice for {name!r}")
        return Declared(name, position, values)
    word = re.sub(r"(^|\s)%.*", "", kind).strip().lower()
    if word == "string":
        return Declared(name, position, ())
    return Declared(name, position, None, "" if word in NUMBERS else word or "nothing")


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
    """Return a number as a float; any other text, or one too long for a float, stays text for the error."""
    value = NO_RULES.number(cell) if numeric else None
    return cell if value is None or (abs(value) >= EXACT and LONG.fullmatch(str(cell))) else value
