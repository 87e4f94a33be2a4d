"""Scores that were made elsewhere, as the page shows them."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from rocrepro.report.artifacts import FigureView, TableView, read_figure, read_table

TABLES = (
    "summary",
    "operating_points",
    "prevalence",
    "comparisons",
    "equivalence",
    "band_comparisons",
    "folds",
    "bands",
)
"""Tables that the page shows, in this order, where there are such; the folder has more."""
FIGURES = ("confident", "bands", "precision_recall", "cost_curves", "folds", "differences")
"""Figures that the page shows; the folder has more."""
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
    tables, figures : list
    """

    key: str
    title: str
    reason: str
    facts: dict[str, Any]
    tables: list[TableView] = field(default_factory=list)
    figures: list[FigureView] = field(default_factory=list)


def scored(records: Iterable[str | Path], folder: Path) -> list[Scored]:
    """Every entry that brings its own scores, in the order of their keys.

    Parameters
    ----------
    records : iterable of paths
        What `rocrepro.assess.record` wrote.
    folder : Path
        ``build/artifacts``; the assessments are in ``scores/`` below it.
    """
    facts = (json.loads(Path(record).read_text(encoding="utf-8")) for record in records)
    return [
        _scored(one, folder / "scores" / one["dataset"])
        for one in sorted(facts, key=lambda one: one["dataset"])
    ]


def _scored(facts: dict[str, Any], folder: Path) -> Scored:
    key, title, reason = facts["dataset"], facts["title"], facts.get("reason", "")
    if reason:
        return Scored(key, title, reason, facts)
    there = [folder / f"{name}.md" for name in TABLES if (folder / f"{name}.md").is_file()]
    drawn = [name for name in FIGURES if name in facts["figures"]]
    figures = [read_figure(folder / f"{name}.png", {"title": facts["figures"][name]}) for name in drawn]
    return Scored(key, title, "", facts, [_turned(read_table(path)) for path in there], figures)


def _turned(view: TableView) -> TableView:
    """A wide table of few rows on its side; others as they are."""
    if len(view.rows) > SIDEWAYS.get(view.key, 0):
        return view
    names, *rows = zip(*[[name for name, _, _ in view.columns], *view.rows], strict=True)
    columns = [(name, at > 0, False) for at, name in enumerate(names)]
    return TableView(view.key, view.title, columns, [list(row) for row in rows], view.notes, 0, len(rows))
