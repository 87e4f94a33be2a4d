"""A released table: CSV in full precision, Markdown to read."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING

from rocrepro.formats.files import write_text
from rocrepro.formats.uses import USES, joined, write_uses

if TYPE_CHECKING:
    import numpy as np
    import pandas as pd


@dataclass(frozen=True, eq=False)
class Table:
    """A table with its title and notes.

    Attributes
    ----------
    frame : pandas.DataFrame
        The values; the index is not written. A column ``uses`` becomes the attribute.
    title : str
        Heading of the Markdown file.
    notes : tuple of str
        Paragraphs below the table in the Markdown file.
    formats : mapping of str to str
        Format of a column's numbers in the Markdown file, for example ".3f".
    excerpt : ndarray of bool, optional
        Rows that the Markdown file shows; the CSV has all.
    uses : sequence of str, optional
        What each row was computed from (see `rocrepro.formats.uses`); written to a file of its own.
    read : frozenset of str
        All data sets and engines that were read to make the table.
    """

    frame: pd.DataFrame
    title: str = ""
    notes: tuple[str, ...] = ()
    formats: Mapping[str, str] = field(default_factory=dict)
    excerpt: np.ndarray | None = None
    uses: Sequence[str | None] | None = None
    read: frozenset[str] = frozenset()

    def __post_init__(self) -> None:
        if USES in self.frame:
            object.__setattr__(self, "uses", list(self.frame[USES]))
            object.__setattr__(self, "frame", self.frame.drop(columns=USES))

    def using(self, read: Iterable[str]) -> Table:
        """The same table, where the rows that do not say what they were computed from used all of `read`."""
        everything = joined(read)
        cells = self.uses or [None] * len(self.frame)
        uses = [cell if isinstance(cell, str) else everything for cell in cells]
        return replace(self, uses=uses, read=frozenset(read))

    def csv(self) -> str:
        """The table as CSV. A float is written with the fewest digits that give the same double back."""
        return self.frame.to_csv(index=False, lineterminator="\n")

    def markdown(self) -> str:
        """The table as Markdown, rounded for reading; a vertical bar would end a cell."""
        import pandas as pd

        cells = [[cell.replace("|", "\\|") for cell in row] for row in self.cells()]
        shown = pd.DataFrame(cells, columns=self.frame.columns, dtype=object)
        body = shown.to_markdown(index=False, disable_numparse=True)
        return "\n\n".join([f"# {self.title}", body, *self.notes]) + "\n"

    def cells(self) -> list[list[str]]:
        """The rows of the excerpt as text, rounded for reading; a missing value is a dash."""
        rows = self.frame if self.excerpt is None else self.frame[self.excerpt]
        columns = [
            [_cell(value, self.formats.get(str(name), "")) for value in rows[name]] for name in rows.columns
        ]
        return [list(row) for row in zip(*columns, strict=True)]

    def save(
        self, csv: str | Path, markdown: str | Path | None = None, uses: str | Path | None = None
    ) -> None:
        """Write the CSV file and, if paths are given, the Markdown file and what each row was made from."""
        write_text(csv, self.csv())
        if markdown is not None:
            write_text(markdown, self.markdown())
        if uses is not None:
            write_uses(uses, map(str, self.uses or []), self.read)


def _cell(value: object, template: str) -> str:
    """One cell as text."""
    import pandas as pd

    if pd.isna(value):  # type: ignore[call-overload]
        return "–"
    if isinstance(value, float) and value.is_integer() and not template:
        return str(int(value))
    return format(value, template)
