"""Bring the raw files of a data set and check every byte before it counts."""

from __future__ import annotations

import hashlib
import os
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NotRequired, TypedDict

from rocrepro.datasets import beside
from rocrepro.datasets.download import Unserved
from rocrepro.datasets.hosts import SilentHosts
from rocrepro.datasets.kinds import KINDS, MAX_BYTES, Access, Source, describe, kind_of
from rocrepro.errors import InputError
from rocrepro.formats.files import sha256, write_bytes

REPORT_NAME = "source.json"
ATTEMPT_NAME = "attempt.json"


class FileRecord(TypedDict):
    """One raw file that is there.

    ``identifiers`` has the columns that its publisher says name the rows or are to be ignored, if any.
    """

    file: str
    sha256: str
    bytes: int
    source: str
    kept: bool
    identifiers: NotRequired[list[str]]


class FetchReport(TypedDict):
    """Report of `fetch`, made of plain JSON types.

    ``status`` is "ok", or "missing" if a file was not to be had. ``files`` has a record for each role that
    is there: file name, digest, size, the source that served it, and whether it was there before.
    ``failures`` has a line "role: source: reason" for each source that did not serve. ``reason`` says in one
    line why a data set is missing, and is empty otherwise.
    """

    dataset: str
    status: str
    files: dict[str, FileRecord]
    failures: list[str]
    reason: str


def lasting(report: FetchReport) -> FetchReport:
    """Return what later jobs need of a report.

    Of a gap that is only which file was not to be had: what each source answered may change from one attempt
    to the next, and would make everything again.
    """
    if report["status"] == "ok":
        return report
    what = report["reason"].partition(":")[0]
    return report | {"files": {}, "failures": [], "reason": f"no source served {what}"}


def mirror_folder(configured: str | None, root: Path) -> Path | None:
    """Return the folder with copies of raw files: the config's `mirror`, else ROCREPRO_MIRROR, else None.

    A relative folder is taken from the project root.
    """
    named = configured or os.environ.get("ROCREPRO_MIRROR")
    return Path(root) / Path(named).expanduser() if named else None


def raw_name(role: str, file: dict[str, Any]) -> str:
    """Return the name of a raw file: the entry's `name`, or the one it has at its first source."""
    first = file["sources"][0]
    name = file.get("name") or KINDS[kind_of(first)].file_name(first)
    name = re.sub(r"[^\w.+-]", "_", name).lstrip(".")
    return name or f"{role}.txt"


def fetch(
    name: str,
    entry: dict[str, Any],
    into: Path,
    *,
    mirror: Path | None = None,
    offline: bool = False,
    root: Path = Path(),
    found: Mapping[str, str | Path] | None = None,
    timeout: float = 30.0,
    deadline: float = 300.0,
    silent: SilentHosts | None = None,
    config: str | Path = "config/datasets.yaml",
) -> FetchReport:
    """Bring each raw file of a data set from the first source that has the right bytes.

    Parameters
    ----------
    name : str
        Key of the data set.
    entry : dict
        Its entry, as `rocrepro.datasets.registry.load_entries` returns it.
    into : Path
        Folder for the raw files. A file that is there with the right sha256 is kept.
    mirror : Path, optional
        Folder for sources of the kind ``mirror``.
    offline : bool, default=False
        Use only sources that need no network.
    root : Path
        Project root, for sources of the kind ``file``.
    found : mapping of str to path, optional
        Where a ``file`` lies that is not below `root`, by its path in the entry.
    timeout, deadline : float
        Seconds without a byte, and for one whole download.
    silent : SilentHosts, optional
        Hosts that gave no answer to this or to other calls: they are not asked again. By default those of
        this call.
    config : path
        Name of the config file, for messages.

    Returns
    -------
    FetchReport

    Raises
    ------
    InputError
        If every source that could be asked for a file answered, and all with other bytes than the config's
        sha256; if a file has no source but local ones and none can be read; or if a source that is not
        trusted (all but ``file`` and ``generator``) served a file for which
        the config has no sha256. The message gives the digest that was found.

    Notes
    -----
    A source that does not answer, breaks off, lacks the file or has other bytes gives way to the next.
    """
    access = Access(
        mirror=mirror,
        root=Path(root),
        found=found or {},
        offline=offline,
        timeout=timeout,
        deadline=deadline,
        max_bytes=entry.get("max_bytes", MAX_BYTES),
        silent=silent or SilentHosts(),
    )
    report = FetchReport(dataset=name, status="ok", files={}, failures=[], reason="")
    lacking: dict[str, str] = {}
    for role, file in entry["files"].items():
        failures: list[tuple[Source, str]] = []
        place = f"{config}: {name}.files.{role}.sha256"
        record = _fetch_file(Path(into) / raw_name(role, file), file, access, failures, place)
        report["failures"] += [f"{role}: {describe(source)}: {reason}" for source, reason in failures]
        if record is None:
            lacking[raw_name(role, file)] = "; ".join(
                f"{kind_of(source)}: {reason}" for source, reason in failures
            )
        else:
            report["files"][role] = record
    if lacking:
        first, why = next(iter(lacking.items()))
        others = f" and {len(lacking) - 1} more" if len(lacking) > 1 else ""
        report["status"] = "missing"
        report["reason"] = f"{first}{others}: {why}"
    return report


def _fetch_file(
    target: Path, file: dict[str, Any], access: Access, failures: list[tuple[Source, str]], place: str
) -> FileRecord | None:
    """Fetch one file to `target`; None if no source served it. Reasons are added to `failures`."""
    expected = file.get("sha256")
    if expected and target.is_file() and sha256(target) == expected:
        return _record(target, expected, "kept", kept=True)
    asked, differing = 0, []
    for source in file["sources"]:
        kind = KINDS[kind_of(source)]
        try:
            if access.offline and kind.network:
                raise Unserved("not asked: offline")
            if not (kind_of(source) == "mirror" and access.mirror is None):
                asked += 1
            data = kind.read(source, access)
        except Unserved as reason:
            failures.append((source, str(reason)))
            continue
        found = hashlib.sha256(data).hexdigest()
        if expected is None and not kind.trusted:
            raise InputError(f"{place}: found none; expected {found}, if you trust {describe(source)}")
        if expected in (None, found):
            write_bytes(target, data)
            if (said := access.identifiers.get(describe(source))) is not None:
                beside.keep(target, found, said)
            return _record(target, found, describe(source))
        differing.append(found)
        failures.append((source, f"found sha256 {found}; expected {expected}"))
    if differing and len(differing) == asked:
        raise InputError(f"{place}: found {' and '.join(dict.fromkeys(differing))}; expected {expected}")
    if all(kind_of(source) == "file" for source in file["sources"]):
        reasons = "; ".join(str(reason) for _, reason in failures)
        raise InputError(f"{place.removesuffix('.sha256')}: found that {reasons}; expected a readable file")
    return None


def _record(target: Path, found: str, source: str, *, kept: bool = False) -> FileRecord:
    """Return the record of a raw file that is there."""
    size = target.stat().st_size
    record = FileRecord(file=target.name, sha256=found, bytes=size, source=source, kept=kept)
    identifiers = beside.known(target, found)
    return record | {"identifiers": identifiers} if identifiers else record
