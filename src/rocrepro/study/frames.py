"""Typed rows and blocks of columns as tidy frames: first what names a model, then what was found."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, fields
from typing import TYPE_CHECKING, Any, TypeVar, get_type_hints

if TYPE_CHECKING:
    import pandas as pd

Key = tuple[str | int, ...]
"""Name of a row's model or pair, part by part, then the seed."""
TYPES = {int: "int64", float: "float64", bool: "bool", str: "str"}
"""Types of a frame's columns by those of a row's fields."""


@dataclass(frozen=True)
class Row:
    """One row of a kind; its fields are the columns, their types those of the frame."""

    @classmethod
    def columns(cls) -> list[str]:
        """Return the names of the columns, without those that name a model."""
        return [one.name for one in fields(cls)]


Of = TypeVar("Of", bound=Row)


def frame_of(names: Sequence[str], kind: type[Row], rows: Iterable[tuple[Key, Row]]) -> pd.DataFrame:
    """Make the frame of the rows of one kind.

    Parameters
    ----------
    names : sequence of str
        Columns of the keys.
    kind : type
        The rows' own class: it gives the columns, also where there is no row.
    rows : iterable of (key, Row)

    Returns
    -------
    pandas.DataFrame
    """
    import pandas as pd

    found, types = list(rows), get_type_hints(kind)
    columns: dict[str, Any] = {}
    for at, (name, dtype) in enumerate(_key_types(names).items()):
        columns[name] = pd.Series([key[at] for key, _ in found], dtype=dtype)
    for name in kind.columns():
        columns[name] = pd.Series([getattr(row, name) for _, row in found], dtype=TYPES[types[name]])
    return pd.DataFrame(columns)


def rows_of(kind: type[Of], frame: pd.DataFrame) -> list[Of]:
    """Return the rows of a frame of one kind, without what names a model.

    Parameters
    ----------
    kind : type
        The rows' own class.
    frame : pandas.DataFrame
        As `frame_of` makes it, or a selection of its rows.
    """
    return [kind(*cells) for cells in frame[kind.columns()].itertuples(index=False, name=None)]


def _key_types(names: Sequence[str]) -> dict[str, str]:
    """Types of the columns of the keys."""
    return {name: "int64" if name == "seed" else "str" for name in names}


def floats(*names: str) -> dict[str, type]:
    """Return columns of `stacked` that hold floating-point numbers."""
    return dict.fromkeys(names, float)


def stacked(
    names: Sequence[str], columns: Mapping[str, type], blocks: Iterable[tuple[Key, Mapping[str, Any]]]
) -> pd.DataFrame:
    """Make one frame of blocks, one below the other.

    Parameters
    ----------
    names : sequence of str
        Columns of the keys.
    columns : mapping of str to type
        The blocks' columns with the types of their values, also where there is no block.
    blocks : iterable of (key, columns)
        Arrays of one length in each block, or single values.

    Returns
    -------
    pandas.DataFrame
    """
    import pandas as pd

    parts = [
        pd.DataFrame({name: block[name] for name in columns}).assign(**dict(zip(names, key, strict=True)))
        for key, block in blocks
    ]
    types = _key_types(names) | {name: TYPES[of] for name, of in columns.items()}
    frame = pd.concat(parts, ignore_index=True) if parts else pd.DataFrame(columns=list(types))
    return frame[list(types)].astype(types)
