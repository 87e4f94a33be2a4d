"""The truth tables of the ledger: from a measurement to a case, a statement and a conclusion.

Each table is a list of rows, a pattern for every column and a verdict, and exactly one row fits.
``docs/ledger.md`` shows the same tables.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from rocrepro.claims.model import Scope

REPRODUCED = "reproduced"
WITHIN_SPREAD = "within spread"
PARTLY = "partly"
UNDECIDED = "undecided"
UNSUPPORTED = "unsupported"
NOT_REPRODUCED = "not reproduced"
CONTRADICTED = "contradicted"
UNDEFINED = "undefined"
NOT_TESTABLE = "not testable"

CASE_VERDICTS = (
    *(REPRODUCED, WITHIN_SPREAD, UNDECIDED, NOT_REPRODUCED, CONTRADICTED),
    *(UNDEFINED, NOT_TESTABLE),
)
VERDICTS = (
    *(REPRODUCED, WITHIN_SPREAD, PARTLY, UNDECIDED, UNSUPPORTED, NOT_REPRODUCED, CONTRADICTED),
    *(UNDEFINED, NOT_TESTABLE),
)
"""Verdicts of statements, as they are counted."""

FAVOUR = (
    *(REPRODUCED, WITHIN_SPREAD, PARTLY, UNDECIDED, UNDEFINED, NOT_TESTABLE),
    *(UNSUPPORTED, NOT_REPRODUCED, CONTRADICTED),
)
"""Verdicts, the most favourable first: no paper is charged while a reading of its words is not judged."""

AGREE = frozenset({REPRODUCED, WITHIN_SPREAD})
DISAGREE = frozenset({NOT_REPRODUCED, CONTRADICTED})
FAILED = DISAGREE | {UNSUPPORTED}

HOLDS = "holds"
IN_PART = "holds in part"
FAILS = "does not hold"
OPEN = "open"
OUTCOMES = (HOLDS, IN_PART, FAILS, OPEN)

ANY = "any"
MISSING, NOTHING, VALUE = "missing", "nothing", "value"
HALF, SOME, HARDLY = "half or more", "2.5 % to half", "fewer"
YES, NO = "yes", "no"

# Columns: what was measured; the share of seeds at which it agrees (where nothing is random it agrees at
# all or at none); whether paired resamples bear it out; whether a disagreement leaves no room for luck.
CASES: tuple[tuple[tuple[str, str, str, str], str], ...] = (
    ((MISSING, ANY, ANY, ANY), NOT_TESTABLE),
    ((NOTHING, ANY, ANY, ANY), UNDEFINED),
    ((VALUE, HALF, YES, ANY), REPRODUCED),
    ((VALUE, HALF, NO, ANY), UNDECIDED),
    ((VALUE, SOME, YES, ANY), WITHIN_SPREAD),
    ((VALUE, SOME, NO, ANY), UNDECIDED),
    ((VALUE, HARDLY, ANY, YES), CONTRADICTED),
    ((VALUE, HARDLY, ANY, NO), NOT_REPRODUCED),
)

# Columns: the quantifier; how many of the decided cases agree; whether another is contradicted; the hedge.
ALL, MORE, FEW, NONE = "all", "more than half", "some", "none"
ENOUGH, TOO_FEW = "enough", "too few"
STATEMENTS: tuple[tuple[tuple[str, str, str, str], str], ...] = (
    (("each", ALL, ANY, ANY), REPRODUCED),
    (("each", MORE, ANY, ANY), PARTLY),
    (("each", FEW, ANY, ANY), PARTLY),
    (("most", ALL, ANY, ANY), REPRODUCED),
    (("most", MORE, ANY, ANY), REPRODUCED),
    (("most", FEW, ANY, ANY), PARTLY),
    (("some", ALL, ANY, ANY), REPRODUCED),
    (("some", MORE, ANY, ANY), REPRODUCED),
    (("some", FEW, ANY, ANY), REPRODUCED),
    (("number", ENOUGH, ANY, ANY), REPRODUCED),
    (("number", TOO_FEW, ANY, ANY), PARTLY),
    ((ANY, NONE, ANY, YES), UNSUPPORTED),
    ((ANY, NONE, YES, NO), CONTRADICTED),
    ((ANY, NONE, NO, NO), NOT_REPRODUCED),
)

# Columns: the rule; how many of the decided statements hold; whether at least half hold at least partly.
CONCLUSIONS: tuple[tuple[tuple[str, str, str], str], ...] = (
    (("each", ALL, ANY), HOLDS),
    (("each", MORE, ANY), IN_PART),
    (("each", FEW, YES), IN_PART),
    (("each", FEW, NO), FAILS),
    (("each", NONE, YES), IN_PART),
    (("each", NONE, NO), FAILS),
    (("most", ALL, ANY), HOLDS),
    (("most", MORE, ANY), HOLDS),
    (("most", FEW, YES), IN_PART),
    (("most", FEW, NO), FAILS),
    (("most", NONE, YES), IN_PART),
    (("most", NONE, NO), FAILS),
    (("some", ALL, ANY), HOLDS),
    (("some", MORE, ANY), HOLDS),
    (("some", FEW, ANY), HOLDS),
    (("some", NONE, YES), IN_PART),
    (("some", NONE, NO), FAILS),
)


def look_up(table: Iterable[tuple[tuple[str, ...], str]], facts: tuple[str, ...]) -> str:
    """Return the verdict in the first row of a truth table that fits the facts."""
    for pattern, verdict in table:
        if all(part in (ANY, fact) for part, fact in zip(pattern, facts, strict=True)):
            return verdict
    raise AssertionError(f"no row of the truth table fits {facts}")


def portion(part: int, whole: int) -> str:
    """Grade a part of a number of cases: all, more than half, some, or none."""
    if part == whole and whole:
        return ALL
    return MORE if 2 * part > whole else FEW if part else NONE


@dataclass(frozen=True)
class Count:
    """Number of cases of a reading with each verdict."""

    verdicts: Mapping[str, int]

    @classmethod
    def of(cls, verdicts: Iterable[str]) -> Count:
        """Count verdicts."""
        return cls(Counter(verdicts))

    def number(self, kinds: Iterable[str]) -> int:
        """Return the number of cases with one of these verdicts."""
        return sum(self.verdicts.get(kind, 0) for kind in kinds)

    @property
    def all(self) -> int:
        """All cases."""
        return sum(self.verdicts.values())

    @property
    def agree(self) -> int:
        """Cases that agree."""
        return self.number(AGREE)

    @property
    def decided(self) -> int:
        """Cases that agree or disagree."""
        return self.number(AGREE | DISAGREE)


def reading_verdict(count: Count, scope: Scope, *, hedged: bool = False) -> str:
    """Return the verdict of one reading of a statement from those of its cases.

    Undefined, undecided and missing cases are left out of the quantifier.

    Parameters
    ----------
    count : Count
    scope : Scope
        The quantifier.
    hedged : bool
        Whether the sentence only says that something may be so.
    """
    if count.all == count.number([NOT_TESTABLE]):
        return NOT_TESTABLE
    if count.all == count.number([NOT_TESTABLE, UNDEFINED]):
        return UNDEFINED
    if 2 * count.decided < count.all:
        return UNDECIDED
    quantifier = {"general": "most", "at_least": "number", "exactly": "number"}.get(scope.word, scope.word)
    agreeing = portion(count.agree, count.decided)
    if quantifier == "number" and count.agree:
        met = count.agree >= scope.number if scope.word == "at_least" else count.agree == scope.number
        agreeing = ENOUGH if met else TOO_FEW
    refuted = YES if count.number([CONTRADICTED]) else NO
    verdict = look_up(STATEMENTS, (quantifier, agreeing, refuted, YES if hedged else NO))
    if verdict == REPRODUCED and 2 * count.number([WITHIN_SPREAD]) > count.agree:
        return WITHIN_SPREAD
    return verdict


def backing(verdict: str, count: Count) -> str:
    """Return what a statement counts as below a conclusion: one that holds in few of its cases has failed."""
    return NOT_REPRODUCED if verdict == PARTLY and 2 * count.agree < count.decided else verdict


def best(verdicts: Iterable[str]) -> str:
    """Return the most favourable verdict: a paper is owed the best reading of its words."""
    return min(verdicts, key=FAVOUR.index)


def outcome(verdicts: Iterable[str], rule: str) -> str:
    """Return whether a conclusion holds, from the verdicts of its statements.

    Parameters
    ----------
    verdicts : iterable of str
    rule : str
        "each", "most" or "some" of the decided statements must hold.
    """
    count = Count.of(verdicts)
    partly, failed = count.number([PARTLY]), count.number(FAILED)
    decided = count.agree + partly + failed
    if not decided or 2 * decided < count.all:
        return OPEN
    least = decided if rule != "some" else 1
    backed = YES if 2 * (count.agree + partly) >= least and count.agree + partly else NO
    return look_up(CONCLUSIONS, (rule, portion(count.agree, decided), backed))
