"""A table of results: a frame, with what a reader of it must know.

It is saved as CSV in full precision, with a JSON file of the same name beside it (`rocrepro.formats.schema`),
from which `Table.load` gives it back. Markdown and HTML are renderings.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from csv import QUOTE_NONNUMERIC
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rocrepro.errors import InputError
from rocrepro.formats.files import read_json, write_json, write_text
from rocrepro.formats.schema import (
    CURVE,
    NOTES,
    SHOWN,
    Column,
    has_empty,
    kind_of,
    mask_of,
    ranges_of,
    read_frame,
    schema_path,
    typed,
)
from rocrepro.formats.uses import USES, joined, write_uses

if TYPE_CHECKING:
    import numpy as np
    import pandas as pd

PRINTED = re.compile(r"(paper|printed|chapter)(_.*)?|.*_printed")
"""Names of columns that hold what a paper prints, in tables that do not name theirs."""


@dataclass(frozen=True, eq=False)
class Table:
    """A table, or the values that a figure plots, with its words.

    Attributes
    ----------
    frame : pandas.DataFrame
        The values, of one type a column; the index is not kept. A column ``uses`` becomes the attribute.
    title : str
        Heading.
    notes : tuple of str
        Paragraphs below the table, as Markdown.
    formats : mapping of str to str
        Format of a column's numbers for reading, for example ".3f"; the CSV file has all digits.
    excerpt : ndarray of bool, optional
        Rows that are shown; the CSV file has all.
    uses : sequence of str, optional
        What each row was computed from (see `rocrepro.formats.uses`); written to a file of its own.
    read : frozenset of str
        All data sets and engines that were read to make the table.
    keys : sequence of str, optional
        Columns that say which row a row is; by default those that `key` finds.
    printed : sequence of str, optional
        Columns that hold what a paper prints; by default those with such a name (`PRINTED`).
    units : mapping of str to str
        Unit of a column's values, for example "s".

    See Also
    --------
    rocrepro.formats.schema : The file that makes a CSV file a table again.
    """

    frame: pd.DataFrame
    title: str = ""
    notes: tuple[str, ...] = ()
    formats: Mapping[str, str] = field(default_factory=dict)
    excerpt: np.ndarray | None = None
    uses: Sequence[str | None] | None = None
    read: frozenset[str] = frozenset()
    keys: Sequence[str] | None = None
    printed: Sequence[str] | None = None
    units: Mapping[str, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        frame = self.frame
        if USES in frame:
            object.__setattr__(self, "uses", list(frame[USES]))
            frame = frame.drop(columns=USES)
        object.__setattr__(self, "frame", typed(frame))
        if self.printed is None:
            object.__setattr__(self, "printed", tuple(filter(PRINTED.fullmatch, self.frame)))

    def using(self, read: Iterable[str]) -> Table:
        """Return the same table; rows that do not say what they were computed from used all of `read`."""
        everything = joined(read)
        cells = self.uses or [None] * len(self.frame)
        uses = [cell if isinstance(cell, str) else everything for cell in cells]
        return replace(self, uses=uses, read=frozenset(read))

    @cached_property
    def columns(self) -> list[Column]:
        """Description of each column."""
        found = []
        for name in map(str, self.frame):
            values, kind = self.frame[name], kind_of(self.frame[name])
            strict = has_empty(values) if kind == "string" else str(values.dtype) in ("int64", "bool")
            own = (name in (self.printed or ()), self.units.get(name, ""), self.formats.get(name, ""))
            found.append(Column(name, kind, strict, *own))
        return found

    @cached_property
    def key(self) -> list[str]:
        """Columns that identify a row.

        Where none are stated they are as few of the first columns of text as tell all rows apart, else of
        those of text and integers. Where not even all of these do, the rows are points of the curves that
        they name. A float, whose last digit may be another elsewhere, is no name, nor is what a paper prints.
        """
        if self.keys is not None:
            return list(self.keys)
        own = [column for column in self.columns if not column.printed]
        texts = [column.name for column in own if column.kind == "string"]
        exact = [column.name for column in own if column.kind in ("string", "integer")]
        for names in (texts, exact):
            for end in range(1, len(names) + 1):
                if not self.frame.duplicated(names[:end]).any():
                    return names[:end]
        return exact

    def schema(self) -> dict[str, Any]:
        """Return the content of the JSON file beside the CSV file."""
        unique = not self.frame.duplicated(self.key or None).any()
        found: dict[str, Any] = {
            "title": self.title,
            "fields": [column.field for column in self.columns],
            "primaryKey" if unique else CURVE: self.key,
            "missingValues": [""],
            NOTES: list(self.notes),
        }
        if self.excerpt is not None:
            found[SHOWN] = ranges_of(self.excerpt)
        return {name: value for name, value in found.items() if value or name == SHOWN}

    def csv(self) -> str:
        """Return the table as CSV; a float has the fewest digits that give the same double back."""
        text = self.frame.to_csv(index=False, lineterminator="\n")
        if "\r" in text:  # it would end the row, and not every version of Python's writer quotes it
            text = self.frame.to_csv(index=False, lineterminator="\n", quoting=QUOTE_NONNUMERIC)
        return text

    def markdown(self) -> str:
        """Return the table as Markdown, rounded for reading."""
        import pandas as pd

        # A vertical bar would end a cell.
        cells = [[cell.replace("|", "\\|") for cell in row] for row in self.cells()]
        shown = pd.DataFrame(cells, columns=self.frame.columns, dtype=object)
        body = shown.to_markdown(index=False, disable_numparse=True)
        return "\n\n".join([f"# {self.title}", body, *self.notes]) + "\n"

    def cells(self) -> list[list[str]]:
        """Return the rows that are shown as text, rounded for reading; a missing value is a dash."""
        rows = self.frame if self.excerpt is None else self.frame[self.excerpt]
        columns = [[_cell(value, column.format) for value in rows[column.name]] for column in self.columns]
        return [list(row) for row in zip(*columns, strict=True)]

    def save(
        self, csv: str | Path, markdown: str | Path | None = None, uses: str | Path | None = None
    ) -> None:
        """Write the CSV file with its schema and, if paths are given, the Markdown file and the uses.

        See Also
        --------
        load : Reads the table again.
        """
        write_text(csv, self.csv())
        write_json(schema_path(csv), self.schema())
        if markdown is not None:
            write_text(markdown, self.markdown())
        if uses is not None:
            write_uses(uses, map(str, self.uses or []), self.read)

    @classmethod
    def load(cls, csv: str | Path) -> Table:
        """Read what `save` wrote of a table, all but its uses.

        Raises
        ------
        InputError
            A file is absent or damaged, or the CSV file does not have the columns of its schema.

        See Also
        --------
        save : Writes these files.
        """
        csv, path = Path(csv), schema_path(csv)
        schema = read_json(path)
        try:
            columns = [Column.of_field(entry) for entry in schema["fields"]]
            frame = read_frame(csv, columns)
            return cls(
                frame,
                schema.get("title", ""),
                tuple(schema.get(NOTES, ())),
                {column.name: column.format for column in columns if column.format},
                mask_of(schema[SHOWN], len(frame)) if SHOWN in schema else None,
                keys=schema.get("primaryKey") or schema.get(CURVE, ()),
                printed=[column.name for column in columns if column.printed],
                units={column.name: column.unit for column in columns if column.unit},
            )
        except (AttributeError, KeyError, OSError, TypeError, ValueError) as error:
            found = " ".join(str(error).split())
            raise InputError(
                f"{csv}: found {found}; expected the columns that {path.name} describes"
            ) from None


def _cell(value: object, template: str) -> str:
    """One cell as text."""
    import pandas as pd

    if pd.isna(value):  # type: ignore[call-overload]
        return "–"
    if isinstance(value, float) and value.is_integer() and not template:
        return str(int(value))
    return format(value, template)
