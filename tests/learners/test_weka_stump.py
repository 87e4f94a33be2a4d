"""The stump with a branch for missing values: scikit-learn's checks, a literal search, and Weka's numbers."""

from __future__ import annotations

import doctest
import math
from itertools import pairwise
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn.utils.estimator_checks import parametrize_with_checks

from tests.learners import weka_stump
from tests.learners.weka_stump import DecisionStump

NAN = math.nan


@parametrize_with_checks([DecisionStump()])
def test_scikit_learn_conventions(estimator: Any, check: Any) -> None:
    check(estimator)


def test_docstring_example() -> None:
    assert doctest.testmod(weka_stump).failed == 0


# Recorded from Weka 3.9.7: training rows, class, nominal columns, rows to score, probability of class 1.
WEKA = {
    "missing_is_a_branch": (
        [[1, 1], [2, 1], [NAN, 2], [NAN, 1]], [0, 0, 1, 1], [], [[1, 1], [9, 9], [NAN, NAN]], [0, 0, 1],
    ),
    "none_missing_gives_all_rows": ([[1], [3], [1], [3]], [0, 1, 0, 1], [], [[NAN]], [1 / 2]),
    "threshold_goes_left": (
        [[1], [3], [1], [3]], [0, 1, 0, 1], [], [[2], [np.nextafter(2, 0)], [np.nextafter(2, 3)]], [0, 0, 1],
    ),
    "one_value_against_the_rest": (
        [[0], [1], [2], [1]], [1, 0, 1, 0], [0], [[0], [1], [2], [NAN]], [1, 0, 1, 1 / 2],
    ),
    "first_threshold_of_equals": (
        [[1], [2], [3]], [0, 1, 0], [], [[1], [2], [3], [NAN]], [0, 1 / 2, 1 / 2, 1 / 3],
    ),
    "first_column_of_equals": ([[1, 4], [2, 3], [3, 2], [4, 1]], [0, 0, 1, 1], [], [[1, 1], [4, 4]], [0, 1]),
    "empty_branch_takes_missing": (
        [[0], [0], [NAN], [NAN]], [0, 0, 1, 1], [0], [[0], [1], [2], [NAN]], [0, 1, 1, 1],
    ),
    "nominal_constant": ([[0], [0], [0], [0]], [0, 1, 1, 1], [0], [[0], [1], [NAN]], [3 / 4, 3 / 4, 3 / 4]),
    "numeric_constant": ([[1], [1], [1], [1]], [0, 1, 1, 1], [], [[1], [0], [NAN]], [3 / 4, 3 / 4, 3 / 4]),
    "numeric_constant_has_no_threshold": (
        [[5, 1], [5, 2], [NAN, 1], [NAN, 2], [NAN, 1], [5, 2]], [0, 0, 1, 1, 1, 0], [],
        [[5, 1], [NAN, 6]], [2 / 3, 1 / 3],
    ),
    "all_missing": ([[NAN], [NAN], [NAN], [NAN]], [0, 1, 1, 1], [], [[1], [NAN]], [3 / 4, 3 / 4]),
}  # fmt: skip


@pytest.mark.parametrize("case", WEKA)
def test_as_recorded_from_weka(case: str) -> None:
    X, y, nominal, rows, want = WEKA[case]
    model = DecisionStump(categorical_features=nominal).fit(np.array(X, dtype=float), y)
    assert model.predict_proba(np.array(rows, dtype=float))[:, 1].tolist() == want


def literal_costs(X: list[list[float]], y: list[int], nominal: set[int]) -> dict[tuple[int, float], float]:
    """Entropy of every possible test, one row at a time."""
    costs = {}
    for j in range(len(X[0])):
        values = sorted({row[j] for row in X if not math.isnan(row[j])})
        tests = values if j in nominal else [(a + b) / 2 for a, b in pairwise(values)]
        for test in tests:
            branches: dict[str, list[int]] = {"in": [], "out": [], "missing": []}
            for row, label in zip(X, y, strict=True):
                if math.isnan(row[j]):
                    branches["missing"].append(label)
                elif row[j] == test if j in nominal else row[j] <= test:
                    branches["in"].append(label)
                else:
                    branches["out"].append(label)
            costs[j, test] = -sum(
                labels.count(c) / len(y) * math.log2(labels.count(c) / len(labels))
                for labels in branches.values()
                for c in set(labels)
            )
    return costs


