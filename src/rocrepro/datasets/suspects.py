"""Notes on columns that may not be what they seem: names of rows, or the class under another name."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import ArrayLike, NDArray

from rocrepro.datasets.columns import ColumnRules, listing
from rocrepro.datasets.tables import RawTable
from rocrepro.formats.number_text import may_be_thousands
from rocrepro.formats.tidy import NUMERIC, Attribute, Dataset

if TYPE_CHECKING:
    import pandas as pd

SEPARATES = 0.999
"""AUC from which a column is said to tell the classes apart."""


def notes_on(dataset: Dataset, tables: Sequence[RawTable], rules: ColumnRules) -> tuple[str, ...]:
    """Return what a user should know about the columns of a data set, one line each.

    Parameters
    ----------
    dataset : Dataset
        A data set without notes.
    tables : sequence of RawTable
        The raw files of its rows, in their order.
    rules : ColumnRules
        What the entry says about columns.

    Returns
    -------
    tuple of str
        Columns that were left out; columns with another whole number or text in every row of each file;
        columns that tell the classes apart with nothing else; numbers that may be thousands.
    """
    slices = [slice(*pair) for pair in pairwise(np.cumsum([0, *map(len, tables)]).tolist())]
    naming: list[str] = []
    telling: list[str] = []
    doubtful: list[str] = []
    for attribute in dataset.attributes:
        column = dataset.frame[attribute.name]
        known = rules.is_kept(attribute.name)
        if not known and all(names_rows(column[part], attribute) for part in slices):
            naming.append(attribute.name)
        if separation(column, dataset.y) >= SEPARATES:
            telling.append(attribute.name)
        doubtful += _thousands(tables, attribute, rules)
    notes = list(dict.fromkeys(note for table in tables for note in table.notes))
    if naming:
        found = "has" if len(naming) == 1 else "have"
        notes.append(
            f"{rules.place}: {_columns(naming)} {found} another whole number or text in every row, as names "
            f"of rows do; drop: {_listed(naming)} in the entry would leave out what is none to learn from"
        )
    if telling:
        found = "tells" if len(telling) == 1 else "tell, each without the others,"
        notes.append(
            f"{rules.place}: {_columns(telling)} {found} the classes apart (AUC at least {SEPARATES}); "
            f"if that is known only after the class is, drop: {_listed(telling)} in the entry"
        )
    return (*notes, *doubtful)


def names_rows(column: pd.Series, attribute: Attribute) -> bool:
    """Whether every row has another text or whole number; rows without a value are at most half of all."""
    values = column.dropna()
    if len(values) < 2 or 2 * len(values) < len(column) or values.nunique() < len(values):
        return False
    return attribute.kind != NUMERIC or bool((values == np.round(values)).all())


def separation(column: pd.Series, y: NDArray[np.int8]) -> float:
    """Return the AUC, from 0.5 to 1, with which one column separates the classes.

    A number counts as it is, with its sign turned where that is better, and rows without one come before or
    behind all others, whichever is better. Values that occur more than once count also as categories, by the
    share of positive rows in each; values that occur once are one category, as any would separate.

    Examples
    --------
    >>> import pandas as pd
    >>> y = np.array([0, 0, 1, 1], dtype=np.int8)
    >>> separation(pd.Series([4.0, 3.0, 1.0, 2.0]), y)
    1.0
    >>> separation(pd.Series(["a", "b", "c", "d"]), y)
    0.5
    """
    import pandas as pd

    numeric = pd.api.types.is_numeric_dtype(column)
    codes, values = pd.factorize(column, sort=numeric)
    positive, rows = _sums(codes + 1, y, len(values) + 1), _sums(codes + 1, np.ones(len(y)), len(values) + 1)
    found = [0.5]
    if numeric:
        for order in (np.arange(len(rows)), np.r_[1 : len(rows), 0]):
            area = _area(positive[order], rows[order])
            found += [area, 1 - area]
    groups = np.where(rows == 1, 0, np.arange(1, len(rows) + 1))
    positive, rows = _sums(groups, positive, len(rows) + 1), _sums(groups, rows, len(rows) + 1)
    order = np.argsort(np.divide(positive, rows, out=np.zeros_like(rows), where=rows > 0), kind="stable")
    return max(*found, _area(positive[order], rows[order]))


def _sums(groups: NDArray[np.int64], values: ArrayLike, size: int) -> NDArray[np.float64]:
    """The sum of the values in each group."""
    return np.bincount(groups, weights=values, minlength=size).astype(np.float64)


def _area(positive: NDArray[np.float64], rows: NDArray[np.float64]) -> float:
    """The AUC of groups of rows in rising order; pairs within a group count one half."""
    negative = rows - positive
    below = np.cumsum(negative) - negative
    return float(positive @ (below + negative / 2) / (positive.sum() * negative.sum()))


def _thousands(tables: Sequence[RawTable], attribute: Attribute, rules: ColumnRules) -> Iterator[str]:
    """A note where the decimal sign of a column of numbers may part thousands."""
    if attribute.kind != NUMERIC or rules.thousands or attribute.name in tables[0].declared:
        return
    texts = (cell for table in tables for cell in table.column(attribute.name) if isinstance(cell, str))
    found = may_be_thousands(texts, rules.decimal)
    if found is not None:
        yield (
            f"{rules.place}: column {attribute.name} has numbers such as {found}, read as "
            f"{rules.number(found):g}; thousands: {json.dumps(rules.decimal)} in the entry, with another "
            "decimal, would read thousands"
        )


def _columns(names: Sequence[str]) -> str:
    return f"column{'' if len(names) == 1 else 's'} {listing(names)}"


def _listed(names: Sequence[str]) -> str:
    """Names as a list in an entry."""
    shown = ", ".join(json.dumps(name, ensure_ascii=False) for name in names[:12])
    return f"[{shown}{', ...' if len(names) > 12 else ''}]"
