"""Tables from outside: the types that their cells show, and what is wrong with them in one line."""

import math

import pandas as pd
import pytest

from rocrepro.errors import InputError
from rocrepro.formats.table import Table
from rocrepro.review.tables import read_table


def read(tmp_path, text):
    path = tmp_path / "results.csv"
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return read_table(path)


@pytest.mark.parametrize(
    ("cells", "kind", "values"),
    [
        (["1", "-2", "+3"], "integer", [1, -2, 3]),
        (["1", "", "3"], "integer", [1, None, 3]),
        (["1", "NA", "3"], "integer", [1, None, 3]),
        (["0.1", ".5", "1e-3"], "number", [0.1, 0.5, 0.001]),
        (["1", "2.", "NaN"], "number", [1, 2, None]),
        (["0.5", "inf", "-Inf"], "number", [0.5, math.inf, -math.inf]),
        (["9007199254740993", "1", "1"], "number", [9007199254740992, 1, 1]),
        (["", "", ""], "number", [None, None, None]),
        (["true", "False", ""], "boolean", [True, False, None]),
        (["a", "1", "true"], "string", ["a", "1", "true"]),
        (["007", "1", "2"], "string", ["007", "1", "2"]),
        (["1_000", "1", "2"], "string", ["1_000", "1", "2"]),
        (["0,5", "1", "2"], "string", ["0,5", "1", "2"]),
        (["85 %", "1", "2"], "string", ["85 %", "1", "2"]),
        (["٣", "1", "2"], "string", ["٣", "1", "2"]),
        ([" 0.5 ", "1 ", "2"], "number", [0.5, 1, 2]),
    ],
)
def test_a_column_has_the_narrowest_type_that_holds_all_its_cells(tmp_path, cells, kind, values):
    quoted = "".join(f'x,"{cell}"\n' for cell in cells)
    table = read(tmp_path, "name,value\n" + quoted).table
    assert [column.kind for column in table.columns] == ["string", kind]
    assert [None if pd.isna(value) else value for value in table.frame["value"]] == values


def test_the_table_that_is_written_is_the_same_when_read_again(tmp_path):
    table = read(tmp_path, "name,n,share,ok\na,1,0.1,true\nb,,,\n").table
    table.save(tmp_path / "again.csv")
    pd.testing.assert_frame_equal(Table.load(tmp_path / "again.csv").frame, table.frame)


def test_the_first_word_among_numbers_is_remembered(tmp_path):
    given = read(tmp_path, "model,auc,n\na,0.9,1\nb,n/a,2\nc,none,3\n")
    assert given.words == {"auc": ("row 2: ", "'n/a'")}


def test_a_schema_beside_the_file_decides(tmp_path):
    frame = pd.DataFrame({"run": ["1", "2"], "auc": [0.5, 0.75]})
    Table(frame, title="Runs").save(tmp_path / "results.csv")
    table = read_table(tmp_path / "results.csv").table
    assert table.title == "Runs"
    assert [column.kind for column in table.columns] == ["string", "number"]


def test_another_file_of_the_name_is_no_schema(tmp_path):
    (tmp_path / "results.json").write_text('{"made by": "hand"}')
    assert [column.kind for column in read(tmp_path, "n\n1\n").table.columns] == ["integer"]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("", "found an empty file; expected a header row and rows"),
        ("\n\n", "found an empty file; expected a header row and rows"),
        ("a;b\n1;2\n", "header: found one column 'a;b', with semicolons in its name; expected columns"),
        ("a,,c\n1,2,3\n", "header: found no name for column 2; expected one"),
        ("a,b,a\n1,2,3\n", "header: found the column 'a' twice; expected it once"),
        ("a,b\n1,2\n\n3\n", "row 2: found 1 cells; expected 2"),
        ("a,b\n1,2,3\n", "row 1: found 3 cells; expected 2"),
        ("seed,b\n1,2\n1.5,3\n", "row 2: seed: found '1.5'; expected a whole number"),
        ('a,b\n1,"2\n', "found unexpected end of data; expected a table as UTF-8 CSV"),
        (b"a,b\n1,\xff\n", "expected a table as UTF-8 CSV"),
        (b"PK\x03\x04\x00\x00", "found a NUL byte; expected a table as UTF-8 CSV"),
    ],
)
def test_what_is_no_table_is_one_line(tmp_path, text, found):
    with pytest.raises(InputError) as caught:
        read(tmp_path, text)
    assert str(caught.value).startswith(f"{tmp_path / 'results.csv'}: ")
    assert found in str(caught.value)


def test_a_byte_order_mark_and_windows_line_ends_are_read(tmp_path):
    table = read(tmp_path, b"\xef\xbb\xbfa,b\r\n1,x\r\n2,y\r\n").table
    assert table.frame.to_dict("list") == {"a": [1, 2], "b": ["x", "y"]}
