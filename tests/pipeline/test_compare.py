"""What moved between two results folders, and how it is told."""

import io
import json

import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from rocrepro.errors import InputError
from rocrepro.formats.table import Table
from rocrepro.pipeline.compare import compare_folders
from rocrepro.pipeline.compare_values import FLOOR, Change, Judge

TABLE = """\
dataset,learner,n_pos,auc,verdict
dis,stump,13,0.7517044998796824,reproduced
dis,tree,13,0.5407876794738109,not reproduced
sick,stump,231,0.9012345678901234,reproduced
"""


@pytest.fixture
def folders(tmp_path):
    """Two equal results folders."""
    for name in ("old", "new"):
        write(tmp_path / name, "tables/t.csv", TABLE)
        write(tmp_path / name, "tables/t.md", "| dis | 0.752 |\n")
        write(tmp_path / name, "figures/f.svg", "<svg/>")
        write(tmp_path / name, "manifest.json", json.dumps({"artifacts": {}, "settings": {"alpha": 0.05}}))
    return tmp_path


def write(folder, name, text):
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)


def edit(folders, name, old, new):
    path = folders / "new" / name
    text = path.read_text()
    assert old in text
    path.write_text(text.replace(old, new, 1))


def compare(folders, *tolerance, **options):
    return compare_folders(folders / "old", folders / "new", *tolerance, **options)


def test_equal_folders_have_not_moved(folders):
    result = compare(folders)
    assert not result.moved
    assert result.lines() == []
    assert result.summary().endswith("4 files equal")


def test_a_number_that_moved_is_told_with_its_row_column_and_size(folders):
    edit(folders, "tables/t.csv", "0.5407876794738109", "0.5507876794738109")
    result = compare(folders)
    assert result.moved
    [line] = result.lines()
    assert line == (
        "tables/t.csv: line 3 (dataset=dis, learner=tree): auc: 0.5407876794738109 -> 0.5507876794738109 "
        "(absolute +0.01, relative +0.0185)"
    )


@pytest.mark.parametrize(
    ("old", "new", "column"),
    [
        ("stump,13,", "stump,14,", "n_pos"),
        ("0.9012345678901234,reproduced", "0.9012345678901234,contradicted", "verdict"),
        ("0.9012345678901234", "", "auc"),
        ("0.9012345678901234", "nan", "auc"),
    ],
)
def test_counts_and_verdicts_must_be_equal(folders, old, new, column):
    edit(folders, "tables/t.csv", old, new)
    [change] = compare(folders, 0.5).changes
    assert change.column == column
    assert "stump" in change.row


def test_the_last_digit_is_no_change_but_is_listed(folders):
    edit(folders, "tables/t.csv", "0.7517044998796824", "0.7517044998796826")
    result = compare(folders)
    assert not result.moved
    [line] = result.lines()
    assert line.startswith("tables/t.csv: differs only in bytes: numbers by at most 3e-16")
    assert [change.column for change in compare(folders, 0.0).changes] == ["auc"]
    assert [change.column for change in compare(folders, exact={"tables/t.csv"}).changes] == ["auc"]


def test_rounding_noise_around_zero_is_no_change():
    judge = Judge("t.csv")
    assert judge.same("0.0", "-2.2e-16")
    assert not judge.same("0.0", f"{2 * FLOOR}")
    assert judge.same("inf", "inf")
    assert not judge.same("inf", "1.0")


number = st.floats(-1e6, 1e6).filter(lambda x: x == 0 or abs(x) > 1e-2)


@given(number, st.floats(-1e-10, 1e-10), st.sampled_from([-1, 1]), st.floats(1e-8, 10))
def test_numbers_are_compared_relatively(value, within, sign, beyond):
    judge = Judge("t.csv")
    assert judge.same(repr(value), repr(value * (1 + within)))
    moved = value * (1 + sign * beyond) + sign * beyond * (value == 0)
    assert not judge.same(repr(value), repr(moved))
    assert judge.same(repr(value), repr(moved)) == judge.same(repr(moved), repr(value))


@given(st.integers(), st.integers())
def test_integers_are_never_rounded(a, b):
    assert Judge("t.csv", 0.5).same(str(a), str(b)) == (a == b)


