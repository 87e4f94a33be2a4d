"""Parquet files: numbers are numeric attributes, everything else is nominal."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rocrepro.datasets.columns import NO_RULES, ColumnRules, header_of
from rocrepro.datasets.tables import EXACT, Cell, RawTable, with_same_columns
from rocrepro.datasets.text_files import stripped
from rocrepro.errors import InputError
from rocrepro.formats.parquet import valid_table

if TYPE_CHECKING:
    import pyarrow as pa

INDEX = re.compile(r"__index_level_\d+__")
"""Pandas' index without a name, as a column of the file."""
OF_PANDAS = "the index that pandas wrote"


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
    notes = [*header.notes, *_numbered(schema, declared, rules)]
    return RawTable(path, header.columns, cells, numbers, dict(declared), unit="row", notes=tuple(notes))


def _numbered(schema: pa.Schema, declared: Iterable[str], rules: ColumnRules) -> Iterator[str]:
    """Notes on categories of pandas that are numbers; what the entry says of a column goes first."""
    described = [one for one in _of_pandas(schema, "columns") if isinstance(one, dict)]
    categories = {
        stripped(str(one.get("name"))) for one in described if one.get("pandas_type") == "categorical"
    }
    for name in declared:
        said = name == rules.target or rules.is_nominal(name) or rules.values_of(name) is not None
        if name in categories and not said and not rules.is_kept(name):
            yield (
                f"column {name} holds categories of pandas that are numbers, and was read as numbers; "
                f"nominal: {json.dumps([name], ensure_ascii=False)} in the entry reads categories"
            )


def _index_columns(schema: pa.Schema) -> dict[str, str]:
    """Columns that are a pandas index, by the file's own metadata or by their name."""
    found = {stripped(name) for name in schema.names if INDEX.fullmatch(name)}
    found |= {stripped(name) for name in _of_pandas(schema, "index_columns") if isinstance(name, str)}
    return dict.fromkeys(found, OF_PANDAS)


def _of_pandas(schema: pa.Schema, key: str) -> list[Any]:
    """Return what pandas wrote into the file about its columns; empty where it is missing or damaged."""
    try:
        described = json.loads((schema.metadata or {})[b"pandas"])[key]
    except (KeyError, TypeError, ValueError):  # no cell depends on it
        return []
    return described if isinstance(described, list) else []


def _cells(column: pa.ChunkedArray, path: Path, name: str) -> list[Cell]:
    """Cells of a column: floats, or text; a null is missing, and so is a NaN."""
    import pyarrow as pa

    kind = column.type.value_type if pa.types.is_dictionary(column.type) else column.type
    values = column.to_pylist()
    if pa.types.is_integer(kind):
        # As floats, two large numbers could become one.
        return [
            None if value is None else float(value) if abs(value) < EXACT else str(value) for value in values
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
