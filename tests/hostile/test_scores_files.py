"""Scores files that nobody would write by hand."""

from __future__ import annotations

import os
import subprocess
import sys
import warnings

import numpy as np
import pandas as pd
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from rocrepro.assess import assess
from rocrepro.formats.given.notes import AssessmentNote
from rocrepro.formats.given.reading import Columns, read_given
from rocrepro.formats.scores import read_scores, scores_frame, write_scores
from rocrepro.study import Choices
from tests.hostile.conftest import SOAK, outcome
from tests.hostile.files import mutations
from tests.hostile.test_readers import broken_text
from tests.reliability import record

N_MUTATIONS = 10_000 if SOAK else 500
TEXT = """id,y,p,clf,k,s
a,1,0.9,one,1,1
b,0,0.4,one,2,1
c,0,-1e-310,one,1,1
a,1,8,two,1,1
b,0,0.1,two,2,1
c,0,7,two,1,1
"""
COLUMNS = Columns(label="y", score="p", model="clf", fold="k", seed="s", row="id")
TWO = "label,score\n1,2\n0,1\n"


def test_mutated_csv(tmp_path):
    path = tmp_path / "scores.csv"
    for number, data in enumerate(mutations(TEXT.encode(), N_MUTATIONS, seed=2)):
        path.write_bytes(data)
        columns = (COLUMNS, Columns(label="y", score="p"))[number % 2]
        given_, message = outcome(lambda columns=columns: read_given(path, columns))
        assert message.startswith(str(path)) or not message, data
        if given_ is not None:
            for frame in given_.models.values():
                assert np.isfinite(frame["score"]).all()
                assert set(frame["label"]) == {0, 1}
    record("scores CSV: a few bytes changed", N_MUTATIONS)


@pytest.mark.parametrize("reader", ["users", "own"])
def test_mutated_parquet(tmp_path, reader):
    path = tmp_path / "scores.parquet"
    write_scores(scores_frame([(1, 1, [0, 1, 2], [1, 0, 1], [0.5, 0.25, 1])]), path)
    read = (
        read_scores if reader == "own" else (lambda path: read_given(path, Columns(seed="seed", row="row")))
    )
    assert read(path) is not None
    n = N_MUTATIONS // 2
    for data in mutations(path.read_bytes(), n, seed=3):
        path.write_bytes(data)
        outcome(lambda: read(path), str(path))
    record(f"scores Parquet ({reader}): a few bytes changed", n)


@given(data=st.binary(max_size=120))
@settings(max_examples=500 if SOAK else 100)
def test_any_bytes(tmp_path_factory, data):
    folder = tmp_path_factory.mktemp("bytes")
    for name in ("scores.csv", "scores.parquet"):
        (folder / name).write_bytes(data)
        outcome(lambda name=name: read_given(folder / name, Columns()), str(folder / name))


scores = st.floats(allow_nan=False, allow_infinity=False)


@given(st.lists(scores, min_size=2, max_size=20))
@example([0.0] * 6 + [sys.float_info.max, -3e292])
@settings(max_examples=60)
def test_every_finite_score_comes_back_to_the_last_bit(tmp_path_factory, values):
    path = tmp_path_factory.mktemp("bits") / "scores.csv"
    path.write_text("label,score\n" + "".join(f"{i % 2},{v!r}\n" for i, v in enumerate(values)))
    found = read_given(path, Columns()).models["scores"]["score"].to_numpy()
    assert found.tobytes() == np.array(values).tobytes()


LARGEST = sys.float_info.max


@pytest.mark.parametrize("roles", [{"score": ("a", "b")}, {"weight": "w"}, {"fold": "f"}, {"group": "f"}])
@pytest.mark.parametrize(
    "values", [np.tile([LARGEST, -LARGEST], 20), np.linspace(-1, 1, 40) * LARGEST, np.full(40, LARGEST)]
)
def test_scores_and_weights_near_the_largest_double(tmp_path, roles, values):
    """What overflows is no warning, and no note takes an infinity for a sum or a range."""
    path, row = tmp_path / "scores.csv", np.arange(40)
    columns = {
        "label": row // 2 % 2,
        "a": values,
        "b": np.roll(values, 3) / 2,
        "w": LARGEST / 100,
        "f": row % 3,
    }
    pd.DataFrame(columns).to_csv(path, index=False)
    with warnings.catch_warnings():
        warnings.simplefilter("error", RuntimeWarning)
        warnings.simplefilter("ignore", AssessmentNote)
        given = read_given(path, Columns(**({"score": "a"} | roles)))
        notes = given.notes if "weight" in roles else assess(given, Choices(n_resamples=3)).notes
    assert not [note for note in notes if "inf" in note.split()]


