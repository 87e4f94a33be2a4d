"""ARFF files, as Weka and OpenML have them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from rocrepro.datasets.read_c45 import read_text
from rocrepro.datasets.tables import Cell, RawTable, check_columns
from rocrepro.errors import InputError


def read(paths: dict[str, Path], parts: list[str], entry: dict[str, Any]) -> list[RawTable]:
    """Read the files of `parts`; nominal attributes keep their declared values and order.

    A string attribute becomes nominal with the values that occur. Sparse rows are refused.
    """
    tables = [_table(paths[part]) for part in parts]
    for table in tables[1:]:
        if table.columns != tables[0].columns:
            raise InputError(
                f"{table.path}: header: found the attributes {', '.join(table.columns)}; "
                f"expected those of {tables[0].path.name}"
            )
    return tables


def _table(path: Path) -> RawTable:
    import arff

    text = read_text(path)
    _refuse_sparse_rows(path, text)
    try:
        content = arff.loads(text, encode_nominal=False, return_type=arff.DENSE)
    except (arff.ArffException, ValueError, IndexError) as error:
        found = str(error) or type(error).__name__
        raise InputError(f"{path}: found {found}; expected a dense ARFF file") from None
    columns = tuple(name for name, _ in content["attributes"])
    check_columns(path, columns)
    declared: dict[str, tuple[str, ...] | None] = {}
    for name, kind in content["attributes"]:
        if isinstance(kind, list):
            declared[name] = tuple(kind)
        else:
            declared[name] = () if kind.upper() == "STRING" else None
    rows: list[list[Cell]] = [list(row) for row in content["data"]]
    numbers = list(range(1, len(rows) + 1))
    return RawTable(path, columns, rows, numbers, declared, unit="data row")


def _refuse_sparse_rows(path: Path, text: str) -> None:
    """Refuse rows in braces: liac-arff would fill the gaps with 0, in nominal columns too."""
    in_data = False
    for position, line in enumerate(text.splitlines(), start=1):
        if in_data and line.lstrip().startswith("{"):
            raise InputError(f"{path}: line {position}: found a sparse row; expected a dense ARFF file")
        in_data = in_data or line.strip().lower().startswith("@data")
