"""How sure all this is: how far the measures would move with other rows, folds or seeds."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from markupsafe import Markup

from rocrepro.report.answers.parts import Answer, Facts, Row, by_area, rows_of, say
from rocrepro.report.answers.phrases import NONE, count, decimal, defined, has_width, short

if TYPE_CHECKING:
    from rocrepro.formats.table import Table

MOST_MODELS = 6
TERMS = (
    (
        "confident points",
        "thresholds at which the data cannot tell whether the model misses more than it wrongly flags, or "
        "less; a worse model has more of them, so that their number does not rank models",
    ),
    ("bootstrap", "the same measure on many samples that are drawn from these rows with replacement"),
    (
        "band",
        "where the curve may lie: of the whole curve (simultaneous), or of each rate by itself (pointwise)",
    ),
)


def how_sure(facts: Facts, tables: Mapping[str, Table]) -> Answer:
    """Say how far the measures could move.

    Parameters
    ----------
    facts : Facts
    tables : mapping of str to Table
        summary, and where there are such clusters, folds and seeds.
    """
    rows = rows_of(tables, "summary")
    order = by_area(rows)
    rows = sorted(rows, key=lambda row: order[row["model"]])[:MOST_MODELS]
    sentences = [_width(row, facts.choices.level) for row in rows]
    sentences += _folds(rows, tables)
    sentences += _cross_validation(rows, tables)
    sentences += _seeds(rows, tables)
    sentences += [_confident(row) for row in rows if "n_confident" in row]
    return Answer(sentences, None, list(_cautions(facts)), TERMS)


def _width(row: Row, level: str) -> Markup:
    """How wide the interval of the AUC is, and the class that makes it so."""
    least = min(("positive", row["n_pos"]), ("negative", row["n_neg"]), key=lambda part: int(part[1]))
    rests = f"it rests on {count(least[1])} {least[0]} row{'' if least[1] == 1 else 's'}, the rarer class"
    if not has_width(row["auc_low"], row["auc_high"]):
        return say("How sure the AUC of <b>{}</b> is, is {}; {}.", row["model"], NONE, rests)
    half = (row["auc_high"] - row["auc_low"]) / 2
    return say(
        "The {} interval of the AUC of <b>{}</b> reaches about {} to either side; {}.",
        *(level, row["model"], decimal(half), rests),
    )


def _folds(rows: list[Row], tables: Mapping[str, Table]) -> Iterator[Markup]:
    """How far the AUC differs between folds."""
    for row in rows:
        folds = [
            one["auc"]
            for one in rows_of(tables, "folds", model=row["model"])
            if str(one["curve"]).startswith("fold ")
        ]
        areas = [area for area in folds if defined(area)]
        if folds and not areas:
            yield say("No fold of {} has an AUC: each has one class.", row["model"])
        elif folds:
            without = f"; {count(len(folds) - len(areas), 'fold')} with one class left out" * (
                len(areas) < len(folds)
            )
            yield say(
                "Over {} the AUC of {} goes from {} to {}{}.",
                *(count(len(areas), "fold"), row["model"], decimal(min(areas)), decimal(max(areas)), without),
            )


def _cross_validation(rows: list[Row], tables: Mapping[str, Table]) -> Iterator[Markup]:
    """Mean and standard deviation of the folds' areas."""
    for row in rows:
        for one in rows_of(tables, "cross_validation", model=row["model"]):
            if not defined(one["mean_auc"], one["sd_auc"]) or not one["sd_auc"] > 0:
                continue
            yield say(
                "The mean of these areas of {} is {} with a standard deviation of {}, which is no standard "
                "error; the area of the pooled curve is {}.",
                *(row["model"], *(decimal(one[name]) for name in ("mean_auc", "sd_auc", "pooled_auc"))),
            )


def _seeds(rows: list[Row], tables: Mapping[str, Table]) -> Iterator[Markup]:
    """How far the AUC differs between seeds."""
    for row in rows:
        areas = [one["auc"] for one in rows_of(tables, "seeds", model=row["model"]) if defined(one["auc"])]
        if len(areas) > 1:
            yield say(
                "Over {} the AUC of {} goes from {} to {}.",
                *(count(len(areas), "seed"), row["model"], decimal(min(areas)), decimal(max(areas))),
            )


def _confident(row: Row) -> Markup:
    """Between which thresholds errors may balance."""
    n, of = count(row["n_confident"]), count(row["n_points"])
    if not row["n_confident"]:
        return say("At no threshold of {} do its errors balance as far as the data can tell.", row["model"])
    return say(
        "At {} of the {} thresholds of {}, from {} to {}, the data cannot tell which way its errors lean.",
        *(n, of, row["model"], short(row["threshold_low"]), short(row["threshold_high"])),
    )


def _cautions(facts: Facts) -> Iterator[Markup]:
    yield Markup(
        "All intervals are about other rows drawn as these were. They do not cover a change of the people, "
        "the instruments or the time, nor a model that was chosen or tuned on these rows."
    )
