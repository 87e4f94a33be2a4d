"""Parquet files: numbers are numeric attributes, everything else is nominal."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rocrepro.datasets.columns import NO_RULES, ColumnRules, header_of
from rocrepro.datasets.tables import Cell, RawTable, with_same_columns
from rocrepro.datasets.text_files import stripped
from rocrepro.errors import InputError
from rocrepro.formats.parquet import valid_table

if TYPE_CHECKING:
    import pyarrow as pa

INDEX = re.compile(r"__index_level_\d+__")
"""Pandas' index without a name, as a column of the file."""
OF_PANDAS = "the index that pandas wrote"
EXACT = 2**53
"""Up to which doubles hold all whole numbers."""


def read(
    paths: dict[str, Path], parts: list[str], entry: dict[str, Any], rules: ColumnRules = NO_RULES
) -> list[RawTable]:
    """Read the files of `parts`, which must have the same columns; columns that are left out are not read."""
    tables = [_table(paths[part], rules) for part in parts]
    return with_same_columns(tables, "columns: found", "the columns")


def _table(path: Path, rules: ColumnRules) -> RawTable:
    import pyarrow as pa
    import pyarrow.parquet as pq

    try:
        schema = pq.read_schema(path)
        names = [str(name) for name in schema.names]
        header = header_of(path, [stripped(name) for name in names], rules, marked=_index_columns(schema))
        table = valid_table(path, columns=[names[position] for position in header.read])
    except (OSError, pa.ArrowException, UnicodeDecodeError) as error:
        raise InputError(
            f"{path}: found {' '.join(str(error).split())}; expected a readable Parquet file"
        ) from None
    columns = list(zip(header.columns, table.columns, strict=True))
    cells = [_cells(column, path, name) for name, column in columns]
    declared = {
        name: None
        for name, column in columns
        if pa.types.is_integer(column.type) or pa.types.is_floating(column.type)
    }
    numbers = range(1, table.num_rows + 1)
    return RawTable(path, header.columns, cells, numbers, dict(declared), unit="row", notes=header.notes)


def _index_columns(schema: pa.Schema) -> dict[str, str]:
    """Columns that are a pandas index, by the file's own metadata or by their name."""
    found = {stripped(name) for name in schema.names if INDEX.fullmatch(name)}
    try:
        described = json.loads((schema.metadata or {})[b"pandas"])["index_columns"]
        found |= {stripped(name) for name in described if isinstance(name, str)}
    except (KeyError, TypeError, ValueError):  # not written by pandas, or damaged: no cell depends on it
        pass
    return dict.fromkeys(found, OF_PANDAS)


def _cells(column: pa.ChunkedArray, path: Path, name: str) -> list[Cell]:
    """Cells of a column: floats, or text; a null is missing, and so is a NaN."""
    import pyarrow as pa

    kind = column.type.value_type if pa.types.is_dictionary(column.type) else column.type
    values = column.to_pylist()
    if pa.types.is_integer(kind):
        # As floats, two large numbers could become one.
        return [
            None if value is None else float(value) if abs(value) <= EXACT else str(value) for value in values
        ]
    if pa.types.is_floating(kind):
        return [None if value is None or value != value else float(value) for value in values]
    if pa.types.is_boolean(kind):
        return [None if value is None else str(value).lower() for value in values]
    if pa.types.is_string(kind) or pa.types.is_large_string(kind):
        return [None if value is None else stripped(value) or None for value in values]
    raise InputError(
        f"{path}: column {name}: found type {kind}; expected numbers, text or truth values "
        "(or the column under drop)"
    )
