"""What is said of rows that have weights."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from markupsafe import Markup

from rocrepro.report.answers.parts import Answer, Facts, Row, rows_of, say
from rocrepro.report.answers.phrases import short, with_interval

if TYPE_CHECKING:
    from rocrepro.formats.table import Table

MOST_MODELS = 3
"""Models that are told in sentences; the tables have all."""


def weighted_pairs(tables: Mapping[str, Table]) -> list[Row]:
    """Return the differences in AUC of weighted rows, as the table of comparisons names their columns."""
    return [
        {**row, "difference": row["value"], "p_delong": row["p_value"]}
        for row in rows_of(tables, "weighted_differences", measure="auc")
    ]


def weighted_thresholds(facts: Facts, tables: Mapping[str, Table]) -> Answer:
    """Say what the thresholds in use do on rows with weights."""
    level, sentences = facts.choices.level, []
    for row in rows_of(tables, "summary")[:MOST_MODELS]:
        rates = [
            with_interval(row[name], row[f"{name}_low"], row[f"{name}_high"], level)
            for name in ("sensitivity", "specificity")
        ]
        sentences.append(
            say(
                "At the threshold in use, {}, and by weight, <b>{}</b> has sensitivity {} and specificity "
                "{}.",
                *(short(row["threshold"]), row["model"], *rates),
            )
        )
    caution = Markup(
        "Costs, best thresholds and Tango's intervals count rows, which weights are not: they are left out."
    )
    return Answer(sentences, None, [caution])
