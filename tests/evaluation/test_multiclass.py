"""Areas for several classes against scikit-learn, pair by pair, and their bootstrap intervals."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sklearn.metrics import roc_auc_score

from rocrepro.errors import InputError
from rocrepro.evaluation import multiclass_auc, multiclass_intervals, roc_auc, roc_points

NAMES = ("cat", "dog", "owl", "yak")


def sample(rng, n, n_classes, decimals=2):
    """Labels with every class, and scores that add up to 1."""
    codes = np.append(np.arange(n_classes), rng.integers(n_classes, size=n - n_classes))
    score = rng.gamma(1 + 2 * (codes[:, np.newaxis] == np.arange(n_classes))).round(decimals) + 0.1
    return np.array(NAMES)[codes], score / score.sum(axis=1, keepdims=True)


@settings(max_examples=25, deadline=None)
@given(st.integers(0, 10**6), st.integers(3, 4), st.integers(8, 60), st.integers(0, 2))
def test_averages_are_scikit_learns(seed, n_classes, n, decimals):
    label, score = sample(np.random.default_rng(seed), n, n_classes, decimals)
    found = multiclass_auc(label, score, NAMES[:n_classes])

    def theirs(**named):
        return roc_auc_score(label, score, labels=NAMES[:n_classes], **named)

    assert found.macro == pytest.approx(theirs(multi_class="ovr"), abs=1e-12)
    assert found.weighted == pytest.approx(theirs(multi_class="ovr", average="weighted"), abs=1e-12)
    assert found.hand_till == pytest.approx(theirs(multi_class="ovo"), abs=1e-12)


def test_each_class_and_each_pair_by_itself():
    label, score = sample(np.random.default_rng(1), 50, 4)
    found = multiclass_auc(label, score, NAMES)
    for j, one in enumerate(NAMES):
        own = roc_auc(roc_points(label == one, score[:, j]))
        assert found.one_vs_rest[j] == pytest.approx(own, abs=1e-14)
        assert found.measures()[f"{one} vs rest"] == found.one_vs_rest[j]
        for k, other in enumerate(NAMES):
            if j == k:
                assert math.isnan(found.pairwise[j, k])
                continue
            kept = (label == one) | (label == other)
            pair = roc_auc(roc_points(label[kept] == one, score[kept, j]))
            assert found.pairwise[j, k] == pytest.approx(pair, abs=1e-14)


def test_two_classes_are_the_plain_area():
    rng = np.random.default_rng(2)
    label = np.repeat([0, 1], [20, 30])
    score = rng.random(50).round(1) * 0.5 + 0.3 * label
    found = multiclass_auc(label, np.column_stack([1 - score, score]), [0, 1])
    area = roc_auc(roc_points(label, score))
    assert (found.macro, found.weighted, found.hand_till) == pytest.approx((area,) * 3, abs=1e-12)


@settings(max_examples=30, deadline=None)
@given(st.integers(0, 10**6))
def test_order_and_scale_do_not_matter(seed):
    rng = np.random.default_rng(seed)
    label, score = sample(rng, 30, 3)
    found = multiclass_auc(label, score, NAMES[:3])
    rows, columns = rng.permutation(30), rng.permutation(3)
    again = multiclass_auc(label[rows], np.exp(score[rows][:, columns]), [NAMES[c] for c in columns])
    assert (again.macro, again.hand_till) == pytest.approx((found.macro, found.hand_till), abs=1e-12)


def test_intervals_are_those_of_rows_drawn_one_by_one():
    rng = np.random.default_rng(3)
    label, score = sample(rng, 60, 3)
    found = multiclass_intervals(label, score, NAMES[:3], n_resamples=400, seed=1)
    draws = []
    for _ in range(80):
        rows = np.concatenate([rng.choice(np.flatnonzero(label == name), (label == name).sum())
                               for name in NAMES[:3]])  # fmt: skip
        draws.append(roc_auc_score(label[rows], score[rows], labels=NAMES[:3], multi_class="ovo"))
    value, low, high = found["hand_till"]
    assert value == multiclass_auc(label, score, NAMES[:3]).hand_till
    assert (low, high) == pytest.approx(np.quantile(draws, [0.025, 0.975]), abs=0.03)
    assert list(found) == ["macro", "weighted", "hand_till", *(f"{name} vs rest" for name in NAMES[:3])]
    for value, low, high in found.values():
        assert low < value < high
    assert multiclass_intervals(label, score, NAMES[:3], n_resamples=400, seed=1) == found


def test_clusters_are_drawn_whole():
    rng = np.random.default_rng(4)
    label, score = sample(rng, 60, 3)
    four = np.repeat(np.arange(60), 4)
    plain = multiclass_intervals(label, score, NAMES[:3], n_resamples=300, seed=1)["macro"]
    naive = multiclass_intervals(label[four], score[four], NAMES[:3], n_resamples=300, seed=1)["macro"]
    found = multiclass_intervals(label[four], score[four], NAMES[:3], n_resamples=300, seed=1, cluster=four)[
        "macro"
    ]
    assert naive[2] - naive[1] < 0.6 * (plain[2] - plain[1])
    assert found[2] - found[1] == pytest.approx(plain[2] - plain[1], rel=0.3)


def test_an_area_of_1_has_no_interval():
    found = multiclass_intervals(
        list("aabbcc"), np.repeat(np.eye(3), 2, axis=0), "abc", n_resamples=20, seed=1
    )
    for value, low, high in found.values():
        assert value == 1
        assert math.isnan(low)
        assert math.isnan(high)


@pytest.mark.parametrize(
    ("label", "score", "classes", "message"),
    [
        ("ab", np.eye(2), "a", "classes: found ('a',); expected at least two"),
        ("ab", np.eye(2), "aa", "classes: found ('a', 'a')"),
        ("abx", np.ones((3, 2)), "ab", "y_true: row 3: found 'x'; expected one of ('a', 'b')"),
        ("ab", np.ones((2, 3)), "abc", "y_true: found no row of class 'c'"),
        ("ab", np.ones((2, 3)), "ab", "y_score: found the shape (2, 3); expected (2, 2)"),
        ("ab", [[1, 2], [np.nan, 1]], "ab", "y_score: row 2: found nan; expected a finite number"),
        ("ab", [["x", "y"], ["z", "u"]], "ab", "y_score: found values of type <U1"),
        ("ab", [[0.5], [0.1, 0.2]], "ab", "y_score: found rows of unequal lengths"),
        ("ab", [[2**53 + 1, 0], [0, 1]], "ab", "y_score: found an integer beyond 2**53"),
        ("ab", np.ma.MaskedArray(np.eye(2), [[0, 0], [0, 1]]), "ab", "y_score: row 2: found nan"),
    ],
)
def test_bad_input_is_one_line(label, score, classes, message):
    with pytest.raises(InputError, match="found") as caught:
        multiclass_auc(list(label), score, list(classes))
    assert str(caught.value).startswith(message)


def test_a_number_of_samples_and_a_seed_are_needed():
    for named in ({"n_resamples": 1, "seed": 1}, {"seed": None}, {"seed": 1, "alpha": 1}):
        with pytest.raises(InputError):
            multiclass_intervals(list("ab"), np.eye(2), list("ab"), **named)
