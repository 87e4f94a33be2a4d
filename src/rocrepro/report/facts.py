"""Facts about the run for the page: data sets, raw files, engines, seeds, versions, settings, gaps."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from rocrepro.formats.files import read_json, sha256
from rocrepro.formats.lock import pinned_versions
from rocrepro.formats.reports import gaps

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
    reports = list(reports)
    known = [read_json(report) for report in reports]
    raw = {report["dataset"]: report for report in known if "dataset" in report}
    return {
        "datasets": {name: _dataset(name, entry, raw.get(name)) for name, entry in entries.items()},
        "papers": {paper: list(names) for paper, names in (papers or {}).items()},
        "engines": list(settings.get("engines", [])),
        "seeds": settings.get("seeds", 1),
        "seed": seed,
        "versions": pinned_versions(lock),
        "settings": dict(settings),
        "gaps": gaps(reports),
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
