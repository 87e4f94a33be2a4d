"""One curve in three spaces, ROC, precision and recall, and cost, with the same thresholds marked."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from rocrepro.display.axes import diagonal, gap_axes, panel_grid, three_ticks
from rocrepro.display.curves import draw_curve
from rocrepro.display.house import finish
from rocrepro.display.legend import legend_of
from rocrepro.evaluation import CostCurve
from rocrepro.evaluation.cost_curves import cost_lines
from rocrepro.evaluation.precision_recall import precision_recall
from rocrepro.papers.elazmeh2006.panels import BALANCED, EDGE, LEARNER, OTHER
from rocrepro.papers.panels import headed, plotted
from rocrepro.study.model import balanced

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from rocrepro.evaluation import PrecisionRecall, RocPoints
    from rocrepro.formats.table import Table
    from rocrepro.papers.evaluated import Evaluated

# From the rarest positive class to an even one.
SHOWN = ("dis", "sick_euthyroid", "spectf_withdrawn", "spectf_cv80")
COLUMNS = ["dataset", "engine", "learner", "seed", "threshold", "fpr", "tpr", "precision", "confident"]
COLUMNS += ["balanced", "half", "on_envelope"]
CURVE: dict[str, Any] = {"color": "0.45", "linewidth": 0.9, "zorder": 2}
CONFIDENT: dict[str, Any] = {"color": "black", "linewidth": 2.2, "marker": "o", "markersize": 2.6}
CONFIDENT |= {"zorder": 3}
SOFT: dict[str, Any] = {"color": "0.45", "linewidth": 0.9, "linestyle": (0, (1, 1.2))}
OWN: dict[str, Any] = {"color": "0.25", "linewidth": 0.8, "linestyle": (0, (4, 2))}
# One is hollow and larger: both show where the two thresholds are the same point.
CLOSEST: dict[str, Any] = {**BALANCED, "markersize": 4.6, **EDGE}
HALF: dict[str, Any] = {**OTHER, **EDGE, "markersize": 7, "markerfacecolor": "none", "markeredgewidth": 1.3}
HALF |= {"markeredgecolor": OTHER["color"]}
KEYS = (
    CURVE | {"label": "curve; lowest cost of all"},
    CONFIDENT | {"label": "confident points"},
    SOFT | {"label": "smooth ROC curve (smROC)"},
    CLOSEST | {"label": "fn and fp closest"},
    HALF | {"label": "score of at least 0.5"},
    OWN | {"label": "share of positive rows"},
)
# Of the cost axis; the always-negative and the always-positive line meet at 0.5.
TOP = 0.52
LABELS = (
    ("false positive rate", "true positive rate"),
    ("recall", "precision"),
    ("probability cost", "normalized cost"),
)


def neighbours_figure(evaluated: Evaluated) -> tuple[Figure, Table]:
    """ROC, precision-recall and cost curves of one learner on data sets of falling imbalance."""
    columns = len(SHOWN)
    figure, axes, _ = panel_grid(len(LABELS) * columns, columns, row=2.0, sharey="row")
    frames = []
    for i, dataset in enumerate(SHOWN):
        column, title = axes[i::columns], headed(evaluated, dataset)
        if evaluated.has(dataset, LEARNER):
            frames.append(_draw(column, evaluated, dataset, title).assign(dataset=dataset))
        else:
            for ax, heading in zip(column, (title, "", ""), strict=True):
                gap_axes(ax, heading)
    for i, (below, left) in enumerate(LABELS):
        axes[i * columns].set_ylabel(left)
        for ax in axes[i * columns : (i + 1) * columns]:
            ax.set_xlabel(below)
    legend_of(figure, KEYS, loc="outside lower center", ncols=3, fontsize=7.5)
    name = evaluated.learner_title(LEARNER)
    finish(figure, f"One curve in three spaces, the same thresholds marked ({name})", evaluated.subtitle())
    return figure, plotted(frames, COLUMNS)


def _draw(axes: list[Axes], evaluated: Evaluated, dataset: str, title: str) -> pd.DataFrame:
    """One data set's three panels; returns the points that they show."""
    import pandas as pd

    segment = evaluated.segment(dataset, LEARNER)
    points, curve, other = segment.points, cost_lines(segment), precision_recall(segment)
    # The all-negative point is at an infinite threshold: some point is at 0.5 or above.
    marks = {"balanced": balanced(points), "half": int(np.flatnonzero(points.threshold >= 0.5)[-1])}
    axes[0].set_title(title, fontsize=8)
    _roc(axes[0], points, curve.mask, evaluated.rows("smooth_curves", dataset, LEARNER))
    _precision(axes[1], other)
    _cost(axes[2], curve, points.n_pos / points.n)
    for (name, i), look in zip(marks.items(), (CLOSEST, HALF), strict=True):
        axes[0].plot(points.fpr[i], points.tpr[i], **look)
        axes[1].plot(other.recall[i], other.precision[i], **look)
        ends = np.array([curve.at_zero[i], curve.at_one[i]])
        dashes = "-" if name == "balanced" else (0, (4, 3))
        axes[2].plot([0, 1], ends, color=look["color"], linewidth=1.1, linestyle=dashes, zorder=4)
        inside = ends <= TOP
        axes[2].plot(np.array([0, 1])[inside], ends[inside], **look)
    columns = {"threshold": points.threshold, "fpr": points.fpr, "tpr": points.tpr}
    frame = pd.DataFrame(columns | {"precision": other.precision, "confident": curve.mask})
    at = np.arange(len(points))
    frame = frame.assign(**{name: at == i for name, i in marks.items()}, on_envelope=np.isin(at, curve.line))
    return frame.assign(engine=evaluated.engine, learner=LEARNER, seed=evaluated.seed)


