"""Answers on rows that have weights."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from markupsafe import Markup

from rocrepro.report.answers.parts import Answer, Digest, Facts, Row, by_area, rows_of, say
from rocrepro.report.answers.phrases import with_interval

if TYPE_CHECKING:
    from rocrepro.formats.table import Table


def weighted_pairs(tables: Mapping[str, Table]) -> list[Row]:
    """Return the differences in AUC of weighted rows, as the table of comparisons names their columns."""
    return [
        {**row, "difference": row["value"], "p_delong": row["p_value"]}
        for row in rows_of(tables, "weighted_differences", measure="auc")
    ]


def weighted_thresholds(facts: Facts, tables: Mapping[str, Table]) -> Answer:
    """Say what the thresholds in use do on rows with weights."""
    level, rows = facts.choices.level, rows_of(tables, "summary")
    order = by_area(rows)
    rows.sort(key=lambda row: order[row["model"]])
    lines = [
        [
            *(str(row["model"]), facts.threshold(row["model"], row["threshold"])),
            *(
                with_interval(row[name], row[f"{name}_low"], row[f"{name}_high"], level)
                for name in ("sensitivity", "specificity")
            ),
        ]
        for row in rows
    ]
    model, threshold, *rates = lines[0]
    told = say(
        "At the threshold in use, {}, the weighted sensitivity of <b>{}</b> is {} and its weighted "
        "specificity is {}.",
        *(threshold, model, *rates),
    )
    columns = ("model", "threshold", "sensitivity", "specificity")
    digest = Digest("At the thresholds in use, with weights", columns, lines) if len(rows) > 1 else None
    caution = Markup(
        "Costs, best thresholds and Tango's intervals are left out, because they are based on counts "
        "of rows and not on weights."
    )
    return Answer([told], digest, [caution])
