"""Rules of an entry for columns, and the choice of the columns of a raw file that are read."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Any

from rocrepro.datasets.text_files import stripped
from rocrepro.errors import InputError
from rocrepro.formats.number_text import plain, sign_of
from rocrepro.formats.tidy import LABEL_COLUMN, PART_COLUMN

UNNAMED = re.compile(r"Unnamed:[ _]?\d+(?:\.\d+)*")
"""A column without a name, as pandas calls it; OpenML has an underscore where pandas has a blank."""
RESERVED = (LABEL_COLUMN, PART_COLUMN)


@dataclass(frozen=True)
class ColumnRules:
    """Rules of an entry for columns; names may hold the wildcards ``*`` and ``?``.

    Attributes
    ----------
    values : dict
        Nominal columns and their values in order; it takes the place of what the file declares.
    nominal : tuple of str
        Columns whose cells are categories even if they look like numbers; their values are those that occur.
    drop : tuple of str
        Columns to leave out; the empty name stands for every column without a name.
    place : str
        Config file and data set, for messages.
    keep : tuple of str
        Columns to read although they seem to name the rows.
    target : str
        The class column.
    identifiers : tuple of str
        Columns that the data set's publisher says are none to learn from.
    decimal, thousands : str
        How numbers are written, as in `rocrepro.formats.number_text.plain`.
    """

    values: dict[str, tuple[str, ...]]
    nominal: tuple[str, ...]
    drop: tuple[str, ...]
    place: str
    keep: tuple[str, ...] = ()
    target: str = ""
    identifiers: tuple[str, ...] = ()
    decimal: str = "."
    thousands: str = ""

    @classmethod
    def of(cls, entry: Mapping[str, Any], place: str, identifiers: Iterable[str] = ()) -> ColumnRules:
        """Return the rules of an entry and its publisher; names are stripped like those of the file."""
        return cls(
            values={
                stripped(str(key)): tuple(map(str, listed)) for key, listed in entry.get("values", {}).items()
            },
            nominal=tuple(map(stripped, entry.get("nominal", ()))),
            drop=tuple(map(stripped, entry.get("drop", ()))),
            place=place,
            keep=tuple(map(stripped, entry.get("keep", ()))),
            target=stripped(entry.get("target", "")),
            identifiers=tuple(identifiers),
            decimal=sign_of(entry.get("decimal", ".")),
            thousands=sign_of(entry.get("thousands", "")),
        )

    def check(self, columns: Sequence[str]) -> None:
        """Refuse a pattern that fits no column."""
        patterns = {"values": self.values, "nominal": self.nominal, "drop": self.drop, "keep": self.keep}
        for key, listed in patterns.items():
            for pattern in listed:
                if not any(_fits(pattern, name) for name in columns):
                    raise InputError(
                        f"{self.place}.{key}: found {pattern!r}, which fits no column; "
                        f"expected one of {listing(columns)}"
                    )

    def values_of(self, name: str) -> tuple[str, ...] | None:
        """Return the values that the entry gives for a column; an exact name goes before a pattern."""
        if name in self.values:
            return self.values[name]
        return next((listed for pattern, listed in self.values.items() if _fits(pattern, name)), None)

    def is_nominal(self, name: str) -> bool:
        """Return whether the entry calls a column nominal without giving its values."""
        return any(_fits(pattern, name) for pattern in self.nominal)

    def is_dropped(self, name: str) -> bool:
        """Return whether the entry leaves a column out."""
        return any(_fits(pattern, name) for pattern in self.drop)

    def is_wanted(self, name: str) -> bool:
        """Return whether the entry names a column: as the class, with values, as nominal, or to be kept."""
        named = name == self.target or name in self.values or name in self.nominal
        return named or self.is_kept(name)

    def is_kept(self, name: str) -> bool:
        """Return whether the entry says that a column is one to learn from."""
        return any(_fits(pattern, name) for pattern in self.keep)

    @property
    def has_signs(self) -> bool:
        """True if numbers are written in another way than with a decimal point only."""
        return bool(self.thousands) or self.decimal != "."

    def number(self, cell: str | float | None) -> float | None:
        """Return the number in a cell, or None; NaN and infinity are numbers where they are plain text.

        Digits with underscores between them are no number, although `float` takes them.
        """
        if cell is None or isinstance(cell, float):
            return cell
        if self.has_signs:
            text = plain(cell, self.decimal, self.thousands)
            return None if text is None else float(text)
        try:
            return None if "_" in cell else float(cell)
        except ValueError:
            return None


NO_RULES = ColumnRules({}, (), (), "")
"""The rules of an entry that says nothing about columns."""


def _fits(pattern: str, name: str) -> bool:
    return pattern == name or fnmatchcase(name, pattern) or (not pattern and bool(UNNAMED.fullmatch(name)))


def listing(names: Iterable[str], limit: int = 12) -> str:
    """Join names by commas; only the first `limit`."""
    shown = list(names)
    more = f" and {len(shown) - limit} more" if len(shown) > limit else ""
    return ", ".join(shown[:limit]) + more


@dataclass(frozen=True)
class Header:
    """The columns of a file.

    Attributes
    ----------
    names : tuple of str
        All columns in file order; one without a name is called as pandas calls it, "Unnamed: 0".
    read : tuple of int
        Positions of those that are read.
    notes : tuple of str
        Why others are not, one line each; columns that the entry drops need none.
    """

    names: tuple[str, ...]
    read: tuple[int, ...]
    notes: tuple[str, ...]

    @property
    def columns(self) -> tuple[str, ...]:
        """Names of the columns that are read."""
        return tuple(self.names[position] for position in self.read)


def header_of(
    path: Path,
    names: Sequence[str],
    rules: ColumnRules,
    *,
    marked: Mapping[str, str] | None = None,
    named: bool = False,
    place: Callable[[int], str] | None = None,
) -> Header:
    """Decide which columns of a file are read; what the others hold is never looked at.

    Parameters
    ----------
    path : Path
        The file, for messages.
    names : sequence of str
        All its columns.
    rules : ColumnRules
        What the entry says: it has the last word.
    marked : mapping of str to str, optional
        Columns that the file itself says name its rows, and in which words.
    named : bool, default=False
        Whether the names are the entry's own, so that all are wanted.
    place : callable, optional
        Where a column is declared, by its position; "column 1" and so on by default.

    Raises
    ------
    InputError
        If a pattern of the entry fits no column, or a column that is read has a name that is taken.
    """
    full = _full_names(names)
    rules.check(full)
    read, notes, seen = [], [], set(RESERVED)
    for position, name in enumerate(full):
        if rules.is_dropped(name):
            continue
        wanted = named or rules.is_wanted(name)
        why = None if wanted else _why_not(names[position], position, rules, marked or {})
        if why is not None:
            used = f"keep: [{json.dumps(name, ensure_ascii=False)}] in the entry would use it"
            notes.append(f"{why}, and is left out; {used}")
            continue
        if name in seen:
            where = f"column {position + 1}" if place is None else place(position)
            raise InputError(f"{path}: {where}: found the name {name!r}, which is taken")
        seen.add(name)
        read.append(position)
    return Header(full, tuple(read), tuple(notes))


def _full_names(names: Sequence[str]) -> tuple[str, ...]:
    """Names of all columns; one without a name gets one that no other has."""
    full, taken = list(names), set(names)
    for position, name in enumerate(names):
        if not name:
            full[position] = f"Unnamed: {position}"
            while full[position] in taken:
                full[position] += ".1"
    return tuple(full)


def _why_not(name: str, position: int, rules: ColumnRules, marked: Mapping[str, str]) -> str | None:
    """Return why a column that the entry does not mention must not be learned from; None if it may be."""
    if name in marked:
        return f"column {name} is {marked[name]}" if name else f"column {position + 1} is {marked[name]}"
    if not name:
        return f"column {position + 1} has no name"
    if UNNAMED.fullmatch(name):
        return f"column {name!r} had no name when pandas read it"
    if name in rules.identifiers:
        return f"column {name} names the rows or should be ignored according to OpenML's description"
    return None


def check_columns(path: Path, columns: Sequence[str]) -> None:
    """Refuse columns without a name, with the same name, or with a name that the tidy format uses."""
    seen: set[str] = set(RESERVED)
    for position, name in enumerate(columns, start=1):
        if not name:
            raise InputError(f"{path}: column {position}: found an empty name; expected a column name")
        if name in seen:
            raise InputError(f"{path}: column {position}: found the name {name!r}, which is taken")
        seen.add(name)
