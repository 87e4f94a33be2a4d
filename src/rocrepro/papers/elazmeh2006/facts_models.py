"""Curves and confident sets of the trained learners."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from rocrepro.papers.elazmeh2006.fact_sources import Model, any_model, every_model, models
from rocrepro.papers.elazmeh2006.facts_ranges import difference_range, threshold_range
from rocrepro.papers.elazmeh2006.printed import first_of_row
from rocrepro.papers.fact_rows import SEED, Row, row, unknown

if TYPE_CHECKING:
    from rocrepro.papers.evaluated import Evaluated

Measure = Callable[[Model], float]
ROUNDING = 1e-9
HALF = 0.5  # Weka's threshold when it predicts a class


def model_quantities(evaluated: Evaluated) -> list[Row]:
    """One row a model and seed for each of `MEASURES`."""
    found, rows = every_model(evaluated), []
    for name, of, measure in MEASURES:
        for key, m in found:
            # What a test looks at for one curve alone is not repeated for every seed.
            if key["seed"] != SEED and name in DEFAULT_SEED_ALONE:
                continue
            known = of if m is None else of | {"n": len(m.points)}
            rows.append(row(name, math.nan if m is None else measure(m), **known, **key))
    return rows


def curve_quantities(evaluated: Evaluated) -> list[Row]:
    """Return the facts about all curves together, and about those of each engine."""
    found = models(evaluated)
    points = sum(len(m.points) for m in found)
    rows = [row("confident_runs", max((_runs(m) for m in found), default=math.nan), n=points)]
    for engine in evaluated.shown["engines"]:
        rows += evaluated.traced(_of_engine, evaluated, str(engine))
    return rows


def _of_engine(evaluated: Evaluated, engine: str) -> list[Row]:
    found = models(evaluated, engine=engine)
    own = [m for m in found if m.seed == SEED]
    if not own:
        lacking = [any_model(engine)]
        return unknown([*_engine_rows(engine, lacking), *against_errors(engine, lacking)])
    return [*_engine_rows(engine, own), *against_errors(engine, found)]


def against_errors(engine: str, found: list[Model]) -> list[Row]:
    """Correlate the size of the difference with errors and AveD at each seed, a data set a row of table 2."""
    learners: dict[tuple[str, str], dict[int, Model]] = {}
    for m in found:
        if first_of_row(m.dataset):
            learners.setdefault((m.dataset, m.learner), {})[m.seed] = m
    rows = []
    for seed in sorted({seed for by_seed in learners.values() for seed in by_seed}) or [SEED]:
        # A learner in which nothing is random has one seed and meets every seed of the others.
        at = [by_seed.get(seed, by_seed[SEED]) for by_seed in learners.values()]
        sets = [m for m in at if m.segment.n_confident]
        size, errors = [m.segment.aved_abs for m in sets], [half_error(m) for m in sets]
        value = within([m.dataset for m in sets], size, errors)
        rows.append(row("aved_against_errors", value, engine=engine, seed=seed, n=len(sets)))
        away = [abs(m.segment.aved) for m in sets]
        rows.append(
            row("aved_against_difference", spearman(away, size), engine=engine, seed=seed, n=len(sets))
        )
    return rows


def _engine_rows(engine: str, own: list[Model]) -> list[Row]:
    """Return facts over an engine's models at the default seed, a data set a row of table 2."""
    sets = [m for m in own if m.segment.n_confident and first_of_row(m.dataset)]
    areas, widths = [m.segment.cauc("union") for m in sets], [threshold_range(m.segment) for m in sets]
    return [row("cauc_against_thresholds", spearman(areas, widths), engine=engine, n=len(sets))]


def spearman(x: Sequence[float], y: Sequence[float]) -> float:
    """Return the rank correlation of the pairs that have both values; NaN where one side is constant."""
    from scipy.stats import spearmanr

    kept = ~(np.isnan(x) | np.isnan(y))
    if len(set(np.array(x)[kept])) < 2 or len(set(np.array(y)[kept])) < 2:
        return math.nan
    return float(spearmanr(np.array(x)[kept], np.array(y)[kept]).statistic)


def within(groups: Sequence[str], x: Sequence[float], y: Sequence[float]) -> float:
    """Return the correlation of ranks that are taken within each group, each about the group's mean."""
    from scipy.stats import rankdata

    ranks: list[NDArray[np.float64]] = [np.zeros(len(groups)), np.zeros(len(groups))]
    for group in dict.fromkeys(groups):
        at = np.array([name == group for name in groups])
        for side, values in zip(ranks, (x, y), strict=True):
            of_group = np.asarray(rankdata(np.array(values)[at]))
            side[at] = of_group - np.mean(of_group)
    one, two = ranks
    both = float(np.sqrt((one @ one) * (two @ two)))
    return float(one @ two) / both if both else math.nan


def _errors(m: Model) -> NDArray[np.int64]:
    return np.asarray(m.points.fn + m.points.fp)


def _greatest(m: Model, values: NDArray[np.float64]) -> float:
    kept = values[m.segment.mask]
    return float(kept.max()) if len(kept) else math.nan


def ends_hold(m: Model, *, equal: bool) -> bool:
    """Return whether every row is predicted + at T = 0 and none at T = 1; `equal`: a score of T is +.

    Averages of votes miss 0 and 1 by a last bit.
    """
    lowest, highest = m.points.threshold[[-1, 1]]
    if equal:
        return bool(lowest >= -ROUNDING and highest < 1 - ROUNDING)
    return bool(lowest > ROUNDING and highest <= 1 + ROUNDING)


def _runs(m: Model) -> float:
    mask = np.concatenate([[False], m.segment.mask])
    return float((np.diff(mask.astype(int)) == 1).sum())


def _assumption(m: Model) -> float:
    """Return the share of confident points with fewer errors than right predictions in both classes."""
    p, kept = m.points, m.segment.mask
    return float(((p.fn < p.tp) & (p.fp < p.tn))[kept].mean()) if kept.any() else math.nan


def half_error(m: Model) -> float:
    """Return the share of errors when rows scored at least one half are predicted +."""
    at = np.flatnonzero(m.points.threshold >= HALF)[-1]
    return float(_errors(m)[at]) / m.points.n


# Quantity, further columns, and measure.
MEASURES: tuple[tuple[str, dict[str, str], Measure], ...] = (
    ("distinct_scores", {}, lambda m: float(len(m.points) - 1)),
    ("threshold_width", {}, lambda m: threshold_range(m.segment)),
    ("difference_range", {}, lambda m: difference_range(m.segment)),
    ("confident_max", {"what": "tpr"}, lambda m: _greatest(m, m.points.tpr)),
    ("confident_max", {"what": "fpr"}, lambda m: _greatest(m, m.points.fpr)),
    ("min_abs_difference", {}, lambda m: float(np.abs(m.points.difference).min())),
    ("assumption_share", {}, _assumption),
    ("ends_hold", {"case": "at_least"}, partial(ends_hold, equal=True)),
    ("ends_hold", {"case": "above"}, partial(ends_hold, equal=False)),
)
DEFAULT_SEED_ALONE = frozenset({"distinct_scores", "ends_hold"})
