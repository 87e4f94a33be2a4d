"""The mixed naive Bayes: scikit-learn's own checks, a literal second implementation, and its limits."""

from __future__ import annotations

import doctest
import math
from itertools import pairwise
from typing import Any

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from sklearn.naive_bayes import CategoricalNB, GaussianNB
from sklearn.utils.estimator_checks import parametrize_with_checks

from rocrepro.learners import naive_bayes
from rocrepro.learners.naive_bayes import MixedNB

WEKA = {"tails": "difference", "empty_class": "zero"}


@parametrize_with_checks([MixedNB(), MixedNB(**WEKA)])
def test_scikit_learn_conventions(estimator: Any, check: Any) -> None:
    check(estimator)


def test_docstring_example() -> None:
    assert doctest.testmod(naive_bayes).failed == 0


def phi(z: float) -> float:
    """The Gaussian distribution function, with full precision for negative z."""
    return 0.5 * math.erfc(-z / math.sqrt(2)) if z < 0 else 0.5 * (1 + math.erf(z / math.sqrt(2)))


def literal(
    train: list[list[float]], y: list[int], row: list[float], nominal: dict[int, int], setting: dict[str, str]
) -> list[float]:
    """The definition, one value at a time, with plain products."""
    classes = sorted(set(y))
    weights = []
    for c in classes:
        weight = (y.count(c) + 1) / (len(y) + len(classes))
        for j, value in enumerate(row):
            seen = [r[j] for r in train if not math.isnan(r[j])]
            own = [r[j] for r, label in zip(train, y, strict=True) if label == c and not math.isnan(r[j])]
            if math.isnan(value) or (not seen and j not in nominal):
                continue
            if j in nominal:
                weight *= (own.count(value) + 1) / (len(own) + nominal[j])
                continue
            distinct = sorted(set(seen))
            gaps = [after - before for before, after in pairwise(distinct)]
            p = sum(gaps) / len(gaps) if gaps else 0.01
            values = [
                round(v / p) * p for v in (own or (seen if setting["empty_class"] == "pooled" else [0.0]))
            ]
            mean = sum(values) / len(values)
            sigma = max(math.sqrt(sum((v - mean) ** 2 for v in values) / len(values)), p / 6)
            distance = round(value / p) * p - mean
            if setting["tails"] == "exact":
                distance = -abs(distance)
            probability = phi((distance + p / 2) / sigma) - phi((distance - p / 2) / sigma)
            # Subtraction leaves rounding errors far above the mean; the exact tails are checked there.
            assume(setting["tails"] == "exact" or distance < 0 or probability > 1e-7)
            weight *= max(probability, 1e-75)
        weights.append(weight)
    return [weight / sum(weights) for weight in weights]


number = st.one_of(st.just(math.nan), st.sampled_from([-2.0, -1.0, 0.0, 0.5, 1.0, 3.0, 8.0]))
code = st.one_of(st.just(math.nan), st.sampled_from([0.0, 1.0, 2.0]))
row = st.tuples(number, code, number, code).map(list)


@settings(max_examples=150)
@given(
    rows=st.lists(row, min_size=4, max_size=12),
    test=row,
    n_classes=st.integers(2, 3),
    tails=st.sampled_from(["exact", "difference"]),
    empty=st.sampled_from(["pooled", "zero"]),
)
def test_equals_the_literal_definition(
    rows: list[list[float]], test: list[float], n_classes: int, tails: str, empty: str
) -> None:
    y = [i % n_classes for i in range(len(rows))]
    setting = {"tails": tails, "empty_class": empty}
    want = literal(rows, y, test, {1: 3, 3: 4}, setting)
    model = MixedNB(categorical_features=[1, 3], n_categories=[3, 4], **setting).fit(rows, y)
    np.testing.assert_allclose(model.predict_proba([test])[0], want, rtol=1e-8)


