"""Tables between the rules, as Parquet with checksums: reading finds a byte that changed."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from rocrepro.errors import InputError
from rocrepro.formats.files import writing

if TYPE_CHECKING:
    import pandas as pd
    import pyarrow as pa


def parquet_errors(path: str | Path) -> type[Exception]:
    """Return what pyarrow raises for a bad file.

    Raises
    ------
    InputError
        For a user's file where pyarrow, which only Parquet files need, is not installed.
    """
    try:
        from pyarrow import ArrowException
    except ImportError:
        expected = "expected it installed (pip install pyarrow, or rocrepro with its extra parquet)"
        raise InputError(f"{path}: found no package pyarrow, which reads Parquet files; {expected}") from None
    return ArrowException  # type: ignore[no-any-return]


def write_frame(frame: pd.DataFrame, path: str | Path) -> None:
    """Write a table without its index."""
    import pyarrow as pa

    write_arrow(pa.Table.from_pandas(frame, preserve_index=False), path)


def write_arrow(table: pa.Table, path: str | Path) -> None:
    """Write an Arrow table, whole or not at all."""
    import pyarrow.parquet as pq

    with writing(path) as temporary:
        pq.write_table(table, temporary, write_page_checksum=True)


def valid_table(path: str | Path, **options: Any) -> pa.Table:
    """Read a Parquet file whole, so that text that is not UTF-8 raises here and not later.

    Raises
    ------
    OSError, pyarrow.ArrowException, UnicodeDecodeError
        What the file is not; a caller says it in one line.
    """
    import pyarrow.parquet as pq

    table = pq.read_table(path, partitioning=None, **options)
    table.validate(full=True)
    return table


def read_frame(path: str | Path) -> pd.DataFrame:
    """Read a table and compare its checksums.

    Raises
    ------
    InputError
        If the file is absent, is not Parquet, or is damaged.
    """
    import pyarrow as pa

    try:
        table = valid_table(path, page_checksum_verification=True)
    except (OSError, pa.ArrowException, UnicodeDecodeError) as error:
        expected = "expected a readable Parquet file (if the workflow made it, remove it and run again)"
        found = "nothing" if isinstance(error, FileNotFoundError) else error
        raise InputError(f"{path}: found {found}; {expected}") from None
    frame: pd.DataFrame = table.to_pandas()
    return frame
