"""Figure 3: the regions of a ROC graph, and three real curves from almost perfect to poor."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from rocrepro.display.axes import gap_axes, panel_grid, roc_axes
from rocrepro.display.curves import draw_curve
from rocrepro.display.house import PAGE, finish
from rocrepro.evaluation.hull import concavities, convex_hull
from rocrepro.papers.hamel2008.chapter import printed_points
from rocrepro.papers.hamel2008.models import chapter_model, made_by
from rocrepro.papers.hamel2008.printed import DEFAULT, RINGNORM
from rocrepro.papers.panels import plotted
from rocrepro.study.cut import index_of

if TYPE_CHECKING:
    from collections.abc import Mapping

    import pandas as pd
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from rocrepro.formats.table import Table
    from rocrepro.papers.evaluated import Evaluated

# Each panel shows the drawn engine's model, on any data set, whose area is nearest to this.
PANELS = {"(b) almost perfect": 1.0, "(c) reasonable": 0.8, "(d) poor": 0.5}
Model = tuple[str, str]
COLUMNS = ["panel", "dataset", "learner", "threshold", "fpr", "tpr", "hull", "concave"]
# A gap below the hull is marked from this share of the square on: chance makes many small ones.
NOTABLE = 0.001


def fig3(evaluated: Evaluated) -> tuple[Figure, Table]:
    """Figure 3: regions of a ROC graph, an almost perfect, a reasonable and a poor classifier."""
    figure, (first, *axes), _ = panel_grid(4, 2, row=PAGE * 0.52)
    frames = [_regions(first, evaluated)]
    chosen = choose(evaluated)
    for ax, heading in zip(axes, PANELS, strict=True):
        if heading not in chosen:
            gap_axes(ax, heading)
            continue
        frames.append(_curve(ax, evaluated, heading, *chosen[heading]))
    finish(figure, "Fig. 3: regions of a ROC graph and three curves", made_by(evaluated))
    return figure, plotted([frame for frame in frames if not frame.empty], COLUMNS)


def choose(evaluated: Evaluated) -> dict[str, Model]:
    """The drawn engine's model that each panel shows."""
    areas = {
        (dataset, learner): evaluated.auc(dataset, learner)
        for dataset in evaluated.datasets
        for learner in evaluated.learners_of(dataset)
        if evaluated.has(dataset, learner)
    }
    return nearest_areas(areas) if areas else {}


def nearest_areas(areas: Mapping[Model, float]) -> dict[str, Model]:
    """The (data set, learner) of each panel: the model whose area is nearest to the panel's."""
    return {
        heading: min(areas, key=lambda model: abs(areas[model] - target))
        for heading, target in PANELS.items()
    }


def _regions(ax: Axes, evaluated: Evaluated) -> pd.DataFrame:
    """Panel (a): the named regions, the chapter's A and two real classifiers at their default thresholds."""
    import pandas as pd

    roc_axes(ax, "(a) regions of a ROC graph\n", small=True)
    ax.fill_between([0, 1], [0, 1], 0, color="0.94", zorder=0)
    arrow = {"arrowstyle": "->", "color": "0.3", "linewidth": 0.7, "shrinkB": 3}
    ax.annotate("perfect", (0, 1), (0.09, 0.99), fontsize=7.5, va="center", arrowprops=arrow)
    words = [
        (0.10, 0.33, "conservative", 90),
        (0.60, 0.99, "liberal", 0),
        (0.545, 0.50, "random performance", 45),
        (0.76, 0.31, "worse than random", 0),
    ]
    for x, y, text, turn in words:
        # The word on the diagonal stands just below it.
        nudge = 0.035 if turn == 45 else 0
        ax.text(x + nudge / 2, y - nudge, text, rotation=turn, ha="center", va="center", fontsize=7.5)
    _, fpr, tpr = printed_points(evaluated.shown).a
    marks: list[dict[str, Any]] = [{"panel": "a: A, printed", "fpr": fpr, "tpr": tpr}]
    _mark(ax, "A", (fpr, tpr), "as printed", marker="o", markerfacecolor="black")
    model = chapter_model(evaluated)
    found = [("A", model.engine, model.learner, "o")] if model else []
    if evaluated.has(RINGNORM, "stump"):
        found.append(("B", evaluated.engine, "stump", "s"))
    for name, engine, learner, marker in found:
        points = evaluated.roc(RINGNORM, learner, engine)
        at = index_of(points, DEFAULT)
        place = (float(points.fpr[at]), float(points.tpr[at]))
        title = f"our {evaluated.learners[learner]['title']}"
        _mark(ax, name, place, title, marker=marker, markerfacecolor="white")
        marks.append(
            {"panel": f"a: {name}, ours", "dataset": RINGNORM, "learner": learner, "threshold": DEFAULT}
        )
        marks[-1] |= {"fpr": place[0], "tpr": place[1]}
    ax.legend(loc="lower right", handletextpad=0.2)
    return pd.DataFrame(marks if model else [])


def _mark(ax: Axes, name: str, place: tuple[float, float], title: str, **style: Any) -> None:
    """A named point, explained in the legend."""
    ax.plot(*place, color="black", markersize=6, linestyle="none", label=f"{name}: {title}", **style)
    ax.annotate(name, place, (7, -3), textcoords="offset points", fontsize=8.5, weight="bold")


def _curve(ax: Axes, evaluated: Evaluated, heading: str, dataset: str, learner: str) -> pd.DataFrame:
    """One curve with its convex hull; returns its points."""
    import pandas as pd

    points = evaluated.roc(dataset, learner)
    hull = convex_hull(points)
    gaps = [gap for gap in concavities(points) if gap[2] >= NOTABLE]
    name = f"{evaluated.learners[learner]['title']} on {evaluated.title(dataset)}"
    roc_axes(ax, f"{heading}\n{name}, AUC {evaluated.auc(dataset, learner):.3f}", small=True)
    concave = np.zeros(len(points), dtype=bool)
    for first, last, _ in gaps:
        stretch = slice(first, last + 1)
        concave[first + 1 : last] = True
        ax.fill(points.fpr[stretch], points.tpr[stretch], color="#E69F00", alpha=0.55, linewidth=0)
    draw_curve(ax, points, hull, color="0.45", linewidth=0.8, linestyle="--", label="convex hull")
    marker: dict[str, Any] = {"marker": "o", "markersize": 2.5} if len(points) <= 40 else {}
    draw_curve(ax, points, color="black", linewidth=1.2, label="ROC curve", **marker)
    if gaps:
        lost = sum(area for _, _, area in gaps)
        label = f"concavities: {len(gaps)}, area {lost:.3f}"
        ax.fill([], [], color="#E69F00", alpha=0.55, linewidth=0, label=label)
    ax.legend(loc="lower right")
    corner = np.zeros(len(points), dtype=bool)
    corner[hull] = True
    values = {"threshold": points.threshold, "fpr": points.fpr, "tpr": points.tpr}
    frame = pd.DataFrame(values | {"hull": corner, "concave": concave})
    return frame.assign(panel=heading[1], dataset=dataset, learner=learner)