# What is read as these scores; or the line of the refusal.
ODD = {
    "byte-order mark and CRLF": ("\ufeff" + TWO.replace("\n", "\r\n"), [2, 1]),
    "old Mac line ends": (TWO.replace("\n", "\r"), [2, 1]),
    "blanks": ("label,score\n1, 2 \n 0,1\n", [2, 1]),
    "denormal, huge and negative zero": ("label,score\n1,5e-324\n0,1e308\n1,-0.0\n", [5e-324, 1e308, -0.0]),
    "NUL": ("label,score\n1,2\n0,1\0\n", "row 2: score: found '1\\x00'"),
    "NUL in a label": ("label,score\n1,2\n0\0,1\n", "label: found the classes"),
    "infinity": (TWO + "0,-inf\n", "row 3: score: found '-inf'; expected a finite number"),
    "overflow": (TWO + "0,1e999\n", "row 3: score: found '1e999'"),
    "NaN": (TWO + "0,nan\n", "row 3: score: found 'nan'"),
    "underscore": (TWO + "0,1_0\n", "row 3: score: found '1_0'"),
    "hexadecimal": (TWO + "0,0x10\n", "row 3: score: found '0x10'"),
    "truth value": (TWO + "0,True\n", "row 3: score: found 'True'"),
    "date": (TWO + "0,2020-01-01\n", "row 3: score: found '2020-01-01'"),
    "formula": (TWO + "0,=cmd|' /C calc'!A0\n", "row 3: score: found"),
    "open quote": (TWO + '0,"1\n', "expected a readable UTF-8 CSV file"),
    "too many cells": (TWO + "0,1,2\n", "expected a readable UTF-8 CSV file"),
    "too many cells in every row": ("label,score\nx,1,2\ny,0,1\n", "row 1: found more cells than columns"),
    "too few cells": (TWO + "0\n", "row 3: score: found ''"),
    "Latin-1": ("label,score\n\xe9,2\n0,1\n".encode("latin-1"), "expected a readable UTF-8 CSV file"),
    "UTF-16": (TWO.encode("utf-16"), "expected a readable UTF-8 CSV file"),
    "same name twice": ("label,score,score\n1,2,3\n0,1,4\n", "score: found 2 columns 'score'"),
    "empty": ("", "found an empty file"),
    "only a byte-order mark": ("\ufeff", "found an empty file"),
    "empty lines": ("\n\n\n", "found an empty file"),
    "header only": ("label,score\n", "found no rows"),
    "no label": (TWO + "?,1\n", "label: found 3 classes"),
    "one class": ("label,score\n1,2\n1,3\n", "found 1 classes"),
    "hundreds of columns without names": ("," * 400 + "\0" * 99 + "\n", "label: found no column 'label'"),
}  # fmt: skip


@pytest.mark.parametrize("name", ODD)
def test_odd_files(tmp_path, name):
    text, expected = ODD[name]
    path = tmp_path / "scores.csv"
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    found, message = outcome(lambda: read_given(path, Columns()), str(path))
    if isinstance(expected, str):
        assert expected in message
    else:
        assert message == ""
        assert found.models["scores"]["score"].tolist() == expected
    record(f"scores: {name}")


def test_columns_of_other_types_in_parquet(tmp_path):
    path = tmp_path / "scores.parquet"
    times = pd.to_datetime(["2020-01-01", "2020-01-02"])
    cells = {
        "times": times, "differences": times - times[0], "lists": [[1], [2]], "bytes": [b"1", b"\xff"],
        "complex words": ["1j", "2"], "nothing": [None, None], "NaN": [np.nan, 1], "infinity": [np.inf, 1],
    }  # fmt: skip
    for kind, column in cells.items():
        pd.DataFrame({"label": [1, 0], "score": column}).to_parquet(path)
        _, message = outcome(lambda: read_given(path, Columns()), str(path))
        assert "score: found" in message, kind
        pd.DataFrame({"label": column, "score": [1.0, 2.0]}).to_parquet(path)
        outcome(lambda: read_given(path, Columns()), str(path))
    pd.DataFrame({"label": [1, 0], "score": [2**62, 2**62 + 1]}).to_parquet(path)
    _, message = outcome(lambda: read_given(path, Columns()), str(path))
    assert "row 1: score: found 4611686018427387904; expected" in message
    record("scores: Parquet of other types", 2 * len(cells) + 1)


