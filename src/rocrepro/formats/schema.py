"""The JSON file beside a CSV file: a Frictionless Table Schema, from which other tools read it too.

It has the names and types of the columns, the key (``primaryKey``) and the title. What that standard has no
word for stands under names that begin with "rocrepro:". Of a column these are its unit, the format in which
it is shown, and whether it holds what a paper prints; of the table, its notes, the rows that are shown where
not all are, and the columns that name a curve where the rows are points of curves and have no key.

An integer or truth value that is never missing is ``required``. An empty cell is a missing value, except in
columns of text whose own list of ``missingValues`` is empty: there it is an empty text.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import numpy as np
    import pandas as pd

NOTES, SHOWN, CURVE = "rocrepro:notes", "rocrepro:shown", "rocrepro:curve"
PRINTED, UNIT, FORMAT = "rocrepro:printed", "rocrepro:unit", "rocrepro:format"
DTYPES = {
    "string": ("str", "str"),
    "number": ("float64", "float64"),
    "integer": ("Int64", "int64"),
    "boolean": ("boolean", "bool"),
}
"""Types of columns, each with its dtypes in pandas: with missing values and without."""
NUMBERS = ("floating", "mixed-integer-float", "empty")
"""pandas' names for numbers: a column without any value, as where a run lacks data, counts as such."""


@dataclass(frozen=True)
class Column:
    """Description of a column.

    Attributes
    ----------
    name : str
    kind : {"string", "number", "integer", "boolean"}
    strict : bool
        Whether no value is missing: an empty cell is then an empty text, and an error in other columns.
    printed : bool
        Whether it holds what a paper prints.
    unit, format : str
        Unit of its values, and format in which they are shown; "" where there is none.
    """

    name: str
    kind: str
    strict: bool = False
    printed: bool = False
    unit: str = ""
    format: str = ""

    @property
    def numeric(self) -> bool:
        """True if the column holds numbers."""
        return self.kind in ("number", "integer")

    @property
    def field(self) -> dict[str, Any]:
        """The column as a field of a Table Schema."""
        found: dict[str, Any] = {"name": self.name, "type": self.kind}
        if self.strict:
            text = self.kind == "string"
            found["missingValues" if text else "constraints"] = [] if text else {"required": True}
        own = {PRINTED: self.printed, UNIT: self.unit, FORMAT: self.format}
        return found | {name: value for name, value in own.items() if value}

    @classmethod
    def of_field(cls, field: Mapping[str, Any]) -> Column:
        """Read what `field` gave."""
        strict = field.get("missingValues") == [] or field.get("constraints", {}).get("required", False)
        own = (field.get(PRINTED, False), field.get(UNIT, ""), field.get(FORMAT, ""))
        return cls(field["name"], field["type"], strict, *own)


def schema_path(csv: str | Path) -> Path:
    """Return the path of the schema of a CSV file."""
    return Path(csv).with_suffix(".json")


def kind_of(column: pd.Series[Any]) -> str:
    """Return the type of a column.

    Raises
    ------
    TypeError
        Its values are of several types, or of one that no table has.
    """
    import pandas as pd

    found = pd.api.types.infer_dtype(column, skipna=True)
    kind = "number" if found in NUMBERS else found
    if kind not in DTYPES:
        raise TypeError(
            f"column {column.name!r}: found {found} values; expected text, numbers or truth values"
        )
    return kind


def typed(frame: pd.DataFrame) -> pd.DataFrame:
    """Return a frame with one of `DTYPES` a column; text is not missing where it may be empty."""
    import numpy as np

    frame, others, texts = frame.reset_index(drop=True).rename(columns=str), {}, []
    for name, column in frame.items():
        kind, strict = kind_of(column), isinstance(column.dtype, np.dtype) and column.dtype.kind in "iub"
        if str(column.dtype) != DTYPES[kind][strict]:
            others[name] = DTYPES[kind][strict]
        if kind == "string":
            texts.append(name)
    frame = frame.astype(others) if others else frame
    full = {name: "" for name in texts if has_empty(frame[name])}
    return frame.fillna(full) if full else frame


def has_empty(column: pd.Series[Any]) -> bool:
    """Return whether some text of a column is empty."""
    return bool((column == "").any())


def read_frame(csv: Path, columns: Sequence[Column]) -> pd.DataFrame:
    """Read a CSV file with the types of its columns.

    Raises
    ------
    OSError, ValueError
        It is not there, has other columns, or values of other types.
    """
    import pandas as pd

    dtypes = {column.name: DTYPES[column.kind][column.strict] for column in columns}
    numbers = [column.name for column in columns if column.kind == "number"]
    full = [column.name for column in columns if column.kind == "string" and column.strict]
    frame = pd.read_csv(
        csv,
        dtype=dtypes | dict.fromkeys(numbers, "str"),  # the reader's own numbers may differ in the last bit
        keep_default_na=False,
        na_values={name: [""] for name in dtypes if name not in full},
    )
    if list(frame) != list(dtypes):
        raise ValueError(f"the columns {', '.join(map(str, frame))}")
    return frame.astype(dict.fromkeys(numbers, "float64"))


def ranges_of(mask: np.ndarray) -> list[list[int]]:
    """Return the rows that a mask takes, as ranges: the first row of each, from 0, and the one after it."""
    import numpy as np

    steps = np.flatnonzero(np.diff(np.concatenate([[False], mask, [False]]).astype(int))).tolist()
    return [list(pair) for pair in zip(steps[::2], steps[1::2], strict=True)]


def mask_of(ranges: Iterable[Sequence[int]], n_rows: int) -> np.ndarray:
    """Return the mask that `ranges_of` wrote."""
    import numpy as np

    mask = np.zeros(n_rows, dtype=bool)
    for start, end in ranges:
        mask[start:end] = True
    return mask