def test_weka_gives_the_same_probabilities() -> None:
    """Printed by Weka 3.9.7 (NaiveBayes, default options) for an ARFF file with these rows."""
    nan = math.nan
    X = [
        [1.5, 7, 1, nan],
        [2.5, nan, 1, nan],
        [2.0, 9, 3, nan],
        [4.5, 8, nan, nan],
        [0.5, 7, 1, nan],
        [6.0, 30, 3, 3],
        [7.5, nan, 2, 4],
        [nan, 26, 3, 4.5],
        [9.0, 41, 3, nan],
    ]
    printed = {
        (2.2, 8, 1, nan): 2.5156552123697913e-09,
        (nan, nan, nan, nan): 0.45454545454545453,
        (40, 15, 2, nan): 0.9276620942562038,  # far above both means
        (-40, 15, 0, nan): 0.8650837476576545,  # far below; a value that never occurs
        (3.3, 12, 3, 4.2): 1.0,  # the first class has no value in the last column
        (3.3, 120, 1, 0): 2.0392071628659246e-11,
    }
    model = MixedNB(categorical_features=[2], n_categories=4, **WEKA).fit(X, list("aaaaabbbb"))
    got = model.predict_proba([list(row) for row in printed])[:, 1]
    np.testing.assert_allclose(got, list(printed.values()), rtol=1e-12)


def test_exact_tails_are_symmetric_and_differ_from_the_difference_above_only() -> None:
    rng = np.random.default_rng(1)
    X = np.concatenate([rng.normal(0, 1, 200), rng.normal(0, 3, 200)])
    X = np.concatenate([X, -X])[:, None]
    y = np.tile(np.repeat([0, 1], 200), 2)
    exact, difference = MixedNB().fit(X, y), MixedNB(tails="difference").fit(X, y)
    far = exact.predict_log_proba([[12.0], [-12.0]])
    np.testing.assert_allclose(far[0], far[1], rtol=1e-9)
    np.testing.assert_allclose(difference.predict_log_proba([[-12.0]])[0], far[1], rtol=1e-9)
    assert difference.predict_log_proba([[12.0]])[0, 0] < -100 < far[0, 0]


def test_floor_stops_one_outlying_value() -> None:
    X = np.array([[0.0], [1.0], [2.0], [10.0], [11.0], [12.0]])
    y = [0, 0, 0, 1, 1, 1]
    model = MixedNB().fit(X, y)
    # Beyond both floors a value says nothing, and the equal shares of the classes remain.
    np.testing.assert_allclose(model.predict_proba([[1e6], [1e300]]), 0.5, rtol=1e-12)
    assert MixedNB(min_probability=1e-300).fit(X, y).predict_proba([[35.0]])[0, 1] > 0.999


def test_nominal_limit_is_categorical_nb() -> None:
    rng = np.random.default_rng(2)
    X, y = rng.integers(0, 4, (300, 6)), rng.integers(0, 3, 300)
    ours = MixedNB(categorical_features=range(6), n_categories=5).fit(X, y)
    theirs = CategoricalNB(min_categories=5).fit(X, y)
    # Only the shares of the classes differ: theirs are not smoothed.
    shift = ours.class_log_prior_ - theirs.class_log_prior_
    np.testing.assert_allclose(
        ours.predict_joint_log_proba(X), theirs.predict_joint_log_proba(X) + shift, rtol=1e-12
    )
    np.testing.assert_allclose(np.exp(ours.class_log_prior_), (np.bincount(y) + 1) / 303, rtol=1e-12)


def test_large_sample_limit_is_gaussian_nb() -> None:
    rng = np.random.default_rng(3)
    y = rng.integers(0, 2, 20_000)
    X = rng.normal(0.7 * y[:, None], [1.0, 2.0, 0.5], (20_000, 3))
    gap = MixedNB().fit(X, y).predict_proba(X) - GaussianNB(var_smoothing=0).fit(X, y).predict_proba(X)
    assert np.abs(gap).max() < 0.002


