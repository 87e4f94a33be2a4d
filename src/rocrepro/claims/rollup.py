"""From the verdicts of cases to those of statements, and from these to those of conclusions."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from rocrepro.claims.model import Conclusion, Statement
from rocrepro.claims.rows import ConclusionRow, LedgerRow, StatementRow
from rocrepro.claims.truth import (
    AGREE,
    DISAGREE,
    FAILED,
    NOT_REPRODUCED,
    NOT_TESTABLE,
    PARTLY,
    REPRODUCED,
    UNDECIDED,
    UNDEFINED,
    Count,
    backing,
    best,
    outcome,
    reading_verdict,
)

NAMED = 3
"""Cases or statements that a line names."""
SINGULAR = {
    "hold": "holds",
    "hold in part": "holds in part",
    "do not hold": "does not hold",
    "are open": "is open",
}
"""Words for one statement in place of those for several."""
Overrides = Mapping[tuple[str, str], str]
"""Verdicts of cases under another choice, by id and engine."""


@dataclass(frozen=True)
class Read:
    """A statement by one of its readings, for one engine."""

    key: str
    rows: tuple[LedgerRow, ...]
    verdict: str
    count: Count


def _read(statement: Statement, rows: Sequence[LedgerRow], other: Overrides) -> list[Read]:
    """A statement by each of its readings, the most favourable one first."""
    found = []
    # A reading without cases for an engine has nothing to say on it.
    used = {row["reading"] for row in rows}
    for key in [one.key for one in statement.readings if one.key in used] or [""]:
        own = tuple(row for row in rows if row["reading"] == key)
        count = Count.of(other.get((row["id"], row["engine"]), row["verdict"]) for row in own)
        verdict = reading_verdict(count, statement.scope, hedged=statement.hedged)
        found.append(Read(key, own, verdict, count))
    first = best(one.verdict for one in found)
    return sorted(found, key=lambda one: (one.verdict != first, -one.count.agree / max(1, one.count.decided)))


def engines_of(rows: Iterable[LedgerRow]) -> list[str]:
    """Return the engines that cases name; "" where no learner is involved."""
    return list(dict.fromkeys(row["engine"] for row in rows if row["engine"])) or [""]


def statement_verdicts(
    statements: Iterable[Statement], rows: Iterable[LedgerRow], other: Overrides, *, backed: bool = False
) -> dict[tuple[str, str], str]:
    """Return the verdicts of statements by id and engine, some cases having other verdicts.

    With `backed` they are what the statements count as below a conclusion.
    """
    cases = _by_statement(rows)
    found = {
        (one.id, engine): _read(one, _of(cases.get(one.id, ()), engine), other)[0]
        for one in statements
        for engine in engines_of(cases.get(one.id, ()))
    }
    return {key: backing(read.verdict, read.count) if backed else read.verdict for key, read in found.items()}


def _by_statement(rows: Iterable[LedgerRow]) -> dict[str, list[LedgerRow]]:
    found: dict[str, list[LedgerRow]] = {}
    for row in rows:
        found.setdefault(row["statement"], []).append(row)
    return found


def _of(rows: Iterable[LedgerRow], engine: str) -> list[LedgerRow]:
    """Cases of one engine, with those that no learner is involved in."""
    return [row for row in rows if row["engine"] in ("", engine)]


def statement_rows(
    statements: Sequence[Statement],
    rows: Iterable[LedgerRow],
    choices: Mapping[str, Overrides] | None = None,
) -> list[StatementRow]:
    """Judge statements, each for every engine that its cases name.

    Parameters
    ----------
    statements : sequence of Statement
    rows : iterable of LedgerRow
        Their judged cases.
    choices : mapping of str to mapping, optional
        Verdicts of cases under other choices.
    """
    cases = _by_statement(rows)
    turned = {name: statement_verdicts(statements, rows, other) for name, other in (choices or {}).items()}
    made: dict[str, list[StatementRow]] = {}
    for one in statements:
        own = cases.get(one.id, [])
        if not one.same_as:
            made[one.id] = [
                _statement_row(one, _of(own, engine), engine, turned) for engine in engines_of(own)
            ]
    for one in statements:
        if one.same_as:
            made[one.id] = [
                row | {"id": one.id, "where": one.where, "says": one.says, "same_as": one.same_as}
                for row in made.get(one.same_as, ())
            ]
    return [row for one in statements for row in made[one.id]]


def _statement_row(
    one: Statement,
    rows: Sequence[LedgerRow],
    engine: str,
    turned: Mapping[str, Mapping[tuple[str, str], str]],
) -> StatementRow:
    first, *rest = _read(one, rows, {})
    count = first.count
    other = {name: verdicts[one.id, engine] for name, verdicts in turned.items()}
    means = {reading.key: reading.means for reading in one.readings}
    return {
        "paper": one.paper,
        "id": one.id,
        "engine": engine,
        "kind": one.kind,
        "where": one.where,
        "says": one.says,
        "scope": str(one.scope),
        "hedged": one.hedged,
        "verdict": first.verdict,
        "why": one.reason or _why(first, one.says),
        "reading": means.get(first.key, ""),
        "others": "; ".join(f"{means[read.key]}: {read.verdict}" for read in rest),
        "n_cases": count.all,
        "n_agree": count.agree,
        "n_decided": count.decided,
        "n_undecided": count.number([UNDECIDED]),
        "n_undefined": count.number([UNDEFINED]),
        "n_missing": count.number([NOT_TESTABLE]),
        "turns": _turns(first.verdict, other),
        "evidence": "; ".join(dict.fromkeys(row["evidence"] for row in first.rows if row["evidence"])),
        "same_as": one.same_as,
        "words": one.words,
        "note": one.note,
    }


def _turns(verdict: str, other: Mapping[str, str]) -> str:
    """The choices under which a verdict is another one."""
    return "; ".join(f"{name}: {turned}" for name, turned in other.items() if turned != verdict)


def _why(read: Read, says: str) -> str:
    """The count of cases in one line; of a single case its own reason, after its words if they are others."""
    if len(read.rows) == 1:
        (row,) = read.rows
        own = row["says"] != says and row["reason"] and row["verdict"] != NOT_TESTABLE
        return f"{row['says'].rstrip('.')}: {row['reason']}" if own else row["reason"]
    count, parts = read.count, []
    if count.decided:
        failed = [_short(row["id"]) for row in read.rows if row["verdict"] in DISAGREE]
        parts.append(f"{count.agree} of {count.decided} decided cases agree")
        if count.agree and 0 < len(failed) <= NAMED:
            parts.append(f"{', '.join(failed)} {'does' if len(failed) == 1 else 'do'} not")
    left = {UNDECIDED: "undecided", UNDEFINED: "undefined", NOT_TESTABLE: "not testable"}
    parts += [f"{count.number([kind])} {word}" for kind, word in left.items() if count.number([kind])]
    return "; ".join(parts)


def _short(name: str) -> str:
    """An id without the paper's name."""
    return name.partition(".")[2]


