"""Headers and rows of a user's files; of the rows, only the columns that are used."""

from __future__ import annotations

import csv
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from rocrepro.errors import InputError
from rocrepro.formats.given.files import Part
from rocrepro.formats.given.form import DELIMITERS, SEPARATORS, Form
from rocrepro.formats.given.notes import note
from rocrepro.formats.lost_rows import say_lost
from rocrepro.formats.parquet import parquet_errors, valid_table

if TYPE_CHECKING:
    import pandas as pd

    from rocrepro.formats.given.columns import Places

MANY = 5000
"""Columns from which on pandas is too slow for a header."""


def header_of(parts: Sequence[Part], form: Form | None = None) -> list[str]:
    """Return the names of the columns as the files have them, and then of those from folders.

    Raises
    ------
    InputError
        Where a file cannot be read or has other columns than the first, and for signs or an encoding of CSV
        files where the files are Parquet.
    """
    import pandas as pd

    form = form or Form()
    if parts[0].is_parquet and (form.sign, form.codec) != (",", "utf-8-sig"):
        name = "delimiter" if form.sign != "," else "encoding"
        found = f"found {getattr(form, name)!r} for a Parquet file"
        raise InputError(f"{name}: {found}; expected none")
    first: list[str] = []
    for part in parts:
        with readable(part, form):
            names = _parquet_header(part.path) if part.is_parquet else csv_header(part.path, form)
            if not names:  # says why
                pd.read_csv(part.path, nrows=0, **form.options)
        names = [*map(str, names), *part.folders]
        first = first or names
        if names != first:
            wanted = f"{', '.join(first)}, as in {parts[0].path}"
            raise InputError(f"{part.path}: found the columns {', '.join(names)}; expected {wanted}")
    return first


def _parquet_header(path: Path) -> list[str]:
    """Names of the columns, an index that pandas wrote among them."""
    import pyarrow.parquet as pq

    names: list[str] = pq.read_schema(path).names
    return names


def csv_header(path: Path, form: Form) -> list[str]:
    """Return the names of a CSV's columns as they are; pandas would make two of one name different.

    Raises
    ------
    InputError
        For one column whose name has another separator in it.
    """
    import pandas as pd

    if kind := _kind_of(path):
        expected = "expected a CSV file, or Parquet with the suffix .parquet"
        raise InputError(f"{path}: found {kind}; {expected}")
    try:
        line = pd.read_csv(path, header=None, nrows=1, **form.options)
    except ValueError:  # the reader of the whole file says what is wrong
        return []
    names = [str(name) for name in line.to_numpy()[0]]
    signs = {sign: word for sign, word in {",": "commas", **SEPARATORS}.items() if sign != form.sign}
    if len(names) == 1 and (sign := next((sign for sign in signs if sign in names[0]), "")):
        found = f"found one column {names[0]!r}, with {signs[sign]} in its name"
        option = next(name for name, each in DELIMITERS.items() if each == sign)
        wanted = {",": "commas", **SEPARATORS, " ": "spaces"}.get(form.sign, repr(form.sign))
        raise InputError(
            f"{path}: header: {found}; expected columns separated by {wanted}, or --delimiter {option}"
        )
    return names


def check_cells(path: Path, table: pd.DataFrame) -> None:
    """Raise InputError where pandas took the first cells for names of rows."""
    import pandas as pd

    if not isinstance(table.index, pd.RangeIndex):
        expected = f"expected {len(table.columns)}"
        raise InputError(f"{path}: row 1: found more cells than columns; {expected}")


def read_part(part: Part, places: Places, form: Form) -> pd.DataFrame:
    """Read the columns of one file that are used.

    Parameters
    ----------
    part : Part
    places : Places
        Where they are in the header, that is `header_of`.
    form : Form
        Every cell of a CSV is text.

    Raises
    ------
    InputError
        Where the file cannot be read, or has rows with more cells than columns.
    """
    with readable(part, form):
        if part.is_parquet:
            own = _parquet_header(part.path)
            names = sorted({own[place] for place in places.at.values() if place < len(own)})
            # What pandas keeps as the index of a table is a column of the file.
            table: pd.DataFrame = valid_table(part.path, columns=names).to_pandas(ignore_metadata=True)
            return chosen(table, own, places, part)
        return next(csv_blocks(part, places, form, None))