def test_missing_values_say_nothing() -> None:
    rng = np.random.default_rng(4)
    X, y = rng.normal(size=(60, 3)), np.arange(60) % 2
    X[y == 1] += 1
    X[::5, 2] = np.nan
    whole = MixedNB().fit(X, y)
    np.testing.assert_allclose(
        whole.predict_proba(np.column_stack([X[:, :2], np.full(60, np.nan)])),
        MixedNB().fit(X[:, :2], y).predict_proba(X[:, :2]),
        rtol=1e-12,
    )
    np.testing.assert_allclose(whole.predict_proba(np.full((1, 3), np.nan)), 0.5, rtol=1e-12)
    known = ~np.isnan(X[:, 2])
    np.testing.assert_array_equal(whole.theta_[:, 2], MixedNB().fit(X[known], y[known]).theta_[:, 2])


def test_column_without_values_is_passed_over() -> None:
    X, y = np.array([[0.0, np.nan], [1.0, np.nan], [4.0, np.nan], [5.0, np.nan]]), [0, 0, 1, 1]
    model = MixedNB().fit(X, y)
    assert (
        model.predict_proba([[2.0, 77.0]]).tolist()
        == MixedNB().fit(X[:, :1], y).predict_proba([[2.0]]).tolist()
    )


@pytest.mark.parametrize("empty", ["pooled", "zero"])
def test_class_without_values_of_a_column(empty: str) -> None:
    X, y = [[1.0], [2.0], [4.0], [np.nan]], [0, 0, 0, 1]
    model = MixedNB(empty_class=empty).fit(X, y)
    assert model.theta_[1, 0] == (model.theta_[0, 0] if empty == "pooled" else 0)
    assert model.sigma_[1, 0] == (model.sigma_[0, 0] if empty == "pooled" else model.precision_[0] / 6)


def test_values_never_seen_count_in_the_smoothing() -> None:
    X, y = [[0], [0], [1], [1]], [0, 0, 1, 1]
    few, many = (MixedNB(categorical_features=[0], n_categories=n).fit(X, y) for n in (2, 6))
    assert few.predict_proba([[0]])[0, 0] == pytest.approx(3 / 4)
    assert many.predict_proba([[0]])[0, 0] == pytest.approx(3 / 4)
    assert np.exp(few.category_log_prob_[0][0]).tolist() == pytest.approx([3 / 4, 1 / 4])
    assert np.exp(many.category_log_prob_[0][0]).tolist() == pytest.approx([3 / 8] + [1 / 8] * 5)


def test_mask_and_positions_mean_the_same() -> None:
    X, y = [[0, 1.5], [1, 2.5], [1, 4.0]], [0, 1, 1]
    by_mask, by_position = (MixedNB(categorical_features=f).fit(X, y) for f in ([True, False], [0]))
    assert by_mask.predict_proba(X).tolist() == by_position.predict_proba(X).tolist()


@pytest.mark.parametrize(
    ("parameters", "message"),
    [
        ({"alpha": 0}, "alpha"),
        ({"min_sigma": -1}, "min_sigma"),
        ({"default_precision": math.nan}, "default_precision"),
        ({"min_probability": 1}, "min_probability"),
        ({"tails": "both"}, "tails"),
        ({"empty_class": "skip"}, "empty_class"),
        ({"categorical_features": [2]}, "categorical_features"),
        ({"categorical_features": [0], "n_categories": [2, 2]}, "n_categories"),
        ({"categorical_features": [0], "n_categories": 0}, "n_categories"),
        ({"categorical_features": [0], "n_categories": 2}, "column 0, row 2: found 2"),
        ({"categorical_features": [1]}, "column 1, row 0: found 0.5"),
    ],
)
def test_bad_parameters_and_codes(parameters: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        MixedNB(**parameters).fit([[0, 0.5], [1, 1.5], [2, 2.5]], [0, 1, 1])


def test_undeclared_code_in_a_scored_row() -> None:
    model = MixedNB(categorical_features=[0]).fit([[0], [1]], [0, 1])
    with pytest.raises(ValueError, match="column 0, row 0: found 2; expected codes from 0 to 1"):
        model.predict([[2]])
