"""Scores files: what is read, and one line for what cannot be."""

import numpy as np
import pandas as pd
import pytest

from rocrepro.assess.reading import Columns, read_given
from rocrepro.errors import InputError

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
    given = read_given(write(TEXT.replace("b,well,0.1", "c,well,0.1")), COLUMNS, pos_label="ill")
    assert not given.paired


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
        ("label,score\n1,2\n0,inf\n", {}, None, "row 2: score: found 'inf'"),
        ("label,score\n1,2\n0,\n", {}, None, "row 2: score: found ''"),
        ("label,score\n1,2\n,3\n", {}, None, "row 2: label: found nothing"),
        ("label,score\n1,2\n1,3\n", {}, None, "label: found 1 classes ('1'); expected two"),
        ("label,score\na,2\nb,3\nc,1\n", {}, None, "found 3 classes ('a', 'b', 'c'); expected two"),
        ("label,score\na,2\nb,3\n", {}, None, "found the classes 'a', 'b'; expected the positive one"),
        ("label,score\na,2\nb,3\n", {}, "c", "found the classes 'a', 'b'; expected 'c' among them"),
        ("label,score,s\n1,2,1\n0,3,0\n", {"seed": "s"}, None, "row 2: s: found '0'; expected a whole"),
        ("label,score,m\n1,2,a\n0,3,a\n1,2,b\n", {"model": "m"}, None, "model b: label: found 1 alone"),
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


def test_a_file_that_is_not_there_and_one_that_is_no_parquet(write, tmp_path):
    with pytest.raises(InputError, match="found no such file"):
        read_given(tmp_path / "gone.csv", Columns())
    with pytest.raises(InputError, match="expected a readable Parquet file"):
        read_given(write("label,score\n1,2\n", "scores.parquet"), Columns())
