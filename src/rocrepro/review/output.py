"""The folder of a review: written whole, in the place of an earlier review and of nothing else."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from rocrepro.errors import InputError
from rocrepro.formats.files import recorded_files, replacing, write_json
from rocrepro.formats.given.files import RECORD

KIND = "files of rocrepro review"


@contextmanager
def reviewed(folder: str | Path) -> Iterator[Path]:
    """Give an empty folder; what is in it on success takes the place of `folder`.

    Parameters
    ----------
    folder : str or Path
        New or empty, or that of an earlier review, as its record says file by file.

    Raises
    ------
    InputError
        Before anything is computed, for a folder with somebody else's files. On failure `folder` is as it
        was.
    """
    shown, folder = Path(folder), Path(folder).resolve()
    if folder == Path.cwd():
        raise InputError(f"{shown}: found the current folder; expected another folder to write to")
    _check_free(shown, folder)
    made = [path for path in folder.parents if not path.exists()]
    try:
        with replacing(folder) as part:
            yield part
            files = sorted(path.relative_to(part).as_posix() for path in part.rglob("*") if path.is_file())
            write_json(part / RECORD, {"kind": KIND, "files": files})
    except BaseException as error:
        for path in made:  # the innermost first
            with suppress(OSError):
                path.rmdir()
        if isinstance(error, InputError) and str(folder) in str(error):
            raise InputError(str(error).replace(str(folder), str(shown))) from None
        raise


def _check_free(shown: Path, folder: Path) -> None:
    """Raise InputError unless all that is there is of an earlier review."""
    if not folder.exists():
        return
    if not folder.is_dir():
        raise InputError(f"{shown}: found a file; expected a folder to write to")
    names = recorded_files(folder / RECORD, KIND)
    own = set() if names is None else {*map(str, names), RECORD}
    there = (path for path in folder.rglob("*") if not path.is_dir() or path.is_symlink())
    other = next((name for path in there if (name := path.relative_to(folder).as_posix()) not in own), None)
    if other is not None:
        expected = "expected a new or empty folder, or that of an earlier review"
        raise InputError(f"{shown}: found {other}, which is not from a review; {expected}")
