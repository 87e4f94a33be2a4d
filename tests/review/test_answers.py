"""What measures ask of a study becomes a cell of a table."""

from dataclasses import replace

import numpy as np
import pytest

from rocrepro.claims.loading import load_ledger
from rocrepro.errors import InputError
from rocrepro.formats.table import Table
from rocrepro.review.answers import answers, resolved
from rocrepro.review.manuscript import schema_file
from rocrepro.review.scores import study_of
from rocrepro.study import KINDS

TEXT = """
- id: one
  says: So it is.
  kind: range
  basis: data
  rule: {{at_least: 0}}
  measure: {measure}
"""


@pytest.fixture
def measure(paper):
    """A function from a measure as text to what it becomes, and what is asked for."""

    def turn(text, scores=("cases",)):
        folder = paper({"claims.yaml": TEXT.format(measure=text), "paper.yaml": "title: T"})
        ledger, asked = resolved(load_ledger(folder, schema_file(), paper="reviewed"), scores)
        (claim,) = ledger.claims
        return claim.measure, asked

    return turn


@pytest.mark.parametrize(
    ("text", "becomes"),
    [
        (
            "{name: study, kind: operating_points, column: accuracy, where: {criterion: youden}}",
            {
                **{"name": "cell", "table": "cases_operating_points", "column": "accuracy"},
                "where": {"criterion": "youden"},
            },
        ),
        (
            "{name: study, kind: summary, column: auc, where: {model: a}}",
            {
                **{"name": "cell", "table": "cases_summary", "column": "auc", "where": {"model": "a"}},
                **{"low": "auc_low", "high": "auc_high"},
            },
        ),
        (
            "{name: study, kind: summary, column: auc, low: aved}",
            {"name": "cell", "table": "cases_summary", "column": "auc", "low": "aved"},
        ),
        (
            "{name: aggregate, study: points, column: tpr, how: max}",
            {"name": "aggregate", "table": "cases_points", "column": "tpr", "how": "max"},
        ),
        (
            "{name: compare, left: {study: summary, column: auc}, right: {table: t, column: x}, how: ratio}",
            {
                **{"name": "compare", "how": "ratio"},
                "left": {"table": "cases_summary", "column": "auc"},
                "right": {"table": "t", "column": "x"},
            },
        ),
        ("{name: cell, table: t, column: x}", {"name": "cell", "table": "t", "column": "x"}),
    ],
)
def test_a_question_becomes_a_cell_of_the_table_with_the_answer(measure, text, becomes):
    assert measure(text)[0] == becomes


def test_what_is_asked_for_is_listed_once(measure):
    sides = [f"{{study: summary, column: {name}}}" for name in ("n_pos", "n_neg")]
    assert measure(f"{{name: compare, left: {sides[0]}, right: {sides[1]}, how: sum}}")[1] == [
        ("cases", "summary")
    ]
    assert measure("{name: study, kind: bands, scores: b, column: area}", ("a", "b"))[1] == [("b", "bands")]


@pytest.mark.parametrize(
    ("text", "scores", "found"),
    [
        ("{name: study, column: auc}", ("cases",), "found no kind; expected one of points,"),
        (
            "{name: study, kind: roc, column: auc}",
            ("cases",),
            "found the kind 'roc'; expected one of points,",
        ),
        ("{name: study, kind: [summary], column: auc}", ("cases",), "found the kind ['summary']; expected"),
        ("{name: study, kind: summary, column: auc}", (), "found no scores in the folder; expected some"),
        ("{name: study, kind: summary, column: auc}", ("a", "b"), "found several scores and no key 'scores'"),
        (
            "{name: study, kind: summary, scores: c, column: auc}",
            ("a",),
            "found the scores 'c'; expected one of a",
        ),
        (
            "{name: study, kind: summary, scores: [a], column: auc}",
            ("a",),
            "found the scores ['a']; expected",
        ),
    ],
)
def test_what_cannot_be_asked_is_one_line(measure, text, scores, found):
    with pytest.raises(InputError) as caught:
        measure(text, scores)
    assert "claims.yaml: one: measure" in str(caught.value)
    assert found in str(caught.value)


def test_every_kind_of_a_study_has_an_answer_that_can_be_read_again(paper, tmp_path):
    study = study_of({"file": paper() / "scores/cases.csv", "n_boot": 20}, "paper.yaml: scores.cases")
    made = dict(answers("cases", study, KINDS))
    assert list(made) == [f"cases_{kind}" for kind in KINDS]
    for name, table in made.items():
        table.save(tmp_path / f"{name}.csv")
        assert list(Table.load(tmp_path / f"{name}.csv").frame) == list(table.frame)


def test_the_summary_has_the_other_choices_below(paper):
    study = study_of({"file": paper() / "scores/cases.csv"}, "")
    ((_, table),) = answers("cases", study, ["summary"])
    assert list(table.frame["variant"][:2]) == ["base", "base"]
    assert {"alpha=0.1", "test=wald"} <= set(table.frame["variant"])
    assert table.excerpt is not None
    assert list(np.flatnonzero(table.excerpt)) == [0, 1]


def test_the_choices_of_an_entry_are_those_of_the_study(paper):
    entry = {"file": paper() / "scores/cases.csv", "alpha": 0.2, "threshold": 0.75, "n_boot": 7}
    choices = study_of(entry, "").choices
    assert (choices.alpha, choices.threshold, choices.n_resamples) == (0.2, 0.75, 7)
    with pytest.raises(InputError, match=r"^here: alpha: found 2"):
        study_of(entry | {"alpha": 2}, "here")


def test_columns_with_the_usual_names_are_used_unless_another_is_named(paper):
    file = paper(
        {"scores/cases.csv": "seed,model,who,label,score\n1,x,a,1,2\n1,y,a,0,1\n1,x,b,1,1\n1,y,b,0,2\n"}
    )
    entry = {"file": file / "scores/cases.csv"}
    assert [model.name for model in study_of(entry | {"model": "who"}, "").models] == [("a",), ("b",)]
    assert replace(study_of(entry | {"model": "who"}, ""), comparable=True).pairs
