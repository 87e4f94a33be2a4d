"""Quantities that claims about the paper need and no other of its tables holds."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rocrepro.papers.elazmeh2006.facts_bands import band_quantities
from rocrepro.papers.elazmeh2006.facts_data import data_quantities
from rocrepro.papers.elazmeh2006.facts_decided import decided_quantities
from rocrepro.papers.elazmeh2006.facts_dis import dis_quantities
from rocrepro.papers.elazmeh2006.facts_method import method_quantities
from rocrepro.papers.elazmeh2006.facts_models import curve_quantities, model_quantities
from rocrepro.papers.elazmeh2006.facts_ranges import range_quantities, stump_quantities
from rocrepro.papers.elazmeh2006.facts_ranking import ranking_quantities, reliability_quantities
from rocrepro.papers.elazmeh2006.facts_tango import tango_quantities
from rocrepro.papers.facts_table import facts_table
from rocrepro.papers.rows import gap_notes

if TYPE_CHECKING:
    from rocrepro.formats.table import Table
    from rocrepro.papers.evaluated import Evaluated

PARTS = (
    *(data_quantities, curve_quantities, model_quantities, ranking_quantities, reliability_quantities),
    *(range_quantities, stump_quantities, dis_quantities, band_quantities, decided_quantities),
)


def facts(evaluated: Evaluated) -> Table:
    """One row a quantity: closed forms, what the data say, and what the learners' curves do.

    Parameters
    ----------
    evaluated : Evaluated
        The evaluations of all data sets; rows on those that are missing have no value.
    """
    rows = [
        row
        for part in (tango_quantities, method_quantities)
        for row in evaluated.traced(part, evaluated.alpha)
    ]
    for part in PARTS:
        rows += evaluated.traced(part, evaluated)
    notes = (
        "value: the quantity; for an identity it is the largest error over n cases, and for a yes-or-no "
        "fact it is 1 or 0. low, high: 95 % interval. Rows of variants other than base judge the same "
        "claim with another choice. The CSV has every seed, and the rows of single learners.",
        *gap_notes(evaluated),
    )
    declared = evaluated.shown.get("quantities")
    return facts_table(rows, notes, declared, learners=False, lacking=evaluated.lacking)
