"""Scores that come through a pipe, and the names by which they are spoken of."""

import os
import subprocess
import sys
import threading
import warnings

import pandas as pd
import pytest

from rocrepro.errors import InputError
from rocrepro.formats.given.notes import AssessmentNote, plain_notes
from rocrepro.formats.given.reading import Columns, read_given

TABLE = pd.DataFrame({"y": [1, 0, 1, 0] * 5, "p": [0.5 + i % 7 / 20 for i in range(20)]})


def through_pipe(path, content):
    """A pipe with a name, into which somebody writes."""
    os.mkfifo(path)
    writer = threading.Thread(target=path.write_bytes, args=(content,), daemon=True)
    writer.start()
    return path


@pytest.mark.parametrize("kind", ["csv", "parquet"])
def test_a_pipe_is_read_as_a_file_is(tmp_path, kind):
    file = tmp_path / f"scores.{kind}"
    TABLE.to_csv(file, index=False) if kind == "csv" else TABLE.to_parquet(file)
    pipe = through_pipe(tmp_path / "pipe", file.read_bytes())
    with pytest.warns(AssessmentNote, match="Weka's column prediction"):
        given = read_given(pipe, Columns("y", "p"))
    assert given.models["scores"]["score"].tolist() == TABLE["p"].tolist()
    assert all(note.startswith(f"{pipe}: ") for note in given.notes)


def test_a_bad_pipe_is_spoken_of_by_its_own_name(tmp_path):
    pipe = through_pipe(tmp_path / "pipe", b"y,p\n1,x\n0,1\n")
    with pytest.raises(InputError) as error:
        read_given(pipe, Columns("y", "p"))
    assert str(error.value) == f"{pipe}: row 1: p: found 'x'; expected a finite number"


@pytest.mark.skipif(sys.platform != "linux", reason="/dev/stdin as Linux has it")
@pytest.mark.parametrize(
    ("kind", "name", "piped"),
    [("csv", "-", True), ("parquet", "/dev/stdin", False), ("parquet", "/dev/stdin", True)],
)
def test_standard_input_is_read(tmp_path, kind, name, piped):
    file = tmp_path / f"scores.{kind}"
    TABLE.to_csv(file, index=False) if kind == "csv" else TABLE.to_parquet(file)
    code = (
        "from rocrepro.formats.given.reading import Columns, read_given; import sys\n"
        "given = read_given(sys.argv[1], Columns('y', 'p'))\n"
        "print(given.models['scores']['score'].sum(), given.notes[0][:20])"
    )
    command = [sys.executable, "-W", "ignore", "-c", code, name]
    with file.open("rb") as stream:
        how = {"input": stream.read()} if piped else {"stdin": stream}
        done = subprocess.run(command, capture_output=True, check=True, **how)
    total, note = done.stdout.decode().split(maxsplit=1)
    assert float(total) == TABLE["p"].sum()
    assert note.startswith(f"{name}: ")


def test_warnings_of_libraries_are_not_shown_as_notes(capsys, monkeypatch):
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        with plain_notes():
            warnings.warn("ours", AssessmentNote, stacklevel=1)
            warnings.warn("ours", AssessmentNote, stacklevel=1)
            warnings.warn("overflow encountered in exp", RuntimeWarning, stacklevel=1)
            warnings.warn("will change", FutureWarning, stacklevel=1)
            warnings.warn(
                "Glyph 26085 (\\N{CJK}) missing from font(s) DejaVu Sans.", UserWarning, stacklevel=1
            )
    assert capsys.readouterr().err.splitlines() == [
        "rocrepro: note: ours",
        "rocrepro: note: figures: some characters of the names are not in the font and are drawn as boxes",
    ]
