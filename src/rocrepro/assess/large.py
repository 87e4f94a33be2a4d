"""Assessment of files that are larger than memory: exact, from sorted rows, without resamples."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rocrepro.assess.assessment import all_notes, cut_words, note_areas, note_cuts
from rocrepro.assess.control import Drawn
from rocrepro.assess.cut_tables import cut_measures
from rocrepro.assess.figures import together, words_by_model
from rocrepro.assess.large_files import LIMIT
from rocrepro.assess.large_rows import opened
from rocrepro.assess.large_walk import CELLS, Walk
from rocrepro.assess.output import write
from rocrepro.assess.panels import COLOR
from rocrepro.assess.tables import SUMMARY, operating_points, points, summary_table
from rocrepro.assess.terminal import sideways
from rocrepro.display import ConfidentRocDisplay, IsolineDisplay, SensibilityDisplay
from rocrepro.display.axes import no_panel
from rocrepro.display.house import save_figure
from rocrepro.display.isolines import isoline_levels
from rocrepro.display.panels import panels_figure
from rocrepro.errors import InputError
from rocrepro.formats.given.notes import collected
from rocrepro.formats.given.reading import Columns, Form, Given, name_of
from rocrepro.formats.scores import empty_scores
from rocrepro.formats.table import Table
from rocrepro.report.layout import figure_paths
from rocrepro.study import Choices
from rocrepro.study.cuts import CutMeasureRow, cut_rows
from rocrepro.study.frames import frame_of, stacked
from rocrepro.study.operating import OperatingRow, operating_rows
from rocrepro.study.points import POINTS, points_of
from rocrepro.study.summary import Summary, measured

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

LEFT_OUT = (
    f"The file has more than {LIMIT:,} rows, so its rows are counted on disk. The counts are exact. Results "
    "are left out if they need resamples of the rows (bands, bootstrap intervals, one rate at a given "
    "value of the other), pairs of rows (comparisons), each fold or seed separately, or all points at "
    "once (smooth and cost curves, another prevalence)."
)
REFUSED = (
    *("margin", "auc_margin", "prevalence", "probabilities"),
    *("partial_fpr", "partial_tpr", "at_specificity", "at_sensitivity"),
)
"""Choices that need all rows or points at once."""


@dataclass(frozen=True, eq=False)
class LargeAssessment:
    """Results of the evaluation of large files.

    Attributes
    ----------
    given : Given
        Without rows.
    choices : Choices
    models : list of Walk
    tables : mapping of str to Table
        summary, operating_points, cut_measures and points; columns as in `rocrepro.assess.assess`.
    notes : tuple of str
        What was noted on the way, each once.
    """

    given: Given
    choices: Choices
    models: list[Walk]
    tables: Mapping[str, Table]
    notes: tuple[str, ...] = ()


def assess_large(
    path: str | Path,
    columns: Columns,
    choices: Choices | None = None,
    *,
    pos_label: Any = None,
    form: Form | None = None,
) -> LargeAssessment:
    """Evaluate every model of files that are larger than memory.

    Parameters
    ----------
    path : str or Path
        As in `rocrepro.formats.given.reading.read_given`.
    columns : Columns
        Label, one score, and model.
    choices : Choices, optional
        Without those of `REFUSED`.
    pos_label, form : optional
        As in `read_given`.

    Returns
    -------
    LargeAssessment
        Its counts are those of `rocrepro.assess.assess`, and its areas to 1e-12.

    Raises
    ------
    InputError
        As in `rocrepro.assess.large_rows.opened`, and for a choice that is not supported here.
    """
    choices = choices or Choices()
    for name in REFUSED:
        usual = getattr(Choices, name)
        if getattr(choices, name) != usual:
            found = f"found {getattr(choices, name)} for a file of more than {LIMIT:,} rows"
            raise InputError(f"{name}: {found}; expected none")
    with collected() as notes:
        with opened(path, columns, pos_label=pos_label, form=form) as rows:
            models = [Walk(totals, choices, batches) for totals, batches in rows.descending()]
        without_rows = {model.name: empty_scores() for model in models}
        given = Given(name_of(Path(path)), rows.positive, rows.negative, without_rows, paired=True)
        tables = _tables(given, models, choices)
    return LargeAssessment(given, choices, models, tables, all_notes(given, notes))


def _tables(given: Given, models: list[Walk], choices: Choices) -> dict[str, Table]:
    """Return the tables that need only counts, from the study's own rows."""
    measures = (
        ((model.name,), Summary(**measured(model.segment, *model.auc, n_points=model.n_points)))
        for model in models
    )
    parts = [model.sensibility for model in models]
    summary = frame_of(("model",), Summary, measures)[["model", *SUMMARY]].assign(
        midpoint=[math.nan if part is None else part.midpoint for part in parts],
        struggle_ratio=[math.nan if part is None else part.struggle_ratio for part in parts],
    )
    best = {model.name: list(operating_rows(model.best, model.in_use, choices)) for model in models}
    chosen = (((name,), row) for name, rows in best.items() for row in rows)
    good = (((model.name,), row) for model in models for row in cut_rows(best[model.name], choices))
    cuts = {model.name: model.in_use for model in models}
    note_cuts(cuts)
    note_areas(summary)
    drawn = (((model.name,), points_of(model.drawn)) for model in models)
    note = (
        "The page shows only the confident points. The CSV has these and as many others as are needed to "
        f"draw the curve: no point that is left out is further than {1 / (8**0.5 * CELLS):.5f} from the "
        "line between its neighbours there, a quarter of a pixel of the figure. The recall is tpr."
    )
    return {
        "summary": summary_table(summary, given, choices, LEFT_OUT),
        "operating_points": operating_points(
            frame_of(("model",), OperatingRow, chosen), choices, *cut_words(cuts)
        ),
        "cut_measures": cut_measures(frame_of(("model",), CutMeasureRow, good), choices),
        "points": points(stacked(("model",), POINTS, drawn), note),
    }


