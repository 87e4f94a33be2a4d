"""The folder of results: an earlier assessment is replaced whole, and nobody else's files are touched."""

import json
from pathlib import Path

import pytest

from rocrepro.assess.folder import RECORD, recorded, replacing
from rocrepro.errors import InputError


def write(folder, error=None, **texts):
    """One assessment with a file of each name, which may end in an error."""
    with replacing(folder) as part:
        for name, text in texts.items():
            path = part / f"{name}.csv"
            path.parent.mkdir(exist_ok=True)
            path.write_text(text)
        if error is not None:
            raise error


def names(folder):
    return {path.name for path in folder.iterdir()}


def test_an_earlier_assessment_is_replaced_whole(tmp_path):
    folder = tmp_path / "a" / "out"
    write(folder, summary="1", comparisons="2")
    (folder / "notes.txt").write_text("mine")
    write(folder, summary="3")
    assert names(folder) == {"summary.csv", "notes.txt", RECORD}
    assert (folder / "summary.csv").read_text() == "3"
    assert recorded(folder) == {"summary.csv", RECORD}


@pytest.mark.parametrize("theirs", ["summary.csv", "notes.txt"])
def test_a_folder_without_a_record_is_refused_before_anything_is_computed(tmp_path, theirs):
    (tmp_path / theirs).write_text("mine")
    reached = False
    message = f"found {theirs}, which is not from an assessment; expected a new or empty folder"
    with pytest.raises(InputError, match=message), replacing(tmp_path):
        reached = True
    assert not reached
    assert names(tmp_path) == {theirs}


def test_a_file_of_the_user_beside_an_assessment_is_not_overwritten(tmp_path):
    write(tmp_path, summary="1")
    (tmp_path / "bands.csv").write_text("mine")
    with pytest.raises(InputError, match=r"found bands\.csv, which is not from an assessment"):
        write(tmp_path, summary="2", bands="3")
    assert (tmp_path / "bands.csv").read_text() == "mine"
    assert (tmp_path / "summary.csv").read_text() == "1"


def test_hidden_files_are_in_nobodys_way(tmp_path):
    (tmp_path / ".hidden").write_text("")
    write(tmp_path, summary="1")
    assert names(tmp_path) == {".hidden", "summary.csv", RECORD}


@pytest.mark.parametrize("error", [InputError("bad"), KeyboardInterrupt(), ValueError("bad")])
def test_a_failure_leaves_what_was_there(tmp_path, error):
    with pytest.raises(type(error)):
        write(tmp_path / "new" / "out", error, summary="half")
    assert not names(tmp_path)
    write(tmp_path / "out", summary="1")
    before = names(tmp_path / "out")
    with pytest.raises(type(error)):
        write(tmp_path / "out", error, bands="half")
    assert names(tmp_path / "out") == before


def test_a_stop_between_the_files_leaves_a_folder_that_the_next_assessment_replaces(tmp_path, monkeypatch):
    write(tmp_path, a="1", b="1")
    replace = Path.replace

    def stop(path, target):
        if path.name == "d.csv":
            raise KeyboardInterrupt
        return replace(path, target)

    with monkeypatch.context() as patch:
        patch.setattr(Path, "replace", stop)
        with pytest.raises(KeyboardInterrupt):
            write(tmp_path, b="2", d="2")
    assert (tmp_path / "b.csv").read_text() == "2"
    write(tmp_path, e="3")
    assert names(tmp_path) == {"e.csv", RECORD}


def test_folders_inside_are_replaced_too_and_go_when_they_are_empty(tmp_path):
    write(tmp_path, **{"summary": "1", "tables/a": "2", "tables/b": "3", "figures/c": "4"})
    (tmp_path / "tables" / "notes.txt").write_text("mine")
    write(tmp_path, **{"summary": "5", "tables/b": "6"})
    assert recorded(tmp_path) == {"summary.csv", "tables/b.csv", RECORD}
    assert names(tmp_path) == {"summary.csv", "tables", RECORD}
    assert names(tmp_path / "tables") == {"b.csv", "notes.txt"}
    assert (tmp_path / "tables" / "b.csv").read_text() == "6"


