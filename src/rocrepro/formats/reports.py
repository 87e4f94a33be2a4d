"""Gaps of a run: data sets that no source served, engines that could not start."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from rocrepro.formats.files import read_json


def gaps(reports: Iterable[str | Path]) -> dict[str, str]:
    """Return the reason of each gap, by data set or "engine <name>".

    Parameters
    ----------
    reports : iterable of paths
        The fetch reports (``source.json``) of data sets, and the reports of engines.
    """
    known = [read_json(report) for report in reports]
    return {
        str(report.get("dataset") or f"engine {report['engine']}"): str(report["reason"])
        for report in known
        if report["status"] == "missing"
    }
