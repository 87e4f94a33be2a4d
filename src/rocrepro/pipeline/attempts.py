"""Attempts: whether a gap, or raw files that are no longer as they were, have to be tried again."""

from __future__ import annotations

import json
from pathlib import Path

from rocrepro.formats.files import sha256


def any_missing(pattern: str, root: Path = Path()) -> bool:
    """Return whether an earlier attempt on record, of those whose paths match the pattern, found a gap."""
    return any('"status": "missing"' in path.read_text(encoding="utf-8") for path in root.glob(pattern))


def next_attempt(report: str | Path) -> int:
    """Return the number of the attempt that a report's job should be at, for Snakemake to compare.

    It is the last attempt's own number while that one succeeded and every file that it lists lies beside
    the report with the same bytes; another number otherwise, so that the next run tries again.

    Parameters
    ----------
    report : path
        JSON with ``attempt``, ``status`` and perhaps ``files``; absent before the first run.
    """
    path = Path(report)
    if not path.exists():
        return 1
    try:
        last = json.loads(path.read_text(encoding="utf-8"))
        files = last.get("files", {}).values()
        intact = last["status"] == "ok" and all(
            (path.parent / file["file"]).is_file() and sha256(path.parent / file["file"]) == file["sha256"]
            for file in files
        )
        return int(last["attempt"]) + (not intact)
    except (ValueError, KeyError, TypeError, AttributeError):
        return 0  # broken: no attempt has this number
