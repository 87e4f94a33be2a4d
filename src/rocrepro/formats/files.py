"""Whole files or none: everything is written under a temporary name and renamed."""

from __future__ import annotations

import errno
import hashlib
import json
import os
import re
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from rocrepro.errors import InputError

# What a machine does to a writer; any other error is a defect of ours.
NOT_WRITABLE = {
    errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO, errno.EROFS, errno.EACCES, errno.EPERM, errno.ENOENT,
    errno.ENOTDIR, errno.ESTALE,
}  # fmt: skip

UNFINISHED = re.compile(r"\..*\.(\d+)\.part(\.[^.]*)?", re.DOTALL)
"""Names that `writing` gives to files until they are whole; the number is its process."""


@contextmanager
def writing(path: str | Path) -> Iterator[Path]:
    """Give a temporary path beside `path`; rename it to `path` on success, remove it on failure.

    Raises
    ------
    InputError
        The disk is full or broken, or the folder is not writable or has gone.
    """
    path = Path(path)
    # The suffix stays, because writers choose a format by it.
    temporary = path.with_name(f".{path.stem}.{os.getpid()}.part{path.suffix}")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        yield temporary
        temporary.replace(path)
    except OSError as error:
        if error.errno not in NOT_WRITABLE:
            raise
        raise InputError(f"{path}: found {os.strerror(error.errno)}; expected to write this file") from error
    finally:
        with suppress(OSError):
            temporary.unlink(missing_ok=True)


def write_text(path: str | Path, text: str) -> None:
    """Write `text` as UTF-8 with Unix line ends."""
    write_bytes(path, text.encode("utf-8"))


def write_bytes(path: str | Path, data: bytes) -> None:
    """Write `data` whole or not at all."""
    with writing(path) as temporary:
        temporary.write_bytes(data)


def json_text(value: Any) -> str:
    """`value` as JSON text that is the same for equal values; NaN is refused."""
    return json.dumps(value, indent=2, ensure_ascii=False, allow_nan=False) + "\n"


def write_json(path: str | Path, value: Any) -> None:
    """Write `value` as the text that `json_text` makes of it."""
    write_text(path, json_text(value))


def sha256(path: str | Path) -> str:
    """Hexadecimal SHA-256 digest of a file."""
    with Path(path).open("rb") as stream:
        return hashlib.file_digest(stream, "sha256").hexdigest()
