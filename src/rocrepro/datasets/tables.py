"""Raw tables as the readers return them, and the columns of a tidy data set made from them."""

from __future__ import annotations

import json
import math
from array import array
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from rocrepro.datasets.columns import ColumnRules, listing
from rocrepro.errors import InputError
from rocrepro.formats.number_text import looks_like_number, plain
from rocrepro.formats.tidy import NUMERIC, Attribute

if TYPE_CHECKING:
    from pandas.api.extensions import ExtensionArray

Cell = str | float | None
UNDECLARED: tuple[str, ...] = ()
EXACT = 2**53
"""Number below which doubles hold all whole numbers, and no other becomes one of them."""
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

    @property
    def texts(self) -> Iterable[str]:
        """The different texts, as far as they are kept."""
        return self._texts

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
        The columns that are read, in file order, the class included.
    cells : list of list
        The cells of each column: text, a float (ARFF's numbers), or None where the value is missing.
    numbers : sequence of int
        Number of each row in the file, from 1.
    declared : dict
        What the file itself declares: the values of a nominal column, None for a numeric one; columns that
        are left out have their type inferred.
    unit : str
        What `numbers` counts.
    notes : tuple of str
        Why other columns are not read, one line each.
    """

    path: Path
    columns: tuple[str, ...]
    cells: list[list[Cell]]
    numbers: Sequence[int]
    declared: dict[str, tuple[str, ...] | None] = field(default_factory=dict)
    unit: str = "line"
    notes: tuple[str, ...] = ()

    def column(self, name: str) -> list[Cell]:
        """Return the cells of one column."""
        return self.cells[self._positions[name]]

    def __len__(self) -> int:
        return len(self.numbers)

    @cached_property
    def _positions(self) -> Mapping[str, int]:
        """Position of each column; a search for it in files of 100,000 columns would not end."""
        return {name: position for position, name in enumerate(self.columns)}

    def error(self, row: int, column: str, found: object, expected: str) -> InputError:
        """Return the error for one cell."""
        return InputError(
            f"{self.path}: {self.unit} {self.numbers[row]}, column {column}: "
            f"found {found!r}; expected {expected}"
        )


def with_same_columns(tables: list[RawTable], found: str, expected: str) -> list[RawTable]:
    """Return the tables, or raise InputError in these words where one has other columns than the first."""
    for table in tables[1:]:
        if table.columns != tables[0].columns:
            names = ", ".join(table.columns)
            raise InputError(f"{table.path}: {found} {names}; expected {expected} of {tables[0].path.name}")
    return tables


def as_text(cell: Cell) -> str | None:
    """Return a cell as a category: whole floats are written without a decimal point."""
    if isinstance(cell, float):
        return str(int(cell)) if cell.is_integer() else repr(cell)
    return cell


def settle(tables: Sequence[RawTable], name: str, rules: ColumnRules) -> Attribute:
    """Find out what a column is, and check that every cell agrees.

    The entry goes first, then what the file declares. Otherwise a column is numeric if every cell that is not
    missing is a finite number, and nominal, with its values sorted, if none is and none looks like one.

    Raises
    ------
    InputError
        At the first cell that does not agree; where numbers and text are mixed, as the entry has to say
        then what is meant; and at text that is a number written in another way than the entry says.
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
        return _numeric(tables, name, rules)
    if name in tables[0].declared:
        texts = _texts(tables, name)
        other = any(plain(text) is None for text in texts)
        if rules.has_signs and other and all(rules.number(text) is not None for text in texts):
            return Attribute(name, "numeric")
        # Where the file lists the categories, one of them may well be 50%; all of them are numbers misread.
        if not declared[0] or all(_is_number(text, rules) for text in texts):
            _refuse_numbers(tables, name, rules, texts)
        return _nominal(tables, name, declared[0] or None)
    seen = [cell for table in tables for cell in table.column(name) if cell is not None]
    if not seen or any(rules.number(cell) is not None for cell in seen):
        return _numeric(tables, name, rules, " (or list it under missing, or the column under nominal)")
    _refuse_numbers(tables, name, rules, _texts(tables, name))
    return _nominal(tables, name, None)


def _texts(tables: Sequence[RawTable], name: str) -> set[str]:
    """The different texts in a column."""
    return {cell for table in tables for cell in table.column(name) if isinstance(cell, str)}


def _numeric(tables: Sequence[RawTable], name: str, rules: ColumnRules, hint: str = "") -> Attribute:
    for table in tables:
        for row, cell in enumerate(table.column(name)):
            value = rules.number(cell)
            if cell is not None and (value is None or not math.isfinite(value)):
                expected = _mended(cell, name, table.column(name), rules) or f"a finite number{hint}"
                raise table.error(row, name, cell, expected)
    return Attribute(name, "numeric")


def _refuse_numbers(tables: Sequence[RawTable], name: str, rules: ColumnRules, texts: set[str]) -> None:
    """Raise InputError at the first cell of a column of categories that is a number to a human reader."""
    looking = {text for text in texts if _mended(text, name, (), rules) is not None}
    if not looking:
        return
    for table in tables:
        for row, cell in enumerate(table.column(name)):
            if cell in looking:
                raise table.error(row, name, cell, str(_mended(cell, name, tuple(looking), rules)))


def _is_number(text: str, rules: ColumnRules) -> bool:
    """Return whether a text is a number, or looks like one."""
    return rules.number(text) is not None or _mended(text, "", (), rules) is not None


def _mended(cell: Cell, name: str, among: Sequence[Cell], rules: ColumnRules) -> str | None:
    """Return what to expect in place of a text that looks like a number, with keys to read it; else None."""
    if not isinstance(cell, str) or rules.number(cell) is not None:
        return None
    categories = f"nominal: [{json.dumps(name, ensure_ascii=False)}] takes the column as categories"
    if plain(cell) is not None:  # and the entry says that numbers are written in another way
        signs = f"decimal: {json.dumps(rules.decimal)}"
        signs += f" and thousands: {json.dumps(rules.thousands)}" if rules.thousands else ""
        return f"a number as {signs} of the entry says ({categories})"
    look = looks_like_number(cell, [other for other in among if isinstance(other, str)])
    if look is None:
        return None
    mend = look.mend('{key}: "{value}"')
    return f"a plain number, as it looks like {look.what} ({mend}; {categories})"


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


def values_of(
    tables: Sequence[RawTable], attribute: Attribute, rules: ColumnRules
) -> NDArray[np.float64] | ExtensionArray:
    """Return the cells of one column from all tables, as float64 or text."""
    import pandas as pd

    cells = (cell for table in tables for cell in table.column(attribute.name))
    if attribute.kind == NUMERIC:
        numbers = (math.nan if cell is None else rules.number(cell) for cell in cells)
        return np.fromiter(numbers, np.float64, sum(map(len, tables)))
    return pd.array([as_text(cell) for cell in cells], dtype="str")
