"""Curves of bootstrap samples, held against the curves of the drawn rows themselves."""

from __future__ import annotations

import doctest
from itertools import product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rocrepro.errors import InputError
from rocrepro.evaluation import bootstrap, paired_resamples, roc_auc, roc_points
from rocrepro.evaluation.bootstrap import bootstrap_curves
from rocrepro.evaluation.resample import percentiles
from tests.evaluation.test_resample import drawn_rows, made_up


def same_curve(found, expected):
    for name in ("threshold", "tp", "fp"):
        np.testing.assert_array_equal(getattr(found, name), getattr(expected, name))
    assert (found.n_pos, found.n_neg) == (expected.n_pos, expected.n_neg)


@settings(max_examples=50, deadline=None)
@given(
    n_pos=st.integers(1, 25),
    n_neg=st.integers(1, 40),
    digits=st.sampled_from([0, 1, 6]),
    seed=st.integers(0, 2**32),
)
def test_stratified_curves_are_those_of_the_drawn_rows(n_pos, n_neg, digits, seed):
    y, scores = made_up(n_pos, n_neg, digits, seed)
    found = list(bootstrap_curves(y, scores, n_resamples=4, seed=seed, stratified=True))
    assert len(found) == 4
    for curves, rows in zip(found, drawn_rows(y, 4, seed), strict=True):
        for model, score in scores.items():
            same_curve(curves[model], roc_points(y[rows], score[rows]))


def test_stratified_rows_are_those_of_paired_resamples():
    y, scores = made_up(30, 50, 1)
    curves = bootstrap_curves(y, scores, n_resamples=40, seed=5, stratified=True)
    areas = [{name: roc_auc(curve) for name, curve in found.items()} for found in curves]
    measures = paired_resamples(y, scores, n_resamples=40, seed=5)
    for name in scores:
        assert [area[name] for area in areas] == measures[name]["auc"].tolist()


@settings(max_examples=50, deadline=None)
@given(
    n_clusters=st.integers(2, 12),
    size=st.integers(1, 4),
    kind=st.sampled_from([int, str, float]),
    seed=st.integers(0, 2**32),
)
def test_clusters_are_drawn_whole(n_clusters, size, kind, seed):
    rng = np.random.default_rng(seed)
    cluster = rng.permutation(np.repeat(np.arange(n_clusters), size))
    y = rng.integers(0, 2, len(cluster))
    y[:2] = 0, 1
    score = np.round(rng.normal(y, 1), 1)
    found = bootstrap_curves(y, {"m": score}, n_resamples=6, seed=seed, cluster=cluster.astype(kind))
    curves = list(found)
    labels = np.unique(cluster.astype(kind))
    draws = np.random.default_rng(seed).spawn(2)[0].integers(n_clusters, size=(6, n_clusters))
    expected = []
    for drawn in draws:
        rows = np.concatenate([np.flatnonzero(cluster.astype(kind) == labels[code]) for code in drawn])
        if len(np.unique(y[rows])) == 2:
            expected.append(roc_points(y[rows], score[rows]))
    assert found.n_skipped == 6 - len(expected)
    for curve, one in zip(curves, expected, strict=True):
        same_curve(curve["m"], one)


def test_samples_of_one_class_are_left_out_and_counted():
    y, score, cluster = [1, 1, 0, 0], [0.9, 0.8, 0.3, 0.1], ["a", "a", "b", "b"]
    found = bootstrap_curves(y, {"m": score}, n_resamples=400, seed=1, cluster=cluster)
    curves = list(found)
    assert len(curves) + found.n_skipped == 400
    assert found.n_skipped == pytest.approx(200, abs=40)  # two of the four draws of two clusters
    assert next(found, None) is None


def test_all_rows_are_clusters_of_one_row():
    y, scores = made_up(8, 15, 3)
    rows = bootstrap_curves(y, scores, n_resamples=20, seed=1)
    alone = bootstrap_curves(y, scores, n_resamples=20, seed=1, cluster=np.arange(23))
    for found, expected in zip(rows, alone, strict=True):
        for name, curve in expected.items():
            same_curve(found[name], curve)


