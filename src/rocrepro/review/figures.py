"""The figure of a manuscript's scores: the ROC curve of each model, with its confident points."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from rocrepro.display import ConfidentRocDisplay
from rocrepro.display.house import save_figure
from rocrepro.display.panels import panels_figure
from rocrepro.formats.table import Table
from rocrepro.study import KINDS, Model, Study

if TYPE_CHECKING:
    from matplotlib.axes import Axes

COLOR = "#0072B2"
MOST = 12
"""Models that are drawn; the CSV file has all."""
SUFFIXES = ("svg", "pdf", "png")


def save_curves(name: str, study: Study, folder: Path) -> None:
    """Draw the curves of one entry's scores, as ``<name>_roc``, with what is drawn as a table."""
    models = study.models[:MOST]
    figure = panels_figure({model.label_text: partial(_panel, model=model) for model in models})
    save_figure(figure, [folder / f"{name}_roc.{suffix}" for suffix in SUFFIXES])
    points = study.get(KINDS["points"])[["model", "seed", "threshold", "fpr", "tpr", "confident"]]
    Table(points, title=f"{name}: ROC curves").save(folder / f"{name}_roc.csv")


def _panel(ax: Axes, model: Model) -> None:
    shown = ConfidentRocDisplay(points=model.curve, segment=model.segment, alpha=model.choices.alpha)
    shown.plot(ax, region=model.choices.test == "tango", color=COLOR)
