"""The folder of an assessment: an earlier assessment is replaced whole, and other files are not touched."""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from rocrepro.errors import InputError
from rocrepro.formats.files import recorded_files, write_json
from rocrepro.formats.given.files import RECORD
from rocrepro.report.layout import INSIDE

KIND = "files of rocrepro evaluate"
PART = ".assessment-"
SUFFIXES = (".csv", ".html", ".json", ".md", ".png", ".svg")
"""Kinds of files that an assessment writes."""


@contextmanager
def replacing(folder: str | Path) -> Iterator[Path]:
    """Give an empty folder inside `folder`; what is in it on success replaces the earlier assessment there.

    Parameters
    ----------
    folder : str or Path
        Made if it is not there. It may hold an earlier assessment, which its record names file by file, and
        files that no assessment could overwrite.

    Yields
    ------
    Path
        Gone afterwards. On failure `folder` is as it was; after a stop amid the last moves it has files of
        both assessments, and a record of all of them.

    Raises
    ------
    InputError
        Before anything is computed, for a path that is no folder, cannot be made or cannot be written, and
        for a folder with somebody else's files; later, for a disk that is full.
    """
    folder = Path(folder)
    part, made = _claimed(folder)
    try:
        yield part
        _replace(folder, part)
    except BaseException as error:
        _give_back(part, made)
        # The user knows no folder but theirs.
        if isinstance(error, InputError) and str(part) in str(error):
            raise InputError(str(error).replace(str(part), str(folder))) from None
        raise
    shutil.rmtree(part, ignore_errors=True)


def _claimed(folder: Path) -> tuple[Path, list[Path]]:
    """An empty folder inside, after a look at what else is there, and the folders that had to be made."""
    part, made = None, []
    try:
        if folder.exists() and not folder.is_dir():
            raise InputError(f"{folder}: found a file; expected a folder to write to")
        made = [path for path in (folder, *folder.parents) if not path.exists()]
        folder.mkdir(parents=True, exist_ok=True)
        part = Path(tempfile.mkdtemp(prefix=PART, dir=folder))
        others = _others(folder)
    except OSError as error:
        _give_back(part, made)
        raise _unwritable(folder, error) from None
    if others:
        _give_back(part, made)
        shown = ", ".join(others[:3]) + (", ..." if len(others) > 3 else "")
        expected = "expected a new or empty folder, or that of an earlier assessment"
        raise InputError(f"{folder}: found {shown}, which is not from an assessment; {expected}")
    return part, made


def _give_back(part: Path | None, made: list[Path]) -> None:
    """Remove what was made, as far as it is empty otherwise."""
    if part is not None:
        shutil.rmtree(part, ignore_errors=True)
    for path in made:  # the innermost first
        with suppress(OSError):
            path.rmdir()


def _others(folder: Path) -> list[str]:
    """Return the files of others that may be in the way; hidden ones never are."""
    own = recorded(folder)
    if own is None:
        return sorted(path.name for path in folder.iterdir() if not path.name.startswith("."))
    return [name for name in _in_the_way(folder) if name not in own]


def _in_the_way(folder: Path) -> Iterator[str]:
    """Names that an assessment could take, in the folder and in those inside that it writes to.

    A link in the place of one of these leads elsewhere, so that nothing may be written or removed there.
    """
    for path in sorted(folder.iterdir()):
        if path.name in INSIDE and path.is_dir() and not path.is_symlink():
            yield from (f"{path.name}/{file.name}" for file in sorted(path.iterdir()) if _is_taken(file.name))
        elif path.name in INSIDE or _is_taken(path.name):
            yield path.name


def _is_taken(name: str) -> bool:
    """Return whether an assessment could write a file of this name."""
    return name.endswith(SUFFIXES) and not name.startswith(".")


def recorded(folder: Path) -> set[str] | None:
    """Return the files of the assessment in a folder, with its record; None where there is no record.

    Names are paths from the folder; those of earlier versions, which wrote all files side by side, are
    understood too.
    """
    names = recorded_files(folder / RECORD, KIND)
    # Its files may be removed: none outside the folder can be named.
    if names is None or not all(isinstance(name, str) and _is_inside(name) for name in names):
        return None
    return {*names, RECORD}


def _is_inside(name: str) -> bool:
    """Return whether a name is that of a file in the folder, or in one that an assessment makes in it."""
    *above, last = name.split("/")
    known = not above or above in [[folder] for folder in INSIDE]
    return known and last not in ("", ".", "..", *INSIDE) and "\\" not in name


def _replace(folder: Path, part: Path) -> None:
    """Move the new files in, and remove those of the earlier assessment that were not made again."""
    old = recorded(folder) or set()
    new = {path.relative_to(part).as_posix() for path in part.rglob("*") if path.is_file()}
    try:
        # Should this be stopped in the middle, the record has whatever is there.
        _write_record(folder, old | new)
        for name in sorted(new):
            (folder / name).parent.mkdir(exist_ok=True)
            (part / name).replace(folder / name)
        for name in old - new - {RECORD}:
            (folder / name).unlink(missing_ok=True)
        for name in INSIDE:
            with suppress(OSError):  # it is not there, or not empty
                (folder / name).rmdir()
        _write_record(folder, new)
    except OSError as error:
        raise _unwritable(folder, error) from None


def _write_record(folder: Path, names: set[str]) -> None:
    write_json(folder / RECORD, {"kind": KIND, "files": sorted(names - {RECORD})})


def _unwritable(folder: Path, error: OSError) -> InputError:
    reason = os.strerror(error.errno) if error.errno else str(error)
    return InputError(f"{folder}: found {reason}; expected a folder that can be written to")
