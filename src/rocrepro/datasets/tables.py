"""Raw tables as the readers return them, and the columns of a tidy data set made from them."""

from __future__ import annotations

import math
from array import array
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fnmatch import fnmatchcase
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from rocrepro.errors import InputError
from rocrepro.formats.tidy import LABEL_COLUMN, NUMERIC, PART_COLUMN, Attribute

if TYPE_CHECKING:
    from pandas.api.extensions import ExtensionArray

Cell = str | float | None
UNDECLARED: tuple[str, ...] = ()
KEPT_ONCE = 1 << 16
"""Different texts of one file that are kept once however often they occur."""


class Growing:
    """Cells of a table that comes row by row, kept by column.

    A row of its own for each line of short cells would take many times the file's size.

    Attributes
    ----------
    cells : list of list
        The cells of each column.
    numbers : array of int
        Number of each row in the file.
    """

    def __init__(self, n_columns: int):
        self.cells: list[list[Cell]] = [[] for _ in range(n_columns)]
        self.numbers = array("q")
        self._texts: dict[str, str] = {}

    def add(self, number: int, row: Iterable[Cell]) -> None:
        """Add one row, which has a cell for every column."""
        texts = self._texts
        for column, cell in zip(self.cells, row, strict=True):
            if isinstance(cell, str):
                cell = texts.get(cell, cell) if len(texts) >= KEPT_ONCE else texts.setdefault(cell, cell)
            column.append(cell)
        self.numbers.append(number)


@dataclass(frozen=True)
class RawTable:
    """The cells of one raw file, before types are settled.

    Attributes
    ----------
    path : Path
        The file, for messages.
    columns : tuple of str
        All columns in file order, the class included.
    cells : list of list
        The cells of each column: text, a float (ARFF's numbers), or None where the value is missing.
    numbers : sequence of int
        Number of each row in the file, from 1.
    declared : dict
        What the file itself declares: the values of a nominal column, None for a numeric one; columns that
        are left out have their type inferred.
    unit : str
        What `numbers` counts.
    """

    path: Path
    columns: tuple[str, ...]
    cells: list[list[Cell]]
    numbers: Sequence[int]
    declared: dict[str, tuple[str, ...] | None] = field(default_factory=dict)
    unit: str = "line"

    def column(self, name: str) -> list[Cell]:
        """Cells of one column."""
        return self.cells[self._positions[name]]

    def __len__(self) -> int:
        return len(self.numbers)

    @cached_property
    def _positions(self) -> Mapping[str, int]:
        """Position of each column; a search for it in files of 100,000 columns would not end."""
        return {name: position for position, name in enumerate(self.columns)}

    def error(self, row: int, column: str, found: object, expected: str) -> InputError:
        """The error for one cell."""
        return InputError(
            f"{self.path}: {self.unit} {self.numbers[row]}, column {column}: "
            f"found {found!r}; expected {expected}"
        )


@dataclass(frozen=True)
class ColumnRules:
    """What the entry says about columns; names may hold the wildcards ``*`` and ``?``.

    Attributes
    ----------
    values : dict
        Nominal columns and their values in order; it takes the place of what the file declares.
    nominal : tuple of str
        Columns whose cells are categories even if they look like numbers; their values are those that occur.
    drop : tuple of str
        Columns to leave out.
    place : str
        Config file and data set, for messages.
    """

    values: dict[str, tuple[str, ...]]
    nominal: tuple[str, ...]
    drop: tuple[str, ...]
    place: str

    @classmethod
    def of(cls, entry: dict[str, Any], place: str) -> ColumnRules:
        """Rules in a data set's entry."""
        return cls(
            values={str(key): tuple(map(str, listed)) for key, listed in entry.get("values", {}).items()},
            nominal=tuple(entry.get("nominal", ())),
            drop=tuple(entry.get("drop", ())),
            place=place,
        )

    def check(self, columns: Sequence[str]) -> None:
        """Refuse a pattern that fits no column."""
        for key, patterns in (("values", self.values), ("nominal", self.nominal), ("drop", self.drop)):
            for pattern in patterns:
                if not any(_fits(pattern, name) for name in columns):
                    raise InputError(
                        f"{self.place}.{key}: found {pattern!r}, which fits no column; "
                        f"expected one of {listing(columns)}"
                    )

    def values_of(self, name: str) -> tuple[str, ...] | None:
        """Values that the entry gives for a column; an exact name goes before a pattern."""
        if name in self.values:
            return self.values[name]
        return next((listed for pattern, listed in self.values.items() if _fits(pattern, name)), None)

    def is_nominal(self, name: str) -> bool:
        """Whether the entry calls a column nominal without giving its values."""
        return any(_fits(pattern, name) for pattern in self.nominal)

    def is_dropped(self, name: str) -> bool:
        """Whether the entry leaves a column out."""
        return any(_fits(pattern, name) for pattern in self.drop)


