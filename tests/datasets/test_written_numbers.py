"""Numbers that are written in another way than with a decimal point: read as the entry says, or refused."""

from __future__ import annotations

import io

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from rocrepro.datasets.columns import ColumnRules
from rocrepro.errors import InputError
from rocrepro.formats.number_text import plain

from .test_columns import parquet

N = 12
VALUES = np.round(np.linspace(-3.2, 2.1, N) ** 3, 2)
Y = ["a", "b"] * (N // 2)


def texts(decimal=",", thousands="", values=VALUES):
    written = [f"{value:,.2f}" for value in values]
    return [text.translate({ord(","): thousands, ord("."): decimal}) for text in written]


def csv(cells, sep=";"):
    return pd.DataFrame({"x": cells, "y": Y}).to_csv(index=False, sep=sep)


def refused(build, cells, shown, **entry):
    """The line that refuses a column, which is read once it is called nominal."""
    with pytest.raises(InputError, match=r"data\.raw: line \d+, column x: found ") as caught:
        build({"data": csv(cells)}, delimiter=";", **entry)
    assert f"found {shown!r}; expected " in str(caught.value)
    assert 'nominal: ["x"] takes the column as categories' in str(caught.value)
    dataset = build({"data": csv(cells)}, delimiter=";", nominal=["x"], **entry)
    assert dataset.attributes[0].kind == "nominal"
    return str(caught.value)


SIGNS = [(",", ""), (",", "."), (".", ","), (".", "'"), (",", " "), (".", "\u202f"), (",", "\u00a0")]


@pytest.mark.parametrize(("decimal", "thousands"), SIGNS)
def test_they_are_refused_with_the_keys_that_read_them(build, decimal, thousands):
    values = VALUES * (1000 if thousands else 1)
    cells = texts(decimal, thousands, values)
    first = next(cell for cell in cells if plain(cell) is None)
    message = refused(build, cells, first)
    thousands = " " if thousands.isspace() else thousands
    keys = {"decimal": decimal} if decimal != "." else {}
    keys |= {"thousands": thousands} if thousands else {}
    for key, sign in keys.items():
        assert f'{key}: "{sign}"' in message
    dataset = build({"data": csv(cells)}, delimiter=";", **keys)
    assert dataset.frame["x"].tolist() == [float(f"{value:.2f}") for value in values]
    theirs = pd.read_csv(
        io.StringIO(csv([cell.replace("\u202f", " ").replace("\u00a0", " ") for cell in cells])),
        sep=";",
        decimal=decimal,
        thousands=thousands or None,
    )
    assert dataset.frame["x"].tolist() == theirs["x"].tolist()


def test_quoted_in_a_file_with_commas(build):
    text = csv(texts(), sep=",")
    assert '"' in text
    with pytest.raises(InputError, match=r"found '.*,.*'; expected a plain number.*decimal: \",\""):
        build({"data": text})
    assert build({"data": text}, decimal=",").frame["x"].tolist() == VALUES.tolist()


LOOKING = [
    "-$1.50",
    "(2.5)",
    "(1,234.50)",
    "45%",
    "3,5 %",
    "$5",
    "5.50 €",
    "EUR 12",
    "1.234,5",
    "1'234",
    "\u22125",
    "1,234,567",
]


@pytest.mark.parametrize("cell", LOOKING)
def test_one_such_text_is_enough(build, cell):
    refused(build, [cell, *["low", "high"] * 5, "NA"], cell)


GENUINE = ["1-2", "18-25", "A12", "12345-6789", "2020-01-01", "3+", "<5", "12:30", "1/2", "120/80", "(0,5)"]


def test_genuine_categories_stay(build):
    cells = [*GENUINE, "(0,5]"]
    dataset = build({"data": csv(cells)}, delimiter=";")
    assert dataset.attributes[0].values == tuple(sorted(cells))


def test_what_the_entry_calls_categories_are_categories(build):
    cells = ["1,5", "2,5", "3,5"] * 4
    dataset = build({"data": csv(cells)}, delimiter=";", values={"x": ["3,5", "2,5", "1,5"]})
    assert dataset.attributes[0].values == ("3,5", "2,5", "1,5")


def test_classes_are_names(build):
    text = pd.DataFrame({"x": VALUES, "y": ["1,5", "2,5"] * 6}).to_csv(index=False, sep=";")
    assert build({"data": text}, delimiter=";", positive="1,5").classes == ("1,5", "2,5")


def test_two_ways_to_mean_a_text_are_both_named(build):
    cells = [f"{i},{100 + i}" for i in range(1, N + 1)]
    message = refused(build, cells, "1,101")
    assert 'decimal: ","' in message
    assert 'thousands: ","' in message
    assert 'thousands: ","' not in refused(build, [*cells[:-1], "0,5"], "1,101")


def test_numbers_with_a_point_under_a_decimal_comma(build):
    message = refused(build, ["1.5", "2.5"] * 6, "1.5", decimal=",")
    assert 'a number as decimal: "," of the entry says' in message
    refused(build, [*texts()[:-1], "1.5"], "1.5", decimal=",")


def test_text_among_numbers_is_refused_with_the_keys_too(build):
    assert 'decimal: ","' in refused(build, ["1", "2,5"] * 6, "2,5")


def test_thousands_come_in_threes(build):
    """Pandas would read 1,5 as 15."""
    refused(build, ["1,5", "1,234"] * 6, "1,5", thousands=",")


def test_points_that_may_part_thousands_get_a_note(build):
    dataset = build({"data": csv(["1.234", "987", "12.500"] * 4)}, delimiter=";")
    assert dataset.frame["x"][0] == 1.234
    assert any(
        'numbers such as 1.234, read as 1.234; decimal: "," and thousands: "."' in n for n in dataset.notes
    )
    keys = {"decimal": ",", "thousands": "."}
    dataset = build({"data": csv(["1.234", "987", "12.500"] * 4)}, delimiter=";", **keys)
    assert dataset.frame["x"].tolist()[:3] == [1234.0, 987.0, 12500.0]
    assert not any("numbers such as" in n for n in dataset.notes)
    assert build({"data": csv(["1.234", "0.987", "12.5"] * 4)}, delimiter=";").notes == ()


def test_text_in_parquet(build):
    import pyarrow as pa

    for kind in (pa.string(), pa.dictionary(pa.int8(), pa.string())):
        data = parquet(pa.table({"x": pa.array(texts()).cast(kind), "y": Y}))
        with pytest.raises(InputError, match=r"row 1, column x: found '-32,77'; .*decimal: \",\""):
            build({"data": data}, reader="parquet")
        dataset = build({"data": data}, reader="parquet", decimal=",")
        assert dataset.frame["x"].tolist() == VALUES.tolist()


def arff(kind, cells):
    rows = "".join(f"'{cell}',{i}.5,{y}\n" for i, (cell, y) in enumerate(zip(cells, Y, strict=True)))
    return f"@relation r\n@attribute x {kind}\n@attribute z real\n@attribute y {{a,b}}\n@data\n{rows}"


@pytest.mark.parametrize("kind", ["string", "{" + ",".join(f"'{cell}'" for cell in texts()) + "}", "real"])
def test_text_in_arff(build, kind):
    """Weka reads a CSV with decimal commas as categories, and OpenML has such files."""
    data = arff(kind, texts())
    with pytest.raises(InputError, match=r"line 6, column x: found '-32,77'; .*decimal: \",\""):
        build({"data": data}, reader="arff")
    dataset = build({"data": data}, reader="arff", decimal=",")
    assert [a.kind for a in dataset.attributes] == ["numeric", "numeric"]
    assert dataset.frame["x"].tolist() == VALUES.tolist()
    assert dataset.frame["z"].tolist() == [i + 0.5 for i in range(N)]


def test_a_list_of_categories_may_hold_a_percentage(build):
    kind = "{low, high, '50%'}"
    dataset = build({"data": arff(kind, ["low", "50%", "high"] * 4)}, reader="arff")
    assert dataset.attributes[0].values == ("low", "high", "50%")
    dataset = build({"data": arff("{0, 1}", ["0", "1"] * 6)}, reader="arff", decimal=",")
    assert dataset.attributes[0].values == ("0", "1")


def test_numbers_in_text_of_arff_get_a_note(build):
    dataset = build({"data": arff("string", ["0.5", "1.5", "2.5"] * 4)}, reader="arff")
    assert dataset.attributes[0].kind == "nominal"
    assert len([n for n in dataset.notes if "column x is declared as text" in n]) == 1


@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-le", "cp1252", "utf-8"])
@pytest.mark.parametrize("reader", ["csv", "arff"])
def test_encodings(build, encoding, reader):
    text = csv([f"Größe {i % 3}" for i in range(N)], ",") if reader == "csv" else None
    text = text or arff("{'Größe 0', 'Größe 1', 'Größe 2'}", [f"Größe {i % 3}" for i in range(N)])
    mark = "\ufeff" if encoding == "utf-16-le" else ""
    dataset = build({"data": (mark + text).encode(encoding)}, reader=reader, encoding=encoding)
    assert dataset.attributes[0].values == ("Größe 0", "Größe 1", "Größe 2")


def test_an_encoding_of_c45(build):
    names, data = "ill, a.\nplace: Köln, Bonn.\n", "Köln,a\nBonn,ill\nKöln,a\nBonn,ill\n"
    contents = {"names": names.encode("latin-1"), "data": data.encode("latin-1")}
    dataset = build(contents, reader="c45", encoding="latin-1")
    assert dataset.attributes[0].values == ("Köln", "Bonn")


UNDECODED = {
    "UTF-16": ("x,y\n1,a\n".encode("utf-16"), {}, r"line 1: found the byte 0xff; .*encoding: utf-16 in the"),
    "UTF-16 without a mark": (
        "x,y\n1,a\n".encode("utf-16-le"),
        {},
        "line 1: found a NUL character; .*utf-16-le",
    ),
    "Windows": ("x,y\n1,a\nö,b\n".encode("cp1252"), {}, r"line 3: found the byte 0xf6; .*encoding: cp1252"),
    "named falsely": (
        b"x,y\n1,a\n",
        {"encoding": "utf-16"},
        r"data\.raw: found .*; expected utf-16 text",
    ),
    "gzip": (b"\x1f\x8b\x08\x00", {}, r"data\.raw: found a compressed file; expected the text in it"),
    "Excel": (b"PK\x03\x04\xff", {}, "found a compressed file"),
}


@pytest.mark.parametrize("kind", UNDECODED)
def test_bytes_that_are_no_text(build, kind):
    data, entry, message = UNDECODED[kind]
    with pytest.raises(InputError, match=message) as caught:
        build({"data": data}, **entry)
    assert "\n" not in str(caught.value)


@given(
    st.floats(-1e9, 1e9).map(lambda value: f"{value:,.3f}") | st.integers(-(10**9), 10**9).map(str),
    st.sampled_from([(",", "."), (".", ","), (",", " "), (".", "'")]),
)
def test_a_number_is_the_same_with_any_signs(text, signs):
    """Written with other signs it is read as itself; without the keys it is no other number."""
    decimal, thousands = signs
    written = text.translate({ord(","): thousands, ord("."): decimal})
    rules = ColumnRules.of({"decimal": decimal, "thousands": thousands}, "mine")
    assert rules.number(written) == float(text.replace(",", ""))


AFFIXED = ["{} mg", "{}°", "{}-", "<{}", "~{}", "{}±0.1", "{}x10^3"]


@pytest.mark.parametrize("pattern", AFFIXED)
def test_numbers_with_more_text_in_every_row_get_a_note(build, pattern):
    cells = [pattern.format(i % 6 + 0.5) for i in range(N)]
    dataset = build({"data": csv(cells)}, delimiter=";")
    assert dataset.attributes[0].kind == "nominal"
    (note,) = [note for note in dataset.notes if "numbers with more text" in note]
    assert f"such as {pattern.format(0.5)!r}" in note
    assert build({"data": csv(cells)}, delimiter=";", nominal=["x"]).notes == ()


@pytest.mark.parametrize("pattern", ["{}+", "A{}", "{0}-{0}"])
def test_codes_with_numbers_in_them_get_none(build, pattern):
    cells = [pattern.format(i % 6 + 1) for i in range(N)]
    assert build({"data": csv(cells)}, delimiter=";").notes == ()
