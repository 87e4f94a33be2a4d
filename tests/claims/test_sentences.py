"""Every sentence of the papers is in the ledger, or says why it is not."""

import os
from pathlib import Path

import pytest

from rocrepro.claims.loading import load_ledger

from .sentences import uncovered

ROOT = Path(__file__).resolve().parents[2]
PAPERS = ("elazmeh2006", "hamel2008", "klement2009", "bradley1996")
LEAST = {"elazmeh2006": 200, "hamel2008": 120, "klement2009": 110, "bradley1996": 120}
"""Sentences, captions, formulas and labels that a paper has at least."""


@pytest.fixture(scope="module", params=PAPERS)
def ledger(request):
    return load_ledger(ROOT / "config/claims" / request.param, ROOT / "config/schemas/claims.schema.json")


def test_every_statement_has_its_sentence(ledger):
    named = {name for sentence in ledger.sentences for name in sentence.statements}
    assert [one.id for one in ledger.statements if one.id not in named] == []


def test_a_sentence_without_a_statement_says_why(ledger):
    assert len(ledger.sentences) >= LEAST[ledger.paper]
    for sentence in ledger.sentences:
        assert sentence.statements or len(sentence.left_out) > 5, sentence.place


@pytest.mark.skipif("ROCREPRO_PAPERS" not in os.environ, reason="needs the papers' texts")
def test_no_sentence_of_the_text_is_missing(ledger):
    """The texts are not shipped: ROCREPRO_PAPERS names a folder of them, in whatever order."""
    begins = [sentence.begins for sentence in ledger.sentences]
    texts = [path.read_text(encoding="utf-8") for path in Path(os.environ["ROCREPRO_PAPERS"]).glob("*.txt")]
    own = min((uncovered(text, begins) for text in texts), key=len)
    assert own == []


def test_what_is_not_listed_is_found():
    text = "We evaluate classifiers with curves. They are better in most cases. This is new work here."
    assert uncovered(text, ["We evaluate", "This is new"]) == ["They are better in most cases."]
    assert uncovered(text, ["We evaluate classifiers", "They are better", "This is new"]) == []
