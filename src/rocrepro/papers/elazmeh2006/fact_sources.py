"""The models that the facts are taken from."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

from rocrepro.evaluation import ConfidentSegment, RocPoints, confident_segment, roc_points
from rocrepro.formats.uses import USES, joined, split
from rocrepro.papers.elazmeh2006.printed import LEARNERS
from rocrepro.papers.fact_rows import SEED, Row

if TYPE_CHECKING:
    from rocrepro.papers.evaluated import Evaluated

READINGS = ("union", "vertical", "horizontal", "concordant")


@dataclass(frozen=True, eq=False)
class Model:
    """One curve of one learner, with its confident set, and what it was read from."""

    dataset: str
    engine: str
    learner: str
    seed: int
    segment: ConfidentSegment
    uses: str = ""

    @property
    def points(self) -> RocPoints:
        """The whole curve."""
        return self.segment.points

    @property
    def key(self) -> Row:
        """The columns that name the model, and what it was read from."""
        name = {"dataset": self.dataset, "engine": self.engine, "learner": self.learner, "seed": self.seed}
        return name | {USES: self.uses}


def every_model(
    evaluated: Evaluated, dataset: str | None = None, engine: str | None = None
) -> list[tuple[Row, Model | None]]:
    """Every curve of the paper's four learners, one a seed, each with the columns that name it.

    A model that this run lacks has its place in the order, at the default seed, and None in place of a curve.
    `dataset` and `engine` leave out all others.
    """
    found: list[tuple[Row, Model | None]] = []
    for name in evaluated.datasets if dataset is None else [dataset]:
        for by, learner in _trained(evaluated, name, engine):
            curves, uses = _curves(evaluated, name, learner, by)
            evaluated.inputs.note(*split(uses))
            known = {"dataset": name, "engine": by, "learner": learner, "seed": evaluated.seed, USES: uses}
            found += [(m.key, m) for m in curves] or [(known, None)]
    return found


def models(evaluated: Evaluated, dataset: str | None = None, engine: str | None = None) -> list[Model]:
    """The curves of `every_model` that are there."""
    return [m for _, m in every_model(evaluated, dataset, engine) if m is not None]


def any_model(engine: str = "") -> Model:
    """Return a faultless model of two rows: it names the facts of missing models and gives no value."""
    points = roc_points([1, 0], [1, 0])
    return Model("", engine, "", SEED, confident_segment(points))


def _trained(evaluated: Evaluated, dataset: str, engine: str | None = None) -> list[tuple[str, str]]:
    """Engine and learner of the paper's models on one data set."""
    return [
        (by, learner)
        for by, learner in evaluated.models(dataset)
        if learner in LEARNERS and engine in (None, by)
    ]


@lru_cache(maxsize=1024)
def _curves(evaluated: Evaluated, dataset: str, learner: str, engine: str) -> tuple[list[Model], str]:
    """The curves of one model by seed, and what they were read from; counted once for all facts."""
    with evaluated.reading() as read:
        segments = evaluated.segments(dataset, learner, engine)
    uses = joined(read)
    models = [Model(dataset, engine, learner, seed, segment, uses) for seed, segment in segments.items()]
    return models, uses
