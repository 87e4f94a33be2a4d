"""Quantities that claims about the paper need and no other of its tables holds."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rocrepro.datasets.flu import flu_domains
from rocrepro.papers.facts_table import facts_table
from rocrepro.papers.klement2009.facts_cases import case_quantities
from rocrepro.papers.klement2009.facts_domains import domain_quantities
from rocrepro.papers.klement2009.facts_draws import curve_quantities, draw_quantities
from rocrepro.papers.klement2009.facts_examples import example_quantities
from rocrepro.papers.klement2009.facts_table2 import printed_quantities
from rocrepro.papers.klement2009.printed import reconstruction

if TYPE_CHECKING:
    from rocrepro.formats.table import Table
    from rocrepro.papers.evaluated import Evaluated


def facts(evaluated: Evaluated) -> Table:
    """One row a quantity: algebra, examples, the printed figures, and the reconstructed domains."""
    rows = [
        *case_quantities(),
        *example_quantities(),
        *printed_quantities(),
        *domain_quantities(evaluated),
        *draw_quantities(evaluated),
        *curve_quantities(evaluated),
    ]
    flu = evaluated.shown["extra"]["flu"]
    notes = (
        reconstruction(flu_domains(flu).values()),
        "value: the quantity; an identity's is its largest error over n cases, a yes-or-no fact's is 1 or 0. "
        f"Rows with a learner are of naive Bayes on the domains: base is {flu['default']}, other domains are "
        "variants. The CSV has every seed.",
    )
    return facts_table(rows, notes)
