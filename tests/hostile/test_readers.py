"""Readers of data sets on files that nobody would write by hand."""

from __future__ import annotations

import subprocess
import sys

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.hostile.conftest import SOAK, outcome
from tests.hostile.files import ARFF, CSV, NAMES, ROWS, SPECT, VALID, build, mutations
from tests.reliability import record

N_MUTATIONS = 20_000 if SOAK else 600


@pytest.mark.parametrize("kind", VALID)
def test_mutated_files_are_read_or_refused_in_one_line(tmp_path, kind):
    contents, entry = VALID[kind]
    assert len(build(tmp_path, contents, **entry).frame) == 4
    tried = refused = 0
    for role, content in contents.items():
        for data in mutations(content, N_MUTATIONS, seed=1):
            _, message = outcome(
                lambda data=data, role=role: build(tmp_path, contents | {role: data}, **entry)
            )
            assert not message or str(tmp_path) in message or "config/datasets.yaml: mine" in message, data
            tried, refused = tried + 1, refused + bool(message)
    assert 0 < refused <= tried
    record(f"{kind}: a few bytes changed", tried)


@pytest.mark.parametrize("kind", VALID)
@given(data=st.binary(max_size=200))
@settings(max_examples=500 if SOAK else 60)
def test_any_bytes_are_refused_in_one_line(tmp_path_factory, kind, data):
    contents, entry = VALID[kind]
    folder = tmp_path_factory.mktemp("bytes")
    outcome(lambda: build(folder, contents | {"data": data}, **entry))


# What is read, and in which column the third row must have which value; or the line of the refusal.
ODD = {
    "CSV": {
        "byte-order mark and CRLF": ("\ufeff" + CSV.replace("\n", "\r\n"), ("age", 23.5)),
        "old Mac line ends": (CSV.replace("\n", "\r"), ("age", 23.5)),
        "NUL": (CSV.replace("-7e2", "\0"), "line 5: found a NUL character"),
        "open quote": (CSV + '"9,M,z,a\n', "line 6: found unexpected end of data"),
        "Latin-1": (CSV.replace("-7e2", "\xe9").encode("latin-1"), "line 5: found the byte 0xe9"),
        "UTF-16": (CSV.encode("utf-16"), "line 1: found the byte 0xff"),
        "same name twice": (CSV.replace("sex", "age"), "column 2: found the name 'age', which is taken"),
        "empty": ("", "found no line; expected a header row"),
        "only a byte-order mark": ("\ufeff", "found no line; expected a header row"),
        "header only": (CSV.split("\n")[0], "found no rows"),
        "class missing": (CSV + "1,F,z,?\n", "line 6, column y: found 'a missing class'"),
        "formula": (CSV.replace("z", "=cmd|' /C calc'!A0"), ("note, long", "=cmd|' /C calc'!A0")),
        "escapes of a terminal": (CSV.replace("-7e2", "\x1b[2J"), "found '\\x1b[2J'"),
        "line separators of Unicode": (
            CSV.replace(",z,a", ",p\u2028q\x85r,a"),
            ("note, long", "p\u2028q\x85r"),
        ),
    },
    "ARFF": {
        "byte-order mark and CRLF": ("\ufeff" + ARFF.replace("\n", "\r\n"), ("body size", -2000.0)),
        "comments after declarations": (ARFF.replace("numeric", "numeric % cm"), ("body size", -2000.0)),
        "comments after rows": (ARFF.replace("z, a", "z, a % {never}"), ("note", "z")),
        "tabs": (ARFF.replace("@attribute ", "@ATTRIBUTE\t"), ("n", 4.0)),
        "whole numbers keep their fractions": (ARFF.replace(", 4, z", ", 4.7, z"), ("n", 4.7)),
        "an infinite whole number": (ARFF.replace(", 4, z", ", inf, z"), "line 12, column n: found inf"),
        "commas, percent and quotes": (
            ARFF.replace("{red,", r"""{red, 'it\'s 5%, "so"',""").replace(
                "-2e3, ?", r"""-2e3, "it's 5%, \"so\"" """
            ),
            ("colour", """it's 5%, "so\""""),
        ),
        "percent in a value that is not declared": (ARFF.replace('4, "50%"', '4, "9%d %s"'), "'9%d %s'"),
        "a bare percent sign": (ARFF.replace('4, "50%"', "4, 50%"), "line 13: found '%, ?, z, b'"),
        "sparse": (ARFF + "{0 1, 4 a}\n", "line 14: found a sparse row"),
        "dates": (ARFF.replace("string", 'date "yyyy-MM-dd"'), "line 6: found the type 'date"),
        "relational": (ARFF.replace("string", "relational"), "line 6: found the type 'relational'"),
        "class missing": (ARFF + "1,red,1,z,?\n", "line 14, column y: found 'a missing class'"),
        "open quote": (ARFF + "1,red,1,'z,a\n", "line 14: found \"'z,a\""),
        "open brace": (ARFF.replace('"50%"}', "x" + ",x y" * 5000), "line 4: found "),
        "many commas in braces": (ARFF.replace('"50%"}', "a," * 5000 + "x y"), "line 4: found "),
        "backslashes": (ARFF + "1,red,1,'" + "\\" * 5001 + "',a\n", "line 14: found "),
        "same name twice": (ARFF.replace("colour", "n"), "line 5: found the name 'n', which is taken"),
        "same value twice": (ARFF.replace("{red", "{red, red"), "line 4: found an empty value or"),
        "NUL": (ARFF.replace("-2e3", "\0"), "line 12: found a NUL character"),
        "empty": ("", "found no line @data"),
        "header only": (ARFF.partition("1.5")[0], "found no rows"),
        "no attribute": ("@relation r\n@data\n1\n", "line 2: found no attribute"),
        "Latin-1": (ARFF.replace("red", "\xe9").encode("latin-1"), "line 4: found the byte 0xe9"),
    },
    "C4.5": {
        "byte-order mark and CRLF": ("\ufeff" + ROWS.replace("\n", "\r\n"), ("age", 7.5)),
        "NUL": (ROWS.replace("7.5", "\0"), "line 3: found a NUL character"),
        "line separators of Unicode": (
            ROWS.replace("7.5", "7\u20285"),
            "line 3, column age: found '7\\u20285'",
        ),
        "open quote": (ROWS.replace("7.5", '"7.5'), "line 3, column age: found '\"7.5'"),
        "Latin-1": (ROWS.replace("7.5", "\xe9").encode("latin-1"), "line 3: found the byte 0xe9"),
        "class missing": (ROWS + "1,EAST,f,?\n", "line 5, column y: found 'a missing class'"),
        "empty": ("", "found no rows"),
        "comments only": ("|1\n|2\n", "found no rows"),
    },
    "SPECT": {
        "byte-order mark and CRLF": ("\ufeff" + SPECT.replace("\n", "\r\n"), ("F1", "1")),
        "another value": (
            SPECT.replace("0,1,1,0", "0,1,2,0"),
            "line 2, column F2: found '2'; expected one of 0, 1",
        ),
        "another length": (SPECT + "1,1\n", "line 5: found 2 fields; expected 4"),
        "no label": (SPECT + "?,1,1,1\n", "line 5, column y: found 'a missing class'"),
        "empty": ("", "found no rows"),
    },
}  # fmt: skip


