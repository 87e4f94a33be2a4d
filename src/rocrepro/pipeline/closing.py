"""The closing summary of a run."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path, PurePosixPath
from typing import Any

from rocrepro.formats.files import read_json
from rocrepro.formats.reports import gaps
from rocrepro.pipeline.index import INDEX
from rocrepro.pipeline.names import RESULTS, TRIAL, origin_of
from rocrepro.pipeline.publish_crate import MANIFEST
from rocrepro.pipeline.trial import FILE, differences

NAMED = 12
"""Removed artifacts that the summary names; the stamp has all."""


def modified(stamp: str | Path) -> int:
    """Return the time at which a stamp was written, in nanoseconds; 0 where there is none."""
    path = Path(stamp)
    return path.stat().st_mtime_ns if path.exists() else 0


def closing_summary(
    stamp: str | Path,
    *,
    before: int = 0,
    reports: Iterable[str | Path] = (),
    facts: Iterable[str | Path] = (),
) -> str:
    """Say what was made, what is missing and why, what was removed, what to know, and where to look.

    Parameters
    ----------
    stamp : path
        What `publish` did.
    before : int
        `modified(stamp)` when the run began: if it is the same now, this run has released nothing.
    reports : iterable of paths
        What the last attempts at data sets and engines found, where nothing was released.
    facts : iterable of paths
        The facts of the data sets, whose notes are shown.
    """
    notes = [f"note: {note}" for path in facts if Path(path).exists() for note in _notes(path)]
    path = Path(stamp)
    if modified(path) == before:
        lacking = gaps(report for report in reports if Path(report).exists())
        missing = [f"missing: {name}: {reason}" for name, reason in lacking.items()]
        nothing = "this run released nothing; run snakemake without a target for results/"
        return "\n".join(f"rocrepro: {line}" for line in [nothing, *missing, *notes])
    last = read_json(path)
    folder = last["folder"]
    names = [PurePosixPath(name) for name in last["files"]]
    tables = {name.stem for name in names if name.parts[0] == "tables"}
    figures = {name.stem for name in names if name.parts[0] == "figures"}
    lines = [f"{len(tables)} tables and {len(figures)} figures are in {folder}/"]
    if last["behind"]:
        lines.append("made by earlier code or settings; a run of the other size renews them:")
        lines += [f"  {name}" for name in last["behind"]]
    lines += _removed(last.get("removed", []), path)
    lines += [f"missing: {dataset}: {reason}" for dataset, reason in last["gaps"].items()]
    if last.get("repeated"):
        lines.append("nothing has changed: gaps and artifacts are those of the last run")
    lines += notes
    lines += _changed(last)
    if folder != RESULTS:
        shown = "; tables and figures show the gaps" if last["gaps"] else ""
        lines.append(f"{RESULTS}/ was not changed{shown}")
    page = "report/index.html"
    first = [f"{folder}/{page}"] if page in last["files"] else []
    lines.append(
        f"start at {', '.join([*first, f'{folder}/{INDEX}', f'{folder}/tables/', f'{folder}/figures/'])};"
    )
    lines.append(f"digests are in {folder}/{MANIFEST}, sources in build/sources.json")
    return "\n".join(f"rocrepro: {line}" for line in lines)


def _notes(facts: str | Path) -> list[str]:
    """Return what the reader of a data set noted about its columns."""
    return [str(note) for note in read_json(facts).get("notes", ())]


def _removed(names: Iterable[str], stamp: Path) -> list[str]:
    """Artifacts that a release removed, each with the kinds of its files."""
    kinds: dict[str, list[str]] = {}
    for path in map(PurePosixPath, names):
        kinds.setdefault(path.with_suffix("").as_posix(), []).append(path.suffix.removeprefix("."))
    if not kinds:
        return []
    lines = [f"removed from {RESULTS}/, because neither config/ nor the code asks for them any longer:"]
    lines += [f"  {name} ({', '.join(sorted(found))})" for name, found in list(kinds.items())[:NAMED]]
    if len(kinds) > NAMED:
        lines.append(f"  and {len(kinds) - NAMED} more; {stamp.as_posix()} lists all files")
    return lines


def _changed(last: Mapping[str, Any]) -> list[str]:
    """Settings that the command line changed, and what that means for the folder."""
    lines = [f"  {line}" for line in differences(last.get("changed", {}))]
    if not lines:
        return []
    if last["folder"] == TRIAL:
        return [
            f"this was a trial, because the command line changed settings of {FILE}:",
            *lines,
            "a run with gaps is not released, not even with --config release=true"
            if last["gaps"]
            else f"--config release=true writes such a run to {RESULTS}/ anyway",
        ]
    if last["folder"] != RESULTS:
        return [f"the command line changed settings of {FILE}:", *lines]
    papers = sorted({origin.paper for name in last.get("kept", []) if (origin := origin_of(name))})
    stay = (
        f"tables and figures of {', '.join(papers)} are those of an earlier release; the ledger and the "
        "page cover only this run's papers"
    )
    return [
        f"released with settings other than those in {FILE}, as release=true asks:",
        *lines,
        *([stay] if papers else []),
    ]
