"""What the chapter sets, on our curves: its thresholds and points, and criteria that it may have meant."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, TypeVar

import numpy as np

from rocrepro.papers.hamel2008.printed import OPTIMUM, POINT_A
from rocrepro.study.choices import BestBy
from rocrepro.study.model import index_of

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from rocrepro.evaluation import RocPoints

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


def at_thresholds(points: RocPoints) -> list[int]:
    """Positions of the points at the chapter's two thresholds, the default one first."""
    return [index_of(points, threshold) for threshold, _, _ in (POINT_A, OPTIMUM)]


def distances(points: RocPoints) -> NDArray[np.float64]:
    """How far they are from the chapter's two points."""
    at, wanted = at_thresholds(points), np.array([POINT_A[1:], OPTIMUM[1:]])
    found: NDArray[np.float64] = np.hypot(points.fpr[at] - wanted[:, 0], points.tpr[at] - wanted[:, 1])
    return found


def nearest(curves: Mapping[MODEL, RocPoints]) -> MODEL | None:
    """The model whose two points are nearest to the chapter's together; the first of equal ones."""
    return min(curves, key=lambda model: float(distances(curves[model]).sum()), default=None)


def base_learner(curves: Mapping[str, RocPoints], models: Iterable[tuple[str, str]]) -> str | None:
    """Return the learner on which claims are judged: the nearest of those that every engine has.

    Engines are compared with one learner. If each had its own nearest one, a difference between learners
    would pass for one between engines.

    Parameters
    ----------
    curves : mapping of str to RocPoints
        One engine's curves, by learner.
    models : iterable of (engine, learner)
        All configured models on ringnorm.
    """
    engines: dict[str, set[str]] = {}
    for engine, learner in models:
        engines.setdefault(engine, set()).add(learner)
    shared = set.intersection(*engines.values()) if engines else set()
    return nearest({name: points for name, points in curves.items() if name in shared} or curves)
