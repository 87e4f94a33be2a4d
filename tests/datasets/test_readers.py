"""Readers and typing of columns, on small files."""

from __future__ import annotations

import csv
import io

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from rocrepro.datasets import read_csv
from rocrepro.datasets.read_csv import expand
from rocrepro.errors import InputError

GOOD = "age,sex,y\n41,F,a\n?,M,b\n23.5,,a\n7, F ,b\n"


def attributes(dataset):
    return [(a.name, a.kind, a.values) for a in dataset.attributes]


def values(dataset, name):
    return [None if value != value else value for value in dataset.frame[name]]


def test_csv_with_types_found_out(build):
    dataset = build({"data": GOOD})
    assert attributes(dataset) == [("age", "numeric", ()), ("sex", "nominal", ("F", "M"))]
    assert values(dataset, "age") == [41.0, None, 23.5, 7.0]
    assert values(dataset, "sex") == ["F", "M", None, "F"]
    assert dataset.classes == ("a", "b")
    assert dataset.label.tolist() == ["a", "b", "a", "b"]
    assert dataset.part.tolist() == ["all"] * 4
    assert (dataset.class_index, dataset.folds) == (2, 2)


def test_csv_with_a_byte_order_mark_blank_lines_and_windows_line_ends(build):
    text = "\ufeff" + GOOD.replace("\n", "\r\n") + "\r\n   \r\n"
    dataset = build({"data": text})
    assert values(dataset, "age") == [41.0, None, 23.5, 7.0]


def test_quoted_cells_keep_delimiters_and_line_ends(build):
    dataset = build({"data": 'q,y\n"one, two",a\n"three\nfour",b\n"?",a\n"x""y",b\n'})
    assert values(dataset, "q") == ["one, two", "three\nfour", None, 'x"y']


def test_split_parts_share_types_and_values(build):
    train, test = "n,c,y\n1,u,a\n2,v,b\n", "n,c,y\n3,w,b\n?,u,a\n"
    dataset = build({"train": train, "test": test})
    assert attributes(dataset) == [("n", "numeric", ()), ("c", "nominal", ("u", "v", "w"))]
    assert dataset.part.tolist() == ["train", "train", "test", "test"]
    assert dataset.counts() == {"train": [1, 1], "test": [1, 1]}
    with pytest.raises(InputError, match=r"test\.raw: header: found n, y; expected the columns of train"):
        build({"train": train, "test": "n,y\n3,b\n"})


def test_columns_declared_in_the_entry(build):
    dataset = build(
        {"data": "1;0;9;a\n2;1;NA;b\n3;1;8;a\n4;0;7;b\n"},
        header=False,
        columns=["id", "flag", "size", "y"],
        delimiter=";",
        missing=["NA"],
        values={"y": ["b", "a"], "fl*": [1, 0, 2]},
        nominal=["size"],
        drop=["id"],
    )
    assert attributes(dataset) == [("flag", "nominal", ("1", "0", "2")), ("size", "nominal", ("7", "8", "9"))]
    assert values(dataset, "size") == ["9", None, "8", "7"]
    assert dataset.classes == ("b", "a")
    assert dataset.class_index == 2


def test_an_exact_name_goes_before_a_pattern(build):
    text = "f1,f2,y\n0,0,a\n1,5,b\n0,5,a\n1,0,b\n"
    dataset = build({"data": text}, values={"f*": ["0", "1"], "f2": ["5", "0"]})
    assert [a.values for a in dataset.attributes] == [("0", "1"), ("5", "0")]


def test_a_column_with_no_value_at_all_is_numeric(build):
    dataset = build({"data": "e,x,y\n?,1,a\n,2,b\n?,3,a\n?,4,b\n"})
    assert attributes(dataset)[0] == ("e", "numeric", ())
    assert dataset.frame["e"].isna().all()


def test_numeric_classes_are_names(build):
    dataset = build({"data": "x,y\n1,1\n2,0\n3,1\n4,0\n"}, positive=1)
    assert dataset.classes == ("0", "1")
    assert dataset.positive == "1"
    assert dataset.y.tolist() == [1, 0, 1, 0]


THREE = "x,y\n1,a\n2,b\n3,c\n4,a\n"


def test_more_than_two_classes(build):
    dataset = build({"data": THREE}, negative="rest")
    assert dataset.classes == ("a", "rest")
    assert dataset.label.tolist() == ["a", "rest", "rest", "a"]
    with pytest.raises(InputError, match=r"mine: found 3 classes in column y \(a, b, c\); expected two"):
        build({"data": THREE})
    with pytest.raises(InputError, match="found 3 classes"):
        build({"data": THREE}, negative="b")


