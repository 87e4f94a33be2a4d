"""Statements with readings and cases, and the conclusions that rest on them."""

import math

import pytest

from rocrepro.claims.ledger import cases_table, judge_ledger, level_tables
from rocrepro.claims.summary import summary

AUC = "{name: cell, table: p2000_aucs, where: {dataset: dis, learner: forest}, column: auc}"
CLAIMS = f"""
    - id: high
      where: Section 1
      says: The forest has a high AUC.
      words: a high AUC
      readings:
        half: {{means: above one half, words: high}}
        most: {{means: above .99, words: a high AUC}}
      tests:
        - {{case: high.half, reading: half, kind: range, basis: run, measure: {AUC}, rule: {{above: 0.5}}}}
        - {{case: high.most, reading: most, kind: range, basis: run, measure: {AUC}, rule: {{above: 0.99}}}}
    - id: sizes
      where: Table 2
      says: Every set has more negatives than positives.
      tests:
        - case: "sizes.{{row}}"
          kind: range
          basis: data
          measure: {{name: cell, table: p2000_counts, where: {{row: "{{row}}"}}, column: ratio}}
          rule: {{above: 1}}
          cases: {{columns: [row], rows: [[sick], [dis], [spect]]}}
    - id: sizes_again
      where: Section 4
      says: As said, there are more negatives.
      same_as: sizes
    - id: history
      where: Section 1
      says: It is an old method.
      reason: Its history is no measure.
"""
PAPER = """
    title: A paper
    conclusions:
      - id: good
        says: The forest is good on uneven data.
        rule: each
        statements: [high, sizes]
        evidence: tables/p2000_aucs
"""
FINDINGS = f"""
    - id: engines
      says: Engines differ by less than .1.
      kind: range
      basis: run
      measure: {AUC}
      rule: {{above: 0.7}}
"""
RETIRED = '- {case: "old.{n}", became: sizes, why: It was one., cases: {columns: [n], rows: [[1], [2]]}}\n'


@pytest.fixture
def judged(ledger, artifacts):
    return judge_ledger(
        ledger(CLAIMS, paper=PAPER, findings=FINDINGS, retired=RETIRED), artifacts, {}, released=str
    )


def test_the_most_favourable_reading_decides_and_the_others_stand_beside_it(judged):
    high = [row for row in judged.statements if row["id"] == "p2000.high"]
    assert [row["engine"] for row in high] == ["weka", "sklearn"]
    for row in high:
        assert (row["verdict"], row["reading"]) == ("reproduced", "above one half")
        assert row["others"] == "above .99: not reproduced"
        assert (row["n_cases"], row["n_agree"], row["n_decided"]) == (1, 1, 1)
        assert row["evidence"] == "tables/p2000_aucs.csv"


def test_a_reading_without_cases_for_an_engine_is_left_out(ledger, artifacts):
    only = "where: {dataset: dis, learner: forest, engine: weka}"
    text = CLAIMS.replace("where: {dataset: dis, learner: forest}", only, 1)
    rows = judge_ledger(ledger(text), artifacts, {}).statements
    found = {row["engine"]: row for row in rows if row["id"] == "p2000.high"}
    assert (found["sklearn"]["verdict"], found["sklearn"]["others"]) == ("not reproduced", "")
    assert found["weka"]["verdict"] == "reproduced"


def test_a_statement_counts_its_cases(judged):
    (row,) = (row for row in judged.statements if row["id"] == "p2000.sizes")
    assert (row["verdict"], row["engine"], row["scope"]) == ("partly", "", "each")
    assert row["why"] == "2 of 3 decided cases agree; sizes.spect does not"


def test_a_repeated_sentence_has_the_verdict_of_the_first(judged):
    (row,) = (row for row in judged.statements if row["id"] == "p2000.sizes_again")
    assert (row["verdict"], row["same_as"], row["where"]) == ("partly", "p2000.sizes", "Section 4")
    assert "| p2000 | no learner | 0 | 0 | 1 | 0 | 0 | 0 | 0 | 0 | 1 | 2 |" in summary(judged)


