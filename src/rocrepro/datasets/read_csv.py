"""Delimited text files, with a header row or with columns that the entry names."""

from __future__ import annotations

import csv
import json
import re
from collections.abc import Iterable, Iterator
from itertools import chain, islice
from pathlib import Path
from typing import Any

from rocrepro.datasets.columns import NO_RULES, ColumnRules, Header, header_of
from rocrepro.datasets.tables import Growing, RawTable, with_same_columns
from rocrepro.datasets.text_files import no_text, opened, stripped
from rocrepro.errors import InputError
from rocrepro.formats.lost_rows import say_cut, say_lost
from rocrepro.formats.names import alike

MISSING = ("", "?")
MOST_NAMES = 400_000
"""Names that the braces of an entry may stand for, those on the way to a name counted."""
BRACES = re.compile(r"\{(?:(\d+)\.\.(\d+)|([^{}]*,[^{}]*))\}")
ROW_NAME = "R's column of row names, under a header that is one field short"
INTEGER = re.compile(r"[+-]?[0-9]+")

Rows = Iterator[tuple[int, list[str]]]


def read(
    paths: dict[str, Path], parts: list[str], entry: dict[str, Any], rules: ColumnRules = NO_RULES
) -> list[RawTable]:
    """Read the files of `parts`; blanks around cells are dropped, and so are empty lines."""
    tables = [_table(paths[part], entry, rules) for part in parts]
    return with_same_columns(tables, "header: found", "the columns")


def _table(path: Path, entry: dict[str, Any], rules: ColumnRules) -> RawTable:
    missing = {str(token) for token in entry.get("missing", MISSING)}
    delimiter = entry.get("delimiter", ",")
    rows = _rows(path, entry)
    names = expand(entry.get("columns", []))
    if names:
        header = header_of(path, names, rules, named=True)
    else:
        names = next(rows, (0, []))[1]
        if not names:
            raise InputError(f"{path}: found no line; expected a header row")
        _check_header(path, names, entry)
        header, rows = _layout(path, names, rows, entry, rules)
    heading = [name.casefold() for name in names]
    table, used, notes, last = Growing(len(header.read)), set(), list(header.notes), 0
    for number, cells in rows:
        if len(cells) != len(header.names):
            found = f"found {len(cells)} fields; expected {len(header.names)}"
            raise InputError(f"{path}: line {number}: {found}")
        if cells[0].casefold() == heading[0] and [cell.casefold() for cell in cells] == heading:
            raise InputError(f"{path}: line {number}: found the header again; expected it once")
        if number > last + 1 and (found := say_lost(cells, len(cells), delimiter)):
            notes.append(f"{path.name}: line {number}: {found}")
        last = number
        chosen = [cells[position] for position in header.read]
        used |= missing.intersection(chosen)
        table.add(number, (None if cell in missing else cell for cell in chosen))
    if "missing" in entry:
        notes += _unused(path, missing - used, table.texts)
    if found := say_cut(len(table.numbers)):
        notes.append(f"{path.name}: {found}")
    return RawTable(path, header.columns, table.cells, table.numbers, notes=tuple(notes))


def _unused(path: Path, tokens: set[str], texts: Iterable[str]) -> Iterator[str]:
    """Yield a note for each text listed under missing that no cell is, though one is like it."""
    texts = list(texts)
    for token in sorted(tokens):
        if pair := next((pair for text in texts if (pair := alike([token, text]))), None):
            yield (
                f"{path.name}: no cell is {pair[0]!r}, which the entry lists under missing, but "
                f"{pair[1]!r} occurs and was read as a value"
            )


def _check_header(path: Path, names: list[str], entry: dict[str, Any]) -> None:
    """Refuse a header that is one field and would be several with another delimiter."""
    other = next((sign for sign in ";\t|," if sign in names[0]), None)
    if len(names) == 1 and other is not None and "delimiter" not in entry:
        expected = f"several columns (delimiter: {json.dumps(other)} in the entry)"
        raise InputError(f"{path}: header: found one column, {names[0]!r}; expected {expected}")


