"""Figures 3 and 6: the confident segment, its area, and the area against the error difference."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from rocrepro.display.axes import gap_axes, panel_grid, roc_axes
from rocrepro.display.curves import draw_curve
from rocrepro.display.house import finish, learner_style
from rocrepro.display.legend import legend_below, legend_of
from rocrepro.formats.table import Table
from rocrepro.papers.panels import dataset_panels, headed, learner_keys, plotted

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from rocrepro.evaluation import RocPoints
    from rocrepro.papers.evaluated import Evaluated

FIG3 = ("spectf_cv80", "naive_bayes")
HEADING = "{}, {}"
AVED = "AveD: mean of (fn − fp) / n"
PLOTTED = ["dataset", "engine", "learner", "seed", "n_confident", "aved", "aved_abs"]


def fig3(evaluated: Evaluated) -> tuple[Figure, Table]:
    """Figure 3: a confident segment on its curve, and the areas below and right of it."""
    import pandas as pd

    dataset, learner = FIG3
    figure, axes, _ = panel_grid(2, 2, row=3.3)
    titles = ("confident segment", "area of the segment")
    frame = pd.DataFrame(columns=["threshold", "fpr", "tpr", "confident"])
    if evaluated.has(dataset, learner):
        segment = evaluated.segment(dataset, learner)
        points = segment.points
        columns = {"threshold": points.threshold, "fpr": points.fpr, "tpr": points.tpr}
        frame = pd.DataFrame(columns | {"confident": segment.mask})
        for ax, title in zip(axes, titles, strict=True):
            roc_axes(ax, title, small=True)
            draw_curve(ax, points, color="0.55", linewidth=1, label="ROC curve")
        _areas(axes[1], points, segment.mask)
        dark: dict[str, Any] = {"color": "black", "linewidth": 2.8, "label": "confident segment", "zorder": 3}
        for ax in axes:
            draw_curve(ax, points, segment.mask, **dark)
        readings = ("vertical", "horizontal", "union", "concordant")
        text = "\n".join(f"{reading}: {segment.cauc(reading):.3f}" for reading in readings)
        axes[1].text(0.97, 0.1, "CAUC\n" + text, ha="right", fontsize=7, transform=axes[1].transAxes)
        legend_below(figure, axes[1], loc="outside lower left", ncols=4)
    else:
        for ax, title in zip(axes, titles, strict=True):
            gap_axes(ax, title)
    shown = f"{evaluated.learner_title(learner)}, {evaluated.title(dataset)}"
    finish(figure, f"Fig. 3: a confident ROC segment ({shown})", evaluated.subtitle(dataset))
    return figure, Table(frame)


def _areas(ax: Axes, points: RocPoints, mask: np.ndarray) -> None:
    """Shade what lies below the segment and what lies right of it."""
    x, y = points.fpr[mask], points.tpr[mask]
    below: dict[str, Any] = {"facecolor": "#56B4E9", "alpha": 0.55, "hatch": "||", "label": "vertical: below"}
    right: dict[str, Any] = {"facecolor": "#E69F00", "alpha": 0.45, "hatch": "--"}
    ax.fill_between(x, 0, y, edgecolor="white", linewidth=0, **below)
    ax.fill_betweenx(y, x, 1, edgecolor="white", linewidth=0, label="horizontal: right", **right)


def fig6(evaluated: Evaluated) -> tuple[Figure, Table]:
    """Figure 6: area of the confident segment against AveD, a panel for each data set."""
    reading = evaluated.shown["cauc_reading"]
    labels: dict[str, Any] = {"x": AVED, "y": f"CAUC ({reading})", "heading": HEADING}
    figure, panels, legend = dataset_panels(
        evaluated, lambda name: evaluated.gap(name) is None, row=2.1, **labels
    )
    frames = []
    for dataset, ax in panels:
        frames += _trade_off(ax, evaluated, dataset, f"cauc_{reading}")
    keys = learner_keys(evaluated, "marker", "color", linestyle="none", markersize=6)
    small = {"linestyle": "none", "marker": "o", "color": "0.4", "alpha": 0.5, "markersize": 2}
    look: dict[str, Any] = {"loc": "center left", "title": "better: top, near 0", "alignment": "left"}
    legend_of(legend, [*keys, small | {"label": "other seeds"}], **look)
    subtitle = evaluated.subtitle(behind="hollow") + "; other seeds small"
    finish(figure, "Fig. 6: area of the confident segment against the error difference", subtitle)
    return figure, plotted(frames, [*PLOTTED, f"cauc_{reading}"])


def _trade_off(ax: Axes, evaluated: Evaluated, dataset: str, area: str) -> list[pd.DataFrame]:
    """One panel: the default seed large, the other seeds small; returns what it shows."""
    frames, without = [], []
    other = evaluated.other_engine
    ax.axvline(0, color="0.75", linewidth=0.6, zorder=0)
    for learner in evaluated.learners_of(dataset):
        style = learner_style(evaluated.learners, learner)
        over = evaluated.over_seeds(dataset, learner)
        default = over[over["seed"] == evaluated.seed]
        _mark(ax, over, area, style, markersize=2, alpha=0.35, markeredgewidth=0)
        frames.append(over)
        if other:
            counter = evaluated.over_seeds(dataset, learner, other)
            hollow = {"markerfacecolor": "none", "markeredgewidth": 0.8, "alpha": 0.8}
            _mark(ax, counter[counter["seed"] == evaluated.seed], area, style, markersize=5, **hollow)
            frames.append(counter)
        edge = {"markeredgecolor": "white", "markeredgewidth": 0.5}
        _mark(ax, default, area, style, markersize=6, zorder=3, **edge)
        if not (default["n_confident"] > 0).any():
            without.append(evaluated.learners[learner]["letter"])
    ax.margins(0.12)
    ax.locator_params(axis="x", nbins=4)
    ax.ticklabel_format(axis="both", style="plain", useOffset=False)
    missing = f"no confident point: {', '.join(without)}" if without else "all with confident points"
    ax.set_title(f"{headed(evaluated, dataset, HEADING)}\n{missing}", fontsize=8)
    return frames


def _mark(ax: Axes, rows: pd.DataFrame, area: str, style: dict[str, Any], **how: Any) -> None:
    """One marker for each row that has confident points."""
    drawn = rows[rows["n_confident"] > 0]
    look = {"linestyle": "none", "marker": style["marker"], "color": style["color"]}
    ax.plot(drawn["aved"], drawn[area], **look, **how)