BAD_CSV = {
    "ragged": ("x,y\n1,a\n2,b,3\n", {}, r"data\.raw: line 3: found 3 fields; expected 2"),
    "ragged after a blank line": ("x,y\n\n1,a\n2\n", {}, "line 4: found 1 fields; expected 2"),
    "empty": ("", {}, r"data\.raw: found no line; expected a header row"),
    "header only": ("x,y\n", {}, r"data\.raw: found no rows; expected at least one of each class"),
    "no feature": ("y\na\nb\n", {}, "found no column besides the class"),
    "same name": ("x,x,y\n1,2,a\n", {}, "column 2: found the name 'x', which is taken"),
    "reserved name": ("__label__,y\n1,a\n", {}, "found the name '__label__', which is taken"),
    "bad quotes": ('x,y\n"1"2,a\n', {}, r"line 2: found .*; expected a CSV row"),
    "not UTF-8": (b"x,y\n1,a\n\xe9,b\n", {}, "line 3: found the byte 0xe9; expected UTF-8 text"),
    "no target": (GOOD, {"target": "z"}, r"mine\.target: found 'z'; expected a column: age, sex, y"),
    "dropped target": (GOOD, {"drop": ["y"]}, r"mine\.target: found 'y'; expected a column: age, sex"),
    "no positive": (
        GOOD,
        {"positive": "c"},
        r"^config/datasets\.yaml: mine\.positive: found 'c', which never occurs in column y; .* a, b",
    ),
    "no negative": (GOOD, {"negative": "c"}, r"mine\.negative: found 'c', which never occurs .* b, or rest"),
    "one class": ("x,y\n1,a\n2,a\n", {}, "found one class in column y, 'a'; expected two"),
    "no class": ("x,y\n1,a\n2,?\n", {}, "line 3, column y: found 'a missing class'"),
    "counts": (
        GOOD,
        {"counts": {"data": [1, 3]}},
        r"mine\.counts\.data: found \[2, 2\] positive and negative rows in the file; expected \[1, 3\]",
    ),
    "folds": (GOOD, {"folds": 3}, r"mine\.folds: found 3; expected at most 2"),
    "mixed": ("x,y\n1,a\ntwo,b\n", {}, "line 3, column x: found 'two'; expected a finite number .or list it"),
    "nan": ("x,y\n1,a\nNaN,b\n", {}, "line 3, column x: found 'NaN'; expected a finite number"),
    "infinite": ("x,y\n1,a\n1e999,b\n", {}, "line 3, column x: found '1e999'; expected a finite number"),
    "underscores": ("x,y\n1,a\n1_000,b\n", {}, "column x: found '1_000'"),
    "value not listed": (
        GOOD,
        {"values": {"sex": ["F"]}},
        "line 3, column sex: found 'M'; expected one of F",
    ),
    "class not listed": (
        GOOD,
        {"values": {"y": ["a", "c"]}},
        "line 3, column y: found 'b'; expected one of a, c",
    ),
    "pattern": (
        GOOD,
        {"nominal": ["z*"]},
        r"mine\.nominal: found 'z\*', which fits no column; .* age, sex, y",
    ),
}


@pytest.mark.parametrize("kind", BAD_CSV)
def test_bad_csv(build, kind):
    content, entry, message = BAD_CSV[kind]
    with pytest.raises(InputError, match=message) as caught:
        build({"data": content}, **entry)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("part", ["train", "test"])
def test_one_class_in_one_part(build, part):
    contents = {"train": "x,y\n1,a\n2,b\n", "test": "x,y\n1,a\n2,b\n"} | {part: "x,y\n1,a\n2,a\n"}
    with pytest.raises(InputError, match=rf"mine\.files\.{part}: found no negative row"):
        build(contents)


def test_braces_in_column_names():
    assert expand(["c", "F{1..3}"]) == ["c", "F1", "F2", "F3"]
    assert expand(["F{9..10}{R,S}x"]) == ["F9Rx", "F9Sx", "F10Rx", "F10Sx"]
    assert expand(["a{}", "b{c}", "{1..}"]) == ["a{}", "b{c}", "{1..}"]


cell = st.one_of(
    st.floats(allow_nan=False, allow_infinity=False).map(repr),
    st.integers().map(str),
    st.sampled_from(["?", ""]),
)


def test_a_blank_may_stand_before_a_quote(build):
    dataset = build({"data": 'n, q, y\n1, "one, two", a\n2, three, b\n' + "3, x, a\n4, x, b\n"})
    assert values(dataset, "q") == ["one, two", "three", "x", "x"]


