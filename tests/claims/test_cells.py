"""The cells that measures read: every engine and seed, both sides, and neither words nor gaps."""

import pandas as pd
import pytest

from rocrepro.claims.artifacts import Artifacts
from rocrepro.claims.cells import Cell, cells_of
from rocrepro.claims.model import Claim
from rocrepro.formats.table import Table

AUCS = "tables/p2000_aucs.csv"
FACTS = "tables/p2000_facts.csv"


@pytest.fixture
def artifacts(tmp_path):
    aucs = {
        "engine": ["weka", "weka", "sklearn", "sklearn"],
        "seed": [1, 2, 1, 2],
        "auc": [0.5, 0.6, None, 0.8],
        "kept": [3, 4, 5, 6],
    }
    Table(pd.DataFrame(aucs)).save(tmp_path / AUCS)
    facts = {"fact": ["n", "m"], "value": [7.0, 8.0]}
    Table(pd.DataFrame(facts)).save(tmp_path / FACTS)
    return Artifacts(tmp_path)


def cells(artifacts, **measure):
    claim = Claim("p2000.x", "p2000", "", "So.", "range", "run", None, measure, {"at_least": 0})
    return list(cells_of(claim, artifacts))


def test_a_cell_is_read_at_every_engine_and_seed_where_it_is_not_missing(artifacts):
    assert cells(artifacts, name="cell", table="p2000_aucs", column="auc") == [
        Cell("weka", 1, AUCS, 0, "auc", 0.5),
        Cell("weka", 2, AUCS, 1, "auc", 0.6),
        Cell("sklearn", 2, AUCS, 3, "auc", 0.8),
    ]


def test_conditions_leave_the_number_of_the_row_as_it_is(artifacts):
    where = {"engine": "sklearn", "seed": 2}
    (cell,) = cells(artifacts, name="cell", table="p2000_aucs", column="kept", where=where)
    assert (cell.row, cell.value) == (3, 6)


def test_a_quantity_is_the_value_in_its_row(artifacts):
    assert cells(artifacts, name="fact", fact="m") == [Cell("", 1, FACTS, 1, "value", 8.0)]


def test_both_sides_and_both_columns_are_read(artifacts):
    left, right = ({"table": "p2000_aucs", "column": name, "where": {"seed": 1}} for name in ("auc", "kept"))
    both = cells(artifacts, name="compare", left=left, right=right, how="difference")
    assert [(cell.column, cell.value) for cell in both] == [("auc", 0.5), ("kept", 3.0), ("kept", 5.0)]
    both = cells(artifacts, name="correlation", table="p2000_aucs", x="auc", y="kept", where={"seed": 2})
    assert [cell.value for cell in both] == [0.6, 4.0, 0.8, 6.0]


def test_words_and_rows_that_are_not_there_give_nothing(artifacts):
    assert cells(artifacts, name="text", table="p2000_aucs", column="engine", equals="weka") == []
    assert cells(artifacts, name="cell", table="p2000_aucs", column="auc", where={"seed": 9}) == []
    assert cells(artifacts, name="printed", values=[1, 2], how="sum") == []
