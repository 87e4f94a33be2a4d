"""Answers on which model ranks best, and whether the difference is larger than chance."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from markupsafe import Markup

from rocrepro.formats.given.notes import FEWEST
from rocrepro.report.answers.compared import compared
from rocrepro.report.answers.parts import Answer, Digest, Facts, Row, by_area, rows_of, say
from rocrepro.report.answers.phrases import (
    NONE,
    decimal,
    defined,
    has_width,
    listed,
    p_words,
    span,
    with_interval,
)
from rocrepro.report.answers.weights import weighted_pairs

if TYPE_CHECKING:
    from rocrepro.formats.table import Table

MOST_PAIRS = 6
"""Pairs that are described in sentences; the table of differences has all."""
ROWS = {
    "common": " on the {} rows that both scored",
    "own": " in an unpaired test, which treats the rows of the two models as independent",
}
"""Words for the rows behind a difference between models that did not score the same rows."""
TERMS = (
    (
        "AUC",
        "the probability that a randomly chosen positive row has a higher score than a randomly chosen "
        "negative one: 1 is a perfect ranking, 0.5 is guessing. It says nothing about which threshold to "
        "use",
    ),
    (
        "interval",
        "a range for the true value of the measure. At a level of 95 %, the range contains the true "
        "value for about 95 of 100 samples that are drawn as these rows were",
    ),
    (
        "p",
        "the probability of a difference at least as large as this one if the models were equally good",
    ),
)


def which_model(facts: Facts, tables: Mapping[str, Table]) -> Answer:
    """Say which model ranks best, and how far the rows show it.

    Parameters
    ----------
    facts : Facts
    tables : mapping of str to Table
        summary, and what there is to compare: comparisons and the other tables of its question; for rows with
        weights weighted_differences.
    """
    level = facts.choices.level
    rows = rows_of(tables, "summary")
    order = by_area(rows)
    rows.sort(key=lambda row: order[row["model"]])
    pairs = rows_of(tables, "comparisons") or weighted_pairs(tables)
    sentences = [_lead(rows, pairs, facts), *_against_guessing(rows, level)]
    sentences += _told_pairs(rows[0], pairs, facts)
    sentences += compared(facts, tables, best=rows[0]["model"])
    return Answer(sentences, _digest(rows, pairs, facts), list(_cautions(rows, pairs)), TERMS)


def _lead(rows: list[Row], pairs: list[Row], facts: Facts) -> Markup:
    """The answer in one sentence."""
    best, level = rows[0], facts.choices.level
    if not defined(best["auc"]):
        return say("No AUC is estimable, so no model can be called better.")
    area = with_interval(best["auc"], best["auc_low"], best["auc_high"], level)
    if len(rows) == 1:
        return say("<b>{}</b> has an AUC of {}.", best["model"], area)
    level_with = [str(row["model"]) for row in rows[1:] if row["auc"] == best["auc"]]
    if level_with:
        return say("<b>{}</b> and {} have the same AUC, {}.", best["model"], listed(level_with), area)
    head = say("<b>{}</b> has the highest AUC, {}", best["model"], area)
    few = {str(row["model"]) for row in rows if min(row["n_pos"], row["n_neg"]) < FEWEST}
    return head + _verdict(best, pairs, facts, few)


def _verdict(best: Row, pairs: list[Row], facts: Facts, few: set[str]) -> Markup:
    """Say whether the best model's lead is larger than chance; models with `few` rows cannot show it."""
    own = [pair for pair in pairs if best["model"] in (pair["a"], pair["b"])]
    if not own:
        return Markup(". It was not tested whether it is really better.")
    clear = [
        _is_shown(pair, pairs, facts.choices.alpha) and few.isdisjoint((pair["a"], pair["b"])) for pair in own
    ]
    # On the rows that two models both scored, the order may be another one than on each model's own rows.
    better = [
        _other(pair, best)
        for pair, found in zip(own, clear, strict=True)
        if found and (pair["difference"] > 0) != (pair["a"] == best["model"])
    ]
    if better:
        return say(
            ", but on the rows that both scored, the AUC of {} is higher by more than chance would explain.",
            listed(better),
        )
    shown = [_other(pair, best) for pair, found in zip(own, clear, strict=True) if found]
    open_ = [_other(pair, best) for pair, found in zip(own, clear, strict=True) if not found]
    if not open_:
        return say(", which is higher than that of {} by more than chance would explain.", listed(shown))
    if not shown:
        return say(", but these rows do not show that it is better than {}.", listed(open_))
    return say(
        ". This is higher than that of {} by more than chance would explain, but these rows do not "
        "show that it is better than {}.",
        *(listed(shown), listed(open_)),
    )


def _other(pair: Row, best: Row) -> str:
    return str(pair["b"] if pair["a"] == best["model"] else pair["a"])


def _is_shown(pair: Row, pairs: list[Row], alpha: float) -> bool:
    """Return whether the difference of a pair is larger than chance, among so many pairs.

    The p-value is Holm's where the table has it, which may rest on permutations, else Bonferroni's from
    DeLong's; then nothing is shown without an interval.
    """
    if "p_holm" in pair:
        return defined(pair["p_holm"]) and bool(pair["p_holm"] < alpha)
    if not has_width(pair["low"], pair["high"]) or not defined(pair.get("p_delong")):
        return False
    return bool(pair["p_delong"] * len(pairs) < alpha)


