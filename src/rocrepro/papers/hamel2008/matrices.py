"""Figures 1 and 2: the confusion matrix, its format and two of them."""

from __future__ import annotations

import warnings
from typing import TYPE_CHECKING

from rocrepro.display.axes import gap_axes, panel_grid
from rocrepro.display.house import COLUMN, finish
from rocrepro.evaluation.confusion import UndefinedMetricWarning, confusion_metrics
from rocrepro.formats.table import Table
from rocrepro.papers.hamel2008.chapter import counted, printed_points
from rocrepro.papers.hamel2008.models import chapter_model, made_by, sampled_down
from rocrepro.papers.hamel2008.printed import ACCURACY, DEFAULT, FACTOR, N_NEG, RINGNORM
from rocrepro.study.cut import index_of

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from rocrepro.evaluation import RocPoints
    from rocrepro.papers.evaluated import Evaluated
    from rocrepro.papers.hamel2008.models import Model

# Rows are the model's predictions and columns the observed classes, as the chapter has them.
FORMAT = {
    "tp": ("True Positive (TP)", "hit"),
    "fp": ("False Positive (FP)", "false alarm"),
    "fn": ("False Negative (FN)", "miss"),
    "tn": ("True Negative (TN)", "correct rejection"),
}
SHOWN = {
    "accuracy": "accuracy",
    "precision": "precision",
    "recall": "recall",
    "fpr": "false positive rate",
    "specificity": "specificity",
    "f1": "F score",
    "mcc": "Matthews' correlation",
    "balanced_accuracy": "balanced accuracy",
}
Matrix = dict[str, int]


def fig1(evaluated: Evaluated) -> tuple[Figure, Table]:
    """Figure 1: format of a confusion matrix."""
    import pandas as pd

    figure, (ax,), _ = panel_grid(1, 1, row=2.5, width=COLUMN * 1.25)
    _draw(ax, {cell: f"{name}\n{other}" for cell, (name, other) in FORMAT.items()}, size=8)
    finish(figure, "Fig. 1: format of a confusion matrix", "shaded: correct classifications")
    rows = [(cell, name, other) for cell, (name, other) in FORMAT.items()]
    return figure, Table(pd.DataFrame(rows, columns=["cell", "name", "also_called"]))


def fig2(evaluated: Evaluated) -> tuple[Figure, Table]:
    """Figure 2: one model on the test rows, and on them with the negatives sampled down by ten."""
    import pandas as pd

    figure, axes, _ = panel_grid(2, 2, row=4.3)
    titles = ("(a) all test rows", f"(b) negative class sampled down by {FACTOR}")
    model = chapter_model(evaluated)
    columns = ["panel", "quantity", "ours", "chapter_implies", "chapter_prints"]
    rows: list[dict[str, object]] = []
    subtitle = made_by(evaluated, RINGNORM)
    matrices = [] if model is None else _matrices(evaluated, model)
    a = printed_points(evaluated.shown).a
    for i, (ax, title) in enumerate(zip(axes, titles, strict=True)):
        if not matrices:
            gap_axes(ax, title)
            continue
        prints = {} if i else {"accuracy": evaluated.printed(ACCURACY), "recall": a.tpr, "fpr": a.fpr}
        implied = _matrix(counted(a, n_neg=N_NEG // FACTOR if i else N_NEG))
        rows += _panel(ax, title, matrices[i], implied, prints)
    if model is not None:
        shown = f"{evaluated.learner_title(model.learner)}, threshold {DEFAULT}"
        subtitle = f"{shown}. {made_by(evaluated, RINGNORM, model.engine)}"
    finish(figure, "Fig. 2: two confusion matrices of one model on ringnorm", subtitle)
    return figure, Table(pd.DataFrame(rows, columns=columns))


def _matrices(evaluated: Evaluated, model: Model) -> list[Matrix]:
    """The confusion matrix at the default threshold on all rows and on the sampled ones."""
    curves = evaluated.roc(RINGNORM, model.learner, model.engine), sampled_down(evaluated, model)
    return [_matrix(points) for points in curves]


def _matrix(points: RocPoints) -> Matrix:
    at = index_of(points, DEFAULT)
    return {cell: int(getattr(points, cell)[at]) for cell in FORMAT}


def _panel(
    ax: Axes, title: str, ours: Matrix, implied: Matrix, prints: dict[str, float]
) -> list[dict[str, object]]:
    """One matrix with the metrics below it; returns what it shows."""
    _draw(ax, {cell: f"{count:,}" for cell, count in ours.items()}, size=13, title=title)
    with warnings.catch_warnings(action="ignore", category=UndefinedMetricWarning):  # shown as nan
        values, expected = _metrics(ours), _metrics(implied)
    lines = [("", "ours", "chapter's rates")]
    lines += [(label, f"{values[name]:.3f}", f"{expected[name]:.3f}") for name, label in SHOWN.items()]
    for i, line in enumerate(lines):
        for x, text, align in zip((0.0, 1.2, 2.0), line, ("left", "right", "right"), strict=True):
            weight = "bold" if i == 0 or line[0] in ("accuracy", "precision", "recall") else "normal"
            ax.text(x, 2.28 + 0.19 * i, text, ha=align, va="center", fontsize=8, weight=weight)
    ax.set_ylim(2.28 + 0.19 * len(lines), -0.42)
    quantities = {**ours, **values}
    return [
        {
            "panel": title[1],
            "quantity": name,
            "ours": value,
            "chapter_implies": {**implied, **expected}[name],
            "chapter_prints": prints.get(name),
        }
        for name, value in quantities.items()
    ]


def _metrics(matrix: Matrix) -> dict[str, float]:
    return confusion_metrics(matrix["tp"], matrix["fn"], matrix["fp"], matrix["tn"])


def _draw(ax: Axes, cells: dict[str, str], *, size: float, title: str = "") -> None:
    """A two by two table of text, the correct classifications shaded."""
    from matplotlib.patches import Rectangle

    for i, cell in enumerate(FORMAT):
        x, y = i % 2, i // 2
        shade = "0.88" if cell in ("tp", "tn") else "white"
        ax.add_patch(Rectangle((x, y), 1, 1, facecolor=shade, edgecolor="black", linewidth=0.8))
        ax.text(x + 0.5, y + 0.5, cells[cell], ha="center", va="center", fontsize=size)
    for i, name in enumerate(("positive", "negative")):
        ax.text(i + 0.5, -0.1, name, ha="center", va="center", fontsize=8)
        ax.text(-0.08, i + 0.5, name, ha="center", va="center", fontsize=8, rotation=90)
    ax.text(1, -0.3, "observed", ha="center", va="center", fontsize=8.5, weight="bold")
    ax.text(-0.26, 1, "predicted", ha="center", va="center", fontsize=8.5, weight="bold", rotation=90)
    ax.set(xlim=(-0.38, 2.04), ylim=(2.04, -0.42), title=title)
    ax.axis("off")
