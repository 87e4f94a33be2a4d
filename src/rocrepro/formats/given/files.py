"""Which files a user means: one file, a folder of them, or a pattern; and the names of their columns."""

from __future__ import annotations

import csv
import glob
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, fields
from itertools import takewhile
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import unquote

from rocrepro.errors import InputError
from rocrepro.formats.given.notes import note
from rocrepro.formats.number_text import check_signs
from rocrepro.formats.parquet import valid_table

if TYPE_CHECKING:
    import pandas as pd

    from rocrepro.formats.given.columns import Places

SEPARATORS = {";": "semicolons", "\t": "tabs", "|": "bars"}
DELIMITERS = {"comma": ",", "semicolon": ";", "tab": "\t", "\\t": "\t", "bar": "|", "space": " "}
"""Separators by names that need no quotation marks in a shell."""
RECORD = "record.json"
"""What a folder's last assessment wrote, by which the next one knows what it may replace."""
TEXT: dict[str, Any] = {"dtype": str, "keep_default_na": False, "na_values": []}
"""How pandas reads every cell of a CSV as it is."""
MANY = 5000
"""Columns from which on pandas is too slow for a header."""
SIGNS = set("*?[")
EMPTY = "__HIVE_DEFAULT_PARTITION__"
"""What Hive, Spark and their kin write in a folder's name for no value."""


@dataclass(frozen=True)
class Form:
    """How a CSV file writes its cells, and how texts write numbers.

    Attributes
    ----------
    delimiter : str
        One sign between cells, or one of the names in `DELIMITERS`.
    encoding : str
        As Python knows it; a byte order mark is left out.
    decimal, thousands : str
        Signs in numbers; without `thousands`, no sign parts them.

    Raises
    ------
    InputError
        For an encoding that Python does not know, and signs that are none or are not told apart.
    """

    delimiter: str = ","
    encoding: str = "utf-8"
    decimal: str = "."
    thousands: str = ""

    def __post_init__(self) -> None:
        check_signs(self.decimal, self.thousands)
        if len(self.sign) != 1 or self.sign in '"\r\n':
            names = ", ".join(name for name in DELIMITERS if name.isalpha())
            raise InputError(f"delimiter: found {self.delimiter!r}; expected one sign, or one of {names}")
        try:
            "".encode(self.codec)
        except (LookupError, ValueError):
            expected = "expected a name such as utf-8, latin-1, cp1252 or utf-16"
            raise InputError(f"encoding: found {self.encoding!r}; {expected}") from None

    @property
    def sign(self) -> str:
        """The delimiter as one sign."""
        return DELIMITERS.get(self.delimiter, self.delimiter)

    @property
    def codec(self) -> str:
        """The encoding, in which UTF-8 may begin with a byte order mark."""
        return "utf-8-sig" if self.encoding.lower() in ("utf-8", "utf8") else self.encoding

    @property
    def options(self) -> dict[str, Any]:
        """Options of pandas' reader, which takes every cell as it is."""
        return {"sep": self.sign, "encoding": self.codec, **TEXT}

    @property
    def is_usual(self) -> bool:
        """Whether a file is UTF-8 with points in its numbers."""
        return (self.codec, self.decimal, self.thousands) == ("utf-8-sig", ".", "")


def form_of(entry: Mapping[str, Any]) -> Form:
    """Return the form that a mapping names, other keys left out."""
    return Form(**{field.name: entry[field.name] for field in fields(Form) if field.name in entry})


@dataclass(frozen=True)
class Part:
    """One file, with the columns that it has by the names of its folders.

    Attributes
    ----------
    path : Path
    folders : mapping of str to str
        Value of each such column: `{"model": "a"}` of ``scores/model=a/part.parquet``.
    """

    path: Path
    folders: Mapping[str, str]

    @property
    def is_parquet(self) -> bool:
        """Whether the file is read as Parquet; all others are read as CSV."""
        return self.path.suffix.lower() == ".parquet"


def parts_of(path: str | Path) -> list[Part]:
    """Find the files that a user means.

    Parameters
    ----------
    path : str or Path
        A file, whatever signs its name has. Or a folder: its CSV or its Parquet files, and those in folders
        inside that are named ``column=value``. Names that begin with a dot or an underscore are left out.
        Or a pattern with ``*``, ``?`` or ``[``, as `glob.glob` has them; ``**`` stands for any folders.

    Returns
    -------
    list of Part
        At least one, in the order of their names; all of one kind, with the same columns from folders. A
        file that is named by itself has none of these.

    Warns
    -----
    AssessmentNote
        For folders inside with files that are left out; not for an assessment of our own.

    Raises
    ------
    InputError
        Where no file fits, and where the files differ in kind or in these columns.
    """
    expected = "expected a CSV or Parquet file of labels and scores"
    if not str(path):
        raise InputError(f"scores: found no name of a file; {expected}")  # and not the folder of the run
    path = Path(path)
    if path.is_file():
        return [Part(path, {})]
    if path.is_dir():
        above, files = path, list(_inside(path))
        _note_left_out(path)
        if not files:
            raise InputError(f"{path}: found a folder without CSV and Parquet files; {expected}, or several")
    else:
        above = Path(*takewhile(lambda name: not SIGNS & set(name), path.parts))
        found = sorted(glob.glob(str(path), recursive=True))  # noqa: PTH207 (its stars match no hidden names)
        files = [file for file in map(Path, found) if file.is_file()]
        if not files:
            raise InputError(f"{path}: found no such file; {expected}")
    parts = [Part(file, _folders(file.relative_to(above))) for file in files]
    for part in parts:
        if part.is_parquet != parts[0].is_parquet:
            raise InputError(f"{path}: found {parts[0].path.name} and {part.path.name}; expected one kind")
        if list(part.folders) != list(parts[0].folders):
            names, wanted = (", ".join(each.folders) or "none" for each in (part, parts[0]))
            raise InputError(f"{part.path}: found the columns {names} in names of folders; expected {wanted}")
    return parts


