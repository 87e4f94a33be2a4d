"""The look of the figures, and saving them so that the same data give the same bytes."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from matplotlib.figure import Figure

COLUMN = 3.35  # inches: one column of a two-column page
PAGE = 6.9  # inches: both columns

# Okabe and Ito's colours, told apart by people with colour-blindness; line and marker tell the
# learners apart in grey.
_LEARNERS: dict[str, dict[str, Any]] = {
    "stump": {"color": "#D55E00", "linestyle": ":", "marker": "v"},
    "tree": {"color": "#0072B2", "linestyle": "--", "marker": "s"},
    "forest": {"color": "#009E73", "linestyle": "-.", "marker": "^"},
    "naive_bayes": {"color": "#000000", "linestyle": "-", "marker": "o"},
}
_OTHERS: tuple[dict[str, Any], ...] = (
    {"color": "#CC79A7", "linestyle": (0, (5, 1, 1, 1, 1, 1)), "marker": "D"},
    {"color": "#56B4E9", "linestyle": (0, (8, 2)), "marker": "P"},
    {"color": "#E69F00", "linestyle": (0, (3, 1)), "marker": "X"},
    {"color": "#7F7F7F", "linestyle": (0, (1, 1)), "marker": "*"},
)


def learner_style(learners: Iterable[str], learner: str) -> dict[str, Any]:
    """Return colour, line style and marker of a learner; a user's own learners get further ones in turn."""
    if learner in _LEARNERS:
        return _LEARNERS[learner]
    others = [key for key in learners if key not in _LEARNERS]
    at = others.index(learner)
    # Colours, lines and markers turn at different lengths, so that many learners still differ.
    return {
        "color": _OTHERS[at % len(_OTHERS)]["color"],
        "linestyle": _OTHERS[(at + at // len(_OTHERS)) % len(_OTHERS)]["linestyle"],
        "marker": (*(style["marker"] for style in _OTHERS), "<", ">", "h", "p", "d")[at % 9],
    }


def apply_style() -> None:
    """Set matplotlib's parameters for all figures of the project."""
    import matplotlib as mpl

    mpl.rcdefaults()
    mpl.rcParams.update(
        {
            "font.size": 8.5,
            "axes.titlesize": 9,
            "axes.labelsize": 8.5,
            "axes.linewidth": 0.6,
            "axes.spines.top": False,
            "axes.spines.right": False,
            "xtick.labelsize": 7.5,
            "ytick.labelsize": 7.5,
            "legend.fontsize": 8,
            "legend.frameon": False,
            "lines.linewidth": 1.2,
            "figure.dpi": 100,
            "savefig.dpi": 220,
            "svg.hashsalt": "rocrepro",
            "pdf.fonttype": 42,
        }
    )


def save_figure(figure: Figure, paths: Iterable[str | Path]) -> None:
    """Write a figure to each path, in the format of its suffix, without dates or versions.

    Parameters
    ----------
    figure : matplotlib.figure.Figure
    paths : iterable of paths
        Suffixes .svg, .pdf or .png.
    """
    import matplotlib.pyplot as plt

    from rocrepro.formats.files import writing

    metadata: dict[str, dict[str, Any]] = {
        ".svg": {"Date": None, "Creator": None},
        ".pdf": {"CreationDate": None, "Creator": None, "Producer": None},
        ".png": {"Software": None},
    }
    for path in map(Path, paths):
        with writing(path) as temporary:
            figure.savefig(temporary, metadata=metadata[path.suffix])
    plt.close(figure)


def finish(figure: Figure, title: str, subtitle: str) -> None:
    """Add the title and, in small print below it, the line on engine, protocol and seed."""
    # The empty second line keeps room; the small line goes there, a fixed distance from the top.
    figure.suptitle(f"{title}\n", fontsize=9)
    below = 1 - 0.24 / figure.get_size_inches()[1]
    figure.text(0.5, below, subtitle, ha="center", va="top", fontsize=6.5, color="0.3")
