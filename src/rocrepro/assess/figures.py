"""Figures of an assessment, drawn with the display classes."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

import numpy as np

from rocrepro.assess.assessment import Assessment, are_probabilities
from rocrepro.display import ConfidentRocDisplay, IsolineDisplay, RocBandDisplay, SensibilityDisplay
from rocrepro.evaluation import roc_points
from rocrepro.papers.style import apply_style

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

PANEL = 3.4  # inches a panel
COLUMNS = 3
COLOR = "#0072B2"

Panel = Callable[["Axes", str, np.ndarray, np.ndarray], Any]


def figures(assessment: Assessment) -> Iterator[tuple[str, str, Figure]]:
    """Draw the figures one by one.

    Parameters
    ----------
    assessment : Assessment

    Yields
    ------
    name, alt, figure : str, str, matplotlib.figure.Figure
        Name for files, a sentence that says what is drawn, and the figure.
    """
    options = assessment.options
    level = f"{100 * (1 - options.alpha):g} %"
    costs = f"{options.cost_fn:g} fn + {options.cost_fp:g} fp"

    def confident(ax: Axes, name: str, label: np.ndarray, score: np.ndarray) -> None:
        settings: dict[str, Any] = {
            "alpha": options.alpha,
            "test": options.test,
            "region": options.test == "tango",
        }
        ConfidentRocDisplay.from_predictions(label, score, ax=ax, color=COLOR, **settings)

    def band(ax: Axes, name: str, label: np.ndarray, score: np.ndarray) -> None:
        RocBandDisplay(points=roc_points(label, score), band=assessment.bands[name]).plot(ax, color=COLOR)

    def isolines(kind: str) -> Panel:
        def draw(ax: Axes, name: str, label: np.ndarray, score: np.ndarray) -> None:
            more: dict[str, Any] = (
                {"cost_fn": options.cost_fn, "cost_fp": options.cost_fp} if kind == "cost" else {}
            )
            IsolineDisplay.from_predictions(label, score, kind=kind, ax=ax, color=COLOR, **more)

        return draw

    def sensible(ax: Axes, name: str, label: np.ndarray, score: np.ndarray) -> None:
        if are_probabilities(score):
            SensibilityDisplay.from_predictions(label, score, ax=ax, color=COLOR)
        else:
            words = "scores outside 0 to 1:\nno sensibility"
            ax.text(0.5, 0.5, words, ha="center", va="center", transform=ax.transAxes)
            ax.set_axis_off()

    drawn: dict[str, tuple[str, Panel]] = {
        "confident": (f"ROC curve of each model, its confident points at {level} drawn thick", confident),
        "bands": (f"ROC curve of each model with its fixed-width {level} band", band),
        "chi_square": ("ROC curve of each model over lines of equal chi-square", isolines("chi_square")),
        "cost": (f"ROC curve of each model over lines of equal cost, {costs}", isolines("cost")),
        "sensibility": ("Sensibility and capability of each model over all thresholds", sensible),
    }
    for name, (words, panel) in drawn.items():
        yield name, words, _panels(assessment, panel)


def _panels(assessment: Assessment, draw: Panel) -> Figure:
    """One panel a model."""
    import matplotlib.pyplot as plt

    apply_style()
    models = list(assessment.given.at_seed())
    columns = min(COLUMNS, len(models))
    rows = -(-len(models) // columns)
    size = (columns * PANEL, rows * PANEL)
    figure, axes = plt.subplots(rows, columns, figsize=size, layout="constrained", squeeze=False)
    for ax in axes.flat[len(models) :]:
        ax.set_axis_off()
    for ax, (name, label, score) in zip(axes.flat, models, strict=False):
        draw(ax, name, label, score)
        # A dollar sign in a model's name would start a formula.
        ax.set_title(name.replace("$", r"\$"))
        if ax.get_legend():
            ax.legend(loc="best", fontsize=6.5)
    return figure