rows = st.lists(
    st.tuples(st.sampled_from("abc"), st.integers(0, 3), st.floats(0.01, 1)), min_size=2, max_size=9
)


@given(rows, st.data())
def test_one_changed_cell_of_any_table_is_the_one_that_is_named(tmp_path_factory, rows, data):
    folder = tmp_path_factory.mktemp("any")
    texts = [[name, str(count), repr(value)] for name, count, value in rows]
    row = data.draw(st.integers(0, len(rows) - 1))
    column = data.draw(st.integers(0, 2))
    changed = [list(cells) for cells in texts]
    changed[row][column] = ["other", "77", "0.001"][column]
    for name, table in (("old", texts), ("new", changed)):
        write(folder / name, "t.csv", "\n".join(["name,count,value", *map(",".join, table)]) + "\n")
    found = compare_folders(folder / "old", folder / "new").changes
    assert (f"line {row + 2} ", ["name", "count", "value"][column]) in {
        (change.row.split("(")[0], change.column) for change in found
    }
    same = compare_folders(folder / "old", folder / "old")
    assert not same.moved


def test_rows_that_go_come_or_change_places_are_matched_by_their_keys(folders):
    lines = TABLE.splitlines()
    write(
        folders / "new",
        "tables/t.csv",
        "\n".join([lines[0], lines[3], lines[1], "sick,tree,231,0.8,x"]) + "\n",
    )
    told = compare(folders).lines()
    assert told == [
        "tables/t.csv: line 3 (dataset=dis, learner=tree): row: (present) -> (absent)",
        "tables/t.csv: line 4 (dataset=sick, learner=tree): row: (absent) -> (present)",
        "tables/t.csv: order of the rows: as listed -> another one",
    ]


def test_rows_that_their_key_does_not_tell_apart_are_matched_in_order(folders):
    for name, last in (("old", "0.3"), ("new", "0.4")):
        write(folders / name, "tables/t.csv", f"curve,x\na,0.1\na,0.2\nb,{last}\n")
    [change] = compare(folders).changes
    assert (change.row, change.column) == ("line 4 (curve=b)", "x")


def test_a_table_of_numbers_alone_is_matched_by_position(folders):
    for name, last in (("old", "0.3"), ("new", "0.4")):
        write(folders / name, "tables/t.csv", f"x,y\n0.1,0.1\n0.2,{last}\n")
    [change] = compare(folders).changes
    assert (change.row, change.column, change.new) == ("line 3", "y", "0.4")


KEYED = "n,share,auc\n1,0.5,0.7\n2,0.5,0.8\n3,0.6,0.9\n"


def keyed(folder, text, keys, **more):
    """Write a table with its schema, in which only the stated columns name rows."""
    table = Table(pd.read_csv(io.StringIO(text)), keys=keys, **more)
    (folder / "tables").mkdir(exist_ok=True)
    table.save(folder / "tables/k.csv")


def test_rows_are_named_by_the_key_of_the_new_schema_else_of_the_old_one(folders):
    old, new = folders / "old", folders / "new"
    write(old, "tables/k.csv", KEYED)
    keyed(new, KEYED.replace("0.9", "0.95").replace("2,0.5,0.8\n", ""), ["share", "n"])
    told = [line for line in compare(folders).lines() if line.startswith("tables/k.csv")]
    assert told == [
        "tables/k.csv: line 4 (share=0.6, n=3): auc: 0.9 -> 0.95 (absolute +0.05, relative +0.0556)",
        "tables/k.csv: line 3 (share=0.5, n=2): row: (present) -> (absent)",
    ]
    keyed(old, KEYED, ["n"])
    assert "tables/k.csv: line 4 (share=0.6, n=3): auc" in "".join(compare(folders).lines())
    (new / "tables/k.json").unlink()
    assert "tables/k.csv: line 4 (n=3): auc" in "".join(compare(folders).lines())
    keyed(new, KEYED.replace("n,", "number,"), ["number"])  # the old table has no such column
    assert "column n" in [change.column for change in compare(folders).changes]


def test_points_of_a_curve_are_matched_in_order_within_it(folders):
    text = "curve,n,x\na,1,0.1\na,2,0.2\nb,1,0.3\n"
    keyed(folders / "old", text, ["curve"])
    keyed(folders / "new", text.replace("a,2,0.2\n", ""), ["curve"])
    (change, *rest) = [change for change in compare(folders).changes if change.file == "tables/k.csv"]
    assert rest == []
    assert (change.row, change.new) == ("line 3 (curve=a)", "(absent)")


