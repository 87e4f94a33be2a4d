"""Comparison of the chapter's optimal operating point with its default one, by every criterion."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from rocrepro.evaluation import RocPoints
from rocrepro.formats.table import Table
from rocrepro.papers.hamel2008.chapter import (
    CRITERIA,
    LARGER_IS_BETTER,
    RULES,
    at_thresholds,
    counted,
    printed_points,
)
from rocrepro.papers.hamel2008.models import chapter_model, made_by
from rocrepro.papers.hamel2008.printed import N_NEG, N_POS, RINGNORM
from rocrepro.papers.rows import frame_of, gap_notes

if TYPE_CHECKING:
    from rocrepro.papers.evaluated import Evaluated

COLUMNS = [
    *("criterion", "rule", "printed_a", "printed_optimum", "better_printed"),
    *("ours_default", "ours_optimum", "ours_best", "threshold", "fpr", "tpr"),
]


def operating(evaluated: Evaluated) -> Table:
    """Every criterion at the chapter's two points, at ours for its thresholds, and at our best."""
    model, chapter = chapter_model(evaluated), printed_points(evaluated.shown)
    default, low = (one.threshold for one in chapter)
    a, optimum = map(counted, chapter)
    rows = []
    for name, criterion in CRITERIA.items():
        row: dict[str, Any] = {"criterion": name, "rule": RULES[name]}
        # Each printed point is a curve of one point, on which the criterion is evaluated.
        values = [criterion.best(point).value for point in (a, optimum)]
        row |= dict(zip(("printed_a", "printed_optimum"), values, strict=True))
        larger = name in LARGER_IS_BETTER
        row["better_printed"] = "A" if (values[0] > values[1]) == larger else "optimum"
        if model is not None:
            points = evaluated.roc(RINGNORM, model.learner, model.engine)
            two = [criterion.best(_only(points, at)).value for at in at_thresholds(points, chapter)]
            row |= dict(zip(("ours_default", "ours_optimum"), two, strict=True))
            best = criterion.best(points)
            row |= {"ours_best": best.value, "threshold": best.threshold, "fpr": best.fpr, "tpr": best.tpr}
        rows.append(row)
    even = int(optimum.fp[0] - a.fp[0]) / int(a.fn[0] - optimum.fn[0])
    notes = (
        f"The chapter calls the threshold {low} optimal and its default point A suboptimal, but names no "
        "criterion. printed_a, printed_optimum: the value at its two printed points, with the counts "
        f"that their rates give on {N_POS:,} positive and {N_NEG:,} negative rows; better_printed: which "
        "of them is better by the criterion. The second costs less only if a missed positive row costs "
        f"more than {even:.2f} false positives.",
        f"ours_default, ours_optimum, ours_best: the nearest model at the thresholds {default} and "
        f"{low}, and at its best point, whose threshold and rates follow.",
        made_by(evaluated, RINGNORM, model.engine if model else None),
        *gap_notes(evaluated),
    )
    formats = dict.fromkeys(COLUMNS[2:], ".3f") | {"better_printed": ""}
    return Table(frame_of(rows, COLUMNS), "Which operating point is best?", notes, formats)


def _only(points: RocPoints, at: int) -> RocPoints:
    one = slice(at, at + 1)
    return RocPoints(points.threshold[one], points.tp[one], points.fp[one], points.n_pos, points.n_neg)
