"""The scores file: what a classifier said about each row, for each seed.

One row per (seed, example). Every evaluation starts here, whoever made the scores.

| column | type | meaning |
|---|---|---|
| seed | int32 | replicate, from 1 |
| fold | int32 | 0 for a fixed split, 1 to k under cross-validation |
| row | int32 | position of the example in the data set, from 0 |
| label | int8 | 1 for the positive class, 0 for the other |
| score | float64 | finite; the higher, the more likely positive |
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from rocrepro.errors import InputError
from rocrepro.formats.parquet import read_frame, write_arrow

if TYPE_CHECKING:
    import pandas as pd

COLUMNS = {"seed": "int32", "fold": "int32", "row": "int32", "label": "int8", "score": "float64"}
"""Columns in their order, with their types."""


def scores_frame(parts: Iterable[tuple[int, int, np.ndarray, np.ndarray, np.ndarray]]) -> pd.DataFrame:
    """Put the scores of several folds into one table.

    Parameters
    ----------
    parts : iterable of (seed, fold, row, label, score)
        Two numbers and three arrays of shape (n_test,) for each fold.

    Returns
    -------
    pandas.DataFrame
        With the columns and types of `COLUMNS`, in the order given.
    """
    import pandas as pd

    whole: dict[str, list[np.ndarray]] = {name: [] for name in COLUMNS}
    for seed, fold, row, label, score in parts:
        values = (np.full(len(row), seed), np.full(len(row), fold), row, label, score)
        for name, value in zip(COLUMNS, values, strict=True):
            whole[name].append(np.asarray(value, dtype=COLUMNS[name]))
    return pd.DataFrame(
        {name: np.concatenate([np.empty(0, dtype=COLUMNS[name]), *arrays]) for name, arrays in whole.items()}
    )


def empty_scores() -> pd.DataFrame:
    """Return the table without rows that stands for a data set that is missing."""
    return scores_frame([])


def check_scores(frame: pd.DataFrame, name: str, *, allow_empty: bool = False) -> None:
    """Check a table of scores.

    Parameters
    ----------
    frame : pandas.DataFrame
        Columns as in `COLUMNS`, in that order; whole numbers of any width will do.
    name : str
        File or source, for the message.
    allow_empty : bool, default=False
        Whether no rows at all are fine, as for a data set that is missing.

    Raises
    ------
    InputError
        For other columns or types, no rows, a missing or infinite score, a label other than 0 and 1, a seed,
        fold or row out of range, a (seed, row) given twice, or one class alone. Rows are counted from 1.
    """
    _check_columns(frame, name)
    if len(frame) == 0:
        if not allow_empty:
            raise InputError(f"{name}: found no rows; expected at least one score of each class")
        return
    score, label = frame["score"].to_numpy(), frame["label"].to_numpy()
    _refuse(frame, name, "score", ~np.isfinite(score), "a finite number")
    _refuse(frame, name, "label", (label != 0) & (label != 1), "0 or 1")
    for column, lowest in (("seed", 1), ("fold", 0), ("row", 0)):
        values = frame[column].to_numpy()
        highest = np.iinfo(COLUMNS[column]).max
        _refuse(frame, name, column, (values < lowest) | (values > highest), f"{lowest} to {highest}")
    twice = frame.duplicated(["seed", "row"]).to_numpy()
    if twice.any():
        at = int(np.flatnonzero(twice)[0])
        seed, row = frame["seed"].iloc[at], frame["row"].iloc[at]
        raise InputError(f"{name}: row {at + 1}: found seed {seed}, row {row} again; expected each pair once")
    if label.min() == label.max():
        raise InputError(f"{name}: label: found only {label[0]}; expected both 0 and 1")


def write_scores(frame: pd.DataFrame, path: str | Path) -> None:
    """Write a table of scores as Parquet; equal tables give equal bytes.

    Raises
    ------
    InputError
        As `check_scores`, but a table without rows is allowed.
    """
    import pyarrow as pa

    check_scores(frame, str(path), allow_empty=True)
    columns = [pa.array(frame[name].to_numpy(dtype=dtype)) for name, dtype in COLUMNS.items()]
    # Built column by column, so that the index and the history of the frame leave no trace.
    table = pa.Table.from_arrays(columns, names=list(COLUMNS))
    write_arrow(table, path)


def read_scores(path: str | Path) -> pd.DataFrame:
    """Read a table of scores and check it; no rows means that the data set was missing.

    Raises
    ------
    InputError
        If the file is absent, is not Parquet, is damaged, or does not pass `check_scores`.
    """
    frame = read_frame(path)
    check_scores(frame, str(path), allow_empty=True)
    return frame.astype(COLUMNS)


def _check_columns(frame: pd.DataFrame, name: str) -> None:
    found = [str(column) for column in frame.columns]
    if found != list(COLUMNS):
        listed = ", ".join(found) or "none"
        raise InputError(f"{name}: columns: found {listed}; expected {', '.join(COLUMNS)}")
    for column, dtype in COLUMNS.items():
        kinds, expected = ("f", "floating-point numbers") if dtype == "float64" else ("iu", "whole numbers")
        kind = getattr(frame[column].dtype, "kind", "O")
        if kind not in kinds:
            raise InputError(f"{name}: {column}: found type {frame[column].dtype}; expected {expected}")


def _refuse(frame: pd.DataFrame, name: str, column: str, bad: np.ndarray, expected: str) -> None:
    """Raise for the first row that is marked bad."""
    if bad.any():
        at = int(np.flatnonzero(bad)[0])
        raise InputError(
            f"{name}: row {at + 1}: {column}: found {frame[column].iloc[at]}; expected {expected}"
        )
