"""Figures 4 and 5, and the region of confident points: ROC space."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from rocrepro.display.axes import gap_axes, panel_grid, roc_axes
from rocrepro.display.house import PAGE, finish, learner_style
from rocrepro.evaluation import confident_region
from rocrepro.formats.table import Table
from rocrepro.papers.elazmeh2006.panels import grid, heading
from rocrepro.papers.elazmeh2006.printed import LEARNERS
from rocrepro.papers.evaluated import ENGINE_TITLES

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from rocrepro.papers.evaluated import Evaluated

FIG4 = "dis"
CURVE = ["dataset", "engine", "learner", "seed", "threshold", "fpr", "tpr", "confident"]


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
    handles, labels = axes[0].get_legend_handles_labels()
    if handles:
        figure.legend(handles, labels, loc="outside lower left", ncols=3)
    title = (
        f"Fig. 4: {evaluated.level} fixed-width bands on {evaluated.title(FIG4)} and their share of ROC space"
    )
    finish(figure, title, evaluated.subtitle(FIG4))
    columns = evaluated.band(FIG4, next(iter(LEARNERS)), "ks").iloc[:0]
    return figure, Table(pd.concat(frames or [columns], ignore_index=True))


def _draw_bands(ax: Axes, evaluated: Evaluated, learner: str, title: str) -> list[pd.DataFrame]:
    """Curve and both bands of one learner; returns the bands."""
    curve = _rates(evaluated, FIG4, learner)
    band, other = (evaluated.band(FIG4, learner, slope) for slope in ("ks", "inverse"))
    share, other_share = (b["area"].iloc[0] for b in (band, other))
    roc_axes(ax, f"{title}\n{share:.0%} (grey), {other_share:.0%} (dashed)", small=True)
    ax.fill_between(
        band["fpr"],
        band["lower"],
        band["upper"],
        color="0.82",
        linewidth=0,
        label="band, slope $-\\sqrt{n_-/n_+}$",
    )
    for edge in ("lower", "upper"):
        label = "band, slope $-\\sqrt{n_+/n_-}$" if edge == "lower" else None
        ax.plot(other["fpr"], other[edge], color="#E69F00", linewidth=0.9, linestyle=(0, (4, 2)), label=label)
    ax.plot(curve["fpr"], curve["tpr"], color="black", linewidth=1.1, label="ROC curve")
    if (
        evaluated.other_engine
        and not (counter := _rates(evaluated, FIG4, learner, evaluated.other_engine)).empty
    ):
        name = ENGINE_TITLES.get(evaluated.other_engine, evaluated.other_engine)
        ax.plot(
            counter["fpr"],
            counter["tpr"],
            color="0.45",
            linewidth=0.9,
            linestyle=":",
            label=f"ROC curve, {name}",
        )
    return [band, other]


def fig5(evaluated: Evaluated) -> tuple[Figure, Table]:
    """Figure 5: ROC curves of all learners on all data sets, the confident points dark."""
    import pandas as pd

    figure, panels = _grid(evaluated)
    frames = []
    for dataset, ax in panels:
        roc_axes(ax, heading(evaluated, dataset), labels=False, small=True)
        for learner in evaluated.learners_of(dataset):
            frames += _draw_behind(ax, evaluated, dataset, learner)
            frames.append(_draw_curve(ax, evaluated, dataset, learner))
    subtitle = evaluated.subtitle(behind="pale behind, its confident points pale and thick")
    finish(figure, "Fig. 5: ROC curves, confident points dark", subtitle)
    return figure, Table(
        pd.concat(frames, ignore_index=True)[CURVE] if frames else pd.DataFrame(columns=CURVE)
    )


def confident_region_figure(evaluated: Evaluated) -> tuple[Figure, Table]:
    """The region of ROC space where a point is confident, for each data set, with the curves over it."""
    import pandas as pd

    figure, panels = _grid(evaluated, region=True)
    frames = []
    for dataset, ax in panels:
        roc_axes(ax, heading(evaluated, dataset), labels=False, small=True)
        n_pos, n_neg = evaluated.test_counts(dataset)
        frames.append(_draw_region(ax, n_pos, n_neg, evaluated.alpha).assign(dataset=dataset))
        for learner in evaluated.learners_of(dataset):
            _draw_curve(ax, evaluated, dataset, learner)
    title = "Where a point is confident: fixed by class counts and alpha (note the stretched axes)"
    finish(figure, title, evaluated.subtitle())
    columns = ["dataset", "n_pos", "n_neg", "fpr", "tpr_low", "tpr_high"]
    plotted = pd.concat(frames, ignore_index=True) if frames else pd.DataFrame(columns=columns)
    return figure, Table(plotted[columns])


def _draw_region(ax: Axes, n_pos: int, n_neg: int, alpha: float) -> pd.DataFrame:
    """Fill Tango's confident region, on an axis stretched to show it; returns its edges."""
    import pandas as pd
    from matplotlib.ticker import MaxNLocator, ScalarFormatter

    region = confident_region(n_pos, n_neg, alpha=alpha)
    # The region is a thin strip under imbalance.
    reach = min(1.0, 1.5 * region.fpr[np.isfinite(region.lower)].max())
    ax.set(xlim=(-0.02 * reach, 1.02 * reach), aspect="auto")
    ax.xaxis.set_major_locator(MaxNLocator(3, steps=[1, 2, 5, 10]))
    ax.xaxis.set_major_formatter(ScalarFormatter())
    look: dict[str, Any] = {
        "color": "#F0E442",
        "alpha": 0.75,
        "linewidth": 0.4,
        "edgecolor": "0.3",
        "zorder": 0.5,
    }
    ax.fill_between(region.fpr, region.lower, region.upper, **look)
    text = f"$n_+$ = {n_pos}\n$n_-$ = {n_neg}"
    ax.text(0.97, 0.05, text, ha="right", va="bottom", fontsize=7, transform=ax.transAxes)
    edges = {"fpr": region.fpr, "tpr_low": region.lower, "tpr_high": region.upper}
    return pd.DataFrame(edges | {"n_pos": n_pos, "n_neg": n_neg})


