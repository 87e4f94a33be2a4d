"""Numbers as people write them: decimal commas, thousands, per cent, currencies."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache

import numpy as np
from numpy.typing import NDArray

from rocrepro.errors import InputError

SIGNS = {"comma": ",", "point": ".", "space": " ", "apostrophe": "'", "underscore": "_"}
"""Signs by names that need no quotation marks in a shell."""
ALIKE = {" ": " \u00a0\u202f\u2009", "'": "'\u2019"}
"""Signs that stand for one: spaces that do not break a line, and the typographic apostrophe."""
MONEY = r"(?:[A-Z]{0,3}[$€£¥₹₽₩]|Rs\.?|Fr\.|USD|EUR|GBP|CHF|JPY|CNY|INR|CAD|AUD|SEK|NOK|DKK|PLN|CZK|BRL)"
SETTINGS = (*((",", ""), (".", ","), (",", "."), (".", " "), (",", " "), (".", "'"), (",", "'"), (".", "_")),)
"""Decimal sign and sign between thousands, as people combine them, the usual ones first."""
EXAMPLES = 1000
"""Different texts of a column that a suggestion has to fit."""


def check_signs(decimal: str, thousands: str) -> None:
    """Check the signs in numbers.

    Raises
    ------
    InputError
        For a sign that is none, and for one sign that is to be both.
    """
    if decimal not in (".", ",", "point", "comma"):
        raise InputError(f"decimal: found {decimal!r}; expected a point or a comma")
    if thousands and sign_of(thousands) not in SIGNS.values():
        names = ", ".join(SIGNS)
        raise InputError(f"thousands: found {thousands!r}; expected one of {names}, or the sign itself")
    if sign_of(decimal) == sign_of(thousands):
        raise InputError(f"thousands: found {thousands!r}, which is the decimal sign too; expected another")


def sign_of(name: str) -> str:
    """Return a sign that is given as it is or by its name in `SIGNS`."""
    return SIGNS.get(name, name)


@cache
def _pattern(decimal: str, thousands: str) -> re.Pattern[str]:
    """Return the pattern of a number: thousands come in threes, and a number with them begins with no 0.

    Above the thousands, India parts lakhs and crores, two digits each.
    """
    whole, point = r"[0-9]+", re.escape(decimal)
    if thousands:
        sign = f"[{re.escape(ALIKE.get(thousands, thousands))}]"
        lakhs = rf"[1-9][0-9]?(?:{sign}[0-9]{{2}})+{sign}[0-9]{{3}}"
        whole = rf"(?:[1-9][0-9]{{0,2}}(?:{sign}[0-9]{{3}})+|{lakhs}|[0-9]+)"
    return re.compile(rf"[+-]?(?:{whole}(?:{point}[0-9]*)?|{point}[0-9]+)(?:[eE][+-]?[0-9]+)?")


def plain(text: str, decimal: str = ".", thousands: str = "") -> str | None:
    """Return a number as Python writes it; None for a text that is not a number with these signs.

    Parameters
    ----------
    text : str
        Spaces around it do not count.
    decimal, thousands : str
        Signs, or their names in `SIGNS`; without `thousands`, no sign parts them.

    Returns
    -------
    str or None

    See Also
    --------
    looks_like_number : what to say about a text that is none.

    Examples
    --------
    >>> plain("1.234,5", decimal=",", thousands="."), plain("1,5", thousands=",")
    ('1234.5', None)
    """
    decimal, thousands = sign_of(decimal), sign_of(thousands)
    text = text.strip()
    if not _pattern(decimal, thousands).fullmatch(text):
        return None
    for sign in ALIKE.get(thousands, thousands):
        text = text.replace(sign, "")
    return text.replace(decimal, ".")


def as_numbers(texts: Iterable[str], decimal: str = ".", thousands: str = "") -> NDArray[np.float64]:
    """Return texts as numbers, NaN for a text that is not a number with these signs."""
    found = (plain(text, decimal, thousands) for text in texts)
    return np.array([np.nan if text is None else float(text) for text in found], dtype=np.float64)


@dataclass(frozen=True)
class Look:
    """A text that looks like a number, but is not one as it stands.

    Attributes
    ----------
    text : str
    what : str
        What it looks like, as in "a number with a decimal comma".
    settings : tuple of dict
        Keys ``decimal`` and ``thousands`` that would read it, one dict for each way in which it can be meant;
        empty where the file has to be mended.
    """

    text: str
    what: str
    settings: tuple[dict[str, str], ...]

    def mend(self, option: str = "--{key} {name}") -> str:
        """Return words on how to mend it; `option` is how a key is written.

        Examples
        --------
        >>> looks_like_number("0,5").mend()
        'to read it so: --decimal comma'
        >>> looks_like_number("0,5").mend("{key}: {value!r}")
        "to read it so: decimal: ','"
        """
        if not self.settings:
            return "write it as a plain number, such as 0.5"
        names = {sign: name for name, sign in SIGNS.items()}
        ways = (
            " ".join(option.format(key=key, value=value, name=names[value]) for key, value in way.items())
            for way in self.settings
        )
        return f"to read it so: {', or '.join(ways)}"


def looks_like_number(text: str, among: Sequence[str] = ()) -> Look | None:
    """Tell what number a text may be meant to be.

    Parameters
    ----------
    text : str
        A cell.
    among : sequence of str, optional
        Cells of its column: where they leave one way to read the text, the others are not named.

    Returns
    -------
    Look or None
        None for a plain number, and for a text that is no number in any way known here.

    Examples
    --------
    >>> looks_like_number("45 %").what
    'a number with a per cent sign'
    >>> looks_like_number("1,234").settings
    ({'decimal': ','}, {'thousands': ','})
    >>> looks_like_number("1,234", among=["1,234", "0,5"]).settings
    ({'decimal': ','},)
    >>> looks_like_number("0.5"), looks_like_number("north")
    (None, None)
    """
    text = text.strip()
    if plain(text) is not None:
        return None
    for pattern, what in (
        (r"(.+?)\s*[%‰]", "a number with a per cent sign"),
        (rf"[+-]?\s*{MONEY}\s*(.+)|(.+?)\s*{MONEY}", "an amount of money"),
        (r"[\u2212\u2013\u2010\u2011](.+)", "a number with a minus sign that is not '-'"),
        (r"\(([^,]+|[0-9,]+\.[0-9]+)\)", "a negative number in brackets"),  # (0,5) is an interval
    ):
        found = re.fullmatch(pattern, text)
        inside = next((part for part in found.groups() if part), "") if found else ""
        if inside and (plain(inside) is not None or _ways(inside)):
            return Look(text, what, ())
    if re.fullmatch(r"[+-]?[0-9]*[·٫][0-9]+", text):
        return Look(text, "a decimal sign that is neither a point nor a comma", ())
    ways = _ways(text)
    if not ways:
        return None
    others = [other for other in dict.fromkeys(among) if plain(other) is None][:EXAMPLES]
    fitting = [way for way in ways if all(plain(other, *way) is not None for other in others)]
    ways = fitting or ways
    words = ", or ".join(f"with {_words(way)}" for way in ways)
    return Look(text, f"a number {words}", tuple(map(_keys, ways)))


def _ways(text: str) -> list[tuple[str, str]]:
    """Return the signs with which a text is a number, without a thousands sign where it needs none."""
    fitting = [way for way in SETTINGS if plain(text, *way) is not None]
    fewest = {decimal for decimal, thousands in fitting if not thousands}
    return [way for way in fitting if not (way[1] and way[0] in fewest)]


def _words(way: tuple[str, str]) -> str:
    """A way to write numbers in words."""
    decimal, thousands = way
    names = {sign: name for name, sign in SIGNS.items()}
    parts = [f"a decimal {names[decimal]}"] if decimal != "." else []
    if thousands:
        parts.append(f"{names[thousands]}s between thousands")
    return " and ".join(parts)


def _keys(way: tuple[str, str]) -> dict[str, str]:
    """The keys of a way, those with their usual values left out."""
    decimal, thousands = way
    keys = {"decimal": decimal} if decimal != "." else {}
    return keys | ({"thousands": thousands} if thousands else {})


def may_be_thousands(texts: Iterable[str], sign: str = ".") -> str | None:
    """Return a text whose decimal sign may part thousands; None where the texts leave no doubt.

    That is the case where every number with the sign has exactly three digits after it and one to three
    before it, the first of which is no 0, and other numbers are whole: 1.234 beside 987.

    Examples
    --------
    >>> may_be_thousands(["1.234", "987"])
    '1.234'
    >>> may_be_thousands(["1.234", "987", "0.5"])
    """
    parted, whole, first = re.compile(rf"[+-]?[1-9][0-9]{{0,2}}{re.escape(sign)}[0-9]{{3}}"), False, None
    for text in map(str.strip, texts):
        if parted.fullmatch(text):
            first = first or text
        elif re.fullmatch(r"[+-]?[0-9]{1,3}", text):
            whole = True
        else:
            return None
    return first if whole else None