def _square(ax: Axes) -> None:
    ax.set(xlim=(-0.06, 1.06), ylim=(-0.05, 1.05))
    three_ticks(ax)


def _roc(ax: Axes, points: RocPoints, mask: np.ndarray, soft: pd.DataFrame) -> None:
    _square(ax)
    if len(soft):  # of scores that are probabilities
        ax.plot(soft["smooth_fpr"], soft["smooth_tpr"], **SOFT)
    draw_curve(ax, points, **CURVE)
    draw_curve(ax, points, mask, **CONFIDENT)


def _precision(ax: Axes, other: PrecisionRecall) -> None:
    _square(ax)
    ax.axhline(other.prevalence, **OWN)
    diagonal(ax)
    # Steps: straight lines between the points would promise what no threshold reaches.
    ax.plot(other.recall, other.precision, drawstyle="steps-pre", **CURVE)
    chosen = other.recall[other.mask], other.precision[other.mask]
    ax.plot(*chosen, drawstyle="steps-pre", **CONFIDENT)


def _cost(ax: Axes, curve: CostCurve, own: float) -> None:
    """Envelope, its pieces that belong to confident points, and the lines of those."""
    ax.set(xlim=(-0.06, 1.06), ylim=(-0.03, TOP))
    ax.set_xticks([0, 0.5, 1], ["0", "0.5", "1"])
    ax.set_yticks([0, 0.25, 0.5], ["0", "0.25", "0.5"])
    ax.axvline(own, **OWN)
    ax.plot([0, 0.5, 1], [0, 0.5, 0], color="0.8", linewidth=0.6, zorder=0)
    lines = np.vstack([curve.at_zero[curve.mask], curve.at_one[curve.mask]])
    if lines.size:
        ax.plot([0, 1], lines, color="0.82", linewidth=0.5, zorder=0.5)
    ax.plot(curve.corners, curve.cost, **CURVE)
    for k in np.flatnonzero(curve.confident_pieces):
        ax.plot(curve.corners[k : k + 2], curve.cost[k : k + 2], **CONFIDENT | {"marker": ""})
