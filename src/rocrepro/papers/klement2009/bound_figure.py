"""The calibration bound: what the rows of Table 2 allow at each prevalence."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from rocrepro.datasets.flu import FluDomain, flu_domains
from rocrepro.display.axes import label_outside, panel_grid
from rocrepro.display.curves import draw_band
from rocrepro.display.house import PAGE, finish
from rocrepro.display.legend import legend_below
from rocrepro.formats.table import Table
from rocrepro.papers.klement2009.bounds import auc_range, calibrated_maximum, is_possible, rows_of
from rocrepro.papers.klement2009.printed import SETS, Figures, table2_of

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from rocrepro.papers.evaluated import Evaluated

PREVALENCES = np.round(np.linspace(0.01, 0.99, 99), 2)
NEAR_HALF = 0.05  # a scorer that is calibrated has a midpoint this near 0.5, up to sampling error


def bound_figure(evaluated: Evaluated) -> tuple[Figure, Table]:
    """AUC against prevalence for each row: what is possible, and what a calibrated scorer can reach."""
    import pandas as pd

    figure, axes, _ = panel_grid(4, 2, row=PAGE * 0.4, sharex=True, sharey=True)
    printed = table2_of(evaluated.shown)
    frame = pd.concat([_values(*row) for row in printed.items()], ignore_index=True)
    described = flu_domains(evaluated.shown["extra"]["flu"])
    for ax, which in zip(axes, printed, strict=True):
        _draw(ax, which, printed[which], frame[frame["set"] == which], described)
    label_outside(axes, 2, x="share of positive rows", y="area under the ROC curve")
    legend_below(figure, axes[0], ncols=3)
    finish(
        figure,
        "Bounds: what the printed midpoint and struggle ratio allow",
        "computed from the paper's Table 2, no data and no seed; dotted: our reconstructed domains",
    )
    return figure, Table(frame)


def _values(which: str, printed: Figures) -> pd.DataFrame:
    """Bounds of one row of Table 2 at all prevalences."""
    import pandas as pd

    (row,) = rows_of(printed)
    low, high = np.transpose([auc_range(row, prevalence) for prevalence in PREVALENCES])
    calibrated = [
        calibrated_maximum(row, prevalence) if abs(row.midpoint - 0.5) < NEAR_HALF else np.nan
        for prevalence in PREVALENCES
    ]
    columns = {
        "set": which,
        "prevalence": PREVALENCES,
        "auc_low": low,
        "auc_high": high,
        "auc_calibrated_high": calibrated,
        "auc_printed": row.auc,
        "possible": [is_possible(printed, prevalence) for prevalence in PREVALENCES],
    }
    return pd.DataFrame(columns)


def _draw(
    ax: Axes, which: str, printed: Figures, values: pd.DataFrame, described: dict[str, FluDomain]
) -> None:
    auc, midpoint, struggle = printed
    x = values["prevalence"]
    label = "any scorer with a concave ROC curve"
    draw_band(ax, x, values["auc_low"], values["auc_high"], label=label)
    line: dict[str, Any] = {"color": "#0072B2", "linewidth": 1.6}
    ax.plot(x, values["auc_calibrated_high"], label="largest, calibrated at the midpoint", **line)
    ax.axhline(auc, color="#D55E00", linestyle=(0, (5, 2)), linewidth=1.1, label="printed AUC")
    for name, domain in described.items():
        at = domain.prevalence(*SETS[which])
        ax.axvline(at, color="0.3", linestyle=":", linewidth=0.8)
        ax.text(at, 0.515, f" {name}", fontsize=7, color="0.2")
    possible = x[values["possible"]]
    words = f"possible for shares {possible.min():.2f} to {possible.max():.2f}"
    best = values["auc_calibrated_high"].max()
    if np.isfinite(best):
        words += f"; calibrated: AUC up to {best:.3f}"
    else:
        words += "; not calibrated in the mean"
    ax.set(xlim=(0, 1), ylim=(0.5, 1.02))
    heading = f"{which}: AUC {auc:.3f}, midpoint {midpoint:.3f}, struggle ratio {struggle:.3f}"
    ax.set_title(f"{heading}\n{words}", fontsize=7.5)
