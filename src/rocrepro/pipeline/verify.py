"""Rebuild a release in a scratch folder and compare it with the tracked ``results/``."""

from __future__ import annotations

import hashlib
import os
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from threading import current_thread, main_thread
from typing import Any

from rocrepro.config import load_yaml
from rocrepro.errors import InputError
from rocrepro.formats.files import json_text, sha256
from rocrepro.pipeline.compare import Comparison, compare_folders
from rocrepro.pipeline.compare_texts import read_json
from rocrepro.pipeline.compare_values import ABSENT, TOLERANCE, Change
from rocrepro.pipeline.names import PARTIAL, RESULTS, TRIAL
from rocrepro.pipeline.publish_crate import CRATE, MANIFEST, described, is_foreign
from rocrepro.pipeline.trial import differences

Runner = Callable[[list[str], Path, Mapping[str, str]], int]


@dataclass
class Verification:
    """Outcome of a rebuild.

    Attributes
    ----------
    comparison : Comparison
        The tracked results as the old folder, the rebuilt ones as the new.
    altered : list of Change
        Tracked files whose digest is not the one in the tracked manifest, or else a crate that does not
        describe the tracked results.
    kept : list of str
        Artifacts of the large simulations, which the run does not make: their digests alone were checked.
    scratch : Path or None
        The scratch folder, if it was kept.
    """

    comparison: Comparison
    altered: list[Change] = field(default_factory=list)
    kept: list[str] = field(default_factory=list)
    scratch: Path | None = None

    @property
    def failed(self) -> bool:
        """True if a number, label, verdict, file or digest differs; mere bytes of pictures do not count."""
        return self.comparison.moved or bool(self.altered)

    def lines(self, limit: int | None = None) -> list[str]:
        """Return the report, which ends in one line that sums it up."""
        lines = [*self.comparison.lines(limit), *map(str, self.altered)]
        lines += [f"{name}: not rebuilt (size: full); only its digest was compared" for name in self.kept]
        outcome = "differ from the rebuilt ones" if self.failed else "equal the rebuilt ones"
        lines.append(f"rocrepro: the tracked results {outcome}: {self.comparison.summary()}")
        if self.scratch:
            lines.append(f"rocrepro: the rebuilt project is in {self.scratch}")
        return lines


def verify(
    root: str | Path = ".",
    *,
    cores: str = "all",
    keep: bool = False,
    untracked: bool = False,
    tolerance: float = TOLERANCE,
    run: Runner | None = None,
) -> Verification:
    """Copy the project's tracked files, run the workflow on the copy, compare the results.

    Parameters
    ----------
    root : path
        Folder of the project, a git working tree. Its files are taken as they are now.
    cores : str
        For Snakemake.
    keep : bool
        Whether the scratch folder stays.
    untracked : bool
        Whether files that git neither tracks nor ignores are copied too.
    tolerance : float
        Relative, for numbers that are no integers.
    run : callable, optional
        Runs a command (words, folder, environment) and returns its exit status.

    Returns
    -------
    Verification

    Raises
    ------
    InputError
        There is nothing to compare: no results, no git, a run that failed, or a data set that is missing.
    """
    root = Path(root).resolve()
    results = root / RESULTS
    if not (results / MANIFEST).is_file():
        raise InputError(f"{results / MANIFEST}: found no file; expected a released results folder")
    files = project_files(root, untracked=untracked)
    with scratch_folder(keep=keep) as scratch:
        copy_files(root, scratch, [name for name in files if Path(name).parts[0] not in (RESULTS, "build")])
        words, environment = command(root, scratch, cores)
        status = (run or run_command)(words, scratch, environment)
        made = rebuilt(scratch, status)
        tracked = [name.removeprefix(f"{RESULTS}/") for name in files if name.startswith(f"{RESULTS}/")]
        verification = compare_results(results, made, tracked, tolerance)
        if not verification.altered:
            verification.altered += compare_crate(root, results)
        verification.scratch = scratch if keep else None
        return verification


def project_files(root: Path, *, untracked: bool = False) -> list[str]:
    """Return the names of the files that git tracks and that are there; with `untracked`, new ones too."""
    others = ["--others", "--exclude-standard"] if untracked else []
    words = ["git", "ls-files", "-z", "--cached", *others]
    try:
        listing = subprocess.run(words, cwd=root, capture_output=True, check=True).stdout
    except FileNotFoundError as error:
        raise InputError(
            f"{root}: found no git to list the tracked files with; expected git on PATH"
        ) from error
    except subprocess.CalledProcessError as error:
        said = (error.stderr.decode(errors="replace").strip().splitlines() or ["nothing"])[-1]
        raise InputError(f"{root}: expected a git working tree; git says: {said}") from error
    names = sorted({os.fsdecode(name) for name in listing.split(b"\0") if name})
    return [name for name in names if (root / name).is_file()]


