"""Figures 4 and 5, and the region of confident points: ROC space."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from rocrepro.display.axes import gap_axes, panel_grid, roc_axes, stretch
from rocrepro.display.curves import draw_band, draw_curve
from rocrepro.display.house import PAGE, finish, learner_style
from rocrepro.display.legend import legend_below, legend_of
from rocrepro.evaluation import confident_region
from rocrepro.formats.table import Table
from rocrepro.papers.elazmeh2006.panels import ROW
from rocrepro.papers.elazmeh2006.printed import LEARNERS
from rocrepro.papers.evaluated import ENGINE_TITLES
from rocrepro.papers.panels import dataset_panels, headed, learner_keys, plotted

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from rocrepro.papers.evaluated import Evaluated

FIG4 = "dis"
CURVE = ["dataset", "engine", "learner", "seed", "threshold", "fpr", "tpr", "confident"]
REGION = ["dataset", "n_pos", "n_neg", "fpr", "tpr_low", "tpr_high"]
LEGEND: dict[str, Any] = {"loc": "center left", "handlelength": 3}
YELLOW: dict[str, Any] = {"facecolor": "#F0E442", "edgecolor": "0.3", "alpha": 0.75}


def fig4(evaluated: Evaluated) -> tuple[Figure, Table]:
    """Figure 4: fixed-width bands of the four learners on dis, with the share of ROC space of each."""
    import pandas as pd

    figure, axes, _ = panel_grid(4, 2, row=PAGE * 0.41, width=PAGE * 0.78)
    frames = []
    for ax, learner in zip(axes, LEARNERS, strict=True):
        title = evaluated.learner_title(learner)
        if not evaluated.has(FIG4, learner):
            gap_axes(ax, title)
            continue
        frames += _draw_bands(ax, evaluated, learner, title)
    legend_below(figure, axes[0], loc="outside lower left", ncols=3)
    shown = f"bands on {evaluated.title(FIG4)} and their share of ROC space"
    finish(figure, f"Fig. 4: {evaluated.level} fixed-width {shown}", evaluated.subtitle(FIG4))
    none = evaluated.band(FIG4, LEARNERS[0], "ks").iloc[:0]
    return figure, Table(pd.concat(frames or [none], ignore_index=True))


def _draw_bands(ax: Axes, evaluated: Evaluated, learner: str, title: str) -> list[pd.DataFrame]:
    """Curve and both bands of one learner; returns the bands."""
    band, other = (evaluated.band(FIG4, learner, slope) for slope in ("ks", "inverse"))
    share, other_share = (b["area"].iloc[0] for b in (band, other))
    roc_axes(ax, f"{title}\n{share:.0%} (grey), {other_share:.0%} (dashed)", small=True)
    label = "band, slope $-\\sqrt{n_-/n_+}$"
    draw_band(ax, band["fpr"], band["lower"], band["upper"], color="0.82", label=label)
    for edge in ("lower", "upper"):
        words = "band, slope $-\\sqrt{n_+/n_-}$" if edge == "lower" else None
        ax.plot(other["fpr"], other[edge], color="#E69F00", linewidth=0.9, linestyle=(0, (4, 2)), label=words)
    draw_curve(ax, evaluated.curve(FIG4, learner), color="black", linewidth=1.1, label="ROC curve")
    engine = evaluated.other_engine
    if engine and not (counter := evaluated.curve(FIG4, learner, engine)).empty:
        label = f"ROC curve, {ENGINE_TITLES.get(engine, engine)}"
        draw_curve(ax, counter, color="0.45", linewidth=0.9, linestyle=":", label=label)
    return [band, other]


def fig5(evaluated: Evaluated) -> tuple[Figure, Table]:
    """Figure 5: ROC curves of all learners on all data sets, the confident points dark."""
    figure, panels, legend = _grid(evaluated)
    frames = []
    for dataset, ax in panels:
        for learner in evaluated.learners_of(dataset):
            frames += _draw_behind(ax, evaluated, dataset, learner)
            frames.append(_draw_curve(ax, evaluated, dataset, learner))
    legend_of(legend, _keys(evaluated), **LEGEND)
    subtitle = evaluated.subtitle(behind="pale behind, its confident points pale and thick")
    finish(figure, "Fig. 5: ROC curves, confident points dark", subtitle)
    return figure, plotted(frames, CURVE)


def confident_region_figure(evaluated: Evaluated) -> tuple[Figure, Table]:
    """The region of ROC space where a point is confident, for each data set, with the curves over it."""
    figure, panels, legend = _grid(evaluated)
    frames = []
    for dataset, ax in panels:
        n_pos, n_neg = evaluated.test_counts(dataset)
        frames.append(_draw_region(ax, n_pos, n_neg, evaluated.alpha).assign(dataset=dataset))
        for learner in evaluated.learners_of(dataset):
            _draw_curve(ax, evaluated, dataset, learner)
    legend_of(legend, [*_keys(evaluated), YELLOW | {"label": "confident region (Tango)"}], **LEGEND)
    title = "Where a point is confident: fixed by class counts and alpha (note the stretched axes)"
    finish(figure, title, evaluated.subtitle())
    return figure, plotted(frames, REGION)


def _draw_region(ax: Axes, n_pos: int, n_neg: int, alpha: float) -> pd.DataFrame:
    """Fill Tango's confident region, on an axis stretched to show it; returns its edges."""
    import pandas as pd

    region = confident_region(n_pos, n_neg, alpha=alpha)
    # The region is a thin strip under imbalance.
    stretch(ax, min(1.0, 1.5 * region.fpr[np.isfinite(region.lower)].max()))
    look: dict[str, Any] = {"color": YELLOW["facecolor"], **YELLOW, "linewidth": 0.4, "zorder": 0.5}
    draw_band(ax, region.fpr, region.lower, region.upper, **look)
    text = f"$n_+$ = {n_pos}\n$n_-$ = {n_neg}"
    ax.text(0.97, 0.05, text, ha="right", va="bottom", fontsize=7, transform=ax.transAxes)
    edges = {"fpr": region.fpr, "tpr_low": region.lower, "tpr_high": region.upper}
    return pd.DataFrame(edges | {"n_pos": n_pos, "n_neg": n_neg})


