"""Files in C4.5's form: a ``.names`` file that declares the columns and files of comma-separated rows."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from rocrepro.datasets.columns import NO_RULES, ColumnRules, check_columns
from rocrepro.datasets.tables import Growing, RawTable
from rocrepro.datasets.text_files import lines_of
from rocrepro.errors import InputError

MISSING = "?"


def read(
    paths: dict[str, Path], parts: list[str], entry: dict[str, Any], rules: ColumnRules = NO_RULES
) -> list[RawTable]:
    """Read the files of `parts`, with the columns that the ``names`` file declares.

    The class stands last, or first with ``class_first: true``, and is called by the entry's target. ``|``
    starts a comment (UCI's thyroid files put a record number there), a full stop ends a class, ``?`` is a
    missing value.
    """
    names = paths["names"]
    classes, declared = _declarations(names, entry)
    if entry["target"] in declared:
        raise InputError(f"{names}: found an attribute {entry['target']!r}; expected another name for target")
    order = list(declared)
    order.insert(0 if entry.get("class_first", False) else len(order), entry["target"])
    declared[entry["target"]] = classes
    check_columns(names, order)
    rules.check(order)
    return [_table(paths[part], tuple(order), entry, declared) for part in parts]


def _declarations(
    path: Path, entry: dict[str, Any]
) -> tuple[tuple[str, ...], dict[str, tuple[str, ...] | None]]:
    """Classes and attributes in a ``.names`` file; the values of a continuous attribute are None."""
    lines = [
        (position, line.split("|")[0].strip())
        for position, line in enumerate(lines_of(path, entry), start=1)
        if not line.lstrip().startswith(";")
    ]
    lines = [(position, line) for position, line in lines if line]
    if not lines:
        raise InputError(f"{path}: found no declarations; expected the classes, then one attribute per line")
    classes = _values(lines[0][1])
    declared: dict[str, tuple[str, ...] | None] = {}
    for position, line in lines[1:]:
        name, colon, listed = line.partition(":")
        values = _values(listed)
        if not colon or not values or name.strip() in declared:
            raise InputError(f"{path}: line {position}: found {line!r}; expected a new 'name: values.'")
        declared[name.strip()] = None if values == ("continuous",) else values
    return classes, declared


def _values(listed: str) -> tuple[str, ...]:
    """Values in a declaration; ``?`` is no value, although some files list it."""
    values = (value.strip() for value in listed.strip().removesuffix(".").split(","))
    return tuple(value for value in values if value not in ("", MISSING))


def _table(
    path: Path,
    columns: tuple[str, ...],
    entry: dict[str, Any],
    declared: dict[str, tuple[str, ...] | None],
) -> RawTable:
    position = columns.index(entry["target"])
    table = Growing(len(columns))
    for line_number, line in enumerate(lines_of(path, entry), start=1):
        line = line.split("|")[0].strip()
        if not line:
            continue
        cells = [cell.strip() for cell in line.split(",")]
        if len(cells) != len(columns):
            raise InputError(
                f"{path}: line {line_number}: found {len(cells)} fields; expected {len(columns)}"
            )
        cells[position] = cells[position].removesuffix(".")
        table.add(line_number, (None if cell == MISSING else cell for cell in cells))
    return RawTable(path, columns, table.cells, table.numbers, declared)
