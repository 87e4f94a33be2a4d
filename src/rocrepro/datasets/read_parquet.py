"""Parquet files: numbers are numeric attributes, everything else is nominal."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from rocrepro.datasets.tables import Cell, RawTable, check_columns
from rocrepro.errors import InputError
from rocrepro.formats.parquet import valid_table

if TYPE_CHECKING:
    import pyarrow as pa


def read(paths: dict[str, Path], parts: list[str], entry: dict[str, Any]) -> list[RawTable]:
    """Read the files of `parts`, which must have the same columns."""
    tables = [_table(paths[part]) for part in parts]
    for table in tables[1:]:
        if table.columns != tables[0].columns:
            raise InputError(
                f"{table.path}: columns: found {', '.join(table.columns)}; "
                f"expected the columns of {tables[0].path.name}"
            )
    return tables


def _table(path: Path) -> RawTable:
    import pyarrow as pa
    import pyarrow.parquet as pq

    try:
        columns = [str(name) for name in pq.read_schema(path).names]
        check_columns(path, columns)
        table = valid_table(path)
    except (OSError, pa.ArrowException, UnicodeDecodeError) as error:
        raise InputError(
            f"{path}: found {' '.join(str(error).split())}; expected a readable Parquet file"
        ) from None
    cells = [_cells(column, path, name) for name, column in zip(columns, table.columns, strict=True)]
    declared = {
        name: None
        for name, column in zip(columns, table.columns, strict=True)
        if pa.types.is_integer(column.type) or pa.types.is_floating(column.type)
    }
    numbers = range(1, table.num_rows + 1)
    return RawTable(path, tuple(columns), cells, numbers, dict(declared), unit="row")


def _cells(column: pa.ChunkedArray, path: Path, name: str) -> list[Cell]:
    """Cells of a column: floats, or text; a null is missing, and so is a NaN."""
    import pyarrow as pa

    kind = column.type.value_type if pa.types.is_dictionary(column.type) else column.type
    values = column.to_pylist()
    if pa.types.is_integer(kind) or pa.types.is_floating(kind):
        return [None if value is None or value != value else float(value) for value in values]
    if pa.types.is_boolean(kind):
        return [None if value is None else str(value).lower() for value in values]
    if pa.types.is_string(kind) or pa.types.is_large_string(kind):
        return [None if value is None else str(value).strip() or None for value in values]
    raise InputError(f"{path}: column {name}: found type {kind}; expected numbers, text or truth values")
