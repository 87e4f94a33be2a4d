"""Release the artifacts: to ``results/``, or to ``build/partial/`` when a data set is missing."""

from __future__ import annotations

import hashlib
import json
import shutil
from collections.abc import Mapping, Sequence, Set
from pathlib import Path
from typing import Any

from rocrepro.formats.files import sha256, write_bytes, write_json
from rocrepro.formats.reports import gaps
from rocrepro.pipeline.publish_crate import CRATE, MANIFEST, write_crate
from rocrepro.pipeline.publish_provenance import LOCK, WORKFLOW, provenance


def publish(
    artifacts: Sequence[str | Path],
    reports: Sequence[str | Path],
    settings: Mapping[str, Any],
    *,
    renamed: Mapping[str, str] | None = None,
    sized: Mapping[str, str] | None = None,
    other_size: Mapping[str, str] | None = None,
    source: str | Path = "build/artifacts",
    results: str | Path = "results",
    partial: str | Path = "build/partial",
    lock: str | Path = LOCK,
    root: str | Path = ".",
    workflow: str = WORKFLOW,
) -> dict[str, Any]:
    """Copy the artifacts to where they belong, and write their manifest and, of a release, the crate.

    Parameters
    ----------
    artifacts : sequence of paths
        Files below `source`, or folders whose files all count.
    reports : sequence of paths
        The fetch reports (``source.json``) of all data sets, and the reports of the engines.
    settings : mapping
        What determines the numbers: plain JSON values, kept in the manifest.
    renamed : mapping of str to str, optional
        Released name of an artifact, both below their folders, where it differs.
    sized : mapping of str to str, optional
        Released names that rest on a simulation of this run's size, with a digest of what determines them.
    other_size : mapping of str to str, optional
        The same for the size that this run does not have: its files stay as its last run left them.
    source, results, partial, lock : paths
        Where the artifacts are, where a complete set goes, where one with gaps goes, the lock file.
    root : path
        Folder of the project: its configuration goes into the manifest, and a release's crate lies in it. A
        run with gaps does not touch the crate and has none of its own.
    workflow : str
        The workflow's file below `root`, which the crate names; see `write_crate`.

    Returns
    -------
    dict
        What was done: folder, digests, gaps. With a gap nothing in `results` is touched.
    """
    source, results, partial = Path(source), Path(results), Path(partial)
    known = [json.loads(Path(report).read_text(encoding="utf-8")) for report in reports]
    lacking = gaps(reports)
    inner = [path.relative_to(source).as_posix() for path in _files(artifacts)]
    names = dict(sorted(((renamed or {}).get(name, name), source / name) for name in inner))
    digests = {name: sha256(path) for name, path in names.items()}
    folder = partial if lacking else results
    kept, kept_by = _kept(folder, other_size or {})
    facts = provenance(settings, lock, Path(root))
    manifest: dict[str, Any] = {
        "release": facts.pop("release"),
        "artifacts": dict(sorted((digests | kept).items())),
        "simulated_by": dict(sorted((dict(sized or {}) | kept_by).items())),
        "raw": {
            report["dataset"]: {file["file"]: file["sha256"] for file in report["files"].values()}
            for report in known
            if report["status"] == "ok" and "dataset" in report
        },
        "lock": sha256(lock),
        **facts,
        "settings": dict(settings),
        "settings_sha256": hashlib.sha256(json.dumps(settings, sort_keys=True).encode()).hexdigest(),
    }
    if lacking:
        manifest["missing"] = lacking
        shutil.rmtree(partial, ignore_errors=True)
    _copy(names, folder)
    _drop_stale(folder, {*names, *kept})
    write_json(folder / MANIFEST, manifest)
    crate = {} if lacking else _describe(folder, Path(root), workflow)
    if not lacking:
        shutil.rmtree(partial, ignore_errors=True)
    files = digests | kept | {MANIFEST: sha256(folder / MANIFEST)}
    behind = sorted(name for name, by in kept_by.items() if by != (other_size or {})[name])
    return {"folder": folder.as_posix(), "files": files, "crate": crate, "gaps": lacking, "behind": behind}


