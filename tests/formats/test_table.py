"""Tables that are saved, read back equal, and described so that other tools read them too."""

import json
import math

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from rocrepro.errors import InputError
from rocrepro.formats.schema import mask_of, ranges_of
from rocrepro.formats.table import Table
from tests.formats.table_schema import valid

FRAME = pd.DataFrame(
    {
        "dataset": ["dis", "dis", "sick"],
        "engine": ["weka", "", "weka"],
        "seed": [1, 2, 1],
        "paper": [0.75, np.nan, 0.9],
        "auc": [0.7517044998796824, math.inf, 1.0],
        "n": pd.array([13, None, 231], dtype="Int64"),
        "same": [True, False, True],
        "flag": pd.array([True, None, False], dtype="boolean"),
        "note": ['a, "b"', None, "c | d"],
    }
)

cells = st.text(st.characters(codec="utf-8", exclude_characters="\0"), max_size=6)
columns = {
    "text": cells,
    "text with gaps": st.none() | cells.filter(bool),
    "float": st.floats(),
    "int": st.integers(-(2**63), 2**63 - 1),
    "int with gaps": st.none() | st.integers(-(2**63), 2**63 - 1),
    "bool": st.booleans(),
    "bool with gaps": st.none() | st.booleans(),
}
dtypes = {
    "float": "float64",
    "int": "int64",
    "int with gaps": "Int64",
    "bool": "bool",
    "bool with gaps": "boolean",
}


@st.composite
def frames(draw):
    """Any frame of the types that a table has; columns of text as Python has them."""
    kinds = draw(st.lists(st.sampled_from(sorted(columns)), min_size=1, max_size=5))
    names = draw(st.lists(cells.filter(bool), min_size=len(kinds), max_size=len(kinds), unique=True))
    n_rows = draw(st.integers(0, 5))
    made = {
        name: pd.Series(
            draw(st.lists(columns[kind], min_size=n_rows, max_size=n_rows)), dtype=dtypes.get(kind, "str")
        )
        for name, kind in zip(names, kinds, strict=True)
    }
    return pd.DataFrame(made)


@given(frames(), st.data())
def test_any_table_comes_back_equal(tmp_path_factory, frame, data):
    path = tmp_path_factory.mktemp("any") / "t.csv"
    names = st.lists(st.sampled_from(list(frame)), unique=True)
    table = Table(
        frame,
        data.draw(cells),
        tuple(data.draw(st.lists(cells.filter(bool)))),
        dict.fromkeys(frame.select_dtypes("float"), ".3g"),
        np.array(data.draw(st.lists(st.booleans(), min_size=len(frame), max_size=len(frame))), dtype=bool),
        printed=data.draw(names),
        units=dict.fromkeys(data.draw(names), "s"),
    )
    table.save(path)
    again = Table.load(path)
    pd.testing.assert_frame_equal(again.frame, table.frame, check_exact=True)
    pd.testing.assert_frame_equal(table.frame, frame, check_exact=True)
    assert (again.csv(), again.cells(), again.schema()) == (table.csv(), table.cells(), table.schema())
    assert (again.title, again.notes) == (table.title, table.notes)
    assert valid(table.schema()) == []


def test_a_schema_says_what_a_reader_must_know():
    table = Table(
        FRAME, "A title", ("One.", "Two."), {"auc": ".3f"}, FRAME["same"].to_numpy(), units={"n": "rows"}
    )
    assert table.schema() == {
        "title": "A title",
        "fields": [
            {"name": "dataset", "type": "string"},
            {"name": "engine", "type": "string", "missingValues": []},
            {"name": "seed", "type": "integer", "constraints": {"required": True}},
            {"name": "paper", "type": "number", "rocrepro:printed": True},
            {"name": "auc", "type": "number", "rocrepro:format": ".3f"},
            {"name": "n", "type": "integer", "rocrepro:unit": "rows"},
            {"name": "same", "type": "boolean", "constraints": {"required": True}},
            {"name": "flag", "type": "boolean"},
            {"name": "note", "type": "string"},
        ],
        "primaryKey": ["dataset", "engine"],
        "missingValues": [""],
        "rocrepro:notes": ["One.", "Two."],
        "rocrepro:shown": [[0, 1], [2, 3]],
    }
    assert [column.name for column in table.columns if column.numeric] == ["seed", "paper", "auc", "n"]
    assert [column.name for column in table.columns if column.printed] == ["paper"]


