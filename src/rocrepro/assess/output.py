"""Write an assessment: tables, figures and one page."""

from __future__ import annotations

import base64
import hashlib
from importlib.resources import files
from pathlib import Path
from typing import Any

from rocrepro.assess.assessment import Assessment
from rocrepro.assess.figures import figures
from rocrepro.formats.files import write_text
from rocrepro.papers.artifact import Table
from rocrepro.papers.style import save_figure

SUFFIXES = ("svg", "png")
ON_PAGE = 200
"""Rows of a table that the page shows; the CSV file has all."""
LONG = 30
"""Rows from which on a table is folded and comes last."""


def save(assessment: Assessment, folder: str | Path) -> list[Path]:
    """Write everything into a folder; the same scores give the same bytes.

    Parameters
    ----------
    assessment : Assessment
    folder : str or Path
        Made if it is not there. Files of the same names are replaced, others stay.

    Returns
    -------
    list of Path
        What was written, the page first.
    """
    folder = Path(folder)
    written: list[Path] = []
    for name, table in assessment.tables.items():
        paths = folder / f"{name}.csv", folder / f"{name}.md"
        table.save(*paths)
        written += paths
    drawn = []
    for name, alt, figure in figures(assessment):
        paths_drawn = [folder / f"{name}.{suffix}" for suffix in SUFFIXES]
        save_figure(figure, paths_drawn)
        written += paths_drawn
        png = base64.b64encode((folder / f"{name}.png").read_bytes()).decode("ascii")
        drawn.append({"png": png, "alt": alt, "file": f"{name}.svg"})
    page = folder / "index.html"
    write_text(page, _page(assessment, drawn))
    return [page, *written]


def _page(assessment: Assessment, drawn: list[dict[str, str]]) -> str:
    """The page; everything that comes from the file is escaped."""
    from jinja2 import Environment, StrictUndefined
    from markupsafe import Markup

    templates = files("rocrepro.assess") / "templates"
    style = (templates / "page.css").read_text(encoding="utf-8")
    environment = Environment(autoescape=True, undefined=StrictUndefined, keep_trailing_newline=True)
    template = environment.from_string((templates / "page.html.jinja").read_text(encoding="utf-8"))
    given = assessment.given
    return template.render(
        title=f"Assessment of {given.name}",
        positive=given.positive,
        negative=given.negative,
        models=list(given.models),
        paired=given.paired or len(given.models) == 1,
        style=Markup(style),  # our own file; the policy has the digest of its bytes
        style_digest=base64.b64encode(hashlib.sha256(style.encode()).digest()).decode("ascii"),
        tables=[_shown(name, table) for name, table in assessment.tables.items()],
        figures=drawn,
    )


def _shown(name: str, table: Table) -> dict[str, Any]:
    """A table as the page shows it."""
    rows = table.cells()
    cut = [f"{len(rows) - ON_PAGE} more rows are in {name}.csv."] if len(rows) > ON_PAGE else []
    return {
        "title": table.title,
        "columns": [str(column) for column in table.frame.columns],
        "rows": rows[:ON_PAGE],
        "notes": [*table.notes, *cut],
        "file": f"{name}.csv",
        "long": len(rows) > LONG,
    }
