"""Displays follow scikit-learn's conventions, and draw what the evaluations say."""

import doctest
from importlib import import_module

import matplotlib.pyplot as plt
import numpy as np
import pytest
from scipy.sparse import csr_array
from sklearn.calibration import CalibrationDisplay
from sklearn.exceptions import NotFittedError
from sklearn.linear_model import LinearRegression, LogisticRegression
from sklearn.metrics import PrecisionRecallDisplay, RocCurveDisplay, average_precision_score
from sklearn.model_selection import cross_val_predict, cross_validate
from sklearn.naive_bayes import GaussianNB
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.svm import LinearSVC

from rocrepro.display import (
    CalibrationCurveDisplay,
    ConfidentPrecisionRecallDisplay,
    ConfidentRocDisplay,
    CostCurveDisplay,
    IsolineDisplay,
    NetBenefitDisplay,
    RocBandDisplay,
    SensibilityDisplay,
)
from rocrepro.display.band import METHODS, SIMULTANEOUS
from rocrepro.display.estimators import pooled_scores, positive_scores
from rocrepro.errors import InputError
from rocrepro.evaluation import (
    chi_square,
    confident_segment,
    net_benefit,
    net_benefit_intervals,
    roc_points,
    sensibility,
    smooth_calibration,
)
from tests.display.conftest import each


@each
def test_from_estimator_is_from_predictions_on_its_probabilities(display, options, data, fitted):
    X, y = data
    made = display.from_estimator(fitted, X, y, **options)
    score = fitted.predict_proba(X)[:, 1]
    given = display.from_predictions(y, score, pos_label=1, name="GaussianNB", **options)
    for one, other in zip(made.ax_.get_lines(), given.ax_.get_lines(), strict=True):
        np.testing.assert_array_equal(one.get_xydata(), other.get_xydata())
    shown = [text.get_text() for text in made.ax_.get_legend().get_texts()]
    assert shown == [text.get_text() for text in given.ax_.get_legend().get_texts()]
    assert any("GaussianNB" in text for text in shown)


@each
def test_from_cv_results_pools_the_folds(display, options, data):
    X, y = data
    results = cross_validate(GaussianNB(), X, y, cv=5, return_estimator=True, return_indices=True)
    made = display.from_cv_results(results, X, y, **options)
    pooled = cross_val_predict(GaussianNB(), X, y, cv=5, method="predict_proba")[:, 1]
    given = display.from_predictions(y, pooled, name="GaussianNB", **options)
    for one, other in zip(made.ax_.get_lines(), given.ax_.get_lines(), strict=True):
        np.testing.assert_allclose(one.get_xydata(), other.get_xydata(), rtol=0, atol=1e-12)


@each
def test_it_draws_on_the_axes_that_it_is_given(display, options, data, fitted):
    X, y = data
    figure, axes = plt.subplots(1, 2)
    made = display.from_estimator(fitted, X, y, ax=axes[1], name="mine", **options)
    assert made.ax_ is axes[1]
    assert made.figure_ is figure
    assert not axes[0].has_data()
    again = made.plot()
    assert again.ax_ is not axes[1]


@each
@pytest.mark.parametrize(
    ("labels", "pos_label"), [(("well", "ill"), "ill"), ((False, True), None), ((-1, 1), None), ((2, 7), 7)]
)
def test_labels_of_any_kind(display, options, labels, pos_label):
    rng = np.random.default_rng(1)
    truth = rng.integers(0, 2, 60)
    score = np.clip(rng.normal(0.3 + 0.4 * truth, 0.2), 0, 1)
    named = display.from_predictions(np.array(labels)[truth], score, pos_label=pos_label, **options)
    plain = display.from_predictions(truth, score, **options)
    np.testing.assert_array_equal(
        named.ax_.get_lines()[0].get_xydata(), plain.ax_.get_lines()[0].get_xydata()
    )
    if hasattr(named, "line_"):
        np.testing.assert_array_equal(named.line_.get_xydata(), plain.line_.get_xydata())
    if pos_label is not None:
        assert f"positive: {pos_label}" in named.ax_.get_xlabel()


