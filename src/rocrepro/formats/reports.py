"""What a run lacks: data sets that no source served, engines that could not start."""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path


def gaps(reports: Iterable[str | Path]) -> dict[str, str]:
    """Reason of each gap, by data set or "engine <name>".

    Parameters
    ----------
    reports : iterable of paths
        The fetch reports (``source.json``) of data sets, and the reports of engines.
    """
    known = [json.loads(Path(report).read_text(encoding="utf-8")) for report in reports]
    return {
        str(report.get("dataset") or f"engine {report['engine']}"): str(report["reason"])
        for report in known
        if report["status"] == "missing"
    }
