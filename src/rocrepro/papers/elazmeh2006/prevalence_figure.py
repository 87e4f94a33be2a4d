"""Confident sets at the test rows' own prevalence and at a stated one, in ROC space."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from rocrepro.display.axes import roc_axes
from rocrepro.display.curves import draw_curve
from rocrepro.display.house import finish
from rocrepro.display.legend import legend_of
from rocrepro.papers.elazmeh2006.panels import LEARNER, YELLOW, grid, note
from rocrepro.papers.elazmeh2006.prevalence import AT
from rocrepro.papers.panels import headed, plotted

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from rocrepro.formats.table import Table
    from rocrepro.papers.evaluated import Evaluated

COLUMNS = ["dataset", "engine", "learner", "seed", "threshold", "fpr", "tpr"]
LOOK: dict[str, dict[str, Any]] = {
    "target": {"color": YELLOW, "linewidth": 5, "marker": "o", "markersize": 5, "zorder": 3},
    "own": {"color": "black", "linewidth": 1.8, "marker": "o", "markersize": 2.6, "zorder": 4},
}
LINES: dict[str, Any] = {"target": (0, (1, 1.5)), "own": (0, (5, 2))}
MEASURES = ["difference", "lower", "upper", "confident"]
PLOTTED = [*COLUMNS, *(f"{name}_{at}" for at in LINES for name in MEASURES)]


def prevalence_figure(evaluated: Evaluated) -> tuple[Figure, Table]:
    """One learner's curves with the confident points at both prevalences, a panel for each data set."""
    figure, panels, legend = grid(evaluated)
    frames = []
    for dataset, ax in panels:
        points = evaluated.rows("prevalence_points", dataset, LEARNER)
        there = {AT[str(mix)]: of.reset_index(drop=True) for mix, of in points.groupby("mix", sort=False)}
        rows = evaluated.rows("prevalence", dataset, LEARNER).to_dict("records")
        _draw(ax, there, {AT[row["mix"]]: row for row in rows}, headed(evaluated, dataset))
        frame = there["own"][COLUMNS]
        for at in LINES:
            frame = frame.assign(**{f"{name}_{at}": there[at][name] for name in MEASURES})
        frames.append(frame)
    _legend(legend, evaluated)
    name = evaluated.learner_title(LEARNER)
    title = f"Confident points at another prevalence ({name})"
    finish(figure, title, evaluated.subtitle())
    return figure, plotted(frames, PLOTTED)


def _draw(ax: Axes, there: dict[str, pd.DataFrame], rows: dict[str, dict[Any, Any]], title: str) -> None:
    """The curve, both confident runs, and the lines on which the weighted errors balance."""
    own, target = rows["own"], rows["target"]
    width = {at: row["balance_upper"] - row["balance_lower"] for at, row in rows.items()}
    roc_axes(ax, title, labels=False, small=True)
    draw_curve(ax, there["own"], color="0.5", linewidth=0.8, zorder=2)
    for at in LINES:
        # v fnr = (1 - v) fpr starts in the corner (0, 1).
        steep = (1 - rows[at]["prevalence"]) / rows[at]["prevalence"]
        end = min(1.0, 1 / steep)
        ax.plot([0, end], [1, 1 - steep * end], color="0.25", linewidth=0.9, linestyle=LINES[at], zorder=1)
        draw_curve(ax, there[at], there[at]["confident"], solid_capstyle="round", **LOOK[at])
    size = f"$n$: {own['n']} → {target['effective_n']:.0f}"
    count = f"points: {own['n_confident']} → {target['n_confident']}"
    wider = width["target"] / width["own"]
    note(ax, f"own: {own['prevalence']:.3f}\n{size}\n{count}\ninterval × {wider:.1f}")


def _legend(ax: Axes, evaluated: Evaluated) -> None:
    names = {"own": "own prevalence", "target": f"prevalence {evaluated.shown['target_prevalence']:g}"}
    line: dict[str, Any] = {"color": "0.25", "linewidth": 0.9}
    keys = [
        {"color": "0.5", "linewidth": 0.8, "label": "ROC curve"},
        *(LOOK[at] | {"label": f"confident, {name}"} for at, name in names.items()),
        *(line | {"linestyle": LINES[at], "label": f"errors balance, {name}"} for at, name in names.items()),
    ]
    title = (
        "in the panels, own → target prevalence:\nrows that the weighted ones are worth,\n"
        "confident points, width of the\ninterval where errors balance"
    )
    legend_of(ax, keys, loc="center left", fontsize=7, title=title, title_fontsize=7, alignment="left")
