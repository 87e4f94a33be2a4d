"""The truth tables: complete, without contradiction, those of the guide, and fair."""

import itertools
import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rocrepro.claims.model import Scope
from rocrepro.claims.truth import (
    AGREE,
    ALL,
    ANY,
    CASE_VERDICTS,
    CASES,
    CONCLUSIONS,
    DISAGREE,
    ENOUGH,
    FEW,
    HALF,
    HARDLY,
    MISSING,
    MORE,
    NO,
    NONE,
    NOTHING,
    OUTCOMES,
    SOME,
    STATEMENTS,
    TOO_FEW,
    VALUE,
    VERDICTS,
    YES,
    Count,
    best,
    look_up,
    outcome,
    reading_verdict,
)

GUIDE = Path(__file__).resolve().parents[2] / "docs/ledger.md"
BOTH = (YES, NO)
FACTS = {
    "cases": (CASES, list(itertools.product((MISSING, NOTHING, VALUE), (HALF, SOME, HARDLY), BOTH, BOTH))),
    "statements": (
        STATEMENTS,
        [
            *itertools.product(("each", "most", "some"), (ALL, MORE, FEW, NONE), BOTH, BOTH),
            *itertools.product(("number",), (ENOUGH, TOO_FEW, NONE), BOTH, BOTH),
        ],
    ),
    "conclusions": (
        CONCLUSIONS,
        [
            facts
            for facts in itertools.product(("each", "most", "some"), (ALL, MORE, FEW, NONE), BOTH)
            if facts[1] not in (ALL, MORE) or facts[2] == YES  # more than half hold, so half hold in part
        ],
    ),
}


def fits_in(row, facts):
    return all(part in (ANY, fact) for part, fact in zip(row, facts, strict=True))


@pytest.mark.parametrize("name", FACTS)
def test_exactly_one_row_fits_whatever_was_found(name):
    table, combinations = FACTS[name]
    for facts in combinations:
        fits = [verdict for row, verdict in table if fits_in(row, facts)]
        assert len(fits) == 1, facts
        assert look_up(table, facts) == fits[0]


@pytest.mark.parametrize("name", FACTS)
def test_the_guide_shows_the_same_table(name):
    section = re.search(rf"(?s)\*\*Truth table of {name}\.\*\*(.*?)\n\n(\|.*?)\n\n", GUIDE.read_text())
    rows = [[cell.strip(" *") for cell in line.strip("|").split("|")] for line in section[2].split("\n")[2:]]
    assert [(tuple(row[:-1]), row[-1]) for row in rows] == [tuple(row) for row in FACTS[name][0]]


@pytest.mark.parametrize(
    ("scope", "verdicts", "expected"),
    [
        (Scope("each"), ["reproduced"] * 3, "reproduced"),
        (Scope("each"), ["reproduced", "reproduced", "not reproduced"], "partly"),
        (Scope("each"), ["not reproduced", "contradicted"], "contradicted"),
        (Scope("each"), ["not reproduced"], "not reproduced"),
        (Scope("each"), ["within spread"], "within spread"),
        (Scope("each"), ["within spread", "reproduced"], "reproduced"),
        (Scope("each"), ["within spread", "within spread", "reproduced"], "within spread"),
        # What is not decided is left out of the quantifier, and outweighs what is decided.
        (Scope("each"), ["reproduced", "undecided"], "reproduced"),
        (Scope("each"), ["reproduced", "undecided", "undefined"], "undecided"),
        (Scope("each"), ["undefined", "undefined"], "undefined"),
        (Scope("each"), ["undefined", "not testable"], "undefined"),
        (Scope("each"), ["not testable"], "not testable"),
        (Scope("each"), [], "not testable"),
        (Scope("most"), ["reproduced", "reproduced", "contradicted"], "reproduced"),
        (Scope("most"), ["reproduced", "contradicted"], "partly"),
        (Scope("general"), ["reproduced", "contradicted", "reproduced"], "reproduced"),
        (Scope("some"), ["contradicted", "contradicted", "reproduced"], "reproduced"),
        (Scope("some"), ["contradicted"], "contradicted"),
        (Scope("at_least", 2), ["reproduced", "reproduced", "contradicted"], "reproduced"),
        (Scope("at_least", 3), ["reproduced", "reproduced", "contradicted"], "partly"),
        (Scope("exactly", 2), ["reproduced"] * 3, "partly"),
        (Scope("exactly", 2), ["reproduced"] * 2, "reproduced"),
        (Scope("exactly", 2), ["not reproduced"] * 2, "not reproduced"),
    ],
)
def test_a_quantifier_over_cases(scope, verdicts, expected):
    assert reading_verdict(Count.of(verdicts), scope) == expected


def test_a_hedged_sentence_is_never_contradicted():
    for verdict in DISAGREE:
        assert reading_verdict(Count.of([verdict]), Scope(), hedged=True) == "unsupported"
    assert reading_verdict(Count.of(["reproduced", "contradicted"]), Scope(), hedged=True) == "partly"


SCOPES = st.sampled_from(
    [Scope("each"), Scope("most"), Scope("general"), Scope("some"), Scope("at_least", 2)]
)
LISTS = st.lists(st.sampled_from(CASE_VERDICTS), min_size=1, max_size=8)


@given(SCOPES, LISTS, st.booleans(), st.data())
def test_a_case_that_agrees_instead_never_harms(scope, verdicts, hedged, data):
    index = data.draw(st.integers(0, len(verdicts) - 1))
    improved = [*verdicts[:index], "reproduced", *verdicts[index + 1 :]]
    if verdicts[index] not in AGREE | DISAGREE:
        return  # what was not decided may make the reading decided, and so worse than "undecided"
    before, after = (reading_verdict(Count.of(some), scope, hedged=hedged) for some in (verdicts, improved))
    assert VERDICTS.index(after) <= VERDICTS.index(before)


@given(st.lists(st.sampled_from(VERDICTS), min_size=1, max_size=5))
def test_a_paper_is_owed_its_best_reading(verdicts):
    assert best(verdicts) in verdicts
    assert best([*verdicts, "reproduced"]) == "reproduced"


@pytest.mark.parametrize(
    ("rule", "verdicts", "expected"),
    [
        ("each", ["reproduced", "within spread"], "holds"),
        ("each", ["reproduced", "contradicted"], "holds in part"),
        ("each", ["reproduced", "contradicted", "unsupported"], "does not hold"),
        ("each", ["partly", "partly"], "holds in part"),
        ("each", ["not reproduced"], "does not hold"),
        ("most", ["reproduced", "reproduced", "contradicted"], "holds"),
        ("most", ["reproduced", "partly", "contradicted"], "holds in part"),
        ("some", ["contradicted", "not reproduced", "reproduced"], "holds"),
        ("some", ["contradicted", "partly", "not reproduced"], "holds in part"),
        ("some", ["contradicted"], "does not hold"),
        ("each", ["reproduced", "undecided"], "holds"),
        ("each", ["reproduced", "undecided", "not testable"], "open"),
        ("most", ["undefined"], "open"),
    ],
)
def test_a_conclusion_rests_on_its_statements(rule, verdicts, expected):
    assert outcome(verdicts, rule) == expected
    assert expected in OUTCOMES