def _layout(
    path: Path, names: list[str], rows: Rows, entry: dict[str, Any], rules: ColumnRules
) -> tuple[Header, Rows]:
    """The columns of a file with a header, and its rows; the rows may have one field more than the header."""
    first = next(rows, None)
    if first is None:
        return header_of(path, names, rules), iter(())
    rows, more = chain([first], rows), len(first[1]) - len(names)
    if more == -1 and not names[-1]:  # a delimiter at the end of the header only
        return header_of(path, names, rules), ((number, [*cells, ""]) for number, cells in rows)
    if more != 1:
        return header_of(path, names, rules), rows
    if not first[1][-1]:  # a delimiter at the end of each row
        return header_of(path, [*names, ""], rules), _ending_empty(path, rows)
    header = header_of(path, ["", *names], rules, marked={"": ROW_NAME})
    certain = entry.get("delimiter", ",") != "," or _is_quoted(path, first[0], entry)
    return header, _with_row_names(path, rows, len(names), certain)


def _ending_empty(path: Path, rows: Rows) -> Rows:
    """Check that rows have nothing in their last field, which the header does not name."""
    for number, cells in rows:
        if cells[-1]:
            raise _too_many(path, number, len(cells), len(cells) - 1)
        yield number, cells


def _with_row_names(path: Path, rows: Rows, expected: int, certain: bool) -> Rows:
    """Check that each row begins with a name that no other has, and that this is what makes it longer.

    Rows are longer too where a comma parts the fields and the digits of a number: then two fields that stand
    side by side hold nothing but digits in every row. Where that is so, only quotation marks make it certain.
    """
    seen: set[str] = set()
    pairs = set() if certain else set(range(expected))
    last = 0
    for last, cells in rows:
        if len(cells) == expected + 1:
            if not cells[0] or cells[0] in seen:
                raise _too_many(path, last, len(cells), expected)
            pairs = {at for at in pairs if INTEGER.fullmatch(cells[at]) and cells[at + 1].isdecimal()}
        seen.add(cells[0])
        yield last, cells
    if pairs:
        raise _too_many(path, last, expected + 1, expected)


def _too_many(path: Path, line: int, found: int, expected: int) -> InputError:
    hint = "or a header with a name for each field; a number with a decimal comma must be quoted"
    return InputError(f"{path}: line {line}: found {found} fields; expected {expected} ({hint})")


def _is_quoted(path: Path, line: int, entry: dict[str, Any]) -> bool:
    """Return whether a line of a file begins with a quotation mark, as R's names of rows do by default."""
    with opened(path, entry) as text:
        return next(islice(text, line - 1, None), "").lstrip().startswith('"')


def _rows(path: Path, entry: dict[str, Any]) -> Rows:
    """The last line and the cells of each row that is not empty, the file never whole in memory."""
    position = 0
    delimiter = entry.get("delimiter", ",")
    try:
        with opened(path, entry) as text:
            reader = csv.reader(_sound(path, text), delimiter=delimiter, skipinitialspace=True, strict=True)
            for cells in reader:
                position = reader.line_num
                cells = [stripped(cell) for cell in cells]
                if cells not in ([], [""]):
                    yield position, cells
    except csv.Error as error:
        raise InputError(f"{path}: line {position + 1}: found {error}; expected a CSV row") from None


def _sound(path: Path, text: Iterable[str]) -> Iterator[str]:
    """Yield lines of text; raise InputError at one that is not text."""
    for number, line in enumerate(text, start=1):
        if "\0" in line:
            raise no_text(path, number)
        yield line


def expand(patterns: list[str], place: str = "columns") -> list[str]:
    """Write out the braces in column names as a shell does: ``F{1..2}{R,S}`` is F1R, F1S, F2R, F2S.

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
