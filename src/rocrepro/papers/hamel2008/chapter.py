"""The chapter's thresholds and points on our curves, and criteria that it may have meant."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

import numpy as np

from rocrepro.evaluation import RocPoints
from rocrepro.papers.hamel2008.printed import DEFAULT, N_NEG, N_POS, OPTIMUM, RATES_A
from rocrepro.study.choices import BestBy
from rocrepro.study.cut import index_of

if TYPE_CHECKING:
    from numpy.typing import NDArray

# Our own: the least whole ratio at which the second of the chapter's points costs less than the first.
COST_FN = 2
CRITERIA = {
    "distance": BestBy("distance"),
    "youden": BestBy("youden"),
    "accuracy": BestBy("accuracy"),
    "chi_square": BestBy("chi_square"),
    "cost": BestBy("cost", {"cost_fn": COST_FN}),
}
RULES = {
    "distance": "nearest to (0, 1)",
    "youden": "largest tpr − fpr (Youden)",
    "accuracy": "highest accuracy",
    "chi_square": "largest chi-square",
    "cost": f"least cost, {COST_FN} fn + fp",
}
LARGER_IS_BETTER = ("youden", "accuracy", "chi_square")
# What the chapter's words permit: its ranking by distance, "maximum tpr, minimum fpr", its first metric.
READ = ("distance", "youden", "accuracy")
MODEL = TypeVar("MODEL")


class Point(NamedTuple):
    """A point of a curve: a threshold, and both rates there."""

    threshold: float
    fpr: float
    tpr: float


class Printed(NamedTuple):
    """The chapter's two points: A, at the default threshold, and its optimum."""

    a: Point
    optimum: Point


def printed_points(shown: Mapping[str, Any]) -> Printed:
    """Return the chapter's points from the ledger.

    Parameters
    ----------
    shown : mapping
        As in `rocrepro.papers.evaluated.Evaluated`.
    """
    rates, optimum = ([float(shown["printed"][case]) for case in cases] for cases in (RATES_A, OPTIMUM))
    return Printed(Point(DEFAULT, *rates), Point(*optimum))


def counted(point: Point, n_pos: int = N_POS, n_neg: int = N_NEG) -> RocPoints:
    """A printed point as a curve of one point, in whole counts."""
    threshold, fpr, tpr = point
    tp, fp = (np.array([round(rate * n)], dtype=np.int64) for rate, n in ((tpr, n_pos), (fpr, n_neg)))
    return RocPoints(threshold=np.array([threshold]), tp=tp, fp=fp, n_pos=n_pos, n_neg=n_neg)


def at_thresholds(points: RocPoints, printed: Printed) -> list[int]:
    """Positions of the points at the chapter's two thresholds, the default one first."""
    return [index_of(points, one.threshold) for one in printed]


def distances(points: RocPoints, printed: Printed) -> NDArray[np.float64]:
    """Return the distances of the points from the chapter's two."""
    at, (_, fpr, tpr) = at_thresholds(points, printed), np.transpose(printed)
    found: NDArray[np.float64] = np.hypot(points.fpr[at] - fpr, points.tpr[at] - tpr)
    return found


def nearest(curves: Mapping[MODEL, RocPoints], printed: Printed) -> MODEL | None:
    """Return the model whose two points are together nearest to the chapter's; the first of equal ones."""
    return min(curves, key=lambda model: float(distances(curves[model], printed).sum()), default=None)


def base_learner(
    curves: Mapping[str, RocPoints], models: Iterable[tuple[str, str]], printed: Printed
) -> str | None:
    """Return the learner on which claims are judged: the nearest of those that every engine has.

    Engines are compared with one learner. If each had its own nearest one, a difference between learners
    would pass for one between engines.

    Parameters
    ----------
    curves : mapping of str to RocPoints
        One engine's curves, by learner.
    models : iterable of (engine, learner)
        All configured models on ringnorm.
    printed : Printed
    """
    engines: dict[str, set[str]] = {}
    for engine, learner in models:
        engines.setdefault(engine, set()).add(learner)
    shared = set.intersection(*engines.values()) if engines else set()
    return nearest({name: points for name, points in curves.items() if name in shared} or curves, printed)
