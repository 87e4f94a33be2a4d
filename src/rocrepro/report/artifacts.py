"""Tables and figures as the page shows them."""

from __future__ import annotations

import base64
import csv
import io
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from rocrepro.report.words import cells, is_number

ON_PAGE = 80
"""Rows of a table that the page shows; the CSV file has all."""
LONG = 14
"""Rows above which a table is folded."""
THUMBNAIL = 560
"""Width of the pictures beside the methods, in pixels."""
COLOURS = 256
PRINTED = re.compile(r"(paper|printed|chapter)(_.*)?|.*_printed")
NAMING = (
    "dataset",
    "learner",
    "engine",
    "domain",
    "drift",
    "panel",
    "set",
    "method",
    "part",
    "curve",
    "kind",
)


@dataclass(frozen=True)
class TableView:
    """A table: heading, columns (name, is numeric, is printed), rows as text, notes."""

    key: str
    title: str
    columns: list[tuple[str, bool, bool]]
    rows: list[list[str]]
    notes: list[str]
    more: int
    total: int

    @property
    def folded(self) -> bool:
        """Whether the table is long enough to be folded away."""
        return len(self.rows) > LONG

    @property
    def has_printed(self) -> bool:
        """Whether a column holds what the paper prints."""
        return any(printed for _, _, printed in self.columns)


@dataclass(frozen=True)
class FigureView:
    """A figure: picture as a data address, alternative text, caption."""

    key: str
    title: str
    caption: str
    alt: str
    data: str
    small: str
    width: int
    height: int


@dataclass(frozen=True)
class Shelf:
    """Tables and figures of one paper, in the order of the page."""

    tables: list[TableView] = field(default_factory=list)
    figures: list[FigureView] = field(default_factory=list)


def shelves(
    folder: Path, artifacts: Iterable[str], captions: Mapping[str, Mapping[str, str]]
) -> dict[str, Shelf]:
    """Tables and figures by paper; those of none are under "".

    Parameters
    ----------
    folder : Path
        ``build/artifacts``.
    artifacts : iterable of str
        Files below it.
    captions : mapping
        Title and caption of figures, by key.
    """
    found: dict[str, Shelf] = {}
    for path in _ordered(folder / name for name in artifacts):
        shelf = found.setdefault(paper_of(path.stem), Shelf())
        if path.parent.name == "tables" and path.suffix == ".md":
            shelf.tables.append(read_table(path))
        elif path.parent.name == "figures" and path.suffix == ".png":
            shelf.figures.append(read_figure(path, captions.get(path.stem, {})))
    return {paper: shelf for paper, shelf in found.items() if shelf.tables or shelf.figures}


def paper_of(key: str) -> str:
    """Paper of an artifact's key; "" for what all papers share."""
    found = re.match(r"([a-z]+[0-9]{4})_", key)
    return found[1] if found else ""


def _ordered(paths: Iterable[Path]) -> list[Path]:
    """Numbered tables and figures first, those that only feed claims last."""

    def place(path: Path) -> tuple[int, int, str]:
        name = path.stem.partition("_")[2] if paper_of(path.stem) else path.stem
        numbered = re.fullmatch(r"(?:table|fig)(\d+)", name)
        late = name in ("facts", "orderings", "variants")
        return (0 if numbered else 2 if late else 1, int(numbered[1]) if numbered else 0, path.stem)

    return sorted(paths, key=place)


def read_table(path: Path) -> TableView:
    """A table from its Markdown file: a heading, one table, paragraphs below it."""
    lines = path.read_text(encoding="utf-8").splitlines()
    title = next((line[2:].strip() for line in lines if line.startswith("# ")), path.stem)
    grid = [cells(line) for line in lines if line.startswith("|")]
    head, rows = (grid[0], grid[2:]) if len(grid) >= 2 else ([], [])
    below = max((at for at, line in enumerate(lines) if line.startswith("|")), default=0)
    notes = [part.strip() for part in "\n".join(lines[below + 1 :]).split("\n\n") if part.strip()]
    numeric = [
        all(is_number(row[at]) for row in rows if at < len(row) and row[at]) and any(row[at] for row in rows)
        for at in range(len(head))
    ]
    columns = [(name, numeric[at], PRINTED.fullmatch(name) is not None) for at, name in enumerate(head)]
    total = _rows(path.with_suffix(".csv"), len(rows))
    shown = rows[:ON_PAGE]
    return TableView(path.stem, title, columns, shown, notes, total - len(shown), total)


def _rows(path: Path, default: int) -> int:
    """Number of rows of a CSV file."""
    if not path.is_file():
        return default
    with path.open(encoding="utf-8", newline="") as stream:
        return sum(1 for _ in csv.reader(stream)) - 1


def read_figure(path: Path, about: Mapping[str, str]) -> FigureView:
    """A figure from its PNG file and the CSV file of what it plots."""
    title = str(about.get("title") or path.stem.partition("_")[2].replace("_", " "))
    caption = str(about.get("caption") or "")
    plotted = plots(path.with_suffix(".csv"))
    alt = " ".join(part for part in (f"{title}.", caption, plotted) if part)
    whole, size = _picture(path)
    small, _ = _picture(path, THUMBNAIL)
    return FigureView(path.stem, title, caption, alt, whole, small, *size)


def plots(path: Path) -> str:
    """What a figure plots, from its CSV file: how many values, and of what."""
    if not path.is_file():
        return ""
    with path.open(encoding="utf-8", newline="") as stream:
        rows = list(csv.DictReader(stream))
    if not rows:
        return ""
    kinds = []
    for column in NAMING:
        values = list(dict.fromkeys(row[column] for row in rows if row.get(column)))
        if 1 <= len(values) <= 12:
            kinds.append(f"{column}: {', '.join(values)}")
    return f"Plotted from {len(rows)} rows" + (f" ({'; '.join(kinds)})." if kinds else ".")


def _picture(path: Path, width: int | None = None) -> tuple[str, tuple[int, int]]:
    """A PNG file as a data address, reduced to a palette; the same bytes for the same picture."""
    from PIL import Image

    with Image.open(path) as opened:
        image: Any = opened.convert("RGB")
    size = image.size
    if width is not None and width < image.width:
        image = image.resize((width, round(image.height * width / image.width)), Image.Resampling.LANCZOS)
    image = image.quantize(
        COLOURS if width is None else 64, method=Image.Quantize.MEDIANCUT, dither=Image.Dither.NONE
    )
    out = io.BytesIO()
    image.save(out, "PNG", optimize=True)
    return "data:image/png;base64," + base64.b64encode(out.getvalue()).decode("ascii"), size
