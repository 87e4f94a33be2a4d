"""Quantities that claims about the paper need and no other of its tables holds."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rocrepro.papers.bradley1996.facts_identities import identity_quantities
from rocrepro.papers.bradley1996.facts_null import null_quantities
from rocrepro.papers.bradley1996.facts_resubstitution import resubstitution_quantities
from rocrepro.papers.bradley1996.facts_runs import run_quantities
from rocrepro.papers.bradley1996.facts_space import space_quantities
from rocrepro.papers.bradley1996.facts_thresholds import threshold_quantities
from rocrepro.papers.facts_table import facts_table
from rocrepro.papers.rows import gap_notes

if TYPE_CHECKING:
    from rocrepro.formats.table import Table
    from rocrepro.papers.evaluated import Evaluated


def facts(evaluated: Evaluated) -> Table:
    """One row a quantity: the paper's equations, its two class distributions, and curves of trained models.

    Parameters
    ----------
    evaluated : Evaluated
        The evaluations of all data sets; rows on those that are missing have no value.
    """
    rows = [row for part in (identity_quantities, threshold_quantities) for row in evaluated.traced(part)]
    parts = (null_quantities, space_quantities, resubstitution_quantities, run_quantities)
    rows += [row for part in parts for row in evaluated.traced(part, evaluated)]
    notes = (
        "value: the quantity; for an identity it is the largest error over n cases, and for a yes-or-no "
        "fact it is 1 or 0. even: 30 negatives and 30 positives; uneven: 55 and 5. Rows of variants "
        "other than base judge the same claim with another choice.",
        *gap_notes(evaluated),
    )
    return facts_table(rows, notes, evaluated.shown.get("quantities"), lacking=evaluated.lacking)
