"""Learners by their sets, over seeds and resamples: whose ranges are wider, and the stump beside the tree."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

import numpy as np

from rocrepro.evaluation import ConfidentSegment
from rocrepro.papers.elazmeh2006.fact_sources import models
from rocrepro.papers.elazmeh2006.pairwise import resampled
from rocrepro.papers.elazmeh2006.printed import LEARNERS, ROWS
from rocrepro.papers.fact_rows import SEED, Row, row

if TYPE_CHECKING:
    import pandas as pd
    from numpy.typing import NDArray

    from rocrepro.papers.evaluated import Evaluated

SETS = (*ROWS["dis"], *ROWS["SPECTF"])  # those of figures 7 and 8
PAIRS = (
    *(("tree", other) for other in ("stump", "forest", "naive_bayes")),
    *(("naive_bayes", other) for other in ("stump", "forest")),
)

OF_THE_TREE = (("tree", "forest"), ("tree", "naive_bayes"))  # those of figure 7
RIGHT = ("hypothyroid", "sick_euthyroid", "spectf_cv80")  # the plots in the right column of figure 6
SUFFIXES = ("", "_tree")


def range_quantities(evaluated: Evaluated) -> list[Row]:
    """Return the first learner's range minus the second's for each pair, one row a seed.

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
    for name, measure in RANGES.items():
        ranges = {(m.learner, m.seed): measure(m.segment) for m in own}
        for a, b in PAIRS if name == "wider" else OF_THE_TREE:
            known: Row = {}
            if name in RESAMPLED and not (drawn[a].empty or drawn[b].empty):
                one, two = (drawn[of][RESAMPLED[name]].to_numpy().astype(float) for of in (a, b))
                known = resampled(one - two)
            for seed, difference in _by_seed(ranges, a, b).items():
                key: Row = {"a": a, "b": b, "dataset": dataset, "engine": engine, "seed": seed}
                yield row(name, difference, **key, **(known if seed == SEED else {}))


def threshold_range(segment: ConfidentSegment) -> float:
    """Return the highest minus the lowest confident threshold; NaN for an empty set."""
    kept = segment.thresholds[np.isfinite(segment.thresholds)]
    return float(np.ptp(kept)) if len(kept) else math.nan


def difference_range(segment: ConfidentSegment) -> float:
    """Return the greatest minus the least (b - c)/n of the confident points; NaN for an empty set."""
    kept = segment.points.difference[segment.mask]
    return float(np.ptp(kept)) if len(kept) else math.nan


def predicted_range(segment: ConfidentSegment) -> float:
    """Return `threshold_range` in ranks: the share of rows scored between the two thresholds."""
    points, kept = segment.points, segment.mask
    predicted = (points.tp + points.fp)[kept] / points.n
    return float(np.ptp(predicted)) if len(predicted) else math.nan


RANGES: dict[str, Callable[[ConfidentSegment], float]] = {
    "wider": threshold_range,
    "varies": difference_range,
    "wider_in_rows": predicted_range,
}
RESAMPLED = {"wider": "threshold_range", "varies": "difference_range"}
"""Measures that are taken on resamples too."""


def _by_seed(ranges: dict[tuple[str, int], float], a: str, b: str) -> dict[int, float]:
    """Differences; a learner in which nothing is random has one seed and meets every seed of the other."""
    seeds = sorted({seed for name, seed in ranges if name in (a, b)}) or [SEED]
    sides = [[ranges.get((name, s), ranges.get((name, SEED), math.nan)) for s in seeds] for name in (a, b)]
    return {seed: one - two for seed, one, two in zip(seeds, *sides, strict=True)}


def stump_quantities(evaluated: Evaluated) -> list[Row]:
    """Return the stump's mean difference minus the tree's, where the stump has more area; one row a seed."""
    rows = []
    for dataset in (name for name in evaluated.datasets if name in RIGHT):
        for engine in evaluated.shown["engines"]:
            rows += evaluated.traced(_stump_and_tree, evaluated, dataset, str(engine))
    return rows


def _stump_and_tree(evaluated: Evaluated, dataset: str, engine: str) -> Iterator[Row]:
    stump, tree = (evaluated.over_seeds(dataset, name, engine) for name in ("stump", "tree"))
    drawn = [evaluated.rows("resamples", dataset, name, engine) for name in ("stump", "tree")]
    both = stump.merge(tree, on="seed", suffixes=SUFFIXES)
    again = drawn[0].merge(drawn[1], on="resample", suffixes=SUFFIXES)
    for metric in ("aved", "aved_abs"):
        key = {"what": metric, "dataset": dataset, "engine": engine}
        by_seed = dict(zip(both["seed"], where_larger(both, metric), strict=True)) or {SEED: math.nan}
        for seed, value in by_seed.items():
            # Resamples are not chosen by their areas: those in which the stump's is larger favour one side.
            known = resampled((again[metric] - again[f"{metric}_tree"]).to_numpy()) if seed == SEED else {}
            yield row("difference_where_larger", value, seed=int(seed), **key, **known)


def where_larger(both: pd.DataFrame, metric: str) -> NDArray[np.float64]:
    """Return differences of a metric; NaN where the first area is not the larger, or a set is empty."""
    larger = both["cauc_union"] > both["cauc_union_tree"]
    return np.where(larger, both[metric] - both[f"{metric}_tree"], math.nan)
