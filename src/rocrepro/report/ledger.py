"""The ledger as pages need it: rows joined by what they judge, counts, places on the page."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from rocrepro.claims.summary import counted
from rocrepro.claims.truth import (
    CONTRADICTED,
    FAILS,
    HOLDS,
    IN_PART,
    NOT_REPRODUCED,
    NOT_TESTABLE,
    OPEN,
    OUTCOMES,
    PARTLY,
    REPRODUCED,
    UNDECIDED,
    UNDEFINED,
    UNSUPPORTED,
    VERDICTS,
    WITHIN_SPREAD,
)
from rocrepro.report.facts import ENGINES
from rocrepro.report.words import number

MEANING = {
    REPRODUCED: "Our values agree in as many cases as the sentence says.",
    WITHIN_SPREAD: "Our values agree at some random seeds. The printed value could come from another seed.",
    PARTLY: "It holds for some of its cases, but for fewer than it says.",
    UNDECIDED: "Too few cases or resamples are decisive.",
    UNSUPPORTED: "The paper says that something may be so, and our evidence does not support it.",
    NOT_REPRODUCED: "Our runs disagree, or miss a bound that we chose.",
    CONTRADICTED: "Arithmetic, the data files or the paper's own numbers disagree.",
    UNDEFINED: "There is nothing to measure.",
    NOT_TESTABLE: "It cannot be tested with what we have, and the reason is given.",
}
BRIEF = {
    HOLDS: ("holds", "hold"),
    IN_PART: ("in part", "in part"),
    FAILS: ("does not", "do not"),
    OPEN: ("open", "open"),
}
"""Outcomes of one and of several conclusions, in few words."""
SCOPES = {"general": "in general"}
_SECTION = re.compile(r"(s|section|fig|figure|table|eq|equation|appendix)_?(\d+)?([a-z]?)")
_KINDS = {"s": "Section", "fig": "Figure", "eq": "Equation"}


@dataclass(frozen=True)
class Entry:
    """A case, statement, finding or conclusion with its rows, one an engine.

    Attributes
    ----------
    rows : tuple of mapping
    short : str
        Printed and measured values of a statement's only case.
    """

    rows: tuple[Mapping[str, Any], ...]
    short: str = ""

    def __getattr__(self, name: str) -> Any:
        """Return what all rows share: id, paper, where, says, note and so on."""
        if name.startswith("__"):
            raise AttributeError(name)
        return self.rows[0][name]

    @property
    def part(self) -> str:
        """Part of the paper, the first word of the id after the paper's name."""
        return str(self.rows[0]["id"]).split(".")[1]

    @property
    def marks(self) -> str:
        """Engine and number of the verdict, for the filter: "weka:0 sklearn:2"."""
        return " ".join(f"{row['engine'] or 'none'}:{VERDICTS.index(row['verdict'])}" for row in self.rows)

    @property
    def sort(self) -> str:
        """Kind of the entry for the filter; "repeated" for a sentence that repeats another one."""
        return "repeated" if self.rows[0]["same_as"] else str(self.rows[0]["kind"])

    @property
    def reasons(self) -> list[tuple[str, str]]:
        """Engines with their reasons; one line where all engines have the same reason."""
        return self._lines(lambda row: str(row["why"]))

    @property
    def count(self) -> str:
        """The quantifier, and how many of the decided cases agree; nothing for a single case."""
        if max(row["n_cases"] for row in self.rows) < 2:
            return ""
        kept = list(dict.fromkeys(f"{row['n_agree']} of {row['n_decided']}" for row in self.rows))
        return f"{SCOPES.get(self.scope, self.scope)}: {' / '.join(kept)}"

    @property
    def left_out(self) -> str:
        """Cases that the count leaves out."""
        words = ("undecided", "undefined", "missing")
        numbers = {word: max(row[f"n_{word}"] for row in self.rows) for word in words}
        return ", ".join(f"{count} {word}" for word, count in numbers.items() if count)

    @property
    def readings(self) -> list[str]:
        """The reading that decides and the others, a line an engine where they differ."""

        def words(row: Mapping[str, Any]) -> str:
            others = f". Other readings: {row['others']}" if row["others"] else ""
            return f"Read as: {row['reading']}{others}" if row["reading"] else ""

        return [f"{engine}: {line}" if engine else line for engine, line in self._lines(words) if line]

    def _lines(self, words: Callable[[Mapping[str, Any]], str]) -> list[tuple[str, str]]:
        """Return engines and what is said of them; no names where the same is said of all."""
        found: dict[str, list[str]] = {}
        for row in self.rows:
            found.setdefault(words(row), []).append(ENGINES.get(row["engine"], ""))
        return [("" if len(found) == 1 else ", ".join(engines), line) for line, engines in found.items()]


