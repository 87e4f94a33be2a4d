"""Dates as numbers and as text, against Python's own calendar."""

from __future__ import annotations

from datetime import UTC, datetime

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from rocrepro.formats.points_in_time import are_days, are_written, kind_of_time

MOMENTS = st.lists(
    st.datetimes(datetime(1999, 1, 1), datetime(2038, 12, 31)), min_size=2, max_size=8, unique=True
)
NUMBERS = {
    "%Y%m%d%H": "dates with a time",
    "%Y%m%d%H%M": "dates with a time",
    "%Y%m%d%H%M%S": "dates with a time",
}
TEXTS = (
    "%Y-%m-%d",
    "%d.%m.%Y",
    "%m/%d/%y",
    "%d %b %Y",
    "%B %d, %Y",
    "%Y-%m-%dT%H:%M:%S",
    "%H:%M",
    "%I:%M %p",
)


@given(MOMENTS, st.sampled_from(["%Y%m%d", "%d%m%Y", *NUMBERS]))
def test_dates_as_numbers(moments, form):
    numbers = np.array([float(moment.strftime(form)) for moment in moments])
    apart = numbers.min() < numbers.max()
    assert kind_of_time(numbers) == (NUMBERS.get(form, "dates") if apart else "")


@given(MOMENTS, st.sampled_from([("seconds", 1), ("milliseconds", 10**3), ("nanoseconds", 10**9)]))
def test_times_since_1970(moments, unit):
    seconds = {int(moment.replace(tzinfo=UTC, microsecond=0).timestamp()) for moment in moments}
    numbers = np.array([float(second * unit[1]) for second in seconds])
    apart = len(seconds) > 1
    assert kind_of_time(numbers) == (f"times in {unit[0]} since 1970" if apart else "")


@given(MOMENTS, st.sampled_from(TEXTS))
def test_dates_as_text(moments, form):
    assert are_written([moment.strftime(form) for moment in moments])


@pytest.mark.parametrize(
    "numbers",
    [
        [20240131, 20241301],
        [20240131, 20240132],
        [18991231, 20240101],
        [2023, 2024],
        [1.5, 20240131],
        [20240131],
        [],
    ],
)
def test_numbers_that_are_no_dates(numbers):
    assert kind_of_time(np.array(numbers, dtype=np.float64)) == ""


@pytest.mark.parametrize(
    "texts",
    [["2024-13-01"], ["10-19"], ["3.5"], ["1:1000"], ["12:75"], ["v1.2.3"], ["2024-01-31", "n/a"], []],
)
def test_texts_that_are_no_dates(texts):
    assert not are_written(texts)


@pytest.mark.parametrize(
    ("name", "called"),
    [
        ("date", True),
        ("Visit Date", True),
        ("visitDate", True),
        ("dob", True),
        ("update", False),
        ("candidate", False),
    ],
)
def test_days_of_spreadsheets_need_a_name_that_says_so(name, called):
    assert are_days(name, np.array([45_000.0, 45_100.5])) == called
    assert not are_days(name, np.array([450.0, 45_100.0]))