def test_an_assessment_of_an_earlier_version_with_all_files_side_by_side_is_replaced(tmp_path):
    flat = ("confident.svg", "index.html", "points.csv", "points.json", "summary.csv")
    for name in flat:
        (tmp_path / name).write_text("old")
    record = {"kind": "files of rocrepro evaluate", "files": [*flat]}
    (tmp_path / RECORD).write_text(json.dumps(record))
    write(tmp_path, **{"summary": "new", "tables/points": "new"})
    assert names(tmp_path) == {"summary.csv", "tables", RECORD}
    assert (tmp_path / "summary.csv").read_text() == "new"


@pytest.mark.parametrize("inside", ["tables", "figures"])
def test_files_of_the_user_in_a_folder_that_is_written_to_are_not_touched(tmp_path, inside):
    write(tmp_path, summary="1")
    (tmp_path / inside).mkdir()
    (tmp_path / inside / "mine.csv").write_text("mine")
    with pytest.raises(InputError, match=rf"found {inside}/mine\.csv, which is not from an assessment"):
        write(tmp_path, **{f"{inside}/mine": "2"})
    assert (tmp_path / inside / "mine.csv").read_text() == "mine"


@pytest.mark.parametrize("files", [["tables/a.csv"], ["tables/a.csv", "tables"]])
def test_a_link_in_the_place_of_a_folder_is_not_followed(tmp_path, files):
    (tmp_path / "out").mkdir()
    (tmp_path / "elsewhere").mkdir()
    (tmp_path / "elsewhere" / "a.csv").write_text("mine")
    (tmp_path / "out" / "tables").symlink_to(tmp_path / "elsewhere")
    record = {"kind": "files of rocrepro evaluate", "files": files}
    (tmp_path / "out" / RECORD).write_text(json.dumps(record))
    with pytest.raises(InputError, match="which is not from an assessment"):
        write(tmp_path / "out", **{"tables/a": "2"})
    assert (tmp_path / "elsewhere" / "a.csv").read_text() == "mine"


@pytest.mark.parametrize(
    "files",
    [
        *(["../mine.csv"], ["/mine.csv"], [".."], [1], "mine.csv", None, ["tables/../../mine.csv"]),
        *(["tables/a/b.csv"], ["other/b.csv"], ["tables/"], ["tables/.."], ["..\\mine.csv"]),
    ],
)
def test_a_record_that_names_files_elsewhere_is_none(tmp_path, files):
    (tmp_path / "out").mkdir()
    (tmp_path / "mine.csv").write_text("mine")
    record = {"kind": "files of rocrepro evaluate", "files": files}
    (tmp_path / "out" / RECORD).write_text(json.dumps(record))
    assert recorded(tmp_path / "out") is None
    with pytest.raises(InputError, match=r"found record\.json, which is not from an assessment"):
        write(tmp_path / "out", summary="1")
    assert (tmp_path / "mine.csv").exists()


def test_what_is_no_folder_or_cannot_be_made_is_one_line(tmp_path):
    (tmp_path / "file").write_text("mine")
    for path, message in {
        tmp_path / "file": "file: found a file; expected a folder to write to",
        tmp_path / "file" / "out": "out: found Not a directory; expected a folder that can be written to",
        tmp_path / ("x" * 300): "found File name too long; expected a folder that can be written to",
    }.items():
        with pytest.raises(InputError, match=message), replacing(path):
            pass
    assert names(tmp_path) == {"file"}


def test_a_message_names_the_folder_of_the_user(tmp_path):
    with pytest.raises(InputError) as caught, replacing(tmp_path) as part:
        raise InputError(
            f"{part / 'summary.csv'}: found No space left on device; expected to write this file"
        )
    assert str(caught.value).startswith(f"{tmp_path / 'summary.csv'}: found No space left")
