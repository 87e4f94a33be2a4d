"""Text of raw files, in the encoding that the entry names."""

from __future__ import annotations

import codecs
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TextIO

from rocrepro.errors import InputError

DEFAULT = "utf-8"
MARK = "\ufeff"
"""A byte order mark as text: what is left of it where the encoding is named with its byte order."""

UNSEEN = "\u200b\u200e\u200f\u2060\ufeff"
"""Characters without a width, which spreadsheets and web pages leave around a cell."""
PACKED = (b"\x1f\x8b", b"PK\x03\x04", b"BZh", b"\xfd7zXZ", b"\x28\xb5\x2f\xfd")
"""First bytes of files that gzip, zip (Excel too), bzip2, xz and zstd have packed."""


def stripped(cell: str) -> str:
    """Return a cell without blanks around it, those that cannot be seen included."""
    return cell.strip() if cell.isascii() else cell.strip().strip(UNSEEN).strip()


def is_encoding(name: str) -> bool:
    """Return whether Python reads text in an encoding of this name."""
    try:
        return bool(getattr(codecs.lookup(name), "_is_text_encoding", True))
    except (LookupError, ValueError):
        return False


@contextmanager
def opened(path: Path, entry: dict[str, Any]) -> Iterator[TextIO]:
    """Open a raw file as text, line ends as they are; a byte order mark is no part of it.

    Raises
    ------
    InputError
        If the file cannot be read, or is no text in the encoding.
    """
    encoding = entry.get("encoding", DEFAULT)
    try:
        with path.open(encoding=encoding, newline="") as text:
            if text.read(1) != MARK:
                text.seek(0)
            yield text
    except UnicodeError as error:
        raise _undecoded(path, encoding, error) from None
    except OSError as error:
        raise InputError(f"{path}: found {error.strerror}; expected a readable file") from None


def read_text(path: Path, entry: dict[str, Any]) -> str:
    """Read a raw file as text, with a line feed at the end of each line."""
    with opened(path, entry) as text:
        whole = text.read().replace("\r\n", "\n").replace("\r", "\n")
    if (at := whole.find("\0")) >= 0:
        raise no_text(path, 1 + whole.count("\n", 0, at))
    return whole


def no_text(path: Path, line: int) -> InputError:
    """Return the error for a line with a NUL, which no text has."""
    hint = "(or encoding: utf-16-le or utf-16-be in the entry, if it is that)"
    return InputError(f"{path}: line {line}: found a NUL character; expected text {hint}")


def lines_of(path: Path, entry: dict[str, Any]) -> list[str]:
    """Return the lines of a text file; unlike `str.splitlines`, nothing but a line end starts another."""
    return read_text(path, entry).split("\n")


def _undecoded(path: Path, encoding: str, error: UnicodeError) -> InputError:
    """Say where the bytes of a file do not fit its encoding, and that another can be named."""
    data = path.read_bytes()
    if data.startswith(PACKED):
        return InputError(f"{path}: found a compressed file; expected the text in it")
    named = codecs.lookup(encoding).name
    word = "UTF-8" if named == "utf-8" else encoding
    wide = data[:2] in (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE) and not named.startswith("utf-16")
    other = "utf-16" if wide else "cp1252"
    expected = f"expected {word} text (or encoding: {other} in the entry, if it is that)"
    try:
        data.decode(encoding)
    except UnicodeDecodeError as whole:
        line = data[: whole.start].count(b"\n") + 1
        return InputError(f"{path}: line {line}: found the byte 0x{data[whole.start]:02x}; {expected}")
    except UnicodeError:
        pass
    return InputError(f"{path}: found {' '.join(str(error).split())}; {expected}")
