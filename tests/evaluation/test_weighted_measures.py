"""Measures of weighted rows against scikit-learn and repeated rows, and their bootstrap samples."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sklearn import metrics

from rocrepro.errors import InputError
from rocrepro.evaluation import (
    bootstrap_curves,
    effective_rows,
    roc_auc,
    weighted_measures,
    weighted_resamples,
    weighted_roc_points,
)


def sample(seed, n=40, decimals=1):
    rng = np.random.default_rng(seed)
    label = np.append([0, 1], rng.random(n - 2) < 0.4).astype(int)
    score = np.clip(0.4 * label + 0.6 * rng.random(n), 0, 1).round(decimals)
    return label, score, rng.gamma(0.7, size=n) + 1e-3


@settings(max_examples=25, deadline=None)
@given(st.integers(0, 10**6), st.integers(4, 60), st.integers(1, 3), st.sampled_from([0.2, 0.5, 0.7]))
def test_measures_are_scikit_learns(seed, n, decimals, threshold):
    label, score, weight = sample(seed, n, decimals)
    found = weighted_measures(label, score, weight, threshold=threshold)
    named = {"sample_weight": weight}
    predicted = score >= threshold
    expected = {
        "auc": metrics.roc_auc_score(label, score, **named),
        "average_precision": metrics.average_precision_score(label, score, **named),
        "brier": metrics.brier_score_loss(label, score, **named),
        "sensitivity": metrics.recall_score(label, predicted, **named),
        "specificity": metrics.recall_score(label, predicted, pos_label=0, **named),
        "ppv": metrics.precision_score(label, predicted, zero_division=np.nan, **named),
        "npv": metrics.precision_score(label, predicted, pos_label=0, zero_division=np.nan, **named),
        "prevalence": np.average(label, weights=weight),
    }
    assert found == pytest.approx(expected, abs=1e-12, nan_ok=True)
    assert found["auc"] == pytest.approx(weighted_roc_points(label, score, weight).auc, abs=1e-12)


@settings(max_examples=25, deadline=None)
@given(st.integers(0, 10**6), st.integers(4, 40))
def test_whole_weights_are_repeated_rows(seed, n):
    label, score, _ = sample(seed, n)
    weight = np.append([1, 1], np.random.default_rng(seed).integers(0, 4, n - 2))
    found = weighted_measures(label, score, weight)
    repeated = np.repeat(label, weight), np.repeat(score, weight), np.ones(weight.sum())
    assert found == pytest.approx(weighted_measures(*repeated), abs=1e-12, nan_ok=True)
    one = weighted_measures(label, score, 1e-200 * weight)
    assert one == pytest.approx(found, abs=1e-12, nan_ok=True)


def test_a_row_without_weight_is_left_out():
    found = weighted_measures([1, 0, 1, 0], [0.9, 0.6, 7.0, 0.1], [1, 0.5, 0, 0.25])
    assert found == weighted_measures([1, 0, 0], [0.9, 0.6, 0.1], [1, 0.5, 0.25])
    assert math.isfinite(found["brier"])
    y, score, weight = np.array([1, 0, 1, 0]), np.array([0.9, 0.6, 7, 0.1]), np.array([1, 0.5, 0, 1])
    how = {"n_resamples": 20, "seed": 1}
    for cluster in (None, np.array(["a", "b", "c", "b"])):
        drawn = []
        for kept in (slice(None), weight > 0):
            of = None if cluster is None else cluster[kept]
            found = weighted_resamples(y[kept], {"a": score[kept]}, weight[kept], cluster=of, **how)
            drawn.append(found["a"]["auc"])
        np.testing.assert_array_equal(*drawn)


def test_what_is_undefined_is_nan():
    found = weighted_measures([1, 0, 1, 0], [9, 6, 4, 1], [1, 1, 1, 1], threshold=10)
    assert math.isnan(found["brier"])
    assert math.isnan(found["ppv"])
    assert found["npv"] == 0.5
    assert math.isnan(weighted_measures([1, 0], [2, 1], [1, 1], threshold=0)["npv"])


def test_rows_of_one_weight_have_the_samples_of_unweighted_ones():
    label, score, _ = sample(3, 60)
    drawn = weighted_resamples(label, {"a": score}, np.full(60, 7.0), n_resamples=50, seed=2)["a"]["auc"]
    curves = bootstrap_curves(label, {"a": score}, n_resamples=50, seed=2)
    assert drawn == pytest.approx([roc_auc(curve["a"]) for curve in curves])


def test_samples_are_those_of_rows_drawn_with_their_weights():
    label, score, weight = sample(4, 200, decimals=3)
    drawn = weighted_resamples(label, {"a": score, "b": -score}, weight, n_resamples=300, seed=1)
    rng, own = np.random.default_rng(5), []
    for _ in range(300):
        rows = rng.choice(len(label), len(label))
        own.append(weighted_measures(label[rows], score[rows], weight[rows]))
    for name in ("auc", "average_precision", "brier", "sensitivity", "ppv"):
        expected = np.std([one[name] for one in own])
        assert drawn["a"][name].std() == pytest.approx(expected, rel=0.2), name
    np.testing.assert_allclose(drawn["a"]["auc"] + drawn["b"]["auc"], 1, atol=1e-12)  # paired


def test_clusters_are_drawn_whole():
    label, score, weight = sample(6, 80, decimals=3)
    four = np.repeat(np.arange(80), 4)
    spread = {}
    for name, cluster in (("rows", None), ("clusters", four)):
        drawn = weighted_resamples(label[four], {"a": score[four]}, weight[four], n_resamples=200, seed=1,
                                   cluster=cluster)  # fmt: skip
        spread[name] = drawn["a"]["auc"].std()
    assert spread["clusters"] > 1.5 * spread["rows"]


def test_effective_rows():
    assert effective_rows([3, 3, 3]) == 3
    assert effective_rows([1, 0, 0]) == 1
    assert effective_rows([1e200, 1e200]) == 2
    for weight in ([], [0, 0], [-1, 2], [np.nan, 1]):
        with pytest.raises(InputError):
            effective_rows(weight)


@pytest.mark.parametrize(
    ("named", "message"),
    [
        ({"n_resamples": 0, "seed": 1}, "n_resamples: found 0"),
        ({"seed": None}, "seed: found None"),
        ({"seed": 1, "thresholds": math.nan}, "threshold: found nan"),
        ({"seed": 1, "cluster": [1, 1]}, "cluster: found 1 cluster"),
    ],
)
def test_bad_numbers_are_one_line(named, message):
    with pytest.raises(InputError, match="found") as caught:
        weighted_resamples([1, 0], {"a": [2, 1]}, [1, 1], **named)
    assert str(caught.value).startswith(message)
    with pytest.raises(InputError, match="scores: found no model"):
        weighted_resamples([1, 0], {}, [1, 1], seed=1)
