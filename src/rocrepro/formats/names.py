"""Names that are written in two ways, and names for no value."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence

from rocrepro.formats.number_text import plain

NO_VALUE = frozenset(
    {"", "?", ".", "-", "--", "na", "n/a", "#n/a", "<na>", "nan", "nat", "nil", "null", "missing"}
)
"""Texts, in small letters, that usually stand for no value."""
NO_CLASS = NO_VALUE | {"none", "unknown"}
"""Texts that stand for no class; a feature may well have such categories."""
JOINED = re.compile(r"(?<=[^\W\d_])[-_](?=[^\W\d_])")
"""Sign that joins two words where others put a space; in 10-19 and A- it has a meaning."""
QUOTES = "'\"`\u2018\u2019\u201c\u201d "
UNSEEN = ("Cc", "Cf")
"""Unicode's categories of characters that show nothing, a soft hyphen among them."""
ENDS = frozenset({-(2.0**15), -(2.0**31), -(2.0**63), 2.0**15 - 1, 2.0**31 - 1, 2.0**63})
"""The ends of integers of two, four and eight bytes."""


def alike(names: Sequence[str], *, words: bool = False) -> tuple[str, str] | None:
    """Return the first two names that differ only in how they are written.

    That is in capitals, spaces, hyphens between words, quotation marks, a full stop at the end, characters
    that show nothing, zeros in front, a point zero, or in how Unicode writes a letter.

    Parameters
    ----------
    names : sequence of str
        Each once.
    words : bool, default False
        Whether the names are words, in which ``_`` and ``-`` stand for a space.

    Returns
    -------
    tuple of str, optional

    Examples
    --------
    >>> alike(["007", "8", "7"])
    ('007', '7')
    >>> alike(["Ill", "well", "ill"])
    ('Ill', 'ill')
    >>> alike(["random_forest", "Random Forest"]), alike(["random_forest", "Random Forest"], words=True)
    (None, ('random_forest', 'Random Forest'))
    """
    known: dict[str, str] = {}
    for name in names:
        bare = _bare(re.sub(r"(?<=\w)[_-](?=\w)", " ", name) if words else name)
        if (other := known.setdefault(bare, name)) != name:
            return other, name
    return None


def _bare(name: str) -> str:
    """A name without what people write or leave out."""
    if plain(name) is not None and "e" not in name.casefold():
        whole, _, rest = name.strip().lstrip("+").partition(".")
        sign = "-" if whole.startswith("-") else ""
        rest = rest.rstrip("0")
        return sign + (whole.lstrip("-").lstrip("0") or "0") + ("." + rest if rest else "")
    if not name.isascii() or not name.isprintable():
        name = unicodedata.normalize("NFKC", name)
        name = "".join(sign for sign in name if unicodedata.category(sign) not in UNSEEN or sign.isspace())
    name = JOINED.sub("", name.strip(QUOTES))
    return "".join((name[:-1] if name[1:].endswith(".") else name).casefold().split())


def written_alike(pair: tuple[str, str]) -> str:
    """Say of two names that `alike` found that they may be one."""
    return f"{pair[0]!r} and {pair[1]!r} differ only in how they are written; they were treated as two"


def is_no_number(value: float) -> bool:
    """Return whether a number is one that programs write for no value: -9, 999, -32768, 1e30.

    Numbers of nines count from 999 and from -9, and so do the ends of integers and the powers of ten that no
    measurement has. Whether it stands for none here depends on the others.

    Examples
    --------
    >>> [value for value in (-9, 9, 99, 999, -99, 1e30, -32768, 1000, -1) if is_no_number(value)]
    [-9, 999, -99, 1e+30, -32768]
    """
    if not float(value).is_integer():
        return False
    nines = set(str(int(abs(value)))) == {"9"}
    return (nines and not 0 < value < 999) or value in ENDS or abs(value) >= 1e20
