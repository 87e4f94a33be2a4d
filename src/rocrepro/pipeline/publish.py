"""Release the artifacts to ``results/``; gaps go to ``build/partial/``, trials to ``build/trial/``."""

from __future__ import annotations

import hashlib
import json
import shutil
from collections.abc import Mapping, Sequence, Set
from contextlib import nullcontext
from pathlib import Path
from typing import Any

from rocrepro.claims.artifacts import Artifacts
from rocrepro.claims.model import PaperLedger
from rocrepro.formats.files import read_json, replacing, sha256, write_bytes, write_json, write_text
from rocrepro.formats.reports import gaps
from rocrepro.pipeline.index import INDEX, index
from rocrepro.pipeline.names import PARTIAL, RESULTS, TRIAL, origin_of
from rocrepro.pipeline.publish_crate import CRATE, MANIFEST, write_crate
from rocrepro.pipeline.publish_provenance import LOCK, WORKFLOW, provenance
from rocrepro.pipeline.publish_repro import REPRO, repro_manifest
from rocrepro.pipeline.trial import left_out


def publish(
    artifacts: Sequence[str | Path],
    reports: Sequence[str | Path],
    settings: Mapping[str, Any],
    *,
    renamed: Mapping[str, str] | None = None,
    sized: Mapping[str, str] | None = None,
    other_size: Mapping[str, str] | None = None,
    changed: Mapping[str, Sequence[Any]] | None = None,
    about: Mapping[str, Mapping[str, Any]] | None = None,
    release: bool = False,
    ledgers: Sequence[PaperLedger] = (),
    source: str | Path = "build/artifacts",
    results: str | Path = RESULTS,
    partial: str | Path = PARTIAL,
    trial: str | Path = TRIAL,
    lock: str | Path = LOCK,
    root: str | Path = ".",
    workflow: str = WORKFLOW,
) -> dict[str, Any]:
    """Copy the artifacts to where they belong, and write their index, their manifest and a release's crate.

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
    changed : mapping of str to sequence, optional
        Settings that the command line changes, as `overridden` gives them. With any, the run is a trial.
    about : mapping, optional
        Title, authors and so on of each paper, for the index.
    release : bool
        Whether a trial is released all the same. The artifacts of papers that the command line leaves out
        stay as they are.
    ledgers : sequence of PaperLedger
        What was judged on the artifacts: the cells that their measures read are stated in ``repro.yaml``.
        None in a run of a size that the ledger does not rest on.
    source, results, partial, trial, lock : paths
        Where the artifacts are, where a complete set goes, where one with gaps goes, where a trial goes (with
        gaps or without), the lock file.
    root : path
        Folder of the project: its configuration goes into the manifest, and a release's crate lies in it. A
        trial, or a run with gaps, does not touch the crate and has none of its own.
    workflow : str
        The workflow's file below `root`, which the crate names; see `write_crate`.

    Returns
    -------
    dict
        What was done: folder, digests, gaps, whether these and the artifacts are those of the last run,
        changed settings, and which files of an earlier release were kept or removed. With a gap or in a trial
        nothing in `results` is touched.
    """
    source, results, changed = Path(source), Path(results), dict(changed or {})
    lacking = gaps(reports)
    tried = {} if release else changed
    target = Path(trial) if tried else Path(partial) if lacking else results
    names = _released(artifacts, source, renamed or {}) | _stated(ledgers, source, renamed or {})
    others, root = dict(other_size or {}), Path(root)
    last = _state(_earlier(target, "artifacts"), _earlier(target, "missing"))
    # Whatever is no release is written to an empty folder, in which nothing is kept or removed.
    with nullcontext(results) if target == results else replacing(target) as folder:
        kept, kept_by = _kept(folder, others, left_out(changed), names)
        _copy(names, folder)
        removed = _drop_stale(folder, {*names, *kept, INDEX})
        write_text(folder / INDEX, index(folder, [*names, *kept], about=about, gaps=lacking, changed=tried))
        digests = {name: sha256(folder / name) for name in (*names, INDEX)}
        manifest = _manifest(digests | kept, dict(sized or {}) | kept_by, reports, settings, lock, root)
        stayed = sorted(set(kept) - set(others))  # made by an earlier run, with other settings
        manifest |= _present(missing=lacking, trial=tried, kept=stayed)
        write_json(folder / MANIFEST, manifest)
        files = digests | kept | {MANIFEST: sha256(folder / MANIFEST)}
    return {
        "folder": target.as_posix(),
        "files": files,
        "crate": _describe(results, root, workflow, partial) if target == results else {},
        "gaps": lacking,
        "repeated": bool(lacking) and last == _state(digests | kept, lacking),
        "behind": sorted(name for name, by in kept_by.items() if by != others.get(name, by)),
        "changed": changed,
        "kept": stayed,
        "removed": removed,
    }


