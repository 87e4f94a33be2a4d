"""Which columns of a file are read: indexes, names of rows and columns without a name are no features."""

from __future__ import annotations

import datetime
import decimal
import io

import numpy as np
import pandas as pd
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from rocrepro.errors import InputError

N = 12
X = [f"{value:.2f}" for value in np.linspace(-1, 1, N) ** 3 + 0.001]
Y = ["a", "b"] * (N // 2)
FRAME = pd.DataFrame({"x": np.array(X, dtype=float), "y": Y})


def names(dataset):
    return [attribute.name for attribute in dataset.attributes]


def csv(frame=FRAME, **options):
    return frame.to_csv(**options)


def parquet(table):
    """The bytes of a Parquet file."""
    table = table if isinstance(table, pa.Table) else pa.Table.from_pandas(table)
    stream = io.BytesIO()
    pq.write_table(table, stream)
    return stream.getvalue()


def lines(*rows):
    return "".join(f"{row}\n" for row in rows)


def rows(pattern):
    """One line for each row, from a pattern with its number, value and class."""
    return lines(*(pattern.format(i=i, x=x, y=y) for i, (x, y) in enumerate(zip(X, Y, strict=True), start=1)))


def shuffled(pattern):
    return lines(*(pattern.format(i=i * 7 % 13, x=x, y=y) for i, (x, y) in enumerate(zip(X, Y, strict=True))))


CSV_INDEXES = {
    "pandas": (csv(), "column 1 has no name"),
    "pandas, read and written again": (
        csv(pd.read_csv(io.StringIO(csv())), index=False),
        "column 'Unnamed: 0' had no name when pandas read it",
    ),
    "two levels": (csv(FRAME.set_index([np.arange(N), np.arange(N)])), "column 2 has no name"),
    "in the middle": (rows("{x},{i},{y}").join(["x,,y\n", ""]), "column 2 has no name"),
    "as OpenML writes it": (rows("{i},{x},{y}").join(["Unnamed:_0,x,y\n", ""]), "column 'Unnamed:_0' had no"),
    "R's write.csv": ('"","x","y"\n' + rows('"{i}",{x},"{y}"'), "column 1 has no name"),
    "R's write.table with commas": (
        '"x","y"\n' + rows('"{i}",{x},"{y}"'),
        "column 1 is R's column of row names, under a header that is one field short",
    ),
    "R's, rows drawn at random": ('"x","y"\n' + shuffled('"{i}",{x},"{y}"'), "column 1 is R's column"),
    "R's, without quotes": ("x,y\n" + rows("Mazda RX{i},{x},{y}"), "column 1 is R's column of row names"),
    "R's, numbers without quotes": ("x,y\n" + shuffled("{i},{x},{y}"), "column 1 is R's column of row names"),
    "a delimiter at the end": ("x,y,\n" + rows("{x},{y},"), "column 3 has no name"),
    "a delimiter at the end of rows": ("x,y\n" + rows("{x},{y},"), "column 3 has no name"),
    "a delimiter at the end of the header": ("x,y,\n" + rows("{x},{y}"), "column 3 has no name"),
}


@pytest.mark.parametrize("kind", CSV_INDEXES)
def test_a_column_without_a_name_is_no_feature(build, kind):
    text, note = CSV_INDEXES[kind]
    dataset = build({"data": text})
    assert names(dataset) == ["x"]
    assert dataset.frame["x"].tolist() == [float(x) for x in X]
    assert dataset.label.tolist() == Y
    assert any(line.startswith("config/datasets.yaml: mine: ") and note in line for line in dataset.notes)
    assert names(again := build({"data": text}, drop=[""])) == ["x"]
    assert again.notes == ()


def test_r_with_blanks_between_its_fields(build):
    dataset = build({"data": '"x" "y"\n' + rows('"{i}" {x} "{y}"')}, delimiter=" ")
    assert (names(dataset), len(dataset.notes)) == (["x"], 1)
    assert dataset.frame["x"].tolist() == [float(x) for x in X]


def test_an_index_that_the_entry_names_is_used(build):
    kept = build({"data": csv()}, keep=["Unnamed: 0"])
    assert [(a.name, a.kind) for a in kept.attributes] == [("Unnamed: 0", "numeric"), ("x", "numeric")]
    assert kept.notes == ()
    assert names(build({"data": csv()}, keep=[""])) == ["Unnamed: 0", "x"]
    nominal = build({"data": csv()}, nominal=["Unnamed: 0"])
    assert nominal.attributes[0].kind == "nominal"
    groups = csv(FRAME.set_index(np.arange(N) % 2))
    dataset = build({"data": groups}, values={"Unnamed: 0": ["1", "0"]})
    assert dataset.attributes[0].values == ("1", "0")
    assert names(build({"data": groups}, nominal=["*"])) == ["x"]  # a pattern names no column
    target = build({"data": csv(FRAME.set_index("y")).replace("y,x", ",x")}, target="Unnamed: 0")
    assert target.label.tolist() == Y


def test_columns_that_the_entry_lists_itself_are_used(build):
    text = csv(header=False)
    dataset = build({"data": text}, header=False, columns=["Unnamed: 0", "x", "y"])
    assert names(dataset) == ["Unnamed: 0", "x"]


def test_a_second_column_that_pandas_would_call_the_same(build):
    text = ",Unnamed: 0,x,y\n" + rows("{i},{i},{x},{y}")
    assert names(build({"data": text})) == ["x"]
    assert names(build({"data": text}, keep=["Unnamed: 0.1"])) == ["Unnamed: 0.1", "x"]


NO_ROW_NAMES = {
    "a comma in numbers": ("x,y\n" + lines(*(f"{i},{5 * i},{y}" for i, y in enumerate(Y)))),
    "a comma in numbers that do not rise": ("x,y\n" + lines(*(f"{-i},0{i},{y}" for i, y in enumerate(Y)))),
    "a comma in numbers behind a name": (
        "who,x,y\n" + lines(*(f"p{i},{i % 4},{i},{y}" for i, y in enumerate(Y)))
    ),
    "a name twice": "x,y\n" + rows("{y},{x},{y}"),
    "no name": "x,y\n" + rows(",{x},{y}"),
}


@pytest.mark.parametrize("kind", NO_ROW_NAMES)
def test_longer_rows_are_no_names_of_rows_where_something_else_explains_them(build, kind):
    expected = (
        r"data\.raw: line \d+: found [34] fields; expected [23] .or a header with a name for each field"
    )
    with pytest.raises(InputError, match=expected):
        build({"data": NO_ROW_NAMES[kind]})


def test_a_last_field_that_is_not_always_empty(build):
    with pytest.raises(InputError, match=r"line 3: found 3 fields; expected 2"):
        build({"data": "x,y\n1,a,\n2,b,3\n"})


def test_train_and_test_files_may_differ_in_what_is_not_read(build):
    dataset = build({"train": csv(), "test": csv(index=False)})
    assert names(dataset) == ["x"]
    assert dataset.counts() == {"train": [6, 6], "test": [6, 6]}


def test_names_of_columns_are_stripped_as_cells_are(build):
    dataset = build({"data": " x ,\u200b y\u200b\n" + rows(" {x}\u200b, {y} ")})
    assert (names(dataset), dataset.frame["x"].tolist()) == (["x"], [float(x) for x in X])
    assert names(build({"data": parquet(pa.table({" x": FRAME["x"], "y ": Y}))}, reader="parquet")) == ["x"]


def test_names_in_the_entry_are_stripped_too(build):
    text = " x , z , y \n" + rows("{x},{i},{y}")
    assert names(build({"data": text}, target="y ", drop=[" z"], nominal=[" x "])) == ["x"]
    text = "@relation r\n@attribute ' x' real\n@attribute 'y ' {a,b}\n@data\n" + rows("{x},{y}")
    assert names(build({"data": text}, reader="arff", target="y ")) == ["x"]


def test_names_twice_can_be_dropped(build):
    text = "x,x,z,y\n" + rows("{i},no,{x},{y}")
    with pytest.raises(InputError, match="column 2: found the name 'x', which is taken"):
        build({"data": text})
    assert names(build({"data": text}, drop=["x"])) == ["z"]
    arrays = [pa.array(range(N)), pa.array([[1]] * N), pa.array(FRAME["x"]), pa.array(Y)]
    table = pa.Table.from_arrays(arrays, names=["d", "d", "x", "y"])
    assert names(build({"data": parquet(table)}, reader="parquet", drop=["d"])) == ["x"]


def test_a_header_within_the_rows(build):
    """As where files were put together: it would count among the rest."""
    with pytest.raises(InputError, match="line 14: found the header again; expected it once"):
        build({"data": csv(index=False) + "x,y\n"}, negative="rest", nominal=["x"])


@pytest.mark.parametrize(("sign", "shown"), [(";", ";"), ("\t", r"\\t"), ("|", r"\|")])
def test_another_delimiter_is_suggested(build, sign, shown):
    expected = rf'header: found one column, .*; expected several columns .delimiter: "{shown}" in the entry'
    with pytest.raises(InputError, match=expected):
        build({"data": csv(index=False, sep=sign)})


INDEXES = {
    "filtered": (FRAME.iloc[[*range(6), *range(7, 12)]], "__index_level_0__"),
    "named": (FRAME.set_index(pd.Index([i * i for i in range(N)], name="patient")), "patient"),
    "dates": (FRAME.set_index(pd.date_range("2020", "2021", periods=N)), "__index_level_0__"),
    "text": (FRAME.set_index(np.array([f"p{i}" for i in range(N)])), "__index_level_0__"),
}


@pytest.mark.parametrize("kind", INDEXES)
def test_pandas_index_in_parquet(build, kind):
    frame, name = INDEXES[kind]
    dataset = build({"data": parquet(frame)}, reader="parquet")
    assert names(dataset) == ["x"]
    assert dataset.frame["x"].tolist() == frame["x"].tolist()
    assert dataset.notes == (
        f"config/datasets.yaml: mine: column {name} is the index that pandas wrote, and is left out; "
        f'keep: ["{name}"] in the entry would use it',
    )
    assert build({"data": parquet(frame)}, reader="parquet", drop=[name]).notes == ()
    if kind != "dates":
        assert names(build({"data": parquet(frame)}, reader="parquet", keep=[name])) == ["x", name]


def test_an_index_as_the_class(build):
    dataset = build({"data": parquet(FRAME.set_index("y"))}, reader="parquet")
    assert (names(dataset), dataset.label.tolist(), dataset.notes) == (["x"], Y, ())


@pytest.mark.parametrize(
    "metadata", ["no JSON", "[1]", '{"index_columns": 5}', '{"index_columns": [5, "z"]}']
)
def test_damaged_metadata_say_nothing(build, metadata):
    table = pa.table({"x": FRAME["x"], "y": Y}).replace_schema_metadata({"pandas": metadata})
    assert names(build({"data": parquet(table)}, reader="parquet")) == ["x"]


STRANGE = {
    "date": [datetime.date(2020, 1, 1)] * N,
    "time": [datetime.datetime(2020, 1, 1)] * N,
    "span": [datetime.timedelta(1)] * N,
    "decimal": [decimal.Decimal("1.10")] * N,
    "list": [[1, 2]] * N,
    "struct": [{"x": 1}] * N,
    "bytes": [b"\xff"] * N,
    "nothing": [None] * N,
}


@pytest.mark.parametrize("kind", STRANGE)
def test_columns_of_any_type_can_be_dropped(build, kind):
    data = parquet(pa.table({kind: STRANGE[kind], f"{kind}.x": FRAME["x"], "y": Y}))
    expected = (
        rf"column {kind}: found type .*; expected numbers, text or truth values .or the column under drop"
    )
    with pytest.raises(InputError, match=expected):
        build({"data": data}, reader="parquet")
    dataset = build({"data": data}, reader="parquet", drop=[kind])
    assert dataset.frame[f"{kind}.x"].tolist() == FRAME["x"].tolist()


DATED = "@relation r\n@attribute x real\n@attribute t date 'yyyy-MM-dd HH:mm'\n@attribute y {a,b}\n@data\n"
NESTED = """@relation r
@attribute bag relational
  @attribute u numeric
@end bag
@attribute x real
@attribute y {a,b}
@data
"""


def test_dates_and_relations_of_arff_can_be_dropped(build):
    dated = DATED + rows("{x},'2001-04-03 12:12',{y}")
    with pytest.raises(InputError, match=r"line 3: found the type .* of 't' .*; drop leaves a column out"):
        build({"data": dated}, reader="arff")
    assert build({"data": dated}, reader="arff", drop=["t"]).frame["x"].tolist() == FRAME["x"].tolist()
    nested = NESTED + rows("'1\\n2',{x},{y}")
    with pytest.raises(InputError, match="line 2: found the type 'relational' of 'bag'"):
        build({"data": nested}, reader="arff")
    assert build({"data": nested}, reader="arff", drop=["bag"]).frame["x"].tolist() == FRAME["x"].tolist()


def test_what_is_dropped_may_hold_anything(build):
    """A column of mixed text and numbers is an error only where it is read."""
    text = "m,x,y\n" + rows("{i},{x},{y}").replace("3,", "three,", 1)
    with pytest.raises(InputError, match="column m: found 'three'"):
        build({"data": text})
    assert names(build({"data": text}, drop=["m"])) == ["x"]


def test_numbers_that_floats_would_merge_stay_apart_as_categories(build):
    table = pa.table({"id": [2**53 + i % 3 for i in range(N)], "x": FRAME["x"], "y": Y})
    dataset = build({"data": parquet(table)}, reader="parquet", nominal=["id"])
    assert dataset.attributes[0].values == tuple(str(2**53 + i) for i in range(3))


def test_a_pattern_that_fits_no_column_is_found_before_any_cell(build):
    with pytest.raises(
        InputError, match=r"mine\.drop: found 'T', which fits no column; expected one of x, t, y"
    ):
        build({"data": DATED + rows("{x},'2001-04-03 12:12',{y}")}, reader="arff", drop=["T"])
