"""Figure 5: vertical confidence bands of two pairs of models, one that differs and one that does not."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from rocrepro.display.axes import gap_axes, panel_grid, roc_axes
from rocrepro.display.curves import draw_curve, draw_intervals
from rocrepro.display.house import finish, learner_style
from rocrepro.papers.hamel2008.models import made_by
from rocrepro.papers.hamel2008.pairs import ALIKE, DIFFERENT, band, compared
from rocrepro.papers.panels import plotted
from rocrepro.study.steps import VERTICAL

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from rocrepro.formats.table import Table
    from rocrepro.papers.evaluated import Evaluated

PANELS = {DIFFERENT: "(a) a significant difference", ALIKE: "(b) no significant difference"}
COLUMNS = ["panel", "part", "dataset", "learner", "threshold", "fpr", "tpr", "lower", "upper"]


def fig5(evaluated: Evaluated) -> tuple[Figure, Table]:
    """Figure 5: curves with vertical bands, and what the tests say."""
    # The legends have a row of their own.
    figure, axes, legends = panel_grid(2, 2, row=2.55, legends=2, height_ratios=[3.6, 1])
    chosen = {row["shown_in"]: row for row in compared(evaluated).to_dict("records") if row["shown_in"]}
    frames: list[pd.DataFrame] = []
    for ax, below, (place, title) in zip(axes, legends, PANELS.items(), strict=True):
        if place not in chosen:
            gap_axes(ax, title)
            continue
        pair = {str(key): value for key, value in chosen[place].items()}
        frames += _panel(ax, below, evaluated, title, pair)
    level = f"{1 - evaluated.alpha:.0%} vertical bands, mean ± z sd of {VERTICAL} bootstrap curves"
    finish(figure, "Fig. 5: ROC curves with confidence bands", f"{level}. {made_by(evaluated)}")
    return figure, plotted(frames, COLUMNS)


def _panel(
    ax: Axes, below: Axes, evaluated: Evaluated, title: str, pair: dict[str, Any]
) -> list[pd.DataFrame]:
    """Both curves of one pair; returns the curves and the bars."""
    dataset, names = pair["dataset"], (pair["a"], pair["b"])
    n_pos, n_neg = pair["n_pos"], pair["n_neg"]
    shown = f"{evaluated.title(dataset)}, {evaluated.protocol(dataset)}, {n_pos:,} + / {n_neg:,} −"
    roc_axes(ax, f"{title}\n{shown}", small=True)
    ax.title.set_fontsize(8)
    frames = []
    for learner, shift in zip(names, (-0.003, 0.003), strict=True):
        parts = {
            "curve": evaluated.curve(dataset, learner)[["threshold", "fpr", "tpr"]],
            "band": band(evaluated, dataset, learner)[["fpr", "lower", "upper"]],
        }
        _draw(ax, evaluated, dataset, learner, parts, shift)
        for part, frame in parts.items():
            frames.append(frame.assign(part=part, panel=title[1], dataset=dataset, learner=learner))
    legend = below.legend(*ax.get_legend_handles_labels(), loc="upper center", fontsize=7)
    legend.set_title(
        f"difference {abs(pair['difference']):.3f}; DeLong p {_p(pair['p_delong'])}; "
        f"permutation p {_p(pair['p_permutation'])}\n"
        f"bands meet at {pair['bands_overlap']:.0%} of the rates",
    )
    legend.get_title().set_fontsize(7)
    return frames


def _draw(
    ax: Axes, evaluated: Evaluated, dataset: str, learner: str, parts: dict[str, pd.DataFrame], shift: float
) -> None:
    """One curve with its bars, a little aside so that those of the other model do not hide them."""
    style = learner_style(evaluated.learners, learner)
    fpr, lower, upper = (parts["band"][name].to_numpy() for name in ("fpr", "lower", "upper"))
    bars: dict[str, Any] = {"fmt": "none", "ecolor": style["color"], "elinewidth": 1.1, "capsize": 2.2}
    draw_intervals(ax, fpr + shift, (lower + upper) / 2, lower, upper, **bars)
    area, mean = evaluated.auc(dataset, learner), float((upper - lower).mean())
    name = f"{evaluated.learner_title(learner)}, AUC {area:.3f}, mean bar {mean:.3f}"
    line = {"color": style["color"], "linestyle": style["linestyle"]}
    draw_curve(ax, parts["curve"], linewidth=1.2, label=name, **line)


def _p(value: float) -> str:
    return "< 0.001" if value < 0.001 else f"= {value:.3f}"
