"""What values were computed from: cells, the file beside a table, and what no row used."""

import json

import pandas as pd
import pytest

from rocrepro.errors import InputError
from rocrepro.formats.uses import USES, engine_use, joined, read_uses, split, stamped, uses_path, write_uses


def test_cells_hold_names_in_order_and_once():
    assert joined(["spect", "dis"], {"dis"}, "engine weka; dis") == "dis; engine weka; spect"
    assert joined() == joined([], "") == ""


@pytest.mark.parametrize("names", [set(), {"dis"}, {"dis", "engine weka"}])
def test_a_cell_is_split_into_what_was_joined(names):
    assert split(joined(names)) == names


def test_an_engine_is_no_data_set():
    assert engine_use("weka") == "engine weka"
    assert split(joined([engine_use("weka"), "weka"])) == {"engine weka", "weka"}


def test_the_file_stands_beside_the_table():
    assert uses_path("build/tables/a.b.csv").as_posix() == "build/tables/a.b.uses.json"


def test_rows_come_back_in_their_order_and_equal_cells_are_written_once(tmp_path):
    path = tmp_path / "t.uses.json"
    cells = ["dis; engine weka", "", "spect", "", "dis; engine weka"]
    write_uses(path, cells, {"spect", "dis", "sick", "engine weka"})
    found = read_uses(path)
    assert [joined(row) for row in found.rows] == cells
    assert found.read == {"dis", "engine weka", "sick", "spect"}
    assert found.rowless == {"sick"}
    assert json.loads(path.read_text())["uses"] == [["dis", "engine weka"], [], ["spect"]]


def test_the_same_content_has_the_same_bytes(tmp_path):
    names = ["spect", "engine weka", "dis"]
    for number, order in enumerate((names, names[::-1])):
        write_uses(tmp_path / f"{number}.json", [joined(order)], order)
    assert (tmp_path / "0.json").read_bytes() == (tmp_path / "1.json").read_bytes()


def test_a_table_without_rows_leaves_all_that_was_read(tmp_path):
    write_uses(tmp_path / "t.uses.json", [], ["dis"])
    assert read_uses(tmp_path / "t.uses.json") == ([], {"dis"}, {"dis"})


@pytest.mark.parametrize(("text", "found"), [(None, "nothing"), ("{", "Expecting"), ("[]", "list")])
def test_a_file_that_is_not_there_or_damaged_is_one_line(tmp_path, text, found):
    path = tmp_path / "t.uses.json"
    if text is not None:
        path.write_text(text)
    with pytest.raises(InputError, match=rf"t\.uses\.json: found {found}.*; expected a JSON object") as error:
        read_uses(path)
    assert "\n" not in str(error.value)


def test_a_frame_is_stamped_and_what_says_so_itself_stays():
    frame = stamped(pd.DataFrame({"auc": [0.5, 0.6]}), {"spect", "engine weka"})
    assert list(frame[USES]) == ["engine weka; spect"] * 2
    mixed = pd.DataFrame({"auc": [0.5, 0.6, 0.7], USES: ["dis", None, ""]})
    assert list(stamped(mixed, "spect")[USES]) == ["dis", "spect", ""]
    assert list(stamped(frame.iloc[:0], "spect").columns) == ["auc", USES]
