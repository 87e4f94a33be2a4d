"""Chi-square contours, the confident region and the operating points over the curves of real data."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from rocrepro.display.curves import draw_band, draw_curve
from rocrepro.display.house import finish
from rocrepro.display.legend import legend_of
from rocrepro.evaluation import chi_square_contour, confident_region, significance_level
from rocrepro.papers.bradley1996.choices import best_learner, best_points
from rocrepro.papers.panels import dataset_panels, headed, plotted
from rocrepro.study.trained import BOUND, COST_FN

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from rocrepro.evaluation import ChiSquareContour, RocPoints
    from rocrepro.formats.table import Table
    from rocrepro.papers.evaluated import Evaluated
    from rocrepro.study.operating import OperatingRow

HEADING = "{} ({})"
# Contours as shares of the largest value, n_pos + n_neg: the squared phi coefficient.
SHARES = (0.1, 0.25, 0.5, 0.75)
TICKS = (0.0, 0.02, 0.1, 0.25, 0.5, 1.0)
LETTERS = {
    "chi_square": ("χ²", "largest $\\chi^2$ (star)"),
    "accuracy": ("A", "fewest errors"),
    "youden": ("J", "largest tpr − fpr (Youden's J)"),
    "distance": ("D", "nearest to (0, 1)"),
    "cost": ("C", f"least cost, {COST_FN} fn + fp"),
    "neyman_pearson_fpr": ("α", f"largest tpr with fpr ≤ {BOUND}"),
    "neyman_pearson_fnr": ("β", f"smallest fpr with fnr ≤ {BOUND}"),
}
STAR: dict[str, Any] = {"marker": "*", "markersize": 10, "markeredgecolor": "black", "markeredgewidth": 0.5}
DOT = STAR | {"marker": "o", "markersize": 4.5}
GAP = 0.075  # axis heights between two labels


def curves(evaluated: Evaluated) -> tuple[Figure, Table]:
    """Each data set's best curve with its operating points, over contours and the confident region."""
    names = evaluated.datasets
    best = {name: learner for name in names if (learner := best_learner(evaluated, name)) is not None}
    labels: dict[str, Any] = {"x": "false positive rate (square-root scale)", "fontsize": 7.5}
    figure, panels, legend = dataset_panels(evaluated, best.get, row=2.45, heading=HEADING, **labels)
    _legend(legend)
    frames = []
    for dataset, ax in panels:
        learner = best[dataset]
        points = evaluated.roc(dataset, learner)
        shown = f"{evaluated.learner_title(learner)}; {points.n_pos} + / {points.n_neg} −"
        _set_up(ax, f"{headed(evaluated, dataset, HEADING)}\n{shown}")
        chosen = best_points(evaluated, dataset, learner)
        drawn = [*_draw_lines(ax, points, evaluated.alpha), _draw_curve(ax, points, chosen)]
        frames += [frame.assign(dataset=dataset, learner=learner) for frame in drawn]
    title = "$\\chi^2$ contours and operating points: the learner with the largest AUC on each data set"
    finish(figure, title, evaluated.subtitle())
    columns = ["dataset", "learner", "kind", "level", "value", "threshold", "fpr", "tpr"]
    return figure, plotted(frames, columns)


def _set_up(ax: Axes, title: str) -> None:
    """ROC space with a stretched left side, where the curves and the confident region are."""
    ax.set_xscale("function", functions=(lambda x: np.sqrt(np.maximum(x, 0)), np.square))
    ax.set(xlim=(0, 1), ylim=(0, 1.0))
    ax.set_title(title, fontsize=7.5, pad=10)
    ax.set_xticks(TICKS, [f"{tick:g}" for tick in TICKS])
    ax.set_yticks([0, 0.5, 1], ["0", "0.5", "1"])
    x = np.linspace(0, 1, 101) ** 2
    ax.plot(x, x, color="0.8", linewidth=0.6, zorder=0)


def _draw_lines(ax: Axes, points: RocPoints, alpha: float) -> list[pd.DataFrame]:
    """Contours and the confident region, behind the curve; returns their points."""
    import pandas as pd

    n_pos, n_neg = points.n_pos, points.n_neg
    region = confident_region(n_pos, n_neg, alpha=alpha)
    draw_band(ax, region.fpr, region.lower, region.upper, color="#F0E442", alpha=0.7, zorder=0.5)
    frames = [
        pd.DataFrame({"kind": f"confident_{edge}", "fpr": region.fpr, "tpr": getattr(region, edge)})
        for edge in ("lower", "upper")
    ]
    levels = [significance_level(alpha), *(share * (n_pos + n_neg) for share in SHARES)]
    for level, share in zip(levels, (None, *SHARES), strict=True):
        line = _thin(chi_square_contour(level, n_pos, n_neg))
        style: dict[str, Any] = {"color": "0.55", "linewidth": 0.6}
        if share is None:
            style = {"color": "0.25", "linewidth": 0.8, "linestyle": (0, (4, 2))}
        draw_curve(ax, line, zorder=1, **style)
        frames.append(line)
        if share is not None:
            _label(ax, line, f"{share:g}".lstrip("0"))
    return frames


