"""Names of the columns of a user's file of labels and scores, and where they are in its header."""

from __future__ import annotations

import csv
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from pathlib import Path
from typing import Any

from rocrepro.errors import InputError
from rocrepro.formats.given.notes import note, note_unnamed
from rocrepro.formats.number_text import plain

SHOWN = 30
"""Names of columns that a message lists."""


@dataclass(frozen=True)
class Columns:
    """Names of the columns of a scores file.

    Attributes
    ----------
    label : str
        Class of each row.
    score : str or tuple of str
        Score of each row; the higher, the more likely positive. Several columns are the scores of several
        models in a wide file. A text with commas that is no column's name is taken for several names.
    model, fold, seed, row : str, optional
        Which model the score is from, in which fold and replicate it was made, and a name of the example that
        pairs the rows of different models. Without `row`, the rows of each model pair in their order.
    cluster, group, weight : str, optional
        Which rows belong together, as those of one patient; which part of the rows is looked at by itself;
        and how much a row counts.
    class_scores : mapping of str to str, optional
        Column of the score of each class, where there are several; in place of `score`. A text has them as
        ``class=column,...``.
    """

    label: str = "label"
    score: str | tuple[str, ...] = "score"
    model: str | None = None
    fold: str | None = None
    seed: str | None = None
    row: str | None = None
    cluster: str | None = None
    group: str | None = None
    weight: str | None = None
    class_scores: Mapping[str, str] | str | None = None

    @property
    def scores(self) -> tuple[str, ...]:
        """The columns of scores; those of classes where these are named."""
        if isinstance(self.class_scores, Mapping):
            return tuple(self.class_scores.values())
        return (self.score,) if isinstance(self.score, str) else self.score

    def named(self) -> Iterator[tuple[str, str]]:
        """Role and name of every column that is used."""
        yield "label", self.label
        yield from (("class_scores" if self.class_scores else "score", name) for name in self.scores)
        for role in ("model", "fold", "seed", "row", "cluster", "group", "weight"):
            if (name := getattr(self, role)) is not None:
                yield role, name


def columns_of(entry: Mapping[str, Any]) -> Columns:
    """Return the columns that a mapping names, other keys left out.

    Raises
    ------
    InputError
        For scores of models beside scores of classes.
    """
    named = {field.name: entry[field.name] for field in fields(Columns) if field.name in entry}
    if "class_scores" in named and "score" in named:
        raise InputError("class_scores: found score too; expected one of the two")
    if isinstance(named.get("score"), list):
        names = named["score"]
        named["score"] = names[0] if len(names) == 1 else tuple(names)
    return Columns(**named)


@dataclass(frozen=True)
class Places:
    """Columns as they are meant in one header.

    Attributes
    ----------
    columns : Columns
        With every name of a column of scores by itself.
    at : mapping of str to int
        Position in the header of each column that is used, by the name that the user has for it.
    n_columns : int
        Of the header.
    """

    columns: Columns
    at: Mapping[str, int]
    n_columns: int


def found_in(path: Path, columns: Columns, header: Sequence[str]) -> Places:
    """Find the columns in a header.

    Spaces around a name in the header do not count where no name has them as they are.

    Raises
    ------
    InputError
        Unless every named column is there once.

    Warns
    -----
    AssessmentNote
        Of two columns that differ in spaces only.
    """
    stripped = [name.strip() for name in header]
    known = {*header, *stripped}
    columns = _by_itself(path, columns, known)
    at = {}
    for role, name in columns.named():
        places = [n for n, each in enumerate(header) if each == name]
        places = places or [n for n, each in enumerate(stripped) if each == name.strip()]
        if not places:
            found = ", ".join(stripped[:SHOWN]) + (", ..." if len(stripped) > SHOWN else "") or "none"
            raise InputError(f"{path}: {role}: found no column {name!r}; expected one of {found}")
        if len(places) > 1:
            raise InputError(f"{path}: {role}: found {len(places)} columns {name!r}; expected one")
        others = [header[n] for n, each in enumerate(stripped) if each == name.strip() and n not in places]
        if others:
            note(f"{path}: {role}: found the column {others[0]!r} beside {name!r}; {name!r} was used")
        at[name] = places[0]
    _check_scores(path, columns, at)
    return Places(columns, at, len(header))


def note_likely(path: Path, places: Places, header: Sequence[str]) -> None:
    """Note likely columns that are not named."""
    used = set(places.at.values())
    names = [name.strip() for at, name in enumerate(header) if at not in used]
    note_unnamed(path, vars(places.columns), names)
    if all(plain(name) is not None for name in header) and any("." in name for name in header):
        shown = ", ".join(map(repr, header[:3]))
        note(
            f"{path}: header: found numbers ({shown}): without a header row, the first row of scores is lost"
        )


def _check_scores(path: Path, columns: Columns, at: Mapping[str, int]) -> None:
    """Raise InputError for a score that is the label too, and for one that is named twice."""
    role = "class_scores" if columns.class_scores else "score"
    for place, name in enumerate(columns.scores):
        if at[name] == at[columns.label]:
            raise InputError(f"{path}: {role}: found {name!r}, which is the label too; expected another")
        if at[name] in [at[other] for other in columns.scores[:place]]:
            raise InputError(f"{path}: {role}: found the column {name!r} twice; expected each once")
    if len(columns.scores) > 1 and role == "score" and columns.model is not None:
        found = f"found {columns.model!r} beside {len(columns.scores)} columns of scores"
        raise InputError(f"{path}: model: {found}; expected one column of scores, or no column of models")


def _by_itself(path: Path, columns: Columns, known: set[str]) -> Columns:
    """Name every column of scores; a text with commas is split where no column has such a name."""
    if columns.class_scores is not None:
        if columns.score != "score":
            raise InputError(f"{path}: class_scores: found score too; expected one of the two")
        return replace(columns, class_scores=_by_class(path, columns.class_scores, known))
    words = [
        name
        for word in columns.scores
        for name in ([word] if word in known else _apart(path, word.strip(), known))
    ]
    return replace(columns, score=words[0] if len(words) == 1 else tuple(words))


def _apart(path: Path, text: str, known: set[str]) -> list[str]:
    """The names in a text with commas; a name in quotation marks may have some itself."""
    if text in known:
        return [text]
    try:
        words = next(csv.reader([text], skipinitialspace=True, strict=True), [])
    except csv.Error:
        raise InputError(f"{path}: score: found {text!r}; expected names separated by commas") from None
    if not all(word.strip() for word in words):
        raise InputError(f"{path}: score: found {text!r}, with an empty name; expected names of columns")
    return [word.strip() for word in words] or [text]


def _by_class(path: Path, given: Mapping[str, str] | str, known: set[str]) -> dict[str, str]:
    """Column of each class."""
    if isinstance(given, Mapping):
        return {str(name): str(column) for name, column in given.items()}
    found: dict[str, str] = {}
    for pair in _apart(path, given, set()):
        signs = [place for place, sign in enumerate(pair) if sign == "="]
        if not signs:
            raise InputError(f"{path}: class_scores: found {pair!r}; expected CLASS=COLUMN,...")
        fitting = [place for place in signs if pair[place + 1 :].strip() in known]
        place = (fitting or signs)[0]
        name, column = pair[:place].strip(), pair[place + 1 :].strip()
        if name in found:
            raise InputError(f"{path}: class_scores: found the class {name!r} twice; expected each once")
        found[name] = column
    return found
