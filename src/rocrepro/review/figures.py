"""The figure of a manuscript's scores: the ROC curve of each model, its confident points, two thresholds."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rocrepro.display import ConfidentRocDisplay
from rocrepro.display.curves import draw_curve
from rocrepro.display.house import save_figure
from rocrepro.display.panels import panels_figure
from rocrepro.formats.table import Table
from rocrepro.study import KINDS, Model, Study
from rocrepro.study.cut import index_of

if TYPE_CHECKING:
    from matplotlib.axes import Axes

COLOR = "#0072B2"
MOST = 12
"""Models that are drawn; the CSV file has all."""
SUFFIXES = ("svg", "pdf", "png")


def figure_name(name: str) -> str:
    """Return the name of the figure of one entry's scores."""
    return f"{name}_roc"


def save_curves(name: str, study: Study, folder: Path) -> None:
    """Draw the curves of one entry's scores, with what is drawn as a table."""
    models = study.models[:MOST]
    figure = panels_figure({model.label_text: partial(_panel, model=model) for model in models})
    save_figure(figure, [folder / f"{figure_name(name)}.{suffix}" for suffix in SUFFIXES])
    points = study.get(KINDS["points"])[["model", "seed", "threshold", "fpr", "tpr", "confident"]]
    Table(points, title=f"{name}: ROC curves").save(folder / f"{figure_name(name)}.csv")


def _panel(ax: Axes, model: Model) -> None:
    shown = ConfidentRocDisplay(points=model.curve, segment=model.segment, alpha=model.choices.alpha)
    shown.plot(ax, region=model.choices.test == "tango", color=COLOR)
    best = model.choices.criterion("accuracy").best(model.curve)
    for at, label, filled in (
        (best.index, f"highest accuracy, at {best.threshold:.3g}", COLOR),
        (index_of(model.curve, model.cut), f"threshold {model.cut:.3g}", "white"),
    ):
        mark: dict[str, Any] = {"linestyle": "none", "marker": "o", "color": COLOR, "markerfacecolor": filled}
        draw_curve(ax, model.curve, [at], label=label, **mark)
    ax.legend()
