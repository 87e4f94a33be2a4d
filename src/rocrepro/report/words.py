"""Numbers and Markdown as the page writes them."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping, Sequence
from decimal import ROUND_FLOOR, Context
from typing import Any

import numpy as np
from markupsafe import Markup, escape

MINUS, DASH = "−", "–"
LEAST, MOST = 4, 17
"""Significant digits of a threshold: those that are always shown, and those that any double needs at most."""
_INLINE = re.compile(r"`([^`]+)`|\*\*([^*]+)\*\*|\*([^*\s][^*]*)\*")


def number(value: Any, decimals: int | None = None) -> str:
    """Write a value for a reader: with so many decimals, or with up to four significant digits."""
    if value is None:
        return DASH
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, (list, tuple)):
        return "; ".join(number(part, decimals) for part in value)
    if not isinstance(value, (int, float)):
        return str(value)
    if not math.isfinite(value):
        return DASH if math.isnan(value) else ("∞" if value > 0 else f"{MINUS}∞")
    if value == int(value) and abs(value) < 1e15 and not decimals:
        shown = str(int(value))
    elif decimals is not None and (value == 0 or abs(value) >= 0.5 * 10.0**-decimals):
        shown = f"{value:.{decimals}f}"
    else:
        shown = f"{value:.4g}"
    return shown.replace("-", MINUS)


def threshold_digits(threshold: float, scores: Sequence[float] | np.ndarray = ()) -> str:
    """Write a threshold with as many digits as it takes to separate the same scores, four at least.

    Parameters
    ----------
    threshold : float
    scores : array_like
        Of the model, in any order.

    Examples
    --------
    >>> threshold_digits(0.123456, [0.1, 0.123456, 0.2]), threshold_digits(0.123456, [0.12343, 0.123456])
    ('0.1234', '0.12345')
    >>> threshold_digits(1700000123.0), threshold_digits(float("inf"))
    ('1700000123', 'inf')
    """
    if not math.isfinite(threshold):
        return str(threshold)
    known = np.asarray(scores, dtype=float)
    parted = np.count_nonzero(known >= threshold)
    # A number is written out up to its point: 1.7e+09 would be no threshold to type.
    whole = len(str(abs(int(threshold)))) if abs(threshold) < 1e15 else 0
    for digits in range(max(LEAST, whole), MOST):
        # Rounded up, a threshold loses the row that has this very score; the number below may do.
        below = Context(prec=digits, rounding=ROUND_FLOOR).create_decimal_from_float(threshold)
        for rounded in (threshold, float(below)):
            shown = f"{rounded:.{digits}g}"
            if np.count_nonzero(known >= float(shown)) == parted:
                return shown
    return f"{threshold:.{MOST}g}"


def decimals_of(rule: str) -> int | None:
    """Return the number of decimals that a rule in words speaks of."""
    found = re.search(r"to (\d+) decimals", rule)
    return int(found[1]) if found else None


def percent(share: Any) -> str:
    """Write a share as a percentage, whole unless that would hide that it is not quite 0 or 1."""
    if share is None or not math.isfinite(share):
        return DASH
    whole = f"{100 * share:.0f}"
    if (whole in ("0", "100")) and share not in (0, 1):
        return f"{100 * share:.1f} %"
    return f"{whole} %"


def inline(text: str) -> Markup:
    """Turn `code`, **strong** and *emphasis* in a line of text into HTML; everything else is escaped."""
    parts: list[Markup] = []
    end = 0
    for match in _INLINE.finditer(text):
        parts.append(escape(text[end : match.start()]))
        for tag, content in zip(("code", "strong", "em"), match.groups(), strict=True):
            if content is not None:
                parts.append(Markup("<{0}>{1}</{0}>").format(Markup(tag), content))
        end = match.end()
    return Markup("").join([*parts, escape(text[end:])])


def linked(text: str, links: Mapping[str, str]) -> Markup:
    """Turn some names in a plain text, of files or statements, into links."""

    def link(match: re.Match[str]) -> str:
        name = match[0]
        return f'<a href="{escape(links[name])}">{name}</a>' if name in links else name

    return Markup(re.sub(r"[a-z0-9_]+(?:\.[a-z0-9_]+)+", link, str(escape(text))))


def breakable(name: str) -> Markup:
    """Let a name break over lines after an underscore, a slash or a dot."""
    return Markup(re.sub(r"([_/.])", r"\1<wbr>", str(escape(name))))


def slug(text: str) -> str:
    """Turn a text into a part of an id."""
    return re.sub(r"[^a-z0-9]+", "_", text.lower()).strip("_")