@contextmanager
def scratch_folder(*, keep: bool) -> Iterator[Path]:
    """Give a new folder for temporary files, removed at the end however it ends, unless it is to be kept."""

    def stop(number: int, frame: object) -> None:
        raise SystemExit(128 + number)

    folder = Path(tempfile.mkdtemp(prefix="rocrepro-verify-")).resolve()
    # Without a handler the process would end before anything is removed.
    before = signal.signal(signal.SIGTERM, stop) if current_thread() is main_thread() else None
    try:
        yield folder
    finally:
        if before is not None:
            signal.signal(signal.SIGTERM, before)
        if not keep:
            shutil.rmtree(folder, ignore_errors=True)


def copy_files(root: Path, scratch: Path, names: list[str]) -> None:
    """Copy files with their modes; a link to a file becomes the file."""
    for name in names:
        target = scratch / name
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(root / name, target)


def command(root: Path, scratch: Path, cores: str) -> tuple[list[str], dict[str, str]]:
    """Return the words that run the workflow, and their environment.

    The interpreter is the one that runs this. The package is the copy's, not the one that is installed, and a
    mirror that is named from the project's folder is named in full.
    """
    # A gap ends the run at once: it could not be compared.
    words = [sys.executable, "-m", "snakemake", "--cores", cores, "--config", "require_all=true"]
    environment = dict(os.environ)
    inherited = environment.get("PYTHONPATH")
    environment["PYTHONPATH"] = os.pathsep.join([str(scratch / "src"), *([inherited] if inherited else [])])
    if mirror := environment.get("ROCREPRO_MIRROR"):
        environment["ROCREPRO_MIRROR"] = str((root / Path(mirror).expanduser()).resolve())
    config = root / "config/config.yaml"
    named = load_yaml(config).get("mirror") if config.is_file() else None
    if named:
        words.append(f"mirror={(root / Path(named).expanduser()).resolve()}")
    return words, environment


def run_command(words: list[str], folder: Path, environment: Mapping[str, str]) -> int:
    """Run a command with its output going where ours goes."""
    return subprocess.run(words, cwd=folder, env=dict(environment), check=False).returncode


def rebuilt(scratch: Path, status: int) -> Path:
    """Return the folder of the rebuilt results.

    Raises
    ------
    InputError
        The run failed, was a trial, or lacks something and made no full set of artifacts.
    """
    if status:
        raise InputError(f"the rebuild ended with exit status {status}: see above; --keep keeps its folder")
    trial = scratch / TRIAL / MANIFEST
    if trial.is_file():
        changed = "; ".join(differences(read_json(trial).get("trial", {})))
        raise InputError(
            f"the rebuild was a trial, which is not a release: a Snakemake profile sets {changed}"
        )
    partial = scratch / PARTIAL / MANIFEST
    if partial.is_file():
        missing = read_json(partial).get("missing", {})
        reasons = "; ".join(f"{name}: {reason}" for name, reason in missing.items())
        raise InputError(f"the rebuild lacks data, so nothing can be compared: {reasons}")
    if not (scratch / RESULTS / MANIFEST).is_file():
        raise InputError("the rebuild wrote no results/manifest.json; expected one")
    return scratch / RESULTS


def compare_crate(root: Path, results: Path) -> list[Change]:
    """Compare the project's crate with the one that describes the tracked results, byte for byte.

    With the manifest, which is compared with the rebuilt one, that is all that the crate depends on.
    """
    path = root / CRATE
    if is_foreign(path):
        return []
    content = described(results, root)
    found = sha256(path) if path.is_file() else ABSENT
    expected = hashlib.sha256(json_text(content).encode()).hexdigest() if content else ABSENT
    column = "sha256 of the crate, and of the crate that describes the tracked results"
    return [] if found == expected else [Change(CRATE, "", column, found, expected)]


def compare_results(
    results: Path, made: Path, tracked: list[str], tolerance: float = TOLERANCE
) -> Verification:
    """Compare the tracked results with the rebuilt ones.

    Parameters
    ----------
    results, made : Path
        The two folders.
    tracked : list of str
        Files of `results` that git tracks. What its manifest lists counts too, tracked or not yet.
    tolerance : float
        Relative, for numbers that are no integers.

    Notes
    -----
    A file whose digest is not the manifest's was changed by hand or is left over. It is compared to the last
    digit, so that the report names the cell however small the change.
    """
    manifest, remade = read_json(results / MANIFEST), read_json(made / MANIFEST)
    digests: dict[str, Any] = manifest.get("artifacts", {})
    full = set(manifest.get("simulated_by", {})) - set(remade.get("artifacts", {}))
    altered = []
    for name, digest in digests.items():
        found = sha256(results / name) if (results / name).is_file() else ABSENT
        if found != digest:
            altered.append(Change(name, "", "sha256 in the tracked manifest, and of the file", digest, found))
    comparison = compare_folders(
        results,
        made,
        tolerance,
        exact={change.file for change in altered},
        skip=full,
        names={*tracked, *digests, MANIFEST},
    )
    return Verification(comparison, altered, sorted(full))