@pytest.mark.parametrize(("kind", "name"), [(kind, name) for kind in ODD for name in ODD[kind]])
def test_odd_files(tmp_path, kind, name):
    text, expected = ODD[kind][name]
    contents, entry = VALID[kind]
    data = text if isinstance(text, bytes) else text.encode()
    dataset, message = outcome(lambda: build(tmp_path, contents | {"data": data}, **entry))
    if isinstance(expected, str):
        assert str(tmp_path / "data.raw") in message
        assert expected in message
    else:
        assert message == ""
        column, value = expected
        assert dataset.frame[column].iloc[2] == value
    record(f"{kind}: {name}")


def test_odd_declarations(tmp_path):
    """Files of names that end early, or that hold what a name cannot be."""
    tried = 0
    for names in (
        "",
        "|",
        "ill, well.",
        "\0",
        NAMES.replace("age", "place"),
        NAMES.replace(":", ""),
        "\ufeff" + NAMES,
    ):
        contents = {"names": names.encode(), "data": ROWS.encode()}
        outcome(
            lambda contents=contents: build(tmp_path, contents, reader="c45", positive="ill"), str(tmp_path)
        )
        tried += 1
    record("C4.5: odd declarations", tried)


def test_parquet_of_other_types(tmp_path):
    import pandas as pd
    import pyarrow as pa
    import pyarrow.parquet as pq

    columns = {
        "lists": [[1], [2], [], None],
        "dates": pd.to_datetime(["2020-01-01"] * 4),
        "mappings": [{"a": 1}] * 4,
        "bytes": [b"\xff"] * 4,
        "nothing": [None] * 4,
    }
    for name, cells in columns.items():
        pq.write_table(pa.table({name: pa.array(cells), "y": ["a", "b"] * 2}), tmp_path / "x")
        data = (tmp_path / "x").read_bytes()
        _, message = outcome(lambda data=data: build(tmp_path, {"data": data}, reader="parquet"))
        assert f"column {name}: found type" in message
    table = pa.Table.from_arrays([pa.array([1.0]), pa.array([2.0]), pa.array(["a"])], ["x", "x", "y"])
    pq.write_table(table, tmp_path / "x")
    data = (tmp_path / "x").read_bytes()
    _, message = outcome(lambda: build(tmp_path, {"data": data}, reader="parquet"))
    assert "column 2: found the name 'x', which is taken" in message
    record("Parquet: other types, a name twice", 6)


def broken_text():
    """Text that says that it is UTF-8 and is not."""
    import pyarrow as pa

    return pa.array([b"a", b"\xf6", b"a", b"b"], pa.large_binary()).view(pa.large_string())