VALUE = st.one_of(st.integers(0, 3).map(float), st.just(NAN))


@given(st.data())
def test_takes_the_first_test_of_least_entropy(data: st.DataObject) -> None:
    n, width = data.draw(st.integers(2, 14)), data.draw(st.integers(1, 3))
    X = data.draw(st.lists(st.lists(VALUE, min_size=width, max_size=width), min_size=n, max_size=n))
    y = data.draw(st.lists(st.integers(0, 2), min_size=n, max_size=n))
    nominal = data.draw(st.sets(st.integers(0, width - 1)))
    costs = literal_costs(X, y, nominal)
    model = DecisionStump(categorical_features=sorted(nominal)).fit(np.array(X), y)
    if not costs:
        return
    least = min(costs.values())
    first = next(test for test, cost in costs.items() if cost <= least + 1e-9)
    # A nominal column without any value has no test here, but is passed over only for a better one.
    if np.isfinite(model.value_) and model.counts_[:2].sum() > 0:
        assert (model.feature_, model.value_) == first
    else:
        assert least >= literal_costs([[0.0]] * n, y, {0})[0, 0.0] - 1e-9
    j, value = model.feature_, model.value_
    codes = sorted(set(y))
    for row, shares in zip(X, model.predict_proba(np.array(X)), strict=True):

        def branch(r: list[float]) -> int:
            return 2 if math.isnan(r[j]) else int(not (r[j] == value if j in nominal else r[j] <= value))

        peers = [label for r, label in zip(X, y, strict=True) if branch(r) == branch(row)]
        np.testing.assert_allclose(shares, [peers.count(c) / len(peers) for c in codes], rtol=1e-15)


def test_missing_values_can_carry_the_class() -> None:
    rng = np.random.default_rng(0)
    y = np.arange(200) % 4 == 0
    X = np.column_stack([rng.normal(size=200), np.where(y, np.nan, rng.normal(size=200))])
    model = DecisionStump().fit(X, y)
    assert model.feature_ == 1
    assert model.counts_[2].tolist() == [0, 50]
    np.testing.assert_array_equal(model.predict(X), y)


def test_order_of_rows_and_names_of_classes_do_not_matter() -> None:
    rng = np.random.default_rng(1)
    X = rng.integers(0, 5, size=(60, 3)).astype(float)
    X[rng.random(X.shape) < 0.2] = np.nan
    y = rng.integers(0, 2, size=60)
    want = DecisionStump(categorical_features=[2]).fit(X, y).predict_proba(X)
    shuffled = rng.permutation(60)
    got = DecisionStump(categorical_features=[2]).fit(X[shuffled], y[shuffled]).predict_proba(X)
    np.testing.assert_array_equal(got, want)
    renamed = DecisionStump(categorical_features=[2]).fit(X, np.where(y, "a", "b")).predict_proba(X)
    np.testing.assert_array_equal(renamed[:, ::-1], want)


def test_a_threshold_parts_its_neighbours() -> None:
    for low in (1.0, np.nextafter(1.0, 2.0), 1e308, -1.7e308, 5e-324):
        high = np.nextafter(low, np.inf)
        model = DecisionStump().fit([[low], [high]], [0, 1])
        assert model.predict([[low], [high]]).tolist() == [0, 1]


@pytest.mark.parametrize("features", [[3], [-1], [0.5], [True, False]])
def test_wrong_columns(features: list[Any]) -> None:
    with pytest.raises(ValueError, match="categorical_features: found"):
        DecisionStump(categorical_features=features).fit(np.eye(3), [0, 1, 0])
