"""Whose confident points cover the wider range of thresholds and of differences, over seeds and resamples."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

import numpy as np

from rocrepro.evaluation import ConfidentSegment
from rocrepro.papers.elazmeh2006.fact_sources import models
from rocrepro.papers.elazmeh2006.printed import LEARNERS, ROWS
from rocrepro.papers.fact_rows import SEED, Row, row
from rocrepro.study.differences import share_positive

if TYPE_CHECKING:
    import pandas as pd

    from rocrepro.papers.evaluated import Evaluated

SETS = (*ROWS["dis"], *ROWS["SPECTF"])  # those of figures 7 and 8
PAIRS = (
    *(("tree", other) for other in ("stump", "forest", "naive_bayes")),
    *(("naive_bayes", other) for other in ("stump", "forest")),
)

OF_THE_TREE = (("tree", "forest"), ("tree", "naive_bayes"))  # those of figure 7


def range_quantities(evaluated: Evaluated) -> list[Row]:
    """The first learner's range less the second's for each pair, one row a seed.

    Parameters
    ----------
    evaluated : Evaluated
        Its resamples are of the scores at the default seed, the same rows for all models of a data set.
    """
    rows = []
    for dataset in (name for name in evaluated.datasets if name in SETS):
        for engine in evaluated.shown["engines"]:
            rows += evaluated.traced(_of_engine, evaluated, dataset, engine)
    return rows


def _of_engine(evaluated: Evaluated, dataset: str, engine: str) -> Iterator[Row]:
    """Rows of one engine."""
    own = models(evaluated, dataset, engine)
    drawn = {name: evaluated.rows("resamples", dataset, name, engine) for name in LEARNERS}
    for name, (measure, note) in RANGES.items():
        ranges = {(m.learner, m.seed): measure(m.segment) for m in own}
        for a, b in PAIRS if name == "wider" else OF_THE_TREE:
            known = _shares(drawn[a], drawn[b], RESAMPLED[name]) if name in RESAMPLED else {}
            for seed, difference in _by_seed(ranges, a, b).items():
                key = {"dataset": dataset, "engine": engine, "seed": seed}
                more = key | (known if seed == SEED else {})
                yield row(f"{name}_{a}_{b}", difference, note, **more)


def threshold_range(segment: ConfidentSegment) -> float:
    """Highest less lowest confident threshold; NaN for an empty set."""
    kept = segment.thresholds[np.isfinite(segment.thresholds)]
    return float(np.ptp(kept)) if len(kept) else math.nan


def difference_range(segment: ConfidentSegment) -> float:
    """Greatest less least (b - c)/n of the confident points; NaN for an empty set."""
    kept = segment.points.difference[segment.mask]
    return float(np.ptp(kept)) if len(kept) else math.nan


def predicted_range(segment: ConfidentSegment) -> float:
    """`threshold_range` with ranks in place of scores: share of rows scored between the two thresholds."""
    points, kept = segment.points, segment.mask
    predicted = (points.tp + points.fp)[kept] / points.n
    return float(np.ptp(predicted)) if len(predicted) else math.nan


RANGES: dict[str, tuple[Callable[[ConfidentSegment], float], str]] = {
    "wider": (threshold_range, "range of the set's thresholds, the first learner's less the second's"),
    "varies": (difference_range, "range of the set's (b-c)/n, the first learner's less the second's"),
    "wider_in_rows": (
        predicted_range,
        "share of rows scored between the set's end thresholds, the first learner's less the second's",
    ),
}


RESAMPLED = {"wider": "threshold_range", "varies": "difference_range"}
"""The same measures on resamples."""


def _by_seed(ranges: dict[tuple[str, int], float], a: str, b: str) -> dict[int, float]:
    """Differences; a learner in which nothing is random has one seed and meets every seed of the other."""
    seeds = sorted({seed for name, seed in ranges if name in (a, b)}) or [SEED]
    sides = [[ranges.get((name, s), ranges.get((name, SEED), math.nan)) for s in seeds] for name in (a, b)]
    return {seed: one - two for seed, one, two in zip(seeds, *sides, strict=True)}


def _shares(a: pd.DataFrame, b: pd.DataFrame, measure: str) -> dict[str, float | int]:
    """Share of resamples in which the first range is the wider, ties counting one half."""
    if a.empty or b.empty:
        return {}
    difference = (a[measure].to_numpy() - b[measure].to_numpy()).astype(float)
    difference = difference[~np.isnan(difference)]
    if len(difference) == 0:
        return {"n_resamples": 0}
    return {"share_resamples": share_positive(difference), "n_resamples": len(difference)}
