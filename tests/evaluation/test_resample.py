"""Paired resamples, held against resampling the rows themselves."""

from __future__ import annotations

import doctest

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sklearn.metrics import roc_auc_score

from rocrepro.errors import InputError
from rocrepro.evaluation import bootstrap, confident_segment, delong_interval, resample, roc_auc, roc_points
from rocrepro.evaluation.bootstrap import resampled_rows
from rocrepro.evaluation.confidence import TESTS
from rocrepro.evaluation.resample import MEASURES, curve_measures, paired_resamples


def made_up(n_pos, n_neg, digits, seed=0):
    rng = np.random.default_rng(seed)
    y = np.r_[np.ones(n_pos, int), np.zeros(n_neg, int)]
    rng.shuffle(y)
    return y, {"good": np.round(rng.normal(y, 0.6), digits), "poor": np.round(rng.normal(y / 3, 1), digits)}


def spread(values):
    return float(values.max() - values.min()) if len(values) else np.nan


def drawn_rows(y, n_resamples, seed):
    """Rows of each resample, drawn as the documentation says: by class, each class from its own stream."""
    streams = np.random.default_rng(seed).spawn(2)
    parts = []
    for label, stream in zip((1, 0), streams, strict=True):
        rows = np.flatnonzero(y == label)
        parts.append(rows[stream.integers(len(rows), size=(n_resamples, len(rows)))])
    return np.hstack(parts)


@settings(max_examples=60, deadline=None)
@given(
    n_pos=st.integers(1, 30),
    n_neg=st.integers(1, 60),
    digits=st.sampled_from([0, 1, 6]),
    test=st.sampled_from(TESTS),
    alpha=st.sampled_from([0.01, 0.05, 0.3]),
    seed=st.integers(0, 2**32),
)
def test_equals_resampling_the_rows_themselves(n_pos, n_neg, digits, test, alpha, seed):
    y, scores = made_up(n_pos, n_neg, digits, seed)
    found = paired_resamples(y, scores, n_resamples=4, seed=seed, alpha=alpha, test=test)
    for number, rows in enumerate(drawn_rows(y, 4, seed)):
        for model, score in scores.items():
            curve = roc_points(y[rows], score[rows])
            segment = confident_segment(curve, alpha=alpha, test=test)
            expected = {
                "auc": roc_auc(curve),
                "n_points": len(np.unique(score[rows])) + 1,
                "n_confident": segment.n_confident,
                "share_confident": segment.n_confident / len(curve),
                "aved": segment.aved,
                "aved_abs": segment.aved_abs,
                "cauc_vertical": segment.cauc("vertical"),
                "cauc_horizontal": segment.cauc("horizontal"),
                "cauc_union": segment.cauc("union"),
                "cauc_concordant": segment.cauc("concordant"),
                "threshold_range": spread(segment.thresholds[np.isfinite(segment.thresholds)]),
                "difference_range": spread(curve.difference[segment.mask]),
            }
            assert list(found[model]) == list(MEASURES)
            np.testing.assert_equal({name: of[number] for name, of in found[model].items()}, expected)


def test_areas_are_those_of_scikit_learn():
    y, scores = made_up(25, 80, 1)
    found = paired_resamples(y, scores, n_resamples=30, seed=7)
    for number, rows in enumerate(drawn_rows(y, 30, 7)):
        for model, score in scores.items():
            assert found[model]["auc"][number] == pytest.approx(
                roc_auc_score(y[rows], score[rows]), abs=1e-12
            )


def test_classes_keep_their_sizes_and_every_row_its_chance():
    positive = np.r_[np.ones(12, bool), np.zeros(50, bool)]
    counts = np.vstack(list(resampled_rows(positive, 4000, np.random.default_rng(3).spawn(2))))
    assert counts.shape == (4000, 62)
    assert (counts[:, positive].sum(axis=1) == 12).all()
    assert (counts[:, ~positive].sum(axis=1) == 50).all()
    # Binomial(n, 1/n): mean 1, variance 1 - 1/n.
    np.testing.assert_allclose(counts.mean(axis=0), 1, atol=5 / np.sqrt(4000))
    assert counts[:, positive].var() == pytest.approx(1 - 1 / 12, rel=0.03)
    assert counts[:, ~positive].var() == pytest.approx(1 - 1 / 50, rel=0.03)


def test_spread_of_the_area_is_that_of_delong():
    y, scores = made_up(150, 300, 4)
    spread = paired_resamples(y, scores, n_resamples=800, seed=1)["good"]["auc"].std()
    auc, low, _ = delong_interval(y, scores["good"])
    assert spread == pytest.approx((auc - low) / 1.959964, rel=0.12)


def test_models_are_paired():
    y, scores = made_up(20, 40, 2)
    scores["same order"] = np.exp(scores["good"])
    found = paired_resamples(y, scores, n_resamples=20, seed=1)
    for name in set(MEASURES) - {"threshold_range"}:  # the one measure that heeds the scores themselves
        np.testing.assert_equal(found["same order"][name], found["good"][name])
    assert (found["poor"]["auc"] != found["good"]["auc"]).any()


def test_no_number_depends_on_other_models_on_the_number_of_resamples_or_on_blocks(monkeypatch):
    y, scores = made_up(20, 41, 2)
    whole = paired_resamples(y, scores, n_resamples=25, seed=1)
    np.testing.assert_equal(
        paired_resamples(y, {"poor": scores["poor"]}, n_resamples=25, seed=1)["poor"], whole["poor"]
    )
    fewer = paired_resamples(y, scores, n_resamples=10, seed=1)
    np.testing.assert_equal(fewer["good"]["auc"], whole["good"]["auc"][:10])
    assert (paired_resamples(y, scores, n_resamples=25, seed=2)["good"]["auc"] != whole["good"]["auc"]).any()
    for cells in (1, 61 * 7):
        monkeypatch.setattr(bootstrap, "_BLOCK_CELLS", cells)
        np.testing.assert_equal(paired_resamples(y, scores, n_resamples=25, seed=1), whole)


def test_labels_of_any_kind():
    y, scores = made_up(9, 12, 1)
    names = np.where(y == 1, "ill", "well")
    np.testing.assert_equal(
        paired_resamples(names, scores, n_resamples=5, seed=1, pos_label="ill"),
        paired_resamples(y, scores, n_resamples=5, seed=1),
    )


def test_a_curve_without_confident_points_has_no_aved():
    curve = roc_points([1] * 40 + [0] * 40, [0] * 80)
    found = curve_measures(confident_segment(curve, alpha=0.5))
    assert (found["n_points"], found["n_confident"], found["share_confident"]) == (2, 0, 0)
    assert np.isnan([found["aved"], found["aved_abs"]]).all()
    assert found["cauc_union"] == 0


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"n_resamples": 0}, "n_resamples: found 0"),
        ({"n_resamples": 1.5}, "n_resamples: found 1.5"),
        ({"seed": None}, "seed: found None"),
        ({"alpha": 1}, "alpha"),
        ({"test": "guess"}, "test: found 'guess'"),
        ({"scores": {"a": [1.0]}}, "y_score: found 1 scores for 3 labels"),
    ],
)
def test_errors(change, message):
    parameters = {"scores": {"a": [1.0, 2.0, 3.0]}, "n_resamples": 2, "seed": 1} | change
    with pytest.raises(InputError, match=message):
        paired_resamples([1, 0, 1], **parameters)


def test_no_models_give_nothing():
    assert paired_resamples([1, 0], {}, seed=1) == {}


def test_example():
    assert doctest.testmod(resample).failed == 0
