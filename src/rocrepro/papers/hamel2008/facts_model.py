"""The chapter's model: rates at its two thresholds, optimal thresholds, and what they gain, on ringnorm."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from rocrepro.datasets.ringnorm import bayes_score
from rocrepro.evaluation import RocPoints, operating_point, roc_auc, roc_points
from rocrepro.evaluation.wilson import wilson_limits
from rocrepro.papers.fact_rows import SEED, Row, row, unknown
from rocrepro.papers.hamel2008.models import at_threshold
from rocrepro.papers.hamel2008.operating import CRITERIA
from rocrepro.papers.hamel2008.printed import COPY, DEFAULT, OPTIMUM, POINT_A, RINGNORM, TEST_ROWS
from rocrepro.randomness import generator

if TYPE_CHECKING:
    from rocrepro.papers.evaluated import Evaluated

RESAMPLES = 1000
LARGER = ("youden", "accuracy", "chi_square")
Ints = NDArray[np.int64]


@dataclass(frozen=True, eq=False)
class OnRingnorm:
    """One model on ringnorm; `variant` is "base" for the engine's nearest to the chapter's points."""

    engine: str
    learner: str
    variant: str
    points: RocPoints

    @property
    def key(self) -> dict[str, str]:
        """Columns of a row that name the model."""
        return {"engine": self.engine, "learner": self.learner, "variant": self.variant, "dataset": RINGNORM}


def on_ringnorm(evaluated: Evaluated, engine: str) -> Iterator[OnRingnorm]:
    """All models of an engine on ringnorm; the nearest one twice, as base and under its own name."""
    curves = {
        learner: evaluated.roc(RINGNORM, learner, engine)
        for key, learner in evaluated.models(RINGNORM)
        if key == engine and not evaluated.curve(RINGNORM, learner, engine).empty
    }
    if curves:
        nearest = min(curves, key=lambda learner: _distance(curves[learner]))
        yield OnRingnorm(engine, nearest, "base", curves[nearest])
    for learner, points in curves.items():
        yield OnRingnorm(engine, learner, f"learner={learner}", points)


def any_model(engine: str) -> OnRingnorm:
    """A faultless model of two rows: gives the names of facts whose models are missing, never a value."""
    return OnRingnorm(engine, "", "base", roc_points([1, 0], [1, 0]))


def by_engine(evaluated: Evaluated, function: Callable[[Evaluated, str], Iterable[Row]]) -> list[Row]:
    """What a function says of each engine's models on ringnorm; nothing where it is not configured."""
    engines = evaluated.shown["engines"] if RINGNORM in evaluated.datasets else ()
    return [row for engine in engines for row in evaluated.traced(function, evaluated, str(engine))]


def _distance(points: RocPoints) -> float:
    """Sum of the distances from the chapter's two points, at its thresholds."""
    at = [at_threshold(points, threshold) for threshold, _, _ in (POINT_A, OPTIMUM)]
    wanted = np.array([POINT_A[1:], OPTIMUM[1:]])
    return float(np.hypot(points.fpr[at] - wanted[:, 0], points.tpr[at] - wanted[:, 1]).sum())


def model_facts(evaluated: Evaluated) -> list[Row]:
    """Facts on the models on ringnorm, and on the data."""
    data = [row for part in (_copy, _ours) for row in evaluated.traced(part, evaluated)]
    return data + by_engine(evaluated, _models)


def _models(evaluated: Evaluated, engine: str) -> list[Row]:
    """Facts on the models of one engine."""
    found = list(on_ringnorm(evaluated, engine))
    rows = [row for model in found or [any_model(engine)] for part in PARTS for row in part(model)]
    return rows if found else unknown(rows)


def _copy(evaluated: Evaluated) -> list[Row]:
    """Sizes of the published sample."""
    copy = evaluated.data(COPY)
    label = np.array(["+", "-"]) if copy is None else copy.label
    shares = np.unique(label, return_counts=True)[1] / len(label)
    rows = [
        row("published_rows", len(label), "rows of the published sample", dataset=COPY),
        row("published_rows_left", len(label) - TEST_ROWS, "its rows beyond the chapter's test data",
            dataset=COPY),
        row("published_classes", len(shares), "its classes", dataset=COPY),
        row("published_larger_share", shares.max(), "share of its larger class", dataset=COPY),
    ]  # fmt: skip
    return unknown(rows) if copy is None else rows


def _ours(evaluated: Evaluated) -> list[Row]:
    """Errors of the best possible classifier on our rows."""
    ours = evaluated.data(RINGNORM)
    wrong = math.nan
    if ours is not None:
        test = ours.part == "test"
        predicted = bayes_score(ours.frame[test].to_numpy()) > 0
        wrong = float(np.mean(predicted != (ours.label[test] == ours.positive)))
    return [row("bayes_error", wrong, "error rate of the best rule on the test rows", dataset=RINGNORM)]


