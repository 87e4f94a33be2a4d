"""Cells of a user's file of labels and scores: text and numbers, and the place of one that is wrong."""

from __future__ import annotations

import csv
import re
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from rocrepro.errors import InputError
from rocrepro.formats.given.notes import note
from rocrepro.formats.number_text import EXAMPLES, as_numbers, looks_like_number, may_be_thousands, sign_of

if TYPE_CHECKING:
    import pandas as pd

    from rocrepro.formats.given.form import Form

EXACT = 2**53
"""Whole number up to which doubles hold all others; the next one is rounded to it."""
_WHOLE = re.compile(r"[+-]?[0-9]+")


def row_of(path: Path, at: int) -> str:
    """Return a row in words, counted from 1 below the header; with the line in a CSV that has blank lines."""
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
    """Return a column as text, whole numbers without a decimal point; `first` rows lie before the table."""
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


def numbers(
    path: Path, table: pd.DataFrame, column: str, first: int = 0, form: Form | None = None
) -> np.ndarray:
    """Return a column of finite numbers; `first` rows of the file lie before the table.

    Raises
    ------
    InputError
        For the first cell that is none; where it looks like a number, with what would read it. For a whole
        number beyond 2^53 too, as `rocrepro.evaluation.roc_points` does.
    """
    cells = table[column]
    # to_numeric would count nanoseconds, and read as 1 a truth value, which in a CSV is no number.
    if cells.dtype.kind in "mMb":
        raise InputError(f"{path}: {column}: found the type {cells.dtype}; expected finite numbers")
    values = _values(cells, form)
    bad, expected = np.flatnonzero(~np.isfinite(values)), "a finite number"
    if len(bad):
        text = str(cells.iloc[bad[0]])
        # Blank cells and words for no value say nothing about how numbers are written.
        others = [str(cell) for cell in cells.iloc[bad[:EXAMPLES]] if looks_like_number(str(cell))]
        if look := looks_like_number(text, others):
            expected = f"{expected}: it looks like {look.what}; {look.mend()}"
    elif len(bad := _beyond(cells, values)):
        expected += " that a double holds exactly (whole numbers only up to 2^53)"
    if len(bad):
        row = row_of(path, first + int(bad[0]))
        raise InputError(f"{path}: {row}: {column}: found {_shown(cells, bad[0])}; expected {expected}")
    _note_thousands(path, column, cells, form)
    return values


def _note_thousands(path: Path, column: str, cells: pd.Series, form: Form | None) -> None:
    """Note decimal signs that may part thousands, as in 1.234 beside 987."""
    decimal, thousands = (".", "") if form is None else (sign_of(form.decimal), form.thousands)
    if thousands or cells.dtype.kind in "iuf":
        return
    if text := may_be_thousands(map(str, cells), decimal):
        this, other = ("point", "comma") if decimal == "." else ("comma", "point")
        found = f"every {this} has three digits after it, as in {text!r}, and other numbers are whole"
        how = f"if the {this} separates thousands: --decimal {other} --thousands {this}"
        note(f"{path}: {column}: {found}; read as a decimal {this}; {how}")


def _values(cells: pd.Series, form: Form | None) -> np.ndarray:
    """Return cells as numbers, NaN for any other text."""
    import pandas as pd

    if form is not None and (form.decimal, form.thousands) != (".", "") and cells.dtype.kind not in "iuf":
        codes, texts = pd.factorize(cells.astype(str))
        return as_numbers(map(str, texts), form.decimal, form.thousands)[codes]
    values: np.ndarray = pd.to_numeric(cells, errors="coerce").to_numpy(dtype=np.float64)
    return values


def _beyond(cells: pd.Series, values: np.ndarray) -> np.ndarray:
    """Positions of whole numbers, as text too, beyond which two of them can become one double."""
    beyond = np.flatnonzero(np.abs(values) >= EXACT)
    if cells.dtype.kind == "f":
        return beyond[:0]
    texts = ((at, str(cells.iloc[at]).strip()) for at in beyond)
    return np.array([at for at, text in texts if _WHOLE.fullmatch(text) and abs(int(text)) > EXACT], int)


def _shown(cells: pd.Series, at: int) -> str:
    """A cell as a message shows it."""
    found = cells.iloc[at]
    return repr(found.item() if isinstance(found, np.generic) else found)
