"""The files that a job declares, and the record of what it reads."""

import json
import re

import numpy as np
import pandas as pd
import pytest

from rocrepro.errors import InputError
from rocrepro.formats.inputs import Inputs
from rocrepro.formats.scores import empty_scores, write_scores
from rocrepro.formats.tidy import NUMERIC, Attribute, Dataset, save_missing


@pytest.fixture
def build(tmp_path):
    """A build folder with one small data set, one that is missing, and scores of one model."""
    for folder in ("data", "scores", "engines"):
        (tmp_path / folder).mkdir()
    one = Dataset(
        name="spect", title="spect", frame=pd.DataFrame({"x": [0.0, 1.0]}), label=np.array(["0", "1"]),
        part=np.array(["all", "all"]), attributes=(Attribute("x", NUMERIC),), classes=("0", "1"),
        positive="1", target="class", class_index=1, protocol="cv", folds=2,
    )  # fmt: skip
    one.save(tmp_path / "data/spect.parquet", tmp_path / "data/spect.json")
    save_missing(
        "dis", {"protocol": "split"}, "gone", tmp_path / "data/dis.parquet", tmp_path / "data/dis.json"
    )
    frame = pd.DataFrame({"seed": 1, "fold": [1, 2], "row": [0, 1], "label": [0, 1], "score": [0.1, 0.9]})
    write_scores(frame, tmp_path / "scores/spect.weka.tree.parquet")
    write_scores(empty_scores(), tmp_path / "scores/dis.weka.tree.parquet")
    (tmp_path / "engines/weka.json").write_text(json.dumps({"engine": "weka", "reason": "no Java"}))
    return tmp_path


@pytest.fixture
def inputs(build):
    return Inputs.below(build)


def test_files_are_found_by_their_last_two_names_wherever_they_are(build):
    inputs = Inputs([str(build / "data/spect.json"), build / "scores/spect.weka.tree.parquet"])
    assert inputs.json("data/spect.json")["name"] == "spect"
    assert inputs.path("scores/spect.weka.tree.parquet") == build / "scores/spect.weka.tree.parquet"


def test_every_file_of_a_build_folder_is_declared(inputs, build):
    assert inputs.path("engines/weka.json") == build / "engines/weka.json"
    assert len(inputs.frame("scores/spect.weka.tree.parquet")) == 2


@pytest.mark.parametrize(
    ("read", "name"),
    [
        (lambda inputs: inputs.data("spect"), "data/spect.parquet"),
        (lambda inputs: inputs.scores("spect", "weka", "tree"), "scores/spect.weka.tree.parquet"),
        (lambda inputs: inputs.frame("study/spect.points.parquet"), "study/spect.points.parquet"),
        (lambda inputs: inputs.json("data/spect.json"), "data/spect.json"),
    ],
)
def test_a_file_that_is_not_declared_is_not_looked_for(build, monkeypatch, read, name):
    """It is there, where the job runs, and on another machine it would not be."""
    monkeypatch.chdir(build)
    with pytest.raises(LookupError, match=f"^{re.escape(name)} is read by a job that does not declare it"):
        read(Inputs())


@pytest.mark.parametrize(
    ("read", "name"),
    [
        (lambda inputs: inputs.data("spect"), "data/spect.json"),
        (lambda inputs: inputs.data("spect"), "data/spect.parquet"),
        (lambda inputs: inputs.scores("spect", "weka", "tree"), "scores/spect.weka.tree.parquet"),
    ],
)
def test_a_declared_file_that_is_gone_is_one_clear_error(inputs, build, read, name):
    (build / name).unlink()
    with pytest.raises(
        InputError, match=rf"^{re.escape(str(build / name))}: found nothing; expected [^\n]+$"
    ):
        read(inputs)


def test_what_is_missing_gives_nothing_and_is_recorded(inputs):
    with inputs.reading() as read:
        assert inputs.data("dis") is None
        assert read == {"dis"}
        assert inputs.scores("dis", "weka", "tree").empty
    assert read == {"dis", "engine weka"}


def test_what_is_there_is_recorded(inputs):
    assert inputs.data("spect").counts() == {"all": [1, 1]}
    with inputs.reading() as read:
        assert len(inputs.scores("spect", "weka", "tree")) == 2
    assert read == {"spect", "engine weka"}


def test_asking_for_what_is_not_declared_is_recorded_too(build):
    inputs = Inputs()
    with inputs.reading() as read, pytest.raises(LookupError):
        inputs.scores("sick", "weka", "tree")
    assert read == {"sick", "engine weka"}


def test_a_whole_file_names_no_data_set(inputs):
    with inputs.reading() as read:
        inputs.json("data/spect.json")
        inputs.frame("scores/spect.weka.tree.parquet")
    assert read == set()


def test_records_nest(inputs):
    inputs.note("before")
    with inputs.reading() as outer:
        inputs.note("dis")
        with inputs.reading() as inner:
            inputs.note("spect", "engine weka")
        with inputs.reading() as empty:
            pass
        assert inner == {"spect", "engine weka"}
        assert outer == {"dis", "spect", "engine weka"}
        inputs.note("sick")
    assert empty == set()
    assert inner == {"spect", "engine weka"}
    assert outer == {"dis", "spect", "engine weka", "sick"}


def test_a_record_is_closed_when_reading_fails(inputs):
    with inputs.reading() as outer:
        with pytest.raises(LookupError), inputs.reading() as read:
            inputs.scores("sick", "weka", "tree")
        inputs.note("spect")
    assert read == {"sick", "engine weka"}
    assert outer == {"sick", "engine weka", "spect"}