def conclusion_rows(
    conclusions: Iterable[Conclusion],
    statements: Sequence[StatementRow],
    choices: Mapping[str, Mapping[tuple[str, str], str]],
    seeds: Sequence[Mapping[tuple[str, str], str]],
) -> list[ConclusionRow]:
    """Judge conclusions, each for every engine that its statements name.

    Parameters
    ----------
    conclusions : iterable of Conclusion
    statements : sequence of StatementRow
    choices : mapping
        Verdicts of statements under other choices, by id and engine.
    seeds : sequence of mapping
        The same at each seed.
    """
    return [
        _conclusion_row(one, engine, statements, choices, seeds)
        for one in conclusions
        for engine in _engines(one, statements)
    ]


def _engines(one: Conclusion, statements: Iterable[StatementRow]) -> list[str]:
    named = [row["engine"] for row in statements if row["id"] in one.statements and row["engine"]]
    return list(dict.fromkeys(named)) or [""]


def _conclusion_row(
    one: Conclusion,
    engine: str,
    statements: Iterable[StatementRow],
    choices: Mapping[str, Mapping[tuple[str, str], str]],
    seeds: Sequence[Mapping[tuple[str, str], str]],
) -> ConclusionRow:
    own = [row for row in statements if row["id"] in one.statements and row["engine"] in ("", engine)]
    verdicts = [_backing(row) for row in own]
    verdict = outcome(verdicts, one.rule)

    def under(other: Mapping[tuple[str, str], str]) -> str:
        return outcome((other.get((row["id"], row["engine"]), _backing(row)) for row in own), one.rule)

    at_seeds = [under(other) == verdict for other in seeds]
    count = Count.of(verdicts)
    partly, failed = count.number([PARTLY]), count.number(FAILED)
    return {
        "paper": one.paper,
        "id": one.id,
        "says": one.says,
        "engine": engine,
        "verdict": verdict,
        "why": _reason(own),
        "evidence": one.evidence,
        "statements": "; ".join(one.statements),
        "rule": one.rule,
        "n_hold": count.agree,
        "n_partly": partly,
        "n_fail": failed,
        "n_open": count.all - count.agree - partly - failed,
        "turns": _turns(verdict, {name: under(other) for name, other in choices.items()}),
        "seeds": sum(at_seeds) / len(at_seeds) if engine and at_seeds else math.nan,
    }


def _backing(row: StatementRow) -> str:
    """Return what a statement counts as, from its cases that agree and its decided ones."""
    agree, others = row["n_agree"], row["n_decided"] - row["n_agree"]
    return backing(row["verdict"], Count({REPRODUCED: agree, NOT_REPRODUCED: others}))


def _reason(rows: Sequence[StatementRow]) -> str:
    """Say how many statements hold, and which do not; of a single statement its own reason."""
    if len(rows) == 1:
        return rows[0]["why"]
    kinds = {
        "hold": [row for row in rows if _backing(row) in AGREE],
        "hold in part": [row for row in rows if _backing(row) == PARTLY],
        "do not hold": [row for row in rows if _backing(row) in FAILED],
    }
    left = len(rows) - sum(map(len, kinds.values()))
    sizes = {word: len(some) for word, some in kinds.items()} | {"are open": left}
    parts = [f"{n} {SINGULAR[word] if n == 1 else word}" for word, n in sizes.items() if n]
    if len(kinds["hold"]) == len(rows):
        return "Both statements hold" if len(rows) == 2 else f"All {len(rows)} statements hold"
    telling = kinds["do not hold"] or kinds["hold in part"]
    lines = [f"“{row['says'].rstrip('.')}” ({row['why']})" for row in telling[:NAMED]]
    return f"Of {len(rows)} statements, {', '.join(parts)}{': ' if lines else ''}{'; '.join(lines)}"
