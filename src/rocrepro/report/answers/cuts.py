"""Sentences on thresholds beyond errors: predictive values, how sure a choice is, rates, net benefit."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from markupsafe import Markup

from rocrepro.report.answers.parts import FEW, Facts, Row, rows_of, say
from rocrepro.report.answers.phrases import (
    NONE,
    decimal,
    defined,
    has_width,
    percent,
    short,
    span,
    with_interval,
)

if TYPE_CHECKING:
    from rocrepro.formats.table import Table


def values(model: str, facts: Facts, tables: Mapping[str, Table]) -> Iterator[Markup]:
    """Say how often the predictions at the threshold in use of a model are right."""
    found = {row["measure"]: row for row in rows_of(tables, "cut_measures", model=model, criterion="in use")}
    words = {
        "ppv": "the share of positive rows among those that it flags is {}",
        "npv": "the share of negative rows among the others is {}",
        "ppv_at_prevalence": "at prevalence {}, the share of positive rows among these would be {}",
    }
    level, told = facts.choices.level, []
    for name in ("ppv", "npv"):
        if name in found and defined(found[name]["value"]):
            one = found[name]
            told.append(words[name].format(with_interval(one["value"], one["low"], one["high"], level)))
    one = found.get("ppv_at_prevalence", {})
    if told and defined(one.get("value")) and facts.choices.prevalence is not None:
        share = f"{decimal(one['value'])} ({span(one['low'], one['high'])})"
        told.append(words["ppv_at_prevalence"].format(percent(facts.choices.prevalence), share))
    if told:
        text = "; ".join(told)
        yield say("{}.", text[0].upper() + text[1:])


def cheapest_range(model: str, tables: Mapping[str, Table]) -> list[tuple[float, float]]:
    """Return the range of a model's cheapest threshold over resamples; empty where it is not known."""
    rows = rows_of(tables, "chosen_cuts", model=model)
    ends = [(row["low"], row["high"]) for row in rows if str(row["criterion"]).startswith("cost")]
    return [(low, high) for low, high in ends if has_width(low, high)]


def chosen(model: str, in_use: float, facts: Facts, tables: Mapping[str, Table]) -> Iterator[Markup]:
    """Say how sure the cheapest threshold of a model is, and whether the one in use is as good a choice."""
    if "chosen_cuts" in tables and not cheapest_range(model, tables):
        yield say("How far this choice would vary on other rows is {}.", NONE)
    for low, high in cheapest_range(model, tables):
        ends = (facts.threshold(model, end) for end in (low, high))
        within = (
            "as does the threshold in use" if low <= in_use <= high else "but the threshold in use does not"
        )
        yield say(
            "In {} of bootstrap samples it lies between {} and {}, {}.",
            facts.choices.level,
            *ends,
            within,
        )


def rates(model: str, tables: Mapping[str, Table]) -> Iterator[Markup]:
    """Say which sensitivity a model reaches at a specificity."""
    for row in rows_of(tables, "rates_at", model=model, measure="sensitivity"):
        if not defined(row["value"]):
            continue
        limits = [row["low"], row["high"]]
        yield say(
            "With a {} of at least {} it can find {} of the positive rows (interval {}).",
            *(row["given"], short(row["at_least"]), percent(row["value"])),
            " to ".join(map(percent, limits)) if has_width(*limits) else NONE,
        )


def benefit(used: Row, tables: Mapping[str, Table]) -> Iterator[Markup]:
    """Say whether deciding by a model's threshold in use is worth more than flagging every row or none."""
    model = used["model"]
    for row in rows_of(tables, "net_benefit", model=model, in_use=True):
        where = "on these rows" if row["mix"] != "stated" else f"at prevalence {percent(row['prevalence'])}"
        gain, low, high = row["gain"], row["gain_low"], row["gain_high"]
        if not defined(gain):
            continue
        text = f"compared with the better of flagging every row and flagging none, is {decimal(gain, 4)}"
        if not has_width(low, high):
            yield say("The net benefit of {} {}, {} (interval {}).", model, where, text, NONE)
            continue
        if not _is_firm(used):
            yield say("The net benefit of {} {}, {} ({}).", model, where, text, span(low, high, 4))
            continue
        verdict = (
            "using the model is better than either"
            if low > 0
            else "using the model is worse"
            if high < 0
            else "it is not shown that using the model is better"
        )
        yield say("The net benefit of {} {}, {} ({}): {}.", model, where, text, span(low, high, 4), verdict)


def _is_firm(used: Row) -> bool:
    """Return whether resamples can tell anything at a threshold: not of few rows, nor without an error."""
    few = min(used["tp"] + used["fn"], used["fp"] + used["tn"]) < FEW
    return not few and bool(used["fn"] + used["fp"])
