"""The certainty of the results: how far the measures would move with other rows, folds or seeds."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from markupsafe import Markup

from rocrepro.report.answers.cuts import cheapest_range
from rocrepro.report.answers.parts import Answer, Digest, Facts, Row, by_area, rows_of, say
from rocrepro.report.answers.phrases import NONE, count, decimal, defined, has_width

if TYPE_CHECKING:
    from rocrepro.formats.table import Table

TERMS = (
    (
        "confident points",
        "thresholds at which the data do not show whether the model makes more false negatives or more "
        "false positives; their number does not rank models, as a worse model can have more of them",
    ),
    (
        "bootstrap",
        "the measure is computed again on many samples that are drawn from these rows with replacement",
    ),
    (
        "band",
        "a region that is likely to contain the true curve, either as a whole (simultaneous) or at "
        "each rate separately (pointwise)",
    ),
)
FOLDS = (
    "standard deviation of the folds",
    "how much the folds differ from each other; it is not the standard error of their mean",
)


def how_sure(facts: Facts, tables: Mapping[str, Table]) -> Answer:
    """Say how far the measures could move: of the model that ranks best in sentences, of all in a table.

    Parameters
    ----------
    facts : Facts
    tables : mapping of str to Table
        summary, and where there are such clusters, folds and seeds.
    """
    rows = rows_of(tables, "summary")
    order = by_area(rows)
    rows.sort(key=lambda row: order[row["model"]])
    best = rows[0]
    sentences = [
        Markup(" ").join([_width(best, facts.choices.level), *_chosen(best, facts, tables)]),
        *(*_folds(best, tables), *_seeds(best, tables), *_confident(best, facts)),
    ]
    terms = TERMS if "cross_validation" not in tables else (FOLDS, *TERMS)
    return Answer(sentences, _digest(rows, facts, tables), list(_cautions(facts)), terms)


def _rarer(row: Row) -> tuple[str, int]:
    """Return the class with the fewest rows, and their number."""
    return min(("positive", int(row["n_pos"])), ("negative", int(row["n_neg"])), key=lambda part: part[1])


def _half(row: Row) -> str:
    """Return the distance to which the interval of the AUC reaches on either side."""
    if not has_width(row["auc_low"], row["auc_high"]):
        return NONE
    return decimal((row["auc_high"] - row["auc_low"]) / 2)


def _width(row: Row, level: str) -> Markup:
    """Say how wide the interval of the AUC is, and which class makes it so."""
    name, least = _rarer(row)
    rests = f"the rarer class has {count(least)} {name} row{'' if least == 1 else 's'}"
    if _half(row) == NONE:
        return say("The uncertainty of the AUC of <b>{}</b> is {}; {}.", row["model"], NONE, rests)
    return say(
        "The {} interval of the AUC of <b>{}</b> extends about {} to either side; {}.",
        *(level, row["model"], _half(row), rests),
    )


def _chosen(row: Row, facts: Facts, tables: Mapping[str, Table]) -> Iterator[Markup]:
    """Say how far the cheapest threshold would move."""
    for low, high in cheapest_range(row["model"], tables):
        ends = (facts.threshold(row["model"], end) for end in (low, high))
        told = "Its cheapest threshold on these rows lies between {} and {} in {} of bootstrap samples."
        yield say(told, *ends, facts.choices.level)


def _fold_areas(row: Row, tables: Mapping[str, Table]) -> list[float]:
    """The AUC of every fold; NaN where it has one class."""
    found = rows_of(tables, "folds", model=row["model"])
    return [one["auc"] for one in found if str(one["curve"]).startswith("fold ")]


def _seed_areas(row: Row, tables: Mapping[str, Table]) -> list[float]:
    return [one["auc"] for one in rows_of(tables, "seeds", model=row["model"])]


def _range(areas: list[float]) -> str:
    """Return the lowest and the highest of some areas; "" where there is none."""
    known = [area for area in areas if defined(area)]
    return f"{decimal(min(known))} to {decimal(max(known))}" if known else ""


def _scatter(row: Row, tables: Mapping[str, Table]) -> list[str]:
    """Mean and standard deviation of the folds' areas, and the AUC of all rows; nothing where they agree."""
    for one in rows_of(tables, "cross_validation", model=row["model"]):
        if defined(one["mean_auc"], one["sd_auc"]) and one["sd_auc"] > 0:
            return [decimal(one[name]) for name in ("mean_auc", "sd_auc", "pooled_auc")]
    return []


