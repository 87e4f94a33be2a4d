"""The folder of a manuscript: what it states, its tables and its scores."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from rocrepro.claims.loading import load_ledger
from rocrepro.claims.model import PaperLedger
from rocrepro.errors import InputError

NAME = re.compile(r"[A-Za-z0-9_-]+")
PAPER = re.compile(r"[a-z0-9_]+")
OWN = ("scores", "tables")
"""Keys of ``paper.yaml`` that name files."""
SUFFIXES = {"scores": (".csv", ".parquet"), "tables": (".csv",)}


@dataclass(frozen=True)
class Manuscript:
    """Contents of a folder on one paper.

    Attributes
    ----------
    folder : Path
    ledger : PaperLedger
        Its statements, findings and conclusions.
    tables : mapping of str to Path
        CSV files by the name that measures use.
    scores : mapping of str to mapping
        Entries of ``paper.yaml`` by name, each with its ``file``: names of columns, the positive class and
        choices, as `rocrepro evaluate` has them.
    """

    folder: Path
    ledger: PaperLedger
    tables: Mapping[str, Path]
    scores: Mapping[str, Mapping[str, Any]]


def schema_file() -> Path:
    """Return the schema of the files, that of the four papers' ledgers too."""
    return Path(__file__).with_name("claims.schema.json")


def read_manuscript(folder: str | Path) -> Manuscript:
    """Read what a folder states, and find its tables and scores.

    Parameters
    ----------
    folder : str or Path
        Has ``paper.yaml`` and ``claims.yaml``, and may have ``findings.yaml``. Its tables are the files in
        ``tables/``, its scores those in ``scores/``, and both those that ``paper.yaml`` names. Its name is
        the paper's.

    Raises
    ------
    InputError
        One line for the first thing that is wrong.
    """
    folder = Path(folder)
    if not folder.is_dir():
        raise InputError(f"{folder}: found no such folder; expected one with paper.yaml and claims.yaml")
    if folder.name in ("", ".."):
        folder = folder.resolve()
    if not PAPER.fullmatch(folder.name):
        expected = "expected small letters, digits and underscores, because ids begin with it"
        raise InputError(f"{folder}: found a folder named {folder.name!r}; {expected}")
    ledger = load_ledger(folder, schema_file(), paper="reviewed")
    scores = {name: dict(entry) for name, entry in ledger.about.get("scores", {}).items()}
    named = {
        "tables": dict(ledger.about.get("tables", {})),
        "scores": {name: entry["file"] for name, entry in scores.items() if "file" in entry},
    }
    files = {kind: _files(folder, kind, names) for kind, names in named.items()}
    for name in scores:
        if name not in files["scores"]:
            found = f"found no file {name}.csv or {name}.parquet in {folder / 'scores'}"
            raise InputError(
                f"{folder / 'paper.yaml'}: scores.{name}: {found}; expected one, or the key 'file'"
            )
    return Manuscript(
        folder,
        ledger,
        files["tables"],
        {name: {**scores.get(name, {}), "file": path} for name, path in files["scores"].items()},
    )


def _files(folder: Path, kind: str, named: Mapping[str, str]) -> dict[str, Path]:
    """The files of one kind by name: those of its folder, and those that ``paper.yaml`` names."""
    found = {name: _inside(folder, kind, name, file) for name, file in named.items()}
    there = folder / kind
    listed = sorted(there.iterdir()) if there.is_dir() else []
    for path in listed:
        if path.name.startswith(".") or path.suffix.lower() not in SUFFIXES[kind] or path in found.values():
            continue
        if path.stem in named:  # paper.yaml says which file has this name
            continue
        if path.stem in found:
            raise InputError(f"{path}: found the name {path.stem!r} twice; expected one file of a name")
        _check_name(path, path.stem)
        found[path.stem] = _inside(folder, kind, path.stem, f"{kind}/{path.name}")
    return found


def _inside(folder: Path, kind: str, name: str, file: str) -> Path:
    """The path of a file, which must lie in the folder: it goes into the report."""
    place = f"{folder / 'paper.yaml'}: {kind}.{name}"
    _check_name(place, name)
    path = folder / file
    try:
        inside = path.resolve().is_relative_to(folder.resolve())
        there = path.is_file()
    except (OSError, ValueError) as error:  # a NUL byte, a name that is too long
        raise InputError(f"{place}: found {error}; expected a file in the folder") from None
    if not inside:
        raise InputError(f"{place}: found {file!r}; expected a file in the folder")
    if not there:
        raise InputError(f"{place}: found no file {file!r}; expected one in the folder")
    return path


def _check_name(place: str | Path, name: str) -> None:
    if not NAME.fullmatch(name):
        expected = "expected letters, digits, underscores and hyphens, as measures use it"
        raise InputError(f"{place}: found the name {name!r}; {expected}")
