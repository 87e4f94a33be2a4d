"""Files of a paper's ledger: families, readings, references, and one line for whatever is wrong."""

import pytest

from rocrepro.claims.model import Scope
from rocrepro.errors import InputError

FAMILY = """
    - id: cell
      where: Table 3
      says: The areas of Table 3.
      scope: most
      sentence: describes
      tests:
        - case: "cell.{dataset}.{learner}"
          says: The AUC of {learner} on {dataset} is {value}.
          kind: number
          basis: run
          printed: "{value}"
          measure: {name: cell, table: t, where: {dataset: "{dataset}"}, column: auc}
          rule: {decimals: 3}
          cases:
            columns: [dataset, learner, value]
            rows:
              - [dis, stump, 0.752]
              - [sick, tree, 1]
"""


def test_a_family_is_written_out_and_cells_keep_their_type(claims):
    first, second = claims(FAMILY)
    assert first.id == "p2000.cell.dis.stump"
    assert first.says == "The AUC of stump on dis is 0.752."
    assert first.printed == 0.752
    assert first.measure["where"] == {"dataset": "dis"}
    assert second.printed == 1


@pytest.mark.parametrize(("more", "lenient"), [("", False), ("hedged: true", True), ("bound: ours", True)])
def test_a_hedge_or_a_bound_of_ours_lets_no_case_contradict(claims, more, lenient):
    text = ENTRY.format(
        id="c", says="s", kind="count", measure="{name: cell, table: t, column: x}", more="printed: 1"
    )
    (claim,) = claims(f"{text.rstrip()}\n      {more}\n")
    assert claim.lenient == lenient


def test_a_case_knows_its_statement(ledger):
    (statement,) = ledger(FAMILY).statements
    assert (statement.id, statement.scope) == ("p2000.cell", Scope("most"))
    assert all(case.statement == statement.id and case.describes for case in statement.claims)


ENTRY = """
    - id: {id}
      where: here
      says: {says}
      kind: {kind}
      basis: run
      measure: {measure}
      {more}
"""
READ = "readings: {{{}: {{means: m, words: w}}}}"


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"id": "Bad-Id"}, "expected letters a to z"),
        ({"kind": "guess"}, 'found "guess"; expected one of number'),
        ({"measure": "none"}, "expected the name of a measure"),
        ({"kind": "count", "more": "printed: 1\n      reason: because"}, "expected tests, or same_as"),
        ({"more": ""}, "printed: found None; expected a number"),
        ({"more": "printed: true"}, "printed: found True; expected a number"),
        ({"more": "printed: 1"}, "rule: found {}; expected decimals or relative or tolerance"),
        ({"kind": "presence", "more": "printed: 3"}, "expected true or false"),
        ({"kind": "range", "more": "printed: 3"}, "expected [low, high]"),
        ({"kind": "ordering", "more": "printed: 3"}, "expected none"),
        ({"kind": "domains", "more": "printed: 3"}, "expected none"),
        ({"kind": "ordering"}, "expected direction"),
        ({"more": "verdict: reproduced"}, "found the unknown key 'verdict'"),
        ({"says": "'{gone}'", "more": "printed: 1"}, "says: found '{gone}'; expected no placeholder"),
        ({"kind": "count", "more": "printed: 1\n      scope: few"}, "expected each, most, general, some"),
        ({"kind": "count", "more": f"printed: 1\n      {READ.format('a')}"}, "found '' on one side only"),
        ({"kind": "count", "more": "printed: 1\n      bound: theirs"}, "expected ours"),
    ],
)
def test_what_is_wrong_is_said_in_one_line(claims, change, message):
    entry = {"id": "c", "says": "something", "kind": "number", "more": ""}
    entry |= {"measure": "{name: cell, table: t, column: x}"} | change
    text = ENTRY
    for key, value in entry.items():
        text = text.replace("{" + key + "}", value)
    with pytest.raises(InputError) as error:
        claims(text)
    assert message in str(error.value)
    assert "p2000/claims.yaml" in str(error.value)
    assert "\n" not in str(error.value)


def test_the_same_id_twice_is_refused(claims):
    with pytest.raises(InputError, match=r"cell\.dis\.stump: found this id twice"):
        claims(FAMILY.replace("[sick, tree, 1]", "[dis, stump, 1]"))
    with pytest.raises(InputError, match=r"cell: found this id twice"):
        claims(FAMILY + FAMILY)


