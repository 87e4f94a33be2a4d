"""Cells of a user's file of labels and scores: text and numbers, and the place of one that is wrong."""

from __future__ import annotations

import csv
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from rocrepro.errors import InputError

if TYPE_CHECKING:
    import pandas as pd


def row_of(path: Path, at: int) -> str:
    """A row in words, counted from 1 below the header; of a CSV with its line, where blank lines mislead."""
    line = None if path.suffix.lower() == ".parquet" else _line_of(path, at)
    return f"row {at + 1}" + ("" if line in (None, at + 2) else f" (line {line})")


def _line_of(path: Path, at: int) -> int | None:
    """The line of a CSV on which a row begins; None where this reader sees other rows than pandas does."""
    try:
        with path.open(encoding="utf-8-sig", newline="") as stream:
            reader, before, seen = csv.reader(stream), 0, -1
            for cells in reader:
                # As pandas does, which leaves out lines of nothing but spaces too.
                if len(cells) > 1 or (cells and cells[0].strip(" \t")):
                    seen += 1
                if seen == at + 1:
                    return before + 1
                before = reader.line_num
    except (OSError, ValueError, csv.Error):
        return None
    return None


def text_of(path: Path, table: pd.DataFrame, column: str, first: int = 0) -> np.ndarray:
    """A column as text, whole numbers without a decimal point; `first` rows lie before the table."""
    cells = table[column]
    if cells.isna().any():
        at = first + int(np.flatnonzero(cells.isna())[0])
        raise InputError(f"{path}: {row_of(path, at)}: {column}: found nothing; expected a value")
    if cells.dtype.kind == "f" and (np.isfinite(cells) & (cells == cells.round())).all():
        cells = cells.astype(np.int64)
    try:
        text = cells.astype(str).str.strip().to_numpy(dtype=object)
    except ValueError:  # bytes that are no text
        found = f"found the type {cells.dtype}"
        raise InputError(f"{path}: {column}: {found}; expected text or numbers") from None
    empty = np.flatnonzero(text == "")
    if len(empty):
        row = row_of(path, first + int(empty[0]))
        raise InputError(f"{path}: {row}: {column}: found nothing; expected a value")
    return text


def numbers(path: Path, table: pd.DataFrame, column: str, first: int = 0) -> np.ndarray:
    """A column of finite numbers; `first` rows of the file lie before the table."""
    import pandas as pd

    cells = table[column]
    # to_numeric would count nanoseconds, and read as 1 a truth value, which in a CSV is no number.
    if cells.dtype.kind in "mMb":
        raise InputError(f"{path}: {column}: found the type {cells.dtype}; expected finite numbers")
    values = pd.to_numeric(cells, errors="coerce").to_numpy(dtype=np.float64)
    bad = np.flatnonzero(~np.isfinite(values))
    if cells.dtype.kind in "iu" and not len(bad):  # two of them could become one double
        bad = np.flatnonzero((cells > 2**53) | (cells < -(2**53)))
    if len(bad):
        found, row = table[column].iloc[bad[0]], row_of(path, first + int(bad[0]))
        shown = found.item() if isinstance(found, np.generic) else found
        raise InputError(f"{path}: {row}: {column}: found {shown!r}; expected a finite number")
    return values


def whole(path: Path, table: pd.DataFrame, column: str | None, lowest: int, kind: type) -> np.ndarray:
    """A column of whole numbers, or one value for all rows where there is no column."""
    if column is None:
        return np.full(len(table), lowest, dtype=kind)
    values = numbers(path, table, column)
    bad = np.flatnonzero((values != np.round(values)) | (values < lowest) | (values > np.iinfo(kind).max))
    if len(bad):
        found, row = table[column].iloc[bad[0]], row_of(path, int(bad[0]))
        raise InputError(f"{path}: {row}: {column}: found {found!r}; expected a whole number from {lowest}")
    return values.astype(kind)
