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


def test_a_run_that_lacks_something_may_lack_rows_and_names():
    table = facts_table([*ROWS[1:3], row("width", float("nan"))], (), DECLARED, lacking=True)
    assert set(table.frame["fact"]) == {"rays", "width"}
    with pytest.raises(InputError, match=r"rays\.by: found classes; expected nothing"):
        facts_table([row("rays", float("nan"))], (), DECLARED, lacking=True)
    with pytest.raises(InputError, match="more: found it computed and not declared"):
        facts_table([*ROWS, row("more", 1)], (), DECLARED, lacking=True)
