"""The average over folds against scikit-learn's example, rerun here."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from rocrepro.errors import InputError
from rocrepro.evaluation import fold_average, roc_auc, roc_points


def test_it_is_scikit_learns_example():
    """plot_roc_crossval.py of scikit-learn, its lines without the drawing."""
    from sklearn import svm
    from sklearn.datasets import load_iris
    from sklearn.metrics import auc, roc_auc_score, roc_curve
    from sklearn.model_selection import StratifiedKFold

    iris = load_iris()
    X, y = iris.data[iris.target != 2], iris.target[iris.target != 2]
    random_state = np.random.RandomState(0)
    X = np.concatenate([X, random_state.randn(X.shape[0], 200 * X.shape[1])], axis=1)
    classifier = svm.SVC(kernel="linear", random_state=random_state)
    mean_fpr = np.linspace(0, 1, 100)
    tprs, aucs, curves = [], [], []
    for train, test in StratifiedKFold(n_splits=6).split(X, y):
        classifier.fit(X[train], y[train])
        score = classifier.decision_function(X[test])
        fpr, tpr, _ = roc_curve(y[test], score)
        interp_tpr = np.interp(mean_fpr, fpr, tpr)
        interp_tpr[0] = 0.0
        tprs.append(interp_tpr)
        aucs.append(roc_auc_score(y[test], score))
        curves.append(roc_points(y[test], score))
    mean_tpr = np.mean(tprs, axis=0)
    mean_tpr[-1] = 1.0
    std_tpr = np.std(tprs, axis=0)

    found = fold_average(curves)
    np.testing.assert_array_equal(found.fpr, mean_fpr)
    np.testing.assert_allclose(found.tpr, mean_tpr, rtol=0, atol=1e-12)
    np.testing.assert_allclose(found.sd, std_tpr, rtol=0, atol=1e-12)
    np.testing.assert_allclose(found.upper, np.minimum(mean_tpr + std_tpr, 1), rtol=0, atol=1e-12)
    np.testing.assert_allclose(found.lower, np.maximum(mean_tpr - std_tpr, 0), rtol=0, atol=1e-12)
    np.testing.assert_allclose(found.areas, aucs, rtol=1e-12)
    assert found.auc == pytest.approx(auc(mean_fpr, mean_tpr), rel=1e-12)
    assert found.sd_auc == pytest.approx(np.std(aucs), rel=1e-12)


@given(st.integers(0, 300), st.integers(1, 6))
def test_properties(seed, n_folds):
    rng = np.random.default_rng(seed)
    curves = []
    for _ in range(n_folds):
        label = np.repeat([1, 0], rng.integers(1, 9, 2))
        curves.append(roc_points(label, rng.integers(0, 5, len(label)) + label))
    found = fold_average(curves)
    assert (np.diff(found.tpr) >= 0).all()
    assert ((found.lower <= found.tpr) & (found.tpr <= found.upper)).all()
    assert found.mean_auc == pytest.approx(np.mean([roc_auc(curve) for curve in curves]))
    # The area below the averaged heights is the mean area, up to a step of the grid.
    assert found.auc == pytest.approx(found.mean_auc, abs=0.011)
    again = fold_average(curves[::-1])
    np.testing.assert_allclose(again.tpr, found.tpr)


def test_one_fold_has_no_spread_and_none_has_nothing():
    curve = roc_points([0, 1, 0, 1], [1, 2, 3, 4])
    found = fold_average([curve], grid=[0, 0.5, 1])
    assert found.mean_auc == 0.75
    assert math.isnan(found.sd_auc)
    assert found.tpr.tolist() == [0, 1, 1]
    with pytest.raises(InputError, match="curves: found none"):
        fold_average([])
    with pytest.raises(InputError, match="grid: found"):
        fold_average([curve], grid=[0.5, 0.2])
