"""Evidence behind one case: values by engine, the artifact, the rules of the pipeline, the raw files."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import PurePosixPath
from typing import Any, cast

from rocrepro.claims.rows import LedgerRow
from rocrepro.report import plots
from rocrepro.report.ledger import Entry, named, selection
from rocrepro.report.words import decimals_of, number, percent

FOUND = {"ordering": "difference", "trend": "correlation", "identity": "error"}
"""Words for the measured value of a kind."""


@dataclass(frozen=True)
class Evidence:
    """Evidence of cases, as plain values that the page's script unfolds.

    Attributes
    ----------
    run : mapping
        What was run, as `rocrepro.report.run_facts` gives it.
    """

    run: Mapping[str, Any]

    def printed(self, claim: Entry) -> str:
        """Return what the paper prints; nothing where the statement has no number of its own."""
        if claim.printed is None or isinstance(claim.printed, bool):
            return ""
        if isinstance(claim.printed, list):
            return " to ".join(number(end, decimals_of(claim.rule)) for end in claim.printed)
        return number(claim.printed, decimals_of(claim.rule))

    def measured(self, row: Mapping[str, Any]) -> str:
        """Return the measured value at the default seed, with one digit more than the printed one."""
        value = row["measured"]
        if row["kind"] == "presence" and value in (0, 1):
            return "found so" if value else "found not so"
        decimals = decimals_of(row["rule"])
        if isinstance(value, list) and len(value) > 4:
            finite = [part for part in value if part is not None]
            return f"{len(value)} values, {number(min(finite))} to {number(max(finite))}" if finite else "–"
        return number(value, None if decimals is None else decimals + 1)

    def short(self, claim: Entry) -> str:
        """Return printed and measured values for the line that is always seen; nothing without a number."""
        measured = [self.measured(row) for row in claim.rows if row["measured"] is not None]
        if not measured or claim.kind == "presence":
            return ""
        values = " / ".join(dict.fromkeys(measured))
        printed = self.printed(claim)
        return f"{printed} → {values}" if printed else f"{FOUND.get(claim.kind, '')} {values}".strip()

    def lines(self, claim: Entry) -> list[tuple[str, list[str]]]:
        """Return the table of values by line: a heading and one cell an engine; empty lines are left out."""
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
        """Return the rule of the pipeline that makes an artifact."""
        if PurePosixPath(path).stem == "robustness":
            return "claims"
        return {"tables": "table", "figures": "figure"}.get(path.partition("/")[0], "claims")

    def cell(self, row: Mapping[str, Any]) -> list[tuple[str, str]]:
        """Return the parameters by which the measure read its cells."""
        return [pair for pair in selection(row["cell"]) if pair[0] not in ("table", "figure")]

    def datasets(self, claim: Entry) -> list[str]:
        """Return the data sets that a claim rests on: those that its selection names, or all of its paper."""
        known = self.run["datasets"]
        found = [name for row in claim.rows for name in named(row["cell"], "dataset") if name in known]
        if found or not claim.rows[0]["evidence"] or claim.basis in ("arithmetic", "paper", "reconstruction"):
            return list(dict.fromkeys(found))
        return [name for name in self.run["papers"].get(claim.paper, ()) if name in known]

    def record(self, claim: Entry, says: str = "") -> dict[str, Any]:
        """Return one case for the page; what is empty, or in the statement already, is left out.

        Parameters
        ----------
        claim : Entry
            The rows of one case.
        says : str
            What its statement says.
        """
        rows = cast("tuple[LedgerRow, ...]", claim.rows)
        row = rows[0]
        found = {
            "id": claim.id,
            "says": claim.says if claim.says != says else "",
            "marks": [[row["engine"], row["verdict"]] for row in rows],
            "short": self.short(claim),
            "reading": claim.reading,
            "printed": self.printed(claim),
            "rule": claim.rule,
            "lines": self.lines(claim),
            "strip": str(plots.strip(rows)),
            "note": claim.note,
            "file": row["evidence"],
            "cell": self.cell(row),
            "made": self.made_by(row["evidence"]) if row["evidence"] and self.run["datasets"] else "",
            "data": self.datasets(claim),
            "kind": ", ".join(filter(None, [claim.kind, claim.basis])),
        }
        return {key: value for key, value in found.items() if value}


def _why(row: Mapping[str, Any]) -> str:
    """The judge's reason where it says more than the value."""
    reason = str(row["reason"])
    return "" if reason.startswith(("measured ", "difference ")) and ";" not in reason else reason


def _pair(row: Mapping[str, Any], low: float | None, high: float | None) -> str:
    if low is None or high is None:
        return ""
    decimals = decimals_of(row["rule"])
    more = None if decimals is None else decimals + 1
    return f"{number(low, more)} to {number(high, more)}"


def _seeds(row: Mapping[str, Any]) -> str:
    share = row["share"]
    if share is None or not math.isfinite(share):
        return ""
    return f"{percent(share)} of {row['n_seeds']}"
