"""The input of an assessment in sentences: rows, classes, models, choices and notes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import PurePath
from typing import TYPE_CHECKING

from markupsafe import Markup

from rocrepro.report.answers.assumed import assumed
from rocrepro.report.answers.parts import FEW, Answer, Digest, Facts, Row, rows_of, say
from rocrepro.report.answers.phrases import count, listed, percent

if TYPE_CHECKING:
    from rocrepro.formats.table import Table

TERMS = (
    ("positive", "the class that the models are meant to find; it need not be a good thing"),
    (
        "score",
        "a number that a model gives to a row; the higher it is, the more likely the row is positive "
        "according to the model",
    ),
    ("prevalence", "the share of rows that are positive"),
)


def given(facts: Facts, tables: Mapping[str, Table]) -> Answer:
    """Say what the assessment rests on.

    Parameters
    ----------
    facts : Facts
    tables : mapping of str to Table
        At least summary. Those of calibration, clusters and comparisons tell what was assumed.
    """
    rows = rows_of(tables, "summary")
    counts = {(row["n_pos"], row["n_neg"]) for row in rows}
    sentences = [_size(facts, rows[0]) if len(counts) == 1 else _sizes(facts, rows), *_models(facts)]
    digest = None
    if len(counts) > 1:
        columns = ("model", "rows", "positive", "negative", "share positive")
        digest = Digest("Rows of each model", columns, [_line(row) for row in rows])
    return Answer(sentences, digest, list(_cautions(facts, rows)), TERMS, list(assumed(facts, tables)))


def _size(facts: Facts, row: Row) -> Markup:
    """Say how many rows of each class there are."""
    n_pos, n_neg = row["n_pos"], row["n_neg"]
    each = "" if len(facts.models) == 1 else " for each model"
    return say(
        "<b>{}</b> has {}{}: {} positive ({}) and {} negative ({}). The share of positive rows is {}.",
        *(facts.name, count(n_pos + n_neg, "row"), each, count(n_pos), facts.positive),
        *(count(n_neg), facts.negative, percent(n_pos / (n_pos + n_neg))),
    )


def _sizes(facts: Facts, rows: list[Row]) -> Markup:
    sizes = [row["n_pos"] + row["n_neg"] for row in rows]
    return say(
        "<b>{}</b> has between {} and {} for each model. The positive class is {}, and the other "
        "class is {}.",
        *(facts.name, count(min(sizes)), count(max(sizes), "row"), facts.positive, facts.negative),
    )


def _line(row: Row) -> list[str]:
    n_pos, n_neg = row["n_pos"], row["n_neg"]
    n = n_pos + n_neg
    return [str(row["model"]), *map(count, (n, n_pos, n_neg)), percent(n_pos / n)]


def _models(facts: Facts) -> Iterator[Markup]:
    """Name the models, and say whether they can be compared."""
    if len(facts.models) == 1:
        (name,) = facts.models
        like = ", like the file" if name == PurePath(facts.name).stem else ""
        yield say("There is one model. It is called {}{}.", name, like)
        return
    yield say("There are {} models: {}.", len(facts.models), listed(list(facts.models), most=12))
    if not facts.unpaired:
        yield Markup("They scored the same rows, so they are compared row by row.")


def _cautions(facts: Facts, rows: list[Row]) -> Iterator[Markup]:
    """Yield reasons to be careful, the notes of reading among them."""
    if facts.unpaired and not any(facts.unpaired in note for note in facts.notes):
        yield say("The models are not all compared on the same rows: {}.", facts.unpaired)
    for name, column in ((facts.positive, "n_pos"), (facts.negative, "n_neg")):
        least = min(row[column] for row in rows)
        if least < FEW:
            alike = len({row[column] for row in rows}) == 1
            have = "has only" if alike else "has, for at least one model, only"
            yield say(
                "The class {} {} {}, so results about it are very uncertain.", name, have, count(least, "row")
            )
    for note in facts.notes:
        yield say("{}.", note.rstrip("."))
