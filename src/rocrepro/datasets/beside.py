"""Notes of the publisher on the columns of a raw file, in a small file beside it.

OpenML's description names columns that are none to learn from. It does not come with the raw file itself, so
it is kept with the digest of the bytes that it speaks of: a copy of both files says the same from any source.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from rocrepro.errors import InputError
from rocrepro.formats.files import read_json, write_json

ENDING = ".columns.json"


def beside(raw: Path) -> Path:
    """Return the name of the file beside a raw file."""
    return raw.with_name(raw.name + ENDING)


def keep(raw: Path, digest: str, identifiers: Iterable[str]) -> None:
    """Write down the columns that name the rows of a raw file, or are to be ignored."""
    write_json(beside(raw), {"sha256": digest, "identifiers": sorted(set(identifiers))})


def known(raw: Path, digest: str) -> list[str] | None:
    """Return what was written down about the very same bytes; None if nothing was."""
    try:
        found = read_json(beside(raw)) if beside(raw).is_file() else {}
    except InputError:  # damaged: as if it were not there
        return None
    names = found.get("identifiers")
    if found.get("sha256") != digest or not isinstance(names, list):
        return None
    return [str(name) for name in names]
