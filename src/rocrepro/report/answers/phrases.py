"""Numbers as they stand in sentences; an undefined number is said to be so."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

from rocrepro.report.words import number

NONE = "not estimable"
ROUNDING = 1e-12


def defined(*values: Any) -> bool:
    """Check whether all values are numbers: neither missing, NaN nor infinite."""
    try:
        return all(math.isfinite(float(value)) for value in values)
    except (TypeError, ValueError):
        return False


def has_width(low: Any, high: Any) -> bool:
    """Check whether an interval says something: both ends are defined, and they differ.

    Ends that agree come from a variance of 0, which is no sign of certainty.
    """
    return defined(low, high) and float(high) > float(low)


def decimal(value: Any, decimals: int = 3) -> str:
    """Return a number for a sentence.

    Examples
    --------
    >>> decimal(-0.12345), decimal(float("nan"))
    ('−0.123', 'not estimable')
    """
    if not defined(value):
        return NONE
    # A sum that cancels is 0 up to rounding.
    return number(0.0 if abs(float(value)) < ROUNDING else float(value), decimals)


def short(value: Any) -> str:
    """Return a number with four significant digits, for thresholds and costs; infinity has its sign."""
    if value is None or value != value:
        return NONE
    return number(float(value))


def span(low: Any, high: Any, decimals: int = 3) -> str:
    """Return an interval in words.

    Examples
    --------
    >>> span(0.8, 0.9), span(1.0, 1.0)
    ('0.800 to 0.900', 'not estimable')
    """
    if not has_width(low, high):
        return NONE
    return f"{decimal(low, decimals)} to {decimal(high, decimals)}"


def with_interval(value: Any, low: Any, high: Any, level: str, decimals: int = 3) -> str:
    """Return a value with its interval.

    Examples
    --------
    >>> with_interval(0.85, 0.8, 0.9, "95 %")
    '0.850 (95 % interval 0.800 to 0.900)'
    >>> with_interval(1.0, 1.0, 1.0, "95 %")
    '1.000 (interval not estimable)'
    """
    if not defined(value):
        return NONE
    inside = f"{level} interval {span(low, high, decimals)}" if has_width(low, high) else f"interval {NONE}"
    return f"{decimal(value, decimals)} ({inside})"


def p_words(p: Any) -> str:
    """Return a p-value in words.

    Examples
    --------
    >>> p_words(0.0123), p_words(1e-9), p_words(float("nan"))
    ('p = 0.012', 'p < 0.0001', 'p not estimable')
    """
    if not defined(p):
        return f"p {NONE}"
    return "p < 0.0001" if p < 0.0001 else f"p = {p:.2g}"


def percent(share: Any, decimals: int = 1) -> str:
    """Return a share in per cent.

    Examples
    --------
    >>> percent(0.155), percent(0.5), percent(0.0004)
    ('15.5 %', '50 %', '0.04 %')
    """
    if not defined(share):
        return NONE
    text = f"{100 * float(share):.{decimals}f}"
    if float(text) == 0 != share:
        text = f"{100 * float(share):.1g}"
    return (text.rstrip("0").rstrip(".") if "." in text else text) + " %"


def count(n: Any, noun: str = "") -> str:
    """Return a number of things, with commas between thousands.

    Examples
    --------
    >>> count(1, "row"), count(12000, "row")
    ('1 row', '12,000 rows')
    """
    return f"{int(n):,}" + (f" {noun}{'' if int(n) == 1 else 's'}" if noun else "")


def listed(names: Sequence[str], most: int = 6) -> str:
    """Return names as a list in words; beyond `most` their number.

    Examples
    --------
    >>> listed(["a"]), listed(["a", "b", "c"])
    ('a', 'a, b and c')
    """
    if len(names) > most:
        return f"{', '.join(names[: most - 1])} and {len(names) - most + 1} more"
    return " and ".join(filter(None, [", ".join(names[:-1]), *names[-1:]]))
