"""The material of the answers on a page, and the parts that make up an answer."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from markupsafe import Markup

from rocrepro.report.answers.phrases import short
from rocrepro.report.words import MINUS, threshold_digits

if TYPE_CHECKING:
    from rocrepro.formats.table import Table
    from rocrepro.study import Choices

Row = Mapping[str, Any]
FEW = 10
"""Rows of a class below which what is said of it is little more than an anecdote."""


@dataclass(frozen=True)
class Facts:
    """Facts about an assessment, from which answers are made.

    Attributes
    ----------
    name : str
        The file's name.
    positive, negative : str
        The two classes as the file has them.
    models : sequence of str
    unpaired : str
        Why the models are not compared; "" where they are, or where there is one.
    notes : sequence of str
        What was noted while the file was read and evaluated.
    choices : Choices
    scores : mapping of str to array_like
        Of each model the scores that its thresholds are to part, in any order.
    by_order : bool
        Whether only the order of the rows says which rows of two models are the same case.
    """

    name: str
    positive: str
    negative: str
    models: Sequence[str]
    unpaired: str
    notes: Sequence[str]
    choices: Choices
    scores: Mapping[str, Any] = field(default_factory=dict)
    by_order: bool = False

    def threshold(self, model: Any, value: Any) -> str:
        """Return a threshold of a model with as many digits as it takes to separate its rows."""
        if value is None or not math.isfinite(value):
            return short(value)
        return threshold_digits(float(value), self.scores.get(str(model), ())).replace("-", MINUS)


@dataclass(frozen=True)
class Digest:
    """A small table in plain words.

    Attributes
    ----------
    caption : str
    columns : sequence of str
        Headings; the first column names the rows.
    rows : sequence of sequence of str
    """

    caption: str
    columns: Sequence[str]
    rows: Sequence[Sequence[str]]


@dataclass(frozen=True)
class Answer:
    """Answer of the page to one question.

    Attributes
    ----------
    sentences : sequence of Markup
        The first one is the answer in short.
    digest : Digest, optional
    cautions : sequence of Markup
        What keeps the answer from being trusted more than it should be.
    terms : sequence of (str, str)
        Words that the answer uses, and what they mean.
    assumed : sequence of Markup
        Assumptions behind all results that the file alone cannot confirm.
    """

    sentences: Sequence[Markup]
    digest: Digest | None = None
    cautions: Sequence[Markup] = ()
    terms: Sequence[tuple[str, str]] = ()
    assumed: Sequence[Markup] = ()


def say(text: str, *values: Any, **named: Any) -> Markup:
    """Return a sentence in which all that is filled in is escaped."""
    return Markup(text).format(*values, **named)


def together(rows: Iterable[Row], word: Callable[[Row], str]) -> dict[str, list[Row]]:
    """Group rows by the words to be said of them: one sentence is enough for each group."""
    found: dict[str, list[Row]] = {}
    for row in rows:
        found.setdefault(word(row), []).append(row)
    return found


def by_area(rows: Iterable[Row]) -> dict[Any, int]:
    """Return the rank of each model of the summary by its AUC; undefined ones come last."""
    known = sorted(rows, key=lambda row: -row["auc"] if row["auc"] == row["auc"] else math.inf)
    return {row["model"]: at for at, row in enumerate(known)}


def rows_of(tables: Mapping[str, Table], name: str, **wanted: Any) -> list[Row]:
    """Return the rows of a table in which some columns have these values; none where it is not there."""
    if name not in tables:
        return []
    rows: list[dict[str, Any]] = [
        {str(key): value for key, value in row.items()} for row in tables[name].frame.to_dict("records")
    ]
    return [row for row in rows if all(row.get(key) == value for key, value in wanted.items())]