def entries(rows: Iterable[Mapping[str, Any]], short: Mapping[str, str] | None = None) -> list[Entry]:
    """Join rows by id, in the order of their first row; `short` has what stands beside some of them."""
    joined: dict[str, list[Mapping[str, Any]]] = {}
    for row in rows:
        joined.setdefault(str(row["id"]), []).append(row)
    order = ["", *ENGINES]

    def rank(row: Mapping[str, Any]) -> int:
        return order.index(row["engine"]) if row["engine"] in order else len(order)

    return [
        Entry(tuple(sorted(parts, key=rank)), (short or {}).get(name, "")) for name, parts in joined.items()
    ]


def part_title(part: str) -> str:
    """Return the name of a part for a reader: "Section 4" for "s4"."""
    found = _SECTION.fullmatch(part)
    if found:
        word = _KINDS.get(found[1], found[1].capitalize())
        return " ".join(filter(None, [word, (found[2] or "") + found[3]]))
    return re.sub(r"\broc\b", "ROC", (part[:1].upper() + part[1:]).replace("_", " "))


def tally(rows: Iterable[Mapping[str, Any]], words: Sequence[str] = VERDICTS) -> list[tuple[str, int]]:
    """Count the verdicts that occur, in the order of the judge."""
    counts = Counter(str(row["verdict"]) for row in rows)
    return [(word, counts[word]) for word in words if counts[word]]


def count_table(rows: Iterable[Any], papers: Iterable[str]) -> list[dict[str, Any]]:
    """Count verdicts of statements by paper and engine: a line for each pair, and the totals."""
    kept = counted(rows)
    lines: list[dict[str, Any]] = []
    for paper in papers:
        for engine in ("", *ENGINES):
            some = [row for row in kept if row["paper"] == paper and row["engine"] == engine]
            if some:
                first = not lines or lines[-1]["paper"] != paper
                lines.append({"paper": paper, "engine": engine, "first": first, **_line(some)})
    return [*lines, {"paper": "", "engine": "", "first": False, **_line(kept)}]


def _line(rows: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    counts = Counter(str(row["verdict"]) for row in rows)
    return {"counts": [(verdict, counts[verdict]) for verdict in VERDICTS], "all": len(rows)}


def outcomes(conclusions: Sequence[Entry]) -> list[tuple[str, list[tuple[str, int]]]]:
    """Count the conclusions that hold, by engine; one line where all engines agree."""
    engines = list(dict.fromkeys(row["engine"] for one in conclusions for row in one.rows if row["engine"]))
    lines: dict[str, list[tuple[str, int]]] = {}
    for engine in engines or [""]:
        rows = [row for one in conclusions for row in one.rows if row["engine"] in ("", engine)]
        lines[engine] = tally(rows, OUTCOMES)
    same = len({tuple(line) for line in lines.values()}) == 1
    return [("", next(iter(lines.values())))] if same else list(lines.items())


def named(cell: Any, key: str) -> list[str]:
    """Return the values of a column that a measure's selection names, anywhere in it, such as data sets."""
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


def selection(cell: Any) -> list[tuple[str, str]]:
    """Return what a measure read, as pairs of a word and a value, nested selections written out."""
    pairs: list[tuple[str, str]] = []
    for name, value in (cell or {}).items():
        if name == "where" and isinstance(value, Mapping):
            pairs += [(str(column), _listed(given)) for column, given in value.items()]
        elif isinstance(value, Mapping):
            pairs += [(f"{name}: {inner}", given) for inner, given in selection(value)]
        elif name not in ("low", "high", "seeds_low", "seeds_high"):
            pairs.append((str(name), _listed(value)))
    return pairs


def _listed(value: Any) -> str:
    return number(value).replace("; ", ", ")
