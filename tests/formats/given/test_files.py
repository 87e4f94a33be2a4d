"""Which files are meant: one by its name, a folder, a pattern; and what is said of a row in one of many."""

import os

import pandas as pd
import pytest

from rocrepro.assess.large import assess_large
from rocrepro.errors import InputError
from rocrepro.formats.given.files import parts_of
from rocrepro.formats.given.notes import AssessmentNote
from rocrepro.formats.given.reading import Columns, read_given
from rocrepro.formats.given.tables import header_of

ROWS = "label,score\n1,2\n0,1\n"


@pytest.fixture
def there(tmp_path, monkeypatch):
    """Make files by their names, in the folder from which they are read."""
    monkeypatch.chdir(tmp_path)

    def make(*names, text=ROWS):
        for name in names:
            path = tmp_path / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text)

    return make


def names(path):
    return [str(part.path) for part in parts_of(path)]


def test_a_file_that_is_there_is_no_pattern(there):
    there("a*.csv", "a1.csv", "[x].csv", "x.csv")
    assert names("a*.csv") == ["a*.csv"]
    assert names("[x].csv") == ["[x].csv"]
    assert names("a?.csv") == ["a*.csv", "a1.csv"]
    assert names("*.csv") == ["[x].csv", "a*.csv", "a1.csv", "x.csv"]


def test_a_folder_has_its_own_files_and_those_in_folders_that_give_columns(there):
    there("out/2.csv", "out/1.CSV", "out/_temporary.csv", "out/.hidden.csv", "out/_SUCCESS", "out/notes.txt")
    there("out/assessment/summary.csv", "out/assessment/record.json", "out/.x=1/3.csv", "out/text/x.txt")
    assert names("out") == ["out/1.CSV", "out/2.csv"]
    there("deep/model=a/fold=1/x.csv", "deep/model=b%20c/fold=__HIVE_DEFAULT_PARTITION__/x.csv")
    assert [part.folders for part in parts_of("deep")] == [
        {"model": "a", "fold": "1"},
        {"model": "b c", "fold": ""},
    ]
    assert header_of(parts_of("deep")) == ["label", "score", "model", "fold"]


def test_files_in_a_folder_of_another_name_are_left_out_with_a_note(there):
    there("out/2.csv", "out/old/3.csv", "out/older/model=a/4.csv")
    with pytest.warns(AssessmentNote, match="out: left out the files in old, older; a name such as model=a"):
        assert names("out") == ["out/2.csv"]


def test_no_name_is_not_the_folder_one_is_in(there):
    there("2.csv")
    for read in (
        parts_of,
        lambda path: read_given(path, Columns()),
        lambda path: assess_large(path, Columns()),
    ):
        with pytest.raises(InputError, match="found no file name"):
            read("")


def test_folders_give_columns_from_the_first_sign_of_a_pattern_on(there):
    there("day=3/model=a/x.csv", "day=3/model=b/x.csv")
    assert [part.folders for part in parts_of("day=3/model=a/x.csv")] == [{}]
    assert [part.folders for part in parts_of("day=3/model=a")] == [{}]
    assert [part.folders for part in parts_of("day=3/*/x.csv")] == [{"model": "a"}, {"model": "b"}]
    assert [part.folders for part in parts_of("day=?/model=b/x.csv")] == [{"day": "3", "model": "b"}]
    assert names("**/x.csv") == ["day=3/model=a/x.csv", "day=3/model=b/x.csv"]


@pytest.mark.parametrize(
    ("files", "path", "message"),
    [
        ([], "gone.csv", "gone.csv: found no such file; expected a CSV or Parquet file of labels and scores"),
        ([], "part-*.csv", "part-*.csv: found no such file"),
        (["x/notes.txt"], "x", "x: found a folder without CSV and Parquet files"),
        (["x/a.csv", "x/b.parquet"], "x", "x: found a.csv and b.parquet; expected one kind"),
        (
            ["x/a.csv", "x/m=1/a.csv"],
            "x",
            "x/m=1/a.csv: found the columns m in folder names; expected none",
        ),
        (["x/m=1/m=2/a.csv"], "x", "m=1/m=2/a.csv: found the column m in two folder names"),
        (
            ["x/m=1/a.csv", "x/k=1/a.csv"],
            "x",
            "x/m=1/a.csv: found the columns m in folder names; expected k",
        ),
    ],
)
def test_files_that_do_not_fit_together_are_one_line(there, files, path, message):
    there(*files)
    with pytest.raises(InputError) as error:
        parts_of(path)
    assert str(error.value).startswith(message)


def test_small_files_are_read_together_in_memory(there):
    there("x/model=a/1.csv", "x/model=b/1.csv")
    there("x/model=a/2.csv", text="label,score\n")
    given = read_given("x", Columns(model="model"))
    assert given.name == "x"
    assert list(given.models) == ["a", "b"]
    assert given.paired
    assert read_given(".//x/*/*.csv", Columns()).name == "*.csv"
    os.chdir("x/model=a")
    assert read_given(".", Columns()).name == "model=a"


@pytest.mark.parametrize(
    ("text", "columns", "message"),
    [
        ("label,score\n1,2\n\n0,x\n", {}, "x/2.csv: row 2 (line 4): score: found 'x'"),
        ("label,score\n1,2\n,1\n", {}, "x/2.csv: row 2: label: found nothing"),
        ("label,score\n1,2\n0,3\n", {"fold": "score"}, "x/1.csv: row 1: score: found '2.5'"),
        ("label,score\n1,2\n0,2.5\n", {"row": "score"}, "x/2.csv: row 2: score: found '2.5' again"),
        (
            "label,p\n1,2\n0,3\n",
            {},
            "x/2.csv: found the columns label, p; expected label, score, as in x/1.csv",
        ),
        ("", {}, "x/2.csv: found an empty file"),
        ("label,score\n2,2\n0,1\n", {}, "x: label: found 3 classes"),
        ("label,score\n1,2\n0,1\n", {"score": "p"}, "x: score: found no column 'p'"),
    ],
)
def test_a_message_names_the_file_and_its_own_row(there, text, columns, message):
    there("x/1.csv", text="label,score\n1,2.5\n0,1.5\n")
    there("x/2.csv", text=text)
    with pytest.raises(InputError) as error:
        read_given("x", Columns(**columns))
    assert str(error.value).startswith(message)


def test_a_column_that_a_file_and_its_folder_have_is_there_twice(there):
    there("x/model=a/1.csv", text="label,score,model\n1,2,b\n0,1,b\n")
    assert read_given("x", Columns()).positive == "1"
    with pytest.raises(InputError, match="x: model: found 2 columns 'model'; expected one"):
        read_given("x", Columns(model="model"))


def test_parquet_files_of_other_types_are_one_column_of_text(there, tmp_path):
    for name, label in {"1": [1.0, 0.0], "2": [1, 0], "3": ["1", "0"]}.items():
        pd.DataFrame({"label": label, "score": [0.5, 0.25]}).to_parquet(tmp_path / f"{name}.parquet")
    given = read_given("[1-3].parquet", Columns())
    assert (given.positive, given.negative) == ("1", "0")
    assert len(given.models["scores"]) == 6
