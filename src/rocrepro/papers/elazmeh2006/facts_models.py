"""What the curves and confident sets of the trained learners look like."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from rocrepro.papers.elazmeh2006.fact_sources import Model, any_model, every_model, models
from rocrepro.papers.fact_rows import SEED, Row, row, unknown

if TYPE_CHECKING:
    from rocrepro.papers.evaluated import Evaluated

Measure = Callable[[Model], float]
ROUNDING = 1e-9
HALF = 0.5  # Weka's threshold when it predicts a class


def model_quantities(evaluated: Evaluated) -> list[Row]:
    """One row a model and seed for each of `MEASURES`."""
    found, rows = every_model(evaluated), []
    for name, (measure, note) in MEASURES.items():
        for key, m in found:
            # What a test looks at for one curve alone is not repeated for every seed.
            if key["seed"] != SEED and name in DEFAULT_SEED_ALONE:
                continue
            known = {} if m is None else {"n": len(m.points)}
            rows.append(row(name, math.nan if m is None else measure(m), note, **known, **key))
    return rows


def curve_quantities(evaluated: Evaluated) -> list[Row]:
    """What holds on all curves together, and on those of each engine."""
    found = models(evaluated)
    points = sum(len(m.points) for m in found)
    scores = [m.points.threshold[[-1, 1]] for m in found] or [np.full(2, math.nan)]
    known = {
        "confident_runs": max((_runs(m) for m in found), default=math.nan),
        "lowest_score": min(lowest for lowest, _ in scores),
        "highest_score": max(highest for _, highest in scores),
    }
    rows = [row(name, value, NOTES[name], n=points) for name, value in known.items()]
    for engine in evaluated.shown["engines"]:
        rows += evaluated.traced(_of_engine, evaluated, str(engine))
    return rows


def _of_engine(evaluated: Evaluated, engine: str) -> list[Row]:
    own = [m for m in models(evaluated, engine=engine) if m.seed == SEED]
    return _engine_rows(engine, own) if own else unknown(_engine_rows(engine, [any_model(engine)]))


def _engine_rows(engine: str, own: list[Model]) -> list[Row]:
    """Shares of an engine's models at the default seed."""
    at_zero, at_one = [_scored(m, 0.0) for m in own], [_scored(m, 1.0) for m in own]
    # With "at least": T = 1 keeps rows scored 1. With "above": T = 0 already leaves out rows scored 0.
    shares = {
        "ends_hold_at_least": np.mean([count == 0 for count in at_one]),
        "ends_hold_above": np.mean([count == 0 for count in at_zero]),
        "some_points_not_confident": np.mean([m.segment.n_confident < len(m.points) for m in own]),
        "steps_changing_both": np.mean([_changing_both(m) for m in own]),
    }
    rows = [row(name, float(share), NOTES[name], engine=engine, n=len(own)) for name, share in shares.items()]
    sets = [m for m in own if m.segment.n_confident]
    area, size = [m.segment.cauc("union") for m in sets], [m.segment.aved_abs for m in sets]
    of = [m.dataset for m in sets]
    known = {
        "aved_against_errors": within(of, size, [half_error(m) for m in sets]),
        "cauc_against_aved": within(of, area, size),
        "cauc_against_thresholds": spearman(area, [_ends(m, np.ptp) for m in sets]),
    }
    rows += [row(name, value, NOTES[name], engine=engine, n=len(sets)) for name, value in known.items()]
    empty = sum(m.segment.n_confident == 0 for m in own)
    rows.append(row("empty_sets", empty, "models without a confident point", engine=engine, n=len(own)))
    return rows


def spearman(x: Sequence[float], y: Sequence[float]) -> float:
    """Rank correlation of the pairs that have both values; NaN where one side is the same throughout."""
    from scipy.stats import spearmanr

    kept = ~(np.isnan(x) | np.isnan(y))
    if len(set(np.array(x)[kept])) < 2 or len(set(np.array(y)[kept])) < 2:
        return math.nan
    return float(spearmanr(np.array(x)[kept], np.array(y)[kept]).statistic)


