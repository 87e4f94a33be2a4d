"""Scores of more than two classes: one column a class, and each class against the rest."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from rocrepro.errors import InputError
from rocrepro.formats.given.notes import note

POSITIVE, NEGATIVE = "each class in turn", "all other classes"
"""The two classes of a curve of one class against the rest."""
REASON = "each curve is for one class against the rest: models are not compared"


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
    """Return the name of the curve of one class; `model` is None in a file that names none."""
    return f"{name} vs rest" if model is None else f"{model}: {name} vs rest"


ROUNDED = 0.02
"""Largest distance of the sum of rounded probabilities from 1."""
BETTER = 0.1
"""Rise of the mean area from which on columns seem to be named for other classes."""


def note_classes_scores(path: Path, named: Mapping[str, str], found: Multiclass) -> None:
    """Note scores of classes that do not sum to 1, and columns that seem to be named for other classes.

    Parameters
    ----------
    path : Path
    named : mapping of str to str
        Column of each class.
    found : Multiclass
    """
    from scipy.optimize import linear_sum_assignment

    for model, scores in found.scores.items():
        sums, place = (
            scores.sum(axis=1),
            f"{path}: " + (f"model {model}" if len(found.scores) > 1 else "scores"),
        )
        if scores.min() >= 0 and scores.max() <= 1 and np.mean(np.abs(sums - 1) > ROUNDED) > ROUNDED:
            note(
                f"{place}: the scores of the classes of one row sum to {sums.min():.3g} to "
                f"{sums.max():.3g}, as scores made separately for each class do; probabilities "
                "of one model sum to 1"
            )
        areas = _areas(found.classes, found.labels[model], scores)
        best = linear_sum_assignment(areas, maximize=True)[1]
        moved = np.flatnonzero(best != np.arange(len(best)))
        if len(moved) and (gain := float((areas[moved, best[moved]] - areas[moved, moved]).mean())) > BETTER:
            columns = list(named.values())
            fitting = ", ".join(f"{found.classes[at]}={columns[best[at]]}" for at in moved)
            note(
                f"{place}: {fitting} would fit the classes better, by {gain:.3f} in their mean AUC: columns "
                "may be named for the wrong classes"
            )


def _areas(
    classes: Sequence[str], label: NDArray[np.object_], scores: NDArray[np.float64]
) -> NDArray[np.float64]:
    """The area of each column of scores (in columns) for each class against the rest (in rows)."""
    from scipy.stats import rankdata

    own = np.array([label == name for name in classes], dtype=float)
    n = own.sum(axis=1, keepdims=True)
    areas: NDArray[np.float64] = (own @ rankdata(scores, axis=0) - n * (n + 1) / 2) / (n * (len(label) - n))
    return areas


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
