"""The form in which a paper's sub-package declares what it makes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True)
class Simulation:
    """One simulation of a paper.

    Attributes
    ----------
    function : str
        "module:function" in the paper's sub-package. The function takes what is ``shown`` of the
        configuration and returns a data frame.
    datasets : tuple of str or None
        Data sets that it reads; None for all that the paper shows.
    scores : bool
        Whether it also reads the scores of the models that were trained on them.
    sized : bool
        Whether the table and the figure of the same name exist once for each ``size``, released side by side.
    printed : bool
        Whether it is shown the printed values that the paper's code uses; what is not runs again for none.
    """

    function: str
    datasets: tuple[str, ...] | None = ()
    scores: bool = False
    sized: bool = False
    printed: bool = True


@dataclass(frozen=True, kw_only=True)
class Paper:
    """Products of a paper's sub-package; whatever it has none of is left out.

    Attributes
    ----------
    datasets, learners : tuple of str
        What the paper's claims are about.
    beside : tuple of str
        Further data sets that some of its claims are about. Its tables may name them; those that show all
        data sets leave them out.
    tables, figures : mapping of str to str
        "module:function" of each, in the paper's sub-package. A table's function takes an `Evaluated` and
        returns a `Table`; a figure's returns the matplotlib figure and a `Table` of what it plots.
    simulations : mapping of str to Simulation
        Simulations that tables and figures show.
    plain : tuple of str
        Tables that are released without the paper's name in front of their own.
    config : tuple of str
        Further files of ``config/`` that the paper needs, without the suffix.
    printed : tuple of str
        Statements of the paper's ledger whose printed values its tables, figures and simulations use.
    """

    datasets: tuple[str, ...] = ()
    learners: tuple[str, ...] = ()
    beside: tuple[str, ...] = ()
    tables: Mapping[str, str] = field(default_factory=dict)
    figures: Mapping[str, str] = field(default_factory=dict)
    simulations: Mapping[str, Simulation] = field(default_factory=dict)
    plain: tuple[str, ...] = ()
    config: tuple[str, ...] = ()
    printed: tuple[str, ...] = ()

    @property
    def sized(self) -> tuple[str, ...]:
        """Names of the tables and figures that each ``size`` has its own of."""
        return tuple(name for name, simulation in self.simulations.items() if simulation.sized)
