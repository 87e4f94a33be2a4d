"""Names under which artifacts are released."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from pathlib import PurePosixPath
from typing import NamedTuple

from rocrepro.papers import CATALOG

SIZES = ("ci", "full")
RESULTS, PARTIAL, TRIAL = "results", "build/partial", "build/trial"
"""Folders of a release, of a run with gaps, and of a run whose settings the command line has changed."""


class Origin(NamedTuple):
    """A table or figure that the code can make, by paper, name and the size of its simulations."""

    paper: str
    name: str
    size: str


def split_name(artifact: str) -> tuple[str, str]:
    """Split the name of an artifact: "tables/klement2009_power.csv" gives ("klement2009", "power")."""
    paper, _, name = PurePosixPath(artifact).stem.partition("_")
    return paper, name


def released_name(artifact: str, size: str) -> str:
    """Return the name below ``results/`` of an artifact below ``build/artifacts/``.

    Tables that are ``plain`` go without the paper's name; tables and figures that are ``sized`` carry the
    simulations' size, but for "ci", which every run makes.
    """
    path = PurePosixPath(artifact)
    paper, name = split_name(artifact)
    if paper not in CATALOG:  # what all papers share
        return path.as_posix()
    stem = name if name in CATALOG[paper].plain else path.stem
    if name in CATALOG[paper].sized and size != SIZES[0]:
        stem = f"{stem}_{size}"
    return path.with_stem(stem).as_posix()


def released_names(artifacts: Iterable[str], size: str) -> dict[str, str]:
    """Return the released name of each artifact."""
    return {artifact: released_name(artifact, size) for artifact in artifacts}


def sized_names(artifacts: Iterable[str], size: str) -> dict[str, tuple[str, str]]:
    """Return released names that depend on the size of a simulation, with the paper and name of each."""
    return {
        released_name(artifact, size): (paper, name)
        for artifact in artifacts
        for paper, name in [split_name(artifact)]
        if name in CATALOG[paper].sized
    }


@cache
def origins() -> dict[str, Origin]:
    """Return the origin of every released table and figure, by its name below ``results/`` without suffix.

    The order is that of the papers' own lists. What no simulation sizes is there once, as of size "ci".
    """
    known: dict[str, Origin] = {}
    for paper, module in CATALOG.items():
        for folder, names in (("tables", module.tables), ("figures", module.figures)):
            for name in names:
                for size in SIZES:
                    known.setdefault(
                        released_name(f"{folder}/{paper}_{name}", size), Origin(paper, name, size)
                    )
    return known


def origin_of(released: str) -> Origin | None:
    """Return the origin of a file below ``results/``; None for any file but a paper's table or figure."""
    return origins().get(PurePosixPath(released).with_suffix("").as_posix())
