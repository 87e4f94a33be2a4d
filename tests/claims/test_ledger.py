"""The ledger as rows, CSV and summary."""

import csv
import io
import json
import math
import re

import pandas as pd
import pytest

from rocrepro.claims.ledger import (
    COLUMNS,
    Judged,
    by_chance,
    cases_table,
    evidence,
    judge_claims,
    judge_ledger,
)
from rocrepro.claims.robustness import counts, other_choices
from rocrepro.claims.summary import robustness_figure, robustness_table, summary
from rocrepro.formats.table import Table
from tests.report import example

TEXT = """
    - id: forest
      where: Table 3
      says: The forest has an AUC of 0.82.
      kind: number
      basis: run
      printed: 0.82
      measure: {name: cell, table: p2000_aucs, where: {learner: forest}, column: auc}
      rule: {decimals: 2}
    - id: better
      where: Section 4
      says: The other learners are better than the stump.
      tests:
        - case: "better.{a}"
          says: The {a} is better than the stump.
          kind: ordering
          basis: run
          measure: {name: cell, table: p2000_orderings, where: {a: "{a}", b: stump}, column: difference}
          rule: {direction: greater}
          cases: {columns: [a], rows: [[forest], [tree]]}
    - id: sum
      where: Table 2
      says: The sick rows are 2800.
      kind: count
      basis: paper
      printed: 2800
      measure: {name: printed, values: [171, 2755], how: sum}
    - id: points
      where: Figure 7
      says: Seven points are confident.
      kind: count
      basis: run
      printed: 7
      measure: {name: fact, fact: n_confident}
    - id: history
      where: Section 1
      says: ROC curves come from signal detection.
      reason: the history of a method has no measure here
"""


def judged(claims, artifacts, gaps=None):
    return judge_claims(claims(TEXT), artifacts, gaps or {})


def test_every_claim_has_a_verdict_for_each_engine(claims, artifacts):
    rows = judged(claims, artifacts)
    assert [(row["id"].partition(".")[2], row["engine"], row["verdict"]) for row in rows] == [
        ("forest", "weka", "within spread"),
        ("forest", "sklearn", "not reproduced"),
        ("better.forest", "weka", "reproduced"),
        ("better.tree", "weka", "undecided"),
        ("sum", "", "contradicted"),
        ("points", "weka", "reproduced"),
    ]


def test_a_gap_makes_what_it_hides_untestable_and_nothing_else(claims, artifacts):
    full = judged(claims, artifacts)
    rows = judged(claims, artifacts, {"spect": "no source served it"})
    lost = [row for row in rows if row["lacking"]]
    assert [row["id"] for row in lost] == ["p2000.better.tree"]
    assert lost[0]["lacking"] == ["spect"]
    assert (lost[0]["verdict"], lost[0]["reason"]) == ("not testable", "this run lacks spect")
    assert (lost[0]["engine"], lost[0]["n_seeds"]) == ("weka", 0)
    assert all(math.isnan(lost[0][name]) for name in ("measured", "low", "high", "resample_share", "share"))
    assert (lost[0]["replicates"], lost[0]["evidence"]) == ([], "")
    kept = [(str(row), str(old)) for row, old in zip(rows, full, strict=True) if not row["lacking"]]
    assert len(kept) == len(full) - 1
    for row, old in kept:
        assert row == old


def test_the_reason_lists_all_that_is_lacking(claims, artifacts):
    gaps = dict.fromkeys(("dis", "spect", "engine weka"), "gone")
    rows = {(row["id"], row["engine"]): row["reason"] for row in judged(claims, artifacts, gaps)}
    assert rows["p2000.forest", "weka"] == "this run lacks dis and the engine weka"
    assert rows["p2000.forest", "sklearn"] == "this run lacks dis"
    assert rows["p2000.better.tree", "weka"] == "this run lacks the engine weka and spect"


def test_the_csv_has_its_columns_and_reads_back(claims, artifacts, tmp_path):
    rows = judged(claims, artifacts)
    table = cases_table(Judged(rows))
    read = list(csv.DictReader(io.StringIO(table.csv())))
    assert tuple(read[0]) == COLUMNS
    assert [row["verdict"] for row in read] == [row["verdict"] for row in rows]
    assert float(read[0]["measured"]) == rows[0]["measured"]
    assert read[0]["low"] == ""  # no interval
    assert not [row["share"] for row in read if row["share"].endswith(".0")]
    table.save(tmp_path / "claims.csv")
    again = Table.load(tmp_path / "claims.csv")
    pd.testing.assert_frame_equal(again.frame, table.frame, check_exact=True)
    assert again.schema() == table.schema()
    assert table.schema()["primaryKey"] == ["id", "engine"]


def test_the_evidence_is_plain_json_with_replicates(claims, artifacts):
    kept = json.loads(json.dumps(evidence(Judged(judged(claims, artifacts))), allow_nan=False))
    assert kept["claims"][0]["replicates"] == [0.80, 0.82, 0.90]
    assert kept["claims"][0]["low"] is None
    assert kept["claims"][0]["cell"]["table"] == "p2000_aucs"


def test_what_chance_would_bring_is_counted_from_the_rows(claims, artifacts):
    expected = by_chance(judged(claims, artifacts))
    assert expected["orderings"]["judged"] == 2
    assert math.isclose(expected["orderings"]["pass_by_chance"], 0.1)
    assert expected["spread"] == {"judged": 2, "fail": 1, "fail_by_chance": 0.1}


