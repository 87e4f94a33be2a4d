"""Figures 1, 7 and 8: the difference in errors with Tango's intervals against the threshold."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from rocrepro.display.axes import gap_axes, panel_grid
from rocrepro.display.house import PAGE, finish, learner_style
from rocrepro.formats.table import Table
from rocrepro.formats.uses import USES, stamped
from rocrepro.papers.elazmeh2006.printed import LEARNERS

if TYPE_CHECKING:
    from collections.abc import Mapping

    import pandas as pd
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from rocrepro.papers.evaluated import Evaluated

DIFFERENCE = "(fn − fp) / n"
THRESHOLD = "threshold (score)"
PLOTTED = [
    "dataset",
    "engine",
    "learner",
    "seed",
    "threshold",
    "fn",
    "fp",
    "difference",
    "lower",
    "upper",
    "confident",
]
SPECTF = {
    "spectf_cv80": "10-fold CV on\nthe 80 training rows",
    "spectf_withdrawn": "withdrawn test file\n(holds the training rows)",
    "spectf": "corrected test file",
}
FIG1 = ("spect", "naive_bayes")


def fig1(evaluated: Evaluated) -> tuple[Figure, Table]:
    """Figure 1: difference and intervals along one curve; all points, then the confident ones."""
    dataset, learner = FIG1
    figure, axes, _ = panel_grid(2, 2, row=2.8)
    curve = _finite(evaluated.curve(dataset, learner))
    for ax, chosen, title in (
        (axes[0], curve, "all points"),
        (axes[1], curve[curve["confident"].astype(bool)], "confident points"),
    ):
        if not evaluated.has(dataset, learner):
            gap_axes(ax, title)
            continue
        _intervals(ax, chosen, {"color": "0.6", "marker": "o"})
        _intervals(ax, chosen[chosen["confident"].astype(bool)], {"color": "black", "marker": "o"})
        ax.set(title=f"{title} ({len(chosen)})", xlabel=THRESHOLD, ylabel=DIFFERENCE)
        ax.locator_params(axis="x", nbins=5)
    _legend(figure, evaluated, confident=True)
    shown = f"{evaluated.learner_title(learner)} on {evaluated.title(dataset)}"
    title = f"Fig. 1: error difference along the ROC curve ({shown})"
    finish(figure, title, evaluated.subtitle(dataset))
    return figure, _plotted(curve)


def fig7(evaluated: Evaluated) -> tuple[Figure, Table]:
    """Figure 7: intervals of the confident points against the threshold on dis; T, F and B."""
    figure, plotted = _panels(evaluated, {"dis": ""}, ["tree", "forest", "naive_bayes"], height=2.6)
    finish(
        figure,
        "Fig. 7: confident points and their intervals on dis",
        evaluated.subtitle("dis", behind="pale behind"),
    )
    return figure, plotted


def fig8(evaluated: Evaluated) -> tuple[Figure, Table]:
    """Figure 8: the same on spectf, in its three protocols; S, T, F and B."""
    figure, plotted = _panels(evaluated, SPECTF, list(LEARNERS), height=5.4)
    title = "Fig. 8: confident points and their intervals on spectf, by protocol"
    finish(figure, title, evaluated.subtitle(behind="pale behind"))
    return figure, plotted


def _panels(
    evaluated: Evaluated, datasets: Mapping[str, str], learners: list[str], *, height: float
) -> tuple[Figure, Table]:
    """A grid of interval plots, a labelled row for each data set; a row shares its vertical axis."""
    import matplotlib.pyplot as plt
    import pandas as pd

    figure, grid = plt.subplots(
        len(datasets),
        len(learners),
        figsize=(PAGE, height),
        sharey="row",
        sharex=True,
        squeeze=False,
        layout="constrained",
    )
    frames: list[pd.DataFrame] = []
    for i, (row, dataset) in enumerate(zip(grid, datasets, strict=True)):
        for ax, learner in zip(row, learners, strict=True):
            title = f"{evaluated.learner_title(learner)}\n" if i == 0 else ""
            # The engine that the figure is about is plotted last, over the other one.
            parts = {
                engine: _points(evaluated, dataset, learner, engine)
                for engine in reversed(evaluated.shown["engines"])
            }
            frames += parts.values()
            if not evaluated.has(dataset, learner):
                gap_axes(ax, title)
                continue
            chosen = parts[evaluated.engine]
            style = learner_style(evaluated.learners, learner)
            if evaluated.other_engine:
                _intervals(ax, parts[evaluated.other_engine], style | {"alpha": 0.3})
            _intervals(ax, chosen, style)
            ax.set_title(f"{title}{_range(chosen)}", fontsize=8.5)
            ax.set_xlim(-0.04, 1.04)
        row[0].set_ylabel(f"{datasets[dataset]}\n{DIFFERENCE}" if datasets[dataset] else DIFFERENCE)
    for ax in grid[-1]:
        ax.set_xlabel(THRESHOLD)
    _legend(figure, evaluated)
    return figure, _plotted(pd.concat([frame for frame in frames if len(frame)] or frames[:1]))


def _points(evaluated: Evaluated, dataset: str, learner: str, engine: str) -> pd.DataFrame:
    """The confident points of one model that can be drawn; one row without a point if it is missing."""
    import pandas as pd

    with evaluated.reading() as read:
        curve = evaluated.curve(dataset, learner, engine)
    if curve.empty:
        missing = [{"dataset": dataset, "engine": engine, "learner": learner}]
        return stamped(pd.DataFrame(missing, columns=PLOTTED), read)
    curve = _finite(curve)
    return stamped(curve[curve["confident"].astype(bool)], read)


def _range(chosen: pd.DataFrame) -> str:
    """How many points, and the thresholds that they span."""
    if chosen.empty:
        return "no confident point\n"
    low, high = (_threshold(limit) for limit in (chosen["threshold"].min(), chosen["threshold"].max()))
    if len(chosen) == 1:
        return f"1 point\nat {low}"
    return f"{len(chosen)} points\n{low} to {high}"


def _threshold(value: float) -> str:
    """A threshold in three digits; one just below 1 by its distance to 1, which rounding would hide."""
    if not 0.9995 < value < 1:
        return f"{value:.3g}"
    return f"$1-10^{{{round(np.log10(1 - value))}}}$"


def _finite(curve: pd.DataFrame) -> pd.DataFrame:
    """The points with a threshold that can be drawn: all but the all-negative one, at infinity."""
    finite: pd.DataFrame = curve[np.isfinite(curve["threshold"].to_numpy(dtype=float))]
    return finite


def _intervals(ax: Axes, curve: pd.DataFrame, style: dict[str, Any]) -> None:
    """Points with their intervals."""
    ax.axhline(0, color="0.6", linewidth=0.6, zorder=0)
    at, middle = curve["threshold"].to_numpy(dtype=float), curve["difference"].to_numpy(dtype=float)
    reach = np.vstack(
        [middle - curve["lower"].to_numpy(dtype=float), curve["upper"].to_numpy(dtype=float) - middle]
    )
    ax.errorbar(
        at,
        middle,
        yerr=reach,
        color=style["color"],
        marker=style["marker"],
        linestyle="none",
        markersize=2.6,
        elinewidth=0.6,
        capsize=1.2,
        capthick=0.5,
        alpha=style.get("alpha", 1.0),
    )


def _legend(figure: Figure, evaluated: Evaluated, *, confident: bool = False) -> None:
    """One legend for all panels, below them."""
    from matplotlib.lines import Line2D

    level = f"Tango's {evaluated.level} interval"
    handles = [
        Line2D([], [], linestyle="none", marker="|", color="0.3", markersize=9),
        Line2D([], [], linestyle="none", marker="o", color="0.3", markersize=3),
    ]
    names = [level, f"observed {DIFFERENCE}"]
    if confident:
        handles.append(Line2D([], [], linestyle="none", marker="o", color="black", markersize=4))
        names.append(f"confident (by {evaluated.shown['confidence_test']})")
    figure.legend(handles, names, loc="outside lower left", ncols=3)


def _plotted(curve: pd.DataFrame) -> Table:
    """What an interval plot shows, as a table."""
    columns = [column for column in (*PLOTTED, USES) if column in curve]
    return Table(curve[columns], keys=("dataset", "engine", "learner", "seed"))
