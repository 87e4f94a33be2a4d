"""Notes on columns that may not be what they seem: names of rows, or the class under another name."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import ArrayLike, NDArray

from rocrepro.datasets.columns import ColumnRules, listing
from rocrepro.datasets.leaks import leaks
from rocrepro.datasets.odd_classes import TOTAL, odd_classes
from rocrepro.datasets.tables import UNDECLARED, Cell, RawTable
from rocrepro.errors import one_line
from rocrepro.formats.number_text import may_be_thousands
from rocrepro.formats.points_in_time import are_days, are_written, kind_of_time
from rocrepro.formats.tidy import NUMERIC, Attribute, Dataset

if TYPE_CHECKING:
    from pandas.api.extensions import ExtensionArray

    Values = NDArray[np.float64] | ExtensionArray

SEPARATES = 0.999
"""AUC from which a column is said to tell the classes apart."""
HEAD = 1000
OFTEN = 5
"""Rows with the same value from which it counts as a category."""
AFFIXED = re.compile(r"((?:[<>]=?|[≤≥~≈'])?)\s*[+-]?[0-9]+(?:[.,][0-9]+)?\s*((?:[^\W\d_]|[°±-]).*)?")
"""A number with more text: a unit, a minus sign behind it, a bound."""
FEW = 5
"""Different numbers with the same text, or dates, from which that is noted; fewer are categories."""
OTHER = {".": ",", ",": "."}
CODE = re.compile(r"^(?:0[0-9]+|[0-9]+[eE][0-9]+)$", re.MULTILINE)
"""Digits with a zero before them, or as 3E22: programs write such a number as 3e+22 or 3.0E22."""
LONG = re.compile(r"^[+-]?[0-9]{16,}$", re.MULTILINE)
"""Whole numbers with more digits than every double holds."""
PAIR = re.compile(r"([0-9]+(?:\.[0-9]+)?)\s*[/;|]\s*([0-9]+(?:\.[0-9]+)?)")
"""Two numbers in a cell, such as a blood pressure; where both differ much, they are no categories."""
HEX = re.compile(r"0[xX][0-9a-fA-F]+")


def notes_on(
    dataset: Dataset, columns: Mapping[str, Values], tables: Sequence[RawTable], rules: ColumnRules
) -> tuple[str, ...]:
    """Return what a user should know about the columns of a data set, one line each.

    Parameters
    ----------
    dataset : Dataset
        A data set without notes.
    columns : mapping of str to array
        Values of each of its attributes, as in its frame.
    tables : sequence of RawTable
        The raw files of its rows, in their order.
    rules : ColumnRules
        What the entry says about columns.

    Returns
    -------
    tuple of str
        Columns that were left out; columns with another whole number or text in every row of each file;
        columns that tell the classes apart with nothing else; numbers and texts that may be meant otherwise;
        classes that may not belong to the rest; and what `rocrepro.datasets.leaks` finds.
    """
    raw = {a.name: [table.column(a.name) for table in tables] for a in dataset.attributes}
    naming = [
        a.name
        for a in dataset.attributes
        if not rules.is_kept(a.name) and all(names_rows(cells, a, rules) for cells in raw[a.name])
    ]
    telling = [name for name, values in columns.items() if separation(values, dataset.y) >= SEPARATES]
    notes = [note for table in tables for note in table.notes]
    if naming:
        have = "has" if len(naming) == 1 else "each have"
        notes.append(
            f"{_columns(naming)} {have} a different whole number or text in every row, like an "
            f"identifier; drop: {_listed(naming)} in the entry leaves out identifiers"
        )
    if telling:
        separate = "separates" if len(telling) == 1 else "each separate"
        notes.append(
            f"{_columns(telling)} {separate} the classes without any other (AUC at least {SEPARATES}); "
            f"drop: {_listed(telling)} in the entry leaves out columns that are known only after the class"
        )
    for attribute in dataset.attributes:
        notes += _times(columns[attribute.name], attribute, rules)
        notes += _doubts(raw[attribute.name], attribute, tables[0], rules)
        if attribute.kind == NUMERIC and attribute.name not in naming:
            notes += _merged(raw[attribute.name], attribute)
    notes += odd_classes(dataset, tables)
    notes += _totals(tables, dataset.target)
    notes += leaks(dataset, {name: values for name, values in columns.items() if name not in naming})
    return tuple(one_line(f"{rules.place}: {note}") for note in dict.fromkeys(notes))


def _times(values: Values, attribute: Attribute, rules: ColumnRules) -> Iterator[str]:
    """Notes on a column of points in time; what the entry keeps, or calls categories, is meant so."""
    name = attribute.name
    if rules.is_kept(name) or rules.is_nominal(name) or rules.values_of(name) is not None:
        return
    if attribute.kind == NUMERIC:
        numbers = np.asarray(values, dtype=np.float64)
        numbers = numbers[~np.isnan(numbers)]
        what = "days since 1900" if are_days(name, numbers) else kind_of_time(numbers)
        if not what or len(np.unique(numbers)) < FEW:
            return
        found = f"are {what} such as {numbers[0]:.15g} if they are read so"
    elif len(attribute.values) >= FEW and are_written(attribute.values):
        found = f"are dates or times such as {attribute.values[0]}, and were read as categories"
    else:
        return
    yield (
        f"column {name}: all values {found}: a learner may find from them when a row was recorded, which "
        f"says nothing about new rows; drop: {_listed([name])} in the entry leaves them out, and keep: "
        f"{_listed([name])} confirms that this is intended"
    )


def names_rows(cells: Sequence[Cell], attribute: Attribute, rules: ColumnRules) -> bool:
    """Return whether each row has another text or whole number; at most half of the rows may have no value.

    Cells are compared as the file has them: as floats, long numbers that differ could become one.
    """
    head = [cell for cell in cells[:HEAD] if cell is not None]
    if len(set(head)) < len(head):  # the usual case, and soon found
        return False
    values = [cell for cell in cells if cell is not None]
    if len(values) < 2 or 2 * len(values) < len(cells) or len(set(values)) < len(values):
        return False
    return attribute.kind != NUMERIC or all(float(rules.number(cell) or 0).is_integer() for cell in values)


def separation(values: Values, y: NDArray[np.int8]) -> float:
    """Return the AUC, from 0.5 to 1, with which one column separates the classes.

    A number counts as it is, with its sign turned where that is better, and rows without one come before or
    behind all others, whichever is better. Values that occur at least five times count also as categories, by
    the share of positive rows in each; all others are one category, as a value of its own, or one that only
    copies of a row have, would always separate.

    Examples
    --------
    >>> import numpy as np
    >>> y = np.array([0, 0, 1, 1], dtype=np.int8)
    >>> separation(np.array([4.0, 3.0, 1.0, 2.0]), y)
    1.0
    >>> separation(np.array([1.0, 4.0, 3.0, 2.0]), y)
    0.5
    """
    codes, missing = _codes(values)
    size = int(codes.max()) + 1
    positive, rows = _sums(codes, y, size), _sums(codes, np.ones(len(y)), size)
    found = [0.5]
    if isinstance(values, np.ndarray):
        orders = [np.arange(size)]
        if missing:  # their code is the last
            orders.append(np.roll(orders[0], 1))
        areas = [_area(positive[order], rows[order]) for order in orders]
        found += [*areas, *(1 - area for area in areas)]
    groups = np.where(rows < OFTEN, 0, np.arange(1, size + 1))
    positive, rows = _sums(groups, positive, size + 1), _sums(groups, rows, size + 1)
    order = np.argsort(np.divide(positive, rows, out=np.zeros_like(rows), where=rows > 0), kind="stable")
    return max(*found, _area(positive[order], rows[order]))


def _codes(values: Values) -> tuple[NDArray[np.int64], bool]:
    """A code for each value, rising with numbers, the last where there is none; and whether that occurs."""
    if isinstance(values, np.ndarray):
        unique, codes = np.unique(values, return_inverse=True)
        return codes, bool(np.isnan(unique[-1]))
    codes, categories = values.factorize()
    return np.where(codes < 0, len(categories), codes), bool((codes < 0).any())


def _sums(groups: NDArray[np.int64], values: ArrayLike, size: int) -> NDArray[np.float64]:
    """The sum of the values in each group."""
    return np.bincount(groups, weights=values, minlength=size).astype(np.float64)


def _area(positive: NDArray[np.float64], rows: NDArray[np.float64]) -> float:
    """The AUC of groups of rows in rising order; pairs within a group count one half."""
    negative = rows - positive
    below = np.cumsum(negative) - negative
    return float(positive @ (below + negative / 2) / (positive.sum() * negative.sum()))


def _doubts(
    columns: Sequence[Sequence[Cell]], attribute: Attribute, table: RawTable, rules: ColumnRules
) -> Iterator[str]:
    """Notes on cells that may be meant otherwise than they were read."""
    name, column = attribute.name, f"column {attribute.name}"
    categories = f"nominal: {_listed([name])} in the entry"
    said = rules.is_nominal(name) or rules.values_of(name) is not None
    if said or table.declared.get(name, UNDECLARED) != UNDECLARED:
        return
    texts = (cell for cells in columns for cell in cells if isinstance(cell, str))
    if attribute.kind != NUMERIC:
        if attribute.values and all(rules.number(value) is not None for value in attribute.values):
            yield (
                f"{column} is declared as text or categories, but contains only numbers; {categories} "
                "confirms that this is intended"
            )
        if _is_affixed(attribute.values) and not are_written(attribute.values):
            yield (
                f"{column} has numbers with more text in every row, such as {attribute.values[0]!r}, and "
                f"was read as categories; {categories} confirms that this is intended"
            )
        return
    if code := CODE.search(_lines(columns)):
        read = rules.number(code[0])
        yield f"{column} has codes such as {code[0]}, read as {read:g}; {categories} keeps them"
    found = None if rules.thousands else may_be_thousands(texts, rules.decimal)
    if found is not None:
        keys = f"decimal: {json.dumps(OTHER[rules.decimal])} and thousands: {json.dumps(rules.decimal)}"
        yield (
            f"{column} has numbers such as {found}, read as {rules.number(found):g}; {keys} in the entry "
            "would read thousands"
        )


def _lines(columns: Sequence[Sequence[Cell]]) -> str:
    """The texts of a column, one a line; a search in all of them at once is faster than one in each."""
    return "\n".join([cell for cells in columns for cell in cells if isinstance(cell, str)])


def _merged(columns: Sequence[Sequence[Cell]], attribute: Attribute) -> Iterator[str]:
    """Notes on whole numbers so long that two of them are one as doubles."""
    known: dict[float, str] = {}
    for text in LONG.findall(_lines(columns)):
        if (other := known.setdefault(float(text), text)) != text and int(other) != int(text):
            yield (
                f"column {attribute.name} has different numbers such as {other} and {text} that are equal "
                f"in double precision; nominal: {_listed([attribute.name])} in the entry keeps them apart"
            )
            return


def _totals(tables: Sequence[RawTable], target: str) -> Iterator[str]:
    """Notes on a last row that may hold totals."""
    for table in tables:
        for name in table.columns if len(table) else ():
            if name == target:  # its classes have notes of their own
                continue
            cells = table.column(name)
            last = cells[-1]
            if isinstance(last, str) and last.casefold() in TOTAL and last not in cells[:-1]:
                yield (
                    f"{table.path.name}: {table.unit} {table.numbers[-1]} has {last!r} in column {name}: "
                    "it may be a row of totals, and counts like any other row"
                )


def _is_affixed(values: Sequence[str]) -> bool:
    """Return whether many texts are numbers with one of few texts around them, in pairs, or in base 16."""
    found = [AFFIXED.fullmatch(value) for value in values]
    affixes = {match.groups(default="") for match in found if match}
    few = all(found) and len(values) >= FEW * len(affixes)
    pairs = [PAIR.fullmatch(value) for value in values]
    paired = all(pairs) and min(len({pair[of] for pair in pairs if pair}) for of in (1, 2)) >= 2 * FEW
    return len(values) >= FEW and (few or paired or all(HEX.fullmatch(value) for value in values))


def _columns(names: Sequence[str]) -> str:
    return f"column{'' if len(names) == 1 else 's'} {listing(names)}"


def _listed(names: Sequence[str]) -> str:
    """Names as a list in an entry."""
    shown = ", ".join(json.dumps(name, ensure_ascii=False) for name in names[:12])
    return f"[{shown}{', ...' if len(names) > 12 else ''}]"
