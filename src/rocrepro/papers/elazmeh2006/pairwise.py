"""Comparison of two learners by every measure: over paired resamples of the rows, and over the seeds."""

from __future__ import annotations

from itertools import permutations
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from rocrepro.evaluation.resample import CAUC, percentiles
from rocrepro.formats.table import Table
from rocrepro.formats.uses import USES, joined
from rocrepro.papers.elazmeh2006.tables import POOLED
from rocrepro.papers.rows import frame_of, gap_notes
from rocrepro.study.differences import share_positive
from rocrepro.study.steps import PAIRED

if TYPE_CHECKING:
    import pandas as pd

    from rocrepro.papers.evaluated import Evaluated

Floats = NDArray[np.float64]
METRICS = ("auc", *CAUC, "aved", "aved_abs", "n_confident", "share_confident")
# A row that is drawn twice adds no point to a curve, so that a resample has fewer points than the data. The
# percentiles of their number say where resamples lie, which is not where other samples would.
WITHOUT_INTERVAL = frozenset({"n_confident"})
COLUMNS = [
    *("metric", "dataset", "engine", "a", "b", "value_a", "value_b", "difference", "low", "high"),
    *("share_resamples", "n_resamples", "share_seeds", "n_seeds"),
]


def orderings(evaluated: Evaluated) -> Table:
    """Compare every ordered pair of learners on every data set: the difference, and how sure the order is."""
    rows: list[dict[str, Any]] = []
    for dataset in evaluated.datasets:
        over, resampled, uses = {}, {}, {}
        for engine, learner in evaluated.models(dataset):
            with evaluated.reading() as read:
                over[engine, learner] = evaluated.over_seeds(dataset, learner, engine).set_index("seed")
                resampled[engine, learner] = evaluated.rows("resamples", dataset, learner, engine)
            uses[engine, learner] = joined(read)
        pairs = [(a, b) for a, b in permutations(over, 2) if a[0] == b[0]]
        for metric in METRICS:
            for a, b in pairs:
                row = {"metric": metric, "dataset": dataset, "engine": a[0], "a": a[1], "b": b[1]}
                row |= {USES: joined(uses[a], uses[b])}
                if len(over[a]) and len(over[b]):  # else one of the two is missing
                    sides = (over[a], over[b]), (resampled[a], resampled[b])
                    row |= compared(*sides, metric, evaluated.alpha, evaluated.seed)
                rows.append(row)
    frame = frame_of(rows, [*COLUMNS, USES], whole=("n_resamples", "n_seeds"))
    order = list(evaluated.learners)
    first = frame["a"].map(order.index) < frame["b"].map(order.index)
    excerpt = ((frame["metric"] == "auc") & first).to_numpy(dtype=bool)
    title = "Which of two learners is better: AUC on paired resamples; the CSV has every measure"
    formats = dict.fromkeys(["value_a", "value_b", "difference", "low", "high"], ".3f")
    formats |= dict.fromkeys(["share_resamples", "share_seeds"], ".3f")
    return Table(frame, title, _notes(evaluated), formats, excerpt)


def _notes(evaluated: Evaluated) -> tuple[str, ...]:
    return (
        POOLED,
        f"value_a, value_b and difference = value_a - value_b are those of seed {evaluated.seed}. The "
        f"scores of that seed are resampled {PAIRED} times: test rows are drawn with replacement within "
        "each class, the same rows for all models of a data set. low, high: central "
        f"{evaluated.level} of the resamples' differences; share_resamples: share of resamples with a "
        "difference above 0, ties counting one half.",
        "share_seeds: share of the seeds with a difference above 0, ties counting one half. Learners are "
        "paired by seed; a learner in which nothing is random has one seed, which is paired with every "
        "seed of the other.",
        "The two shares show whether other test rows, or another run on the same rows, would give "
        "another order. Neither varies the training rows of a split.",
        "Measures: auc; cauc_ with the four readings of the confident segment's area; aved and aved_abs, "
        "the mean of (fn - fp)/n and of its absolute value over the confident points; n_confident; "
        "share_confident, n_confident as a share of the curve's points. A positive difference means that "
        "the value of a is larger, whether or not that is better. A curve without a confident point has "
        "no aved, and if neither curve has one, no measure of the set has a difference. Such resamples "
        "and seeds are left out, and n_resamples and n_seeds give the numbers that remain.",
        "n_confident has no low and high. It counts distinct scores, and rows that are drawn twice share "
        "a score, so the curve of a resample has fewer points than the curve of the data. The number is "
        "therefore biased downwards, and its percentiles are not an interval for other test rows of the "
        "same size. Its share_resamples compares these thinner curves, on which the learner with more "
        "distinct scores loses more points.",
        *gap_notes(evaluated),
    )


def compared(
    over: tuple[pd.DataFrame, pd.DataFrame],
    resampled: tuple[pd.DataFrame, pd.DataFrame],
    metric: str,
    alpha: float,
    seed: int,
) -> dict[str, Any]:
    """Return what the seeds and the resamples say on a - b; no interval where nothing can be measured."""
    found = _over_resamples(*resampled, metric, alpha) | _values(*over, metric, seed)
    undefined = np.isnan(found["difference"])
    return found | ({"low": np.nan, "high": np.nan} if undefined else {})


def _over_resamples(a: pd.DataFrame, b: pd.DataFrame, metric: str, alpha: float) -> dict[str, Any]:
    """Return what the resamples say on a - b; nothing where one of the two has none."""
    if a.empty or b.empty:
        return {"n_resamples": 0}
    difference = _differences(a, b, metric)
    low, high, undefined = percentiles(difference, alpha)
    found: dict[str, Any] = {"n_resamples": len(difference) - undefined}
    if found["n_resamples"] == 0:
        return found
    found |= {"share_resamples": share_positive(difference[~np.isnan(difference)])}
    return found if metric in WITHOUT_INTERVAL else {"low": low, "high": high} | found


def _values(a: pd.DataFrame, b: pd.DataFrame, metric: str, seed: int) -> dict[str, Any]:
    """The values at the default seed, and what the seeds say on a - b."""
    # A learner with one seed meets every seed of the other; the others are paired by seed.
    alone = 1 in (len(a), len(b))
    seeds = a.index.union(b.index) if alone else a.index.intersection(b.index)
    one, two = (side.reindex(seeds).ffill() if len(side) == 1 else side.loc[seeds] for side in (a, b))
    by_seed = dict(zip(seeds, _differences(one, two, metric), strict=True))
    difference = np.array([value for value in by_seed.values() if not np.isnan(value)])
    return {
        "value_a": float(one[metric][seed]),
        "value_b": float(two[metric][seed]),
        "difference": by_seed[seed],
        "share_seeds": share_positive(difference),
        "n_seeds": len(difference),
    }


def _differences(a: pd.DataFrame, b: pd.DataFrame, metric: str) -> Floats:
    """The differences a - b row by row; NaN where a measure of the confident set meets two empty sets."""
    difference: Floats = a[metric].to_numpy(dtype=float) - b[metric].to_numpy(dtype=float)
    nothing = (a["n_confident"].to_numpy() == 0) & (b["n_confident"].to_numpy() == 0)
    return np.where(nothing & (metric != "auc"), np.nan, difference)


def resampled(differences: Floats) -> dict[str, Any]:
    """Return columns of a quantity on its resamples: the share above 0 of those that exist, their number."""
    found = differences[~np.isnan(differences)]
    return {"share_resamples": share_positive(found), "n_resamples": len(found)}
