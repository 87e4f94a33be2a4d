"""Refusals of large files: one line, and nothing that is left on the disk."""

import signal
import subprocess
import sys
import time
from types import SimpleNamespace

import numpy as np
import pandas as pd
import pytest

from rocrepro.assess import large_files, large_rows, large_walk, read_given
from rocrepro.assess.large import assess_large
from rocrepro.errors import InputError
from rocrepro.formats.given.reading import Columns
from rocrepro.study import Choices
from tests.assess.large.rows import both, compare, frame, save

pytestmark = pytest.mark.filterwarnings("ignore::rocrepro.formats.given.notes.AssessmentNote")


@pytest.mark.parametrize(
    ("column", "row", "value", "message"),
    [
        ("score", 150, np.nan, "row 151: score: found"),
        ("score", 7, np.inf, "row 8: score: found"),
        ("score", 7, -np.inf, "row 8: score: found"),
        ("label", 150, None, "row 151: label: found nothing; expected a value"),
        ("label", 99, " ", "row 100: label: found nothing"),
        ("label", 99, "poorly", "label: found 3 classes ('ill', 'poorly', 'well'); expected two"),
        ("clf", 120, None, "row 121: clf: found nothing"),
        ("clf", 120, "b", "model b: label: found only 'ill'; expected both 'well' and 'ill'"),
    ],
)  # fmt: skip
@pytest.mark.parametrize("suffix", ["parquet", "csv"])
@pytest.mark.parametrize("folder", [False, True])
def test_bad_rows_are_named_and_nothing_is_left(
    tmp_path, scratch, column, row, value, message, suffix, folder
):
    table = frame(np.random.default_rng(1), 200, "signed").assign(clf="a")
    table["label"] = np.where(table["label"] == 1, "ill", "well")
    table.loc[row, "label"] = "ill"
    table[column] = table[column].astype(object if column != "score" else float)
    path = tmp_path / (f"scores/part-2.{suffix}" if folder else f"scores.{suffix}")
    if folder:
        path.parent.mkdir()
        first = path.with_name(f"part-1.{suffix}")
        save(table, first)
    table.loc[row, column] = value
    save(table, path)
    with pytest.raises(InputError) as error:
        assess_large(path.parent if folder else path, Columns(model="clf"), pos_label="ill")
    assert message in str(error.value)
    assert str(error.value).startswith(str(path if "row" in message else path.parent if folder else path))
    assert "\n" not in str(error.value)
    assert not list(scratch.iterdir())


@pytest.mark.parametrize(
    ("score", "message"),
    [
        ([2**53 + 1, 1, 2, 3], "row 1: score: found 9007199254740993; expected a finite number"),
        (np.array([1, 2**63 + 1, 2, 3], dtype=np.uint64), "row 2: score: found 9223372036854775809"),
        ([True, False, True, True], "score: found the type bool; expected finite numbers"),
        (pd.to_datetime(["2020-01-01"] * 4), "score: found the type datetime64"),
        ([[1], [2], [3], [4]], "row 1: score: found array([1])"),
        ([None] * 4, "row 1: score: found None"),
    ],
)  # fmt: skip
def test_what_is_no_score_is_refused_and_not_cast(tmp_path, score, message):
    path = tmp_path / "scores.parquet"
    pd.DataFrame({"label": [1, 0, 1, 0], "score": score}).to_parquet(path)
    for read in (read_given, assess_large):
        with pytest.raises(InputError) as error:
            read(path, Columns())
        assert message in str(error.value), read


@pytest.mark.parametrize("suffix", ["parquet", "csv"])
@pytest.mark.parametrize(
    ("least", "fine"),
    [(2**53 + 1, False), (2**53 + 2, False), (-(2**60), False), (2**53, True), (-(2**53), True)],
)
def test_whole_numbers_beyond_those_that_doubles_hold_are_refused(tmp_path, suffix, least, fine):
    path = tmp_path / f"scores.{suffix}"
    save(pd.DataFrame({"label": [1, 0, 1, 0], "score": [3, least, 2, 1]}), path)
    if fine:
        compare(*both(path))
        return
    for read in (read_given, assess_large):
        with pytest.raises(InputError, match=r"row 2: score: found .*that a double holds exactly"):
            read(path, Columns())


