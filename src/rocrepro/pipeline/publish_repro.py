"""The ledger's measured cells in a format that another program checks: ``repro.yaml``, schema repro/1.

The program claims-cli reads such a file and looks up every cell again. It names each number that it does not
find or finds to be another. It compares only numbers: cells with words or truth values are left out, and so
are claims that only do arithmetic on what a paper prints.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from rocrepro.claims.artifacts import Artifacts
from rocrepro.claims.cells import Cell, cells_of
from rocrepro.claims.model import Claim, PaperLedger
from rocrepro.formats.files import sha256
from rocrepro.formats.table import Table

REPRO = "repro.yaml"
SCHEMA = "repro/1"
NO_ENGINE = "measured"
"""Name of a value that no learner is involved in."""


class _File:
    """One released table: how its rows are named, and which of its columns have numbers."""

    def __init__(self, path: Path) -> None:
        self._digest = sha256(path)
        table = Table.load(path)
        self.numbers = {column.name for column in table.columns if column.numeric}
        exact = {column.name for column in table.columns if column.kind in ("string", "integer")}
        # A key of text and whole numbers says which row is meant, in whatever order they stand.
        keyed = table.key and set(table.key) <= exact and not table.frame.duplicated(table.key).any()
        self._keys = table.frame[table.key].astype(str).to_dict("records") if keyed else []

    def row(self, at: int) -> dict[str, Any]:
        """Return the row as the format addresses it: by its key, or else by its number."""
        if not self._keys:
            return {"row": at}
        return {"where": {str(name): value.strip() for name, value in self._keys[at].items()}}

    def pin(self, name: str) -> dict[str, Any]:
        """Return the file by its released name and digest."""
        return {"id": name, "path": name, "digest": {"algorithm": "sha256", "value": self._digest}}


def repro_manifest(
    ledgers: Iterable[PaperLedger], artifacts: Artifacts, renamed: Mapping[str, str] | None = None
) -> str:
    """State every cell that the ledgers' measures read: file, row, column and value.

    Parameters
    ----------
    ledgers : iterable of PaperLedger
    artifacts : Artifacts
        What the measures read.
    renamed : mapping of str to str, optional
        Released name of an artifact, where it is another.

    Returns
    -------
    str
        YAML, each entry on a line, with the digest of each file; the same for the same input. Files are named
        as below ``results/``, where the text belongs.
    """
    files: dict[str, _File] = {}
    lines = []
    for claim in (claim for ledger in ledgers for claim in ledger.claims if claim.measure is not None):
        evidence = list(_evidence(claim, artifacts, renamed or {}, files))
        if evidence:
            head = {"id": claim.id, "text": claim.says, "where": claim.where or claim.paper}
            lines.append("- " + "\n  ".join(f"{key}: {_json(value)}" for key, value in head.items()))
            lines.append("  evidence:")
            lines += [f"  - {_json(one)}" for one in evidence]
    pinned = [file.pin(name) for name, file in sorted(files.items())]
    tables = ["artifacts:", *(f"- {_json(one)}" for one in pinned)] if pinned else []
    claims = ["claims:", *lines] if lines else []
    return "\n".join([f"schema_version: {SCHEMA}", "project: rocrepro", *tables, *claims]) + "\n"


def _evidence(
    claim: Claim, artifacts: Artifacts, renamed: Mapping[str, str], files: dict[str, _File]
) -> Iterator[Mapping[str, Any]]:
    """The cells of one claim, each once."""
    seen: set[tuple[str, int, str]] = set()
    for cell in cells_of(claim, artifacts):
        place = (cell.file, cell.row, cell.column)
        name = renamed.get(cell.file, cell.file)
        if name not in files:
            files[name] = _File(artifacts.folder / artifacts.released(cell.file))
        if place not in seen and cell.column in files[name].numbers:
            seen.add(place)
            address = {"kind": "table", "artifact": name, "name": _name(cell), "column": cell.column}
            yield address | files[name].row(cell.row) | {"reported": _number(cell.value)}


def _name(cell: Cell) -> str:
    return f"{cell.engine or NO_ENGINE}, seed {cell.seed}"


def _number(value: float) -> str:
    """The fewest digits that give the same double back; a whole number has no decimal point."""
    return str(int(value)) if value.is_integer() and abs(value) < 1e15 else repr(value)


def _json(value: Any) -> str:
    """A value on one line, which YAML reads too."""
    return json.dumps(value, ensure_ascii=False)
