"""Figures 1 to 3: sensibility, capability and ROC curves of the training set and of one test set."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from rocrepro.datasets.flu import FluDomain, flu_domains
from rocrepro.display.axes import panel_grid, roc_axes
from rocrepro.display.curves import draw_band, draw_curve
from rocrepro.display.house import PAGE, finish
from rocrepro.display.legend import legend_of
from rocrepro.evaluation import Sensibility, roc_auc, roc_points, sensibility
from rocrepro.papers.klement2009.draws import Scored, count_cells, draw_sets, naive_bayes
from rocrepro.papers.klement2009.printed import SETS, calibrated
from rocrepro.papers.panels import plotted
from rocrepro.randomness import generator

if TYPE_CHECKING:
    from collections.abc import Sequence

    from matplotlib.axes import Axes
    from matplotlib.figure import Figure
    from numpy.typing import NDArray

    from rocrepro.formats.table import Table
    from rocrepro.papers.evaluated import Evaluated

GRID = np.linspace(0, 1, 201)
COLORS = {"sensibility": "#0072B2", "capability": "#D55E00", "roc": "black"}
STYLES: dict[str, Any] = {"train": "-", "test": (0, (4, 1.6))}
BOX = {"facecolor": "white", "edgecolor": "none", "pad": 1.5}
COLUMNS = ["curve", "set", "threshold", "x", "value", "low", "high"]


def fig1(evaluated: Evaluated) -> tuple[Figure, Table]:
    """Figure 1: training and test set both from NGP."""
    return _figure(evaluated, "NGP-Test", "Fig. 1: trained and tested on NGP")


def fig2(evaluated: Evaluated) -> tuple[Figure, Table]:
    """Figure 2: tested on the developing population."""
    return _figure(evaluated, "DP-Test", "Fig. 2: trained on NGP, tested on DP")


def fig3(evaluated: Evaluated) -> tuple[Figure, Table]:
    """Figure 3: tested under the class definition with fewer complications."""
    return _figure(evaluated, "FC-Test", "Fig. 3: trained on NGP, tested on FC")


def _figure(evaluated: Evaluated, which: str, title: str) -> tuple[Figure, Table]:
    flu = evaluated.shown["extra"]["flu"]
    domain = flu_domains(flu)[flu["default"]]
    drawn = draw_sets(domain, flu["rows"], evaluated.seed, ("NGP-Train", which))
    sets = {"train": drawn["NGP-Train"], "test": drawn[which]}
    null = null_bands(domain, flu["rows"], evaluated.seed, range(1, flu["draws"] + 1))
    figure, axes, _ = panel_grid(2, 2, row=PAGE * 0.68)
    results = {part: sensibility(data.label, data.score) for part, data in sets.items()}
    labels = {"train": "NGP training", "test": f"{which.removesuffix('-Test')} test"}
    frames = [*_draw_left(axes[0], results, labels, null), *_draw_right(axes[1], sets, labels, null)]
    words = f"domain {domain.name} was calibrated to {calibrated(domain)}"
    look: dict[str, Any] = {"loc": "outside lower center", "ncols": 2, "title_fontsize": 7}
    legend_of(figure, _keys(results, labels), title=words, **look)
    finish(
        figure,
        f"{title} (domain {domain.name}, a reconstruction)",
        f"naive Bayes, engine scikit-learn; {flu['rows']:,} rows a set; seed {evaluated.seed}; "
        f"grey: pointwise central 95 % of {flu['draws']} NGP test sets",
    )
    return figure, plotted(frames, COLUMNS)


def null_bands(
    domain: FluDomain, rows: int, seed: int, draws: Sequence[int]
) -> dict[str, NDArray[np.float64]]:
    """Central 95 % of each curve over NGP test sets that one trained classifier scores.

    Returns
    -------
    dict of str to ndarray, shape (2, n_grid)
        For sensibility and capability over thresholds, and for the true over the false positive rate.
    """
    rng = generator(seed, f"klement2009/{domain.name}/NGP-Train")
    of_cell = naive_bayes(domain, count_cells(domain, *domain.sample(rows, rng, *SETS["NGP-Train"])))
    curves: dict[str, list[NDArray[np.float64]]] = {name: [] for name in COLORS}
    for draw in draws:
        rng = generator(draw, f"klement2009/{domain.name}/NGP-Test")
        cell, label = domain.sample(rows, rng)
        result, points = sensibility(label, of_cell[cell]), roc_points(label, of_cell[cell])
        curves["sensibility"].append(result.sensibility_at(GRID))
        curves["capability"].append(result.capability_at(GRID))
        curves["roc"].append(np.interp(GRID, points.fpr, points.tpr))
    return {name: np.quantile(values, [0.025, 0.975], axis=0) for name, values in curves.items()}


def _draw_left(
    ax: Axes, results: dict[str, Sensibility], labels: dict[str, str], null: dict[str, Any]
) -> list[Any]:
    """Sensibility and capability over all thresholds, with the midpoints marked."""
    import pandas as pd

    frames = []
    for curve in ("sensibility", "capability"):
        frames.append(_band(ax, curve, null[curve]))
        for part, result in results.items():
            # A value holds from the next lower score, excluded, up to its own threshold.
            inner = result.threshold[1:][::-1]
            x = np.unique(np.r_[0.0, inner, 1.0])
            y = result.sensibility_at(x) if curve == "sensibility" else result.capability_at(x)
            ax.step(x, y, where="pre", color=COLORS[curve], linestyle=STYLES[part], linewidth=1.2)
            frames.append(pd.DataFrame({"curve": curve, "set": part, "threshold": x, "x": x, "value": y}))
    for part, drawn in results.items():
        ax.axvline(drawn.midpoint, color="0.35", linestyle=STYLES[part], linewidth=0.7, zorder=0.6)
    # Half-way up there is room between the curves, whichever domain is drawn.
    for curve, height in (("sensibility", 0.80), ("capability", 0.30)):
        ax.text(0.5, height, curve, color=COLORS[curve], ha="center", va="center", fontsize=8, bbox=BOX)
    ax.set(xlim=(-0.02, 1.02), ylim=(-0.02, 1.02), xlabel="classification threshold", box_aspect=1)
    ax.set(ylabel="accuracy on the sensible, or the other, rows", title="Sensibility and capability")
    return frames


def _keys(results: dict[str, Sensibility], labels: dict[str, str]) -> list[dict[str, Any]]:
    keys = []
    for curve in ("sensibility", "capability"):
        for part, label in labels.items():
            line = {"color": COLORS[curve], "linestyle": STYLES[part], "linewidth": 1.2}
            keys.append({"label": f"{curve}, {label}", **line})
    for part, label in labels.items():
        result = results[part]
        text = f"midpoint {label}: {result.midpoint:.3f}; struggle {result.struggle_ratio:.3f}"
        keys.append({"color": "0.35", "linestyle": STYLES[part], "linewidth": 0.7, "label": text})
    # Columns fill first: the training set on the left, the test set on the right.
    return keys[0::2] + keys[1::2]


def _draw_right(ax: Axes, sets: dict[str, Scored], labels: dict[str, str], null: dict[str, Any]) -> list[Any]:
    """The ROC curves."""
    import pandas as pd

    roc_axes(ax, "ROC", small=True)
    frames = [_band(ax, "roc", null["roc"])]
    for part, data in sets.items():
        points = roc_points(data.label, data.score)
        label = f"{labels[part]}: AUC {roc_auc(points):.3f}"
        draw_curve(ax, points, color="black", linestyle=STYLES[part], linewidth=1.1, label=label)
        columns = {"threshold": points.threshold, "x": points.fpr, "value": points.tpr}
        frames.append(pd.DataFrame({"curve": "roc", "set": part, **columns}))
    ax.legend(loc="lower right")
    return frames


def _band(ax: Axes, curve: str, band: NDArray[np.float64]) -> Any:
    import pandas as pd

    draw_band(ax, GRID, *band, color="0.85", zorder=0.5)
    columns = {"threshold": GRID if curve != "roc" else np.nan, "x": GRID, "low": band[0], "high": band[1]}
    return pd.DataFrame({"curve": curve, "set": "NGP tests, central 95 %", **columns})
