"""Curves of trained models: rankings, sweeps, concavities, crossings, an almost perfect one.

The cases of spectf count once, as spectf_cv80.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from itertools import combinations
from typing import TYPE_CHECKING

import numpy as np

from rocrepro.evaluation import concavities, roc_auc, roc_points, sweep
from rocrepro.evaluation.sweep import SLACK
from rocrepro.papers.fact_rows import Row, row, unknown
from rocrepro.papers.hamel2008.facts_examples import last_threshold
from rocrepro.papers.hamel2008.printed import DEFAULT, REPEATED
from rocrepro.papers.hamel2008.shapes import NOTABLE, Model, nearest_areas
from rocrepro.study.cut import index_of

if TYPE_CHECKING:
    import pandas as pd

    from rocrepro.evaluation import RocPoints
    from rocrepro.papers.evaluated import Evaluated

Curves = dict[Model, "RocPoints"]


def curve_quantities(evaluated: Evaluated) -> Iterator[Row]:
    """Quantities of all curves of an engine at the default seed."""
    for engine in evaluated.shown["engines"]:
        yield from evaluated.traced(_of_engine, evaluated, str(engine))


def _of_engine(evaluated: Evaluated, engine: str) -> list[Row]:
    curves = {
        (dataset, learner): evaluated.roc(dataset, learner, engine)
        for dataset in evaluated.datasets
        for key, learner in evaluated.models(dataset)
        if key == engine and dataset not in REPEATED and not evaluated.curve(dataset, learner, engine).empty
    }
    # Any curves of these learners have quantities of the same names.
    some = curves or {("", learner): roc_points([1, 0], [1, 0]) for learner in ("tree", "naive_bayes")}
    rows = [row for part in (_almost_perfect, _all, _concave) for row in part(engine, some)]
    rows += _summaries(evaluated, engine, curves)
    return rows if curves else unknown(rows)


def _almost_perfect(engine: str, curves: Curves) -> Iterator[Row]:
    """Yield how far the curve with the area nearest to 1 comes before false positives."""
    found = nearest_areas({model: roc_auc(points) for model, points in curves.items()})
    points = curves[found["(b) almost perfect"]]
    first = points.tpr[int(np.flatnonzero(points.fp)[0]) - 1]
    early = points.fpr[points.tpr >= 0.9].min()
    yield row("near_perfect_first_tpr", first, engine=engine)
    yield row("near_perfect_fpr_at_90", early, engine=engine)


def _all(engine: str, curves: Curves) -> Iterator[Row]:
    """Yield the rankings that the learners give, and what Draw-ROC makes of them."""
    ranks = {model: len(points) - 1 for model, points in curves.items()}
    inside = [points for points in curves.values() if _in_range(points)]
    sweeps = [sweep(points) for points in inside]
    end = last_threshold()
    values = {
        "sweep_starts_at_origin": np.mean([s.tp[0] + s.fp[0] == 0 for s in sweeps]),
        "sweep_complete": np.mean([not s.lost.any() for s in sweeps]),
        "sweep_auc_error": max(abs(s.auc - roc_auc(s.points)) for s in sweeps),
        "loop_misses_end": np.mean([points.threshold[-1] < end for points in inside]),
    }
    for name, value in values.items():
        yield row(name, value, engine=engine, n=len(curves))
    for learner in ("naive_bayes", "tree"):
        least = [number for (_, name), number in ranks.items() if name == learner]
        number = min(least, default=math.nan)
        yield row("least_ranks", number, engine=engine, learner=learner, n=len(curves))


def _in_range(points: RocPoints) -> bool:
    scores = points.threshold[1:]
    return bool(scores.max() <= 1 + SLACK and scores.min() >= -SLACK)


def _summaries(evaluated: Evaluated, engine: str, curves: Curves) -> Iterator[Row]:
    """Yield how often curves cross, and how often accuracy hides which is ahead, of pairs that differ."""
    crossed, hidden = [], []
    for a, b in combinations(curves, 2):
        if a[0] != b[0]:
            continue
        first, second = (evaluated.rows("vertical", *model, engine) for model in (a, b))
        ahead, behind = apart(first, second), apart(second, first)
        if ahead or behind:
            more = _right(curves[a]) - _right(curves[b])
            crossed.append(ahead and behind)
            hidden.append((ahead and more <= 0) or (behind and more >= 0))
    for name, found in (("curves_cross", crossed), ("accuracy_hides", hidden)):
        share = float(np.mean(found)) if found else math.nan
        yield row(name, share, engine=engine, n=len(found))


def apart(one: pd.DataFrame, other: pd.DataFrame) -> bool:
    """Return whether vertical bars of one curve are above those of the other at some rate."""
    return bool((one["lower"].to_numpy() > other["upper"].to_numpy()).any())


def _right(points: RocPoints) -> int:
    """Count the rows that are classified correctly at the default threshold."""
    at = index_of(points, DEFAULT)
    return int(points.tp[at] + points.n_neg - points.fp[at])


def _concave(engine: str, curves: Curves) -> Iterator[Row]:
    """Yield the share of concavities of notable size that reach below the diagonal."""
    below = []
    for points in curves.values():
        for first, last, area in concavities(points):
            if area >= NOTABLE:
                inner = slice(first + 1, last)
                below.append(bool((points.tpr[inner] < points.fpr[inner]).any()))
    share = float(np.mean(below)) if below else math.nan
    yield row("concave_below", share, engine=engine, n=len(below))