def _fits(pattern: str, name: str) -> bool:
    return pattern == name or fnmatchcase(name, pattern)


def listing(names: Iterable[str], limit: int = 12) -> str:
    """Names with commas between them; only the first `limit`."""
    shown = list(names)
    more = f" and {len(shown) - limit} more" if len(shown) > limit else ""
    return ", ".join(shown[:limit]) + more


def check_columns(path: Path, columns: Sequence[str]) -> None:
    """Refuse columns without a name, with the same name, or with a name that the tidy format uses."""
    seen: set[str] = set()
    for position, name in enumerate(columns, start=1):
        if not name:
            raise InputError(f"{path}: column {position}: found an empty name; expected a column name")
        if name in seen or name in (LABEL_COLUMN, PART_COLUMN):
            raise InputError(f"{path}: column {position}: found the name {name!r}, which is taken")
        seen.add(name)


def number(text: Cell) -> float | None:
    """The number that a cell holds, or None; unlike `float`, digits with underscores are no number."""
    if isinstance(text, float):
        return text
    try:
        return None if text is None or "_" in text else float(text)
    except ValueError:
        return None


def as_text(cell: Cell) -> str | None:
    """A cell as a category: whole floats are written without a decimal point."""
    if isinstance(cell, float):
        return str(int(cell)) if cell.is_integer() else repr(cell)
    return cell


def settle(tables: Sequence[RawTable], name: str, rules: ColumnRules) -> Attribute:
    """Find out what a column is, and check that every cell agrees.

    The entry goes first, then what the file declares. Otherwise a column is numeric if every cell that is not
    missing is a finite number, and nominal, with its values sorted, if none is.

    Raises
    ------
    InputError
        At the first cell that does not agree; and where numbers and text are mixed, as the entry has to say
        then what is meant.
    """
    values = rules.values_of(name)
    if values is not None or rules.is_nominal(name):
        return _nominal(tables, name, values)
    declared = [table.declared.get(name, UNDECLARED) for table in tables]
    if any(other != declared[0] for other in declared):
        raise InputError(
            f"{tables[-1].path}: column {name}: found another declaration than in {tables[0].path.name}; "
            "expected the same (or give its values in the entry)"
        )
    if declared[0] is None:
        return _numeric(tables, name)
    if name in tables[0].declared:
        return _nominal(tables, name, declared[0] or None)
    seen = [cell for table in tables for cell in table.column(name) if cell is not None]
    if not seen or any(number(cell) is not None for cell in seen):
        return _numeric(tables, name, " (or list it under missing, or the column under nominal)")
    return _nominal(tables, name, None)


def _numeric(tables: Sequence[RawTable], name: str, hint: str = "") -> Attribute:
    for table in tables:
        for row, cell in enumerate(table.column(name)):
            value = number(cell)
            if cell is not None and (value is None or not math.isfinite(value)):
                raise table.error(row, name, cell, "a finite number" + hint)
    return Attribute(name, "numeric")


def _nominal(tables: Sequence[RawTable], name: str, values: tuple[str, ...] | None) -> Attribute:
    if values is None:
        seen = {as_text(cell) for table in tables for cell in table.column(name)}
        return Attribute(name, "nominal", tuple(sorted(value for value in seen if value is not None)))
    known = {None, *values}
    for table in tables:
        for row, cell in enumerate(table.column(name)):
            if as_text(cell) not in known:
                raise table.error(row, name, as_text(cell), f"one of {listing(values)}")
    return Attribute(name, "nominal", values)


def values_of(tables: Sequence[RawTable], attribute: Attribute) -> NDArray[np.float64] | ExtensionArray:
    """The cells of one column from all tables, as float64 or text."""
    import pandas as pd

    cells = (cell for table in tables for cell in table.column(attribute.name))
    if attribute.kind == NUMERIC:
        numbers = (math.nan if cell is None else number(cell) for cell in cells)
        return np.fromiter(numbers, np.float64, sum(map(len, tables)))
    return pd.array([as_text(cell) for cell in cells], dtype="str")
