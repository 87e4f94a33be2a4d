"""The models that the facts are taken from."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from rocrepro.evaluation import ConfidentSegment, RocPoints, confident_segment, roc_points
from rocrepro.papers.elazmeh2006.printed import LEARNERS
from rocrepro.papers.fact_rows import Row

if TYPE_CHECKING:
    from rocrepro.papers.evaluated import Evaluated

READINGS = ("union", "vertical", "horizontal", "concordant")


@dataclass(frozen=True, eq=False)
class Model:
    """One curve of one learner, with its confident set."""

    dataset: str
    engine: str
    learner: str
    seed: int
    points: RocPoints
    segment: ConfidentSegment

    @property
    def key(self) -> Row:
        """The columns that name the model."""
        return {"dataset": self.dataset, "engine": self.engine, "learner": self.learner, "seed": self.seed}


def models(evaluated: Evaluated) -> Iterator[Model]:
    """Every curve of the paper's four learners, one a seed; the default seed alone where scores are gone."""
    test = str(evaluated.shown["confidence_test"])
    for dataset in evaluated.datasets:
        for engine, learner in evaluated.models(dataset):
            if learner not in LEARNERS:
                continue
            for seed, points in _curves(evaluated, dataset, learner, engine):
                segment = confident_segment(points, alpha=evaluated.alpha, test=test)
                yield Model(dataset, engine, learner, seed, points, segment)


def _curves(evaluated: Evaluated, dataset: str, learner: str, engine: str) -> Iterator[tuple[int, RocPoints]]:
    scores = evaluated.scores(dataset, learner, engine)
    for seed, part in scores.groupby("seed", sort=True):
        yield int(str(seed)), roc_points(part["label"], part["score"])
    if scores.empty and not evaluated.curve(dataset, learner, engine).empty:
        yield evaluated.seed, evaluated.roc(dataset, learner, engine)
