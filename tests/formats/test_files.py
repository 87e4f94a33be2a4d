"""Files are whole or not there, and a machine that cannot write says so in one line."""

import errno

import pytest

from rocrepro.errors import LONGEST, InputError
from rocrepro.formats import tidy
from rocrepro.formats.files import NOT_WRITABLE, read_json, replacing, write_text, writing


def interrupted(path, number):
    """Write half of a file, and meet an error of the system."""
    with writing(path) as part:
        part.write_text("ne")
        raise OSError(number, "said by the system")


@pytest.mark.parametrize("number", sorted(NOT_WRITABLE))
def test_a_machine_that_cannot_write_is_one_line_and_the_old_file_stays(tmp_path, number):
    path = tmp_path / "table.csv"
    path.write_text("old")
    with pytest.raises(InputError, match=r"table\.csv: found .*; expected to write this file"):
        interrupted(path, number)
    assert [(file.name, file.read_text()) for file in tmp_path.iterdir()] == [("table.csv", "old")]


def test_another_error_is_ours_and_goes_through(tmp_path):
    with pytest.raises(OSError, match="said by the system"):
        interrupted(tmp_path / "table.csv", errno.EINVAL)
    assert list(tmp_path.iterdir()) == []


def test_a_folder_is_replaced_as_a_whole(tmp_path):
    folder = tmp_path / "trial"
    for names in (["old.csv", "both.csv"], ["both.csv", "new.csv"]):
        with replacing(folder) as part:
            assert list(part.iterdir()) == []
            for name in names:
                write_text(part / name, names[0])
    assert {file.name: file.read_text() for file in folder.iterdir()} == dict.fromkeys(names, "both.csv")
    assert list(tmp_path.iterdir()) == [folder]


def test_a_folder_that_could_not_be_made_anew_is_as_it_was(tmp_path):
    folder = tmp_path / "trial"
    with replacing(folder) as part:
        write_text(part / "a.csv", "old")

    def half():
        with replacing(folder) as part:
            write_text(part / "a.csv", "new")
            interrupted(part / "b.csv", errno.ENOSPC)

    with pytest.raises(InputError, match=r"trial/b\.csv: found .*; expected to write this file") as caught:
        half()
    assert ".part" not in str(caught.value)
    assert [(file.name, file.read_text()) for file in folder.iterdir()] == [("a.csv", "old")]
    assert list(tmp_path.iterdir()) == [folder]


@pytest.mark.parametrize(
    ("protocol", "more", "folds"), [("cv", {}, 10), ("cv", {"folds": 5}, 5), ("split", {}, 0)]
)
def test_a_data_set_that_no_source_served_reads_back_as_none(tmp_path, protocol, more, folds):
    files = tmp_path / "spect.parquet", tmp_path / "spect.json"
    tidy.save_missing(
        "spect", {"protocol": protocol, "title": "SPECT", **more}, "no source served it", *files
    )
    assert tidy.load(*files) is None
    assert f'"folds": {folds}' in files[1].read_text()
    assert '"missing": "no source served it"' in files[1].read_text()


def test_a_long_message_keeps_its_beginning_and_its_end():
    said = str(InputError("begin " + "x" * 2 * LONGEST + " end"))
    assert said.startswith("begin xxx")
    assert said.endswith("xxx end")
    assert " ... " in said
    assert len(said) == LONGEST + len(" ... ")
    assert str(InputError("x" * LONGEST)) == "x" * LONGEST


@pytest.mark.parametrize(
    ("content", "found"),
    [
        (None, "nothing"),
        ("{", "Expecting property name"),
        ("[1]", "list"),
        ("[" * 10**6, "maximum recursion depth"),
    ],
    ids=["absent", "cut", "list", "deep"],
)
def test_a_damaged_record_is_one_line(tmp_path, content, found):
    path = tmp_path / "record.json"
    if content is not None:
        path.write_text(content)
    with pytest.raises(InputError, match=rf"record\.json: found {found}.*; expected a JSON object"):
        read_json(path)
