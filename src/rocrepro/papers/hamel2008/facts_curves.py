"""What curves of trained models do: figure 3's three kinds, rankings, sweeps and concavities."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

import numpy as np

from rocrepro.evaluation import concavities, roc_auc, roc_points, sweep, tpr_at
from rocrepro.evaluation.sweep import SLACK
from rocrepro.papers.fact_rows import Row, row, unknown
from rocrepro.papers.hamel2008.shapes import NOTABLE, Model, nearest_areas

if TYPE_CHECKING:
    from rocrepro.evaluation import RocPoints
    from rocrepro.papers.evaluated import Evaluated

Curves = dict[Model, "RocPoints"]
WELL = 0.5  # tpr - fpr half of the way from the diagonal to the perfect point


def curve_quantities(evaluated: Evaluated) -> Iterator[Row]:
    """Quantities of all curves of an engine at the default seed."""
    for engine in evaluated.shown["engines"]:
        yield from evaluated.traced(_of_engine, evaluated, str(engine))


def _of_engine(evaluated: Evaluated, engine: str) -> list[Row]:
    curves = {
        (dataset, learner): evaluated.roc(dataset, learner, engine)
        for dataset in evaluated.datasets
        for key, learner in evaluated.models(dataset)
        if key == engine and not evaluated.curve(dataset, learner, engine).empty
    }
    # Any curves of these learners have quantities of the same names.
    some = curves or {("", learner): roc_points([1, 0], [1, 0]) for learner in ("tree", "naive_bayes")}
    rows = [row for part in (_panels, _all, _concave) for row in part(engine, some)]
    return rows if curves else unknown(rows)


def panels(curves: Curves) -> dict[str, RocPoints]:
    """The engine's curves whose areas are nearest to figure 3's almost perfect, reasonable and poor ones."""
    found = nearest_areas({model: roc_auc(points) for model, points in curves.items()})
    return {title[1]: curves[model] for title, model in found.items()}  # "(b) almost perfect" -> "b"


def _panels(engine: str, curves: Curves) -> Iterator[Row]:
    """Figure 3: distances from the perfect point, first false positives, slopes."""
    found = panels(curves)
    for letter, points in found.items():
        first = int(np.flatnonzero(points.fp)[0])
        values = {
            "least_distance": (np.hypot(points.fpr, 1 - points.tpr).min(), "least distance from (0, 1)"),
            "first_tpr": (points.tpr[first - 1], "tpr before the first false positive"),
            "slope": (tpr_at([points], [0.1])[0][0] / 0.1, "slope of the curve up to an fpr of 0.1"),
            "separates": (_errors(points).min() == 0, "a threshold without errors exists"),
            "auc": (roc_auc(points), "area"),
            "good_thresholds": (
                _thresholds(points, lambda gain: gain >= WELL),
                f"share of the thresholds 1 to 0 by .01 with tpr - fpr of at least {WELL}",
            ),
            "below_diagonal": ((points.fpr > points.tpr).mean(), "share of points below the diagonal"),
            "thresholds_below": (
                _thresholds(points, lambda gain: gain < 0),
                "share of the thresholds 1 to 0 by .01 with a point below the diagonal",
            ),
        }
        for name, (value, note) in values.items():
            yield row(f"panel_{letter}_{name}", value, f"figure 3({letter}): {note}", engine=engine)
    at_90 = [_fpr_at(points, 0.9) for points in found.values()]
    yield row("superior_fpr_at_90", at_90[0], "fpr of the almost perfect curve at a tpr of .9", engine=engine)


def _errors(points: RocPoints) -> Any:
    return points.n_pos - points.tp + points.fp


def _fpr_at(points: RocPoints, tpr: float) -> float:
    """Least fpr of a point with at least that tpr."""
    return float(points.fpr[points.tpr >= tpr].min())


def _thresholds(points: RocPoints, test: Callable[[Any], Any]) -> float:
    """Share of the thresholds 1, .99, ..., 0 whose tpr - fpr passes; NaN if scores are beyond them."""
    if points.threshold[1:].max() > 1 + SLACK or points.threshold[1:].min() < -SLACK:
        return float("nan")
    found = sweep(points)
    return float(np.mean(test(found.tpr - found.fpr)))


def _all(engine: str, curves: Curves) -> Iterator[Row]:
    """What rankings the learners give, and what a sweep needs of them."""
    ranks = {model: len(points) - 1 for model, points in curves.items()}
    scores = {model: points.threshold[1:] for model, points in curves.items()}
    sweeps = [
        sweep(points)
        for model, points in curves.items()
        if scores[model].max() <= 1 + SLACK and scores[model].min() >= -SLACK
    ]
    trees = [model for model in ranks if model[1] == "tree"]
    bayes = [model for model in ranks if model[1] == "naive_bayes"]
    values = {
        "scores_in_range": len(sweeps) / len(curves),
        "naive_bayes_ranks": min((ranks[model] for model in bayes), default=0),
        "tree_ranks": min((ranks[model] for model in trees), default=0),
        "tree_fewer_ranks": np.mean(
            [ranks[d, "tree"] < ranks[d, k] for d, k in bayes if (d, "tree") in ranks]
        ),
        "scores_reach_ends": np.mean([s.max() >= 1 and s.min() <= 0 for s in scores.values()]),
        "sweep_starts_at_origin": np.mean([s.tp[0] + s.fp[0] == 0 for s in sweeps]),
        "sweep_complete": np.mean([not s.lost.any() for s in sweeps]),
        "sweep_auc_error": max(abs(s.auc - roc_auc(s.points)) for s in sweeps),
        "has_both_share": np.mean([_both(points) for points in curves.values()]),
    }
    for name, value in values.items():
        yield row(name, value, NOTES[name], engine=engine, n=len(curves))


NOTES = {
    "scores_in_range": "share of models whose scores lie in [0, 1]",
    "naive_bayes_ranks": "least number of distinct scores of naive Bayes",
    "tree_ranks": "least number of distinct scores of a decision tree",
    "tree_fewer_ranks": "share of data sets where the tree has fewer scores than naive Bayes",
    "scores_reach_ends": "share of models whose scores reach both 0 and 1",
    "sweep_starts_at_origin": "share of sweeps whose first point is (0, 0)",
    "sweep_complete": "share of sweeps without a lost point",
    "sweep_auc_error": "largest error of a sweep's area",
    "has_both_share": "share of curves where one point has both the largest tpr and the least fpr",
}


def _both(points: RocPoints) -> bool:
    return bool(((points.tpr == points.tpr.max()) & (points.fpr == points.fpr.min())).any())


def _concave(engine: str, curves: Curves) -> Iterator[Row]:
    """Concavities of notable size: are they below the diagonal, or only below their own chord?"""
    below, n = 0, 0
    for points in curves.values():
        for first, last, area in concavities(points):
            if area < NOTABLE:
                continue
            n += 1
            inner = slice(first + 1, last)
            below += bool((points.tpr[inner] < points.fpr[inner]).any())
    note = f"share of concavities of at least {NOTABLE} that reach below the diagonal"
    yield row("concave_below", below / n if n else math.nan, note, engine=engine, n=n)
    poor = panels(curves)["d"]
    yield row("poor_concavities", sum(a >= NOTABLE for *_, a in concavities(poor)),
              "concavities of the poor curve", engine=engine)  # fmt: skip
    good = panels(curves)["b"]
    yield row("good_concavities", sum(a >= NOTABLE for *_, a in concavities(good)),
              "concavities of the almost perfect curve", engine=engine)  # fmt: skip
