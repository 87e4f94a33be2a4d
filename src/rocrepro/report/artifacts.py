"""Tables and figures as pages show them."""

from __future__ import annotations

import base64
import io
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any

from rocrepro.formats.table import Table

ON_PAGE = 80
"""Rows of a table that the review page shows; the CSV file has all."""
LONG = 14
"""Rows above which it folds a table."""
THUMBNAIL = 400
"""Width of the pictures beside methods and conclusions, in pixels."""
COLOURS = 256
FILES = {"SVG": ".svg", "PDF": ".pdf", "data (CSV)": ".csv"}
"""Files of a paper's figure, by what the page calls them."""
SHARED = ("robustness",)
"""Tables and figures on all papers."""
LATE = ("facts", "orderings", "variants")
"""Tables that only feed claims."""


@dataclass(frozen=True)
class TableView:
    """A table on a page.

    Attributes
    ----------
    id, title, href : str
        Its address on the page, its heading, and the address of its CSV file.
    columns : list of (str, bool, bool)
        Name of each column, whether it is numeric, and whether the paper prints it.
    rows : list of list of str
    notes : list of str
        Paragraphs and lists, as Markdown; as plain text where there are `links`.
    links : mapping of str to str
        Addresses of the files that notes may name.
    total, more : int
        Rows of the CSV file, and how many of them are not shown.
    folded : bool
        Whether the table is long enough to be folded away.
    """

    id: str
    title: str
    href: str
    columns: list[tuple[str, bool, bool]]
    rows: list[list[str]]
    notes: list[str]
    links: Mapping[str, str]
    total: int
    more: int
    folded: bool

    @property
    def has_printed(self) -> bool:
        """True if a column holds what the paper prints."""
        return any(printed for _, _, printed in self.columns)


@dataclass(frozen=True)
class FigureView:
    """A figure on a page.

    Attributes
    ----------
    id, key, title, caption, alt : str
        Its address on the page, its name, its heading, what stands below it, and what it shows in words.
    links : mapping of str to str
        Addresses of its files, by what they are called; the picture leads to the first.
    path : Path
        PNG file.
    data : str
        The picture as a data address.
    width, height : int
        Its size in pixels.
    """

    id: str
    key: str
    title: str
    caption: str
    alt: str
    links: Mapping[str, str]
    path: Path
    data: str
    width: int
    height: int

    @cached_property
    def small(self) -> str:
        """The picture as a data address, in the size that it has beside a method or a conclusion."""
        return _address(_reduced(self.path, THUMBNAIL))


@dataclass(frozen=True)
class Shelf:
    """Tables and figures of one paper, or of one file of scores, in the order of the page."""

    tables: list[TableView] = field(default_factory=list)
    figures: list[FigureView] = field(default_factory=list)


def shelves(
    folder: Path,
    artifacts: Iterable[str],
    captions: Mapping[str, Mapping[str, str]],
    renamed: Mapping[str, str],
    only: str = "",
) -> dict[str, Shelf]:
    """Return tables and figures by paper; those of no paper are under "".

    Parameters
    ----------
    folder : Path
        ``build/artifacts``.
    artifacts : iterable of str
        Files below it.
    captions : mapping
        Title and caption of figures, by key.
    renamed : mapping of str to str
        Released names of artifacts, where they are others.
    only : str
        The paper that artifacts belong to whose names have none, but for those on all papers.
    """

    def address(name: str, suffix: str) -> str:
        file = Path(name).with_suffix(suffix).as_posix()
        return f"../{renamed.get(file, file)}"

    found: dict[str, Shelf] = {}
    for name in _ordered(artifacts):
        path = folder / name
        owner = paper_of(path.stem) or ("" if path.stem in SHARED else only)
        shelf = found.setdefault(owner, Shelf())
        if path.parent.name == "tables" and path.suffix == ".csv":
            shelf.tables.append(table_view(Table.load(path), f"table-{path.stem}", address(name, ".csv")))
        elif path.parent.name == "figures" and path.suffix == ".png":
            links = {label: address(name, suffix) for label, suffix in FILES.items()}
            shelf.figures.append(_of_paper(path, captions.get(path.stem, {}), links))
    return {paper: shelf for paper, shelf in found.items() if shelf.tables or shelf.figures}


