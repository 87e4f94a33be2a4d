"""Sentences on models beyond the areas of pairs: all at once, predictions, parts of curves."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from markupsafe import Markup

from rocrepro.report.answers.parts import Facts, Row, rows_of, say, together
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

MOST, MOST_MODELS = 3, 6
"""Sentences or pairs of one kind, and models in one sentence; the tables have all."""


def compared(facts: Facts, tables: Mapping[str, Table], best: str) -> Iterator[Markup]:
    """Say what the further comparisons of models show; nothing of a table that is not there.

    Parameters
    ----------
    facts : Facts
    tables : mapping of str to Table
    best : str
        The model that ranks best: of many pairs its own come first.
    """
    yield from map(_all_at_once, rows_of(tables, "comparisons_all"))
    for row in _first(rows_of(tables, "comparisons"), best)[:MOST]:
        yield from _not_lower(row)
    predicted = _first(rows_of(tables, "mcnemar", measure="accuracy"), best)
    yield from _mcnemar([row for row in predicted if not _reason(row)], best, facts)
    yield from _left_open(predicted, "The predictions of {} are not compared: {}.")
    accuracies = _first(rows_of(tables, "equivalence"), best)
    yield from _equivalence([row for row in accuracies if not _reason(row)], facts)
    yield from _left_open(accuracies, "No conclusion is drawn on whether {} are equivalent in accuracy: {}.")
    parts = rows_of(tables, "partial_comparisons", measure="partial_auc")
    for where, alike in together(parts, _part).items():
        yield from _partial(alike, where, best, facts)


def _all_at_once(row: Row) -> Markup:
    """Say what the test of whether all areas are the same finds."""
    if not defined(row["p_value"]):
        return say("Whether any of the {} AUCs differ is {}.", count(row["n_models"]), NONE)
    return say(
        "A test of whether all {} AUCs are equal gives {} (chi-square {}, {}).",
        *(count(row["n_models"]), p_words(row["p_value"]), decimal(row["chi_square"], 2)),
        f"{int(row['df'])} degree{'s' if row['df'] != 1 else ''} of freedom",
    )


def _not_lower(row: Row) -> Iterator[Markup]:
    """Say whether a model is shown not to be worse by a margin in AUC."""
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
            "Neither {} nor {} is shown to have an AUC that is not lower than the other's by {} or more.",
            *(row["a"], row["b"], short(row["auc_margin"])),
        )


def _reason(row: Row) -> str:
    """Return the reason why a pair is not compared; "" where it is."""
    reason = row.get("no_verdict")
    return reason if isinstance(reason, str) else ""


def _left_open(rows: list[Row], text: str) -> Iterator[Markup]:
    """Yield a sentence for each reason why pairs are not compared, which many pairs may share."""
    for reason, found in list(together(filter(_reason, rows), _reason).items())[:MOST]:
        if len(found) == 1:
            whose = f"{found[0]['a']} and {found[0]['b']}"
        elif len(found) == len(rows):
            whose = "the models"
        else:
            whose = f"{len(found)} of the {len(rows)} pairs of models"
        yield say(text, whose, reason)


def _first(rows: list[Row], best: str) -> list[Row]:
    """Pairs of models, those of the best one first."""
    return sorted(rows, key=lambda row: best not in (row["a"], row["b"]))


def _mcnemar(rows: list[Row], best: str, facts: Facts) -> Iterator[Markup]:
    """Say which of two models predicts more rows correctly; of many pairs, those of the best model."""
    if len(rows) == 1:
        row = rows[0]
        yield say(
            "At the thresholds in use, {} is right and {} wrong on {}, and the reverse on {}. The "
            "difference in accuracy is {} ({} interval {}; McNemar's exact {}).",
            *(row["a"], row["b"], count(row["only_a"], "row"), count(row["only_b"])),
            *(decimal(row["difference"]), facts.choices.level, span(row["low"], row["high"])),
            p_words(row["p_exact"]),
        )
        return
    if told := _less_others(rows, best, "p_exact"):
        yield say(
            "At the thresholds in use, the accuracy of {} minus that of another model is: {}. The "
            "brackets contain the {} interval and McNemar's exact p, which is not adjusted for the "
            "number of tests.",
            *(best, told, facts.choices.level),
        )


def _less_others(rows: list[Row], best: str, p_name: str, decimals: int = 3) -> str:
    """List the differences of the best model to each other one, with interval and p-value."""
    told = []
    for row in [row for row in rows if best in (row["a"], row["b"])][:MOST_MODELS]:
        other, sign = (row["b"], 1) if row["a"] == best else (row["a"], -1)
        low, high = sorted((sign * row["low"], sign * row["high"]))
        value = decimal(sign * row["difference"], decimals)
        told.append(f"{other} {value} ({span(low, high, decimals)}; {p_words(row[p_name])})")
    return "; ".join(told)


def _equivalence(rows: list[Row], facts: Facts) -> Iterator[Markup]:
    """Say which pairs of models are equivalent in accuracy, one sentence for all with the same finding."""
    for found, alike in together(rows, _verdict).items():
        pairs = []
        for row in alike[:MOST]:
            cuts = (facts.threshold(row[side], row[f"threshold_{side}"]) for side in ("a", "b"))
            at = "{} and {} at thresholds {} and {}".format(row["a"], row["b"], *cuts)
            if found != NONE:
                at += f" (difference {decimal(row['difference'])}, interval {span(row['low'], row['high'])})"
            pairs.append(at)
        more = f"; and {len(alike) - MOST} more pairs" if len(alike) > MOST else ""
        if found == NONE:
            yield say("Whether these are equivalent in accuracy is {}: {}{}.", NONE, "; ".join(pairs), more)
            continue
        yield say("{} in accuracy within {}: {}{}.", found, short(alike[0]["margin"]), "; ".join(pairs), more)


def _verdict(row: Row) -> str:
    """Return the finding on whether a pair is equivalent."""
    if not has_width(row["low"], row["high"]):
        return NONE
    return "Equivalent" if row["equivalent"] is True else "Not shown to be equivalent"


def _part(row: Row) -> str:
    """Name the part of the curves that is compared."""
    return f"{row['by']} {short(row['start'])} to {short(row['end'])}"


def _partial(rows: list[Row], where: str, best: str, facts: Facts) -> Iterator[Markup]:
    """The difference of two partial areas; of many pairs, those of the best model."""
    level = facts.choices.level
    if len(rows) > 1:
        if told := _less_others(rows, best, "p_value", 4):
            yield say(
                "For {} only, the partial AUC of {} minus that of another model is: {}. The brackets "
                "contain the {} interval and p, which is not adjusted for the number of tests.",
                *(where, best, told, level),
            )
        return
    row = rows[0]
    if not defined(row["difference"]):
        yield say("The difference in partial AUC ({}) of {} and {} is {}.", where, row["a"], row["b"], NONE)
        return
    value = with_interval(row["difference"], row["low"], row["high"], level, 4)
    yield say(
        "For {} only, the partial AUC of {} minus that of {} is {}; {}.",
        *(where, row["a"], row["b"], value, p_words(row["p_value"])),
    )
