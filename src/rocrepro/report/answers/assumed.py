"""Assumptions of an assessment, and what to do where they do not hold."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from markupsafe import Markup

from rocrepro.report.answers.parts import Facts, rows_of

if TYPE_CHECKING:
    from rocrepro.formats.table import Table


def assumed(facts: Facts, tables: Mapping[str, Table]) -> Iterator[Markup]:
    """Name the assumptions behind all results that the file alone cannot confirm.

    Parameters
    ----------
    facts : Facts
    tables : mapping of str to Table
        Those of calibration, clusters and comparisons say what was assumed.
    """
    yield Markup("The labels are correct. An error in a label counts as an error of the model.")
    yield Markup("In every model, a higher score means that the positive class is more likely.")
    yield Markup("No model was trained, tuned or chosen on these rows.")
    if "clusters" in tables:
        yield Markup(
            "Rows of one cluster may depend on each other, but different clusters are independent. Only the "
            "tables of clusters take this into account. All other intervals treat rows as independent and "
            "are too narrow."
        )
    else:
        yield Markup(
            "Rows are independent of each other. If several rows belong to one person, name the column "
            "of persons with --cluster; otherwise the intervals are too narrow."
        )
    if facts.by_order and not facts.unpaired and "comparisons" in tables:
        yield Markup(
            "The models have their rows in the same order: the first row of each model is the same "
            "case, and so on. No column confirms this (--row names one)."
        )
    if rows_of(tables, "calibration"):
        yield Markup("Scores from 0 to 1 are probabilities. Use --no-probabilities if they are not.")
    if facts.choices.cost_fn == facts.choices.cost_fp:
        yield Markup("Both kinds of error have the same cost. Use --cost-fn and --cost-fp to change this.")
