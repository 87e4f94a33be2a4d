"""More than two classes: one against the rest, their averages, and Hand and Till's M."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from rocrepro.evaluation import multiclass_intervals
from rocrepro.formats.given.multiclass import versus_rest
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
                cluster=(cluster := _cluster(study, given.classes[0], model)),
            )
            for measure, (value, low, high) in found.items():
                sizes = len(given.classes), len(label)
                how = "of whole clusters" if cluster is not None else "within each class"
                method = "no width" if math.isnan(low) else f"percentiles of resamples {how}"
                yield (model, study.seed), MulticlassRow(*sizes, measure, value, low, high, method)

    return frame_of(study.keys, MulticlassRow, rows())


def _cluster(study: Study, name: str, model: str) -> NDArray[np.object_] | None:
    """The clusters of the rows of a model: those of one of its classes against the rest."""
    names = versus_rest(name, model), versus_rest(name, None)
    return next((one.cluster for one in study.models if one.label_text in names), None)