def within(groups: Sequence[str], x: Sequence[float], y: Sequence[float]) -> float:
    """Correlation of ranks that are taken within each group, each group's ranks about their mean."""
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


def _spread(m: Model, values: NDArray[np.float64]) -> float:
    """Range of values over the confident points; NaN for an empty set."""
    kept = values[m.segment.mask]
    return float(np.ptp(kept)) if len(kept) else math.nan


def _greatest(m: Model, values: NDArray[np.float64]) -> float:
    kept = values[m.segment.mask]
    return float(kept.max()) if len(kept) else math.nan


def _scored(m: Model, at: float) -> int:
    """Number of rows with this score, which is 0 or 1; averages of votes miss either by a last bit."""
    rows = np.diff(m.points.tp + m.points.fp)
    return int(rows[np.abs(m.points.threshold[1:] - at) <= ROUNDING].sum())


def _changing_both(m: Model) -> float:
    """Share of the steps of the threshold that change fn and fp at once."""
    return float(((np.diff(m.points.fn) != 0) & (np.diff(m.points.fp) != 0)).mean())


def _runs(m: Model) -> float:
    mask = np.concatenate([[False], m.segment.mask])
    return float((np.diff(mask.astype(int)) == 1).sum())


def _assumption(m: Model) -> float:
    """Share of confident points with fewer errors than right predictions in both classes."""
    p, kept = m.points, m.segment.mask
    return float(((p.fn < p.tp) & (p.fp < p.tn))[kept].mean()) if kept.any() else math.nan


def half_error(m: Model) -> float:
    """Share of errors when rows scored at least one half are predicted +."""
    at = np.flatnonzero(m.points.threshold >= HALF)[-1]
    return float(_errors(m)[at]) / m.points.n


def _thresholds(m: Model) -> NDArray[np.float64]:
    return m.points.threshold[m.segment.mask & np.isfinite(m.points.threshold)]


def _ends(m: Model, which: Callable[[NDArray[np.float64]], float]) -> float:
    kept = _thresholds(m)
    return float(which(kept)) if len(kept) else math.nan


WITHIN = "correlation, over all sets, of the ranks within each data set"
NOTES = {
    "confident_runs": "most runs of neighbouring points that a confident set falls into",
    "lowest_score": "lowest score of any model",
    "highest_score": "highest score of any model",
    "ends_hold_at_least": "share of models: with + at score >= T, T = 1 leaves none and T = 0 takes all",
    "ends_hold_above": "share of models: with + at score > T, T = 0 takes all and T = 1 leaves none",
    "some_points_not_confident": "share of models with a point that is not confident",
    "aved_against_errors": f"{WITHIN} of mean |b-c|/n and the share of errors at one half",
    "cauc_against_aved": f"{WITHIN} of CAUC (union) and mean |b-c|/n",
    "cauc_against_thresholds": "rank correlation of CAUC (union) and the range of confident thresholds",
    "steps_changing_both": "mean share of steps of the threshold that change b and c at once",
}
MEASURES: dict[str, tuple[Measure, str]] = {
    "distinct_scores": (lambda m: float(len(m.points) - 1), "distinct scores of the test rows"),
    "threshold_width": (lambda m: _ends(m, np.ptp), "range of the confident points' thresholds"),
    "difference_range": (lambda m: _spread(m, m.points.difference), "range of (b-c)/n over the set"),
    "confident_tpr_max": (lambda m: _greatest(m, m.points.tpr), "largest tpr of a confident point"),
    "confident_fpr_max": (lambda m: _greatest(m, m.points.fpr), "largest fpr of a confident point"),
    "min_abs_difference": (
        lambda m: float(np.abs(m.points.difference).min()),
        "smallest |b-c|/n on the whole curve",
    ),
    "assumption_share": (_assumption, "share of confident points with b < a and c < d"),
}
DEFAULT_SEED_ALONE = frozenset({"distinct_scores"})