@pytest.mark.parametrize("column", ["x", "y"])
def test_parquet_of_text_that_is_no_utf8(tmp_path, column):
    import pyarrow as pa
    import pyarrow.parquet as pq

    columns = {"x": pa.array([1.0, 2.0, 3.0, 4.0]), "y": pa.array(["a", "b"] * 2)}
    pq.write_table(pa.table(columns | {column: broken_text()}), tmp_path / "x")
    data = (tmp_path / "x").read_bytes()
    _, message = outcome(lambda: build(tmp_path, {"data": data}, reader="parquet"))
    assert "expected a readable Parquet file" in message
    record("Parquet: text that is not UTF-8")


READ = """
import resource, sys
from pathlib import Path
import numpy, pandas, pyarrow.parquet
from rocrepro.datasets.registry import build_dataset
from rocrepro.errors import InputError
from rocrepro.formats.files import sha256

folder, reader = Path(sys.argv[1]), sys.argv[2]
entry = {"title": "m", "reader": reader, "target": "y", "positive": "a", "protocol": "cv", "folds": 1}
paths = {path.stem: path for path in folder.glob("*.made")}
entry["files"] = {role: {"sources": [{"file": role}]} for role in paths}
files = {r: {"file": p.name, "sha256": sha256(p), "source": "mirror"} for r, p in paths.items()}
peak = lambda: resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024
before = peak()
try:
    data = build_dataset("m", entry, folder, {"status": "ok", "reason": "", "files": files})
    print("read", *data.frame.shape)
except InputError as error:
    assert len(str(error)) < 2100
    print("refused", error)
print(peak() - before)
"""


def _wide(cells: str, n: int) -> str:
    return "".join(f"{cell}," * n + f"{label}\n" for cell, label in zip(cells, "abab", strict=True))


# Reader and files of about n bytes; the widest have 100,000 columns whatever n is.
LARGE = {
    "CSV: one endless line": ("csv", lambda n: {"data": "x,y\n" + "z" * n + ",a\n2,b\n"}),
    "CSV: one row of many cells": ("csv", lambda n: {"data": "x,y\n1,a\n" + "1," * (n // 2) + "b\n"}),
    "CSV: a quote never closed": ("csv", lambda n: {"data": 'x,y\n1,a\n"2,b\n' + "1,a\n" * (n // 4)}),
    "CSV: short rows": ("csv", lambda n: {"data": "x,y\n" + "1.25,a\n2.25,b\n" * (n // 14)}),
    "CSV: 100,000 columns": (
        "csv",
        lambda n: {"data": ",".join(f"c{i}" for i in range(100_000)) + ",y\n" + _wide("1212", 100_000)},
    ),
    "ARFF: one endless value": (
        "arff",
        lambda n: {"data": "@attribute x string\n@attribute y {a,b}\n@data\n" + "z" * n + ",a\n2,b\n"},
    ),
    "ARFF: one row of many cells": (
        "arff",
        lambda n: {"data": "@attribute x real\n@attribute y {a,b}\n@data\n1,a\n" + "1," * (n // 2) + "\n"},
    ),
    "ARFF: a quote never closed": (
        "arff",
        lambda n: {"data": "@attribute x string\n@attribute y {a,b}\n@data\n'" + "z\\n" * (n // 3) + ",a\n"},
    ),
    "ARFF: a declaration without end": ("arff", lambda n: {"data": "@attribute y {" + "a ,b," * (n // 5)}),
    "ARFF: 100,000 columns": (
        "arff",
        lambda n: {
            "data": "".join(f"@attribute c{i} real\n" for i in range(100_000))
            + "@attribute y {a,b}\n@data\n"
            + _wide("1212", 100_000)
        },
    ),
    "C4.5: one endless line": (
        "c45",
        lambda n: {"names": "a,b.\nx: continuous.\n", "data": "1,a\n" + "1" * n + ",b\n"},
    ),
    "C4.5: one row of many cells": (
        "c45",
        lambda n: {"names": "a,b.\nx: continuous.\n", "data": "1,a\n" + "1," * (n // 2) + "b\n"},
    ),
    "C4.5: 100,000 columns": (
        "c45",
        lambda n: {
            "names": "a,b.\n" + "".join(f"c{i}: continuous.\n" for i in range(100_000)),
            "data": _wide("1212", 100_000),
        },
    ),
}


@pytest.mark.parametrize("name", LARGE)
def test_large_files_take_little_time_and_memory(tmp_path, name):
    """At most ten times the file, or 128 MB for a small one: what pandas needs for 100,000 columns."""
    reader, make = LARGE[name]
    size = 0
    for role, text in make(100_000_000 if SOAK else 5_000_000).items():
        size += (tmp_path / f"{role}.made").write_text(text, encoding="ascii")
    ran = subprocess.run(
        [sys.executable, "-W", "error::RuntimeWarning", "-c", READ, str(tmp_path), reader],
        capture_output=True, text=True, timeout=600 if SOAK else 60, check=False,
    )  # fmt: skip
    assert ran.returncode == 0, ran.stderr
    *told, memory = ran.stdout.splitlines()
    assert len(told) == 1
    assert int(memory) < max(10.5 * size, 128e6), (int(memory) / size, told)
    record(name)
