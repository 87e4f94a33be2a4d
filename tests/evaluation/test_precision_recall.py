"""Precision and recall against scikit-learn, and where the confident points lie."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn.metrics import average_precision_score, precision_recall_curve

from rocrepro.errors import InputError
from rocrepro.evaluation import average_precision, confident_segment, roc_points
from rocrepro.evaluation.precision_recall import precision_recall_points


@st.composite
def rows(draw):
    n_pos, n_neg = draw(st.integers(1, 25)), draw(st.integers(1, 60))
    size = n_pos + n_neg
    return [1] * n_pos + [0] * n_neg, draw(st.lists(st.integers(0, 30), min_size=size, max_size=size))


@given(data=rows())
def test_agrees_with_scikit_learn(data):
    found = precision_recall_points(roc_points(*data))
    precision, recall, threshold = precision_recall_curve(*data)
    np.testing.assert_allclose(found.precision, precision[::-1])
    np.testing.assert_allclose(found.recall, recall[::-1])
    assert found.threshold[1:].tolist() == threshold[::-1].tolist()
    assert found.average_precision == pytest.approx(average_precision_score(*data))
    assert average_precision(roc_points(*data)) == found.average_precision
    assert found.prevalence == pytest.approx(found.precision[-1])


@given(data=rows(), test=st.sampled_from(["tango", "mcnemar_exact"]))
def test_confident_points_lie_about_the_diagonal(data, test):
    points = roc_points(*data)
    found = precision_recall_points(points, alpha=0.1, test=test)
    assert found.mask.tolist() == confident_segment(points, alpha=0.1, test=test).mask.tolist()
    some = points.tp > 0
    same = np.isclose(found.precision, found.recall)
    assert (same == (points.fn == points.fp))[some].all()
    assert found.mask[same & some].all()
    # Too few rows predicted positive is the side where precision is higher.
    assert ((found.precision > found.recall) == (points.fn > points.fp))[some & ~same].all()


def test_errors():
    with pytest.raises(InputError, match="alpha"):
        precision_recall_points(roc_points([1, 0], [1, 0]), alpha=2)
