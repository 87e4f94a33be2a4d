"""Figures 3 to 6: contours of chi-square and of accuracy over ROC space, for two class distributions."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from rocrepro.display.axes import panel_grid, roc_axes
from rocrepro.display.curves import draw_curve
from rocrepro.display.house import COLUMN, finish
from rocrepro.evaluation import accuracy_isoline, chi_square_contour, significance_level
from rocrepro.evaluation.isolines import accuracy
from rocrepro.formats.table import Table
from rocrepro.papers.bradley1996.printed import EVEN, SIGNIFICANT, UNEVEN

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from rocrepro.papers.evaluated import Evaluated

CHI_SQUARES = (10.0, 20.0, 30.0, 40.0, 50.0)
DASHES: tuple[Any, ...] = ((0, (1, 1)), (0, (3, 1.5)), (0, (6, 2)))
ACCURACIES = {EVEN: np.arange(55, 96, 5) / 100, UNEVEN: np.append(np.arange(20, 91, 10), 95) / 100}
SUBTITLE = "exact values, no data; the paper does not state its levels"


def fig3(evaluated: Evaluated) -> tuple[Figure, Table]:
    """Figure 3: chi-square contours for 30 negatives and 30 positives."""
    return _chi_square_figure(3, *EVEN)


def fig4(evaluated: Evaluated) -> tuple[Figure, Table]:
    """Figure 4: chi-square contours for 55 negatives and 5 positives."""
    return _chi_square_figure(4, *UNEVEN)


def fig5(evaluated: Evaluated) -> tuple[Figure, Table]:
    """Figure 5: accuracy contours for 30 negatives and 30 positives."""
    return _accuracy_figure(5, *EVEN)


def fig6(evaluated: Evaluated) -> tuple[Figure, Table]:
    """Figure 6: accuracy contours for 55 negatives and 5 positives."""
    return _accuracy_figure(6, *UNEVEN)


def _chi_square_figure(number: int, n_pos: int, n_neg: int) -> tuple[Figure, Table]:
    """Round levels with a label on each line, and the three significance levels dashed."""
    import pandas as pd

    figure, ax = _axes()
    frames = []
    for level in CHI_SQUARES:
        line = _upper(level, n_pos, n_neg)
        frames.append(line)
        draw_curve(ax, line, color="black", linewidth=0.9)
        ax.text(-0.012, line["tpr"].iloc[0], f"{level:g}", fontsize=6.5, ha="right", va="center")
    for (words, alpha), dashes in zip(SIGNIFICANT.items(), DASHES, strict=True):
        level = significance_level(alpha)
        line = _upper(level, n_pos, n_neg)
        frames.append(line)
        text = f"{level:.2f}: {words} ({100 * alpha:g} %)"
        draw_curve(ax, line, color="#0072B2", linewidth=1.1, linestyle=dashes, label=text)
    _mark_null(ax, n_pos, n_neg, "null classification")
    ax.set_xlim(-0.075, 1.02)
    legend = f"$\\chi^2$ ({n_pos + n_neg} at the top left corner)"
    ax.legend(loc="lower right", title=legend, alignment="left", handlelength=3)
    title = f"Fig. {number}: $\\chi^2$ contours for $C_n$ = {n_neg}, $C_p$ = {n_pos}"
    finish(figure, title, SUBTITLE)
    return figure, Table(pd.concat(frames, ignore_index=True))


def _accuracy_figure(number: int, n_pos: int, n_neg: int) -> tuple[Figure, Table]:
    """Draw straight lines of slope n_neg / n_pos, and the accuracy of classifiers that do not look."""
    import pandas as pd

    figure, ax = _axes()
    frames = []
    for level in ACCURACIES[n_pos, n_neg]:
        fpr = _line_rates(level, n_pos, n_neg)
        line = _frame("accuracy", level, n_pos, n_neg, fpr, accuracy_isoline(level, n_pos, n_neg, fpr))
        frames.append(line)
        draw_curve(ax, line, color="black", linewidth=0.9)
        _label(ax, line, f"{100 * level:.0f}", at_top=n_neg > n_pos)
    share = n_pos / (n_pos + n_neg)
    at_random = float(accuracy(share, share, n_pos, n_neg))
    never = float(accuracy(0.0, 0.0, n_pos, n_neg))
    _mark_null(ax, n_pos, n_neg, f"at random, as often as positives occur: {at_random:.1%}")
    ax.plot(0, 0, "s", color="#D55E00", markersize=5, clip_on=False, zorder=5, linestyle="none",
            label=f"always negative: {never:.1%}")  # fmt: skip
    ax.legend(loc="lower right", title="accuracy without any work ($\\chi^2$ = 0)", alignment="left")
    title = f"Fig. {number}: overall accuracy contours (%) for $C_n$ = {n_neg}, $C_p$ = {n_pos}"
    finish(figure, title, SUBTITLE)
    return figure, Table(pd.concat(frames, ignore_index=True))


def _axes() -> tuple[Figure, Axes]:
    figure, (ax,), _ = panel_grid(1, 1, row=COLUMN * 1.4, width=COLUMN * 1.3)
    roc_axes(ax, small=True)
    ax.set(xlabel="α (false positive rate)", ylabel="1 − β (true positive rate)")
    return figure, ax


def _upper(level: float, n_pos: int, n_neg: int) -> pd.DataFrame:
    """The contour above the diagonal; the paper evaluates that half only."""
    contour = chi_square_contour(level, n_pos, n_neg)
    return _frame("chi_square", level, n_pos, n_neg, contour.fpr, contour.upper)


def _frame(kind: str, level: float, n_pos: int, n_neg: int, fpr: np.ndarray, tpr: np.ndarray) -> pd.DataFrame:
    """One line's points above the diagonal."""
    import pandas as pd

    frame = pd.DataFrame(
        {"kind": kind, "level": level, "n_pos": n_pos, "n_neg": n_neg, "fpr": fpr, "tpr": tpr}
    )
    return frame[frame["tpr"] >= frame["fpr"] - 1e-12]


def _line_rates(level: float, n_pos: int, n_neg: int) -> np.ndarray:
    """Rates from where an accuracy line comes out of the diagonal, or enters the square, to its upper end."""
    # The line is n_pos tpr - n_neg fpr = c, as steep as the diagonal or steeper: n_neg >= n_pos here.
    c = level * (n_pos + n_neg) - n_neg
    diagonal = c / (n_pos - n_neg) if n_neg > n_pos else 0.0
    return np.linspace(max(0.0, diagonal), (n_pos - c) / n_neg, 21)


def _label(ax: Axes, line: pd.DataFrame, text: str, *, at_top: bool) -> None:
    """Write a level above its line's upper end, or on the line where it crosses the other diagonal."""
    if at_top:
        ax.text(line["fpr"].iloc[-1], 1.012, text, fontsize=6.5, ha="center", va="bottom")
        return
    at = line.iloc[(line["fpr"] + line["tpr"] - 1).abs().argmin()]
    box = {"facecolor": "white", "edgecolor": "none", "pad": 0.8}
    ax.text(at["fpr"], at["tpr"], text, fontsize=6.5, ha="center", va="center", bbox=box, zorder=4)


def _mark_null(ax: Axes, n_pos: int, n_neg: int, text: str) -> None:
    share = n_pos / (n_pos + n_neg)
    ax.plot(share, share, "o", color="#D55E00", markersize=5, zorder=5, linestyle="none", label=text)