def test_a_placeholder_without_a_column_is_refused(claims):
    with pytest.raises(
        InputError, match=r"found the placeholder \{learner\}; expected one of dataset, value"
    ):
        claims(
            FAMILY.replace("[dataset, learner, value]", "[dataset, value]")
            .replace(", stump", "")
            .replace(", tree", "")
        )


def test_a_row_of_another_length_is_refused(claims):
    with pytest.raises(InputError, match=r"rows\.1: found 2 values; expected 3"):
        claims(FAMILY.replace("[sick, tree, 1]", "[sick, tree]"))


CONCLUSION = """
    title: A paper
    conclusions:
      - {id: good, says: It is good., rule: each, statements: [cell], evidence: tables/t}
"""


@pytest.mark.parametrize(
    ("files", "message"),
    [
        ({"paper": "title: T\nscores: {}\n"}, "paper.yaml: top level: found the unknown key 'scores'"),
        ({"paper": "authors: Nobody\n"}, "paper.yaml: top level: the key 'title' is missing"),
        (
            {"paper": CONCLUSION.replace("[cell]", "[gone]")},
            "paper.yaml: good: found 'gone'; expected the id",
        ),
        (
            {"paper": CONCLUSION.replace("each", "all")},
            'conclusions.0.rule: found "all"; expected one of each',
        ),
        ({"retired": "- {case: old, became: gone, why: w}\n"}, "retired.yaml: old: found 'gone'; expected"),
        ({"retired": "- {case: cell.dis.stump, became: left out, why: w}\n"}, "expected a removed case"),
        ({"retired": "- {case: old, became: cell}\n"}, "retired.yaml: old: the key 'why' is missing"),
        ({"findings": "- {id: f, says: Something.}\n"}, "findings.yaml: f: expected tests, or same_as"),
    ],
)
def test_files_beside_the_statements_are_checked(ledger, files, message):
    with pytest.raises(InputError) as error:
        ledger(FAMILY, **files)
    assert message in str(error.value)


SENTENCES = """
    - {place: abstract.1, begins: We evaluate, left_out: It says what the paper does.}
    - {place: table3, begins: Table 3, statements: [cell]}
"""


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("[cell]", "[gone]", "sentences.yaml: table3: found 'gone'; expected the id of a statement"),
        (", statements: [cell]", "", "sentences.yaml: table3: "),
        ("[cell]", "[cell], left_out: Both.", "sentences.yaml: table3: "),
    ],
)
def test_a_sentence_has_a_statement_or_a_reason(ledger, old, new, message):
    assert ledger(FAMILY, sentences=SENTENCES).sentences[1].statements == ("p2000.cell",)
    with pytest.raises(InputError) as error:
        ledger(FAMILY, sentences=SENTENCES.replace(old, new))
    assert message in str(error.value)


def test_what_a_case_became_is_an_id_or_a_fate(ledger):
    text = """
        - {case: "old.{n}", became: cell, why: w, cases: {columns: [n], rows: [[1], [2]]}}
        - {case: law, became: unit test, why: w}
    """
    found = [(one.id, one.became) for one in ledger(FAMILY, retired=text).retired]
    assert found == [("p2000.old.1", "p2000.cell"), ("p2000.old.2", "p2000.cell"), ("p2000.law", "unit test")]


def test_a_sentence_that_repeats_another_names_it(ledger):
    again = "    - {id: again, where: end, says: The areas once more., same_as: %s}\n"
    assert ledger(FAMILY + again % "cell").statements[1].same_as == "p2000.cell"
    with pytest.raises(InputError, match=r"again: found 'gone'; expected the id of a statement"):
        ledger(FAMILY + again % "gone")
    for name in ("again", "other"):
        other = again.replace("id: again", "id: other") % "again"
        with pytest.raises(
            InputError, match=rf"same_as: found '{name}', which repeats another; expected the first"
        ):
            ledger(FAMILY + again % name + other)


@pytest.mark.parametrize("name", ["good", "cell"])
def test_a_conclusion_has_an_id_of_its_own(ledger, name):
    last = CONCLUSION.rstrip().splitlines()[-1]
    two = CONCLUSION + last.replace("{id: good,", f"{{id: {name},") + "\n"
    with pytest.raises(InputError, match=rf"paper\.yaml: {name}: found this id twice; expected it once"):
        ledger(FAMILY, paper=two)


def test_a_number_of_cases_is_no_larger_than_there_are(claims):
    some = FAMILY.replace("scope: most", "scope: {at_least: %d}")
    assert claims(some % 2)
    with pytest.raises(InputError, match=r"cell: scope: found 3 of 2 cases; expected no more than there are"):
        claims(some % 3)
