"""Quantities that claims about the paper need and no other of its tables holds."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rocrepro.datasets.flu import flu_domains
from rocrepro.papers.facts_table import facts_table
from rocrepro.papers.klement2009.facts_cases import case_quantities
from rocrepro.papers.klement2009.facts_domains import domain_quantities, share_quantities
from rocrepro.papers.klement2009.facts_examples import example_quantities
from rocrepro.papers.klement2009.facts_scorers import scorer_quantities
from rocrepro.papers.klement2009.facts_table2 import draw_quantities, printed_quantities
from rocrepro.papers.klement2009.printed import reconstruction
from rocrepro.papers.rows import gap_notes

if TYPE_CHECKING:
    from rocrepro.formats.table import Table
    from rocrepro.papers.evaluated import Evaluated


PARTS = (
    *(example_quantities, printed_quantities, domain_quantities, share_quantities),
    *(draw_quantities, scorer_quantities),
)


def facts(evaluated: Evaluated) -> Table:
    """One row a quantity: random sets, examples, the printed figures, domains and data."""
    rows = evaluated.traced(case_quantities)
    rows += [one for part in PARTS for one in evaluated.traced(part, evaluated)]
    flu = evaluated.shown["extra"]["flu"]
    notes = (
        reconstruction(flu_domains(flu).values()),
        "value: the quantity; for an identity it is the largest error over n cases, and for a yes-or-no "
        "fact it is 1 or 0. Rows with a learner are of naive Bayes, on the UCI data sets or on the flu "
        f"domains. Of these domains, base is {flu['default']} and the others are variants. A fact whose name "
        "begins with domains_ is the share of n admissible domains in which a statement holds. The CSV "
        "has every seed.",
        *gap_notes(evaluated),
    )
    return facts_table(rows, notes, evaluated.shown.get("quantities"), lacking=evaluated.lacking)
