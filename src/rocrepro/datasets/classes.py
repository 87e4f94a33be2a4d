"""The class column: its two classes and the class of every row."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from rocrepro.datasets.columns import ColumnRules, listing
from rocrepro.datasets.tables import RawTable, as_text, settle
from rocrepro.errors import InputError

REST = "rest"


def read_classes(
    tables: Sequence[RawTable], entry: dict[str, Any], rules: ColumnRules
) -> tuple[tuple[str, ...], np.ndarray]:
    """Return the two classes in their order, and the class of every row.

    The order is that of the entry's `values`, else the one that the file declares, else alphabetical; with
    ``negative: rest`` the positive class goes first.

    Raises
    ------
    InputError
        If a row has no class, if the positive or the negative class never occurs, if there is one class
        only, or more than two without ``negative: rest``.
    """
    target, positive = entry["target"], str(entry["positive"])
    labels = np.array([label for table in tables for label in _labels(table, target)])
    occurring = set(labels.tolist())
    seen = tuple(value for value in _values(tables, target, rules) if value in occurring)
    if positive not in seen:
        raise InputError(
            f"{rules.place}.positive: found {positive!r}, which never occurs in column {target}; "
            f"expected one of {listing(seen)}"
        )
    if len(seen) == 1:
        raise InputError(f"{rules.place}: found one class in column {target}, {positive!r}; expected two")
    negative = str(entry.get("negative", ""))
    if negative == REST:
        return (positive, REST), np.where(labels == positive, positive, REST)
    others = [value for value in seen if value != positive]
    if negative and negative not in others:
        raise InputError(
            f"{rules.place}.negative: found {negative!r}, which never occurs in column {target}; "
            f"expected one of {listing(others)}, or {REST}"
        )
    if len(seen) > 2:
        raise InputError(
            f"{rules.place}: found {len(seen)} classes in column {target} ({listing(seen)}); "
            f"expected two, or negative: {REST}"
        )
    return seen, labels


def _labels(table: RawTable, target: str) -> list[str]:
    if len(table) == 0:
        raise InputError(f"{table.path}: found no rows; expected at least one of each class")
    labels = []
    for row, cell in enumerate(table.column(target)):
        if cell is None:
            raise table.error(row, target, "a missing class", "a class in every row")
        labels.append(str(as_text(cell)))
    return labels


def _values(tables: Sequence[RawTable], target: str, rules: ColumnRules) -> tuple[str, ...]:
    """Classes in their order; a class is a name, even if it looks like a number."""
    if rules.values_of(target) is None and not tables[0].declared.get(target):
        rules = replace(rules, nominal=(*rules.nominal, target))
    return settle(tables, target, rules).values
