"""The folder of a review: whole or as it was, and nobody else's files."""

import json

import pytest

from rocrepro.errors import InputError
from rocrepro.review.output import KIND, reviewed


def write(folder, *names):
    with reviewed(folder) as part:
        for name in names:
            (part / name).parent.mkdir(parents=True, exist_ok=True)
            (part / name).write_text(name)


def files(folder):
    return sorted(path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file())


def test_a_review_replaces_an_earlier_one_whole(tmp_path):
    write(tmp_path / "out", "claims.csv", "tables/a.csv")
    write(tmp_path / "out", "claims.csv", "tables/b.csv")
    assert files(tmp_path / "out") == ["claims.csv", "record.json", "tables/b.csv"]
    record = json.loads((tmp_path / "out/record.json").read_text())
    assert record == {"kind": KIND, "files": ["claims.csv", "tables/b.csv"]}


def test_an_empty_folder_and_folders_to_be_made_are_fine(tmp_path):
    (tmp_path / "empty").mkdir()
    for name in ("empty", "new/inner"):
        write(tmp_path / name, "claims.csv")
        assert files(tmp_path / name) == ["claims.csv", "record.json"]


@pytest.mark.parametrize("name", ["mine.txt", ".hidden", "tables/mine.csv"])
def test_somebody_elses_files_are_not_touched(tmp_path, name):
    write(tmp_path / "out", "claims.csv", "tables/a.csv")
    (tmp_path / "out" / name).write_text("mine")
    before = files(tmp_path / "out")
    with pytest.raises(InputError, match=f"found {name}, which is not from a review"):
        write(tmp_path / "out", "claims.csv")
    assert files(tmp_path / "out") == before


@pytest.mark.parametrize("record", ["{", "[]", '{"kind": "files of rocrepro evaluate", "files": ["a.csv"]}'])
def test_another_record_counts_for_nothing(tmp_path, record):
    (tmp_path / "record.json").write_text(record)
    (tmp_path / "a.csv").write_text("")
    with pytest.raises(InputError, match="which is not from a review"):
        write(tmp_path, "claims.csv")


def test_a_file_and_the_folder_that_one_is_in_are_refused(tmp_path, monkeypatch):
    (tmp_path / "out").write_text("")
    with pytest.raises(InputError, match="found a file; expected a folder to write to"):
        write(tmp_path / "out", "claims.csv")
    (tmp_path / "here").mkdir()
    monkeypatch.chdir(tmp_path / "here")
    with pytest.raises(InputError, match="found the current folder"):
        write(".", "claims.csv")


def fail(folder, message):
    with reviewed(folder) as part:
        (part / "half.csv").write_text("")
        raise InputError(message.replace("PART", str(part)))


def test_after_a_failure_everything_is_as_it_was(tmp_path):
    write(tmp_path / "out", "claims.csv")
    for folder in ("out", "new/inner"):
        with pytest.raises(InputError, match=r"^no$"):
            fail(tmp_path / folder, "no")
    assert files(tmp_path) == ["out/claims.csv", "out/record.json"]
    assert [path.name for path in tmp_path.iterdir()] == ["out"]


def test_a_message_names_the_folder_as_it_was_typed(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    with pytest.raises(InputError) as caught:
        fail("out", "PART/claims.csv: full")
    assert str(caught.value) == "out/claims.csv: full"
