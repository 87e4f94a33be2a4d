"""The lean of errors at the thresholds in use, and whether these predict both classes."""

from __future__ import annotations

from collections.abc import Iterator

from markupsafe import Markup

from rocrepro.report.answers.parts import Row, say, together
from rocrepro.report.answers.phrases import NONE, has_width, listed, span


def one_class(row: Row) -> str:
    """Return the class that a threshold predicts for every row; "" where it predicts both."""
    if row["tp"] + row["fp"] == 0:
        return "negative"
    return "positive" if row["fn"] + row["tn"] == 0 else ""


def lean(row: Row, level: str) -> Markup:
    """Say which way the errors lean at the threshold in use: Tango's verdict."""
    fn, fp, low, high = row["fn"], row["fp"], row["lower"], row["upper"]
    if not has_width(low, high):
        return say("It is {} which kind of error is more frequent.", NONE)
    interval = f"Tango's {level} interval of (fn − fp)/n is {span(low, high)}"
    if low <= 0 <= high:
        return say(
            "Its errors do not clearly lean either way: {} positive rows are missed and {} negative rows "
            "wrongly flagged; {}.",
            fn,
            fp,
            interval,
        )
    return say(
        "Its errors lean towards {}: {} positive rows are missed and {} negative rows wrongly flagged; {}.",
        _way(row),
        fn,
        fp,
        interval,
    )


def others(rows: list[Row]) -> Iterator[Markup]:
    """Say which way the errors of other models lean: one sentence for all that lean the same way."""
    for told, alike in together(rows, _other).items():
        yield say(told, listed([str(row["model"]) for row in alike], most=12))


def _other(row: Row) -> str:
    """Return the words on one of the other models, with a place for its name."""
    if every := one_class(row):
        return (
            f"At the threshold in use, every row is predicted {every} by {{}}: the threshold does not "
            "suit the scores."
        )
    if not has_width(row["lower"], row["upper"]):
        return f"It is {NONE} which kind of error of {{}} is more frequent."
    if row["lower"] <= 0 <= row["upper"]:
        return "The errors of {} do not clearly lean either way."
    return f"The errors of {{}} lean towards {_way(row)}."


def _way(row: Row) -> str:
    return "missing positive rows" if row["lower"] > 0 else "flagging negative rows"
