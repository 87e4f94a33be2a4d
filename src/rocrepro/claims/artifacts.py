"""Artifacts as measures read them: tables, and what figures plot."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping
from copy import copy
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rocrepro.errors import InputError
from rocrepro.formats.table import Table
from rocrepro.formats.uses import Uses, read_uses, uses_path

if TYPE_CHECKING:
    import pandas as pd


class Artifacts:
    """The tables below a folder, each read once.

    Parameters
    ----------
    folder : str or Path
        Has ``tables/`` and ``figures/``.
    variant : str
        Rows to take of an artifact that has a column ``variant``, where a measure names none.
    released : callable
        From an artifact's name to the file's path below `folder`, where it is another (in ``results/``).
    """

    def __init__(
        self, folder: str | Path, variant: str = "base", *, released: Callable[[str], str] = str
    ) -> None:
        self.folder = Path(folder)
        self.variant = variant
        self.released = released
        self._hidden: frozenset[str] = frozenset()
        self._frames: dict[str, pd.DataFrame] = {}
        self._index: dict[tuple[str, str], dict[Any, set[int]]] = {}
        self._uses: dict[str, Uses] = {}

    def under(self, variant: str) -> Artifacts:
        """Return the same artifacts, seen under another variant."""
        other = copy(self)
        other.variant = variant
        return other

    def without(self, engines: Iterable[str]) -> Artifacts:
        """Return the same artifacts without the rows of some engines."""
        other = copy(self)
        other._hidden = frozenset(engines)
        return other

    def frame(self, place: str, source: Mapping[str, Any]) -> pd.DataFrame:
        """Return all rows of the artifact that `source` names by ``table`` or ``figure``.

        Raises
        ------
        InputError
            If there is no such artifact; the message begins with `place`.
        """
        name = artifact_name(place, source)
        if name not in self._frames:
            path = self.folder / self.released(name)
            if not path.is_file():
                raise InputError(
                    f"{place}: measure: found no artifact {name}; expected an artifact of the papers"
                )
            self._frames[name] = _measured(Table.load(path))
        return self._frames[name]

    def rows(self, place: str, source: Mapping[str, Any]) -> pd.DataFrame:
        """Return the rows of an artifact that fulfil ``where``: columns with a value, or a list of values."""
        frame = self.frame(place, source)
        where = dict(source.get("where", {}))
        if "variant" in frame and "variant" not in where:
            where["variant"] = self.variant
        kept = []
        for column, wanted in where.items():
            check_column(frame, place, source, column)
            index, number = self._places(artifact_name(place, source), column), frame[column].dtype == float
            values = [_key(_same_type(value, bool(number))) for value in _list(wanted)]
            kept.append(set().union(*(index.get(value, ()) for value in values)))
        if kept:
            frame = frame.iloc[sorted(set.intersection(*kept))]
        if self._hidden and "engine" in frame:
            frame = frame.loc[~frame["engine"].isin(self._hidden)]
        return frame

    def _places(self, name: str, column: str) -> dict[Any, set[int]]:
        """Return the positions of the rows with each value of a column, as thousands of claims look there."""
        if (name, column) not in self._index:
            index = self._index[name, column] = {}
            for place, value in enumerate(self._frames[name][column]):
                index.setdefault(_key(value), set()).add(place)
        return self._index[name, column]

    def uses(self, place: str, source: Mapping[str, Any]) -> Uses:
        """Return what each row of an artifact was computed from, and all that its job read.

        Raises
        ------
        InputError
            If it is not there, or is that of another table.
        """
        name = artifact_name(place, source)
        if name not in self._uses:
            path = uses_path(self.folder / self.released(name))
            if not path.is_file():
                raise InputError(f"{path}: found no file; expected the file from which {name} was computed")
            uses, n_rows = read_uses(path), len(self.frame(place, source))
            if len(uses.rows) != n_rows:
                raise InputError(f"{path}: found {len(uses.rows)} rows; expected {n_rows}, as {name} has")
            self._uses[name] = uses
        return self._uses[name]

    def variants(self, place: str, source: Mapping[str, Any]) -> list[str]:
        """Return the names of an artifact's variants, in its order; none where it has no such column."""
        frame = self.frame(place, source)
        return list(dict.fromkeys(frame["variant"])) if "variant" in frame else []


def artifact_name(place: str, source: Mapping[str, Any]) -> str:
    """Return the path of an artifact below its folder, for example "tables/elazmeh2006_table3.csv"."""
    kinds = [kind for kind in ("table", "figure") if kind in source]
    if len(kinds) != 1 or not isinstance(source[kinds[0]], str):
        raise InputError(f"{place}: measure: found {dict(source)}; expected a table or a figure")
    return f"{kinds[0]}s/{source[kinds[0]]}.csv"


def check_column(frame: pd.DataFrame, place: str, source: Mapping[str, Any], column: str) -> None:
    """Raise InputError for a column that an artifact does not have."""
    if column not in frame:
        name = artifact_name(place, source)
        raise InputError(
            f"{place}: measure: {name} has no column {column!r}; expected {', '.join(map(str, frame))}"
        )


def _measured(table: Table) -> pd.DataFrame:
    """A table's frame with numbers and truth values as doubles; "" where text is missing."""
    texts = [column.name for column in table.columns if column.kind == "string"]
    frame = table.frame.astype({name: object if name in texts else float for name in table.frame})
    return frame.assign(**frame[texts].fillna(""))


def as_text(cell: Any) -> str:
    """Return a cell as text; an empty one is "" in a column of numbers too."""
    return "" if cell != cell else str(cell)


def _key(value: Any) -> Any:
    """A cell as a key: a missing number equals no other, not even itself."""
    return "" if value != value else value


def _list(wanted: Any) -> list[Any]:
    return wanted if isinstance(wanted, list) else [wanted]


def _same_type(value: Any, number: bool) -> Any:
    """The value of a condition as the cells of a column have it."""
    if not number:
        return str(value)
    if value == "":
        return math.nan
    return float(value) if isinstance(value, (int, float)) else value
