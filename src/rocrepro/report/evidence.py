"""What stands behind one claim: values by engine, the artifact, the rules of the pipeline, the raw files."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import PurePosixPath
from typing import Any

from rocrepro.claims.rows import LedgerRow
from rocrepro.report.ledger import Judged, named, selection
from rocrepro.report.words import decimals_of, number, percent

FOUND = {"ordering": "difference", "trend": "correlation", "identity": "error"}
"""What the measured value of a kind is called."""


@dataclass(frozen=True)
class Evidence:
    """Evidence of claims, for the templates.

    Attributes
    ----------
    run : mapping
        What was run, as `rocrepro.report.run_facts` gives it.
    """

    run: Mapping[str, Any]

    def printed(self, claim: Judged) -> str:
        """What the paper prints; nothing where the statement has no number of its own."""
        if claim.printed is None or isinstance(claim.printed, bool):
            return ""
        if isinstance(claim.printed, list):
            return " to ".join(number(end, decimals_of(claim.rule)) for end in claim.printed)
        return number(claim.printed, decimals_of(claim.rule))

    def measured(self, row: LedgerRow) -> str:
        """The measured value at the default seed, with one digit more than the printed one."""
        value = row["measured"]
        if row["kind"] == "presence" and value in (0, 1):
            return "found so" if value else "found not so"
        decimals = decimals_of(row["rule"])
        if isinstance(value, list) and len(value) > 4:
            finite = [part for part in value if part is not None]
            return f"{len(value)} values, {number(min(finite))} to {number(max(finite))}" if finite else "–"
        return number(value, None if decimals is None else decimals + 1)

    def short(self, claim: Judged) -> str:
        """Printed and measured values for the line that is always seen; nothing where there is no number."""
        measured = [self.measured(row) for row in claim.rows if row["measured"] is not None]
        if not measured or claim.kind == "presence":
            return ""
        values = " / ".join(dict.fromkeys(measured))
        printed = self.printed(claim)
        return f"{printed} → {values}" if printed else f"{FOUND.get(claim.kind, '')} {values}".strip()

    def lines(self, claim: Judged) -> list[tuple[str, list[str]]]:
        """Lines of the table of values: a heading and one cell an engine; empty lines are left out."""
        rows = claim.rows
        valued = [] if claim.kind == "presence" else rows
        wanted = [
            (FOUND.get(claim.kind, "measured"), [self.measured(row) for row in valued]),
            ("sampling interval", [_pair(row, row["low"], row["high"]) for row in rows]),
            ("central 95 % of seeds", [_pair(row, row["seeds_low"], row["seeds_high"]) for row in valued]),
            ("seeds that agree", [_seeds(row) for row in rows]),
            ("resamples above 0", [percent(row["resample_share"]) for row in rows]),
            ("why", [_why(row) for row in rows]),
        ]
        return [(name, cells) for name, cells in wanted if any(cell not in ("", "–") for cell in cells)]

    def made_by(self, path: str) -> str:
        """Rule of the pipeline that makes an artifact."""
        if PurePosixPath(path).stem == "robustness":
            return "claims"
        return {"tables": "table", "figures": "figure"}.get(path.partition("/")[0], "claims")

    def cell(self, row: LedgerRow) -> list[tuple[str, str]]:
        """What the measure read."""
        return selection(row["cell"], lambda value: number(value).replace("; ", ", "))

    def datasets(self, claim: Judged) -> list[str]:
        """Data sets that a claim rests on: those that its selection names, else all of the paper's."""
        known = self.run["datasets"]
        found = [name for row in claim.rows for name in named(row["cell"], "dataset") if name in known]
        if found or not claim.rows[0]["evidence"] or claim.basis in ("arithmetic", "paper", "reconstruction"):
            return list(dict.fromkeys(found))
        return [name for name in self.run["papers"].get(claim.paper, ()) if name in known]

    def all_of_paper(self, claim: Judged) -> bool:
        """Whether a claim rests on all of its paper's data sets, more than can be listed under each claim."""
        return len(self.datasets(claim)) > 3

    def files(self, claim: Judged) -> list[tuple[str, str, str]]:
        """Data set, raw file and digest of what a claim rests on."""
        known = self.run["datasets"]
        return [
            (name, file, digest)
            for name in self.datasets(claim)
            for file, digest in known[name]["files"].items()
        ]


def _why(row: LedgerRow) -> str:
    """The judge's reason where it says more than the value."""
    reason = str(row["reason"])
    return "" if reason.startswith(("measured ", "difference ")) and ";" not in reason else reason


def _pair(row: LedgerRow, low: float | None, high: float | None) -> str:
    if low is None or high is None:
        return ""
    decimals = decimals_of(row["rule"])
    more = None if decimals is None else decimals + 1
    return f"{number(low, more)} to {number(high, more)}"


def _seeds(row: LedgerRow) -> str:
    share = row["share"]
    if share is None or not math.isfinite(share):
        return ""
    return f"{percent(share)} of {row['n_seeds']}"
