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
    """What holds on all curves together, and at the two ends of each."""
    found = models(evaluated)
    points = sum(len(m.points) for m in found)
    worst = {name: max((check(m) for m in found), default=0.0) for name, check in IDENTITIES.items()}
    rows = [row(name, value, NOTES[name], n=points) for name, value in worst.items()]
    first = [m for m in found if m.seed == SEED]
    for engine in evaluated.shown["engines"]:
        rows += evaluated.traced(_of_engine, evaluated, str(engine))
    errors = evaluated.simulation("reliability")["marginal_error"].dropna()
    worst_margin = errors.max() if len(errors) else 0.0
    rows.append(row("marginal_error", worst_margin, NOTES["marginal_error"], n=len(first)))
    for key, m in every_model(evaluated):
        if key["seed"] == SEED:
            difference = np.array([math.nan]) if m is None else m.points.difference
            rows += _end_rows(difference[-1], difference[0], key)
    return rows


def _end_rows(all_positive: float, all_negative: float, key: Row) -> list[Row]:
    return [
        row("difference_all_positive", all_positive, "(b-c)/n with every row predicted +", **key),
        row("difference_all_negative", all_negative, "(b-c)/n with no row predicted +", **key),
    ]


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
        "steps_changing_both": np.mean([_steps(m)[2] for m in own]),
        "unchanged_only_when_correct": np.mean([bool((_errors(m) == 0).all()) for m in own]),
        "curves_with_faultless_point": np.mean([bool((_errors(m) == 0).any()) for m in own]),
    }
    rows = [row(name, float(share), NOTES[name], engine=engine, n=len(own)) for name, share in shares.items()]
    sets = [m for m in own if m.segment.n_confident]
    extent = [_extent(m) for m in sets]
    area = [m.segment.cauc("union") for m in sets]
    rows.append(
        row("cauc_against_extent", spearman(extent, area), NOTES["extent"], engine=engine, n=len(sets))
    )
    size = [m.segment.aved_abs for m in sets]
    errors = [_error_rate(m) for m in sets]
    rows.append(
        row("aved_against_errors", spearman(size, errors), NOTES["errors"], engine=engine, n=len(sets))
    )
    negative = sum(m.segment.aved < 0 for m in sets)
    rows.append(row("negative_aved_sets", negative, "sets with AveD below 0", engine=engine, n=len(sets)))
    empty = sum(m.segment.n_confident == 0 for m in own)
    rows.append(row("empty_sets", empty, "models without a confident point", engine=engine, n=len(own)))
    return rows


def spearman(x: Sequence[float], y: Sequence[float]) -> float:
    """Rank correlation; NaN where one side is the same throughout."""
    from scipy.stats import spearmanr

    if len(set(x)) < 2 or len(set(y)) < 2:
        return math.nan
    return float(spearmanr(x, y).statistic)


def _errors(m: Model) -> NDArray[np.int64]:
    return np.asarray(m.points.fn + m.points.fp)


def _error_rate(m: Model) -> float:
    return float(_errors(m)[m.segment.mask].mean()) / m.points.n if m.segment.n_confident else math.nan


def _extent(m: Model) -> float:
    """How far the set reaches in fpr and in tpr, added up."""
    return _spread(m, m.points.fpr) + _spread(m, m.points.tpr)


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


def _proportions(m: Model) -> list[NDArray[np.float64]]:
    """The paper's q11, q12, q21 and q22."""
    return [count / m.points.n for count in (m.points.tp, m.points.fn, m.points.fp, m.points.tn)]


def _steps(m: Model) -> tuple[float, float, float]:
    """Over rising thresholds: largest rise of fp, largest fall of fn, share of steps that change both."""
    fn, fp = np.diff(m.points.fn[::-1]), np.diff(m.points.fp[::-1])
    return float(fp.max()), float(-fn.min()), float(((fn != 0) & (fp != 0)).mean())


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


IDENTITIES: dict[str, Measure] = {
    "monotone_fall": lambda m: float(max(0.0, -np.diff(m.points.difference[::-1]).min())),
    "fp_rise": lambda m: max(0.0, _steps(m)[0]),
    "fn_fall": lambda m: max(0.0, _steps(m)[1]),
    "all_positive_error": lambda m: float(m.points.fn[-1] + m.points.tn[-1]),
    "all_negative_error": lambda m: float(m.points.tp[0] + m.points.fp[0]),
    "extremes_error": lambda m: float(
        max(
            abs(m.points.difference[-1] + m.points.n_neg / m.points.n),
            abs(m.points.difference[0] - m.points.n_pos / m.points.n),
        )
    ),
    "extremes_exceeded": lambda m: float(
        max(
            0.0,
            -m.points.n_neg / m.points.n - m.points.difference.min(),
            m.points.difference.max() - m.points.n_pos / m.points.n,
        )
    ),
    "proportions_error": lambda m: float(np.abs(sum(_proportions(m)) - 1).max()),
    "difference_error": lambda m: float(
        np.abs(_proportions(m)[1] - _proportions(m)[2] - m.points.difference).max()
    ),
    "confident_runs": _runs,
    "scores_outside": lambda m: float(max(0.0, -m.points.threshold[-1], m.points.threshold[1] - 1)),
    "aved_recomputed": lambda m: (
        abs(m.segment.aved - float(m.points.difference[m.segment.mask].mean()))
        if m.segment.n_confident
        else 0.0
    ),
}
NOTES = {
    "monotone_fall": "largest fall of (b-c)/n as the threshold rises",
    "fp_rise": "largest rise of c as the threshold rises",
    "fn_fall": "largest fall of b as the threshold rises",
    "all_positive_error": "b + d at the lowest threshold",
    "all_negative_error": "a + c above all scores",
    "extremes_error": "ends of (b-c)/n against -share of - and share of +",
    "extremes_exceeded": "how far (b-c)/n leaves [-share of -, share of +]",
    "proportions_error": "sum of q11, q12, q21 and q22 against 1",
    "difference_error": "q12 - q21 against (b-c)/n",
    "confident_runs": "most runs of neighbouring points that a confident set falls into",
    "scores_outside": "how far a score lies outside [0, 1]",
    "aved_recomputed": "AveD from counts against the mean of (b-c)/n",
    "marginal_error": "margins and total of every matrix against counts from the scores",
    "ends_hold_at_least": "share of models: with + at score >= T, T = 1 leaves none and T = 0 takes all",
    "ends_hold_above": "share of models: with + at score > T, T = 0 takes all and T = 1 leaves none",
    "some_points_not_confident": "share of models with a point that is not confident",
    "steps_changing_both": "mean share of steps of the threshold that change b and c at once",
    "unchanged_only_when_correct": "share of models without errors between every two neighbouring thresholds",
    "curves_with_faultless_point": "share of models with a point where b = c = 0",
    "extent": "rank correlation of CAUC (union) and the set's reach in fpr and tpr",
    "errors": "rank correlation of mean |b-c|/n and the share of errors over the sets",
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
