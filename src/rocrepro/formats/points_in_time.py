"""Dates and times in columns that were meant to hold something else: as whole numbers, and as text."""

from __future__ import annotations

import re
from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray

YEARS = (1900, 2100)
TIMES = (9.0e8, 2.2e9)
"""Seconds since 1970, from 1998 to 2039."""
DAYS = (18_000, 74_000)
"""Days since 1900, as spreadsheets count them, from 1949 to 2102."""
CLOCK = {1: (), 100: (24,), 10_000: (60, 24), 1_000_000: (60, 60, 24)}
"""Factors that make room for a time behind a date, with the ends of the time's parts, the last one first."""
CALLED = re.compile(r"(?:.*[^a-z])?(?:date|datum|dob|timestamp)(?:[^a-z].*)?", re.IGNORECASE)
CAMEL = re.compile(r".*[a-z]Date(?:[A-Z].*)?")
TIME = r"[0-9]{1,2}:[0-5][0-9](?::[0-5][0-9](?:[.,][0-9]+)?)?"
MONTH = r"(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\.?"
DAY, OF_YEAR, YEAR = r"(?:0?[1-9]|[12][0-9]|3[01])", r"(?:0?[1-9]|1[0-2])", r"(?:19|20)[0-9]{2}"
DATE = (
    rf"(?:{YEAR}[-/.]{OF_YEAR}[-/.]{DAY}|(?:{DAY}[-/.]{OF_YEAR}|{OF_YEAR}[-/.]{DAY})[-/.](?:{YEAR}|[0-9]{{2}})|"
    rf"{YEAR}-{OF_YEAR}|{YEAR}[- ]?Q[1-4]|{DAY}[ -]?{MONTH}[ -]?(?:{YEAR}|[0-9]{{2}})|{MONTH} {DAY},? {YEAR})"
)
WRITTEN = re.compile(
    rf"{DATE}(?:(?:T| +){TIME} ?(?:[AP]M|Z|[+-][0-9]{{2}}:?[0-9]{{2}})?)?|{TIME}(?: ?[AP]M)?", re.IGNORECASE
)


def kind_of_time(values: NDArray[np.float64]) -> str:
    """Say what points in time whole numbers may mean.

    Parameters
    ----------
    values : ndarray of float64, shape (n,)

    Returns
    -------
    str
        "dates", "months", or times with their unit; empty for numbers of which one means none, and where all
        are equal. Years are not among them: they are ordinary numbers.

    Examples
    --------
    >>> import numpy as np
    >>> [kind_of_time(np.array(pair)) for pair in ([20240131.0, 31122023.0], [20240131.0, 20231105.0])]
    ['', 'dates']
    """
    if len(values) == 0 or values.min() == values.max() or (values != np.round(values)).any():
        return ""
    low, high = float(values.min()), float(values.max())
    for room, ends in CLOCK.items():
        rest, valid = values, True
        for end in ends:
            valid = valid and bool((rest % 100 < end).all())
            rest = rest // 100
        if valid and _are_dates(rest // 10_000, rest // 100 % 100, rest % 100):
            return "dates" if room == 1 else "dates with a time"
    if _are_dates(values % 10_000, values // 10_000 % 100, values // 1_000_000):
        return "dates"
    if _are_dates(values // 100, values % 100, np.ones(1)):
        return "months"
    units = {"seconds": 1e0, "milliseconds": 1e3, "microseconds": 1e6, "nanoseconds": 1e9}
    for unit, per_second in units.items():
        if TIMES[0] * per_second <= low and high <= TIMES[1] * per_second:
            return f"times in {unit} since 1970"
    return ""


def _are_dates(year: NDArray[np.float64], month: NDArray[np.float64], day: NDArray[np.float64]) -> bool:
    """Return whether numbers can be years, months and days of dates."""
    parts = ((year, *YEARS), (month, 1, 12), (day, 1, 31))
    return all(bool(((part >= low) & (part <= high)).all()) for part, low, high in parts)


def are_days(name: str, values: NDArray[np.float64]) -> bool:
    """Return whether a column that is called a date holds days as spreadsheets count them.

    Examples
    --------
    >>> import numpy as np
    >>> [are_days(name, np.array([45322.0, 44986.25])) for name in ("visit_date", "VisitDate", "updates")]
    [True, True, False]
    """
    called = CALLED.fullmatch(name) or CAMEL.fullmatch(name)
    return bool(called and len(values) and DAYS[0] <= values.min() < values.max() <= DAYS[1])


def are_written(texts: Iterable[str]) -> bool:
    """Return whether all texts are dates or times of day.

    Examples
    --------
    >>> are_written(["2024-01-31", "2024-02-01 12:30"]), are_written(["31.01.24", "1 Feb 2024", "7:05 pm"])
    (True, True)
    >>> are_written(["2024-01-31", "10-19"]), are_written([])
    (False, False)
    """
    found = [bool(WRITTEN.fullmatch(text)) for text in texts]
    return bool(found) and all(found)