def _grid(evaluated: Evaluated, *, region: bool = False) -> tuple[Figure, list[tuple[str, Axes]]]:
    """One panel for each data set and the legend in the next free one; returns the panels with data."""
    figure, drawn, legend = grid(evaluated, lambda dataset: evaluated.gap(dataset) is None)
    _legend(legend, evaluated, region=region)
    return figure, drawn


def _legend(ax: Axes, evaluated: Evaluated, *, region: bool) -> None:
    from matplotlib.lines import Line2D
    from matplotlib.patches import Patch

    handles: list[Any] = []
    for learner, name in evaluated.learners.items():
        style = learner_style(evaluated.learners, learner)
        label = f"{name['letter']}: {name['title']}"
        handles.append(Line2D([], [], color=style["color"], linestyle=style["linestyle"], label=label))
    handles.append(
        Line2D([], [], color="black", linewidth=2.4, marker="o", markersize=3.6, label="confident points")
    )
    if region:
        handles.append(
            Patch(facecolor="#F0E442", edgecolor="0.3", alpha=0.75, label="confident region (Tango)")
        )
    ax.legend(handles=handles, loc="center left", handlelength=3)


def _rates(evaluated: Evaluated, dataset: str, learner: str, engine: str | None = None) -> pd.DataFrame:
    """Points of one curve with both rates."""
    curve = evaluated.curve(dataset, learner, engine)
    return curve.assign(
        fpr=curve["fp"] / (curve["fp"] + curve["tn"]), tpr=curve["tp"] / (curve["tp"] + curve["fn"])
    )


def _draw_behind(ax: Axes, evaluated: Evaluated, dataset: str, learner: str) -> list[pd.DataFrame]:
    """The other engine's curve, pale; returns its points, if there are any."""
    if evaluated.other_engine is None:
        return []
    curve = _rates(evaluated, dataset, learner, evaluated.other_engine)
    style = learner_style(evaluated.learners, learner)
    pale = {"color": style["color"], "alpha": 0.3, "zorder": 1}
    ax.plot(curve["fpr"], curve["tpr"], linestyle=style["linestyle"], linewidth=0.8, **pale)
    dark = curve[curve["confident"].astype(bool)]
    ax.plot(dark["fpr"], dark["tpr"], linewidth=3.5, solid_capstyle="round", **pale)
    return [curve]


def _draw_curve(ax: Axes, evaluated: Evaluated, dataset: str, learner: str) -> pd.DataFrame:
    """One thin curve with its confident run thick; returns the points."""
    curve = _rates(evaluated, dataset, learner)
    style = learner_style(evaluated.learners, learner)
    ax.plot(
        curve["fpr"],
        curve["tpr"],
        color=style["color"],
        linestyle=style["linestyle"],
        linewidth=0.9,
        alpha=0.8,
    )
    dark = curve[curve["confident"].astype(bool)]
    ax.plot(dark["fpr"], dark["tpr"], color="black", linewidth=2.4, solid_capstyle="round", zorder=3)
    ax.plot(
        dark["fpr"],
        dark["tpr"],
        linestyle="none",
        marker=style["marker"],
        markersize=3.6,
        markerfacecolor=style["color"],
        markeredgecolor="black",
        markeredgewidth=0.5,
        zorder=4,
    )
    return curve
