"""The page of an assessment: questions in the order of a decision, then every table and figure."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rocrepro.report.answers import QUESTIONS, Answer, Facts, Question, question_of
from rocrepro.report.artifacts import FigureView, Shelf, TableView
from rocrepro.report.html import embedded, render
from rocrepro.report.layout import FIGURES
from rocrepro.report.scored import shelf_of

if TYPE_CHECKING:
    from rocrepro.formats.table import Table

MOST, FOLDED = 200, 14
"""Rows of a table that the page shows, and rows above which it folds them."""
CELLS = 20_000
"""Cells of all tables together that it shows; with more, each table shows fewer rows."""
PICTURES = 2_200_000
"""Bytes of all pictures together; beyond that, they get fewer colours, and then become smaller."""
WIDTHS = (1200, 800, 500, 300, 150)
TITLES = {
    "roc": "All ROC curves",
    "weighted_roc": "ROC curves with weights",
    "differences": "Differences of ROC curves",
    "precision_recall_all": "All precision-recall curves",
    "cost_all": "All cost curves",
    "net_benefit_all": "All decision curves",
    "precision_recall": "Precision-recall curves",
    "net_benefit": "Net benefit",
    "cost_curves": "Cost curves",
    "cost": "Lines of equal cost",
    "chi_square": "Lines of equal chi-square",
    "strip": "Tango's interval at the threshold in use",
    "calibration": "Calibration",
    "sensibility": "Sensibility",
    "smooth_roc": "Smooth ROC curves",
    "confident": "Confident points",
    "bands": "Fixed-width bands",
    "folds": "Curves of the folds",
}
"""Headings of figures; the heading of any other is what it shows in words."""
LEADING = ("roc", "weighted_roc")
"""Figures that stand beside an answer, and not among all others."""


@dataclass(frozen=True)
class Section:
    """One question of the page with its answer, and what belongs to it.

    Attributes
    ----------
    question : Question
    answer : Answer
    leading : list of FigureView
        Figures beside the answer.
    tables : list of TableView
    figures : list of FigureView
        Those among every table and figure.
    """

    question: Question
    answer: Answer
    leading: list[FigureView]
    tables: list[TableView]
    figures: list[FigureView]


def page(
    title: str,
    facts: Facts,
    folder: Path,
    tables: Mapping[str, Table],
    figures: Mapping[str, str],
    control: Mapping[str, Any],
) -> str:
    """Make the page of an assessment: one HTML file that loads nothing, the same for the same input.

    Parameters
    ----------
    title : str
    facts : Facts
    folder : Path
        Has the CSV file of each table, and each figure as PNG and SVG; the page belongs into it.
    tables : mapping of str to Table
        By name.
    figures : mapping of str to str
        What each figure shows in words, by name.
    control : mapping
        What `rocrepro.assess.control.control_data` gives.

    Returns
    -------
    str
        A few MB at most, however many rows there are. Without scripts it lacks the threshold control only.
    """
    shelf = _bounded(folder, tables, figures)
    sections = list(_sections(facts, tables, shelf))
    return render(
        "assessment.html.jinja",
        script=("numbers.js", "threshold.js"),
        styles=("page.css", "assessment.css"),
        data=embedded(control),
        data_name="control-data",
        title=title,
        facts=facts,
        sections=sections,
        control=control,
        thinned=[one for one in control["models"] if len(one["threshold"]) < one["n_points"]],
    )


def _bounded(folder: Path, tables: Mapping[str, Table], figures: Mapping[str, str]) -> Shelf:
    """Tables and figures in as many rows and as large as the page can bear."""
    most, shapes = MOST, [table.frame.shape for table in tables.values()]
    while most > 10 and sum(min(most, rows) * columns for rows, columns in shapes) > CELLS:
        most //= 2
    size = sum(path.stat().st_size for path in (folder / FIGURES).glob("*.png")) * 4 / 3
    looks: list[dict[str, Any]] = [{"reduced": True}, *({"width": width} for width in WIDTHS)]
    if size <= PICTURES:
        looks = [{"reduced": False}]
    for look in looks:
        shelf = shelf_of(folder, tables, figures, most=most, long=FOLDED, **look)
        if sum(len(view.data) for view in shelf.figures) <= PICTURES:
            break
    return shelf


def _titled(view: FigureView) -> FigureView:
    """A figure under a short heading, with what it shows in words below."""
    return replace(view, title=TITLES[view.key], caption=f"{view.alt}.") if view.key in TITLES else view


def _sections(facts: Facts, tables: Mapping[str, Table], shelf: Shelf) -> Iterator[Section]:
    """Every question with its answer."""
    for question in QUESTIONS:
        own = [view for view in shelf.tables if question_of(view.id, "tables") == question.key]
        drawn = [_titled(view) for view in shelf.figures if question_of(view.key, "figures") == question.key]
        rest = [view for view in drawn if view.key not in LEADING]
        yield Section(
            question,
            question.answer(facts, tables),
            [view for view in drawn if view.key in LEADING],
            sorted(own, key=lambda view: _place(view.id, question.tables)),
            sorted(rest, key=lambda view: _place(view.key, question.figures)),
        )


def _place(name: str, order: tuple[str, ...]) -> int:
    """Return the position of a name in an order; new names come last."""
    return order.index(name) if name in order else len(order)
