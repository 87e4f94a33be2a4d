"""Figure 4: the curve of the chapter's model coloured by threshold, and under class skew."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from rocrepro.display.axes import gap_axes, panel_grid, roc_axes
from rocrepro.display.curves import draw_curve
from rocrepro.display.house import finish
from rocrepro.evaluation import roc_auc
from rocrepro.evaluation.sweep import sweep
from rocrepro.papers.hamel2008.chapter import CRITERIA, RULES, Printed, at_thresholds, printed_points
from rocrepro.papers.hamel2008.models import chapter_model, made_by, sampled_down
from rocrepro.papers.hamel2008.printed import FACTOR, RINGNORM
from rocrepro.papers.panels import plotted

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from rocrepro.evaluation import RocPoints
    from rocrepro.formats.table import Table
    from rocrepro.papers.evaluated import Evaluated
    from rocrepro.papers.hamel2008.models import Model

COLUMNS = ["part", "threshold", "fpr", "tpr"]
MARKERS = {"distance": "D", "youden": "s", "accuracy": "^", "cost": "P", "chi_square": "v"}
TITLES = ("(a) thresholds", "(b) class skew")


def fig4(evaluated: Evaluated) -> tuple[Figure, Table]:
    """Figure 4: thresholds along the curve with operating points; the full and the skewed test set."""
    # The legends have a row of their own.
    figure, axes, legends = panel_grid(2, 2, row=2.65, legends=2, height_ratios=[2.2, 1])
    model = chapter_model(evaluated)
    title, subtitle = "Fig. 4: decision thresholds and class skew", made_by(evaluated, RINGNORM)
    frames: list[pd.DataFrame] = []
    if model is None:
        for ax, heading in zip(axes, TITLES, strict=True):
            gap_axes(ax, heading)
    else:
        points = evaluated.roc(RINGNORM, model.learner, model.engine)
        frames = [
            *_thresholds(axes[0], points, printed_points(evaluated.shown)),
            *_skew(axes[1], evaluated, model, points),
        ]
        for ax, below in zip(axes, legends, strict=True):
            below.legend(*ax.get_legend_handles_labels(), loc="upper center", fontsize=7)
        title += f" ({evaluated.learner_title(model.learner)} on ringnorm)"
        subtitle = made_by(evaluated, RINGNORM, model.engine)
    finish(figure, title, subtitle)
    return figure, plotted(frames, COLUMNS)


def _thresholds(ax: Axes, points: RocPoints, chapter: Printed) -> list[pd.DataFrame]:
    """Panel (a): each segment in the colour of the threshold that ends it, and the operating points."""
    from matplotlib.collections import LineCollection

    roc_axes(ax, TITLES[0], small=True)
    corners = np.column_stack([points.fpr, points.tpr])
    segments = np.stack([corners[:-1], corners[1:]], axis=1)
    lines = LineCollection(list(segments), cmap="viridis", linewidth=3.2)
    lines.set_array(points.threshold[1:])
    lines.set_clim(0, 1)
    # Thousands of segments: pixels keep the vector files small.
    lines.set_rasterized(True)
    ax.add_collection(lines)
    assert ax.figure is not None
    ax.figure.colorbar(lines, ax=ax, shrink=0.9, label="decision threshold", pad=0.02)
    frames = [_frame("curve", points.threshold, points.fpr, points.tpr)]
    found = sweep(points)
    frames.append(_frame("sweep", found.threshold, found.fpr, found.tpr))
    for name, threshold, fpr, tpr, label, marker in _marks(points, chapter):
        printed = name.startswith("printed")
        style = {"color": "#D55E00", "markersize": 9, "markeredgewidth": 1.8} if printed else _white(marker)
        ax.plot(fpr, tpr, marker=marker, linestyle="none", label=label, zorder=5 if printed else 4, **style)
        frames.append(_frame(name, [threshold], [fpr], [tpr]))
    return frames


def _white(marker: str) -> dict[str, Any]:
    return {"color": "black", "markerfacecolor": "white", "markersize": 9 if marker == "*" else 5.5}


def _marks(points: RocPoints, printed: Printed) -> list[tuple[str, float, float, float, str, str]]:
    """(name, threshold, fpr, tpr, label, marker) of every marked point."""
    marks = []
    for name, (threshold, fpr, tpr), marker in (("A", printed.a, "x"), ("optimum", printed.optimum, "+")):
        label = f"printed: {'A' if name == 'A' else 'optimal'}, {threshold:g}"
        marks.append((f"printed {name}", threshold, fpr, tpr, label, marker))
    chapters = (("default", printed.a, "o"), ("chapter's optimum", printed.optimum, "*"))
    for (name, (threshold, _, _), marker), at in zip(chapters, at_thresholds(points, printed), strict=True):
        label = f"ours: threshold {threshold:g}" + (" (default)" if name == "default" else "")
        marks.append((name, threshold, float(points.fpr[at]), float(points.tpr[at]), label, marker))
    for name, criterion in CRITERIA.items():
        best = criterion.best(points)
        label = f"ours: {RULES[name]}, {best.threshold:.2f}"
        marks.append((name, best.threshold, best.fpr, best.tpr, label, MARKERS[name]))
    return marks


def _skew(ax: Axes, evaluated: Evaluated, model: Model, points: RocPoints) -> list[pd.DataFrame]:
    """Panel (b): the curves on all test rows and on the sampled ones."""
    roc_axes(ax, TITLES[1], small=True)
    skewed = sampled_down(evaluated, model)
    frames = []
    for part, curve, colour, width in (
        ("all test rows", points, "0.65", 2.4),
        (f"negatives sampled down by {FACTOR}", skewed, "black", 0.9),
    ):
        label = f"{part}\n{curve.n_pos:,} + / {curve.n_neg:,} −, AUC {roc_auc(curve):.3f}"
        draw_curve(ax, curve, label=label, color=colour, linewidth=width)
        frames.append(_frame(part, curve.threshold, curve.fpr, curve.tpr))
    return frames


def _frame(part: str, threshold: Any, fpr: Any, tpr: Any) -> pd.DataFrame:
    import pandas as pd

    return pd.DataFrame({"part": part, "threshold": threshold, "fpr": fpr, "tpr": tpr})