@given(st.lists(st.tuples(cell, st.text("pqr ,\"'\n", max_size=4)), min_size=1, max_size=8))
def test_any_cells_come_back(tmp_path_factory, rows):
    """What the csv module writes is what the reader returns, blanks around cells aside."""
    text = io.StringIO(newline="")
    csv.writer(text, quoting=csv.QUOTE_ALL).writerows(
        [("number", "text", "y"), *((*row, "a") for row in rows)]
    )
    path = tmp_path_factory.mktemp("cells") / "data.csv"
    path.write_bytes(text.getvalue().encode())
    table = read_csv.read({"data": path}, ["data"], {})[0]
    expected = [[None if c.strip() in ("", "?") else c.strip() for c in row] for row in rows]
    assert [list(row) for row in zip(*table.cells[:2], strict=True)] == expected


ARFF = """% comment
@relation mine
@attribute 'body size' numeric
@attribute colour {red, 'dark blue', green}
@attribute note string
@attribute y {b, a, never}
@data
1.5, red, 'x, y', a
?, 'dark blue', ?, b
-2e3, ?, z, a
4, red, z, b
"""


def test_arff(build):
    dataset = build({"data": ARFF}, reader="arff")
    assert attributes(dataset) == [
        ("body size", "numeric", ()),
        ("colour", "nominal", ("red", "dark blue", "green")),
        ("note", "nominal", ("x, y", "z")),
    ]
    assert values(dataset, "body size") == [1.5, None, -2000.0, 4.0]
    assert values(dataset, "colour") == ["red", "dark blue", None, "red"]
    assert dataset.classes == ("b", "a")
    assert dataset.class_index == 3


def test_arff_escapes_in_quotes(build):
    cells = [r"'it\'s'", r"'\u00e9'", r"'\101'", r"'a\tb'", r"'back\\slash'"]
    rows = "".join(f"{cell},{label}\n" for cell, label in zip(cells, "abaab", strict=True))
    dataset = build(
        {"data": "@relation r\n@attribute x string\n@attribute y {a,b}\n@data\n" + rows}, reader="arff"
    )
    assert values(dataset, "x") == ["it's", "é", "A", "a\tb", "back\\slash"]


def test_numbers_in_arff_as_categories_and_as_classes(build):
    text = "@relation r\n@attribute f numeric\n@attribute y numeric\n@data\n1,0\n2.5,1\n1,0\n2,1\n"
    dataset = build({"data": text}, reader="arff", positive="1", nominal=["f"])
    assert attributes(dataset) == [("f", "nominal", ("1", "2", "2.5"))]
    assert dataset.classes == ("0", "1")


BAD_ARFF = {
    "ragged": (ARFF + "1, red, x\n", r"data\.raw: line 12: found 3 values; expected 4"),
    "value": (
        ARFF + "1, pink, x, a\n",
        "line 12, column colour: found 'pink'; expected one of red, dark blue, green",
    ),
    "number": (ARFF + "one, red, x, a\n", "line 12, column body size: found 'one'; expected a finite number"),
    "nan": (ARFF + "nan, red, x, a\n", "line 12, column body size: found nan; expected a finite number"),
    "type": (
        ARFF.replace("numeric", "complex"),
        "line 3: found the type 'complex' of 'body size' .* of a dense ARFF file",
    ),
    "empty": ("", r"data\.raw: "),
    "no data": ("@relation r\n@attribute y {a,b}\n@attribute x real\n@data\n", "found no rows"),
    "sparse": (
        "@relation r\n@attribute x real\n@attribute y {a,b}\n@data\n{0 1, 1 a}\n",
        "line 5: found a sparse row",
    ),
    "csv": (GOOD, "dense ARFF file"),
    "no attribute": ("@relation r\n@data\n1\n", "line 2: found no attribute; expected one before @data"),
    "no name": ("@relation r\n@attribute\n@data\n1\n", "line 2: found '@attribute'; expected a new"),
    "name twice": (ARFF.replace("note", "colour"), "line 5: found the name 'colour', which is taken"),
    "value twice": (
        ARFF.replace("green", "red"),
        "line 4: found an empty value or a value twice for 'colour'",
    ),
    "end of a value": (ARFF + "1, 'red'x, x, a\n", "line 12: found 'x, x, a' where a value should end"),
    "not UTF-8": (b"@relation \xff\n", "line 1: found the byte 0xff"),
}


