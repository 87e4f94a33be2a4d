"""Whether the scores can be taken for probabilities."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

from markupsafe import Markup

from rocrepro.report.answers.parts import Answer, Facts, Row, rows_of, say
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
    (
        "slope",
        "1 where scores are as spread as they should be; below 1 they are too extreme, as after overfitting",
    ),
    ("intercept", "0 where the scores are right on average; below 0 they are too high, above 0 too low"),
)


def probabilities(facts: Facts, tables: Mapping[str, Table]) -> Answer:
    """Say whether scores can be taken for probabilities.

    Parameters
    ----------
    facts : Facts
    tables : mapping of str to Table
        calibration, of long form with columns model, measure, value, low and high, where there is one.
    """
    rows = rows_of(tables, "calibration")
    models = list(dict.fromkeys(str(row["model"]) for row in rows))
    if not models:
        return Answer(
            [Markup("The scores were not evaluated as probabilities, so that nothing is said of this.")]
        )
    sentences = []
    for model in models:
        found = {str(row["measure"]): row for row in rows if row["model"] == model}
        sentences.append(_verdict(model, found, facts))
        sentences += _measures(model, found, facts)
    others = [name for name in facts.models if name not in models]
    if others:
        sentences.append(say("The scores of {} are not probabilities, and were left out.", listed(others)))
    return Answer(sentences, None, [], TERMS)


def _verdict(model: str, found: Mapping[str, Row], facts: Facts) -> Markup:
    """Whether slope and intercept speak against calibration."""
    tested = {"slope": 1.0, "intercept": 0.0}
    known = {name: _measure(found, name) for name in tested}
    usable = {name: row for name, row in known.items() if row and has_width(row["low"], row["high"])}
    if not usable:
        return say("Whether the scores of <b>{}</b> are calibrated is {}.", model, NONE)
    off = [name for name, row in usable.items() if not row["low"] <= tested[name] <= row["high"]]
    if off:
        return say(
            "The scores of <b>{}</b> are not calibrated: {} {} from what it should be by more than chance "
            "explains.",
            *(model, listed(off), "differs" if len(off) == 1 else "differ"),
        )
    missing = [name for name in tested if name not in usable]
    but = say("; {} is {}", listed(missing), NONE) if missing else Markup("")
    return (
        say("Nothing here speaks against the scores of <b>{}</b> as probabilities", model) + but + Markup(".")
    )


def _measures(model: str, found: Mapping[str, Row], facts: Facts) -> Iterator[Markup]:
    """The measures with their intervals."""
    words = {"slope": "slope", "intercept": "intercept", "brier": "Brier score", "ici": "ICI", "ece": "ECE"}
    parts = []
    for name, word in words.items():
        row = _measure(found, name)
        if row is not None:
            parts.append(f"{word} {_told(row)}")
    if parts:
        yield say("{}: {}; in brackets {} intervals.", model, ", ".join(parts), facts.choices.level)


def _told(row: Row) -> str:
    if not defined(row["value"]):
        return NONE
    limits = (
        span(row["low"], row["high"]) if has_width(row.get("low"), row.get("high")) else f"interval {NONE}"
    )
    return f"{decimal(row['value'])} ({limits})"


def _measure(found: Mapping[str, Row], name: str) -> Any:
    """A measure by the first word of its name."""
    return next((row for key, row in found.items() if key == name or key.startswith(f"{name}_")), None)
