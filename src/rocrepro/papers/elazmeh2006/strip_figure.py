"""Tango's interval mapped into ROC space: the strip between two parallel lines."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from rocrepro.display.axes import roc_axes, stretch
from rocrepro.display.curves import draw_curve
from rocrepro.display.house import finish
from rocrepro.display.legend import legend_of
from rocrepro.evaluation import tango_strip
from rocrepro.formats.table import Table
from rocrepro.papers.elazmeh2006.panels import BALANCED, BLUE, EDGE, LEARNER, ORANGE, OTHER, grid
from rocrepro.papers.panels import headed
from rocrepro.study.cut import index_of
from rocrepro.study.model import balanced

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from rocrepro.evaluation import RocPoints
    from rocrepro.papers.evaluated import Evaluated
    from rocrepro.papers.rows import Row

COLUMNS = ["dataset", "engine", "learner", "seed", "point", "threshold", "fpr", "tpr", "fn", "fp"]
COLUMNS += ["difference_low", "difference_high", "slope", "line_low", "line_high", "holds_zero"]
LOOK: dict[str, dict[str, Any]] = {
    "balanced": {"facecolor": BLUE, "alpha": 0.3, "edgecolor": BLUE, "hatch": ""},
    "youden": {"facecolor": ORANGE, "alpha": 0.25, "edgecolor": ORANGE, "hatch": "////"},
}
MARKS = {"balanced": BALANCED, "youden": OTHER}
NAMES = {
    "balanced": "the point where fn and fp are closest",
    "youden": "the point of largest tpr − fpr",
}


def tango_strip_figure(evaluated: Evaluated) -> tuple[Figure, Table]:
    """The strips of two points of one learner's curve, a panel for each data set."""
    import pandas as pd

    figure, panels, legend = grid(evaluated)
    rows: list[Row] = []
    for dataset, ax in panels:
        known = {"dataset": dataset, "engine": evaluated.engine, "learner": LEARNER, "seed": evaluated.seed}
        points = evaluated.roc(dataset, LEARNER)
        best = evaluated.rows("operating_points", dataset, LEARNER).set_index("criterion")["threshold"]
        found = strips(points, index_of(points, best["youden"]), evaluated.alpha)
        _draw(ax, points, found, headed(evaluated, dataset))
        rows += [known | row for row in found]
    _legend(legend)
    name = evaluated.learner_title(LEARNER)
    title = f"Tango's {evaluated.level} intervals as strips of ROC space ({name}; note the stretched axes)"
    finish(figure, title, evaluated.subtitle())
    return figure, Table(pd.DataFrame(rows, columns=COLUMNS))


def strips(points: RocPoints, youden: int, alpha: float) -> list[Row]:
    """The strip of the balanced point and that of the point which maximizes tpr - fpr."""
    at = {"balanced": balanced(points), "youden": youden}
    rows: list[Row] = []
    for name, i in at.items():
        fn, fp = int(points.fn[i]), int(points.fp[i])
        strip = tango_strip(fn, fp, points.n_pos, points.n_neg, alpha=alpha)
        rows.append(
            {
                "point": name,
                "threshold": points.threshold[i],
                "fpr": points.fpr[i],
                "tpr": points.tpr[i],
                "fn": fn,
                "fp": fp,
                "difference_low": float(strip.lower_difference),
                "difference_high": float(strip.upper_difference),
                "slope": strip.slope,
                "line_low": float(strip.lower),
                "line_high": float(strip.upper),
                "holds_zero": bool(strip.has_zero),
            }
        )
    return rows


def _draw(ax: Axes, points: RocPoints, rows: list[Row], title: str) -> None:
    """The curve, the strips with their points, and the line of fn = fp."""
    roc_axes(ax, f"{title}, $n_+$ = {points.n_pos}, $n_-$ = {points.n_neg}", labels=False, small=True)
    ends = [row["line_high"] / -row["slope"] for row in rows]
    stretch(ax, min(1.0, 1.15 * max(*ends, *(row["fpr"] for row in rows))))
    draw_curve(ax, points, color="0.35", linewidth=0.9, zorder=3)
    for row in rows:
        height, left, right = outline(row)
        ax.fill_betweenx(height, left, right, linewidth=0.7, zorder=1, **LOOK[row["point"]])
        ax.plot(row["fpr"], row["tpr"], markersize=6, **MARKS[row["point"]], **EDGE)
    ax.plot([0, -1 / rows[0]["slope"]], [1, 0], color="black", linewidth=1, linestyle=(0, (4, 2)), zorder=4)


def outline(row: Row) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Heights at which the sides of a strip have corners inside the unit square, and both sides there."""
    low, high, steep = row["line_low"], row["line_high"], -row["slope"]
    bottom, top = max(0.0, low - steep), min(1.0, high)
    height = np.unique(np.clip([0.0, low, high - steep, 1.0], bottom, top))
    left, right = (np.clip((line - height) / steep, 0, 1) for line in (low, high))
    return height, left, right


def _legend(ax: Axes) -> None:
    keys: list[dict[str, Any]] = [
        {"color": "0.35", "label": "ROC curve"},
        {"color": "black", "linestyle": (0, (4, 2)), "label": "fn = fp: difference 0"},
    ]
    for name, label in NAMES.items():
        keys.append({"markersize": 6, "label": label, **MARKS[name], **EDGE})
        keys.append({"linewidth": 0.7, "label": "its strip", **LOOK[name]})
    title = "confident: the dashed line\nlies in the point's strip"
    legend_of(ax, keys, loc="center left", title=title, fontsize=7, title_fontsize=7, alignment="left")
