"""The table of a paper's quantities: what the ledger declares and what is computed are the same."""

import pytest

from rocrepro.errors import InputError
from rocrepro.papers.fact_rows import row
from rocrepro.papers.facts_table import facts_table

DECLARED = {
    "gap": {"says": "largest gap of two contours", "unit": "rate"},
    "rays": {"says": "share of rays", "by": ["classes"]},
    "width": {"says": "mean width", "by": ["dataset", "learner"]},
}
ROWS = [
    row("gap", 0.1),
    row("rays", 1.0, classes="even"),
    row("rays", 0.9, classes="uneven", variant="alpha=0.1"),
    row("width", 0.3, dataset="dis", learner="tree", engine="weka", seed=2),
]


def test_dimensions_are_columns_and_words_come_from_the_ledger():
    table = facts_table(ROWS, (), DECLARED)
    assert list(table.frame)[-2:] == ["classes", "unit"]
    assert list(table.frame["classes"].fillna("")) == ["", "even", "uneven", ""]
    assert list(table.frame["unit"].fillna("")) == ["rate", "", "", ""]
    assert table.frame["note"][0] == "largest gap of two contours"
    assert table.schema()["primaryKey"][-1] == "classes"


def test_what_is_said_of_data_sets_that_are_left_out_has_no_rows():
    assert len(facts_table(ROWS[:-1], (), DECLARED).frame) == len(ROWS) - 1


@pytest.mark.parametrize(
    ("rows", "declared", "message"),
    [
        (ROWS[1:], DECLARED, "gap: found it declared and not computed"),
        (ROWS, {"gap": DECLARED["gap"]}, "rays: found it computed and not declared"),
        (ROWS, DECLARED | {"rays": {"says": "x"}}, "rays.by: found nothing; expected classes"),
        (
            ROWS,
            DECLARED | {"gap": {"says": "x", "by": ["dataset"]}},
            "gap.by: found dataset; expected nothing",
        ),
    ],
)
def test_what_differs_is_said_in_one_line(rows, declared, message):
    with pytest.raises(InputError, match=message):
        facts_table(rows, (), declared)
