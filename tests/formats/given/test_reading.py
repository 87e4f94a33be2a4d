"""Scores files: what is read, and one line for what cannot be."""

import warnings

import numpy as np
import pandas as pd
import pytest

from rocrepro.assess import large_files
from rocrepro.assess.large import assess_large
from rocrepro.errors import InputError
from rocrepro.formats.given.notes import AssessmentNote
from rocrepro.formats.given.reading import Columns, read_given

TEXT = """id,y,p,clf,k,s
a,ill,0.9,one,1,1
b,well,0.4,one,2,1
a,ill,0.8,two,1,1
b,well,0.1,two,2,1
"""
COLUMNS = Columns(label="y", score="p", model="clf", fold="k", seed="s", row="id")


@pytest.fixture
def write(tmp_path):
    def write(text, name="scores.csv"):
        path = tmp_path / name
        path.write_bytes(text if isinstance(text, bytes) else text.encode())
        return path

    return write


def test_models_in_one_file_are_told_apart_and_paired(write):
    given = read_given(write(TEXT), COLUMNS, pos_label="ill")
    assert list(given.models) == ["one", "two"]
    assert (given.positive, given.negative, given.paired, given.seed) == ("ill", "well", True, 1)
    (name, label, score), _ = given.at_seed()
    assert name == "one"
    assert label.tolist() == [1, 0]
    assert score.tolist() == [0.9, 0.4]
    assert given.models["one"]["fold"].tolist() == [1, 2]


def test_rows_pair_by_their_names_in_any_order(write):
    turned = TEXT.replace("a,ill,0.8,two,1,1\nb,well,0.1,two,2,1", "b,well,0.1,two,2,1\na,ill,0.8,two,1,1")
    given = read_given(write(turned), COLUMNS, pos_label="ill")
    assert given.paired
    assert [score.tolist() for _, _, score in given.at_seed()] == [[0.9, 0.4], [0.8, 0.1]]


def test_models_on_other_examples_are_not_paired(write):
    with pytest.warns(AssessmentNote, match="'one' and 'two' did not score the same examples with the same"):
        given = read_given(write(TEXT.replace("b,well,0.1", "c,well,0.1")), COLUMNS, pos_label="ill")
    assert not given.paired
    assert given.unpaired.endswith("models are not compared row by row")


@pytest.mark.parametrize(
    ("role", "effect"),
    [
        ("model", "all rows make one curve"),
        ("fold", "folds have no separate curves"),
        ("seed", "the rows of all replicates make one curve"),
        ("row", "rows pair in their order"),
    ],
)
def test_a_likely_column_that_is_not_named_is_noted(write, role, effect):
    path = write(f"label,score,{role}\n1,2,1\n0,1,2\n1,3,3\n0,0,4\n")
    with pytest.warns(
        AssessmentNote, match=f"found a column '{role}' .*{effect}; to use it: --{role} {role}"
    ):
        read_given(path, Columns())
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        read_given(path, Columns(**{"row" if role == "model" else role: role}))


def test_a_large_file_is_looked_at_in_the_same_way(write, monkeypatch):
    monkeypatch.setattr(large_files, "LIMIT", 1)
    with pytest.warns(AssessmentNote, match="found a column 'model' that is not named"):
        assess_large(write("label,score,model\n1,2,a\n0,1,a\n"), Columns())
    with pytest.raises(InputError, match="score: found 2 columns 'p'; expected one"):
        assess_large(write("label,p,p\n1,2,3\n0,1,2\n"), Columns(score="p"))


@pytest.mark.parametrize(
    ("text", "pos_label", "positive"),
    [
        ("True,2\nFalse,1\n", "true", "True"),
        ("true,2\nfalse,1\n", True, "true"),
        ("TRUE,2\nFALSE,1\n", None, "TRUE"),
        ("1.0,2\n0.0,1\n", "1", "1.0"),
        ("Ill,2\nill,1\n", "ill", "ill"),
        ("Ill,2\nwell,1\n", "WELL", "well"),
    ],
)
def test_the_positive_class_is_found_however_it_is_written(write, text, pos_label, positive):
    assert read_given(write(f"label,score\n{text}"), Columns(), pos_label=pos_label).positive == positive


def test_truth_values_of_parquet_are_found(tmp_path):
    path = tmp_path / "scores.parquet"
    pd.DataFrame({"label": [True, False], "score": [1.0, 0.5]}).to_parquet(path)
    assert read_given(path, Columns(), pos_label="true").positive == "True"