def test_the_confident_display_agrees_with_the_set_and_with_scikit_learns_curve(data, fitted):
    X, y = data
    score = fitted.predict_proba(X)[:, 1]
    made = ConfidentRocDisplay.from_predictions(y, score, region=True)
    points = roc_points(y, score)
    mask = confident_segment(points).mask
    np.testing.assert_array_equal(made.confident_.get_xydata(), np.c_[points.fpr, points.tpr][mask])
    theirs = RocCurveDisplay.from_predictions(y, score, drop_intermediate=False)
    np.testing.assert_allclose(made.line_.get_xydata(), theirs.line_.get_xydata())
    assert made.region_ is not None
    assert f"{mask.sum()} of {len(points)} points confident" in made.line_.get_label()


@pytest.mark.parametrize("method", METHODS)
def test_a_band_says_what_its_level_means(data, fitted, method):
    X, y = data
    made = RocBandDisplay.from_estimator(fitted, X, y, method=method, n_resamples=30)
    kind = "simultaneous" if method in SIMULTANEOUS else "pointwise"
    assert kind in made.band_.get_label()
    assert np.all(made.band.lower <= made.band.upper)


def test_the_sensibility_display_draws_both_curves(data, fitted):
    X, y = data
    made = SensibilityDisplay.from_estimator(fitted, X, y)
    result = sensibility(y, fitted.predict_proba(X)[:, 1])
    np.testing.assert_array_equal(made.sensibility_.get_ydata(), result.sensibility)
    np.testing.assert_array_equal(made.capability_.get_ydata(), result.capability)
    assert made.midpoint_.get_xdata()[0] == result.midpoint


def test_the_cost_curve_is_the_lowest_line_and_the_dashed_one_that_of_confident_points(data, fitted):
    X, y = data
    score = fitted.predict_proba(X)[:, 1]
    made = CostCurveDisplay.from_predictions(y, score, at=0.3)
    points = roc_points(y, score)
    x, cost = made.line_.get_xydata().T
    lines = np.outer(points.fn / points.n_pos, x) + np.outer(points.fpr, 1 - x)
    np.testing.assert_allclose(cost, lines.min(axis=0), atol=1e-12)
    x, cost = made.confident_.get_xydata().T
    mask = confident_segment(points).mask
    lines = np.outer(points.fn / points.n_pos, x) + np.outer(points.fpr, 1 - x)
    np.testing.assert_allclose(cost, lines[mask].min(axis=0), atol=1e-12)
    top = made.span_.get_paths()[0].vertices[:, 1].max()
    assert top == pytest.approx(lines[mask].max())
    assert "0.3" in " ".join(text.get_text() for text in made.ax_.get_legend().get_texts())
    with pytest.raises(InputError, match="probability_cost"):
        CostCurveDisplay.from_predictions(y, score, at=1.5)


def test_the_calibration_display_draws_scikit_learns_points_with_intervals(data, fitted):
    X, y = data
    score = fitted.predict_proba(X)[:, 1]
    made = CalibrationCurveDisplay.from_predictions(y, score, n_bins=8, strategy="uniform")
    theirs = CalibrationDisplay.from_predictions(y, score, n_bins=8)
    np.testing.assert_allclose(made.line_.get_xydata(), theirs.line_.get_xydata())
    smooth = smooth_calibration(y, score)
    np.testing.assert_array_equal(made.smooth_.get_ydata(), smooth.observed)
    assert f"ICI {smooth.ici:.3f}" in made.smooth_.get_label()
    heights = np.array([path.vertices[1, 1] for path in made.spikes_.get_paths()])
    assert len(heights) == np.count_nonzero(np.histogram(score, bins=50, range=(0, 1))[0])
    assert heights.max() == pytest.approx(0.1)


