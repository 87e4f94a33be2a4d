"""What a message on a user's file points at, and what is a score whatever the kind of file."""

import pandas as pd
import pytest

from rocrepro.assess import large_files
from rocrepro.assess.large import assess_large
from rocrepro.errors import InputError
from rocrepro.formats.given.reading import Columns, read_given

WHOLE, IN_BLOCKS = "whole", "in blocks"


@pytest.fixture(params=[WHOLE, IN_BLOCKS])
def refusal(request, tmp_path, monkeypatch):
    """The message on a file, read whole or in blocks of two rows."""

    def read(text, **columns):
        path = tmp_path / ("scores.parquet" if isinstance(text, pd.DataFrame) else "scores.csv")
        if isinstance(text, pd.DataFrame):
            text.to_parquet(path)
        else:
            path.write_text(text)
        with pytest.raises(InputError) as caught:
            (read_given if request.param == WHOLE else assess_large)(path, Columns(**columns))
        assert str(caught.value).startswith(str(path))
        return str(caught.value).removeprefix(str(path))

    monkeypatch.setattr(large_files, "LIMIT", 1)
    monkeypatch.setattr(large_files, "BLOCK", 2)
    return read


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("label,score\n1,2\n0,3\n1,x\n", ": row 3: score: found 'x'"),
        ("label,score\n1,2\n\n\n0,3\n1,x\n", ": row 3 (line 6): score: found 'x'"),
        ("\nlabel,score\n1,2\n0,x\n", ": row 2 (line 4): score: found 'x'"),
        ("label,score\n1,2\n \t\n0,3\n1,x\n", ": row 3 (line 5): score: found 'x'"),
        ('label,score,"a\nb"\n1,2,"c\n\nd"\n0,x,\n', ": row 2 (line 6): score: found 'x'"),
        ("label,score\n1,2\n\n0,3\n,4\n", ": row 3 (line 5): label: found nothing"),
    ],
)
def test_the_line_is_named_where_it_is_not_the_one_that_the_row_suggests(refusal, text, message):
    assert refusal(text).startswith(message)


def test_one_class_alone_is_said_with_the_users_own_words(refusal):
    text = "ill,p,clf\nyes,2,a\nno,1,a\nno,3,b\n"
    message = refusal(text.replace("yes", "true").replace("no", "false"), label="ill", score="p", model="clf")
    assert message == ": model b: ill: found only 'false'; expected both 'false' and 'true'"


@pytest.mark.parametrize(("sign", "word"), [(";", "semicolons"), ("\t", "tabs"), ("|", "bars")])
@pytest.mark.parametrize("number", ["2.5", "2,5"])
def test_columns_with_another_separator_are_named_as_such(refusal, sign, word, number):
    message = refusal(f"label{sign}score\n1{sign}{number}\n0{sign}1,0\n")
    assert f"found one column {f'label{sign}score'!r}".replace("\t", r"\t") in message
    option = f"--delimiter {word.removesuffix('s')}"
    assert message.endswith(f"with {word} in its name; expected columns separated by commas, or {option}")


def test_truth_values_are_no_scores_in_either_kind_of_file(refusal):
    message = "score: found"
    assert message in refusal("label,score\n1,True\n0,False\n")
    assert message in refusal(pd.DataFrame({"label": [1, 0], "score": [True, False]}))


def test_the_index_of_a_table_is_a_column_of_its_parquet_file(tmp_path):
    folder = tmp_path / "day=3"  # no column either, although some readers make it one
    folder.mkdir()
    path = folder / "scores.parquet"
    frame = pd.DataFrame({"label": [1, 0, 0, 1], "score": [2.0, 1, 4, 3], "clf": list("aabb")})
    frame.index = pd.Index(["x", "y", "y", "x"], name="id")
    frame.to_parquet(path)
    assert read_given(path, Columns(model="clf", row="id")).paired
    frame.rename_axis(None).to_parquet(path)
    given = read_given(path, Columns(model="clf", row="__index_level_0__"))
    assert [score.tolist() for _, _, score in given.at_seed()] == [[2, 1], [3, 4]]
    with pytest.raises(InputError, match="expected one of label, score, clf, __index_level_0__"):
        read_given(path, Columns(row="id"))
