"""Folds: every row once, classes spread evenly, and errors that give the counts."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest

from rocrepro.errors import InputError
from rocrepro.formats.tidy import Dataset
from rocrepro.learners.folds import iter_folds

Make = Callable[..., Dataset]


def test_split_is_one_fold_whatever_the_seed(make_dataset: Make) -> None:
    dataset = make_dataset()
    for seed in (1, 2):
        ((number, train, test),) = iter_folds(dataset, seed)
        assert number == 0
        assert train.tolist() == [i for i, part in enumerate(dataset.part) if part == "train"]
        assert test.tolist() == [i for i, part in enumerate(dataset.part) if part == "test"]


@pytest.mark.parametrize("k", [2, 5, 10])
def test_cross_validation_scores_every_row_once(make_dataset: Make, k: int) -> None:
    dataset = make_dataset(n=103, protocol="cv", folds=k)
    folds = list(iter_folds(dataset, 1))
    assert [fold.number for fold in folds] == list(range(1, k + 1))
    assert sorted(np.concatenate([fold.test for fold in folds])) == list(range(103))
    positives = [int(dataset.y[fold.test].sum()) for fold in folds]
    assert max(positives) - min(positives) <= 1
    for fold in folds:
        assert sorted(np.concatenate([fold.train, fold.test])) == list(range(103))
        assert (np.diff(fold.test) > 0).all()


def test_seed_decides_the_folds(make_dataset: Make) -> None:
    dataset = make_dataset(protocol="cv")
    first, again, other = ([fold.test.tolist() for fold in iter_folds(dataset, seed)] for seed in (1, 1, 2))
    assert first == again
    assert first != other


def test_naming_the_other_class_positive_keeps_the_folds(make_dataset: Make) -> None:
    dataset = make_dataset(protocol="cv")
    swapped = replace(dataset, positive="well")
    assert [f.test.tolist() for f in iter_folds(dataset, 3)] == [
        f.test.tolist() for f in iter_folds(swapped, 3)
    ]


@pytest.mark.parametrize(("share", "found"), [(0.1, "found 4 ill rows"), (0.95, "found 2 well rows")])
def test_class_smaller_than_the_number_of_folds(make_dataset: Make, share: float, found: str) -> None:
    dataset = make_dataset(n=40, protocol="cv", folds=5, share=share)
    with pytest.raises(InputError, match=f"toy: folds: {found}; expected at least 5"):
        list(iter_folds(dataset, 1))


def test_split_without_a_class_or_without_test_rows(make_dataset: Make) -> None:
    dataset = make_dataset()
    one_class = replace(dataset, part=np.where(dataset.y == 1, "test", "train"))
    with pytest.raises(InputError, match="toy: training part: found 0 ill, 84 well rows"):
        list(iter_folds(one_class, 1))
    with pytest.raises(InputError, match="toy: test part: found no rows"):
        list(iter_folds(replace(dataset, part=np.full(120, "train")), 1))