def _folds(row: Row, tables: Mapping[str, Table]) -> Iterator[Markup]:
    """Say how far the AUC differs between folds."""
    areas = _fold_areas(row, tables)
    known = [area for area in areas if defined(area)]
    if areas and not known:
        yield say("No fold of {} has an AUC: each has one class.", row["model"])
    if not known:
        return
    without = f"; {count(len(areas) - len(known), 'fold')} with one class left out"
    told = say(
        "Over {}, the AUC of {} ranges from {}{}.",
        *(count(len(known), "fold"), row["model"], _range(known), without * (len(known) < len(areas))),
    )
    if scatter := _scatter(row, tables):
        told += say(
            " Their mean is {} with a standard deviation of {}. One curve of all rows has an AUC of {}.",
            *scatter,
        )
    yield told


def _seeds(row: Row, tables: Mapping[str, Table]) -> Iterator[Markup]:
    """Say how far the AUC differs between seeds."""
    areas = [area for area in _seed_areas(row, tables) if defined(area)]
    if len(areas) > 1:
        yield say(
            "Over {}, the AUC of {} ranges from {}.", count(len(areas), "seed"), row["model"], _range(areas)
        )


def _confident(row: Row, facts: Facts) -> Iterator[Markup]:
    """Say between which thresholds errors may balance."""
    if "n_confident" not in row:
        return
    n, of = count(row["n_confident"]), count(row["n_points"])
    if not row["n_confident"]:
        yield say(
            "At every threshold of {}, the data show which kind of error is more frequent.", row["model"]
        )
        return
    yield say(
        "At {} of the {} thresholds of {}, from {}, the data do not show which kind of error is more "
        "frequent.",
        *(n, of, row["model"], _between(row, facts)),
    )


def _between(row: Row, facts: Facts) -> str:
    """The lowest and the highest confident threshold."""
    if not row.get("n_confident"):
        return "none" if "n_confident" in row else ""
    ends = (row["threshold_low"], row["threshold_high"])
    return " to ".join(facts.threshold(row["model"], end) for end in ends)


def _digest(rows: list[Row], facts: Facts, tables: Mapping[str, Table]) -> Digest | None:
    """Tabulate the certainty of each model, where there are several; columns that none fills are left out."""
    if len(rows) < 2:
        return None
    columns: dict[str, list[str]] = {
        "model": [str(row["model"]) for row in rows],
        "AUC, half width": [_half(row) for row in rows],
        "rows of the rarer class": [count(_rarer(row)[1]) for row in rows],
        "AUC of the folds": [_range(_fold_areas(row, tables)) for row in rows],
        "mean (standard deviation)": [
            "{} ({})".format(*scatter) if (scatter := _scatter(row, tables)) else "" for row in rows
        ],
        "AUC of the seeds": [_range(_seed_areas(row, tables)) for row in rows],
        "thresholds without a clear lean": [_between(row, facts) for row in rows],
    }
    kept = {name: cells for name, cells in columns.items() if any(cells)}
    lines = [list(line) for line in zip(*kept.values(), strict=True)]
    return Digest("Uncertainty of the results of each model", list(kept), lines)


def _cautions(facts: Facts) -> Iterator[Markup]:
    yield Markup(
        "All intervals describe the variation between samples that are drawn as these rows were. They do "
        "not cover changes in the people, in the instruments or over time. Nor do they cover a model that "
        "was chosen or tuned on these rows."
    )
