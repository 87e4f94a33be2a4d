"""The folds: the rows that train, and the rows that are scored."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from rocrepro.errors import InputError
from rocrepro.formats.tidy import Dataset


class Fold(NamedTuple):
    """One round of training and scoring.

    Attributes
    ----------
    number : int
        0 for a fixed split, 1 to k under cross-validation.
    train, test : ndarray of int, shapes (n_train,) and (n_test,)
        Row positions in the data set, ascending, without overlap.
    """

    number: int
    train: np.ndarray
    test: np.ndarray


def iter_folds(dataset: Dataset, seed: int, scheme: str = "sklearn") -> Iterator[Fold]:
    """Give the folds of a data set, in order.

    A fixed split is one fold and takes no notice of the seed. Under cross-validation every row is scored
    once, and each class is spread evenly over the folds.

    Parameters
    ----------
    dataset : Dataset
        Only its labels, parts, protocol and number of folds are used.
    seed : int
        Seed of the shuffle before the rows are dealt out, at least 0.
    scheme : {"sklearn", "weka"}
        Whose way of dealing out: scikit-learn's StratifiedKFold, or Weka's. Both are stratified.

    Yields
    ------
    Fold

    Raises
    ------
    InputError
        If a class has fewer rows than there are folds, or a split lacks a class in its training part or
        has no test rows. The message names the data set and gives the counts.
    """
    y = dataset.y
    if dataset.protocol == "split":
        yield _fixed_split(dataset, y)
        return
    check_counts(dataset)
    from sklearn.model_selection import StratifiedKFold

    from rocrepro.learners.weka_folds import WekaFolds

    if scheme == "weka":
        splitter = WekaFolds(dataset.folds, seed=seed)
    else:
        splitter = StratifiedKFold(dataset.folds, shuffle=True, random_state=seed)
    for number, (train, test) in enumerate(splitter.split(np.zeros(len(y)), y), start=1):
        yield Fold(number, np.sort(train), np.sort(test))


def check_counts(dataset: Dataset) -> None:
    """Refuse cross-validation where a class has fewer rows than there are folds.

    scikit-learn only warns here, and would score a model that never saw the class.

    Raises
    ------
    InputError
        Naming the data set, with the rows of each class that has too few.
    """
    scarce = [f"{n} {label}" for label, n in _counts(dataset, dataset.y) if n < dataset.folds]
    if scarce:
        raise InputError(
            f"{dataset.name}: folds: found {' and '.join(scarce)} rows; "
            f"expected at least {dataset.folds} of each class, one for each fold"
        )


def _fixed_split(dataset: Dataset, y: np.ndarray) -> Fold:
    train, test = np.flatnonzero(dataset.part == "train"), np.flatnonzero(dataset.part == "test")
    found = ", ".join(f"{n} {label}" for label, n in _counts(dataset, y[train]))
    if len(np.unique(y[train])) < 2:
        raise InputError(f"{dataset.name}: training part: found {found} rows; expected both classes")
    if len(test) == 0:
        raise InputError(f"{dataset.name}: test part: found no rows; expected at least one")
    return Fold(0, train, test)


def _counts(dataset: Dataset, y: np.ndarray) -> list[tuple[str, int]]:
    """Label and number of rows, the positive class first."""
    negative = next((label for label in dataset.classes if label != dataset.positive), "negative")
    return [(dataset.positive, int(y.sum())), (negative, int(len(y) - y.sum()))]
