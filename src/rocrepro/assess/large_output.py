"""Write the assessment of a large file: tables, figures, one page, and a few lines for the terminal."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rocrepro.assess.figures import panels_figure
from rocrepro.assess.large import LargeAssessment, LargeModel
from rocrepro.assess.large_measures import marked
from rocrepro.assess.output import write
from rocrepro.assess.panels import COLOR, no_panel
from rocrepro.assess.terminal import sideways
from rocrepro.display import ConfidentRocDisplay, IsolineDisplay, SensibilityDisplay
from rocrepro.display.isolines import isoline_levels
from rocrepro.study import Choices

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure


def save_large(assessment: LargeAssessment, folder: str | Path) -> list[Path]:
    """Write everything into a folder, as `rocrepro.assess.output.save` does; the page comes first."""
    return write(folder, assessment.given, assessment.tables, figures(assessment))


def figures(assessment: LargeAssessment) -> Iterator[tuple[str, str, Figure]]:
    """Name, a sentence that says what is drawn, and each figure: one panel a model."""
    choices = assessment.choices
    costs = f"{choices.cost_fn:g} fn + {choices.cost_fp:g} fp"
    drawn: dict[str, tuple[str, Callable[..., None]]] = {
        "confident": (
            f"ROC curve of each model, its confident points at {choices.level} drawn thick",
            partial(_confident, choices=choices),
        ),
        "chi_square": (
            "ROC curve of each model over lines of equal chi-square",
            partial(_isolines, kind="chi_square", choices=choices),
        ),
        "cost": (
            f"ROC curve of each model over lines of equal cost, {costs}",
            partial(_isolines, kind="cost", choices=choices),
        ),
        "sensibility": ("Sensibility and capability of each model over all thresholds", _sensible),
    }
    for name, (words, panel) in drawn.items():
        yield (
            name,
            words,
            panels_figure({model.name: partial(panel, model=model) for model in assessment.models}),
        )


def _confident(ax: Axes, model: LargeModel, choices: Choices) -> None:
    """Curve and confident points; the legend has the numbers of the whole curve."""
    points = model.walk.drawn
    segment = marked(points, choices)
    shown = ConfidentRocDisplay(points=points, segment=segment, alpha=choices.alpha)
    shown.plot(ax, region=choices.test == "tango", color=COLOR)
    count = f"{segment.n_confident} of {model.walk.n_points} points confident"
    shown.line_.set_label(f"AUC {model.walk.auc:.3f}; {count}")
    ax.legend()


def _isolines(ax: Axes, model: LargeModel, kind: str, choices: Choices) -> None:
    """Curve over lines of equal chi-square or cost, with the whole curve's best point."""
    costs: dict[str, Any] = {"cost_fn": choices.cost_fn, "cost_fp": choices.cost_fp} if kind == "cost" else {}
    best = choices.criterion(kind).best(model.walk.best)
    levels = isoline_levels(model.walk.best, kind, best, choices.cost_fn, choices.cost_fp)
    shown = IsolineDisplay(points=model.walk.drawn, kind=kind, levels=levels, best=best, **costs)
    shown.plot(ax, color=COLOR)
    shown.line_.set_label(f"AUC {model.walk.auc:.3f}")
    ax.legend()


def _sensible(ax: Axes, model: LargeModel) -> None:
    """Sensibility and capability."""
    if model.sensibility is None:
        no_panel(ax, "scores outside 0 to 1:\nno sensibility")
    else:
        SensibilityDisplay(result=model.sensibility).plot(ax, color=COLOR)


def printed_large(assessment: LargeAssessment) -> str:
    """A summary that fits a terminal: one line a measure, one column a model."""
    table = assessment.tables["summary"]
    return sideways([[str(column) for column in table.frame.columns], *table.cells()])