def _grid(evaluated: Evaluated) -> tuple[Figure, list[tuple[str, Axes]], Axes]:
    """One panel of ROC space for each data set that is there, as `dataset_panels` makes them."""
    figure, panels, legend = dataset_panels(evaluated, lambda name: evaluated.gap(name) is None, row=ROW)
    for dataset, ax in panels:
        roc_axes(ax, headed(evaluated, dataset), labels=False, small=True)
    return figure, panels, legend


def _keys(evaluated: Evaluated) -> list[dict[str, Any]]:
    """Entries of the legend."""
    dark = {"color": "black", "linewidth": 2.4, "marker": "o", "markersize": 3.6}
    return [*learner_keys(evaluated, "color", "linestyle"), dark | {"label": "confident points"}]


def _draw_behind(ax: Axes, evaluated: Evaluated, dataset: str, learner: str) -> list[pd.DataFrame]:
    """The other engine's curve, pale; returns its points, if there are any."""
    if evaluated.other_engine is None:
        return []
    curve = evaluated.curve(dataset, learner, evaluated.other_engine)
    style = learner_style(evaluated.learners, learner)
    pale: dict[str, Any] = {"color": style["color"], "alpha": 0.3, "zorder": 1}
    draw_curve(ax, curve, linestyle=style["linestyle"], linewidth=0.8, **pale)
    draw_curve(ax, curve, curve["confident"], linewidth=3.5, solid_capstyle="round", **pale)
    return [curve]


def _draw_curve(ax: Axes, evaluated: Evaluated, dataset: str, learner: str) -> pd.DataFrame:
    """One thin curve with its confident run thick; returns the points."""
    curve = evaluated.curve(dataset, learner)
    style = learner_style(evaluated.learners, learner)
    color, dark = style["color"], curve["confident"]
    draw_curve(ax, curve, color=color, linestyle=style["linestyle"], linewidth=0.9, alpha=0.8)
    draw_curve(ax, curve, dark, color="black", linewidth=2.4, solid_capstyle="round", zorder=3)
    marks: dict[str, Any] = {"linestyle": "none", "marker": style["marker"], "markersize": 3.6, "zorder": 4}
    edge: dict[str, Any] = {"markeredgecolor": "black", "markeredgewidth": 0.5}
    draw_curve(ax, curve, dark, markerfacecolor=color, **marks, **edge)
    return curve