def _released(artifacts: Sequence[str | Path], source: Path, renamed: Mapping[str, str]) -> dict[str, Path]:
    """The artifacts by their released names, in the order of these."""
    inner = (path.relative_to(source).as_posix() for path in _files(artifacts))
    return dict(sorted((renamed.get(name, name), source / name) for name in inner))


def _stated(ledgers: Sequence[PaperLedger], source: Path, renamed: Mapping[str, str]) -> dict[str, Path]:
    """The file that states the measured cells, by its released name; it lies beside the artifacts' folder."""
    if not ledgers:
        return {}
    path = source.parent / REPRO
    write_text(path, repro_manifest(ledgers, Artifacts(source), renamed))
    return {REPRO: path}


def _state(artifacts: Mapping[str, str], lacking: Mapping[str, str]) -> tuple[dict[str, str], set[str]]:
    """Return what makes two runs the same; the index, whose reasons of gaps may change, does not count."""
    return {name: digest for name, digest in artifacts.items() if name != INDEX}, set(lacking)


def _manifest(
    digests: Mapping[str, str],
    simulated: Mapping[str, str],
    reports: Sequence[str | Path],
    settings: Mapping[str, Any],
    lock: str | Path,
    root: Path,
) -> dict[str, Any]:
    """Return the manifest: what is in the folder, and from what it was made."""
    known = [read_json(report) for report in reports]
    facts = provenance(settings, lock, root)
    return {
        "release": facts.pop("release"),
        "artifacts": dict(sorted(digests.items())),
        "simulated_by": dict(sorted(simulated.items())),
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


def _present(**special: Any) -> dict[str, Any]:
    """Return the facts of a special run that are not empty."""
    return {key: value for key, value in special.items() if value}


def _describe(results: Path, root: Path, workflow: str, partial: str | Path) -> dict[str, str]:
    """Write the crate of a release into `root`, in the place of what earlier runs wrote."""
    shutil.rmtree(partial, ignore_errors=True)
    (results / CRATE).unlink(missing_ok=True)
    return write_crate(results, root, workflow)


def _files(artifacts: Sequence[str | Path]) -> list[Path]:
    """The artifacts, a folder as the files in it."""
    paths = [Path(artifact) for artifact in artifacts]
    return [file for path in paths for file in (_inside(path) if path.is_dir() else [path])]


def _inside(folder: Path) -> list[Path]:
    """The files of a folder and of those in it."""
    return sorted(path for path in folder.rglob("*") if path.is_file())


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


def _kept(
    folder: Path, other_size: Mapping[str, str], papers: Sequence[str], names: Mapping[str, Path]
) -> tuple[dict[str, str], dict[str, str]]:
    """Released artifacts that stay although this run does not make them.

    They are those of the other size, and those of papers that only the command line leaves out: the digest of
    each, and of what determined it when it was made, where it rests on a simulation.
    """
    listed, by = _earlier(folder, "artifacts"), _earlier(folder, "simulated_by")
    asked = {name for name in listed if (origin := origin_of(name)) and origin.paper in papers}
    there = sorted(
        name
        for name in (asked | set(other_size)) - set(names)
        if name in listed and (folder / name).is_file()
    )
    return {name: sha256(folder / name) for name in there}, {
        name: by.get(name, "") for name in there if name in by or name in other_size
    }


def _drop_stale(folder: Path, names: Set[str]) -> list[str]:
    """Remove artifacts that an earlier manifest lists and that are no longer asked for; nothing else."""
    removed = []
    for name in sorted(set(_earlier(folder, "artifacts")) - names):
        target = folder / name
        if target.resolve().is_relative_to(folder.resolve()):
            target.unlink(missing_ok=True)
            removed.append(name)
    return removed


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
