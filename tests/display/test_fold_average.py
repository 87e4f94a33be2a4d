"""The mean curve of folds: from predictions and from scikit-learn's cross-validation."""

import numpy as np
import pytest
from sklearn.metrics import roc_auc_score
from sklearn.model_selection import cross_validate
from sklearn.naive_bayes import GaussianNB

from rocrepro.display import FoldAverageDisplay
from rocrepro.errors import InputError
from rocrepro.evaluation import fold_average, roc_points


def legend(made):
    return [text.get_text() for text in made.ax_.get_legend().get_texts()]


def test_cross_validation_has_the_areas_of_scikit_learn(data):
    X, y = data
    results = cross_validate(GaussianNB(), X, y, cv=5, return_estimator=True, return_indices=True)
    made = FoldAverageDisplay.from_cv_results(results, X, y, plot_chance_level=True)
    areas = [
        roc_auc_score(y[test], estimator.predict_proba(X[test])[:, 1])
        for estimator, test in zip(results["estimator"], results["indices"]["test"], strict=True)
    ]
    np.testing.assert_allclose(made.average.areas, areas)
    np.testing.assert_array_equal(made.line_.get_ydata(), made.average.tpr)
    assert len(made.fold_lines_) == 5
    words = f"mean of 5 folds, AUC {np.mean(areas):.3f} ± {np.std(areas):.3f}"
    assert f"GaussianNB ({words})" in legend(made)
    assert "mean ± 1 sd of the folds" in legend(made)
    assert made.chance_level_ is not None


def test_folds_may_have_names_and_one_class():
    y, score = np.tile([0, 0, 1, 1], 3), np.arange(12) % 5
    fold = np.repeat(["a", "b", "c"], 4)
    y[8:] = 0
    made = FoldAverageDisplay.from_predictions(y, score, fold=fold, color="#0072B2")
    own = fold_average([roc_points(y[fold == k], score[fold == k]) for k in "ab"])
    np.testing.assert_array_equal(made.average.tpr, own.tpr)
    assert made.line_.get_color() == "#0072B2"


def test_a_fitted_classifier_takes_folds_too(data, fitted):
    X, y = data
    fold = np.arange(len(y)) % 3
    made = FoldAverageDisplay.from_estimator(fitted, X, y, fold=fold)
    score = fitted.predict_proba(X)[:, 1]
    np.testing.assert_allclose(
        made.average.areas, [roc_auc_score(y[fold == k], score[fold == k]) for k in range(3)]
    )


@pytest.mark.parametrize(
    ("fold", "message"),
    [
        (None, "fold: found 0 folds for 4 rows"),
        ([1, 2], "fold: found 2 folds for 4 rows; expected as many"),
        ([1, 1, 2, 2], "curves: found none; expected at least one fold with both classes"),
    ],
)
def test_folds_that_make_no_curve_are_refused(fold, message):
    with pytest.raises(InputError, match=message):
        FoldAverageDisplay.from_predictions([0, 0, 1, 1], [1, 2, 3, 4], fold=fold)


def test_folds_that_agree_have_no_band():
    made = FoldAverageDisplay.from_predictions([0, 1, 0, 1], [1, 2, 3, 4], fold=[0, 0, 1, 1])
    assert legend(made) == ["mean of 2 folds, AUC 1.000 in each"]
    assert not made.ax_.collections
