"""Scores that were made elsewhere, and their section of the review page."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from rocrepro.formats.files import read_json
from rocrepro.formats.table import Table
from rocrepro.report.artifacts import LONG, ON_PAGE, Shelf, figure_view, table_view
from rocrepro.report.layout import FIGURE_SUFFIXES, figure_place, table_place

TABLES = (
    *("summary", "comparisons", "equivalence", "weighted_differences", "group_differences", "multiclass"),
    *("operating_points", "chosen_cuts", "prevalence"),
    *("calibration", "cross_validation"),
)
"""Tables that the review page shows, as far as an assessment has them.

These few answer the questions of the assessment's own page, in its order: which model, which threshold,
whether the probabilities can be trusted, how sure. That page has all others."""
FIGURES = ("roc", "cost_curves", "calibration", "confident")
"""Figures that it shows, one a question."""
SIDEWAYS = {"summary": 6, "prevalence": 6, "equivalence": 4}
"""Rows up to which a wide table is turned on its side."""


@dataclass(frozen=True)
class Scored:
    """One entry that brings its own scores.

    Attributes
    ----------
    key, title : str
        Its key in ``config/datasets.yaml``, and its title.
    reason : str
        Why there is nothing to show; "" where there is.
    facts : dict
        As the assessment's record has them.
    shelf : Shelf
    """

    key: str
    title: str
    reason: str
    facts: dict[str, Any]
    shelf: Shelf = field(default_factory=Shelf)


def scored(records: Iterable[str | Path], folder: Path) -> list[Scored]:
    """Return every entry that brings its own scores, in the order of their keys.

    Parameters
    ----------
    records : iterable of paths
        What `rocrepro.assess.record` wrote.
    folder : Path
        ``build/artifacts``; the assessments are in ``scores/`` below it.
    """
    facts = map(read_json, records)
    return [
        _scored(one, folder / "scores" / one["dataset"])
        for one in sorted(facts, key=lambda one: one["dataset"])
    ]


def _scored(facts: dict[str, Any], folder: Path) -> Scored:
    key, title, reason = facts["dataset"], facts["title"], facts.get("reason", "")
    if reason:
        return Scored(key, title, reason, facts)
    there = {name: folder / table_place(name) for name in TABLES}
    tables = {name: Table.load(path) for name, path in there.items() if path.is_file()}
    figures = {name: facts["figures"][name] for name in FIGURES if name in facts["figures"]}
    shelf = shelf_of(folder, tables, figures, place=f"../scores/{key}/", prefix=f"scores-{key}-")
    return Scored(key, title, "", facts, shelf)


def shelf_of(
    folder: Path,
    tables: Mapping[str, Table],
    figures: Mapping[str, str],
    *,
    place: str = "",
    prefix: str = "",
    most: int = ON_PAGE,
    long: int = LONG,
    reduced: bool = True,
    width: int | None = None,
) -> Shelf:
    """Return tables and figures of an assessment as a page shows them.

    Parameters
    ----------
    folder : Path
        That of the assessment.
    tables : mapping of str to Table
        By name.
    figures : mapping of str to str
        What each figure shows in words, by name.
    place : str
        Address of the folder from the page.
    prefix : str
        What the addresses on the page begin with.
    most, long : int
        Rows of a table that are shown at most, and rows above which they are folded.
    reduced, width
        As `rocrepro.report.artifacts.figure_view` has them.
    """
    files = (path.relative_to(folder) for path in sorted(folder.rglob("*.csv")))
    links = {path.name: f"{place}{path.as_posix()}" for path in files}
    shelf = Shelf()
    for name, table in tables.items():
        rows = {"most": most, "long": long, "sideways": SIDEWAYS.get(name, -1)}
        shelf.tables.append(table_view(table, f"{prefix}{name}", place + table_place(name), links, **rows))
    for name, words in figures.items():
        path = folder / figure_place(name, "png")
        there = {suffix.upper(): place + figure_place(name, suffix) for suffix in FIGURE_SUFFIXES}
        shelf.figures.append(
            figure_view(path, f"{prefix}figure-{name}", there, words, words, reduced=reduced, width=width)
        )
    return shelf
