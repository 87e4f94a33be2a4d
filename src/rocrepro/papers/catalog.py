"""All papers by name, and their functions that make tables and run simulations."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules
from typing import TYPE_CHECKING, Any

from rocrepro.papers.paper import Paper

if TYPE_CHECKING:
    import pandas as pd

    from rocrepro.formats.table import Table
    from rocrepro.papers.evaluated import Evaluated

NAME = re.compile(r"[a-z]+[0-9]{4}")
"""Names of papers: a new sub-package with such a name is a new paper."""
CATALOG: dict[str, Paper] = {
    found.name: import_module(f"rocrepro.papers.{found.name}").PAPER
    for found in sorted(iter_modules([str(Path(__file__).parent)]), key=lambda found: found.name)
    if NAME.fullmatch(found.name)
}


def full_name(paper: str, function: str) -> str:
    """A paper's "module:function" with the full name of the module."""
    return f"rocrepro.papers.{paper}.{function}"


def imported(paper: str, function: str) -> Callable[..., Any]:
    """Import a paper's "module:function"; drawing libraries load only now."""
    module, name = full_name(paper, function).split(":")
    found: Callable[..., Any] = getattr(import_module(module), name)
    return found


def run_simulation(paper: str, name: str, shown: Mapping[str, Any]) -> pd.DataFrame:
    """Run one simulation of a paper.

    Parameters
    ----------
    paper, name : str
        Keys of `CATALOG` and of the paper's ``simulations``.
    shown : mapping
        As in `Evaluated`; its key ``size`` is "ci" or "full", and ``inputs`` has the files that it may read.
    """
    table: pd.DataFrame = imported(paper, CATALOG[paper].simulations[name].function)(shown)
    return table


def build_table(paper: str, name: str, evaluated: Evaluated) -> Table:
    """Make one table of a paper.

    Parameters
    ----------
    paper, name : str
        Keys of `CATALOG` and of the paper's ``tables``.
    evaluated : Evaluated
        The evaluations of all data sets.

    Returns
    -------
    Table
    """
    with evaluated.reading() as read:
        table: Table = imported(paper, CATALOG[paper].tables[name])(evaluated)
    return table.using(read)