def _describe(results: Path, root: Path, workflow: str) -> dict[str, str]:
    """Write the crate of a release into `root`; one in `results`, where earlier versions put it, goes."""
    (results / CRATE).unlink(missing_ok=True)
    return write_crate(results, root, workflow)


def _files(artifacts: Sequence[str | Path]) -> list[Path]:
    """The artifacts, a folder as the files in it."""
    paths = [Path(artifact) for artifact in artifacts]
    return [file for path in paths for file in (sorted(path.rglob("*")) if path.is_dir() else [path])]


def _copy(names: Mapping[str, Path], folder: Path) -> None:
    """Copy what differs, each file whole or not at all."""
    for name, path in names.items():
        data = path.read_bytes()
        target = folder / name
        if not target.is_file() or target.read_bytes() != data:
            write_bytes(target, data)


def _earlier(folder: Path, key: str) -> dict[str, str]:
    """A mapping of the manifest that is there; empty where there is none."""
    try:
        return dict(json.loads((folder / MANIFEST).read_text(encoding="utf-8"))[key])
    except (OSError, ValueError, KeyError, TypeError):
        return {}


def _kept(folder: Path, other_size: Mapping[str, str]) -> tuple[dict[str, str], dict[str, str]]:
    """Artifacts of the other size that stay: digest of each, and of what determined it when it was made."""
    listed, by = _earlier(folder, "artifacts"), _earlier(folder, "simulated_by")
    there = [name for name in sorted(other_size) if name in listed and (folder / name).is_file()]
    return {name: sha256(folder / name) for name in there}, {name: by.get(name, "") for name in there}


def _drop_stale(folder: Path, names: Set[str]) -> None:
    """Remove artifacts that an earlier manifest lists and this run does not make; nothing else."""
    for name in set(_earlier(folder, "artifacts")) - names:
        target = folder / name
        if target.resolve().is_relative_to(folder.resolve()):
            target.unlink(missing_ok=True)


def publish_token(stamp: str | Path, default: str = "first") -> str:
    """Name the state of what was published, for Snakemake to compare with the last run's.

    While every file is as the stamp says, the token is the stamp's own. As soon as one is changed or
    gone it is another, and stays so until the files are published again under that token.
    """
    try:
        last = json.loads(Path(stamp).read_text(encoding="utf-8"))
        folder, token = Path(last["folder"]), str(last["token"])
        files = sorted((folder / name, digest) for name, digest in last["files"].items())
        files += [(Path(name), digest) for name, digest in last["crate"].items()]
    except FileNotFoundError:
        return default
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        return "broken"
    state = hashlib.sha256()
    intact = True
    for path, digest in files:
        found = sha256(path) if path.is_file() else "gone"
        intact &= found == digest
        state.update(f"{path.as_posix()} {found}\n".encode())
    return token if intact else state.hexdigest()[:16]


def closing_summary(stamp: str | Path) -> str:
    """The last words of a run: what was made, what is missing and why, where to look."""
    path = Path(stamp)
    if not path.exists():
        return "rocrepro: nothing was released yet; run snakemake without a target for results/"
    last = json.loads(path.read_text(encoding="utf-8"))
    names = [Path(name) for name in last["files"]]
    tables = {name.stem for name in names if name.parts[0] == "tables"}
    figures = {name.stem for name in names if name.parts[0] == "figures"}
    lines = [f"rocrepro: {len(tables)} tables and {len(figures)} figures are in {last['folder']}/"]
    if last["behind"]:
        lines.append("rocrepro: made by earlier code or settings, renewed by a run of the other size:")
        lines += [f"rocrepro:   {name}" for name in last["behind"]]
    for dataset, reason in last["gaps"].items():
        lines.append(f"rocrepro: missing: {dataset}: {reason}")
    if last["gaps"]:
        lines.append("rocrepro: results/ was left as it was; tables and figures show the gaps")
    page = "report/index.html"
    first = [f"{last['folder']}/{page}"] if page in last["files"] else []
    places = ", ".join([*first, f"{last['folder']}/tables/", f"{last['folder']}/figures/"])
    lines.append(f"rocrepro: start at {places};")
    lines.append(f"rocrepro: digests are in {last['folder']}/{MANIFEST}, sources in build/sources.json")
    return "\n".join(lines)