def test_markdown_is_rounded_and_shows_the_excerpt():
    table = Table(
        FRAME[["auc", "n", "note"]], "A title", ("One.",), {"auc": ".3f"}, np.array([False, True, True])
    )
    assert table.markdown() == (
        "# A title\n\n"
        "| auc   | n   | note   |\n"
        "|:------|:----|:-------|\n"
        "| inf   | –   | –      |\n"
        "| 1.000 | 231 | c \\| d |\n\n"
        "One.\n"
    )


@pytest.mark.parametrize(
    ("frame", "key", "unique"),
    [
        ({"a": ["x", "y"], "n": [1, 2]}, ["a"], True),
        ({"n": [1, 2], "a": ["x", "x"]}, ["n"], True),
        ({"n": [1, 1], "a": ["x", "y"], "b": ["u", "v"]}, ["a"], True),
        ({"paper": ["x", "y"], "a": ["x", "x"], "n": [1, 2]}, ["a", "n"], True),
        ({"curve": ["a", "a"], "x": [0.1, 0.2], "same": [True, False]}, ["curve"], False),
        ({"x": [0.1, 0.2]}, [], True),
        ({"x": [0.1, 0.1]}, [], False),
    ],
)
def test_a_key_is_found_where_none_is_stated(frame, key, unique):
    table = Table(pd.DataFrame(frame))
    assert table.key == key
    found = {
        name: value for name, value in table.schema().items() if name in ("primaryKey", "rocrepro:curve")
    }
    assert found == ({"primaryKey" if unique else "rocrepro:curve": key} if key else {})


def test_a_stated_key_names_rows_or_curves():
    assert Table(FRAME, keys=("seed", "dataset")).schema()["primaryKey"] == ["seed", "dataset"]
    assert Table(FRAME, keys=("seed",)).schema()["rocrepro:curve"] == ["seed"]


def test_objects_get_one_type_and_an_empty_column_counts_as_numbers():
    frame = pd.DataFrame(
        {
            "flag": [True, None],
            "n": [1, None],
            "x": [1, 0.5],
            "a": ["x", None],
            "b": ["", None],
            "none": [None] * 2,
        },
        dtype=object,
        index=[7, 8],
    )
    table = Table(frame)
    assert list(map(str, table.frame.dtypes)) == ["boolean", "Int64", "float64", "str", "str", "float64"]
    assert list(table.frame["b"]) == ["", ""]  # a CSV file has one kind of empty cell
    with pytest.raises(TypeError, match="column 'x': found mixed-integer values; expected text, numbers"):
        Table(pd.DataFrame({"x": [1, "a"]}))


@given(st.lists(st.booleans()))
def test_rows_that_are_shown_are_written_as_ranges(shown):
    mask = np.array(shown, dtype=bool)
    ranges = ranges_of(mask)
    assert mask_of(ranges, len(mask)).tolist() == shown
    assert all(start < end for start, end in ranges)


@pytest.mark.parametrize(
    ("name", "old", "new", "words"),
    [
        ("t.json", None, None, r"t\.json: found nothing; expected a JSON object"),
        ("t.json", '"fields"', '"feels"', r"t\.csv: found 'fields'; expected the columns that t\.json"),
        ("t.csv", None, None, r"t\.csv: found .*No such file.*; expected the columns"),
        ("t.csv", "dataset,", "data,", r"t\.csv: found the columns data, engine, .*; expected"),
        ("t.csv", "0.7517", "often", r"t\.csv: found .*often.*; expected the columns that t\.json"),
        ("t.csv", "dis,weka,1", "dis,weka,", r"t\.csv: found .*NA.*; expected the columns that t\.json"),
    ],
)  # fmt: skip
def test_what_cannot_be_read_is_one_line(tmp_path, name, old, new, words):
    Table(FRAME).save(tmp_path / "t.csv")
    path = tmp_path / name
    text = path.read_text()
    if old is None:
        path.unlink()
    else:
        assert old in text
        path.write_text(text.replace(old, new, 1))
    with pytest.raises(InputError, match=words) as caught:
        Table.load(tmp_path / "t.csv")
    assert "\n" not in str(caught.value)


def test_the_check_of_schemas_can_fail():
    good = Table(FRAME).schema()
    for name, value in (
        ("fields", [{"name": "a", "type": "float"}]),
        ("fields", [{"name": "a", "type": "number"}] * 2),
        ("primaryKey", ["gone"]),
        ("notes", []),
        ("missingValues", "none"),
    ):
        assert valid(json.loads(json.dumps(good)) | {name: value}), name
