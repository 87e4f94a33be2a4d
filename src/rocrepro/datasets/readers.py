"""The readers of raw files, by the name that an entry gives."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from rocrepro.datasets import read_arff, read_c45, read_csv, read_parquet
from rocrepro.datasets.columns import ColumnRules
from rocrepro.datasets.tables import RawTable


@dataclass(frozen=True)
class Reader:
    """One reader.

    Attributes
    ----------
    read : callable
        ``(paths by role, parts, entry, rules) -> tables``, one table for each part and all with the same
        columns.
    options : frozenset of str
        Keys of an entry that only some readers know.
    roles : tuple of str
        Files that it needs besides the parts.
    """

    read: Callable[[dict[str, Path], list[str], dict[str, Any], ColumnRules], list[RawTable]]
    options: frozenset[str]
    roles: tuple[str, ...] = ()


COLUMNS = frozenset({"nominal", "values", "drop", "keep", "decimal", "thousands"})
READERS = {
    "c45": Reader(read_c45.read, frozenset({"class_first", "values", "encoding"}), roles=("names",)),
    "csv": Reader(read_csv.read, COLUMNS | {"header", "columns", "delimiter", "missing", "encoding"}),
    "arff": Reader(read_arff.read, COLUMNS | {"encoding"}),
    "parquet": Reader(read_parquet.read, COLUMNS),
}
OPTIONS = frozenset().union(*(reader.options for reader in READERS.values()))
