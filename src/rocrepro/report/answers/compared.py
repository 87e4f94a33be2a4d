"""Sentences on models beyond the areas of pairs: all at once, predictions, parts of curves."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from markupsafe import Markup

from rocrepro.report.answers.parts import Facts, Row, rows_of, say
from rocrepro.report.answers.phrases import (
    NONE,
    count,
    decimal,
    defined,
    has_width,
    p_words,
    short,
    span,
    with_interval,
)

if TYPE_CHECKING:
    from rocrepro.formats.table import Table

MOST = 3
"""Sentences of one kind; the tables have all."""


def compared(facts: Facts, tables: Mapping[str, Table]) -> Iterator[Markup]:
    """Say what the further comparisons of models show; nothing of a table that is not there."""
    yield from map(_all_at_once, rows_of(tables, "comparisons_all"))
    for row in rows_of(tables, "comparisons")[:MOST]:
        yield from _not_lower(row)
    predicted = rows_of(tables, "mcnemar", measure="accuracy")
    yield from [_mcnemar(row, facts) for row in predicted if not _reason(row)][:MOST]
    yield from _left_open(predicted, "The predictions of {} are not compared: {}.")
    accuracies = rows_of(tables, "equivalence")
    yield from [_equivalence(row) for row in accuracies if not _reason(row)][:MOST]
    yield from _left_open(accuracies, "Whether {} are equivalent in accuracy is left open: {}.")
    parts = rows_of(tables, "partial_comparisons", measure="partial_auc")
    yield from [_part(row, facts) for row in parts[:MOST]]


def _all_at_once(row: Row) -> Markup:
    """The test of whether all areas are the same."""
    if not defined(row["p_value"]):
        return say("Whether any of the {} AUCs differ is {}.", count(row["n_models"]), NONE)
    return say(
        "One test of whether all {} AUCs are the same gives {} (chi-square {}, {}).",
        *(count(row["n_models"]), p_words(row["p_value"]), decimal(row["chi_square"], 2)),
        f"{int(row['df'])} degree{'s' if row['df'] != 1 else ''} of freedom",
    )


def _not_lower(row: Row) -> Iterator[Markup]:
    """Whether a model is shown not to be worse by a margin in AUC."""
    if not defined(row.get("auc_margin")) or "p_a_not_lower" not in row:
        return
    for one, other, side in ((row["a"], row["b"], "a"), (row["b"], row["a"], "b")):
        p = row[f"p_{side}_not_lower"]
        if not defined(p):
            yield say("Whether the AUC of {} is not lower than that of {} is {}.", one, other, NONE)
        elif row[f"{side}_not_lower"] is True:
            yield say(
                "The AUC of {} is shown not to be lower than that of {} by {} or more ({}).",
                *(one, other, short(row["auc_margin"]), p_words(p)),
            )
    if row.get("a_not_lower") is False and row.get("b_not_lower") is False:
        yield say(
            "Of neither {} nor {} is it shown that the AUC is not lower than the other's by {}.",
            *(row["a"], row["b"], short(row["auc_margin"])),
        )


def _reason(row: Row) -> str:
    """Why a pair is not compared; "" where it is."""
    reason = row.get("no_verdict")
    return reason if isinstance(reason, str) else ""


def _left_open(rows: list[Row], text: str) -> Iterator[Markup]:
    """One sentence for each reason why pairs are not compared: many pairs may have the same."""
    pairs: dict[str, list[Row]] = {}
    for row in rows:
        if reason := _reason(row):
            pairs.setdefault(reason, []).append(row)
    for reason, found in list(pairs.items())[:MOST]:
        if len(found) == 1:
            whose = f"{found[0]['a']} and {found[0]['b']}"
        elif len(found) == len(rows):
            whose = "the models"
        else:
            whose = f"{len(found)} of the {len(rows)} pairs of models"
        yield say(text, whose, reason)


def _mcnemar(row: Row, facts: Facts) -> Markup:
    """Which of two models predicts more rows rightly."""
    a, b = row["a"], row["b"]
    interval = span(row["low"], row["high"])
    return say(
        "At the thresholds in use {} alone is right in {}, and {} alone in {}: a difference in accuracy of "
        "{} ({} interval {}; McNemar's exact {}).",
        *(a, count(row["only_a"], "row"), b, count(row["only_b"]), decimal(row["difference"])),
        *(facts.choices.level, interval, p_words(row["p_exact"])),
    )


def _equivalence(row: Row) -> Markup:
    """Whether two models are equivalent in accuracy."""
    a, b, margin = row["a"], row["b"], row["margin"]
    if not has_width(row["low"], row["high"]):
        return say("Whether {} and {} are equivalent in accuracy is {}.", a, b, NONE)
    found = "are equivalent" if row["equivalent"] is True else "are not shown to be equivalent"
    return say(
        "At thresholds {} and {}, {} and {} {} in accuracy within {} (difference {}, interval {}).",
        *(short(row["threshold_a"]), short(row["threshold_b"]), a, b, found, short(margin)),
        *(decimal(row["difference"]), span(row["low"], row["high"])),
    )


def _part(row: Row, facts: Facts) -> Markup:
    """The difference of two partial areas."""
    where = f"{row['by']} {short(row['start'])} to {short(row['end'])}"
    if not defined(row["difference"]):
        return say("The difference in partial AUC ({}) of {} and {} is {}.", where, row["a"], row["b"], NONE)
    value = with_interval(row["difference"], row["low"], row["high"], facts.choices.level, 4)
    return say(
        "For {} alone, the partial AUC of {} less that of {} is {}; {}.",
        *(where, row["a"], row["b"], value, p_words(row["p_value"])),
    )
