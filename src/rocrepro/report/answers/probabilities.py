"""Whether the scores can be taken for probabilities."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

from markupsafe import Markup

from rocrepro.report.answers.parts import Answer, Facts, Row, by_area, rows_of, say
from rocrepro.report.answers.phrases import NONE, decimal, defined, has_width, listed, span

if TYPE_CHECKING:
    from rocrepro.formats.table import Table

TERMS = (
    (
        "calibrated",
        "of the rows with a score of 0.2 about 20 % are positive, and so on for every score; a model can "
        "rank well and not be calibrated",
    ),
    ("Brier score", "mean squared distance between score and outcome: 0 is best, and it heeds ranking too"),
    ("Brier skill", "1 for perfect scores, 0 for giving every row the share of positive ones"),
    (
        "slope",
        "1 where scores are as spread as they should be; below 1 they are too extreme, as after overfitting",
    ),
    ("ICI and ECE", "how far scores are from observed shares on average, by a smooth curve and in bins"),
)
NOTHING = "Nothing here speaks against"
OPEN = "That nothing speaks against scores does not show that they are calibrated: in few rows little can."
MOST = 6
"""Models that are told in sentences, the one with the highest AUC first; the table has all."""
WORDS = {
    "observed_less_predicted": "observed share less mean score",
    "calibration_slope": "slope",
    "calibration_in_the_large": "calibration in the large",
    "brier": "Brier score",
    "brier_skill": "Brier skill",
    "ici": "ICI",
    "ece": "ECE",
}
"""Measures that are told, by their names in the table."""
TESTED = {
    "observed_less_predicted": (0.0, "they are too high on average", "they are too low on average"),
    "calibration_slope": (1.0, "they are too extreme", "they are too timid"),
}
"""Measures that speak against calibration: their right value, and what a lower or a higher one says."""


def probabilities(facts: Facts, tables: Mapping[str, Table]) -> Answer:
    """Say whether scores can be taken for probabilities.

    Parameters
    ----------
    facts : Facts
    tables : mapping of str to Table
        summary, and calibration of long form (model, measure, value, low, high), where there is one.
    """
    rows = rows_of(tables, "calibration")
    order = by_area(rows_of(tables, "summary"))
    models = sorted({str(row["model"]) for row in rows}, key=lambda name: order.get(name, len(order)))
    if not models:
        nothing = "The scores were not evaluated as probabilities, so that nothing is said of this."
        return Answer([Markup(nothing)])
    sentences = []
    for model in models[:MOST]:
        found = {str(row["measure"]): row for row in rows if row["model"] == model}
        sentences.append(_verdict(model, found, facts))
        sentences += _measures(model, found, facts)
    others = [name for name in facts.models if name not in models]
    if others:
        sentences.append(say("The scores of {} are not probabilities, and were left out.", listed(others)))
    quiet = any(str(sentence).startswith(NOTHING) for sentence in sentences)
    return Answer(sentences, None, [Markup(OPEN)] if quiet else [], TERMS)


def _verdict(model: str, found: Mapping[str, Row], facts: Facts) -> Markup:
    """Whether anything speaks against calibration: the mean, the spread, or the shape of the curve."""
    against, unknown = [], []
    tested = {name: found[name] for name in TESTED if name in found}
    for name, row in tested.items():
        right, below, above = TESTED[name]
        if not has_width(row["low"], row["high"]):
            unknown.append(WORDS[name])
        elif not row["low"] <= right <= row["high"]:
            against.append(below if row["high"] < right else above)
    shape: Any = found.get("ici_p_value", {}).get("value")
    if not against and defined(shape) and shape < facts.choices.alpha:
        against.append("they stray from the observed shares by more than chance explains")
    if against:
        return say("The scores of <b>{}</b> are not calibrated: {}.", model, listed(against))
    if len(unknown) == len(tested):
        return say("Whether the scores of <b>{}</b> are calibrated is {}.", model, NONE)
    but = say("; the {} is {}", listed(unknown), NONE) if unknown else Markup("")
    return say(NOTHING + " the scores of <b>{}</b> as probabilities", model) + but + "."


def _measures(model: str, found: Mapping[str, Row], facts: Facts) -> Iterator[Markup]:
    """The measures with their intervals."""
    parts = [f"{word} {_told(found[name])}" for name, word in WORDS.items() if name in found]
    if parts:
        yield say("{}: {}; in brackets {} intervals.", model, "; ".join(parts), facts.choices.level)


def _told(row: Row) -> str:
    if not defined(row["value"]):
        return NONE
    limits = span(row["low"], row["high"]) if has_width(row["low"], row["high"]) else f"interval {NONE}"
    return f"{decimal(row['value'])} ({limits})"
