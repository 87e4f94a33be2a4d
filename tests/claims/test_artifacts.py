"""Artifacts as measures read them: types of columns, above all of those without any value."""

import math

import pytest

from rocrepro.claims.measures import measure
from rocrepro.errors import InputError

EMPTY = """
    dataset,engine,learner,seed,auc,flag,kind
    dis,,tree,,,,real
    dis,,forest,,,,
"""


@pytest.fixture
def empty(artifacts, table):
    """Artifacts with a table whose columns are empty but for names, as where a run lacks all of it."""
    table("p2000_empty", EMPTY, [["dis"], ["dis"]])
    return artifacts


def taken(claim, artifacts, measured, kind="number"):
    rule = {"number": "{decimals: 2}", "range": "{above: 0.5}"}[kind]
    keys = {"printed": 1} if kind == "number" else {}
    (found,) = measure(claim(kind, measured, rule=rule, **keys), artifacts)
    return found


def test_a_column_of_empty_cells_is_one_of_missing_numbers(empty):
    frame = empty.frame("here", {"table": "p2000_empty"})
    assert {name: frame[name].dtype == float for name in frame} == {
        **dict.fromkeys(("dataset", "learner", "kind"), False),
        **dict.fromkeys(("engine", "seed", "auc", "flag"), True),
    }
    assert frame[["engine", "seed", "auc", "flag"]].isna().all(axis=None)


@pytest.mark.parametrize(
    "measured",
    [
        "{name: cell, table: p2000_empty, where: {learner: tree}, column: auc}",
        "{name: aggregate, table: p2000_empty, column: auc, how: max}",
        "{name: aggregate, table: p2000_empty, column: auc, how: sum}",
        "{name: correlation, table: p2000_empty, x: seed, y: auc}",
        "{name: compare, left: {table: p2000_empty, where: {learner: tree}, column: auc}, "
        "right: {table: p2000_empty, column: auc, how: mean}, how: difference}",
    ],
)
def test_a_number_of_an_empty_column_is_undefined_and_does_not_stop_the_judge(claim, empty, measured):
    found = taken(claim, empty, measured)
    assert found.engine == ""
    assert len(found.values) == 1
    assert math.isnan(found.values[0])


def test_a_range_of_an_empty_column_is_undefined(claim, empty):
    """The measure that once ended the main job: float("")."""
    found = taken(claim, empty, "{name: cell, table: p2000_empty, column: auc}", "range")
    assert [math.isnan(value) for value in found.values] == [True, True]


@pytest.mark.parametrize(("how", "value"), [("count", 0), ("n_unique", 0)])
def test_nothing_is_counted_in_an_empty_column(claim, empty, how, value):
    found = taken(claim, empty, f"{{name: aggregate, table: p2000_empty, column: auc, how: {how}}}")
    assert found.values == (value,)


@pytest.mark.parametrize("op", ["gt", "le", "eq"])
def test_no_empty_cell_fulfils_a_condition_on_numbers(claim, empty, op):
    found = taken(claim, empty, f"{{name: count_where, table: p2000_empty, column: auc, op: {op}, value: 0}}")
    assert found.values == (0,)


@pytest.mark.parametrize(
    ("column", "equals", "value"), [("flag", "", 1), ("flag", "x", 0), ("flag", "nan", 0)]
)
def test_an_empty_cell_is_empty_text(claim, empty, column, equals, value):
    where = f"where: {{learner: tree}}, column: {column}, equals: '{equals}'"
    assert taken(claim, empty, f"{{name: text, table: p2000_empty, {where}}}").values == (value,)


@pytest.mark.parametrize(
    "condition", ["engine: ''", "auc: ''", "kind: '', auc: ''", "auc: ['', 0.5], kind: ''"]
)
def test_a_condition_may_ask_for_empty_cells(claim, empty, condition):
    where = f"where: {{learner: forest, {condition}}}, column: dataset, equals: dis"
    assert taken(claim, empty, f"{{name: text, table: p2000_empty, {where}}}").values == (1,)


def test_a_column_of_text_does_not_turn_into_numbers_where_its_cells_are_empty(claim, empty):
    measured = "{name: cell, table: p2000_empty, where: {learner: forest}, column: kind}"
    with pytest.raises(InputError, match="column 'kind' has ''; expected a number"):
        taken(claim, empty, measured)


def test_rows_of_one_engine_and_of_none_stay_apart(claim, artifacts, table):
    table("p2000_mixed", "engine,value\nweka,1\n,2\n", [["engine weka"], []])
    one = claim("number", "{name: cell, table: p2000_mixed, column: value}", printed=1, rule="{decimals: 2}")
    assert {found.engine: found.values for found in measure(one, artifacts)} == {"weka": (1,), "": (2,)}


def test_truth_values_and_numbers_with_gaps_are_numbers(artifacts, table):
    table("p2000_gaps", "a,b,c\nTrue,1,x\n,,1\nFalse,inf,\n", [[], [], []])
    frame = artifacts.frame("here", {"table": "p2000_gaps"})
    assert [str(value) for value in frame["a"]] == ["1.0", "nan", "0.0"]
    assert [str(value) for value in frame["b"]] == ["1.0", "nan", "inf"]
    assert list(frame["c"]) == ["x", "1", ""]


def test_what_an_artifact_was_computed_from_must_be_there(artifacts, tmp_path):
    source = {"table": "p2000_aucs"}
    assert artifacts.uses("here", source).rows[0] == {"dis", "engine weka"}
    (tmp_path / "artifacts/tables/p2000_counts.uses.json").unlink()
    with pytest.raises(
        InputError,
        match=r"p2000_counts\.uses\.json: found no file; expected the file from which tables/p2000",
    ):
        artifacts.uses("here", {"table": "p2000_counts"})


def test_what_an_artifact_was_computed_from_fits_its_rows(artifacts, tmp_path):
    path = tmp_path / "artifacts/tables/p2000_counts.csv"
    path.write_text(path.read_text() + "more,1,2,,1.0\n")
    with pytest.raises(
        InputError, match=r"p2000_counts\.uses\.json: found 3 rows; expected 4, as tables/p2000"
    ):
        artifacts.uses("here", {"table": "p2000_counts"})
