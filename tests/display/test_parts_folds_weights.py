"""The displays of a part of the curve and of weighted rows, and the threshold in use."""

import numpy as np
import pytest
from sklearn.metrics import confusion_matrix, roc_auc_score, roc_curve
from sklearn.model_selection import (
    StratifiedKFold,
    cross_validate,
)
from sklearn.naive_bayes import GaussianNB

from rocrepro.display import (
    ConfidentPrecisionRecallDisplay,
    ConfidentRocDisplay,
    CostCurveDisplay,
    FoldAverageDisplay,
    IsolineDisplay,
    NetBenefitDisplay,
    PartialAucDisplay,
    RocBandDisplay,
    WeightedRocDisplay,
)
from rocrepro.errors import InputError
from rocrepro.evaluation import curve_intervals, partial_auc, roc_points


def area_of(polygon):
    """The area of a polygon by the shoelace formula."""
    x, y = polygon.get_xy().T
    return abs(x[:-1] @ y[1:] - x[1:] @ y[:-1]) / 2


def texts(display):
    return [text.get_text() for text in display.ax_.get_legend().get_texts()]


@pytest.mark.parametrize(
    "part",
    [
        *({"fpr": of} for of in [(0, 1), (0, 0.1), (0.05, 0.3), (0.7, 1)]),
        *({"tpr": of} for of in [(0, 1), (0.9, 1), (0.25, 0.5)]),
    ],
)
def test_the_shaded_area_is_the_area_of_the_part(data, fitted, part):
    X, y = data
    score = fitted.predict_proba(X)[:, 1].round(2)  # with ties
    made = PartialAucDisplay.from_predictions(y, score, **part)
    assert area_of(made.part_) == pytest.approx(partial_auc(roc_points(y, score), **part), abs=1e-12)
    ((name, (low, high)),) = part.items()
    rates = made.part_.get_xy()[:, 0 if name == "fpr" else 1]
    assert (rates.min(), rates.max()) == (low, high)
    assert f"{name} {low:g} to {high:g}: area {made.area:.3f}" in made.part_.get_label()


def test_the_standardized_area_is_scikit_learns_and_has_its_interval(data, fitted):
    X, y = data
    score = fitted.predict_proba(X)[:, 1]
    made = PartialAucDisplay.from_estimator(fitted, X, y, fpr=(0, 0.2), n_resamples=50, seed=3)
    assert made.standardized.value == pytest.approx(roc_auc_score(y, score, max_fpr=0.2))

    def part(points):
        return partial_auc(points, fpr=(0, 0.2), standardized=True)

    found = curve_intervals(y, score, {"part": part}, n_resamples=50, seed=3)["part"]
    assert (made.standardized.low, made.standardized.high) == (found.low, found.high)
    assert f"({found.low:.3f} to {found.high:.3f})" in made.part_.get_label()


def test_a_part_without_an_interval_says_so_where_one_was_asked_for():
    y, score = [0] * 20 + [1] * 20, list(range(40))
    made = PartialAucDisplay.from_predictions(y, score, tpr=(0.8, 1), n_resamples=20)
    assert made.part_.get_label().endswith("standardized 1.000, interval not estimable")
    made = PartialAucDisplay.from_predictions(y, score, tpr=(0.8, 1))
    assert made.part_.get_label().endswith("standardized 1.000")
    with pytest.raises(InputError, match="fpr, tpr: found none; expected one range"):
        PartialAucDisplay.from_predictions(y, score)
    with pytest.raises(InputError, match=r"fpr: found 0\.2 to 0\.1; expected two ascending rates"):
        PartialAucDisplay.from_predictions(y, score, fpr=(0.2, 0.1))


def test_the_weighted_curve_is_scikit_learns(data, fitted):
    X, y = data
    weight = np.random.default_rng(1).choice([0.5, 1, 4], len(y))
    made = WeightedRocDisplay.from_estimator(fitted, X, y, sample_weight=weight)
    score = fitted.predict_proba(X)[:, 1]
    fpr, tpr, _ = roc_curve(y, score, sample_weight=weight, drop_intermediate=False)
    np.testing.assert_allclose(made.line_.get_xydata(), np.c_[fpr, tpr], atol=1e-12)
    assert made.points.auc == pytest.approx(roc_auc_score(y, score, sample_weight=weight))
    worth = weight.sum() ** 2 / (weight**2).sum()
    assert f"AUC {made.points.auc:.3f}; 569 rows worth {worth:.0f}" in made.line_.get_label()


