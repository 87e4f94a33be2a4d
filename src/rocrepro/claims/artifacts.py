"""Artifacts as measures read them: tables, and what figures plot."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from copy import copy
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rocrepro.errors import InputError
from rocrepro.formats.table import Table
from rocrepro.formats.uses import Uses, read_uses, uses_path

if TYPE_CHECKING:
    import numpy as np
    import pandas as pd


class Rows:
    """Some rows of an artifact. Only the columns that a measure reads are cut out, as there are thousands.

    Attributes
    ----------
    places : sequence of int
        Their numbers in the artifact, from 0.
    """

    def __init__(self, columns: Mapping[str, np.ndarray], places: Sequence[int]) -> None:
        self._columns = columns
        self.places = places

    def __len__(self) -> int:
        """Return the number of rows."""
        return len(self.places)

    def __iter__(self) -> Iterator[str]:
        """Iterate over the names of the columns."""
        return iter(self._columns)

    def __contains__(self, column: str) -> bool:
        """Return whether there is such a column."""
        return column in self._columns

    def __getitem__(self, column: str) -> np.ndarray:
        """Return a column: doubles or text."""
        return self._columns[column][self.places]

    def series(self, column: str) -> pd.Series[Any]:
        """Return a column for what pandas computes."""
        import pandas as pd

        values = self[column]
        return pd.Series(values, dtype=values.dtype)

    def where(self, mask: Iterable[Any]) -> Rows:
        """Return the rows for which `mask` is true."""
        return Rows(self._columns, [place for place, wanted in zip(self.places, mask, strict=True) if wanted])


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
        self._columns: dict[str, dict[str, np.ndarray]] = {}
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
            frame = self._frames[name] = _measured(Table.load(path))
            self._columns[name] = {str(column): frame[column].to_numpy() for column in frame}
        return self._frames[name]

    def rows(self, place: str, source: Mapping[str, Any]) -> Rows:
        """Return the rows of an artifact that fulfil ``where``: columns with a value, or a list of values."""
        frame, name = self.frame(place, source), artifact_name(place, source)
        columns = self._columns[name]
        where = dict(source.get("where", {}))
        if "variant" in frame and "variant" not in where:
            where["variant"] = self.variant
        kept = []
        for column, wanted in where.items():
            check_column(columns, place, source, column)
            index, number = self._places(name, column), columns[column].dtype == float
            values = [_key(_same_type(value, bool(number))) for value in _list(wanted)]
            found = [index.get(value, set()) for value in values]
            kept.append(found[0] if len(found) == 1 else set().union(*found))
        kept.sort(key=len)
        rows = Rows(columns, sorted(set.intersection(*kept)) if kept else range(len(frame)))
        if self._hidden and "engine" in rows:
            rows = rows.where(engine not in self._hidden for engine in rows["engine"])
        return rows

    def _places(self, name: str, column: str) -> dict[Any, set[int]]:
        """Return the positions of the rows with each value of a column, as thousands of claims look there."""
        if (name, column) not in self._index:
            index = self._index[name, column] = {}
            for place, value in enumerate(self._columns[name][column].tolist()):
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
        return list(self._places(artifact_name(place, source), "variant")) if "variant" in frame else []


def artifact_name(place: str, source: Mapping[str, Any]) -> str:
    """Return the path of an artifact below its folder, for example "tables/elazmeh2006_table3.csv"."""
    kinds = [kind for kind in ("table", "figure") if kind in source]
    if len(kinds) != 1 or not isinstance(source[kinds[0]], str):
        raise InputError(f"{place}: measure: found {dict(source)}; expected a table or a figure")
    return f"{kinds[0]}s/{source[kinds[0]]}.csv"


def check_column(
    columns: Rows | Mapping[str, Any], place: str, source: Mapping[str, Any], column: str
) -> None:
    """Raise InputError for a column that an artifact does not have."""
    if column not in columns:
        name = artifact_name(place, source)
        raise InputError(f"{place}: measure: {name} has no column {column!r}; expected {', '.join(columns)}")


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
