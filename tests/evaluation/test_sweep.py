"""The sweep against the chapter's own loop, against the exact curve, and the exact curve against R's ROCR."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rocrepro.errors import InputError
from rocrepro.evaluation import roc_auc, roc_points, sweep
from tests.evaluation import in_r

SCORES = st.one_of(
    st.integers(0, 100).map(lambda k: k / 100),
    st.integers(0, 10).map(lambda k: k / 10),
    st.floats(0, 1),
    st.sampled_from([0.0, 1.0, 1e-300, 0.35, np.nextafter(0.35, 0), np.nextafter(0.35, 1)]),
)
ROWS = st.lists(st.tuples(st.integers(0, 1), SCORES), min_size=2, max_size=30).filter(
    lambda rows: len({label for label, _ in rows}) == 2
)


def draw_roc(label, score):
    """Function Draw-ROC of the chapter, in exact arithmetic: 0.35 stands for the double nearest to it."""
    points = []
    for step in range(100, -1, -1):
        threshold = Fraction(float(Fraction(step, 100)))
        fp = tp = 0
        for positive, p in zip(label, score, strict=True):
            if Fraction(p) >= threshold:
                if positive:
                    tp += 1
                else:
                    fp += 1
        points.append((tp, fp))
    return points


@settings(max_examples=300)
@given(rows=ROWS)
def test_the_sweep_is_the_chapters_loop(rows):
    label, score = zip(*rows, strict=True)
    found = sweep(roc_points(label, score))
    assert list(zip(found.tp.tolist(), found.fp.tolist(), strict=True)) == draw_roc(label, score)


def test_the_sweep_is_the_exact_curve_restricted_to_its_thresholds():
    rng = np.random.default_rng(8)
    for _ in range(1000):
        n = int(rng.integers(2, 60))
        label = rng.permutation(np.arange(n) % 2)
        score = rng.random(n) ** rng.integers(1, 9)
        score = np.round(score, 2) if rng.random() < 0.5 else score
        points = roc_points(label, score)
        found = sweep(points)
        for name in ("tp", "fp"):
            np.testing.assert_array_equal(getattr(found, name), getattr(points, name)[found.index])
        # The point of the exact curve with the lowest threshold that is not below the sweep's.
        expected = [int(np.flatnonzero(points.threshold >= t).max()) for t in found.threshold]
        np.testing.assert_array_equal(found.index, expected)
        met = {(tp, fp) for tp, fp in zip(found.tp.tolist(), found.fp.tolist(), strict=True)}
        kept = [pair in met for pair in zip(points.tp.tolist(), points.fp.tolist(), strict=True)]
        np.testing.assert_array_equal(found.lost, ~np.array(kept))
        np.testing.assert_allclose(found.tpr, found.tp / label.sum())
        np.testing.assert_allclose(found.fpr, found.fp / (n - label.sum()))


def test_nothing_is_lost_of_scores_in_hundredths_but_the_first_point():
    label, score = [1, 0, 1, 0, 1], [1.0, 0.35, 0.35, 0.07, 0.0]
    points = roc_points(label, score)
    found = sweep(points)
    # At threshold 1 the row with score 1 is in already: the sweep has no point (0, 0).
    assert np.flatnonzero(found.lost).tolist() == [0]
    assert found.auc == roc_auc(points)
    assert (found.threshold[0], found.threshold[65], found.threshold[-1]) == (1.0, 0.35, 0.0)
    assert found.threshold.shape == found.tp.shape == (101,)


def test_crowded_scores_lose_points_and_area():
    rng = np.random.default_rng(1)
    label = np.repeat([1, 0], 200)
    score = 1 / (1 + np.exp(-40 * (rng.normal(size=400) + label)))
    points = roc_points(label, score)
    found = sweep(points)
    assert found.lost.sum() > len(points) / 2
    assert found.auc < roc_auc(points) - 0.01
    finer = sweep(points, steps=100_000)
    assert finer.lost.sum() < found.lost.sum()


@pytest.mark.parametrize(
    ("low", "high", "good"), [(0, 1, True), (-1e-17, 1 + 1e-15, True), (-0.1, 1, False), (0, 1.1, False)]
)
def test_scores_must_be_shares_but_for_rounding(low, high, good):
    points = roc_points([0, 1, 1], [low, 0.5, high])
    if good:
        assert sweep(points).tp[0] == 1
    else:
        with pytest.raises(InputError, match="expected scores from 0 to 1"):
            sweep(points)


def test_bad_steps_are_named():
    with pytest.raises(InputError, match="steps: found 0"):
        sweep(roc_points([0, 1], [0, 1]), steps=0)


ROCR = """
rows <- read.csv(arguments[1])
curve <- performance(prediction(rows$score, rows$label), "tpr", "fpr")
write.csv(data.frame(threshold = curve@alpha.values[[1]], fpr = curve@x.values[[1]],
                     tpr = curve@y.values[[1]]), arguments[2], row.names = FALSE)
"""


def test_rocr_gives_the_same_points(tmp_path):
    """The chapter drew its curves with ROCR."""
    rng = np.random.default_rng(2)
    label = np.arange(500) % 2
    # Whole thousandths, which R reads as the same doubles and ROCR keeps apart.
    score = np.round(np.clip(rng.normal(0.4 + 0.2 * label, 0.2), 0, 1), 3)
    pd.DataFrame({"label": label, "score": score}).to_csv(tmp_path / "in.csv", index=False)
    in_r.run(tmp_path, "ROCR", ROCR, tmp_path / "in.csv", tmp_path / "out.csv")
    theirs = pd.read_csv(tmp_path / "out.csv")
    points = roc_points(label, score)
    np.testing.assert_allclose(theirs["threshold"], points.threshold, rtol=1e-13)
    np.testing.assert_allclose(theirs["tpr"], points.tpr, rtol=1e-13)
    np.testing.assert_allclose(theirs["fpr"], points.fpr, rtol=1e-13)
    found = sweep(points)
    drawn = theirs.iloc[found.index]
    np.testing.assert_allclose(drawn["tpr"], found.tpr, rtol=1e-13)
    np.testing.assert_allclose(drawn["fpr"], found.fpr, rtol=1e-13)


def test_scores_that_rounding_took_out_of_the_square_are_swept():
    found = sweep(roc_points([1, 0, 1, 0], [1 + 0.9e-9, -0.9e-9, 1, 0]))
    assert (found.tp[-1], found.fp[-1], found.auc) == (2, 2, 1.0)


@pytest.mark.parametrize(("score", "bad"), [([1.0, -0.5], "-0.5"), ([1.5, 0.0], "1.5"), ([1.5, -0.5], "1.5")])
def test_the_score_that_is_outside_is_the_one_that_is_named(score, bad):
    with pytest.raises(InputError, match=rf"y_score: found {bad}; expected scores from 0 to 1"):
        sweep(roc_points([1, 0], score))