def _against_guessing(rows: list[Row], level: str) -> Iterator[Markup]:
    """Say which models are not shown to be better than guessing."""
    better = [row for row in rows if has_width(row["auc_low"], row["auc_high"]) and row["auc_low"] > 0.5]
    if len(better) == len(rows):
        who = "Its" if len(rows) == 1 else "Every model's"
        yield say("{} {} interval lies above 0.5, the AUC of guessing.", who, level)
    rest = [row for row in rows if row not in better]
    unknown = [row for row in rest if not has_width(row["auc_low"], row["auc_high"])]
    worse = [row for row in rest if row not in unknown and row["auc_high"] < 0.5]
    open_ = [row for row in rest if row not in unknown and row not in worse]
    for found, text in (
        (unknown, "The uncertainty of the AUC of {} is " + NONE + "."),
        (worse, "The scores of {} rank worse than guessing: low scores may stand for the positive class."),
        (
            open_,
            "It is not shown that the scores of {} rank better than guessing: the interval contains 0.5.",
        ),
    ):
        if found:
            yield say(text, listed([str(row["model"]) for row in found]))


def _told_pairs(best: Row, pairs: list[Row], facts: Facts) -> Iterator[Markup]:
    """The difference of one pair; of several, those of the best model that the small table cannot hold."""
    own = [pair for pair in pairs if best["model"] in (pair["a"], pair["b"])]
    told = pairs if len(pairs) == 1 else [pair for pair in own if not _is_plain(pair)]
    for pair in told[:MOST_PAIRS]:
        yield _told_pair(pair, facts)
    if len(pairs) > 1:
        yield say(
            "The table below shows how far the AUC of each model lies below the highest one. The table "
            "<i>Differences between models</i> has all {} pairs.",
            len(pairs),
        )


def _is_plain(pair: Row) -> bool:
    """Return whether a table can hold a difference: it is of all rows, paired, and has an interval."""
    rows = [pair.get(name) for name in ("n_common", "n_a", "n_b")]
    same = pair.get("rows") not in ROWS or (pair["rows"] == "common" and len(set(rows)) == 1)
    return same and has_width(pair["low"], pair["high"])


def _digest(rows: list[Row], pairs: list[Row], facts: Facts) -> Digest:
    """Tabulate the AUC of every model and, with several pairs, its distance below the highest."""
    level, best = facts.choices.level, rows[0]["model"]
    columns = ["model", "AUC", f"{level} interval"]
    lines = [[str(row["model"]), decimal(row["auc"]), span(row["auc_low"], row["auc_high"])] for row in rows]
    if len(pairs) > 1:
        adjusted = all("p_holm" in pair for pair in pairs)
        columns += [f"below {best} by", f"{level} interval", "p, adjusted" if adjusted else "p"]
        to_best = {
            name: pair
            for pair in pairs
            for name, other in ((pair["a"], pair["b"]), (pair["b"], pair["a"]))
            if other == best
        }
        for line, row in zip(lines, rows, strict=True):
            line += _below(row["model"], to_best[row["model"]]) if row["model"] in to_best else ["", "", ""]
    return Digest("Models by AUC", columns, lines)


def _below(model: str, pair: Row) -> list[str]:
    """Return how far the AUC of a model lies below that of another, with interval and p-value."""
    if not _is_plain(pair):
        return ["see above", "", ""]
    sign = 1 if pair["b"] == model else -1
    low, high = sorted((sign * pair["low"], sign * pair["high"]))
    p = p_words(pair.get("p_holm", pair.get("p_delong")))
    return [decimal(sign * pair["difference"]), span(low, high), p.removeprefix("p = ").removeprefix("p ")]


def _told_pair(pair: Row, facts: Facts) -> Markup:
    """One difference with its interval and its p-value."""
    a, b, value, low, high = (pair[name] for name in ("a", "b", "difference", "low", "high"))
    if not defined(value):
        return say("The difference in AUC between {} and {} is {}.", a, b, NONE)
    if value < 0:
        a, b, value, low, high = b, a, -value, -high, -low
    head = say("The AUC of {} is {} higher than that of {}", a, decimal(abs(value)), b)
    if value == 0:
        head = say("The AUCs of {} and {} are equal on these rows", a, b)
    head += Markup(ROWS.get(pair.get("rows", ""), "").format(pair.get("n_common")))
    if not has_width(low, high):
        by_chance = (
            f"; {facts.choices.n_resamples:,} permutations of the models' scores give "
            f"{p_words(pair['p_permutation'])}"
            if defined(pair.get("p_permutation"))
            else ""
        )
        return head + say("; its interval is {}{}.", NONE, by_chance)
    holds = ", which contains 0" if low <= 0 <= high else ""
    p = p_words(pair.get("p_delong"))
    return head + say(" ({} interval {}{}; {}).", facts.choices.level, span(low, high), holds, p)


def _cautions(rows: list[Row], pairs: list[Row]) -> Iterator[Markup]:
    if len(rows) > 1 and pairs:
        yield Markup(
            "If an interval contains 0, the data do not show which model is better. This does not "
            "mean that they are equal."
        )
    if len(pairs) > 1:
        yield say(
            "There are {} pairs, and among many pairs some differ by chance. The differences that this "
            "page calls larger than chance would explain are those whose p-value, adjusted for the "
            "number of pairs, is below the level.",
            len(pairs),
        )
    if len(rows) > 1 and not pairs:
        yield Markup("Overlapping intervals of two models do not mean that the models are equally good.")