@pytest.mark.parametrize("kind", BAD_ARFF)
def test_bad_arff(build, kind):
    content, message = BAD_ARFF[kind]
    with pytest.raises(InputError, match=message) as caught:
        build({"data": content}, reader="arff")
    assert "\n" not in str(caught.value)


def test_arff_parts_must_agree(build):
    other = ARFF.replace("red, 'dark blue', green", "red, 'dark blue'")
    with pytest.raises(
        InputError, match=r"test\.raw: column colour: found another declaration than in train"
    ):
        build({"train": ARFF, "test": other}, reader="arff")
    dataset = build({"train": ARFF, "test": other}, reader="arff", values={"colour": ["dark blue", "red"]})
    assert dataset.attributes[1].values == ("dark blue", "red")
    with pytest.raises(InputError, match=r"test\.raw: header: found the attributes body size, hue"):
        build({"train": ARFF, "test": ARFF.replace("colour", "hue")}, reader="arff")


NAMES = "; comment\n\nill, well.\t| classes\n\nage: continuous,?.\nplace name:\tWEST, EAST,?.\nflag: f,t.\n"
DATA = "41,EAST,f,well.|12\n?,?,t,ill.|13\n7.5,EAST,f,well.|14\n0,EAST,f,ill\n"


def c45(build, names=NAMES, data=DATA, **entry):
    return build({"names": names, "data": data}, **({"reader": "c45", "positive": "ill"} | entry))


def test_c45(build):
    dataset = c45(build)
    assert attributes(dataset) == [
        ("age", "numeric", ()),
        ("place name", "nominal", ("WEST", "EAST")),
        ("flag", "nominal", ("f", "t")),
    ]
    assert values(dataset, "age") == [41.0, None, 7.5, 0.0]
    assert values(dataset, "place name") == ["EAST", None, "EAST", "EAST"]
    assert dataset.label.tolist() == ["well", "ill", "well", "ill"]
    assert dataset.classes == ("ill", "well")
    assert dataset.class_index == 3


def test_c45_with_the_class_first_and_a_header_that_lies(build):
    data = "well,41,EAST,y\nill,?,?,n\nwell,7.5,EAST,n\nill,5.,EAST,y\n"
    dataset = c45(build, data=data, class_first=True, values={"flag": ["n", "y"]})
    assert dataset.class_index == 0
    assert dataset.attributes[2].values == ("n", "y")
    assert values(dataset, "age") == [41.0, None, 7.5, 5.0]
    with pytest.raises(InputError, match=r"data\.raw: line 1, column flag: found 'y'; expected one of f, t"):
        c45(build, data=data, class_first=True)


BAD_C45 = {
    "value": (
        NAMES,
        DATA + "1,NORTH,f,ill\n",
        "line 5, column place name: found 'NORTH'; expected one of WEST",
    ),
    "number": (NAMES, DATA + "x,EAST,f,ill\n", "line 5, column age: found 'x'; expected a finite number$"),
    "class": (NAMES, DATA + "1,EAST,f,sick.\n", "line 5, column y: found 'sick'; expected one of ill, well"),
    "missing class": (NAMES, DATA + "1,EAST,f,?\n", "line 5, column y: found 'a missing class'"),
    "ragged": (NAMES, DATA + "1,EAST,f\n", r"data\.raw: line 5: found 3 fields; expected 4"),
    "no names": ("; nothing\n", DATA, r"names\.raw: found no declarations"),
    "no colon": (
        NAMES + "tall\n",
        DATA,
        r"names\.raw: line 8: found 'tall'; expected a new 'name: values\.'",
    ),
    "twice": (NAMES + "age: continuous.\n", DATA, "line 8: found 'age: continuous.'"),
    "target": (NAMES + "y: f,t.\n", DATA, "found an attribute 'y'; expected another name for target"),
    "no rows": (NAMES, "\n", "found no rows"),
}


@pytest.mark.parametrize("kind", BAD_C45)
def test_bad_c45(build, kind):
    names, data, message = BAD_C45[kind]
    with pytest.raises(InputError, match=message) as caught:
        c45(build, names, data)
    assert "\n" not in str(caught.value)


def test_labels_and_parts_are_plain_text(build):
    dataset = build({"data": GOOD})
    assert dataset.label.dtype.kind == dataset.part.dtype.kind == "U"
    assert dataset.frame["age"].dtype == np.float64


ROWS = [f"{at / 7:.3f},{'ab'[at % 2]},note {at % 3}" for at in range(20)]


def notes_of(build, text, **entry):
    return [note.partition("mine: ")[2] for note in build({"data": text}, **entry).notes]


