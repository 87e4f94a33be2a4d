"""Writing of files, whole or not at all: under a temporary name first, and then renamed."""

from __future__ import annotations

import errno
import hashlib
import json
import os
import re
import shutil
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
"""Names of files (`writing`) and folders (`replacing`) until they are whole; the number is their process."""


@contextmanager
def _told(path: Path, expected: str) -> Iterator[None]:
    """Turn a failure to write inside into one line that names the path."""
    try:
        yield
    except OSError as error:
        if error.errno not in NOT_WRITABLE:
            raise
        raise InputError(f"{path}: found {os.strerror(error.errno)}; expected to {expected}") from error


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
        with _told(path, "write this file"):
            path.parent.mkdir(parents=True, exist_ok=True)
            yield temporary
            temporary.replace(path)
    finally:
        with suppress(OSError):
            temporary.unlink(missing_ok=True)


@contextmanager
def replacing(folder: str | Path) -> Iterator[Path]:
    """Give an empty folder beside `folder`; put it in the place of `folder` on success, remove it on failure.

    Raises
    ------
    InputError
        As `writing` does. On failure `folder` is as it was.
    """
    folder = Path(folder)
    temporary = folder.with_name(f".{folder.name}.{os.getpid()}.part")
    try:
        with _told(folder, "write this folder"):
            shutil.rmtree(temporary, ignore_errors=True)
            temporary.mkdir(parents=True)
        yield temporary
        with _told(folder, "replace this folder"):
            if folder.is_dir():
                shutil.rmtree(folder)
            temporary.replace(folder)
    except InputError as error:
        # The user knows no folder but theirs.
        raise InputError(str(error).replace(str(temporary), str(folder))) from error
    finally:
        shutil.rmtree(temporary, ignore_errors=True)


def write_text(path: str | Path, text: str) -> None:
    """Write `text` as UTF-8 with Unix line ends."""
    write_bytes(path, text.encode("utf-8"))


def write_bytes(path: str | Path, data: bytes) -> None:
    """Write `data` whole or not at all."""
    with writing(path) as temporary:
        temporary.write_bytes(data)


def json_text(value: Any) -> str:
    """Return `value` as JSON text that is the same for equal values; NaN is refused."""
    return json.dumps(value, indent=2, ensure_ascii=False, allow_nan=False) + "\n"


def write_json(path: str | Path, value: Any) -> None:
    """Write `value` as the text that `json_text` makes of it."""
    write_text(path, json_text(value))


def read_json(path: str | Path) -> dict[str, Any]:
    """Read what `write_json` wrote of a mapping.

    Raises
    ------
    InputError
        If the file is absent or damaged.
    """
    expected = "expected a JSON object (if the workflow made the file, remove it and run again)"
    try:
        value = json.loads(Path(path).read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise InputError(f"{path}: found nothing; {expected}") from None
    except (ValueError, RecursionError) as error:
        raise InputError(f"{path}: found {error}; {expected}") from None
    if not isinstance(value, dict):
        raise InputError(f"{path}: found {type(value).__name__}; {expected}")
    return value


def recorded_files(path: Path, kind: str) -> list[Any] | None:
    """Return the file names in a record of a kind that `write_json` wrote; None for anything else."""
    try:
        record = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return None
    names = record.get("files") if isinstance(record, dict) and record.get("kind") == kind else None
    return names if isinstance(names, list) else None


def sha256(path: str | Path) -> str:
    """Return the hexadecimal SHA-256 digest of a file."""
    with Path(path).open("rb") as stream:
        return hashlib.file_digest(stream, "sha256").hexdigest()
