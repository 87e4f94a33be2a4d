"""The mean curve of folds: from predictions and from scikit-learn's cross-validation."""

import numpy as np
import pytest
from sklearn.metrics import RocCurveDisplay, auc, roc_auc_score
from sklearn.model_selection import RepeatedStratifiedKFold, StratifiedKFold, cross_validate
from sklearn.naive_bayes import GaussianNB

from rocrepro.display import FoldAverageDisplay, FoldWithoutCurveWarning
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
    with pytest.warns(FoldWithoutCurveWarning, match="1 of 3 folds have one class and no ROC curve"):
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
        ([1, 2], "fold: found 2 folds for 4 rows; expected one fold per row"),
        ([1, 1, None, 2], "fold: row 3: found None; expected the fold of the row"),
    ],
)
def test_folds_that_make_no_curve_are_refused(fold, message):
    with pytest.raises(InputError, match=message):
        FoldAverageDisplay.from_predictions([0, 0, 1, 1], [1, 2, 3, 4], fold=fold)


def test_folds_of_one_class_each_have_no_average():
    with pytest.warns(FoldWithoutCurveWarning), pytest.raises(InputError, match="curves: found none"):
        FoldAverageDisplay.from_predictions([0, 0, 1, 1], [1, 2, 3, 4], fold=[1, 1, 2, 2])


def test_folds_that_agree_have_no_band():
    made = FoldAverageDisplay.from_predictions([0, 1, 0, 1], [1, 2, 3, 4], fold=[0, 0, 1, 1])
    assert legend(made) == ["mean of 2 folds, AUC 1.000 in each"]
    assert not made.ax_.collections


def test_the_average_of_folds_is_that_of_scikit_learns_gallery(data):
    X, y = data
    splits = StratifiedKFold(n_splits=6)
    results = cross_validate(GaussianNB(), X, y, cv=splits, return_estimator=True, return_indices=True)
    made = FoldAverageDisplay.from_cv_results(results, X, y, plot_chance_level=True)
    # The lines of the example "Receiver Operating Characteristic (ROC) with cross validation".
    tprs, aucs, mean_fpr = [], [], np.linspace(0, 1, 100)
    theirs = RocCurveDisplay.from_cv_results(results, X, y, drop_intermediate=False)
    for line, fold in zip(theirs.line_, made.fold_lines_, strict=True):
        fpr, tpr = line.get_xydata().T
        np.testing.assert_allclose(fold.get_xydata(), line.get_xydata())
        tprs.append(np.interp(mean_fpr, fpr, tpr))
        tprs[-1][0] = 0.0
        aucs.append(auc(fpr, tpr))
    mean = np.mean(tprs, axis=0)
    mean[-1] = 1.0
    x, height = made.line_.get_xydata().T
    np.testing.assert_allclose(x, mean_fpr)
    np.testing.assert_allclose(height, mean)
    assert f"AUC {np.mean(aucs):.3f} ± {np.std(aucs):.3f}" in made.line_.get_label()
    edges = made.ax_.collections[0].get_paths()[0].vertices
    upper = np.minimum(mean + np.std(tprs, axis=0), 1)
    assert {tuple(row) for row in np.c_[mean_fpr, upper].round(9)} <= {tuple(row) for row in edges.round(9)}
    assert made.chance_level_ is not None


def test_folds_of_predictions_are_those_of_the_results(data):
    X, y = data
    results = cross_validate(GaussianNB(), X, y, cv=4, return_estimator=True, return_indices=True)
    of_results = FoldAverageDisplay.from_cv_results(results, X, y, name="mine")
    fold, score = np.empty(len(y), dtype=object), np.empty(len(y))
    for i, test in enumerate(results["indices"]["test"]):
        fold[test] = f"fold {i}"
        score[test] = results["estimator"][i].predict_proba(X[test])[:, 1]
    given = FoldAverageDisplay.from_predictions(y, score, fold=fold, name="mine")
    np.testing.assert_array_equal(given.line_.get_xydata(), of_results.line_.get_xydata())
    np.testing.assert_array_equal(sorted(given.average.areas), sorted(of_results.average.areas))
    assert legend(given) == legend(of_results)
    again = given.plot(name="other", color="red")
    assert again.line_.get_color() == "red"
    assert again.line_.get_label().startswith("other (")


def test_rows_in_several_test_folds_have_a_curve_in_each(data):
    X, y = data
    splits = RepeatedStratifiedKFold(n_splits=3, n_repeats=2, random_state=1)
    results = cross_validate(GaussianNB(), X, y, cv=splits, return_estimator=True, return_indices=True)
    made = FoldAverageDisplay.from_cv_results(results, X, y)
    assert len(made.fold_lines_) == 6
    missing = np.where(np.arange(len(y)) == 5, np.nan, y)
    with pytest.raises(InputError, match=r"y_true: row \d+: found nan; expected a class label"):
        FoldAverageDisplay.from_cv_results(results, X, missing)