@pytest.mark.parametrize(("first", "last"), [(4, 8), (4, 5)])
@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_a_quotation_mark_too_many_that_swallows_rows(build, first, last, end):
    rows = ROWS.copy()
    rows[first] = rows[first].replace("note", '"note')
    rows[last] += '"'
    text = end.join(["x,y,z", *rows, ""])
    (note,) = notes_of(build, text)
    words = f"a cell holds {last - first} line breaks and the fields of as many rows"
    assert note.startswith(f"data.raw: line {last + 2}: {words}")
    assert notes_of(build, text, drop=["z"]) == [note]  # the rows are lost all the same


def test_a_text_of_several_lines_is_no_lost_row(build):
    rows = [row.replace("note", '"a note,\nof') + '"' for row in ROWS]
    assert notes_of(build, "\n".join(["x,y,z", *rows])) == []


@pytest.mark.parametrize("reader", ["csv", "arff"])
def test_a_nul_is_no_text(build, reader):
    head = {
        "csv": "x,z,y\n",
        "arff": "@relation r\n@attribute x real\n@attribute z string\n@attribute y {a,b}\n@data\n",
    }
    rows = ["1,u,a", "2,v,b", "3,u\0,a", "4,v,b"]
    line = head[reader].count("\n") + 3
    with pytest.raises(InputError, match=rf"data.raw: line {line}: found a NUL character; expected text"):
        build({"data": head[reader] + "\n".join(rows)}, reader=reader)


@pytest.mark.parametrize("header", ["p,q,y", "P,Q,Y"])
def test_a_header_where_there_should_be_rows(build, header):
    rows = ["u,v,a", "w,v,b"] * 3
    entry = {"header": False, "columns": ["p", "q", "y"], "negative": "rest"}
    with pytest.raises(InputError, match="line 1: found the header again; expected it once"):
        build({"data": "\n".join([header, *rows])}, **entry)
    with pytest.raises(InputError, match="line 4: found the header again"):
        build({"data": "\n".join(["p,q,y", *rows[:2], header, *rows])}, negative="rest")


def test_a_first_row_that_became_the_header(build):
    (note,) = notes_of(build, "\n".join(row[:-7] for row in ROWS), target="a")
    assert note.startswith("the class column is called a, like one of its classes: the first row may")


@pytest.mark.parametrize(
    ("missing", "written"),
    [([-99], "-99.0"), ([-99.0], "-99"), ([1e3], "1000"), (["N/A"], "n/a"), (["NA"], " N A")],
)
def test_what_is_listed_under_missing_and_written_otherwise(build, missing, written):
    numbers = written.strip("-").replace(".", "").isdecimal()
    cells = [written if at % 5 == 0 else str(at // 2) if numbers else f"t{at // 2}" for at in range(20)]
    text = "\n".join(["x,y", *(f"{cell},{'ab'[at % 2]}" for at, cell in enumerate(cells))])
    found = [note for note in notes_of(build, text, missing=missing) if "under missing" in note]
    words = (
        f"no cell is {str(missing[0])!r}, which the entry lists under missing, but {written.strip()!r} occurs"
    )
    assert found == [f"data.raw: {words} and was read as a value"]
    both = [*missing, written.strip()]
    assert not [n for n in notes_of(build, text, missing=both) if "under missing" in n]
    assert not [n for n in notes_of(build, text, missing=["absent"]) if "under missing" in n]


def test_a_last_row_of_totals(build):
    rows = [f"n{at % 5},{at / 7:.2f},{'ab'[at % 2]}" for at in range(20)]
    (note,) = notes_of(build, "\n".join(["name,x,y", *rows, "Total,28.5,a"]))
    assert (
        note == "data.raw: line 22 has 'Total' in column name: it may be a row of totals, and counts like "
        "any other row"
    )


@pytest.mark.parametrize("reader", ["csv", "arff"])
def test_long_numbers_that_become_one(build, reader):
    head = {"csv": "x,y\n", "arff": "@relation r\n@attribute x numeric\n@attribute y {a,b}\n@data\n"}[reader]
    rows = [f"{2**53 + at // 4},{'ab'[at % 2]}" for at in range(20)]
    (note,) = notes_of(build, head + "\n".join(rows), reader=reader)
    assert "numbers such as 9007199254740992 and 9007199254740993 that are equal in double precision" in note
    apart = build({"data": head + "\n".join(rows)}, reader=reader, nominal=["x"])
    assert apart.notes == ()
    assert apart.frame["x"].nunique() == 5
