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
        Those of calibration and clusters tell what was taken for what.
    """
    yield Markup("The labels are right: an error in them counts as an error of the model.")
    yield Markup("A higher score speaks for the positive class, in every model.")
    yield Markup("No model was trained, tuned or chosen on these rows.")
    if "clusters" in tables:
        yield Markup(
            "Rows of one cluster may depend on each other, and clusters do not. The tables of clusters heed "
            "that; all other intervals take rows for independent and are too narrow."
        )
    else:
        yield Markup(
            "Every row is a case by itself. Where several belong to one person, --cluster names the column "
            "that says so; without it the intervals are too narrow."
        )
    if len(facts.models) > 1 and not facts.unpaired:
        yield Markup(
            "Rows with the same name are the same case for every model."
            if facts.named
            else "The first row of every model is the same case, and so on: no column says it (--row)."
        )
    if rows_of(tables, "calibration"):
        yield Markup("Scores from 0 to 1 are probabilities (--no-probabilities: they are not).")
    if facts.choices.cost_fn == facts.choices.cost_fp:
        yield Markup(
            "Both kinds of error cost the same where costs come in (--cost-fn and --cost-fp set others)."
        )
