"""Rows that a quotation mark too many has put into one cell, or that a spreadsheet has cut off."""

from __future__ import annotations

from collections.abc import Iterable

SHEETS = (65_535, 1_048_575)
"""Rows below the header of a full sheet, in old and in newer workbooks."""


def lost_rows(cell: str, n_fields: int, delimiter: str) -> int:
    r"""Return how many rows a cell may hold that begins with a quotation mark too many.

    The next quotation mark of the column ends it. Then it has a line break, and the delimiters of a whole
    row, for each row that is lost; a text of several lines has that by chance only.

    Parameters
    ----------
    cell : str
    n_fields : int
        Fields of a row.
    delimiter : str

    Returns
    -------
    int
        0 where the cell may hold none.

    Examples
    --------
    >>> lost_rows("b\n3,4,a\n5,6,b", n_fields=3, delimiter=",")
    2
    >>> lost_rows("a text,\nof two lines", n_fields=3, delimiter=",")
    0
    """
    breaks = cell.replace("\r\n", "\n").replace("\r", "\n").count("\n")
    return breaks if cell.count(delimiter) == breaks * (n_fields - 1) else 0


def say_lost(cells: Iterable[str], n_fields: int, delimiter: str) -> str:
    """Say that a cell may hold lost rows; empty where none does."""
    lost = next((lost for cell in cells if (lost := lost_rows(cell, n_fields, delimiter))), 0)
    return (
        f"a cell holds {lost} line breaks and the fields of as many rows: if a quotation mark is missing, "
        "these rows are lost"
        if lost
        else ""
    )


def say_cut(n_rows: int) -> str:
    """Say that a file has as many rows as a sheet can hold; empty where it has another number."""
    if n_rows not in SHEETS:
        return ""
    return f"{n_rows} rows are the maximum of a worksheet below its header: further rows may be lost"
