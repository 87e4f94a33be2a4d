"""Quantities that claims about the chapter need and no other of its tables holds."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rocrepro.papers.facts_table import facts_table
from rocrepro.papers.hamel2008.facts_bands import band_quantities
from rocrepro.papers.hamel2008.facts_curves import curve_quantities
from rocrepro.papers.hamel2008.facts_definitions import definition_quantities
from rocrepro.papers.hamel2008.facts_examples import example_quantities
from rocrepro.papers.hamel2008.facts_model import model_quantities
from rocrepro.papers.hamel2008.facts_printed import printed_quantities
from rocrepro.papers.hamel2008.facts_skew import skew_quantities
from rocrepro.papers.rows import gap_notes

if TYPE_CHECKING:
    from rocrepro.formats.table import Table
    from rocrepro.papers.evaluated import Evaluated

PARTS = (
    *(example_quantities, printed_quantities, model_quantities),
    *(skew_quantities, curve_quantities, band_quantities),
)


def facts(evaluated: Evaluated) -> Table:
    """One row a quantity: definitions, the printed points, the models on ringnorm, and curves of all models.

    Parameters
    ----------
    evaluated : Evaluated
        The evaluations of all data sets; rows on those that are missing have no value.
    """
    rows = evaluated.traced(definition_quantities)
    for part in PARTS:
        rows += evaluated.traced(part, evaluated)
    notes = (
        "value: the quantity; for an identity it is the largest error over n cases, and for a yes-or-no "
        "fact it is 1 or 0. low, high: 95 % interval over test rows.",
        "The chapter names no model. The rows of the variant base belong to the learner that is nearest "
        "to the chapter's two points, among the learners that every engine has, so engines are compared "
        "with one learner. The other learners on ringnorm are variants that judge the same claim.",
        "Shares of models and of pairs of models count the cases of spectf once, as spectf_cv80.",
        *gap_notes(evaluated),
    )
    return facts_table(rows, notes, evaluated.shown.get("quantities"), lacking=evaluated.lacking)
