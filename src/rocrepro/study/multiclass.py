"""More than two classes: one against the rest, their averages, and Hand and Till's M."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from rocrepro.evaluation import multiclass_intervals
from rocrepro.randomness import generator
from rocrepro.study.frames import Key, Row, frame_of
from rocrepro.study.study import Study

if TYPE_CHECKING:
    import pandas as pd


@dataclass(frozen=True)
class MulticlassRow(Row):
    """One area of a model's scores for several classes, with the central part of its resamples.

    n_classes and n_rows count all classes. Limits that agree are NaN.
    """

    n_classes: int
    n_rows: int
    measure: str
    value: float
    low: float
    high: float
    method: str


def multiclass(study: Study) -> pd.DataFrame:
    """Return the areas of every model that has scores for several classes, one `MulticlassRow` an area.

    See Also
    --------
    rocrepro.evaluation.multiclass_intervals
    """

    def rows() -> Iterator[tuple[Key, MulticlassRow]]:
        given, step = study.multiclass, study.steps.multiclass
        if given is None:
            return
        for model, label in given.labels.items():
            found = multiclass_intervals(
                label,
                given.scores[model],
                given.classes,
                n_resamples=study.n_resamples(step),
                seed=generator(study.choices.seed, step.stream.format(model=model)),
                alpha=study.choices.alpha,
            )
            for measure, (value, low, high) in found.items():
                sizes = len(given.classes), len(label)
                method = "no width" if math.isnan(low) else "percentiles of resamples within each class"
                yield (model, study.seed), MulticlassRow(*sizes, measure, value, low, high, method)

    return frame_of(study.keys, MulticlassRow, rows())
