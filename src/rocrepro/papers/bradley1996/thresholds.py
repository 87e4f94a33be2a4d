"""Figures 1 and 2: three thresholds on two Gaussian densities, and their points on the ROC curve."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from rocrepro.display.axes import panel_grid, roc_axes
from rocrepro.display.curves import draw_curve
from rocrepro.display.house import COLUMN, PAGE, finish
from rocrepro.formats.table import Table

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from rocrepro.papers.evaluated import Evaluated

# The paper does not say which densities it drew. These are ours: both of unit variance.
MEANS = {"negative": 0.0, "positive": 2.5}
THRESHOLDS = {"A": 0.25, "B": 1.25, "C": 2.25}
COLOURS = {"negative": "#0072B2", "positive": "#D55E00"}
SUBTITLE = "exact values, no data; the paper does not state its densities: ours are N(0, 1) and N(2.5, 1)"


def fig1(evaluated: Evaluated) -> tuple[Figure, Table]:
    """Figure 1: the densities of the two classes, three thresholds, and the error rates of each."""
    import pandas as pd

    figure, (ax,), _ = panel_grid(1, 1, row=3.1, width=PAGE * 0.85)
    x = np.linspace(-3.5, 6.0, 381)
    densities = {name: np.exp(-((x - mean) ** 2) / 2) / np.sqrt(2 * np.pi) for name, mean in MEANS.items()}
    for (name, density), line in zip(densities.items(), ("-", "--"), strict=True):
        ax.plot(x, density, color=COLOURS[name], linestyle=line, linewidth=1.4)
    _name_classes(ax)
    middle = THRESHOLDS["B"]
    wrong = {"negative": x >= middle, "positive": x <= middle}
    for (name, where), hatch in zip(wrong.items(), ("////", "\\\\\\\\"), strict=True):
        look: dict[str, Any] = {"facecolor": "none", "edgecolor": COLOURS[name], "hatch": hatch}
        ax.fill_between(x[where], densities[name][where], linewidth=0, **look)
    rates = _rates(_values())
    for label, at, fpr, tpr in zip(THRESHOLDS, THRESHOLDS.values(), *rates, strict=True):
        ax.axvline(at, ymax=0.8, color="black", linewidth=0.9)
        text = f"{label}\nα = {fpr:.3f}\nβ = {1 - tpr:.3f}"
        ax.text(at, 0.462, text, ha="center", va="bottom", fontsize=6.5)
    ax.set(xlim=(-3.5, 6.0), ylim=(0, 0.575), xlabel="x (predicted positive right of the threshold)")
    ax.set(ylabel="probability density", yticks=[0, 0.2, 0.4])
    finish(figure, "Fig. 1: three decision thresholds and their associated error rates", SUBTITLE)
    frame = pd.DataFrame({"x": x, **{f"density_{name}": value for name, value in densities.items()}})
    return figure, Table(pd.concat([_marked(), frame], ignore_index=True), keys=())


def _name_classes(ax: Axes) -> None:
    """Names of the classes beside their curves, and what is hatched."""
    for name, x, side in (("negative", -1.1, "right"), ("positive", 3.6, "left")):
        ax.text(x, 0.25, f"{name}s", ha=side, color=COLOURS[name])
    for text, tip, place, name in (
        ("α at B:\nfalse positives", (1.7, 0.03), (5.0, 0.14), "negative"),
        ("β at B:\nfalse negatives", (0.8, 0.03), (-2.5, 0.14), "positive"),
    ):
        arrow = {"arrowstyle": "-", "color": COLOURS[name], "linewidth": 0.7}
        ax.annotate(text, tip, place, color=COLOURS[name], fontsize=6.5, ha="center", arrowprops=arrow)


def fig2(evaluated: Evaluated) -> tuple[Figure, Table]:
    """Figure 2: the ROC curve of all thresholds, with the three of figure 1 on it."""
    import pandas as pd

    figure, (ax,), _ = panel_grid(1, 1, row=COLUMN * 1.25, width=COLUMN * 1.15)
    roc_axes(ax, small=True)
    x = np.linspace(-4.0, 6.0, 201)
    fpr, tpr = _rates(x)
    curve = pd.DataFrame({"x": x, "fpr": fpr, "tpr": tpr})
    draw_curve(ax, curve, color="black", linewidth=1.3)
    for label, at, right, up in zip(THRESHOLDS, THRESHOLDS.values(), *_rates(_values()), strict=True):
        ax.plot(right, up, marker="o", markersize=5, color="black")
        ax.text(right + 0.03, up - 0.05, f"{label} (x = {at:g})")
    ax.text(0.62, 0.56, "no discrimination:\nα = 1 − β", color="0.4", va="top")
    ax.set(xlabel="α (false positive rate)", ylabel="1 − β (true positive rate)")
    subtitle = "exact values, no data; N(0, 1) and N(2.5, 1)"
    finish(figure, "Fig. 2: the ROC curve of a changing threshold", subtitle)
    return figure, Table(pd.concat([_marked(), curve], ignore_index=True), keys=())


def _values() -> np.ndarray:
    return np.array(list(THRESHOLDS.values()))


def _marked() -> pd.DataFrame:
    """The three thresholds with their rates."""
    import pandas as pd

    fpr, tpr = _rates(_values())
    return pd.DataFrame({"threshold": list(THRESHOLDS), "x": _values(), "fpr": fpr, "tpr": tpr})


def _rates(x: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """(fpr, tpr) at thresholds `x`."""
    from scipy.special import ndtr

    return ndtr(MEANS["negative"] - x), ndtr(MEANS["positive"] - x)