def test_the_net_benefit_display_draws_the_curve_and_its_intervals(data, fitted):
    X, y = data
    score = fitted.predict_proba(X)[:, 1]
    made = NetBenefitDisplay.from_predictions(y, score, prevalence=0.3, n_resamples=30, seed=4)
    found = net_benefit(roc_points(y, score), prevalence=0.3)
    np.testing.assert_array_equal(made.line_.get_ydata(), found.net_benefit)
    np.testing.assert_array_equal(made.treat_all_.get_ydata(), found.treat_all)
    limits = net_benefit_intervals(y, score, prevalence=0.3, n_resamples=30, seed=4)
    vertices = np.concatenate([path.vertices[:, 1] for path in made.band_.get_paths()])
    expected = np.nanmin(limits.low), np.nanmax(limits.high)
    assert (vertices.min(), vertices.max()) == pytest.approx(expected)
    assert NetBenefitDisplay.from_predictions(y, score).band_ is None


@pytest.mark.parametrize("display", [CalibrationCurveDisplay, NetBenefitDisplay])
def test_scores_that_are_no_probabilities_have_neither(data, display):
    with pytest.raises(InputError, match="expected a probability from 0 to 1"):
        display.from_predictions([0, 1, 1], [0.1, 0.5, 2])


def test_without_a_confident_point_there_is_no_confident_cost():
    made = CostCurveDisplay.from_predictions([1] * 40 + [0] * 40, [0.5] * 80)
    assert not made.curve.mask.any()
    assert made.confident_ is None
    assert made.span_ is None


@pytest.mark.parametrize("display", [ConfidentRocDisplay, ConfidentPrecisionRecallDisplay])
def test_without_a_confident_point_no_thresholds_are_named(display):
    labels = np.repeat([1, 0], 100)
    made = display.from_predictions(labels, np.repeat(0.5, 200))
    assert not confident_segment(roc_points(labels, np.repeat(0.5, 200))).mask.any()
    assert len(made.confident_.get_xdata()) == 0
    assert not any("confident, thresholds" in text.get_text() for text in made.ax_.get_legend().get_texts())


@pytest.mark.parametrize("levels", [[], [2.0]])
def test_levels_that_no_point_of_the_square_has_are_not_written(data, fitted, levels):
    made = IsolineDisplay.from_estimator(fitted, *data, kind="accuracy", levels=levels)
    assert [text.get_text() for text in made.ax_.texts] == []
    assert [np.isfinite(line.get_ydata()).any() for line in made.isolines_] == [False] * len(levels)


def test_the_precision_recall_display_marks_the_points_of_the_roc_display(data, fitted):
    X, y = data
    score = fitted.predict_proba(X)[:, 1]
    made = ConfidentPrecisionRecallDisplay.from_predictions(y, score)
    roc = ConfidentRocDisplay.from_predictions(y, score)
    np.testing.assert_array_equal(made.confident_.get_xdata(), roc.confident_.get_ydata())
    assert average_precision_score(y, score) == pytest.approx(made.curve.average_precision)
    theirs = PrecisionRecallDisplay.from_predictions(y, score)
    # Theirs begins with all rows positive, and a point for each score.
    precision, recall = theirs.line_.get_ydata()[::-1], theirs.line_.get_xdata()[::-1]
    np.testing.assert_allclose(made.line_.get_ydata(), precision)
    np.testing.assert_allclose(made.line_.get_xdata(), recall)
    assert made.chance_.get_ydata()[0] == y.mean()


@pytest.mark.parametrize("kind", ["chi_square", "accuracy", "cost"])
def test_the_best_point_lies_on_the_curve_and_on_an_isoline(data, fitted, kind):
    X, y = data
    made = IsolineDisplay.from_estimator(fitted, X, y, kind=kind)
    best = (made.best.fpr, made.best.tpr)
    assert best in {tuple(point) for point in made.line_.get_xydata()}
    gaps = []
    for line in made.isolines_:
        x, height = line.get_xydata().T
        inside = np.isfinite(height)
        if inside.any():
            gaps.append(abs(np.interp(best[0], x[inside], height[inside]) - best[1]))
    assert min(gaps) < 0.01
    if kind == "chi_square":
        there = chi_square(*best, made.points.n_pos, made.points.n_neg)
        assert made.levels[-1] == pytest.approx(float(there))