def test_a_folder_for_temporary_files_that_is_not_there_is_named(tmp_path, monkeypatch):
    """Python would take another one in silence."""
    path = tmp_path / "scores.csv"
    path.write_text("label,score\n1,2\n0,1\n")
    monkeypatch.setenv("TMPDIR", str(tmp_path / "gone"))
    with pytest.raises(InputError, match=r"TMPDIR: found '.*gone'; expected a folder"):
        assess_large(path, Columns())


@pytest.mark.parametrize(
    ("labels", "models", "message"),
    [
        (range(500), ["a"] * 500, "label: found more than 100 values; expected two classes"),
        ([0, 1] * 250, np.arange(500) // 2, "clf: found more than 100 values; expected at most 100 models"),
    ],
)
def test_many_classes_or_models_are_refused(tmp_path, labels, models, message):
    path = tmp_path / "scores.parquet"
    pd.DataFrame({"label": labels, "clf": models, "score": np.arange(500.0)}).to_parquet(path)
    with pytest.raises(InputError, match=message):
        assess_large(path, Columns(model="clf"))


def test_parts_with_columns_of_other_types_are_refused(tmp_path):
    """DuckDB would cast the second to the first: 2^53 + 1 would be rounded."""
    pd.DataFrame({"label": [1, 0], "score": [0.5, 1.0]}).to_parquet(tmp_path / "1.parquet")
    pd.DataFrame({"label": [1, 0], "score": [2**53 + 1, 0]}).to_parquet(tmp_path / "2.parquet")
    with pytest.raises(InputError) as error:
        assess_large(tmp_path, Columns())
    found = f"{tmp_path / '2.parquet'}: score: found the type BIGINT; expected DOUBLE, as in"
    assert str(error.value).startswith(found)
    with pytest.raises(InputError, match=r"2\.parquet: row 1: score: found 9007199254740993"):
        read_given(tmp_path, Columns())


@pytest.mark.parametrize("package", ["duckdb", "pyarrow"])
def test_without_a_package_one_line_says_what_to_install(tmp_path, monkeypatch, package):
    path = tmp_path / "scores.csv"
    path.write_text("label,score\n" + "1,2\n0,1\n" * 5)
    monkeypatch.setitem(sys.modules, package, None)
    with pytest.raises(InputError) as error:
        assess_large(path, Columns())
    assert str(error.value) == (
        f"{path}: found more than 3 rows without the package {package}, which so many rows need; expected it "
        f"installed (pip install {package}, or rocrepro with its extra large)"
    )


def test_a_run_that_breaks_leaves_no_file(tmp_path, scratch, monkeypatch):
    def broken(batches, totals):
        assert len(list(scratch.glob("rocrepro-*"))) == 1
        raise MemoryError

    monkeypatch.setattr(large_walk, "counted", broken)
    path = tmp_path / "scores.parquet"
    frame(np.random.default_rng(1), 200, "signed").to_parquet(path)
    with pytest.raises(MemoryError):
        assess_large(path, Columns())
    assert not list(scratch.iterdir())


KILLED = """
import sys, time
from rocrepro.assess import large_rows
from rocrepro.formats.given.reading import Columns
large_rows.MEMORY = 50_000_000
large_rows.THREADS = 1
with large_rows.opened(sys.argv[1], Columns()) as rows:
    for totals, batches in rows.descending():
        next(iter(batches))
        print("sorted", flush=True)
        time.sleep(60)
"""


@pytest.fixture(scope="module")
def spilling(tmp_path_factory):
    """A file whose rows go to the disk while they are sorted in little memory."""
    path = tmp_path_factory.mktemp("spilling") / "scores.parquet"
    frame(np.random.default_rng(1), 3_000_000, "signed").to_parquet(path)
    return path


@pytest.mark.parametrize("sign", [signal.SIGKILL, signal.SIGTERM, signal.SIGINT])
def test_a_run_that_is_killed_leaves_no_file(spilling, scratch, sign):
    command_line = [sys.executable, "-c", KILLED, str(spilling)]
    environment = dict(large_rows.os.environ, TMPDIR=str(scratch))
    with subprocess.Popen(
        command_line,
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    ) as process:
        assert process.stdout.readline() == b"sorted\n"
        (folder,) = scratch.iterdir()
        assert sum(file.stat().st_size for file in folder.iterdir()) > 10**6
        process.send_signal(sign)
        process.wait()
        deadline = time.monotonic() + 30
        while list(scratch.iterdir()) and time.monotonic() < deadline:
            time.sleep(0.05)
    assert not list(scratch.iterdir())


def test_a_full_disk_and_a_full_memory_are_one_line(spilling, scratch, monkeypatch):
    monkeypatch.setattr(large_rows, "MEMORY", 50_000_000)
    monkeypatch.setattr(large_rows, "THREADS", 1)
    monkeypatch.setattr(large_rows, "SETTINGS", {**large_rows.SETTINGS, "max_temp_directory_size": "5MB"})
    with pytest.raises(InputError) as error:
        assess_large(spilling, Columns())
    found = "found the disk full; expected room to sort the scores (TMPDIR names another folder)"
    assert str(error.value) == f"{scratch}: {found}"
    monkeypatch.setattr(large_rows, "MEMORY", 2_000_000)
    with pytest.raises(InputError, match=r"found 0\.002 GB of memory full"):
        assess_large(spilling, Columns())
    assert not list(scratch.iterdir())


@pytest.mark.parametrize(
    ("columns", "options", "message"),
    [
        ({"seed": "s"}, {}, "seed: found a column for a file of more than 3 rows; expected only label"),
        ({"row": "s"}, {}, "row: found a column"),
        ({"fold": "s"}, {}, "fold: found a column"),
        ({"score": "x"}, {}, "score: found no column 'x'; expected one of label, score, s"),
        ({}, {"prevalence": 0.1}, "prevalence: found 0.1 for a file of more than"),
        ({}, {"margin": 0.1}, "margin: found 0.1 for a file of more than"),
        ({}, {"partial_fpr": 0.1}, "partial_fpr: found 0.1 for a file of more than"),
        ({}, {"partial_tpr": 0.8}, "partial_tpr: found 0.8 for a file of more than"),
        ({}, {"at_specificity": 0.95}, "at_specificity: found 0.95 for a file of more than"),
    ],
)  # fmt: skip
def test_what_large_files_do_not_have_is_one_line(tmp_path, columns, options, message):
    path = tmp_path / "scores.csv"
    path.write_text("label,score,s\n" + "1,2,1\n0,1,1\n" * 5)
    with pytest.raises(InputError) as error:
        assess_large(path, Columns(**columns), Choices(**options))
    assert message in str(error.value)
    assert "\n" not in str(error.value)


def test_no_room_on_the_disk_is_said_before_the_work(tmp_path, monkeypatch):
    path = tmp_path / "scores.parquet"
    frame(np.random.default_rng(1), 100, "signed").to_parquet(path)
    monkeypatch.setattr(large_rows, "BYTES", 40_000_000)
    monkeypatch.setattr(large_files.shutil, "disk_usage", lambda folder: SimpleNamespace(free=10**9))
    with pytest.raises(InputError, match=r"found 1\.0 GB free; expected 2\.0 GB to sort the scores \(TMPDIR"):
        assess_large(path, Columns())


def test_a_file_that_is_not_there_or_no_parquet(tmp_path):
    with pytest.raises(InputError, match="found no such file"):
        assess_large(tmp_path / "gone.csv", Columns())
    path = tmp_path / "scores.parquet"
    path.write_bytes(b"PAR1" * 9)
    with pytest.raises(InputError, match="expected a readable Parquet file"):
        assess_large(path, Columns())
    text = tmp_path / "scores.csv"
    text.write_bytes(b"label,score\n" + b"1,2\n0,1\n" * 50 + b'1,"2\n')
    with pytest.raises(InputError, match="expected a readable UTF-8 CSV file"):
        assess_large(text, Columns())


def test_a_parquet_file_with_bytes_that_changed_is_one_line(tmp_path, scratch):
    path = tmp_path / "scores.parquet"
    frame(np.random.default_rng(3), 3000, "signed").to_parquet(path)
    data = bytearray(path.read_bytes())
    data[200:20_000] = bytes(19_800)
    path.write_bytes(data)
    with pytest.raises(InputError) as error:
        assess_large(path, Columns())
    assert str(error.value).startswith(str(path))
    assert not list(scratch.iterdir())
