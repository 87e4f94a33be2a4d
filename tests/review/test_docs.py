"""docs/review.md names every measure and every kind, and no others."""

import re
from pathlib import Path

import rocrepro.claims.takes  # noqa: F401  (registers the measures)
from rocrepro.claims.measures import MEASURES
from rocrepro.study import KINDS

TEXT = (Path(__file__).resolve().parents[2] / "docs/review.md").read_text(encoding="utf-8")


def first_cells(text):
    """Names in the first column of the tables of a text."""
    return {
        name for line in text.splitlines() if line.startswith("| `") for name in named(line.split("|")[1])
    }


def named(text):
    return re.findall(r"`([a-z_]+)`", text)


def test_every_measure_is_explained():
    part = TEXT.partition("## Measures")[2].partition("**The study.**")[0]
    # A quantity is a row of a table that only the four papers have.
    assert first_cells(part) == MEASURES.keys() - {"fact"} | {"study"}


def test_every_kind_is_named():
    part = TEXT.partition("**The study.**")[2]
    more = part.partition("There are more:")[2].partition("Each table")[0]
    assert first_cells(part) | set(named(more)) == set(KINDS)
