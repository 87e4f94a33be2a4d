"""Places of the files of an assessment in its folder: the one module that knows them."""

from __future__ import annotations

from pathlib import Path

PAGE = "index.html"
TABLES, FIGURES = "tables", "figures"
INSIDE = (TABLES, FIGURES)
"""The folders inside; there are no others, and they have no folders in them."""
FIGURE_SUFFIXES = ("svg", "png")


def table_place(name: str) -> str:
    """Return the place of a table's CSV file below the folder of the assessment.

    Parameters
    ----------
    name : str
        Of a table in `Assessment.tables` or `Assessment.plotted`.

    Examples
    --------
    >>> table_place("summary"), table_place("points")
    ('summary.csv', 'tables/points.csv')
    """
    return "summary.csv" if name == "summary" else f"{TABLES}/{name}.csv"


def markdown_place(name: str) -> str:
    """Return the place of a table as Markdown below the folder of the assessment."""
    return f"{TABLES}/{name}.md"


def figure_place(name: str, suffix: str = "svg") -> str:
    """Return the place of a figure below the folder of the assessment.

    Examples
    --------
    >>> figure_place("confident")
    'figures/confident.svg'
    """
    return f"{FIGURES}/{name}.{suffix}"


def figure_paths(folder: Path, name: str) -> list[Path]:
    """Return the files of a figure in the folder of an assessment."""
    return [folder / figure_place(name, suffix) for suffix in FIGURE_SUFFIXES]
