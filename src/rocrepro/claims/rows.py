"""Rows of the ledger and of the robustness table, as one module hands them to another."""

from __future__ import annotations

from typing import Any, TypedDict


class LedgerRow(TypedDict):
    """One claim judged for one engine.

    In the JSON file that the page is made of, a number that does not exist is null.
    """

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
    replicates: list[float]
    """Values over seeds."""
    cell: dict[str, Any]
    """What the measure read."""
    pass_by_chance: float
    agrees_alone: bool
    undecided: bool
    lacking: list[str]
    """What the run lacks of what the measure read."""


class OtherChoice(TypedDict):
    """One claim under another choice, for one engine."""

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
