"""Figures 1, 7 and 8: the difference in errors with Tango's intervals against the threshold."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from rocrepro.display.axes import gap_axes, panel_grid
from rocrepro.display.curves import draw_intervals
from rocrepro.display.house import finish, learner_style
from rocrepro.display.legend import legend_of
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
PLOTTED = ["dataset", "engine", "learner", "seed", "threshold", "fn", "fp", "difference", "lower", "upper"]
PLOTTED += ["confident"]
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
        (axes[1], curve[curve["confident"]], "confident points"),
    ):
        if not evaluated.has(dataset, learner):
            gap_axes(ax, title)
            continue
        _intervals(ax, chosen, {"color": "0.6", "marker": "o"})
        _intervals(ax, chosen[chosen["confident"]], {"color": "black", "marker": "o"})
        ax.set(title=f"{title} ({len(chosen)})", xlabel=THRESHOLD, ylabel=DIFFERENCE)
        ax.locator_params(axis="x", nbins=5)
    _legend(figure, evaluated, confident=True)
    shown = f"{evaluated.learner_title(learner)} on {evaluated.title(dataset)}"
    title = f"Fig. 1: error difference along the ROC curve ({shown})"
    finish(figure, title, evaluated.subtitle(dataset))
    return figure, _plotted(curve)


def fig7(evaluated: Evaluated) -> tuple[Figure, Table]:
    """Figure 7: intervals of the confident points against the threshold on dis; T, F and B."""
    figure, plotted = _panels(evaluated, {"dis": ""}, ["tree", "forest", "naive_bayes"], row=2.6)
    finish(
        figure,
        "Fig. 7: confident points and their intervals on dis",
        evaluated.subtitle("dis", behind="pale behind"),
    )
    return figure, plotted


def fig8(evaluated: Evaluated) -> tuple[Figure, Table]:
    """Draw figure 8: figure 7 for spectf, in its three protocols; S, T, F and B."""
    figure, plotted = _panels(evaluated, SPECTF, list(LEARNERS), row=1.8)
    title = "Fig. 8: confident points and their intervals on spectf, by protocol"
    finish(figure, title, evaluated.subtitle(behind="pale behind"))
    return figure, plotted


def _panels(
    evaluated: Evaluated, datasets: Mapping[str, str], learners: list[str], *, row: float
) -> tuple[Figure, Table]:
    """A grid of interval plots, a labelled row for each data set; a row shares its vertical axis."""
    import pandas as pd

    columns = len(learners)
    shared: dict[str, Any] = {"sharey": "row", "sharex": True}
    figure, axes, _ = panel_grid(len(datasets) * columns, columns, row=row, **shared)
    frames: list[pd.DataFrame] = []
    for place, dataset in enumerate(datasets):
        panels = axes[place * columns : (place + 1) * columns]
        for ax, learner in zip(panels, learners, strict=True):
            title = f"{evaluated.learner_title(learner)}\n" if place == 0 else ""
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
        panels[0].set_ylabel(f"{datasets[dataset]}\n{DIFFERENCE}" if datasets[dataset] else DIFFERENCE)
    for ax in axes[-columns:]:
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
    return stamped(curve[curve["confident"]], read)


def _range(chosen: pd.DataFrame) -> str:
    """Say how many points there are, and the thresholds that they span."""
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
    bars: dict[str, Any] = {"elinewidth": 0.6, "capsize": 1.2, "capthick": 0.5}
    marks: dict[str, Any] = {"marker": style["marker"], "markersize": 2.6, "linestyle": "none"}
    look: dict[str, Any] = {"color": style["color"], "alpha": style.get("alpha", 1.0)}
    x, middle, low, high = (curve[name] for name in ("threshold", "difference", "lower", "upper"))
    draw_intervals(ax, x, middle, low, high, **bars, **marks, **look)


def _legend(figure: Figure, evaluated: Evaluated, *, confident: bool = False) -> None:
    """One legend for all panels, below them."""
    grey: dict[str, Any] = {"linestyle": "none", "color": "0.3"}
    keys = [
        grey | {"marker": "|", "markersize": 9, "label": f"Tango's {evaluated.level} interval"},
        grey | {"marker": "o", "markersize": 3, "label": f"observed {DIFFERENCE}"},
    ]
    if confident:
        label = f"confident (by {evaluated.shown['confidence_test']})"
        keys.append(grey | {"marker": "o", "color": "black", "markersize": 4, "label": label})
    legend_of(figure, keys, loc="outside lower left", ncols=3)


def _plotted(curve: pd.DataFrame) -> Table:
    """Tabulate what an interval plot shows."""
    columns = [column for column in (*PLOTTED, USES) if column in curve]
    return Table(curve[columns], keys=("dataset", "engine", "learner", "seed"))
