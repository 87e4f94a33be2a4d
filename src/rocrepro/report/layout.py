"""Where the files of an assessment lie in its folder: the one place that knows."""

from __future__ import annotations

PAGE = "index.html"
TABLES, FIGURES = "tables", "figures"
INSIDE = (TABLES, FIGURES)
"""The folders inside; there are no others, and none in them."""
FIGURE_SUFFIXES = ("svg", "png")


def table_place(name: str) -> str:
    """Return where the CSV file of a table lies, from the folder of the assessment.

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
    """Return where the same table lies as Markdown."""
    return f"{TABLES}/{name}.md"


def figure_place(name: str, suffix: str = "svg") -> str:
    """Return where a figure lies, from the folder of the assessment.

    Examples
    --------
    >>> figure_place("confident")
    'figures/confident.svg'
    """
    return f"{FIGURES}/{name}.{suffix}"
