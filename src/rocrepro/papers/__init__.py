"""The papers: one sub-package each, with the tables and figures that it replicates.

A paper's sub-package has three constants: ``TABLES`` and ``FIGURES`` map the name of an artifact to
the function that makes it ("module:function"), and ``CODE`` lists the files that those functions run.
A table's function takes an `Evaluated` and returns a `Table`; a figure's returns the matplotlib
figure and a `Table` of what it plots.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from types import ModuleType
from typing import TYPE_CHECKING, Any

from rocrepro.papers import elazmeh2006

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from rocrepro.papers.artifact import Table
    from rocrepro.papers.evaluated import Evaluated

CATALOG: dict[str, ModuleType] = {"elazmeh2006": elazmeh2006}


def _function(place: str, package: str) -> Callable[..., Any]:
    """Import "module:function" of a paper's sub-package; drawing libraries load only now."""
    module, name = place.split(":")
    function: Callable[..., Any] = getattr(import_module(f"{package}.{module}"), name)
    return function


def build_table(paper: str, name: str, evaluated: Evaluated) -> Table:
    """Make one table of a paper.

    Parameters
    ----------
    paper, name : str
        Keys of `CATALOG` and of the paper's ``TABLES``.
    evaluated : Evaluated
        The evaluations of all data sets.

    Returns
    -------
    Table
    """
    module = CATALOG[paper]
    table: Table = _function(module.TABLES[name], module.__name__)(evaluated)
    return table


def build_figure(paper: str, name: str, evaluated: Evaluated) -> tuple[Figure, Table]:
    """Draw one figure of a paper; the second item is what it plots.

    Parameters
    ----------
    paper, name : str
        Keys of `CATALOG` and of the paper's ``FIGURES``.
    evaluated : Evaluated
        The evaluations of all data sets.
    """
    from rocrepro.papers.style import apply_style

    apply_style()
    module = CATALOG[paper]
    drawn: tuple[Figure, Table] = _function(module.FIGURES[name], module.__name__)(evaluated)
    return drawn
