"""The ledger as the page needs it: claims with one verdict an engine, groups, counts, the first findings."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from rocrepro.claims.rows import LedgerRow
from rocrepro.claims.truth import (
    CONTRADICTED,
    NOT_REPRODUCED,
    NOT_TESTABLE,
    REPRODUCED,
    VERDICTS,
    WITHIN_SPREAD,
)
from rocrepro.report.facts import ENGINES
from rocrepro.report.words import slug

MEANING = {
    REPRODUCED: "Our value agrees by the claim's own rule, at the default seed.",
    WITHIN_SPREAD: "It does not, but the printed value lies in the central 95 % of our seeds.",
    NOT_REPRODUCED: "Our value was measured on runs or resamples of ours, and neither holds.",
    CONTRADICTED: "Arithmetic, the data files or the paper's own numbers say otherwise.",
    NOT_TESTABLE: "No measure decides it, and the reason is given.",
}
FIRST = 5
"""Findings that stand at the top."""
DECISIVE = ("data", "arithmetic", "paper")
"""Bases of a contradiction, the firmest first."""
NUMBERS = ("number", "count", "definition")
"""Kinds of claims that state a printed number."""
_SECTION = re.compile(r"(s|section|fig|figure|table|eq|equation|appendix)_?(\d+)?([a-z]?)")
_KINDS = {"s": "Section", "fig": "Figure", "eq": "Equation"}


@dataclass(frozen=True)
class Judged:
    """One claim with its rows of the ledger, one an engine."""

    rows: tuple[LedgerRow, ...]

    def __getattr__(self, name: str) -> Any:
        """What all rows of a claim share: id, paper, where, says, kind, basis, note, printed, rule."""
        if name.startswith("__"):
            raise AttributeError(name)
        shared: Mapping[str, Any] = self.rows[0]
        return shared[name]

    @property
    def part(self) -> str:
        """Part of the paper, the first word of the id after the paper's name."""
        return str(self.rows[0]["id"]).split(".")[1]

    @property
    def verdicts(self) -> list[str]:
        """Verdicts, in the order of the engines."""
        return [str(row["verdict"]) for row in self.rows]

    @property
    def marks(self) -> str:
        """Engine and number of the verdict, for the filter: "weka:0 sklearn:2"."""
        return " ".join(f"{row['engine'] or 'none'}:{VERDICTS.index(row['verdict'])}" for row in self.rows)


@dataclass(frozen=True)
class Group:
    """Claims of one part of a paper, in the order of the ledger."""

    key: str
    title: str
    claims: list[Judged]

    @property
    def counts(self) -> list[tuple[str, int]]:
        """Number of verdicts of each kind that occurs."""
        return tally(row for claim in self.claims for row in claim.rows)


def claims_of(rows: Iterable[LedgerRow]) -> list[Judged]:
    """Rows joined by claim, in the order of their first row."""
    joined: dict[str, list[LedgerRow]] = {}
    for row in rows:
        joined.setdefault(str(row["id"]), []).append(row)
    return [Judged(tuple(parts)) for parts in joined.values()]


def groups(claims: Iterable[Judged]) -> list[Group]:
    """Claims by part of the paper, parts in the order in which they first occur."""
    found: dict[str, list[Judged]] = {}
    for claim in claims:
        found.setdefault(claim.part, []).append(claim)
    return [Group(f"{some[0].paper}-{slug(part)}", part_title(part), some) for part, some in found.items()]


def part_title(part: str) -> str:
    """Name of a part for a reader: "Section 4" of "s4"."""
    found = _SECTION.fullmatch(part)
    if found:
        word = _KINDS.get(found[1], found[1].capitalize())
        return " ".join(filter(None, [word, (found[2] or "") + found[3]]))
    return re.sub(r"\broc\b", "ROC", (part[:1].upper() + part[1:]).replace("_", " "))


def tally(rows: Iterable[LedgerRow]) -> list[tuple[str, int]]:
    """Verdicts that occur, with their numbers, in the order of the judge."""
    counts = Counter(str(row["verdict"]) for row in rows)
    return [(verdict, counts[verdict]) for verdict in VERDICTS if counts[verdict]]


def count_table(rows: Sequence[LedgerRow], papers: Iterable[str]) -> list[dict[str, Any]]:
    """Number of verdicts by paper and engine: a line for each pair that occurs."""
    lines: list[dict[str, Any]] = []
    for paper in papers:
        for engine in ("", *ENGINES):
            some = [row for row in rows if row["paper"] == paper and row["engine"] == engine]
            if some:
                first = not lines or lines[-1]["paper"] != paper
                lines.append({"paper": paper, "engine": engine, "first": first, **_line(some)})
    return lines


def _line(rows: Sequence[LedgerRow]) -> dict[str, Any]:
    counts = Counter(str(row["verdict"]) for row in rows)
    return {"counts": [(verdict, counts[verdict]) for verdict in VERDICTS], "all": len(rows)}


def totals(rows: Sequence[LedgerRow]) -> dict[str, Any]:
    """The last line of the table: all papers and engines."""
    return _line(rows)


def findings(claims: Sequence[Judged], papers: Sequence[str]) -> list[Judged]:
    """What a reviewer should know first, by a rule that knows nothing of the content.

    Of the contradicted claims, papers take turns, in their order. Within a paper, printed numbers come
    before statements in words, which leave more to the reader; of both, what the data files decide comes
    before what arithmetic decides, and that before the paper's own numbers. Of each part of a paper (a
    section, a table, a figure) the first claim stands for all.
    """
    queues = [_queue(claims, paper) for paper in papers]
    turns = [
        queue[turn]
        for turn in range(max(map(len, queues), default=0))
        for queue in queues
        if turn < len(queue)
    ]
    return turns[:FIRST]


def _queue(claims: Sequence[Judged], paper: str) -> list[Judged]:
    """Contradicted claims of one paper, firmest first, one of each part."""
    some = [claim for claim in claims if claim.paper == paper and CONTRADICTED in claim.verdicts]
    some.sort(key=_firmness)
    first: dict[str, Judged] = {}
    for claim in some:
        first.setdefault(claim.part, claim)
    return list(first.values())


def _firmness(claim: Judged) -> tuple[bool, int]:
    """Lower is firmer: printed numbers, and then by what decides."""
    basis = DECISIVE.index(claim.basis) if claim.basis in DECISIVE else len(DECISIVE)
    return claim.kind not in NUMBERS, basis


def named(cell: Any, key: str) -> list[str]:
    """Values of a column that a measure's selection names, anywhere in it: data sets, for example."""
    found: list[str] = []

    def walk(value: Any) -> None:
        if isinstance(value, Mapping):
            for name, part in value.items():
                if name == key and isinstance(part, (str, list)):
                    found.extend([part] if isinstance(part, str) else map(str, part))
                else:
                    walk(part)
        elif isinstance(value, list):
            for part in value:
                walk(part)

    walk(cell)
    return list(dict.fromkeys(found))


def selection(cell: Any, show: Callable[[Any], str] = str) -> list[tuple[str, str]]:
    """What a measure read, as pairs of a word and a value, nested selections written out."""
    pairs: list[tuple[str, str]] = []
    for name, value in (cell or {}).items():
        if name == "where" and isinstance(value, Mapping):
            pairs += [(str(column), show(given)) for column, given in value.items()]
        elif isinstance(value, Mapping):
            pairs += [(f"{name}: {inner}", given) for inner, given in selection(value, show)]
        elif name not in ("low", "high", "seeds_low", "seeds_high"):
            pairs.append((str(name), show(value)))
    return pairs