def _at(model: OnRingnorm) -> Iterator[Row]:
    """Rates and accuracy at the chapter's two thresholds, with Wilson's interval."""
    points = model.points
    for name, (threshold, _, _) in (("default", POINT_A), ("optimum", OPTIMUM)):
        at = at_threshold(points, threshold)
        tp, fp = int(points.tp[at]), int(points.fp[at])
        n = points.n_pos + points.n_neg
        for key, count, size in (
            ("tpr", tp, points.n_pos),
            ("fpr", fp, points.n_neg),
            ("accuracy", tp + points.n_neg - fp, n),
            ("liberal", tp + fp, n),
        ):
            low, high = wilson_limits(count, size)
            yield row(f"{key}_{name}", count / size, f"{NOTES[key]} at the threshold {threshold}", low=low,
                      high=high, n=size, **model.key)  # fmt: skip
    at = at_threshold(points, DEFAULT)
    wrong = (points.n_pos - points.tp[at] + points.fp[at]) / (points.n_pos + points.n_neg)
    yield row("error_default", wrong, "error rate at the default threshold", **model.key)
    yield row("auc", roc_auc(points), "area under the curve", **model.key)
    errors = points.n_pos - points.tp + points.fp
    yield row("accuracies", len(set(errors.tolist())), "accuracies over all thresholds", **model.key)
    yield row("curve_points", len(points), "points of the curve", **model.key)


NOTES = {
    "tpr": "true positive rate",
    "fpr": "false positive rate",
    "accuracy": "accuracy",
    "liberal": "share of rows predicted positive",
}


def _best(model: OnRingnorm) -> Iterator[Row]:
    """The optimal point by each criterion, and whether one point has the best of both rates."""
    points = model.points
    for name, (criterion, options, rule) in CRITERIA.items():
        best = operating_point(points, criterion, **options)
        yield row(f"best_threshold_{name}", best.threshold, f"threshold by: {rule}", **model.key)
        yield row(
            f"best_liberal_{name}", best.fpr + best.tpr, f"fpr + tpr of the point by: {rule}", **model.key
        )
    both = bool(((points.tpr == points.tpr.max()) & (points.fpr == points.fpr.min())).any())
    yield row("has_both", both, "one point has both the largest tpr and the least fpr", **model.key)


def _gains(model: OnRingnorm) -> Iterator[Row]:
    """Gain of the threshold .35 over .5 by each criterion, on resampled rows of each class."""
    points = model.points
    at = [at_threshold(points, threshold) for threshold in (POINT_A[0], OPTIMUM[0])]
    rng = generator(SEED, f"hamel2008/gains/{model.engine}/{model.learner}")
    tp, fp = (_resampled(points.tp[at], points.n_pos, rng), _resampled(points.fp[at], points.n_neg, rng))
    for name in CRITERIA:
        value = _value(name, points.tp[at], points.fp[at], points)
        drawn = _value(name, tp, fp, points)
        sign = 1 if name in LARGER else -1
        gains = sign * (drawn[:, 1] - drawn[:, 0])
        low, high = np.quantile(gains, [0.025, 0.975])
        note = f"gain of .35 over .5 by: {CRITERIA[name][2]}"
        interval = {"low": low, "high": high, "share_resamples": float((gains > 0).mean())}
        size = {"n_resamples": RESAMPLES, "n": points.n_pos + points.n_neg}
        yield row(f"gain_{name}", sign * (value[1] - value[0]), note, **interval, **size, **model.key)


def _resampled(counts: Ints, size: int, rng: np.random.Generator) -> Ints:
    """Counts at the two thresholds when a class's rows are drawn again, shape (resamples, 2)."""
    shares = np.array([counts[0], counts[1] - counts[0], size - counts[1]]) / size
    drawn = rng.multinomial(size, shares, size=RESAMPLES)
    return np.cumsum(drawn[:, :2], axis=1)


def _value(name: str, tp: Any, fp: Any, points: RocPoints) -> Any:
    """The criterion over arrays of counts."""
    fn, n_pos, n_neg = points.n_pos - tp, points.n_pos, points.n_neg
    if name == "distance":
        return np.hypot(fp / n_neg, fn / n_pos)
    if name == "youden":
        return tp / n_pos - fp / n_neg
    if name == "accuracy":
        return (tp + n_neg - fp) / (n_pos + n_neg)
    if name == "cost":
        return CRITERIA["cost"][1]["cost_fn"] * fn + fp
    predicted = (tp + fp) * (fn + n_neg - fp)
    return (n_pos + n_neg) * (tp * n_neg - fp * n_pos) ** 2.0 / (n_pos * n_neg * np.maximum(predicted, 1))


PARTS: tuple[Callable[[OnRingnorm], Iterator[Row]], ...] = (_at, _best, _gains)
