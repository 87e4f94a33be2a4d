"""The files that a user means: one file, a folder of them, or a pattern."""

from __future__ import annotations

import glob
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import takewhile
from pathlib import Path
from urllib.parse import unquote

from rocrepro.errors import InputError
from rocrepro.formats.given.notes import note

RECORD = "record.json"
"""Name of the file that lists what an assessment wrote, so that the next one may replace it."""
SIGNS = set("*?[")
EMPTY = "__HIVE_DEFAULT_PARTITION__"
"""Value in a folder's name by which Hive, Spark and their kin mean no value."""


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
        """True if the file is read as Parquet; all others are read as CSV."""
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
        raise InputError(f"scores: found no file name; {expected}")  # and not the folder of the run
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
            raise InputError(f"{part.path}: found the columns {names} in folder names; expected {wanted}")
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
    """Say which folders have files that are not read."""
    inside = sorted(
        path for path in folder.iterdir() if path.is_dir() and not path.name.startswith((".", "_"))
    )
    plain = [path for path in inside if "=" not in path.name and not (path / RECORD).is_file()]
    if names := [path.name for path in plain if next(_inside(path), None)]:
        taken = "a name such as model=a, or a pattern with **, includes the files of folders"
        note(f"{folder}: left out the files in {', '.join(names)}; {taken}")


def _folders(path: Path) -> dict[str, str]:
    """Column and value of each folder on a path that is named so."""
    found: dict[str, str] = {}
    for column, equals, value in (name.partition("=") for name in path.parts[:-1]):
        if equals and unquote(column) in found:
            raise InputError(f"{path}: found the column {unquote(column)} in two folder names")
        if equals:
            found[unquote(column)] = "" if value == EMPTY else unquote(value)
    return found
