"""Comparison of two values of released files: when they count as the same, and what is noted if not."""

from __future__ import annotations

import math
import re
from dataclasses import dataclass, field

TOLERANCE = 1e-9
# Scores carry 12 significant digits, so that a rate or an area of order 1 is known no further than 1e-12.
# Below that, a difference of two of them, or the error of an identity, is rounding noise whose size depends
# on the processor: 0 there and 2e-16 here is no change, although the relative one is 1.
FLOOR = 1e-12
ABSENT, PRESENT = "(absent)", "(present)"

INTEGER = re.compile(r"[+-]?\d+")
NUMBER = re.compile(r"[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?")
NOT_FINITE = re.compile(r"[+-]?(?:inf|infinity|nan)", flags=re.IGNORECASE)
# A number within a text: not the digits of a name such as fig5 or sha256.
TOKEN = re.compile(r"(?<![\w.])[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?(?!\w)")


@dataclass(frozen=True)
class Change:
    """One value that moved.

    Attributes
    ----------
    file : str
        Path below the results folder.
    row : str
        Line and key of the row in the old file (in the new one for a row that appeared); empty for JSON.
    column : str
        Column, or the path in a JSON file.
    old, new : str
        The values as they are written.
    """

    file: str
    row: str
    column: str
    old: str
    new: str

    @property
    def absolute(self) -> float | None:
        """New minus old; None unless both are finite numbers."""
        old, new = as_number(self.old), as_number(self.new)
        if old is None or new is None or not math.isfinite(old) or not math.isfinite(new):
            return None
        return new - old

    @property
    def relative(self) -> float | None:
        """The change over the size of the old number; None where there is none, or it is 0."""
        old = as_number(self.old)
        return self.absolute / abs(old) if old and self.absolute is not None else None

    def __str__(self) -> str:
        """Return one line: file, row, column, old, new, and by how much."""
        place = ": ".join(part for part in (self.file, self.row, self.column) if part)
        size = [] if self.absolute is None else [f"absolute {self.absolute:+.3g}"]
        size += [] if self.relative is None else [f"relative {self.relative:+.3g}"]
        return f"{place}: {self.old} -> {self.new}" + (f" ({', '.join(size)})" if size else "")


def as_number(text: str) -> float | None:
    """Return the number that a whole text spells, or None."""
    return float(text) if NUMBER.fullmatch(text) or NOT_FINITE.fullmatch(text) else None


def is_float(text: str) -> bool:
    """Return whether a text spells a number that is not an integer."""
    return not INTEGER.fullmatch(text) and as_number(text) is not None


@dataclass
class Judge:
    """Compares the values of one pair of files, and keeps what moved.

    Attributes
    ----------
    file : str
        Path below the results folder.
    tolerance : float
        Relative; 0 demands equal text.
    changes : list of Change
        What moved, in the order of the file.
    drift : float
        Largest relative difference (to the larger of both) among the numbers that count as the same.
    """

    file: str
    tolerance: float = TOLERANCE
    changes: list[Change] = field(default_factory=list)
    drift: float = 0.0

    def value(self, row: str, column: str, old: str, new: str) -> None:
        """Compare two values as they are written."""
        if not self.same(old, new):
            self.note(row, column, old, new)

    def note(self, row: str, column: str, old: str, new: str) -> None:
        """Keep a change."""
        self.changes.append(Change(self.file, row, column, old, new))

    def same(self, old: str, new: str) -> bool:
        """Return whether two values agree: integers and text exactly, other numbers within the tolerance."""
        if old == new:
            return True
        if self.tolerance == 0:
            return False
        if INTEGER.fullmatch(old) and INTEGER.fullmatch(new):
            return int(old) == int(new)
        a, b = as_number(old), as_number(new)
        if a is None or b is None:
            return False
        if not math.isfinite(a) or not math.isfinite(b):
            return a == b or (math.isnan(a) and math.isnan(b))
        size, difference = max(abs(a), abs(b)), abs(a - b)
        if difference > max(FLOOR, self.tolerance * size):
            return False
        self.drift = max(self.drift, difference / size if size else 0.0)
        return True