def paper_of(key: str) -> str:
    """Return the paper of an artifact's key; "" for what all papers share."""
    found = re.match(r"([a-z]+[0-9]{4})_", key)
    return found[1] if found else ""


def _ordered(names: Iterable[str]) -> list[str]:
    """Numbered tables and figures first, those that only feed claims last."""

    def place(name: str) -> tuple[int, int, str]:
        stem = Path(name).stem
        own = stem.partition("_")[2] if paper_of(stem) else stem
        numbered = re.fullmatch(r"(?:table|fig)(\d+)", own)
        late = own in LATE
        return (0 if numbered else 2 if late else 1, int(numbered[1]) if numbered else 0, stem)

    return sorted(names, key=place)


def table_view(
    table: Table,
    address: str,
    href: str,
    links: Mapping[str, str] | None = None,
    *,
    most: int = ON_PAGE,
    long: int = LONG,
    sideways: int = -1,
) -> TableView:
    """Return a table as a page shows it.

    Parameters
    ----------
    table : Table
    address, href, links
        As `TableView` has them.
    most, long : int
        Rows that are shown at most, and rows above which they are folded.
    sideways : int
        Rows up to which the table is turned, so that its rows are columns; it is never folded then.
    """
    cells, total = table.cells(), len(table.frame)
    rows, turned = cells[:most], len(cells) <= sideways
    columns = [(column.name, column.numeric, column.printed) for column in table.columns]
    more, folded = total - len(rows), len(rows) > long and not turned
    if turned:
        names, *rows = (list(line) for line in zip([name for name, _, _ in columns], *rows, strict=True))
        columns = [(name, at > 0, False) for at, name in enumerate(names)]
    notes = [part.strip() for note in table.notes for part in note.split("\n\n") if part.strip()]
    return TableView(address, table.title, href, columns, rows, notes, links or {}, total, more, folded)


def figure_view(
    path: Path,
    address: str,
    links: Mapping[str, str],
    title: str,
    alt: str,
    caption: str = "",
    *,
    reduced: bool = True,
    width: int | None = None,
) -> FigureView:
    """Return a figure as a page shows it.

    To be `reduced` to few colours takes a while, and a third of the bytes; so does a smaller `width`.
    """
    from PIL import Image

    with Image.open(path) as opened:
        size = opened.size
    data = _address(_reduced(path, width) if reduced or width else path.read_bytes())
    return FigureView(address, path.stem, title, caption, alt, links, path, data, *size)


def _of_paper(path: Path, about: Mapping[str, str], links: Mapping[str, str]) -> FigureView:
    """A paper's figure, described by its caption and by what it plots."""
    table = Table.load(path.with_suffix(".csv"))
    title = str(about.get("title") or table.title or path.stem.partition("_")[2].replace("_", " "))
    caption = str(about.get("caption") or "")
    alt = " ".join(filter(None, (f"{title}.", caption, plotted(table))))
    return figure_view(path, f"figure-{path.stem}", links, title, alt, caption)


def plotted(table: Table) -> str:
    """Say what a figure plots: how many rows, and of what."""
    kinds = []
    for column in table.columns:
        if column.name in table.key and column.kind == "string":
            values = table.frame[column.name].dropna().unique()
            kinds += [f"{column.name}: {', '.join(values)}"] if 1 <= len(values) <= 12 else []
    return f"Plotted from {len(table.frame)} rows" + (f" ({'; '.join(kinds)})." if kinds else ".")


def _reduced(path: Path, width: int | None = None) -> bytes:
    """A PNG file reduced to a palette, and to a width; the same bytes for the same picture."""
    from PIL import Image

    with Image.open(path) as opened:
        image: Any = opened.convert("RGB")
    if width is not None and width < image.width:
        image = image.resize((width, round(image.height * width / image.width)), Image.Resampling.LANCZOS)
    image = image.quantize(
        COLOURS if width is None else 64, method=Image.Quantize.MEDIANCUT, dither=Image.Dither.NONE
    )
    out = io.BytesIO()
    image.save(out, "PNG", optimize=True)
    return out.getvalue()


def _address(png: bytes) -> str:
    """A picture as a data address."""
    return "data:image/png;base64," + base64.b64encode(png).decode("ascii")
