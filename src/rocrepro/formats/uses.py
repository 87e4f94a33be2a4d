"""Record of what a value was computed from: names of data sets and engines, in a frame's column ``uses``.

A cell is text, the names in order with "; " between them: "dis; engine weka". No name: the value needs
no data, as that of a formula or of a simulation from a definition.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from rocrepro.formats.files import read_json, write_json

if TYPE_CHECKING:
    import pandas as pd

USES = "uses"
BETWEEN = "; "


def joined(*uses: Iterable[str] | str) -> str:
    """Join names, or cells that hold some, into one cell."""
    parts = [split(use) if isinstance(use, str) else set(use) for use in uses]
    return BETWEEN.join(sorted(set().union(*parts)))


def split(cell: str) -> set[str]:
    """Return the names in a cell."""
    return set(cell.split(BETWEEN)) if cell else set()


def engine_use(engine: str) -> str:
    """Return the name under which the use of an engine is recorded."""
    return f"engine {engine}"


def uses_path(csv: str | Path) -> Path:
    """Return the file beside an artifact's CSV that says what each of its rows was computed from."""
    return Path(csv).with_suffix(".uses.json")


class Uses(NamedTuple):
    """Names of what a table's rows were computed from, of all that its job read, and of what has no row."""

    rows: list[frozenset[str]]
    read: frozenset[str]
    rowless: frozenset[str]


def write_uses(path: str | Path, cells: Iterable[str], read: Iterable[str]) -> None:
    """Write the cells of one table, in the order of its rows; what many rows share is written once."""
    rows = list(cells)
    known = {cell: number for number, cell in enumerate(dict.fromkeys(rows))}
    numbers = [known[cell] for cell in rows]
    write_json(path, {"read": sorted(read), "uses": [sorted(split(cell)) for cell in known], "rows": numbers})


def read_uses(path: str | Path) -> Uses:
    """Read what `write_uses` wrote."""
    found = read_json(path)
    known, read = [frozenset(names) for names in found["uses"]], frozenset(found["read"])
    return Uses([known[number] for number in found["rows"]], read, read.difference(*known))


def stamped(frame: pd.DataFrame, uses: Iterable[str] | str) -> pd.DataFrame:
    """Return a frame whose rows say what they were computed from; those that say so already stay."""
    cell = joined(uses)
    own = frame.get(USES)
    return frame.assign(**{USES: cell if own is None else own.where(own.notna(), cell)})
