"""The summary of an assessment for scripts: one JSON document."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import fields
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

from rocrepro.report.layout import PAGE, table_place

if TYPE_CHECKING:
    import pandas as pd

    from rocrepro.formats.given.reading import Given
    from rocrepro.formats.table import Table
    from rocrepro.study import Choices

FORMAT = "rocrepro evaluate/1"
"""The first key of the document; the number rises when a field is renamed or taken away."""
APART = ("summary", "comparisons", "operating_points")
"""Tables with a key of their own."""
LONGEST = 500
"""Largest number of rows of a table in the document; longer tables are in their CSV files only."""


class Assessed(Protocol):
    """Results of an assessment, from memory or from disk."""

    @property
    def given(self) -> Given:
        """The scores that were read."""

    @property
    def choices(self) -> Choices:
        """The choices of the evaluation."""

    @property
    def tables(self) -> Mapping[str, Table]:
        """The tables to be read, by name."""

    @property
    def notes(self) -> tuple[str, ...]:
        """Notes that were made on the way."""


def json_summary(assessment: Assessed, folder: str | Path) -> dict[str, Any]:
    """Return what scripts read of an assessment.

    Parameters
    ----------
    assessment : Assessment or LargeAssessment
    folder : str or Path
        Where its files are, for the field ``files``.

    Returns
    -------
    dict
        Plain values that `json.dumps` takes with ``allow_nan=False``. What is undefined is None, and an
        infinite threshold is the text "inf" or "-inf", which `float` reads. ``docs/api/assess.md`` describes
        the fields.

    See Also
    --------
    rocrepro.assess.assess : gives the same numbers as tables.
    """
    given, tables = assessment.given, assessment.tables
    others = [name for name, table in tables.items() if name not in APART and len(table.frame) <= LONGEST]
    return {
        "format": FORMAT,
        "given": {
            "name": given.name,
            "positive": given.positive,
            "negative": given.negative,
            "paired": given.paired,
            "unpaired": given.unpaired,
        },
        "notes": list(assessment.notes),
        "choices": {
            field.name: plain(getattr(assessment.choices, field.name))
            for field in fields(assessment.choices)
            if field.name != "best_by"
        },
        "models": [_model(row) for row in rows_of(tables["summary"].frame)],
        "comparisons": rows_of(tables["comparisons"].frame) if "comparisons" in tables else [],
        "operating_points": rows_of(tables["operating_points"].frame) if "operating_points" in tables else [],
        "tables": {name: rows_of(tables[name].frame) for name in others},
        "files": {
            "folder": str(folder),
            "page": PAGE,
            "tables": {name: table_place(name) for name in tables},
        },
    }


def _model(row: Mapping[str, Any]) -> dict[str, Any]:
    """One row of the summary, each measure with the limits of its interval where it has such."""
    counts = {name: row[name] for name in ("n_pos", "n_neg")}
    measures = {
        name: {"value": value, **dict(_limits(row, name))}
        for name, value in row.items()
        if name not in ("model", *counts) and not _is_limit(row, name)
    }
    return {"model": row["model"], "n": counts["n_pos"] + counts["n_neg"], **counts, "measures": measures}


def _limits(row: Mapping[str, Any], name: str) -> Iterator[tuple[str, Any]]:
    for end in ("low", "high"):
        if f"{name}_{end}" in row:
            yield end, row[f"{name}_{end}"]


def _is_limit(row: Mapping[str, Any], name: str) -> bool:
    """Return whether a column is an end of the interval of another one."""
    measure, _, end = name.rpartition("_")
    return end in ("low", "high") and measure in row


def rows_of(frame: pd.DataFrame) -> list[dict[str, Any]]:
    """Return the rows of a table as mappings of plain values."""
    return [{str(name): plain(value) for name, value in row.items()} for row in frame.to_dict("records")]


def plain(value: Any) -> Any:
    """Return a value as JSON can hold it: nothing for undefined numbers, and words for infinite ones."""
    if value is None or isinstance(value, (bool, str)):
        return value
    value = value.item() if hasattr(value, "item") else value
    if isinstance(value, bool | int):
        return value
    if isinstance(value, float):
        return value if math.isfinite(value) else None if math.isnan(value) else str(value)
    return None if str(value) in ("<NA>", "NaT") else str(value)