@pytest.mark.parametrize("column", ["label", "score", "model"])
def test_parquet_of_text_that_is_no_utf8(tmp_path, column):
    path = tmp_path / "scores.parquet"
    columns = {"label": pa.array([1, 0, 1, 0]), "score": pa.array([1.0, 0.5, 0.2, 0.1]), "model": ["a"] * 4}
    pq.write_table(pa.table(columns | {column: broken_text()}), path)
    for read in (lambda: read_given(path, Columns(model="model")), lambda: read_scores(path)):
        _, message = outcome(read, str(path))
        assert message
    record("scores Parquet: text that is not UTF-8", 2)


def test_float32_scores_stay_apart_as_they_are(tmp_path):
    path = tmp_path / "scores.parquet"
    values = np.array([0.1, 0.1 + 2**-27, 0.3], dtype=np.float32)
    pd.DataFrame({"label": [1, 0, 1], "score": values}).to_parquet(path)
    found = read_given(path, Columns()).models["scores"]["score"].to_numpy()
    assert found.dtype == np.float64
    assert found.tolist() == values.tolist()


READ = """
import resource, sys
import numpy, pandas, pyarrow.parquet
from rocrepro.formats.given.reading import Columns, read_given
from rocrepro.errors import InputError
peak = lambda: resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024
before = peak()
try:
    print("read", read_given(sys.argv[1], Columns()).name)
except InputError as error:
    assert len(str(error)) < 2100
    print("refused", error)
print(peak() - before)
"""
LARGE = {
    "one endless line": lambda n: TWO + "0," + "1" * n + "\n",
    "one row of many cells": lambda n: TWO + "0,1" * (n // 3) + "\n",
    "a quote never closed": lambda n: TWO + '0,"1\n' + "1,2\n" * (n // 4),
    "100,000 columns": lambda n: (
        "label,score," + "c," * 100_000 + "d\n" + ("1,2," + "3," * 100_000 + "4\n") * 2
    ),
    "short rows": lambda n: "label,score\n" + "1,0.25\n0,0.75\n" * (n // 14),
}


@pytest.mark.parametrize("name", LARGE)
def test_large_files_take_little_time_and_memory(tmp_path, name):
    path = tmp_path / "scores.csv"
    size = path.write_text(LARGE[name](100_000_000 if SOAK and "short" not in name else 5_000_000))
    ran = subprocess.run(
        [sys.executable, "-c", READ, str(path)],
        capture_output=True, text=True, timeout=600 if SOAK else 60, check=False,
    )  # fmt: skip
    assert ran.returncode == 0, ran.stderr
    *told, memory = ran.stdout.splitlines()
    assert len(told) == 1
    assert int(memory) < max(10.5 * size, 256e6), (int(memory) / size, told)
    record(f"scores: {name}")


NAMES = [
    "a b.csv", 'q"uote.csv', "it's.csv", "new\nline.csv", "$(touch hit).csv", "`touch hit`.csv", "-rf.csv",
    ";touch hit;.csv", "<b>.csv", "\x1b[2J.csv",
]  # fmt: skip


@pytest.mark.skipif(os.name != "posix", reason="names of files as POSIX allows them")
@pytest.mark.parametrize("name", NAMES)
def test_file_names(tmp_path, monkeypatch, name):
    monkeypatch.chdir(tmp_path)
    (tmp_path / name).write_text(TWO)
    assert read_given(tmp_path / name, Columns()).name == name
    (tmp_path / name).write_text(TWO + "0,x\n")
    _, message = outcome(lambda: read_given(tmp_path / name, Columns()))
    assert "row 3: score: found 'x'" in message
    assert [path.name for path in tmp_path.iterdir()] == [name]
    record("scores: odd file names")
