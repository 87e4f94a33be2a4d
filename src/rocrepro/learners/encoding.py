"""A tidy table as a matrix of numbers for scikit-learn.

Nothing is learned from the rows: codes and columns follow from the declared values alone. A row's numbers
therefore do not depend on any other row, and encoding before splitting leaks nothing.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from rocrepro.errors import InputError
from rocrepro.formats.tidy import NOMINAL, Attribute, Dataset


class Encoded(NamedTuple):
    """A data set in numbers.

    Attributes
    ----------
    matrix : ndarray of float64, shape (n_rows, n_columns)
        NaN where a value is missing.
    categorical : ndarray of bool, shape (n_columns,)
        Which columns hold codes of nominal values.
    n_categories : list of int
        Number of declared values of each such column.
    """

    matrix: np.ndarray
    categorical: np.ndarray
    n_categories: list[int]


def as_codes(dataset: Dataset) -> Encoded:
    """Encode each attribute as one column; a nominal value is its position among the declared ones, from 0.

    Raises
    ------
    InputError
        If a value was not declared.
    """
    nominal = [attribute.kind == NOMINAL for attribute in dataset.attributes]
    columns = [_column(dataset, attribute) for attribute in dataset.attributes]
    declared = [len(a.values) for a in dataset.attributes if a.kind == NOMINAL]
    return Encoded(_matrix(dataset, columns), np.array(nominal, dtype=bool), declared)


def as_indicators(dataset: Dataset) -> Encoded:
    """Encode nominal attributes as 0/1 columns: one for two values, one for each of more values.

    A missing nominal value is NaN in all of its columns, as a missing number is.

    Raises
    ------
    InputError
        If a value was not declared.
    """
    columns: list[np.ndarray] = []
    for attribute in dataset.attributes:
        column = _column(dataset, attribute)
        if attribute.kind == NOMINAL and len(attribute.values) > 2:
            for code in range(len(attribute.values)):
                columns.append(np.where(np.isnan(column), np.nan, column == code))
        else:
            columns.append(column)
    return Encoded(_matrix(dataset, columns), np.zeros(len(columns), dtype=bool), [])


def _matrix(dataset: Dataset, columns: list[np.ndarray]) -> np.ndarray:
    if not columns:
        raise InputError(f"{dataset.name}: attributes: found none; expected at least one")
    return np.column_stack(columns)


def _column(dataset: Dataset, attribute: Attribute) -> np.ndarray:
    """Numbers as they are, nominal values as codes; float64 with NaN where missing."""
    values = dataset.frame[attribute.name]
    if attribute.kind != NOMINAL:
        return values.to_numpy(dtype=np.float64, na_value=np.nan)
    codes = values.map({value: code for code, value in enumerate(attribute.values)})
    column = codes.to_numpy(dtype=np.float64, na_value=np.nan)
    undeclared = np.flatnonzero(np.isnan(column) & values.notna().to_numpy())
    if len(undeclared):
        row = int(undeclared[0])
        raise InputError(
            f"{dataset.name}: {attribute.name}: row {row}: found {values.iloc[row]!r}; "
            f"expected one of {', '.join(attribute.values)}"
        )
    return column
