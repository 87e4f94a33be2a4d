"""Confident sets at the test rows' own prevalence and at a stated one, in ROC space."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from rocrepro.display.house import finish, roc_axes
from rocrepro.evaluation import AtPrevalence, at_prevalence
from rocrepro.formats.table import Table
from rocrepro.papers.elazmeh2006.panels import LEARNER, YELLOW, grid, heading, note
from rocrepro.papers.elazmeh2006.prevalence import interval_at_balance

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from rocrepro.papers.evaluated import Evaluated

COLUMNS = ["dataset", "engine", "learner", "seed", "threshold", "fpr", "tpr"]
LOOK: dict[str, dict[str, Any]] = {
    "target": {"color": YELLOW, "linewidth": 5, "marker": "o", "markersize": 5, "zorder": 3},
    "own": {"color": "black", "linewidth": 1.8, "marker": "o", "markersize": 2.6, "zorder": 4},
}
LINES: dict[str, Any] = {"target": (0, (1, 1.5)), "own": (0, (5, 2))}
MEASURES = ["difference", "lower", "upper", "confident"]


def prevalence_figure(evaluated: Evaluated) -> tuple[Figure, Table]:
    """One learner's curves with the confident points at both prevalences, a panel for each data set."""
    import pandas as pd

    figure, panels, legend = grid(evaluated)
    columns = [*COLUMNS, *(f"{name}_{at}" for at in LINES for name in MEASURES)]
    frames = []
    for dataset, ax in panels:
        points = evaluated.roc(dataset, LEARNER)
        values = {"target": evaluated.shown["target_prevalence"], "own": points.n_pos / points.n}
        there = {at: at_prevalence(points, value, alpha=evaluated.alpha) for at, value in values.items()}
        _draw(ax, there, heading(evaluated, dataset))
        frame = pd.DataFrame({"threshold": points.threshold, "fpr": points.fpr, "tpr": points.tpr})
        for at, one in there.items():
            parts = (one.difference, one.lower, one.upper, one.mask)
            frame[[f"{name}_{at}" for name in MEASURES]] = np.column_stack(parts)
            frame[f"confident_{at}"] = one.mask
        frame = frame.assign(dataset=dataset, engine=evaluated.engine, learner=LEARNER, seed=evaluated.seed)
        frames.append(frame[columns])
    _legend(legend, evaluated)
    name = evaluated.learner_title(LEARNER)
    title = f"Confident points at another prevalence ({name})"
    finish(figure, title, evaluated.subtitle())
    plotted = pd.concat(frames, ignore_index=True) if frames else pd.DataFrame(columns=columns)
    return figure, Table(plotted)


def _draw(ax: Axes, there: dict[str, AtPrevalence], title: str) -> None:
    """The curve, both confident runs, and the lines on which the weighted errors balance."""
    points, own, target = there["own"].points, there["own"], there["target"]
    wider = interval_at_balance(target)["width"] / interval_at_balance(own)["width"]
    roc_axes(ax, title, labels=False)
    ax.plot(points.fpr, points.tpr, color="0.5", linewidth=0.8, zorder=2)
    for at, one in there.items():
        # v fnr = (1 - v) fpr starts in the corner (0, 1).
        steep = (1 - one.prevalence) / one.prevalence
        end = min(1.0, 1 / steep)
        ax.plot([0, end], [1, 1 - steep * end], color="0.25", linewidth=0.9, linestyle=LINES[at], zorder=1)
        ax.plot(points.fpr[one.mask], points.tpr[one.mask], solid_capstyle="round", **LOOK[at])
    rows = f"$n$: {points.n} → {target.effective_n:.0f}"
    count = f"points: {own.mask.sum()} → {target.mask.sum()}"
    note(ax, f"own: {own.prevalence:.3f}\n{rows}\n{count}\ninterval × {wider:.1f}")


def _legend(ax: Axes, evaluated: Evaluated) -> None:
    from matplotlib.lines import Line2D

    names = {"own": "own prevalence", "target": f"prevalence {evaluated.shown['target_prevalence']:g}"}
    handles = [Line2D([], [], color="0.5", linewidth=0.8, label="ROC curve")]
    handles += [Line2D([], [], **LOOK[at], label=f"confident, {name}") for at, name in names.items()]
    handles += [
        Line2D([], [], color="0.25", linewidth=0.9, linestyle=LINES[at], label=f"errors balance, {name}")
        for at, name in names.items()
    ]
    title = (
        "in the panels, own → target prevalence:\nrows that the weighted ones are worth,\n"
        "confident points, width of the\ninterval where errors balance"
    )
    ax.legend(handles=handles, loc="center left", fontsize=7, title=title, title_fontsize=7, alignment="left")
