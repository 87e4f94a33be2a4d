"""A paper's facts as a table. This is not with their rows, since simulations need no table."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import chain
from typing import Any

from rocrepro.errors import InputError
from rocrepro.formats.table import Table
from rocrepro.formats.uses import USES
from rocrepro.papers.fact_rows import COLUMNS, KEYS, SEED, Row
from rocrepro.papers.rows import frame_of

NEVER = {*COLUMNS, USES} - {"dataset", "learner"}
"""Columns that no quantity declares: values, and the choices, engines and seeds that any may have."""


def facts_table(
    rows: Iterable[Row],
    notes: Iterable[str],
    declared: Mapping[str, Mapping[str, Any]] | None = None,
    *,
    learners: bool = True,
) -> Table:
    """Make the facts table of some rows.

    Parameters
    ----------
    rows : iterable of dict
    notes : iterable of str
    declared : mapping, optional
        What the ledger says of each quantity (``quantities.yaml``): what it is, its unit, and the columns
        that it goes by.
    learners : bool
        Whether the page shows the rows of single learners; the CSV has them anyhow.

    Raises
    ------
    InputError
        A quantity is computed and not declared, or declared and not computed, or goes by other columns. One
        that goes by data sets need not be computed: the configuration may leave out all that it is about.
    """
    rows, further = list(rows), []
    if declared is not None:
        by = _columns(rows, declared)
        further = [name for name in dict.fromkeys(chain(*by.values())) if name not in KEYS]
        empty = dict.fromkeys(further, "")
        rows = [empty | row | _words(declared[row["fact"]]) for row in rows]
    columns = [*COLUMNS, *further, *(["unit"] if declared is not None else []), USES]
    frame = frame_of(rows, columns, whole=("n_resamples", "n"))
    base = (frame["seed"] == SEED) & (frame["variant"] == "base") & (learners | (frame["learner"] == ""))
    excerpt = base.to_numpy(dtype=bool)
    keys = (*KEYS, *further)
    return Table(frame, "Facts behind the claims", tuple(notes), {"value": ".6g"}, excerpt, keys=keys)


def _words(declared: Mapping[str, Any]) -> dict[str, str]:
    return {"note": declared["says"], "unit": declared.get("unit", "")}


def _columns(rows: Iterable[Row], declared: Mapping[str, Mapping[str, Any]]) -> dict[str, list[str]]:
    """The columns that each quantity goes by; they must be those that its rows fill."""
    filled: dict[str, set[str]] = {}
    for row in rows:
        named = {name for name, cell in row.items() if name not in NEVER and cell != ""}
        filled.setdefault(row["fact"], set()).update(named)
    for name in [*filled, *declared]:
        by = declared.get(name, {}).get("by", [])
        if name not in filled and "dataset" in by:
            continue
        if name not in declared or name not in filled:
            side, other = ("computed", "declared") if name in filled else ("declared", "computed")
            raise InputError(f"quantities.yaml: {name}: found it {side} and not {other}; expected both")
        if filled[name] != {*by}:
            found = (
                f"found {', '.join(by) or 'nothing'}; expected {', '.join(sorted(filled[name])) or 'nothing'}"
            )
            raise InputError(f"quantities.yaml: {name}.by: {found}, as its rows have")
    return {name: list(one.get("by", ())) for name, one in declared.items()}