def test_seeds_that_agree_are_compared_with_one_picked_blindly():
    row = dict.fromkeys(("kind", "verdict"), "ordering")
    row |= {"n_seeds": 4, "pass_by_chance": 0.05, "resample_share": 0.8}
    rows = [
        row | {"share": 0.75},
        row | {"share": 0.25, "verdict": "undecided"},
        row | {"share": 1.0},  # the same at every seed
        row | {"share": 0.5, "verdict": "not testable"},
    ]
    expected = by_chance(rows)
    assert expected["seeds"] == {"judged": 2, "agree": 1, "agree_at_any_seed": 1.0}
    assert expected["orderings"]["undecided"] == 1


PAPER = """
    title: A paper
    conclusions:
      - {id: forests, says: Forests are best., rule: each, statements: [better], evidence: tables/p2000_aucs}
"""


def test_the_summary_leads_with_conclusions_and_lists_contradictions(ledger, artifacts):
    text = summary(judge_ledger(ledger(TEXT, paper=PAPER), artifacts, {}))
    assert "| p2000 | Weka | 2 | 1 | 0 | 0 | 0 | 0 | 0 | 0 | 0 | 3 |" in text
    assert (
        "`p2000.sum` (Table 2): The sick rows are 2800. Found: measured 2926, printed 2800, difference +126."
        in text
    )
    assert "1 conclusions, 5 statements and 5 cases were judged by code" in text
    assert "* Forests are best. **Holds**. 1 of 1 decided cases agree; 1 undecided." in text
    assert text.index("## Conclusions") < text.index("## Statements") < text.index("## Contradicted")


def test_robustness_judges_again_under_each_choice(claims, artifacts):
    loaded = claims(TEXT)
    rows = other_choices(loaded, artifacts, judge_claims(loaded, artifacts, {}))
    found = {(row["id"], row["variant"]): (row["agrees_base"], row["agrees"]) for row in rows}
    assert found == {
        ("p2000.points", "alpha=0.1"): (True, False),
        ("p2000.forest", "engine=sklearn"): (True, False),
    }
    tally = counts(rows).set_index("variant")
    assert tally.loc["alpha=0.1", "lost"] == 1
    table = robustness_table(rows)
    assert list(table.frame["changed"]) == [True, True]
    assert "of 1 cases that agree, 1 no longer agree" in table.markdown()
    figure, plotted = robustness_figure(rows)
    assert list(plotted.frame["variant"]) == ["alpha=0.1", "engine=sklearn"]
    assert figure.axes


def test_another_area_is_another_column(claims, artifacts, table):
    columns = "engine,cauc_union,cauc_vertical,cauc_horizontal,cauc_concordant"
    table("p2000_cauc", f"{columns}\nweka,0.5,0.2,0.3,0.25\n", [[]])
    loaded = claims(
        """
        - id: cauc
          where: Figure 6
          says: CAUC is 0.5.
          kind: number
          basis: run
          printed: 0.5
          measure: {name: cell, table: p2000_cauc, column: cauc_union}
          rule: {decimals: 1}
        """
    )
    rows = other_choices(loaded, artifacts, judge_claims(loaded, artifacts, {}))
    assert [(row["variant"], row["measured"], row["changed"]) for row in rows] == [
        ("cauc=vertical", 0.2, True),
        ("cauc=horizontal", 0.3, True),
        ("cauc=concordant", 0.25, True),
    ]


@pytest.mark.parametrize(
    ("basis", "variants"), [("run", ["alpha=0.1"]), ("reconstruction, about: object", [])]
)
def test_what_nothing_can_decide_turns_with_no_choice(claims, artifacts, basis, variants):
    loaded = claims(
        f"""
        - {{id: points, where: Figure 7, says: Seven points are confident.,
           kind: count, basis: {basis}, printed: 7,
           measure: {{name: fact, fact: n_confident, where: {{dataset: dis}}}}}}
        """
    )
    rows = judge_claims(loaded, artifacts, {})
    assert [row["variant"] for row in other_choices(loaded, artifacts, rows)] == variants


def test_a_choice_without_a_value_for_a_claim_is_no_choice(claims, artifacts, tmp_path):
    path = tmp_path / "artifacts/tables/p2000_facts.csv"
    rows = "n_confident,alpha=0.2,weka,sick,tree,1,4,,,,,,\nn_confident,alpha=0.3,weka,dis,tree,1,,,,,,,\n"
    path.write_text(path.read_text() + rows)
    loaded = claims(
        """
        - id: points
          where: Figure 7
          says: Seven points are confident.
          kind: count
          basis: run
          printed: 7
          measure: {name: fact, fact: n_confident, where: {dataset: dis}}
        """
    )
    # Nothing is said of dis under alpha=0.2, and what is said under alpha=0.3 is undefined.
    rows = judge_claims(loaded, artifacts, {})
    assert [row["variant"] for row in other_choices(loaded, artifacts, rows)] == ["alpha=0.1"]
    assert other_choices(loaded, artifacts, []) == []


def test_the_summary_has_a_finding_once_and_engines_where_they_differ():
    rows = example.statements(
        [example.row(3, "weka"), example.row(3, "sklearn")], verdict="partly", why="one of two"
    )
    empty = Judged([], findings=rows)
    assert summary(empty).count(f"`{rows[0]['id']}`") == 1
    assert "Weka: " not in summary(empty)
    rows[1]["why"] = "measured 7"
    text = summary(empty)
    assert text.count(f"`{rows[0]['id']}`") == 1
    assert re.search(r"Weka: \*\*\w.*scikit-learn: \*\*.*measured 7\.", text)