def test_a_decision_function_will_do_and_is_turned_for_the_first_class(data):
    X, y = data
    svc = make_pipeline(StandardScaler(), LinearSVC(random_state=1)).fit(X, y)
    score, positive = positive_scores(svc, X)
    assert positive == 1
    np.testing.assert_array_equal(score, svc.decision_function(X))
    turned, positive = positive_scores(svc, X, pos_label=0)
    assert positive == 0
    np.testing.assert_array_equal(turned, -score)
    assert ConfidentRocDisplay.from_estimator(svc, X, y, pos_label=0).points.n_pos == (y == 0).sum()


def test_what_cannot_be_drawn_is_said_in_one_line(data, fitted):
    X, y = data
    score = fitted.predict_proba(X)[:, 1]
    three = LogisticRegression(max_iter=1000).fit(X, np.arange(len(X)) % 3)
    with pytest.raises(InputError, match="found 3 classes; expected a fitted classifier of two classes"):
        positive_scores(three, X)
    with pytest.raises(InputError, match="pos_label: found 5; expected one of"):
        positive_scores(fitted, X, pos_label=5)
    with pytest.raises(InputError, match="found GaussianNB without decision_function"):
        positive_scores(fitted, X, response_method="decision_function")
    with pytest.raises(InputError, match="response_method: found 'guess'"):
        positive_scores(fitted, X, response_method="guess")
    with pytest.raises(InputError, match="return_indices=True"):
        pooled_scores({"estimator": [fitted]}, X, y)
    with pytest.raises(InputError, match="method: found 'guess'"):
        RocBandDisplay.from_predictions(y, score, method="guess")
    with pytest.raises(InputError, match="kind: found 'guess'"):
        IsolineDisplay.from_predictions(y, score, kind="guess")


@each
def test_an_estimator_that_is_not_fitted_is_said_by_scikit_learn(display, options, data):
    for estimator in (GaussianNB(), make_pipeline(StandardScaler(), GaussianNB())):
        with pytest.raises(NotFittedError, match="not fitted yet"):
            display.from_estimator(estimator, *data, **options)
    with pytest.raises(InputError, match="found LinearRegression, which has no classes; expected a fitted"):
        display.from_estimator(LinearRegression().fit(*data), *data, **options)


def test_folds_of_other_data_are_said_in_one_line(data):
    X, y = data
    results = cross_validate(GaussianNB(), X, y, cv=5, return_estimator=True, return_indices=True)
    with pytest.raises(
        InputError, match="X: found 100 rows; expected the data of cross_validate, at least 569"
    ):
        ConfidentRocDisplay.from_cv_results(results, X[:100], y[:100])
    with pytest.raises(
        InputError, match="X, y: found 100 rows and 569 labels; expected the same number of each"
    ):
        ConfidentRocDisplay.from_cv_results(results, X[:100], y)


def test_sparse_rows_are_folds_too(data):
    X, y = data
    model, table = LogisticRegression(max_iter=5000), csr_array(X)
    results = cross_validate(model, table, y, cv=3, return_estimator=True, return_indices=True)
    np.testing.assert_allclose(pooled_scores(results, table, y)[1], pooled_scores(results, X, y)[1])


@pytest.mark.parametrize(
    "module",
    [
        *("band", "calibration", "confident", "cost_curve", "fold_average", "isolines", "net_benefit"),
        *("partial_auc", "precision_recall", "sensibility", "weighted"),
    ],
)
def test_examples_in_docstrings(module):
    results = doctest.testmod(import_module(f"rocrepro.display.{module}"))
    assert results.attempted > 0
    assert results.failed == 0


def test_from_cv_results_refuses_rows_that_are_tested_twice(data):
    from sklearn.model_selection import RepeatedStratifiedKFold, cross_validate
    from sklearn.naive_bayes import GaussianNB

    X, y = data
    splits = RepeatedStratifiedKFold(n_splits=3, n_repeats=2, random_state=1)
    results = cross_validate(GaussianNB(), X, y, cv=splits, return_estimator=True, return_indices=True)
    with pytest.raises(InputError, match=r"row \d+ in 2 test folds; expected each row in at most one"):
        ConfidentRocDisplay.from_cv_results(results, X, y)
