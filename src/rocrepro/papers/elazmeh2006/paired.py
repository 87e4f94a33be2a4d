"""What the tables beyond the paper share: the columns that name a model, and models in order."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from rocrepro.papers.evaluated import Evaluated

Model = tuple[str, str]
Row = dict[str, Any]
NAMING = ["dataset", "protocol", "engine", "learner", "seed"]


def named(evaluated: Evaluated, dataset: str, model: Model) -> Row:
    """The columns that name a model at the default seed."""
    known: Row = {"dataset": dataset, "protocol": evaluated.protocol(dataset)}
    return known | {"engine": model[0], "learner": model[1], "seed": evaluated.seed}


def rows_of_models(evaluated: Evaluated, rows: Callable[[str, Model], Iterable[Row]]) -> list[Row]:
    """The rows that `rows` gives for each data set and model; a bare one where there is no curve."""
    found: list[Row] = []
    for dataset in evaluated.datasets:
        for model in evaluated.models(dataset):
            known = named(evaluated, dataset, model)
            if evaluated.curve(dataset, *model[::-1]).empty:
                found.append(known)
            else:
                found += [known | row for row in rows(dataset, model)]
    return found
