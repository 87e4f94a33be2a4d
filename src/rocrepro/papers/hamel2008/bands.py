"""Figure 5: vertical confidence bands of two pairs of models, one that differs and one that does not."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from rocrepro.display.house import PAGE, finish, gap_axes, learner_style, roc_axes
from rocrepro.evaluation import roc_auc
from rocrepro.formats.table import Table
from rocrepro.papers.hamel2008.models import made_by
from rocrepro.papers.hamel2008.pairs import (
    ALIKE,
    DIFFERENT,
    REPLICATES,
    band,
    overlap,
    paired,
    permuted,
    tested,
)

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from rocrepro.evaluation import Band, RocPoints
    from rocrepro.papers.evaluated import Evaluated

PANELS = {DIFFERENT: "(a) a significant difference", ALIKE: "(b) no significant difference"}
COLUMNS = ["panel", "part", "dataset", "learner", "threshold", "fpr", "tpr", "lower", "upper"]


def fig5(evaluated: Evaluated) -> tuple[Figure, Table]:
    """Figure 5: curves with vertical bands, and what the tests say."""
    import matplotlib.pyplot as plt
    import pandas as pd

    # The legends have a row of their own.
    figure, grid = plt.subplots(2, 2, figsize=(PAGE, 5.1), layout="constrained", height_ratios=[3.6, 1])
    chosen = {row["shown_in"]: row for row in tested(evaluated).to_dict("records") if row["shown_in"]}
    frames: list[pd.DataFrame] = []
    for ax, below, (place, title) in zip(*grid, PANELS.items(), strict=True):
        below.axis("off")
        if place not in chosen:
            gap_axes(ax, title)
            continue
        frames += _panel(
            ax, below, evaluated, title, {str(key): value for key, value in chosen[place].items()}
        )
    level = f"{1 - evaluated.alpha:.0%} vertical bands, mean ± z sd of {REPLICATES} bootstrap curves"
    finish(figure, "Fig. 5: ROC curves with confidence bands", f"{level}. {made_by(evaluated)}")
    joined = pd.concat(frames, ignore_index=True) if frames else pd.DataFrame()
    return figure, Table(joined.reindex(columns=COLUMNS))


def _panel(
    ax: Axes, below: Axes, evaluated: Evaluated, title: str, pair: dict[str, Any]
) -> list[pd.DataFrame]:
    """Both curves of one pair; returns the curves and the bars."""
    import pandas as pd

    dataset, names = pair["dataset"], (pair["a"], pair["b"])
    n_pos, n_neg = pair["n_pos"], pair["n_neg"]
    shown = f"{evaluated.title(dataset)}, {evaluated.protocol(dataset)}, {n_pos:,} + / {n_neg:,} −"
    roc_axes(ax, f"{title}\n{shown}")
    ax.title.set_fontsize(8)
    label, *scores = paired(evaluated, dataset, *names)
    frames, bars = [], []
    for learner, score, shift in zip(names, scores, (-0.003, 0.003), strict=True):
        found = band(evaluated, dataset, learner, label, score)
        bars.append(found)
        curve = evaluated.roc(dataset, learner)
        _draw(ax, evaluated, learner, curve, found, shift)
        whole = {"threshold": curve.threshold, "fpr": curve.fpr, "tpr": curve.tpr}
        edges = {"fpr": found.grid, "lower": found.lower, "upper": found.upper}
        for part, columns in (("curve", whole), ("band", edges)):
            frame = pd.DataFrame(columns)
            frames.append(frame.assign(part=part, panel=title[1], dataset=dataset, learner=learner))
    p = permuted(evaluated, dataset, *names)
    legend = below.legend(*ax.get_legend_handles_labels(), loc="upper center", fontsize=7)
    legend.set_title(
        f"difference {abs(pair['difference']):.3f}; DeLong p {_p(pair['p_delong'])}; permutation p {_p(p)}\n"
        f"bands meet at {overlap(*bars):.0%} of the rates",
    )
    legend.get_title().set_fontsize(7)
    return frames


def _draw(ax: Axes, evaluated: Evaluated, learner: str, curve: RocPoints, found: Band, shift: float) -> None:
    """One curve with its bars, a little aside so that those of the other model do not hide them."""
    style = learner_style(evaluated.learners, learner)
    ax.errorbar(
        found.grid + shift,
        (found.lower + found.upper) / 2,
        yerr=(found.upper - found.lower) / 2,
        fmt="none",
        ecolor=style["color"],
        elinewidth=1.1,
        capsize=2.2,
    )
    mean = float((found.upper - found.lower).mean())
    name = f"{evaluated.learner_title(learner)}, AUC {roc_auc(curve):.3f}, mean bar {mean:.3f}"
    line = {"color": style["color"], "linestyle": style["linestyle"]}
    ax.plot(curve.fpr, curve.tpr, linewidth=1.2, label=name, **line)


def _p(value: float) -> str:
    return "< 0.001" if value < 0.001 else f"= {value:.3f}"
