"""Weka's folds without Java: Java's random numbers, and rows recorded from Weka."""

from __future__ import annotations

import doctest

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn.base import clone
from sklearn.model_selection import cross_val_score
from sklearn.tree import DecisionTreeClassifier

from rocrepro.learners import weka_folds
from rocrepro.learners.java import java_class, unavailable
from rocrepro.learners.weka_engine import _Table
from rocrepro.learners.weka_folds import JavaRandom, WekaFolds

from .weka_reference import WEKA_FOLDS, real_dataset, small_dataset

REASON = unavailable()
needs_weka = pytest.mark.skipif(REASON is not None, reason=str(REASON))


# Recorded from java.util.Random.
@pytest.mark.parametrize(
    ("seed", "bound", "numbers"),
    [
        (1, 10, [5, 8, 7, 3, 4, 4]),
        (42, 64, [46, 3, 43, 3, 19, 60]),
        (-7, 1000, [662, 297, 590, 707, 478, 87]),
        (2**40 + 3, 2**30 + 1, [336808358, 655844216, 597249363, 832119609, 352508814, 1045720112]),
        (1, 2**31 - 1, [1569548985, 215764588, 880641847, 874970313, 446064254, 77814904]),
        (5, 1500000000, [379250092, 189533474, 1313869424, 1049914506, 991787854, 963357722]),
        (1, 1, [0, 0, 0, 0, 0, 0]),
    ],
)
def test_javas_random_numbers(seed: int, bound: int, numbers: list[int]) -> None:
    random = JavaRandom(seed)
    assert [random.next_int(bound) for _ in numbers] == numbers


def test_docstring_examples() -> None:
    assert doctest.testmod(weka_folds).failed == 0


@pytest.mark.parametrize(("k", "seed"), WEKA_FOLDS)
def test_rows_recorded_from_weka(k: int, seed: int) -> None:
    y = small_dataset().y
    got = [(train.tolist(), test.tolist()) for train, test in WekaFolds(k, seed).split(y, y)]
    assert got == WEKA_FOLDS[k, seed]


@given(
    st.lists(st.integers(0, 3), min_size=2, max_size=80), st.integers(2, 12), st.integers(-(2**63), 2**63 - 1)
)
def test_every_row_once_and_classes_spread_evenly(labels: list[int], k: int, seed: int) -> None:
    y, k = np.array(labels), min(k, len(labels))
    folds = list(WekaFolds(k, seed).split(y, y))
    assert len(folds) == k
    assert sorted(np.concatenate([test for _, test in folds])) == list(range(len(y)))
    sizes = [len(test) for _, test in folds]
    assert max(sizes) - min(sizes) <= 1
    for train, test in folds:
        assert sorted(np.concatenate([train, test])) == list(range(len(y)))
    for label in set(labels):
        counts = [int((y[test] == label).sum()) for _, test in folds]
        assert max(counts) - min(counts) <= 1


def test_names_of_the_classes_do_not_matter() -> None:
    y = small_dataset().y
    renamed = np.where(y == 1, "a", "b")
    for one, other in zip(WekaFolds(5, 3).split(y, y), WekaFolds(5, 3).split(y, renamed), strict=True):
        assert one[0].tolist() == other[0].tolist()
        assert one[1].tolist() == other[1].tolist()


def test_as_a_scikit_learn_splitter() -> None:
    splitter = WekaFolds(3, seed=2)
    X, y = np.arange(30.0)[:, None], np.arange(30) % 2
    assert splitter.get_n_splits(X, y) == 3
    assert repr(splitter) == "WekaFolds(n_splits=3, seed=2)"
    model = clone(DecisionTreeClassifier(random_state=0))
    want = [
        model.fit(X[train], y[train]).score(X[test], y[test]) for train, test in WekaFolds(3, 2).split(X, y)
    ]
    assert cross_val_score(model, X, y, cv=splitter).tolist() == want
    # A second round starts from the seed again.
    assert [t.tolist() for _, t in splitter.split(X, y)] == [t.tolist() for _, t in splitter.split(X, y)]


@pytest.mark.parametrize(
    ("k", "y", "found"),
    [
        (1, [0, 1, 0], "n_splits: found 1; expected 2 to 3"),
        (4, [0, 1, 0], "n_splits: found 4; expected 2 to 3"),
        (2, None, "y: found None"),
        (2, [0, 1], r"y: found shape \(2,\); expected \(3,\)"),
    ],
)
def test_errors(k: int, y: list[int] | None, found: str) -> None:
    with pytest.raises(ValueError, match=found):
        next(WekaFolds(k, 1).split(np.zeros((3, 1)), y))


@needs_weka
@pytest.mark.parametrize("name", ["small", "hypothyroid", "sick_euthyroid", "spectf_cv80"])
def test_weka_makes_the_same_folds(name: str) -> None:
    dataset = small_dataset() if name == "small" else real_dataset(name)
    k, y = dataset.folds, dataset.y
    rows = _Table(dataset).rows
    for seed in range(1, 26):
        random = java_class("java.util.Random")(seed)
        data = java_class("weka.core.Instances")(rows)
        data.randomize(random)
        data.stratify(k)
        for number, (train, test) in enumerate(WekaFolds(k, seed).split(y, y)):
            assert (
                np.array(data.trainCV(k, number, random).attributeToDoubleArray(0)).tolist() == train.tolist()
            )
            assert np.array(data.testCV(k, number).attributeToDoubleArray(0)).tolist() == test.tolist()