def test_other_words_in_a_schema_are_reworded_and_another_type_moved(folders):
    keyed(folders / "old", KEYED, ["n"], title="A title", notes=("In 3 words.",))
    keyed(folders / "new", KEYED, ["n"], title="Another title", notes=("In 4 words.", "More."))
    result = compare(folders)
    assert not result.moved
    assert result.lines() == ["tables/k.json: differs only in bytes: a title or a note was reworded"]
    keyed(folders / "new", KEYED.replace("1,0.5", "1.5,0.5"), ["auc"], title="A title", units={"auc": "s"})
    assert {change.column for change in compare(folders).changes if change.file.endswith(".json")} == {
        *("fields[n].type", "fields[n].constraints", "fields[auc].rocrepro:unit", "primaryKey[0]"),
    }


def test_columns_and_files_that_come_and_go(folders):
    edit(folders, "tables/t.csv", TABLE, TABLE.replace("n_pos", "n_positive"))
    (folders / "new/tables/t.md").unlink()
    write(folders / "new", "tables/u.csv", "a\n1\n")
    result = compare(folders)
    assert [change.column for change in result.changes] == ["column n_pos", "column n_positive"]
    assert (result.gone, result.come) == (["tables/t.md"], ["tables/u.csv"])
    assert "tables/u.csv: file: (absent) -> (present)" in result.lines()


def test_pictures_and_pages_that_differ_in_bytes_are_listed_apart(folders):
    edit(folders, "figures/f.svg", "<svg/>", "<svg />")
    write(folders / "old", "report/index.html", "<p>")
    write(folders / "new", "report/index.html", "<p></p>")
    result = compare(folders)
    assert not result.moved
    assert result.pictures == ["figures/f.svg", "report/index.html"]
    assert "figures/f.svg: differs only in bytes: not read" in result.lines()


def test_other_files_that_differ_count(folders):
    write(folders / "old", "data.bin", "a")
    write(folders / "new", "data.bin", "b")
    assert compare(folders).moved


def test_json_is_compared_by_path_and_entries_by_their_ids(folders):
    old = {"claims": [{"id": "a", "value": 1.0, "n": 3}, {"id": "b", "value": 2.0, "n": 3}], "seeds": [1, 2]}
    new = {
        "claims": [{"id": "b", "value": 2.5, "n": 3}, {"id": "a", "value": 1.0, "n": 4}],
        "seeds": [1, 3, 4],
    }
    write(folders / "old", "c.json", json.dumps(old))
    write(folders / "new", "c.json", json.dumps(new))
    assert list(map(str, compare(folders).changes)) == [
        "c.json: claims[a].n: 3 -> 4 (absolute +1, relative +0.333)",
        "c.json: claims[b].value: 2.0 -> 2.5 (absolute +0.5, relative +0.25)",
        "c.json: seeds[1]: 2 -> 3 (absolute +1, relative +0.5)",
        "c.json: seeds[2]: (absent) -> 4",
    ]


@pytest.mark.parametrize(
    ("old", "new"), [(True, 1), (None, 0), ("1", 1), ({}, []), ({"a": 1}, {"a": {"b": 1}})]
)
def test_json_of_another_type_moved(folders, old, new):
    write(folders / "old", "c.json", json.dumps(old))
    write(folders / "new", "c.json", json.dumps(new))
    assert compare(folders).moved or old == {}


def test_digests_of_compared_files_are_left_to_the_files(folders):
    for name in ("old", "new"):
        content = {"artifacts": {"figures/f.svg": name}, "settings": {"alpha": 0.05}, "lock": "x"}
        write(folders / name, "manifest.json", json.dumps(content))
    assert not compare(folders).moved
    edit(folders, "manifest.json", "0.05", "0.1")
    [change] = compare(folders).changes
    assert (change.file, change.column) == ("manifest.json", "settings.alpha")