def test_a_file_of_two_columns_will_do(write):
    given = read_given(write("label,score\n1,2.5\n0,-3\n"), Columns())
    assert list(given.models) == ["scores"]
    assert given.paired


@pytest.mark.parametrize("text", ["\ufefflabel,score\n1,2\n0,1\n", "label,score\r\n1,2\r\n0,1\r\n"])
def test_byte_order_marks_and_other_line_ends_do_no_harm(write, text):
    assert read_given(write(text), Columns()).positive == "1"


@pytest.mark.parametrize("label", [[1, 0, 1], [True, False, True], [1.0, 0.0, 1.0], [1, -1, 1]])
def test_parquet_is_read_as_csv_is(tmp_path, label):
    path = tmp_path / "scores.parquet"
    pd.DataFrame({"label": label, "score": np.array([0.5, 0.25, 1], dtype=np.float32)}).to_parquet(path)
    given = read_given(path, Columns())
    assert given.models["scores"]["label"].tolist() == [1, 0, 1]


@pytest.mark.parametrize(
    ("text", "columns", "pos_label", "message"),
    [
        ("", {}, None, "found an empty file"),
        ("label,score\n", {}, None, "found no rows"),
        ("label,x\n1,2\n", {}, None, "score: found no column 'score'; expected one of label, x"),
        ("label,score\n1,2\n0,x\n", {}, None, "row 2: score: found 'x'; expected a finite number"),
        (
            "label,score\n1,9007199254740992\n0,-9007199254740993\n",
            {},
            None,
            "row 2: score: found '-9007199254740993'; expected a finite number that a double holds exactly",
        ),
        ("label,score\n1,2\n0,1\n", {"score": "label"}, None, "score: found 'label', which is the label too"),
        ("label,score\n1,2\n0,inf\n", {}, None, "row 2: score: found 'inf'"),
        ("label,score\n1,2\n0,\n", {}, None, "row 2: score: found ''"),
        ("label,score\n1,2\n,3\n", {}, None, "row 2: label: found nothing"),
        ("label,score\n1,2\n1,3\n", {}, None, "label: found 1 classes ('1'); expected two"),
        ("label,score\na,2\nb,3\nc,1\n", {}, None, "found 3 classes ('a', 'b', 'c'); expected two"),
        (
            "label,score\na,2\nb,3\n",
            {},
            None,
            "found the classes 'a', 'b'; expected the name of the positive class",
        ),
        (
            "label,score\nIll,2\nILL,3\n",
            {},
            "ill",
            "found the classes 'ILL', 'Ill'; expected 'ill' among them",
        ),
        ("label,p,p\n1,2,3\n0,1,2\n", {"score": "p"}, None, "score: found 2 columns 'p'; expected one"),
        ("label,score\na,2\nb,3\n", {}, "c", "found the classes 'a', 'b'; expected 'c' among them"),
        ("label,score,s\n1,2,1\n0,3,0\n", {"seed": "s"}, None, "row 2: s: found '0'; expected a whole"),
        ("label,score,m\n1,2,a\n0,3,a\n1,2,b\n", {"model": "m"}, None, "model b: label: found only '1'"),
        ("label,score,i\n1,2,a\n0,3,a\n", {"row": "i"}, None, "row 2: i: found 'a' again"),
        (b"label,score\n1,\xff\n", {}, None, "expected a readable UTF-8 CSV file"),
        ('label,score\n1,"2\n', {}, None, "expected a readable UTF-8 CSV file"),
    ],
)
def test_what_is_wrong_is_said_in_one_line(write, text, columns, pos_label, message):
    path = write(text)
    with pytest.raises(InputError) as error:
        read_given(path, Columns(**columns), pos_label=pos_label)
    assert message in str(error.value)
    assert str(error.value).startswith(str(path))
    assert "\n" not in str(error.value)


def test_columns_of_one_name_that_are_not_used_do_no_harm(write):
    assert read_given(write("label,score,x,x\n1,2,,\n0,1,,\n"), Columns()).positive == "1"


def test_a_file_that_is_not_there_and_one_that_is_no_parquet(write, tmp_path):
    with pytest.raises(InputError, match="found a folder without CSV and Parquet files"):
        read_given(tmp_path, Columns())
    with pytest.raises(InputError, match="found no such file"):
        read_given(tmp_path / "gone.csv", Columns())
    with pytest.raises(InputError, match="expected a readable Parquet file"):
        read_given(write("label,score\n1,2\n", "scores.parquet"), Columns())
