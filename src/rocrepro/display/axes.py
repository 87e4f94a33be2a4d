"""Axes that figures share: ROC space, panels in rows, and panels without data."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from rocrepro.display.house import PAGE

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure


def roc_axes(
    ax: Axes, title: str | None = None, *, pos_label: Any = None, labels: bool = True, small: bool = False
) -> None:
    """Set up axes as ROC space; once, however many curves follow.

    Parameters
    ----------
    ax : matplotlib.axes.Axes
    title : str, optional
    pos_label : optional
        The positive class, which the axes' labels name.
    labels : bool
        Whether the axes have labels: in a grid of panels the figure has them.
    small : bool
        The look of the papers' panels: three ticks, the diagonal in grey, and more room at the border.
    """
    border = 0.02 if small else 0.01
    limits = (-border, 1 + border)
    ax.set(xlim=limits, ylim=limits, aspect="equal")
    if small:
        diagonal(ax)
        three_ticks(ax)
    if title is not None:
        ax.set_title(title)
    if labels:
        positive = positive_words(pos_label)
        ax.set(xlabel=f"false positive rate{positive}", ylabel=f"true positive rate{positive}")


def positive_words(pos_label: Any) -> str:
    """Return the words of an axis label on the positive class; "" where it is not known."""
    return "" if pos_label is None else f" (positive: {pos_label})"


def diagonal(ax: Axes) -> None:
    """Draw the diagonal of the unit square behind everything, in a pale grey."""
    ax.plot([0, 1], [0, 1], color="0.8", linewidth=0.6, zorder=0)


def three_ticks(ax: Axes) -> None:
    """Mark 0, a half and 1 on both axes of the unit square."""
    for set_ticks in (ax.set_xticks, ax.set_yticks):
        set_ticks([0, 0.5, 1], ["0", "0.5", "1"])


def stretch(ax: Axes, reach: float) -> None:
    """Stretch the horizontal axis of ROC space, so that it ends at a false positive rate of `reach`."""
    from matplotlib.ticker import MaxNLocator, ScalarFormatter

    ax.set(xlim=(-0.02 * reach, 1.02 * reach), aspect="auto")
    ax.xaxis.set_major_locator(MaxNLocator(3, steps=[1, 2, 5, 10]))
    ax.xaxis.set_major_formatter(ScalarFormatter())


def gap_axes(ax: Axes, title: str) -> None:
    """Mark a panel without data: no source served the data set, or the learner was not trained on it."""
    ax.set(title=title, xticks=[], yticks=[])
    ax.text(0.5, 0.5, "no data", ha="center", va="center", color="0.35", transform=ax.transAxes)
    for spine in ax.spines.values():
        spine.set(visible=True, linestyle=(0, (4, 3)), color="0.6")


def no_panel(ax: Axes, words: str) -> None:
    """Say why a panel has nothing to draw; `gap_axes` marks data that are missing."""
    ax.text(0.5, 0.5, words, ha="center", va="center", transform=ax.transAxes)
    ax.set_axis_off()


def panel_grid(
    number: int,
    columns: int,
    row: float,
    *,
    extra: float = 0.0,
    width: float = PAGE,
    legends: int = 0,
    **options: Any,
) -> tuple[Figure, list[Axes], list[Axes]]:
    """Make a figure with panels in rows.

    Parameters
    ----------
    number, columns : int
        How many panels there are, and how many stand side by side.
    row, extra, width : float
        Height of a row and of what is above and below all rows, and width of the figure, in inches.
    legends : int
        Free places that are kept behind the panels.
    **options
        For `matplotlib.pyplot.subplots`, for example ``sharex``.

    Returns
    -------
    figure : matplotlib.figure.Figure
    panels, free : list of matplotlib.axes.Axes
        The panels, and the places behind them, which show nothing but a legend if they are given one.

    See Also
    --------
    label_outside, rocrepro.display.legend.legend_below
    """
    import matplotlib.pyplot as plt

    rows = -(-(number + legends) // columns)
    size = (width, row * rows + extra)
    figure, axes = plt.subplots(rows, columns, figsize=size, layout="constrained", squeeze=False, **options)
    places: list[Axes] = list(axes.flat)
    for ax in places[number:]:
        ax.axis("off")
    return figure, places[:number], places[number:]


def label_outside(axes: list[Axes], columns: int, *, x: str, y: str) -> None:
    """Label the lowest row's horizontal axes and the first column's vertical ones."""
    for ax in axes[-columns:]:
        ax.set_xlabel(x)
    for ax in axes[::columns]:
        ax.set_ylabel(y)
