"""Scores of more than two classes: one column a class, and each class against the rest."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from rocrepro.errors import InputError

POSITIVE, NEGATIVE = "each class in turn", "all other classes"
"""The two classes of a curve of one class against the rest."""
REASON = "each curve is that of one class against the rest: models are not compared"


@dataclass(frozen=True, eq=False)
class Multiclass:
    """Labels and scores of all classes, at the seed that curves show.

    Attributes
    ----------
    classes : tuple of str
        In the order in which their columns were named.
    labels : dict of str to ndarray of str, shape (n_rows,)
        Class of each row, by model.
    scores : dict of str to ndarray of float64, shape (n_rows, n_classes)
        A column a class, by model; rows are in the order of their examples.
    """

    classes: tuple[str, ...]
    labels: dict[str, NDArray[np.object_]]
    scores: dict[str, NDArray[np.float64]]


def versus_rest(name: str, model: str | None) -> str:
    """Return what the curve of one class is called; `model` is None in a file that names none."""
    return f"{name} vs rest" if model is None else f"{model}: {name} vs rest"


def check_classes(path: Path, column: str, label: NDArray[np.object_], named: Mapping[str, str]) -> None:
    """Raise InputError unless the classes of the rows are those that have a column of scores."""
    found = sorted(set(label))
    shown = ", ".join(map(repr, found[:5])) + (", ..." if len(found) > 5 else "")
    for name in named:
        if name not in found:
            raise InputError(f"{path}: class_scores: found {name!r}; expected a class of {column}: {shown}")
    without = [name for name in found if name not in named]
    if without:
        expected = "expected one for each class (CLASS=COLUMN)"
        raise InputError(f"{path}: class_scores: found no column for the class {without[0]!r}; {expected}")
    if len(found) < 2:
        raise InputError(f"{path}: {column}: found 1 class ({shown}); expected at least two")
