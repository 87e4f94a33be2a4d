"""Figures 3 and 6: the confident segment, its area, and the area against the error difference."""

from __future__ import annotations

from math import ceil
from typing import TYPE_CHECKING

import numpy as np

from rocrepro.evaluation import confident_segment
from rocrepro.papers.artifact import Table
from rocrepro.papers.style import PAGE, finish, gap_axes, learner_style, roc_axes

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from rocrepro.evaluation import RocPoints
    from rocrepro.papers.evaluated import Evaluated

FIG3 = ("spectf_cv80", "naive_bayes")
COLUMNS = 3
AVED = "AveD: mean of (fn − fp) / n"
PLOTTED = ["dataset", "engine", "learner", "seed", "n_confident", "aved", "aved_abs"]


def fig3(evaluated: Evaluated) -> tuple[Figure, Table]:
    """Figure 3: a confident segment on its curve, and the areas below and right of it."""
    import matplotlib.pyplot as plt
    import pandas as pd

    dataset, learner = FIG3
    figure, axes = plt.subplots(1, 2, figsize=(PAGE, 3.3), layout="constrained")
    titles = ("confident segment", "area of the segment")
    frame = pd.DataFrame(columns=["threshold", "fpr", "tpr", "confident"])
    if evaluated.gap(dataset) is None:
        points = evaluated.roc(dataset, learner)
        segment = confident_segment(points, alpha=evaluated.alpha, test=evaluated.shown["confidence_test"])
        columns = {"threshold": points.threshold, "fpr": points.fpr, "tpr": points.tpr}
        frame = pd.DataFrame(columns | {"confident": segment.mask})
        for ax, title in zip(axes, titles, strict=True):
            roc_axes(ax, title)
            ax.plot(points.fpr, points.tpr, color="0.55", linewidth=1, label="ROC curve")
        _areas(axes[1], points, segment.mask)
        for ax in axes:
            ax.plot(
                points.fpr[segment.mask],
                points.tpr[segment.mask],
                color="black",
                linewidth=2.8,
                label="confident segment",
                zorder=3,
            )
        readings = ("vertical", "horizontal", "union", "concordant")
        text = "\n".join(f"{reading}: {segment.cauc(reading):.3f}" for reading in readings)
        axes[1].text(0.97, 0.1, "CAUC\n" + text, ha="right", fontsize=7, transform=axes[1].transAxes)
        figure.legend(*axes[1].get_legend_handles_labels(), loc="outside lower left", ncols=4)
    else:
        for ax, title in zip(axes, titles, strict=True):
            gap_axes(ax, title)
    name = evaluated.learners[learner]["title"]
    finish(
        figure,
        f"Fig. 3: a confident ROC segment ({name}, {evaluated.title(dataset)})",
        evaluated.subtitle(dataset),
    )
    return figure, Table(frame)


def _areas(ax: Axes, points: RocPoints, mask: np.ndarray) -> None:
    """Shade what lies below the segment and what lies right of it."""
    x, y = points.fpr[mask], points.tpr[mask]
    ax.fill_between(
        x,
        0,
        y,
        facecolor="#56B4E9",
        alpha=0.55,
        hatch="||",
        edgecolor="white",
        linewidth=0,
        label="vertical: below",
    )
    ax.fill_betweenx(
        y,
        x,
        1,
        facecolor="#E69F00",
        alpha=0.45,
        hatch="--",
        edgecolor="white",
        linewidth=0,
        label="horizontal: right",
    )


def fig6(evaluated: Evaluated) -> tuple[Figure, Table]:
    """Figure 6: area of the confident segment against AveD, a panel for each data set."""
    import matplotlib.pyplot as plt
    import pandas as pd

    reading = evaluated.shown["cauc_reading"]
    rows = ceil((len(evaluated.datasets) + 1) / COLUMNS)
    figure, axes = plt.subplots(rows, COLUMNS, figsize=(PAGE, 2.1 * rows + 0.3), layout="constrained")
    flat = list(np.atleast_1d(axes).flat)
    frames = []
    for dataset, ax in zip(evaluated.datasets, flat, strict=False):
        heading = f"{evaluated.title(dataset)} ({evaluated.protocol(dataset)})"
        if evaluated.gap(dataset) is not None:
            gap_axes(ax, heading)
            continue
        frames += _trade_off(ax, evaluated, dataset, f"cauc_{reading}", heading)
    for ax in flat[len(evaluated.datasets) :]:
        ax.axis("off")
    _legend(flat[len(evaluated.datasets)], evaluated)
    figure.supxlabel(AVED, fontsize=7.5)
    figure.supylabel(f"CAUC ({reading})", fontsize=7.5)
    finish(figure, "Fig. 6: area of the confident segment against the error difference", evaluated.subtitle())
    columns = [*PLOTTED, f"cauc_{reading}"]
    return figure, Table(
        pd.concat(frames, ignore_index=True)[columns] if frames else pd.DataFrame(columns=columns)
    )


def _trade_off(ax: Axes, evaluated: Evaluated, dataset: str, area: str, heading: str) -> list[pd.DataFrame]:
    """One panel: the default seed large, the other seeds small; returns what it shows."""
    frames, without = [], []
    ax.axvline(0, color="0.75", linewidth=0.6, zorder=0)
    for learner in evaluated.learners:
        over = evaluated.over_seeds(dataset, learner)
        style = learner_style(evaluated.learners, learner)
        shown = over[over["n_confident"] > 0]
        frames.append(over)
        ax.plot(
            shown["aved"],
            shown[area],
            linestyle="none",
            marker=style["marker"],
            markersize=2,
            color=style["color"],
            alpha=0.35,
            markeredgewidth=0,
        )
        default = shown[shown["seed"] == evaluated.seed]
        ax.plot(
            default["aved"],
            default[area],
            linestyle="none",
            marker=style["marker"],
            markersize=6,
            color=style["color"],
            markeredgecolor="white",
            markeredgewidth=0.5,
            zorder=3,
        )
        if default.empty:
            without.append(evaluated.learners[learner]["letter"])
    ax.margins(0.12)
    ax.locator_params(axis="x", nbins=4)
    ax.ticklabel_format(axis="both", style="plain", useOffset=False)
    missing = f"no confident point: {', '.join(without)}" if without else "all with confident points"
    ax.set_title(f"{heading}\n{missing}", fontsize=7.5)
    return frames


def _legend(ax: Axes, evaluated: Evaluated) -> None:
    from matplotlib.lines import Line2D

    handles = []
    for learner, name in evaluated.learners.items():
        style = learner_style(evaluated.learners, learner)
        label = f"{name['letter']}: {name['title']}"
        handles.append(
            Line2D(
                [],
                [],
                linestyle="none",
                marker=style["marker"],
                color=style["color"],
                markersize=6,
                label=label,
            )
        )
    small = Line2D(
        [], [], linestyle="none", marker="o", color="0.4", alpha=0.5, markersize=2, label="other seeds"
    )
    ax.legend(handles=[*handles, small], loc="center left", title="better: top, near 0", alignment="left")
