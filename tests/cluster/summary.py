"""The line at the end of the tests that says whether the workflow ran on Slurm."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

FILE = "tests/cluster/test_slurm.py"
PROPERTY = "slurm"
"""Name of the property in which a test says what it ran."""


def line(reports: Iterable[Any]) -> str | None:
    """Return what the reports of pytest say about Slurm; None if they have no test of it.

    A run is what a test that passed has recorded. Otherwise the line says that Slurm was not run, and why.
    """
    known = [report for report in reports if report.nodeid.startswith(FILE)]
    passed = [report for report in known if report.outcome == "passed"]
    said = [text for report in passed for name, text in report.user_properties if name == PROPERTY]
    if said:
        return f"Slurm was run: {said[0]}"
    why = [f"{report.nodeid} failed" for report in known if report.outcome == "failed"]
    why += [report.longrepr[2].removeprefix("Skipped: ") for report in known if report.outcome == "skipped"]
    return f"Slurm was NOT run: {[*why, 'no test recorded a run'][0]}" if known else None