def _inside(folder: Path) -> Iterator[Path]:
    """The files of a folder, and of those inside whose names give columns."""
    for path in sorted(folder.iterdir()):
        if path.name.startswith((".", "_")):
            continue
        if path.is_dir() and "=" in path.name:
            yield from _inside(path)
        elif path.is_file() and path.suffix.lower() in (".csv", ".parquet"):
            yield path


def _note_left_out(folder: Path) -> None:
    """Say which folders have files that nobody reads."""
    inside = sorted(
        path for path in folder.iterdir() if path.is_dir() and not path.name.startswith((".", "_"))
    )
    plain = [path for path in inside if "=" not in path.name and not (path / RECORD).is_file()]
    if names := [path.name for path in plain if next(_inside(path), None)]:
        taken = "a name such as model=a, or a pattern with **, takes files of folders in"
        note(f"{folder}: left out the files in {', '.join(names)}; {taken}")


def _folders(path: Path) -> dict[str, str]:
    """Column and value of each folder on a path that is named so."""
    found: dict[str, str] = {}
    for column, equals, value in (name.partition("=") for name in path.parts[:-1]):
        if equals and unquote(column) in found:
            raise InputError(f"{path}: found the column {unquote(column)} in two names of folders")
        if equals:
            found[unquote(column)] = "" if value == EMPTY else unquote(value)
    return found


def header_of(parts: Sequence[Part], form: Form | None = None) -> list[str]:
    """Names of the columns as the files have them, and then of those from folders.

    Raises
    ------
    InputError
        Where a file cannot be read or has other columns than the first, and for signs or an encoding of CSV
        files where the files are Parquet.
    """
    import pandas as pd
    import pyarrow.parquet as pq

    form = form or Form()
    if parts[0].is_parquet and (form.sign, form.codec) != (",", "utf-8-sig"):
        name = "delimiter" if form.sign != "," else "encoding"
        found = f"found {getattr(form, name)!r} for a Parquet file"
        raise InputError(f"{name}: {found}; expected none")
    first: list[str] = []
    for part in parts:
        with readable(part, form):
            names = pq.read_schema(part.path).names if part.is_parquet else csv_header(part.path, form)
            if not names:  # says why
                pd.read_csv(part.path, nrows=0, **form.options)
        names = [*map(str, names), *part.folders]
        first = first or names
        if names != first:
            wanted = f"{', '.join(first)}, as in {parts[0].path}"
            raise InputError(f"{part.path}: found the columns {', '.join(names)}; expected {wanted}")
    return first


def csv_header(path: Path, form: Form) -> list[str]:
    """Names of the columns of a CSV as they are; pandas would make two of one name different.

    Raises
    ------
    InputError
        For one column whose name has another separator in it.
    """
    import pandas as pd

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
            import pyarrow.parquet as pq

            own = pq.read_schema(part.path).names
            names = sorted({own[place] for place in places.at.values() if place < len(own)})
            # What pandas keeps as the index of a table is a column of the file.
            table: pd.DataFrame = valid_table(part.path, columns=names).to_pandas(ignore_metadata=True)
            return chosen(table, own, places, part)
        return next(csv_blocks(part, places, form, None))


def csv_blocks(part: Part, places: Places, form: Form, n_rows: int | None) -> Iterator[pd.DataFrame]:
    """Successive rows of a CSV file, all of them in one where no number is given."""
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
        yield chosen(table, names, places, part)
        return
    with pd.read_csv(part.path, chunksize=n_rows, **options) as blocks:
        for block in blocks:
            check_cells(part.path, block)
            yield chosen(block, names, places, part)


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
    """The columns that are used, by the names that the user has for them, those from folders included."""
    import pandas as pd

    values = list(part.folders.values())
    return pd.DataFrame(
        {
            name: table[own[place]] if place < len(own) else values[place - len(own)]
            for name, place in places.at.items()
        },
        index=table.index,
    )


@contextmanager
def readable(part: Part, form: Form | None = None) -> Iterator[None]:
    """Turn what a reader says about a bad file into our one line."""
    import pandas as pd
    import pyarrow as pa

    form = form or Form()
    try:
        yield
    except pd.errors.EmptyDataError:
        raise InputError(f"{part.path}: found an empty file; expected a header row and rows") from None
    except (OSError, ValueError, csv.Error, pd.errors.ParserError, pa.ArrowException) as error:
        reason = " ".join(str(error).split())
        kind = "Parquet" if part.is_parquet else f"{form.encoding.upper()} CSV"
        other = isinstance(error, UnicodeError) and not part.is_parquet
        end = f"{kind} file" + (" (--encoding names another one, such as latin-1 or utf-16)" if other else "")
        raise InputError(f"{part.path}: found {reason}; expected a readable {end}") from None
