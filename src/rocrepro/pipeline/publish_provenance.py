"""Provenance of the artifacts, besides data: configuration, pinned versions, seeds, release.

All of it is read from files of the project, never from the running interpreter or the clock, so that the
manifest and the crate have the same bytes wherever they are written.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from rocrepro import __version__
from rocrepro.formats.files import sha256
from rocrepro.formats.lock import pinned_versions

LOCK, CITATION, WORKFLOW = "requirements.lock", "CITATION.cff", "Snakefile"


def config_files(root: Path = Path()) -> list[str]:
    """Return paths below `root` of the files that configure a run: settings, and claims if there are any."""
    folder = root / "config"
    paths = [*folder.glob("*.yaml"), *folder.glob("claims/*/*.yaml")]
    return sorted(path.relative_to(root).as_posix() for path in paths)


def provenance_inputs(root: Path = Path()) -> list[str]:
    """Return paths below `root` of every file behind the manifest and the crate, besides reports."""
    named = [name for name in (LOCK, CITATION) if (root / name).is_file()]
    return [*config_files(root), *named]


def provenance(settings: Mapping[str, Any], lock: str | Path, root: Path = Path()) -> dict[str, Any]:
    """Return what the manifest says besides artifacts and raw files.

    Parameters
    ----------
    settings : mapping
        What determines the numbers; ``seeds``, where it is there, is the number of replicates.
    lock : path
        The lock file.
    root : Path
        Folder of the project.

    Returns
    -------
    dict
        ``release``, ``config`` (sha256 by path), ``versions`` and ``seeds``.
    """
    from rocrepro.pipeline.settings import DEFAULT_SEED  # here, since it imports the papers

    seeds = {"default": DEFAULT_SEED}
    if "seeds" in settings:
        seeds |= {"first": DEFAULT_SEED, "last": int(settings["seeds"])}
    return {
        "release": __version__,
        "config": {name: sha256(root / name) for name in config_files(root)},
        "versions": pinned_versions(lock),
        "seeds": seeds,
    }