def csv_blocks(part: Part, places: Places, form: Form, n_rows: int | None) -> Iterator[pd.DataFrame]:
    """Yield successive rows of a CSV file, all of them in one block where no number is given."""
    import pandas as pd

    names = [str(place) for place in range(places.n_columns - len(part.folders))]
    if len(names) > MANY:  # whose names would take pandas minutes
        yield chosen(_wide(part, names, places, form), names, places, part)
        return
    # All columns, by number: with some of them left out, pandas would not mind a row with too many cells.
    options = {"header": 0, "names": names, **form.options}
    if n_rows is None:
        table: pd.DataFrame = pd.read_csv(part.path, **options)
        check_cells(part.path, table)
        _note_lost(part.path, table, form.sign)
        yield chosen(table, names, places, part)
        return
    with pd.read_csv(part.path, chunksize=n_rows, **options) as blocks:
        for block in blocks:
            check_cells(part.path, block)
            yield chosen(block, names, places, part)


def _note_lost(path: Path, table: pd.DataFrame, sign: str) -> None:
    """Note a cell that may hold rows; one with line breaks makes the file have more lines than rows."""
    with path.open("rb") as stream:
        n_lines, block = 0, b""
        for block in iter(partial(stream.read, 1 << 20), b""):
            n_lines += block.count(b"\n")
    n_lines += not block.endswith(b"\n")
    if n_lines <= 1 + len(table):
        return
    for name in table.columns:
        cells = table[name][table[name].str.contains("\n", regex=False, na=False)]
        if found := say_lost(cells, len(table.columns), sign):
            note(f"{path}: {found}")
            return


def _wide(part: Part, names: Sequence[str], places: Places, form: Form) -> pd.DataFrame:
    """The columns that are used of a CSV with very many."""
    import pandas as pd

    wanted = sorted({place for place in places.at.values() if place < len(names)})
    rows: list[list[str]] = []
    with part.path.open(encoding=form.codec, newline="") as stream:
        reader = csv.reader(stream, delimiter=form.sign, strict=True)
        full = (cells for cells in reader if len(cells) > 1 or (cells and cells[0].strip(" \t")))
        next(full)  # the header
        for cells in full:
            if len(cells) > len(names):
                found = f"row {len(rows) + 1}: found {len(cells)} cells"
                raise InputError(f"{part.path}: {found}; expected {len(names)}")
            rows.append([cells[place] if place < len(cells) else "" for place in wanted])
    return pd.DataFrame(rows, columns=[names[place] for place in wanted])


def chosen(table: pd.DataFrame, own: Sequence[str], places: Places, part: Part) -> pd.DataFrame:
    """Return the columns that are used, by the user's names for them, those from folders included."""
    import pandas as pd

    values = list(part.folders.values())
    return pd.DataFrame(
        {
            name: table[own[place]] if place < len(own) else values[place - len(own)]
            for name, place in places.at.items()
        },
        index=table.index,
    )


def _kind_of(path: Path) -> str:
    """Tell the kind of a file that is not a CSV by its first bytes; "" where they tell nothing."""
    kinds = {
        b"PAR1": "Parquet with another suffix",
        b"PK\x03\x04": "an Excel workbook or another zip archive",
        b"\xd0\xcf\x11\xe0": "an old Excel workbook",
        b"%PDF": "a PDF",
        b"[{": "JSON",
        b'{"': "JSON",
    }
    try:
        with path.open("rb") as stream:
            start = stream.read(4)
    except OSError:
        return ""
    return next((kind for sign, kind in kinds.items() if start.startswith(sign)), "")


@contextmanager
def readable(part: Part, form: Form | None = None) -> Iterator[None]:
    """Turn what a reader says about a bad file into our one line."""
    import pandas as pd

    form = form or Form()
    kinds: tuple[type[Exception], ...] = (OSError, ValueError, csv.Error, pd.errors.ParserError)
    if part.is_parquet:
        kinds += (parquet_errors(part.path),)
    try:
        yield
    except pd.errors.EmptyDataError:
        raise InputError(f"{part.path}: found an empty file; expected a header row and rows") from None
    except kinds as error:
        reason = " ".join(str(error).split())
        kind = "Parquet" if part.is_parquet else f"{form.encoding.upper()} CSV"
        other = isinstance(error, UnicodeError) and not part.is_parquet
        end = f"{kind} file" + (" (--encoding names another one, such as latin-1 or utf-16)" if other else "")
        raise InputError(f"{part.path}: found {reason}; expected a readable {end}") from None