def test_what_cannot_be_tested_says_why(judged):
    (row,) = (row for row in judged.statements if row["id"] == "p2000.history")
    assert (row["verdict"], row["why"]) == ("not testable", "Its history is no measure.")


def test_a_conclusion_says_what_decides_and_what_would_turn_it(judged):
    assert [row["engine"] for row in judged.conclusions] == ["weka", "sklearn"]
    row = judged.conclusions[0]
    assert (row["verdict"], row["n_hold"], row["n_partly"], row["n_fail"]) == ("holds in part", 1, 1, 0)
    assert row["why"] == (
        "Of 2 statements, 1 holds, 1 holds in part: “Every set has more negatives than positives” "
        "(2 of 3 decided cases agree; sizes.spect does not)"
    )
    assert row["seeds"] == 1.0
    assert row["statements"] == "p2000.high; p2000.sizes"


SINGLE = f"""
    - id: fit
      where: Section 1
      says: The forest is fit for use.
      tests:
        - case: fit.auc
          says: On dis the AUC of the forest is above one half.
          kind: range
          basis: run
          measure: {AUC}
          rule: {{above: 0.5}}
    - id: fair
      where: Section 2
      says: The AUC of the forest is not low.
      kind: range
      basis: run
      measure: {AUC}
      rule: {{above: 0.1}}
    - id: sure
      where: Section 2
      says: The AUC of the forest is not very low.
      kind: range
      basis: run
      measure: {AUC}
      rule: {{above: 0.05}}
"""


@pytest.mark.parametrize(
    ("statements", "why"),
    [
        ("fit", "On dis the AUC of the forest is above one half: measured 0.8"),
        ("fair", "measured 0.8"),
        ("fit, fair", "Both statements hold"),
        ("fit, fair, sure", "All 3 statements hold"),
    ],
)
def test_a_conclusion_that_holds_names_a_single_value_or_all_statements(ledger, artifacts, statements, why):
    paper = PAPER.replace("high, sizes", statements)
    weka, _ = judge_ledger(ledger(SINGLE, paper=paper), artifacts, {}).conclusions
    assert (weka["verdict"], weka["why"]) == ("holds", why)


def test_the_seeds_of_a_conclusion_are_those_at_which_it_is_the_same(ledger, artifacts):
    bold = CLAIMS.replace("above: 0.5", "above: 0.81")  # .80, .82 and .90 at three seeds
    weka, sklearn = judge_ledger(ledger(bold, paper=PAPER), artifacts, {}).conclusions
    assert (weka["verdict"], weka["seeds"]) == ("holds in part", 1.0)
    alone = PAPER.replace("[high, sizes]", "[high]")
    weka, sklearn = judge_ledger(ledger(bold, paper=alone), artifacts, {}).conclusions
    assert weka["verdict"] == "holds"
    assert math.isclose(weka["seeds"], 2 / 3)
    assert sklearn["seeds"] == 1.0


def test_findings_are_judged_as_statements_are(judged):
    assert [(row["id"], row["verdict"]) for row in judged.findings] == [
        ("p2000.findings.engines", "reproduced")
    ] * 2


def test_every_level_has_a_table_and_retired_cases_stay_in_theirs(judged):
    tables = level_tables(judged)
    assert list(tables) == ["conclusions", "statements", "findings"]
    first = ["paper", "id", "says", "engine", "verdict", "why", "evidence", "statements"]
    assert list(tables["conclusions"].frame)[:8] == first
    cases = cases_table(judged).frame
    gone = cases[cases["id"].str.startswith("p2000.old")]
    assert list(gone["statement"]) == ["p2000.sizes"] * 2
    assert list(gone["verdict"]) == ["", ""]


TURNED = """
    - id: points
      where: Figure 7
      says: Seven points are confident.
      kind: count
      basis: run
      printed: 7
      measure: {name: fact, fact: n_confident}
"""


def test_another_choice_turns_a_statement_and_its_conclusion(ledger, artifacts):
    paper = PAPER.replace("[high, sizes]", "[points]")
    judged = judge_ledger(ledger(TURNED, paper=paper), artifacts, {})
    assert judged.statements[0]["turns"] == "alpha=0.1: not reproduced"
    assert judged.conclusions[0]["turns"] == "alpha=0.1: does not hold"