def _thin(contour: ChiSquareContour) -> pd.DataFrame:
    """Every fourth point above the diagonal, and the last."""
    import pandas as pd

    inside = np.flatnonzero(np.isfinite(contour.upper))
    kept = np.unique(np.append(inside[::4], inside[-1]))
    points = {"fpr": contour.fpr[kept], "tpr": contour.upper[kept]}
    return pd.DataFrame({"kind": "contour", "level": contour.level, **points})


def _label(ax: Axes, line: pd.DataFrame, text: str) -> None:
    """A contour's share of n, written where the contour leaves the square."""
    ax.text(line["fpr"].iloc[-1], 1.012, text, fontsize=5, color="0.3", ha="center", va="bottom")


def _draw_curve(ax: Axes, points: RocPoints, chosen: dict[str, OperatingRow]) -> pd.DataFrame:
    """The curve and its operating points; returns both."""
    import pandas as pd

    ax.plot(*_bent(points.fpr, points.tpr), color="black", linewidth=1.0, zorder=2)
    _mark(ax, chosen)
    curve = pd.DataFrame(
        {"kind": "curve", "threshold": points.threshold, "fpr": points.fpr, "tpr": points.tpr}
    )
    marks = [
        {"kind": name, "value": p.value, "threshold": p.threshold, "fpr": p.fpr, "tpr": p.tpr}
        for name, p in chosen.items()
    ]
    return pd.concat([curve, pd.DataFrame(marks)], ignore_index=True)


def _bent(fpr: np.ndarray, tpr: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Points along the straight pieces of a curve, which the square-root scale bends."""
    root = np.sqrt(fpr)
    place = [np.array([0.0])]
    for piece, length in enumerate(np.diff(root)):
        steps = 1 + int(100 * length)
        at = np.linspace(root[piece], root[piece + 1], steps + 1)[1:-1] ** 2
        share = (at - fpr[piece]) / (fpr[piece + 1] - fpr[piece]) if steps > 1 else at
        place.append(np.append(piece + share, piece + 1.0))
    along, whole = np.concatenate(place), np.arange(len(fpr))
    return np.interp(along, whole, fpr), np.interp(along, whole, tpr)


def _mark(ax: Axes, chosen: dict[str, OperatingRow]) -> None:
    """One mark for each distinct point, with the letters of the criteria that chose it."""
    letters: dict[tuple[float, float], list[str]] = {}
    for name, point in chosen.items():
        letters.setdefault((point.fpr, point.tpr), []).append(LETTERS[name][0])
    free = 1.0
    for (fpr, tpr), names in sorted(letters.items(), key=lambda item: (-item[0][1], -item[0][0])):
        look = STAR if "χ²" in names else DOT
        ax.plot(fpr, tpr, linestyle="none", color="#D55E00", clip_on=False, zorder=4, **look)
        # Below and to the right of a curve there is room; each label stays clear of the one above it.
        height = max(0.04, min(tpr - 0.05, free))
        free = height - GAP
        right = fpr < 0.7
        across = fpr**0.5 + (0.07 if right else -0.03)
        box = {"facecolor": "white", "edgecolor": "none", "pad": 0.4, "alpha": 0.75}
        line = {"arrowstyle": "-", "linewidth": 0.4, "color": "0.3", "shrinkA": 0, "shrinkB": 2}
        ax.annotate(
            " ".join(names), (fpr, tpr), (across, height), textcoords="axes fraction", fontsize=6.5,
            ha="left" if right else "right", va="center", bbox=box, arrowprops=line, zorder=3.5,
        )  # fmt: skip


def _legend(ax: Axes) -> None:
    for row, (letter, words) in enumerate(LETTERS.values()):
        height = 0.98 - 0.068 * row
        ax.text(0.06, height, letter, fontsize=6.5, ha="center", va="center", transform=ax.transAxes)
        ax.text(0.16, height, words, fontsize=6.5, va="center", transform=ax.transAxes)
    keys: list[dict[str, Any]] = [
        {"color": "#D55E00", "linestyle": "none", "label": "operating point, with its criteria", **DOT},
        {"color": "black", "linewidth": 1.0, "label": "ROC curve"},
        {"color": "0.55", "linewidth": 0.6, "label": "$\\chi^2$ / n as written at the top"},
        {"color": "0.25", "linewidth": 0.8, "linestyle": (0, (4, 2)), "label": "$\\chi^2$ at level alpha"},
        {"facecolor": "#F0E442", "alpha": 0.7, "label": "confident region"},
    ]
    legend_of(ax, keys, loc="lower left", fontsize=6.5, borderaxespad=0)
