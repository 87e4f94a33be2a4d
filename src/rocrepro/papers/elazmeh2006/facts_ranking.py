"""Ranks of the learners on each data set by AUC, by the confident segment and by errors."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterator
from itertools import combinations
from typing import TYPE_CHECKING

import numpy as np

from rocrepro.evaluation import RocPoints, roc_auc
from rocrepro.formats.uses import USES
from rocrepro.papers.elazmeh2006.fact_sources import READINGS, Model, any_model, models
from rocrepro.papers.elazmeh2006.facts_models import half_error
from rocrepro.papers.elazmeh2006.printed import LEARNERS
from rocrepro.papers.fact_rows import SEED, Row, row, unknown

if TYPE_CHECKING:
    from rocrepro.papers.evaluated import Evaluated

GRID = (np.arange(2000) + 0.5) / 2000
SHAPES = (("stump", "tree"), ("forest", "naive_bayes"))


def ranking_quantities(evaluated: Evaluated) -> list[Row]:
    """Ranks within each data set, engine and seed; a learner without draws has one curve for all seeds."""
    rows: list[Row] = []
    for dataset in evaluated.datasets:
        for engine in evaluated.shown["engines"]:
            if {(engine, learner) for learner in LEARNERS} <= set(evaluated.models(dataset)):
                rows += evaluated.traced(_of_engine, evaluated, dataset, engine)
    return rows


def _of_engine(evaluated: Evaluated, dataset: str, engine: str) -> Iterator[Row]:
    """Ranks of the four learners of one data set and engine."""
    learners: dict[str, dict[int, Model]] = defaultdict(dict)
    for m in models(evaluated, dataset, engine):
        learners[m.learner][m.seed] = m
    key = {"dataset": dataset, "engine": engine}
    if set(learners) != set(LEARNERS):
        yield from unknown(_ranks(dict.fromkeys(LEARNERS, any_model(engine)), key | {"seed": SEED}))
        return
    for seed in sorted({seed for curves in learners.values() for seed in curves}):
        four = {name: learners[name].get(seed, learners[name][SEED]) for name in LEARNERS}
        yield from _ranks(four, key | {"seed": seed})


def _ranks(four: dict[str, Model], key: Row) -> list[Row]:
    """Return which learner is ahead at one seed, by area, by errors and by the segment."""
    rows: list[Row] = []
    auc = {name: roc_auc(m.points) for name, m in four.items()}
    half = {name: half_error(m) for name, m in four.items()}
    for name in four:
        lead = auc[name] - max(auc[other] for other in four if other != name)
        least = half[name] == min(half.values())
        rows.append(row("auc_lead", lead, learner=name, **key))
        rows.append(row("least_error", least, learner=name, **key))
        rows += [
            row("alone_first", first, what=what, learner=name, **key)
            for what, first in alone_first(four, name)
        ]
    for a, b in SHAPES:
        rows.append(row("dominance", dominance(four[a].points, four[b].points), a=a, b=b, **key))
    rows.append(row("curves_dominate", dominating([m.points for m in four.values()]), n=6, **key))
    # Robustness is judged at the default seed.
    for reading in READINGS if key["seed"] == SEED else READINGS[:1]:
        rows += _by_segment(four, auc, reading, key)
    return rows


def _by_segment(four: dict[str, Model], auc: dict[str, float], reading: str, key: Row) -> list[Row]:
    """Return which learner is not outdone by the segment, and whether its order is that of the AUC."""
    cauc = {name: m.segment.cauc(reading) for name, m in four.items()}
    size = {name: m.segment.aved_abs for name, m in four.items()}
    variant = "base" if reading == "union" else f"cauc={reading}"
    known = {**key, "variant": variant}
    turned = sum((auc[a] - auc[b]) * (cauc[a] - cauc[b]) < 0 for a, b in combinations(four, 2))
    rows = [row("rank_disagreement", turned, n=6, **known)]
    for name in four:
        others = [other for other in four if other != name and four[other].segment.n_confident]
        beaten = [other for other in others if _outdone(cauc, size, name, other)]
        alive = four[name].segment.n_confident > 0 and not beaten
        rows.append(row("undominated", alive, learner=name, **known))
    stump = four["stump"]
    poor = math.nan
    if stump.segment.n_confident:
        others = [o for o in four if o != "stump" and four[o].segment.n_confident]
        largest = all(size["stump"] > size[o] for o in others)
        poor = float(largest or all(cauc["stump"] < cauc[o] for o in others))
    return [*rows, row("stump_poor", poor, learner="stump", **known)]


def alone_first(four: dict[str, Model], name: str) -> Iterator[tuple[str, float]]:
    """Yield whether a learner alone has the most CAUC (union), and the least mean size of the difference.

    An empty set has no area, and no difference, so that it is compared by the area alone.
    """
    areas = {of: m.segment.cauc("union") for of, m in four.items()}
    sizes = {of: m.segment.aved_abs for of, m in four.items() if m.segment.n_confident}
    yield "area", float(all(areas[name] > area for of, area in areas.items() if of != name))
    least = all(sizes[name] < size for of, size in sizes.items() if of != name) if name in sizes else math.nan
    yield "difference", float(least)


def _outdone(cauc: dict[str, float], size: dict[str, float], name: str, other: str) -> bool:
    """Return whether `other` lies nearer the top left corner of figure 6, and nowhere behind."""
    least = math.inf if math.isnan(size[name]) else size[name]
    return (
        cauc[other] >= cauc[name]
        and size[other] <= least
        and (cauc[other] > cauc[name] or size[other] < least)
    )


def dominance(one: RocPoints, two: RocPoints) -> float:
    """Return the share of false positive rates at which the first curve is at least as high as the second."""
    tpr = [np.interp(GRID, points.fpr, points.tpr) for points in (one, two)]
    return float((tpr[0] >= tpr[1] - 1e-12).mean())


def dominating(curves: list[RocPoints]) -> int:
    """Count the pairs of curves of which one is at least as high as the other at every fpr."""
    return sum(max(dominance(a, b), dominance(b, a)) == 1 for a, b in combinations(curves, 2))


def reliability_quantities(evaluated: Evaluated) -> Iterator[Row]:
    """Relative scatter of AUC and CAUC over resamples of the test rows: which is the steadier number."""
    for found in evaluated.simulation("reliability").to_dict("records"):
        key = {name: found[name] for name in ("dataset", "engine", "learner", USES)}
        yield row("scatter_auc_less_cauc", found["scatter"], n=found["n_resamples"], **key)
