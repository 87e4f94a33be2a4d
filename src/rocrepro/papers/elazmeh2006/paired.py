"""What the tables beyond the paper share: models in order, rows in pairs, and the point of balance."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any

import numpy as np

from rocrepro.evaluation import RocPoints

if TYPE_CHECKING:
    import pandas as pd

    from rocrepro.papers.evaluated import Evaluated

Model = tuple[str, str]
Row = dict[str, Any]
NAMING = ["dataset", "protocol", "engine", "learner", "seed"]


def named(evaluated: Evaluated, dataset: str, model: Model) -> Row:
    """The columns that name a model at the default seed."""
    known: Row = {"dataset": dataset, "protocol": evaluated.protocol(dataset)}
    return known | {"engine": model[0], "learner": model[1], "seed": evaluated.seed}


def rows_of_models(evaluated: Evaluated, measure: Callable[[RocPoints], Iterable[Row]]) -> list[Row]:
    """The rows that `measure` gives for the curve of each model; a bare one where there is no curve."""
    rows: list[Row] = []
    for dataset in evaluated.datasets:
        for engine, learner in evaluated.models(dataset):
            known = named(evaluated, dataset, (engine, learner))
            if evaluated.curve(dataset, learner, engine).empty:
                rows.append(known)
            else:
                rows += [known | row for row in measure(evaluated.roc(dataset, learner, engine))]
    return rows


def same_rows(evaluated: Evaluated, dataset: str) -> dict[Model, pd.DataFrame]:
    """Scores at the default seed of a data set's models, in the order of the rows.

    A model that does not score the rows of the first one is left out, and so is one without scores.
    """
    found: dict[Model, pd.DataFrame] = {}
    for engine, learner in evaluated.models(dataset):
        frame = evaluated.scores(dataset, learner, engine)
        frame = frame[frame["seed"] == evaluated.seed].set_index("row").sort_index()
        first = next(iter(found.values()), frame)
        if len(frame) and frame["label"].equals(first["label"]):
            found[engine, learner] = frame
    return found


def balanced(points: RocPoints) -> int:
    """Position of the point where the two numbers of errors are closest.

    Ties go to the fewest errors, and then to the highest threshold.
    """
    return int(np.lexsort((points.fn + points.fp, np.abs(points.fn - points.fp)))[0])
