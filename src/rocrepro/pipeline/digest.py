"""Digests of source code, so that a rule runs again when the code that it runs has changed."""

from __future__ import annotations

import hashlib
from pathlib import Path

PACKAGE = Path(__file__).resolve().parents[1]


def code_digest(*places: str) -> str:
    """Digest the Python files of some sub-packages or modules.

    Parameters
    ----------
    *places : str
        Paths below the package, for example "evaluation" or "randomness.py".

    Returns
    -------
    str
        16 hexadecimal digits; the same wherever the package lies.
    """
    total = hashlib.sha256()
    for place in sorted(places):
        path = PACKAGE / place
        files = sorted(path.rglob("*.py")) if path.is_dir() else [path]
        for file in files:
            total.update(file.relative_to(PACKAGE).as_posix().encode() + b"\0")
            total.update(hashlib.sha256(file.read_bytes()).digest())
    return total.hexdigest()[:16]
