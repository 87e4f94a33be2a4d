"""Points of the curves, against the library and plain counting."""

import numpy as np
import pytest
from sklearn.metrics import precision_score

from rocrepro.evaluation import chi_square, roc_points, tango_interval
from rocrepro.study import KINDS
from tests.study.conftest import of_model


def test_the_points_carry_tangos_limits(study):
    points = study.models[0].curve
    frame = of_model(study.get(KINDS["points"]), ("sklearn", "tree"))
    lower, upper = tango_interval(points.fn, points.fp, points.n)
    np.testing.assert_array_equal(frame["lower"], lower)
    np.testing.assert_array_equal(frame["upper"], upper)
    holds = (frame["lower"] <= 0) & (frame["upper"] >= 0)
    np.testing.assert_array_equal(frame["confident"], holds)
    assert 0 < holds.sum() < len(frame)


def test_each_point_is_counted_on_the_rows(indexed, by_model):
    for model, (label, score) in by_model.items():
        for row in indexed("points").loc[model].itertuples():
            predicted = score >= row.threshold
            assert (row.tp, row.fn) == ((predicted & (label == 1)).sum(), (~predicted & (label == 1)).sum())
            assert (row.fp, row.tn) == ((predicted & (label == 0)).sum(), (~predicted & (label == 0)).sum())
            assert (row.fpr, row.tpr) == (row.fp / (label == 0).sum(), row.tp / (label == 1).sum())
            assert row.difference == (row.fn - row.fp) / len(label)
            assert row.chi_square == chi_square(row.fpr, row.tpr, row.tp + row.fn, row.fp + row.tn)
            if predicted.any():
                assert row.precision == pytest.approx(precision_score(label, predicted))


def test_curves_have_the_points_of_every_seed(study, scores):
    frame = study.get(KINDS["curves"])
    for (engine, learner, seed), part in frame.groupby(["engine", "learner", "seed"]):
        own = scores[engine, learner]
        own = own[own["seed"] == seed]
        points = roc_points(own["label"], own["score"])
        for name in ("threshold", "tp", "fn", "fp", "tn"):
            np.testing.assert_array_equal(part[name], getattr(points, name))
    shown, points = frame[frame["seed"] == 1].reset_index(drop=True), study.get(KINDS["points"])
    np.testing.assert_array_equal(shown["confident"], points["confident"])
    assert len(frame) > len(shown) == len(points)