def test_weights_go_with_their_rows_into_the_folds(data):
    X, y = data
    weight = np.random.default_rng(2).random(len(y))
    splits = StratifiedKFold(n_splits=3, shuffle=True, random_state=1)
    results = cross_validate(GaussianNB(), X, y, cv=splits, return_estimator=True, return_indices=True)
    made = WeightedRocDisplay.from_cv_results(results, X, y, sample_weight=weight.tolist())
    score = np.empty(len(y))
    for estimator, test in zip(results["estimator"], results["indices"]["test"], strict=True):
        score[test] = estimator.predict_proba(X[test])[:, 1]
    assert made.points.auc == pytest.approx(roc_auc_score(y, score, sample_weight=weight))
    with pytest.raises(InputError, match="sample_weight: found 3 values for 569 rows"):
        WeightedRocDisplay.from_cv_results(results, X, y, sample_weight=[1, 2, 3])
    with pytest.raises(InputError, match="WeightedRocDisplay accepts weights"):
        ConfidentRocDisplay.from_cv_results(results, X, y, sample_weight=weight)
    with pytest.raises(InputError, match="WeightedRocDisplay accepts weights"):
        FoldAverageDisplay.from_cv_results(results, X, y, sample_weight=weight)


@pytest.mark.parametrize(
    ("display", "options"),
    [
        (ConfidentRocDisplay, {}),
        (RocBandDisplay, {"method": "simultaneous_joint"}),
        (IsolineDisplay, {}),
        (PartialAucDisplay, {"fpr": (0, 0.2)}),
        (WeightedRocDisplay, {}),
    ],
)
@pytest.mark.parametrize("threshold", [0.3, 2, -1, np.inf])
def test_the_threshold_in_use_is_marked_at_its_rates(data, fitted, display, options, threshold):
    X, y = data
    made = display.from_estimator(fitted, X, y, threshold=threshold, **options)
    predicted = fitted.predict_proba(X)[:, 1] >= threshold
    (tn, fp), (fn, tp) = confusion_matrix(y, predicted, labels=[0, 1])
    ((x, height),) = made.threshold_.get_xydata()
    assert (x, height) == pytest.approx((fp / (fp + tn), tp / (tp + fn)))
    assert f"threshold in use, {threshold:.3g}" in texts(made)
    assert made.plot().threshold_ is None


def test_the_threshold_is_marked_in_precision_and_recall(data, fitted):
    X, y = data
    made = ConfidentPrecisionRecallDisplay.from_estimator(fitted, X, y, threshold=0.3)
    predicted = fitted.predict_proba(X)[:, 1] >= 0.3
    _, (fn, tp) = confusion_matrix(y, predicted)
    ((x, height),) = made.threshold_.get_xydata()
    assert (x, height) == pytest.approx((tp / (tp + fn), tp / predicted.sum()))


@pytest.mark.parametrize("display", [CostCurveDisplay, NetBenefitDisplay])
def test_a_display_that_marks_no_threshold_says_so(data, fitted, display):
    with pytest.raises(InputError, match="threshold: found a value; expected None: this display marks no"):
        display.from_estimator(fitted, *data, threshold=0.3)


@pytest.mark.parametrize("threshold", ["high", np.nan, [1, 2]])
def test_a_threshold_that_is_no_number_is_said_in_one_line(data, fitted, threshold):
    with pytest.raises(InputError, match=r"threshold: found .*; expected a score$"):
        ConfidentRocDisplay.from_estimator(fitted, *data, threshold=threshold)
    with pytest.raises(InputError, match="only from_estimator knows an estimator's predictions"):
        ConfidentRocDisplay.from_predictions([0, 1], [0, 1], threshold="predict")
