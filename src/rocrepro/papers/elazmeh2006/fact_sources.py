"""The models that the facts are taken from."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
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


def models(evaluated: Evaluated, dataset: str | None = None, engine: str | None = None) -> list[Model]:
    """Every curve of the paper's four learners, one a seed; of one data set or engine, if they are named."""
    found = []
    for name in evaluated.datasets if dataset is None else [dataset]:
        for by, learner in _trained(evaluated, name, engine):
            curves, uses = _curves(evaluated, name, learner, by)
            evaluated.inputs.note(*split(uses))
            found += curves
    return found


def missing_models(evaluated: Evaluated) -> Iterator[Row]:
    """The columns that name each model of `models` that this run lacks, at the default seed."""
    for dataset in evaluated.datasets:
        for engine, learner in _trained(evaluated, dataset):
            curves, uses = _curves(evaluated, dataset, learner, engine)
            if not curves:
                known = {"dataset": dataset, "engine": engine, "learner": learner}
                yield known | {"seed": evaluated.seed, USES: uses}


def in_order(evaluated: Evaluated, rows: Iterable[Row]) -> list[Row]:
    """Rows of models, those of missing ones among them, in the order in which `models` has the models."""
    every = [(name, *pair) for name in evaluated.datasets for pair in _trained(evaluated, name)]
    places = {model: place for place, model in enumerate(every)}
    return sorted(rows, key=lambda row: places[row["dataset"], row["engine"], row["learner"]])


def any_model(engine: str = "") -> Model:
    """A faultless model of two rows: gives the names of facts whose models are missing, never a value."""
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
