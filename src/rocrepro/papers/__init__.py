"""The papers: one sub-package each, with the tables and figures that it replicates.

A paper's sub-package has eleven constants. ``DATASETS`` and ``LEARNERS`` name what its claims are about.
``TABLES``, ``FIGURES`` and ``SIMULATIONS`` map names to the functions that make them ("module:function").
``CONFIG`` lists files of ``config/`` that they need, without the suffix; ``SIMULATION_DATA`` names the data
sets that a simulation reads (None: all of the paper's). ``PLAIN`` lists tables whose file name goes without
the paper's; ``SIZED`` lists tables and figures that each ``size`` of the simulations has its own of, released
side by side. ``CODE`` lists the code that they run, besides evaluations and formats, and ``SIMULATION_CODE``
all code that each simulation runs; what is sized has the name of its simulation. A table's function takes an
`Evaluated` and returns a `Table`; a figure's returns the matplotlib figure and a `Table` of what it plots; a
simulation's takes what is ``shown`` of the configuration and returns a data frame.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from importlib import import_module
from pkgutil import iter_modules
from types import ModuleType
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.figure import Figure

    from rocrepro.papers.artifact import Table
    from rocrepro.papers.evaluated import Evaluated

PAPER = re.compile(r"[a-z]+[0-9]{4}")
"""Names of papers: a new sub-package with such a name is a new paper."""
CATALOG: dict[str, ModuleType] = {
    module.name: import_module(f"{__name__}.{module.name}")
    for module in sorted(iter_modules(__path__), key=lambda module: module.name)
    if PAPER.fullmatch(module.name)
}


def _function(place: str, package: str) -> Callable[..., Any]:
    """Import "module:function" of a paper's sub-package; drawing libraries load only now."""
    module, name = place.split(":")
    function: Callable[..., Any] = getattr(import_module(f"{package}.{module}"), name)
    return function


def run_simulation(paper: str, name: str, shown: Mapping[str, Any]) -> pd.DataFrame:
    """Run one simulation of a paper.

    Parameters
    ----------
    paper, name : str
        Keys of `CATALOG` and of the paper's ``SIMULATIONS``.
    shown : mapping
        As in `Evaluated`; its key ``size`` is "ci" or "full", and ``inputs`` has the files that it may read.
    """
    module = CATALOG[paper]
    table: pd.DataFrame = _function(module.SIMULATIONS[name], module.__name__)(shown)
    return table


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
    with evaluated.reading() as read:
        table: Table = _function(module.TABLES[name], module.__name__)(evaluated)
    return table.using(read)


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
    with evaluated.reading() as read:
        figure, plotted = _function(module.FIGURES[name], module.__name__)(evaluated)
    return figure, plotted.using(read)
