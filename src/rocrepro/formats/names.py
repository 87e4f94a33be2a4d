"""Names that are written in two ways."""

from __future__ import annotations

import re
from collections.abc import Sequence

from rocrepro.formats.number_text import plain


def alike(names: Sequence[str], *, words: bool = False) -> tuple[str, str] | None:
    """Return the first two names that differ only in capitals, spaces, zeros in front or a point zero.

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
    """A name without what people write or leave out: capitals, spaces, zeros in front, a point zero."""
    if plain(name) is not None and "e" not in name.casefold():
        whole, _, rest = name.strip().lstrip("+").partition(".")
        sign = "-" if whole.startswith("-") else ""
        rest = rest.rstrip("0")
        return sign + (whole.lstrip("-").lstrip("0") or "0") + ("." + rest if rest else "")
    return "".join(name.casefold().split())