def test_so_are_the_cells_that_are_stated_for_another_program(folders):
    """Its digests would differ wherever a table has another last digit, which the table itself tells."""
    before = compare(folders).equal
    for name in ("old", "new"):
        write(folders / name, "repro.yaml", f"project: {name}")
    assert not compare(folders).moved
    assert compare(folders).equal == before + 1
    (folders / "new/repro.yaml").unlink()
    assert compare(folders).gone == ["repro.yaml"]


INDEX = "# Results\n\nSome words.\n\n| [t](tables/t.md) | A table. | [CSV](tables/t.csv) |\n"
ANOTHER = "| [f](figures/f.png) | A figure. | [SVG](figures/f.svg) |\n"


def test_of_the_index_only_lines_of_files_in_both_folders_are_compared(folders):
    write(folders / "old", "README.md", INDEX)
    write(folders / "new", "README.md", INDEX.replace("Some", "Other") + ANOTHER)
    write(folders / "new", "figures/f.png", "")
    result = compare(folders)
    assert (result.changes, result.come) == ([], ["figures/f.png"])  # a file that came is told once
    assert compare(folders, skip={"figures/f.png"}).moved is False  # as `verify` skips large simulations
    edit(folders, "README.md", "A table", "A good table")
    (change,) = compare(folders).changes
    assert (change.file, "A good table" in change.new) == ("README.md", True)


def test_a_text_is_compared_line_by_line_and_number_by_number(folders):
    edit(folders, "tables/t.md", "0.752", "0.782")
    assert [str(change) for change in compare(folders).changes] == [
        "tables/t.md: line 1: 0.752 -> 0.782 (absolute +0.03, relative +0.0399)"
    ]
    edit(folders, "tables/t.md", "dis", "sick")
    [change] = compare(folders).changes
    assert change.new == "| sick | 0.782 |"


def test_a_tie_that_was_rounded_the_other_way_is_no_change_where_the_table_stayed(folders):
    edit(folders, "tables/t.md", "0.752", "0.751")
    assert not compare(folders).moved
    assert compare(folders, exact={"tables/t.md"}).moved
    edit(folders, "tables/t.csv", "0.7517044998796824", "0.7511")
    assert {change.file for change in compare(folders).changes} == {"tables/t.csv", "tables/t.md"}


@pytest.mark.parametrize(
    ("name", "text", "words"),
    [
        ("tables/t.csv", "a,b\n1\n", r"t\.csv: line 2: found 1 cells; expected 2"),
        ("tables/t.csv", "", r"t\.csv: found no header row"),
        ("tables/t.csv", "a,a\n1,2\n", r"t\.csv: line 1: found column 'a' twice"),
        ("manifest.json", "[" * 10**5, r"manifest\.json: cannot be read as JSON"),
        ("manifest.json", "{", r"manifest\.json: cannot be read as JSON"),
        ("manifest.json", "[]", r"manifest\.json: found no mapping"),
    ],
)
def test_what_cannot_be_read_is_one_line(folders, name, text, words):
    write(folders / "new", name, text)
    with pytest.raises(InputError, match=words) as caught:
        compare(folders)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("key", ["5", '[["k"]]', '{"k": 1}'])
def test_a_key_that_names_no_columns_is_one_line(folders, key):
    edit(folders, "tables/t.csv", "0.7517", "0.7518")
    write(folders / "new", "tables/t.json", f'{{"primaryKey": {key}}}')
    with pytest.raises(InputError, match=r"t\.json: primaryKey: found .*; expected names of columns"):
        compare(folders)


def test_bytes_that_are_no_text_are_named(folders):
    (folders / "new/tables/t.csv").write_bytes(b"\xff\xfe")
    with pytest.raises(InputError, match=r"new/tables/t\.csv: cannot be read as CSV"):
        compare(folders)


def test_a_long_report_can_be_cut(folders):
    write(folders / "old", "n.csv", "k,x\n" + "".join(f"k{i},0.5\n" for i in range(9)))
    write(folders / "new", "n.csv", "k,x\n" + "".join(f"k{i},0.6\n" for i in range(9)))
    assert len(compare(folders).lines()) == 9
    assert compare(folders).lines(limit=2)[-1] == "n.csv: and 7 more"


def test_a_change_of_text_has_no_size():
    change = Change("f", "", "c", "reproduced", "contradicted")
    assert (change.absolute, change.relative) == (None, None)
    assert Change("f", "", "c", "0.0", "1.5").relative is None
