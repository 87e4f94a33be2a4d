"""Write an assessment: tables, figures and one page."""

from __future__ import annotations

import base64
import hashlib
import re
from collections.abc import Iterable, Mapping, Set
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rocrepro.assess.assessment import Assessment
from rocrepro.assess.figures import figures
from rocrepro.assess.reading import Given
from rocrepro.display.house import save_figure
from rocrepro.formats.files import write_text
from rocrepro.formats.table import Table

if TYPE_CHECKING:
    from markupsafe import Markup
    from matplotlib.figure import Figure

SUFFIXES = ("svg", "png")
ON_PAGE = 200
"""Rows of a table that the page shows; the CSV file has all."""
LONG = 30
"""Rows from which on a table is folded and comes last."""
SIDEWAYS = {"summary": 6, "prevalence": 6, "equivalence": 4}
"""Rows up to which the page turns a wide table on its side."""


def save(assessment: Assessment, folder: str | Path) -> list[Path]:
    """Write everything into a folder; the same scores give the same bytes.

    Parameters
    ----------
    assessment : Assessment
    folder : str or Path
        Made if it is not there. Files of the same names are replaced, others stay;
        `rocrepro.assess.folder.replacing` heeds what is there.

    Returns
    -------
    list of Path
        What was written, the page first.
    """
    return write(folder, assessment.given, assessment.tables, figures(assessment), assessment.plotted)


def write(
    folder: str | Path,
    given: Given,
    tables: Mapping[str, Table],
    figures: Iterable[tuple[str, str, Figure]],
    plotted: Mapping[str, Table] | None = None,
) -> list[Path]:
    """Write tables, figures and the page that shows them.

    Parameters
    ----------
    folder : str or Path
        Made if it is not there.
    given : Given
        What the page says of the scores.
    tables : mapping of str to Table
        By name: a CSV and a Markdown file each, and a place on the page.
    figures : iterable of (name, alternative text, Figure)
        Drawn one after another, so that they need not all be in memory.
    plotted : mapping of str to Table, optional
        By name: a CSV file each, to which notes may refer.

    Returns
    -------
    list of Path
        What was written, the page first.
    """
    folder, plotted = Path(folder), plotted or {}
    written: list[Path] = []
    for name, table in tables.items():
        paths = folder / f"{name}.csv", folder / f"{name}.md"
        table.save(*paths)
        written += paths
    for name, table in plotted.items():
        table.save(folder / f"{name}.csv")
        written.append(folder / f"{name}.csv")
    drawn = []
    for name, alt, figure in figures:
        paths_drawn = [folder / f"{name}.{suffix}" for suffix in SUFFIXES]
        save_figure(figure, paths_drawn)
        written += paths_drawn
        png = base64.b64encode((folder / f"{name}.png").read_bytes()).decode("ascii")
        drawn.append({"png": png, "alt": alt, "file": f"{name}.svg"})
    page = folder / "index.html"
    linked = {f"{name}.csv" for name in (*tables, *plotted)}
    write_text(page, _page(given, tables, drawn, linked))
    return [page, *written]


def _page(given: Given, tables: Mapping[str, Table], drawn: list[dict[str, str]], linked: Set[str]) -> str:
    """The page, in whose notes the names of `linked` files are links; what comes from the file is escaped."""
    from jinja2 import Environment, StrictUndefined
    from markupsafe import Markup

    templates = files("rocrepro.assess") / "templates"
    style = (templates / "page.css").read_text(encoding="utf-8")
    environment = Environment(autoescape=True, undefined=StrictUndefined, keep_trailing_newline=True)
    template = environment.from_string((templates / "page.html.jinja").read_text(encoding="utf-8"))
    return template.render(
        title=f"Assessment of {given.name}",
        positive=given.positive,
        negative=given.negative,
        models=list(given.models),
        unpaired=given.unpaired,
        style=Markup(style),  # our own file; the policy has the digest of its bytes
        style_digest=base64.b64encode(hashlib.sha256(style.encode()).digest()).decode("ascii"),
        tables=[_shown(name, table, linked) for name, table in tables.items()],
        figures=drawn,
    )


def _shown(name: str, table: Table, linked: Set[str]) -> dict[str, Any]:
    """A table as the page shows it."""
    rows, columns = table.cells(), [str(column) for column in table.frame.columns]
    cut = [f"{len(rows) - ON_PAGE} more rows are in {name}.csv."] if len(rows) > ON_PAGE else []
    if len(rows) <= SIDEWAYS.get(name, 0):
        columns, *rows = [list(turned) for turned in zip(columns, *rows, strict=True)]
    return {
        "title": table.title,
        "columns": columns,
        "rows": rows[:ON_PAGE],
        "notes": [_with_links(text, linked) for text in (*table.notes, *cut)],
        "file": f"{name}.csv",
        "long": len(rows) > LONG,
    }


def _with_links(text: str, linked: Set[str]) -> Markup:
    """A note as HTML: the names of files that are there are links."""
    from markupsafe import Markup, escape

    def link(match: re.Match[str]) -> str:
        file = match[0]
        return f'<a href="{file}">{file}</a>' if file in linked else file

    return Markup(re.sub(r"[a-z_]+\.csv", link, str(escape(text))))