def test_the_class_mix_scatters_as_in_a_sample_of_a_population():
    y, scores = made_up(60, 140, 3)
    spread = {}
    for stratified in (False, True):
        drawn = bootstrap_curves(y, scores, n_resamples=800, seed=1, stratified=stratified)
        curves = [found["good"] for found in drawn]
        spread[stratified] = [
            np.std([of(curve) for curve in curves]) for of in (lambda curve: curve.n_pos, roc_auc)
        ]
    assert spread[False][0] == pytest.approx((200 * 0.3 * 0.7) ** 0.5, rel=0.1)
    assert spread[True][0] == 0
    assert spread[False][1] == pytest.approx(spread[True][1], rel=0.12)  # an area is within the classes


def test_clusters_of_equal_rows_scatter_as_the_clusters_do():
    # Each row four times: such a sample says no more than its distinct rows.
    y, scores = made_up(40, 60, 3)
    score = scores["good"]
    one = [roc_auc(found["m"]) for found in bootstrap_curves(y, {"m": score}, n_resamples=800, seed=1)]
    four = bootstrap_curves(
        np.tile(y, 4), {"m": np.tile(score, 4)}, n_resamples=800, seed=1, cluster=np.tile(np.arange(100), 4)
    )
    assert np.std([roc_auc(found["m"]) for found in four]) == pytest.approx(np.std(one), rel=0.15)


def test_blocks_and_more_samples_change_no_number(monkeypatch):
    y, scores = made_up(20, 41, 2)
    for how in ({}, {"stratified": True}, {"cluster": np.arange(61) // 3}):

        def areas(n_resamples, of=scores, how=how):
            curves = bootstrap_curves(y, of, n_resamples=n_resamples, seed=1, **how)
            return [roc_auc(found["good"]) for found in curves]

        whole = areas(25)
        assert areas(10) == whole[:10]
        assert areas(25, {"good": scores["good"]}) == whole
        for cells in (1, 61 * 7):
            monkeypatch.setattr(bootstrap, "_BLOCK_CELLS", cells)
            assert areas(25) == whole
        monkeypatch.undo()


def test_every_sample_of_two_rows_a_class_by_its_chance():
    y, score = np.array([1, 1, 0, 0]), np.array([4.0, 2.0, 3.0, 1.0])
    drawn = bootstrap_curves(y, {"m": score}, n_resamples=4000, seed=2, stratified=True)
    seen = [roc_auc(found["m"]) for found in drawn]
    expected = [
        np.mean([(p > n) for p in pos for n in neg])
        for pos in product([4.0, 2.0], repeat=2)
        for neg in product([3.0, 1.0], repeat=2)
    ]
    for value in set(expected):
        assert np.mean(np.isclose(seen, value)) == pytest.approx(expected.count(value) / 16, abs=0.03)
    assert percentiles(np.array(seen), 0.5)[2] == 0


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"n_resamples": 0}, "n_resamples: found 0; expected a whole number of at least 1"),
        ({"n_resamples": 1.5}, "n_resamples: found 1.5"),
        ({"n_resamples": np.nan}, "n_resamples: found nan"),
        ({"n_resamples": np.inf}, "n_resamples: found inf"),
        ({"n_resamples": "3"}, "n_resamples: found 3"),
        ({"n_resamples": None}, "n_resamples: found None"),
        ({"seed": -1}, "seed: found -1"),
        ({"scores": {}}, "scores: found no model"),
        ({"cluster": [1, 2]}, "cluster: found 2 labels for 4 rows; expected one label per row"),
        ({"cluster": [1, 1, 1, 1]}, "cluster: found 1 cluster; expected at least two"),
        ({"cluster": [1.0, np.nan, 2.0, 2.0]}, "cluster: row 2: found nan; expected what the row belongs to"),
        ({"cluster": np.array(["a", 1, "b", 2], dtype=object)}, "cluster: found labels of mixed types"),
        ({"cluster": [1, 1, 2, 2], "stratified": True}, "stratified: found True with clusters"),
        ({"y_true": [1, 1, 1, 1]}, "y_true: found 1 classes"),
    ],
)
def test_bad_input(change, words):
    given = {"y_true": [1, 0, 1, 0], "scores": {"m": [1, 2, 3, 4]}, "n_resamples": 3, "seed": 1} | change
    with pytest.raises(InputError, match=words):
        bootstrap_curves(given.pop("y_true"), given.pop("scores"), **given)


def test_examples():
    assert doctest.testmod(bootstrap).failed == 0
