"""What is said of rows that come in clusters, groups or several classes, or that have weights."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from markupsafe import Markup

from rocrepro.report.answers.parts import Answer, Facts, Row, rows_of, say
from rocrepro.report.answers.phrases import (
    count,
    decimal,
    defined,
    has_width,
    listed,
    p_words,
    short,
    span,
    with_interval,
)

if TYPE_CHECKING:
    from rocrepro.formats.table import Table

MOST_MODELS, MOST_DIFFERENCES = 3, 6
"""Models, and differences between groups of each, that are told in sentences; the tables have all."""


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


def clusters(tables: Mapping[str, Table]) -> Iterator[Markup]:
    """Say how much the clusters take away from the rows."""
    for row in rows_of(tables, "clusters")[:MOST_MODELS]:
        head = say(
            "The {} of {} come from {}", count(row["n_rows"], "row"), row["model"],
            count(row["n_clusters"], "cluster"),
        )  # fmt: skip
        if not defined(row["design_effect"]) or row["design_effect"] <= 0:
            yield head + Markup(", and what that does to the interval of the AUC is not estimable.")
            continue
        worth = round(row["n_rows"] / row["design_effect"])
        yield head + say(
            ": the variance of the AUC is {} times that of independent rows, so that they are worth about "
            "{}.",
            *(decimal(row["design_effect"], 2), count(worth)),
        )


def groups(facts: Facts, tables: Mapping[str, Table]) -> Iterator[Markup]:
    """Say which groups of rows differ by more than chance."""
    found = rows_of(tables, "group_differences")
    for model in list(dict.fromkeys(row["model"] for row in found))[:MOST_MODELS]:
        own = [row for row in found if row["model"] == model]
        shown = [row for row in own if defined(row["p_holm"]) and row["p_holm"] < facts.choices.alpha]
        shown = [row for row in shown if has_width(row["low"], row["high"])]
        if not shown:
            yield say(
                "Between groups of rows, {} shows no difference that is larger than chance, which does not "
                "say that all groups are treated alike.",
                model,
            )
        for row in shown[:MOST_DIFFERENCES]:
            yield _between(row, facts.choices.level)
        if len(shown) > MOST_DIFFERENCES:
            yield say("The table <i>Differences between groups</i> has all {}.", len(shown))
    lacking = {
        str(row["group"]) for row in rows_of(tables, "groups", measure="auc") if not defined(row["value"])
    }
    if lacking:
        yield say("Rows of one class only, and so no AUC, {} {}.", "has" if len(lacking) == 1 else "have",
                  listed(sorted(lacking)))  # fmt: skip


def _between(row: Row, level: str) -> Markup:
    """One difference between two groups."""
    a, b, value, low, high = (row[name] for name in ("group_a", "group_b", "difference", "low", "high"))
    if value < 0:
        a, b, value, low, high = b, a, -value, -high, -low
    measure = {"auc": "AUC", "ppv": "PPV", "npv": "NPV"}.get(row["measure"], row["measure"])
    return say(
        "The {} of {} is {} higher for {} than for {} ({} interval {}; adjusted {}).",
        *(measure, row["model"], decimal(value), a, b, level, span(low, high), p_words(row["p_holm"])),
    )


def several_classes(facts: Facts, tables: Mapping[str, Table]) -> Iterator[Markup]:
    """Say how well the scores of all classes rank together."""
    rows = rows_of(tables, "multiclass")
    for model in list(dict.fromkeys(row["model"] for row in rows))[:MOST_MODELS]:
        own = {row["measure"]: row for row in rows if row["model"] == model}
        areas = [
            with_interval(own[name]["value"], own[name]["low"], own[name]["high"], facts.choices.level)
            for name in ("macro", "hand_till")
        ]
        yield say(
            "Over all {} classes of {}, the mean AUC of one class against the rest is {}, and Hand and "
            "Till's M {}.",
            *(own["macro"]["n_classes"], model, *areas),
        )
