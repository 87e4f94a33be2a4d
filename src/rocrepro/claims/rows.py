"""Rows of the ledger and of the robustness table, as one module hands them to another.

In the JSON file that the page is made of, a number that does not exist is null.
"""

from __future__ import annotations

from typing import Any, TypedDict


class LedgerRow(TypedDict):
    """One case judged for one engine."""

    id: str
    paper: str
    engine: str
    kind: str
    basis: str
    where: str
    says: str
    printed: Any
    measured: float | list[float]
    low: float
    high: float
    share: float
    n_seeds: int
    rule: str
    verdict: str
    reason: str
    evidence: str
    seeds_low: float
    seeds_high: float
    resample_share: float
    note: str
    statement: str
    """Id of the statement, or what a retired case became."""
    reading: str
    replicates: list[float]
    """Values over seeds."""
    cell: dict[str, Any]
    """Parameters of the measure, which say what it read."""
    pass_by_chance: float
    lacking: list[str]
    """Gaps of the run in what the measure read."""


class StatementRow(TypedDict):
    """One statement or finding judged for one engine."""

    paper: str
    id: str
    engine: str
    kind: str
    where: str
    says: str
    scope: str
    hedged: bool
    verdict: str
    why: str
    reading: str
    """Key of the reading that decides, the most favourable one."""
    others: str
    """The other readings with their verdicts."""
    n_cases: int
    n_agree: int
    n_decided: int
    n_undecided: int
    n_undefined: int
    n_missing: int
    turns: str
    """Other choices under which the verdict is another one."""
    evidence: str
    same_as: str
    words: str
    note: str


class ConclusionRow(TypedDict):
    """One conclusion judged for one engine."""

    paper: str
    id: str
    says: str
    engine: str
    verdict: str
    why: str
    evidence: str
    statements: str
    rule: str
    n_hold: int
    n_partly: int
    n_fail: int
    n_open: int
    turns: str
    seeds: float
    """Share of the seeds at which the verdict is this one; NaN where nothing is random."""


class OtherChoice(TypedDict):
    """One case under another choice, for one engine."""

    id: str
    paper: str
    engine: str
    choice: str
    variant: str
    says: str
    measured_base: float
    measured: float
    agrees_base: bool
    agrees: bool
    changed: bool
    verdict_base: str
    verdict: str
