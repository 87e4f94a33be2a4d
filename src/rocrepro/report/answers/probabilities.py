"""Answers on whether the scores can be taken for probabilities."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from markupsafe import Markup

from rocrepro.report.answers.parts import Answer, Digest, Facts, Row, by_area, rows_of, say, together
from rocrepro.report.answers.phrases import NONE, decimal, defined, has_width, listed, span

if TYPE_CHECKING:
    from rocrepro.formats.table import Table

TERMS = (
    (
        "calibrated",
        "about 20 % of the rows with a score of 0.2 are positive, and so on for every score; a model can "
        "rank well without being calibrated",
    ),
    (
        "Brier score",
        "mean squared difference between score and outcome; it also depends on how well the scores "
        "rank the rows",
    ),
    ("Brier skill", "1 for perfect scores, 0 for giving every row the share of positive rows as its score"),
    (
        "slope",
        "below 1 the scores are too extreme, that is, too close to 0 and 1, as after overfitting; above "
        "1 they are too moderate, that is, too close to the middle",
    ),
    (
        "calibration in the large",
        "the shift of the log odds of all scores that would make their mean right",
    ),
    (
        "ICI and ECE",
        "mean difference between the scores and the observed shares, by a smooth curve (ICI) and in bins "
        "(ECE)",
    ),
)
IDEAL = {"calibration_slope": "1", "brier_skill": "1"}
"""Values of measures for perfect scores, where they are not 0."""
NOTHING = "No evidence was found against"
OPEN = "A lack of evidence does not show that the scores are calibrated, least of all in few rows."
MOST = 6
"""Models of the small table, the one with the highest AUC first; the table of the details has all."""
WORDS = {
    "observed_less_predicted": "observed share minus mean score",
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
    "calibration_slope": (1.0, "they are too extreme", "they are too moderate"),
}
"""Measures that test calibration: their right value, and what a lower or a higher one says."""


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
        nothing = "The scores were not evaluated as probabilities, so this question is not answered."
        return Answer([Markup(nothing)])
    found = {name: {str(row["measure"]): row for row in rows if row["model"] == name} for name in models}
    verdicts = together(
        [{"model": name} for name in models], lambda row: _verdict(found[row["model"]], facts)
    )
    only = len(facts.models) == 1
    sentences = [
        _told(verdict, [str(row["model"]) for row in alike], only) for verdict, alike in verdicts.items()
    ]
    others = [name for name in facts.models if name not in models]
    if others:
        sentences.append(say("The scores of {} are not probabilities and were left out.", listed(others)))
    if facts.choices.probabilities is None:
        taken = "All scores of {} lie from 0 to 1 and are treated as probabilities."
        taken += " Use --no-probabilities if they are not."
        sentences.append(_told(taken, models, only))
    quiet = any(str(sentence).startswith(NOTHING) for sentence in sentences)
    digest = _digest({name: found[name] for name in models[:MOST]}, facts)
    return Answer(sentences, digest, [Markup(OPEN)] if quiet else [], TERMS)


def _told(verdict: str, models: list[str], only: bool) -> Markup:
    """A verdict on all models that have it; an only model need not be named."""
    if only:
        return say(verdict.replace(" of <b>{}</b>", "").replace(" of {}", ""))
    return say(verdict, listed(models, most=12))


def _verdict(found: Mapping[str, Row], facts: Facts) -> str:
    """Say whether anything speaks against calibration: the mean, the spread, or the shape of the curve."""
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
        against.append("they differ from the observed shares by more than chance would explain")
    if against:
        return f"The scores of <b>{{}}</b> are not calibrated: {listed(against)}."
    if len(unknown) == len(tested):
        return f"Whether the scores of <b>{{}}</b> are calibrated is {NONE}."
    but = f"; the {listed(unknown)} is {NONE}" if unknown else ""
    return f"{NOTHING} the scores of <b>{{}}</b> as probabilities{but}."


def _digest(found: Mapping[str, Mapping[str, Row]], facts: Facts) -> Digest:
    """Tabulate each measure with its interval, one column a model, beside its value for perfect scores."""
    there = [name for name in WORDS if any(name in one for one in found.values())]
    lines = [
        [
            WORDS[name],
            IDEAL.get(name, "0"),
            *(_cell(one[name]) if name in one else "" for one in found.values()),
        ]
        for name in there
    ]
    caption = f"Measures of calibration, with {facts.choices.level} intervals in brackets"
    return Digest(caption, ("measure", "ideal", *found), lines)


def _cell(row: Row) -> str:
    if not defined(row["value"]):
        return NONE
    limits = span(row["low"], row["high"]) if has_width(row["low"], row["high"]) else f"interval {NONE}"
    return f"{decimal(row['value'])} ({limits})"
