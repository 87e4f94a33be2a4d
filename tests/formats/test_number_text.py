"""Numbers as people write them: what they look like, and how they are read."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from rocrepro.errors import InputError
from rocrepro.formats.number_text import (
    SETTINGS,
    as_numbers,
    check_signs,
    looks_like_number,
    may_be_thousands,
    plain,
)

COMMA, POINTS = {"decimal": ","}, {"decimal": ",", "thousands": "."}


@pytest.mark.parametrize(
    ("text", "what", "settings"),
    [
        ("0,5", "a number with a decimal comma", (COMMA,)),
        (" -12,25 ", "a number with a decimal comma", (COMMA,)),
        ("1,5e-3", "a number with a decimal comma", (COMMA,)),
        (",5", "a number with a decimal comma", (COMMA,)),
        ("1.234,5", "a number with a decimal comma and points between thousands", (POINTS,)),
        ("1.234.567", "a number with a decimal comma and points between thousands", (POINTS,)),
        ("1,234.5", "a number with commas between thousands", ({"thousands": ","},)),
        ("1,234,567", "a number with commas between thousands", ({"thousands": ","},)),
        ("1,234", "with a decimal comma, or with commas between thousands", (COMMA, {"thousands": ","})),
        ("1 234.5", "a number with spaces between thousands", ({"thousands": " "},)),
        ("1\u202f234,5", "a decimal comma and spaces", ({"decimal": ",", "thousands": " "},)),
        ("1'234.5", "a number with apostrophes between thousands", ({"thousands": "'"},)),
        ("1’234.5", "a number with apostrophes between thousands", ({"thousands": "'"},)),
        ("1_000", "a number with underscores between thousands", ({"thousands": "_"},)),
        ("45%", "a number with a per cent sign", ()),
        ("4,5 %", "a number with a per cent sign", ()),
        ("$1,200.50", "an amount of money", ()),
        ("12,5 €", "an amount of money", ()),
        ("EUR 3", "an amount of money", ()),
        ("\u22120.5", "a number with a minus sign that is not '-'", ()),
        ("(12.5)", "a negative number in brackets", ()),
    ],
)  # fmt: skip
def test_a_text_is_known_for_the_number_it_is_meant_to_be(text, what, settings):
    look = looks_like_number(text)
    assert what in look.what
    assert look.settings == settings
    for way in settings:
        check_signs(way.get("decimal", "."), way.get("thousands", ""))
        assert plain(text, **way) is not None


@pytest.mark.parametrize(
    "text",
    ["0.5", "1e-3", "-3", "+.5", "north", "", "NA", "1,2,3", "12-3", "a,5", "%", "1/2", "3 4", "5 USDX"],
)
def test_plain_numbers_and_words_do_not_look_like_other_numbers(text):
    assert looks_like_number(text) is None


def test_the_other_cells_of_a_column_say_which_way_is_meant():
    assert looks_like_number("1,234", ["0,5"]).settings == (COMMA,)
    assert looks_like_number("1,234", ["1,234", "1,234,567"]).settings == ({"thousands": ","},)
    assert len(looks_like_number("1,234", ["north"]).settings) == 2  # which no way would read


def test_what_would_mend_a_text_is_said_as_an_option_or_a_key():
    assert looks_like_number("1.234,5").mend() == "to read it so: --decimal comma --thousands point"
    assert looks_like_number("0,5").mend("{key}: '{value}'") == "to read it so: decimal: ','"
    assert "plain number" in looks_like_number("5 %").mend()


@given(st.floats(-1e9, 1e9).map(lambda value: round(value, 4)), st.sampled_from(SETTINGS))
def test_a_number_is_read_back_as_it_was_written(value, signs):
    decimal, thousands = signs
    text = f"{value:,.4f}".translate({ord(","): thousands or None, ord("."): decimal})
    assert as_numbers([text], decimal, thousands)[0] == value


@pytest.mark.parametrize(
    ("text", "signs"),
    [
        ("1,2", (".", ",")), ("1,2345", (".", ",")), ("0,123", (".", ",")), ("1.5", (",", "")),
        ("1,5.5", (",", ".")),
    ],
)  # fmt: skip
def test_signs_in_the_wrong_places_make_no_number(text, signs):
    assert np.isnan(as_numbers([text], *signs)[0])


@pytest.mark.parametrize(
    ("signs", "message"),
    [
        (("*", ""), "decimal: found '*'; expected a point or a comma"),
        ((".", "x"), "thousands: found 'x'; expected one of comma, point, space"),
        ((",", "comma"), "thousands: found 'comma', which is the decimal sign too"),
    ],
)
def test_signs_that_are_none_are_refused(signs, message):
    with pytest.raises(InputError) as error:
        check_signs(*signs)
    assert message in str(error.value)


def test_points_that_may_part_thousands():
    assert may_be_thousands(["987", "1.234", "12.500"]) == "1.234"
    for texts in (["1.234", "2.5"], ["0.123", "1"], ["1.234", "2.345"], ["1.234", "1234"], ["1", "2"]):
        assert may_be_thousands(texts) is None