def save_large(assessment: LargeAssessment, folder: str | Path) -> list[Path]:
    """Write everything into a folder, as `rocrepro.assess.output.save` does; the page comes first."""
    off = 1 / (8**0.5 * CELLS)
    models = [Drawn(one.name, one.drawn.points, one.n_points, off) for one in assessment.models]
    words = {}
    for name, alt, figure in figures(assessment):
        save_figure(figure, figure_paths(Path(folder), name))
        words[name] = alt
    return write(folder, assessment, words, models)


def printed_large(assessment: LargeAssessment) -> str:
    """Return a summary that fits a terminal: one line a measure, one column a model."""
    table = assessment.tables["summary"]
    return sideways([[str(column) for column in table.frame.columns], *table.cells()])


def figures(assessment: LargeAssessment) -> Iterator[tuple[str, str, Figure]]:
    """Yield a name, a sentence on what is drawn, and each figure: one panel a model."""
    choices = assessment.choices
    words = words_by_model(choices)
    yield (
        "roc",
        words["roc"],
        together({one.name: (one.drawn.points, one.auc[0]) for one in assessment.models}),
    )
    drawn: dict[str, Callable[..., None]] = {
        "confident": partial(_confident, choices=choices),
        "chi_square": partial(_isolines, kind="chi_square", choices=choices),
        "cost": partial(_isolines, kind="cost", choices=choices),
        "sensibility": _sensible,
    }
    for name, panel in drawn.items():
        shown = {model.name: partial(panel, model=model) for model in assessment.models}
        yield name, words[name], panels_figure(shown)


def _confident(ax: Axes, model: Walk, choices: Choices) -> None:
    """Curve and confident points; the legend has the numbers of the whole curve."""
    shown = ConfidentRocDisplay(points=model.drawn.points, segment=model.drawn, alpha=choices.alpha)
    shown.plot(ax, region=choices.test == "tango", color=COLOR)
    count = f"{model.drawn.n_confident} of {model.n_points} points confident"
    shown.line_.set_label(f"AUC {model.auc[0]:.3f}; {count}")
    ax.legend()


def _isolines(ax: Axes, model: Walk, kind: str, choices: Choices) -> None:
    """Curve over lines of equal chi-square or cost, with the whole curve's best point."""
    costs: dict[str, Any] = {"cost_fn": choices.cost_fn, "cost_fp": choices.cost_fp}
    best = choices.criterion(kind).best(model.best)
    levels = isoline_levels(model.best, kind, best, **costs)
    shown = IsolineDisplay(points=model.drawn.points, kind=kind, levels=levels, best=best, **costs)
    shown.plot(ax, color=COLOR)
    shown.line_.set_label(f"AUC {model.auc[0]:.3f}")
    ax.legend()


def _sensible(ax: Axes, model: Walk) -> None:
    """Sensibility and capability."""
    if model.sensibility is None:
        no_panel(ax, "scores outside 0 to 1:\nno sensibility")
    else:
        SensibilityDisplay(result=model.sensibility).plot(ax, color=COLOR)
