"""Scores from standard input and from other pipes, which can be read only once."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from rocrepro.errors import InputError
from rocrepro.formats.given.notes import renamed

STANDARD_INPUT = frozenset({"-", "/dev/stdin", "/dev/fd/0", "/proc/self/fd/0"})
"""Names of standard input; a file that is called ``-`` is ``./-``."""
PARQUET = b"PAR1"
"""First bytes of a Parquet file."""


@contextmanager
def kept(path: str | Path) -> Iterator[str | Path]:
    """Give a file that can be read several times: standard input (``-``) and pipes are copied for it.

    Parameters
    ----------
    path : str or Path
        A pipe may bring a CSV or a Parquet file, which is told by its first bytes.

    Yields
    ------
    str or Path
        The path itself where it is no pipe; else that of the copy, which is gone afterwards.

    Raises
    ------
    InputError
        As the reader of the copy raises it, with the name that the user gave.
    """
    given = Path("/dev/stdin") if str(path) == "-" else Path(path)
    if str(path) not in STANDARD_INPUT and not (given.is_fifo() or given.is_char_device()):
        yield path
        return
    with tempfile.TemporaryDirectory(prefix="rocrepro-") as folder:
        copy = Path(folder) / "standard input"
        try:
            with given.open("rb") as source, copy.open("wb") as target:
                shutil.copyfileobj(source, target)
            with copy.open("rb") as source:
                suffix = ".parquet" if source.read(4) == PARQUET else ".csv"
        except OSError as error:
            raise InputError(f"{path}: found {error.strerror}; expected a CSV or Parquet file") from None
        copy = copy.rename(copy.with_suffix(suffix))
        try:
            with renamed(str(copy), str(path)):
                yield copy
        except InputError as error:
            raise InputError(str(error).replace(str(copy), str(path))) from error
