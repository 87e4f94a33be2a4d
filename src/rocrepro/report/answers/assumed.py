"""The assumptions of an assessment, and what to do if one is wrong."""

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
    yield Markup("The labels are right: an error in them counts as an error of the model.")
    yield Markup("A higher score speaks for the positive class, in every model.")
    yield Markup("No model was trained, tuned or chosen on these rows.")
    if "clusters" in tables:
        yield Markup(
            "Rows of one cluster may depend on each other, and different clusters are independent. Only the "
            "tables of clusters account for that; all other intervals treat rows as independent and are too "
            "narrow."
        )
    else:
        yield Markup(
            "The rows are independent. If several of them belong to one person, name the column that says so "
            "with --cluster; otherwise the intervals are too narrow."
        )
    if facts.by_order and not facts.unpaired and "comparisons" in tables:
        yield Markup(
            "The first row of every model is the same case, and so is the second, and so on: no column "
            "confirms it (--row names one)."
        )
    if rows_of(tables, "calibration"):
        yield Markup("Scores from 0 to 1 are probabilities (if they are not, use --no-probabilities).")
    if facts.choices.cost_fn == facts.choices.cost_fp:
        yield Markup("Both kinds of error cost the same (--cost-fn and --cost-fp set other costs).")
