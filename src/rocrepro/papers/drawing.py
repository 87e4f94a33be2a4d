"""Drawing a paper's figures. This is not in the catalog, since tables and simulations need no style."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rocrepro.papers.catalog import CATALOG, imported

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from rocrepro.formats.table import Table
    from rocrepro.papers.evaluated import Evaluated


def build_figure(paper: str, name: str, evaluated: Evaluated) -> tuple[Figure, Table]:
    """Draw one figure of a paper; the second item is what it plots.

    Parameters
    ----------
    paper, name : str
        Keys of `CATALOG` and of the paper's ``figures``.
    evaluated : Evaluated
        The evaluations of all data sets.
    """
    from rocrepro.display.house import apply_style

    apply_style()
    with evaluated.reading() as read:
        figure, plotted = imported(paper, CATALOG[paper].figures[name])(evaluated)
    return figure, plotted.using(read)
