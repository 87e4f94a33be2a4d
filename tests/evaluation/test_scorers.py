"""The scorers inside scikit-learn: make_scorer, cross_validate, GridSearchCV."""

from __future__ import annotations

import warnings

import numpy as np
import pytest
from sklearn.datasets import make_classification
from sklearn.linear_model import LogisticRegression
from sklearn.metrics import make_scorer
from sklearn.model_selection import GridSearchCV, StratifiedKFold, cross_validate
from sklearn.svm import LinearSVC

from rocrepro.errors import InputError
from rocrepro.evaluation import confident_segment, roc_points, sensibility
from rocrepro.evaluation.scorers import aved_score, cauc_score, struggle_ratio

X, NUMBERS = make_classification(n_samples=300, n_features=6, weights=[0.8], flip_y=0.1, random_state=0)
LABELS = {
    "integers": (NUMBERS, None),
    "booleans": (NUMBERS == 1, None),
    "signs": (2 * NUMBERS - 1, None),
    "strings": (np.array(["well", "ill"])[NUMBERS], "ill"),
    "objects": (np.array(["well", "ill"], dtype=object)[NUMBERS], "ill"),
    "other integers": (NUMBERS + 5, 6),
    "the rare class as 0": (1 - NUMBERS, 0),
}
FOLDS = StratifiedKFold(3, shuffle=True, random_state=0)


def by_hand(measure):
    """A measure on each fold, from models that are fitted here on the labels 0 and 1."""
    found = []
    for train, test in FOLDS.split(X, NUMBERS):
        model = LogisticRegression().fit(X[train], NUMBERS[train])
        found.append(measure(NUMBERS[test], model.predict_proba(X[test])[:, 1]))
    return found


@pytest.mark.parametrize("kind", LABELS)
def test_cross_validate(kind):
    y, pos_label = LABELS[kind]
    options = {"response_method": "predict_proba", "pos_label": pos_label}
    if pos_label is None:
        del options["pos_label"]
    scoring = {
        "cauc": make_scorer(cauc_score, reading="vertical", **options),
        "aved": make_scorer(aved_score, greater_is_better=False, **options),
        "struggle": make_scorer(struggle_ratio, greater_is_better=False, **options),
    }
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        found = cross_validate(LogisticRegression(), X, y, cv=FOLDS, scoring=scoring, error_score="raise")
    segments = by_hand(lambda label, score: confident_segment(roc_points(label, score)))
    # A model of the other class has the complements of the scores, up to rounding.
    assert found["test_cauc"] == pytest.approx([s.cauc("vertical") for s in segments], abs=1e-12)
    assert found["test_aved"] == pytest.approx([-s.aved_abs for s in segments], abs=1e-12)
    ratios = by_hand(lambda label, score: sensibility(label, score).struggle_ratio)
    assert found["test_struggle"] == pytest.approx([-ratio for ratio in ratios])


@pytest.mark.parametrize("kind", LABELS)
def test_grid_search_with_a_decision_function(kind):
    y, pos_label = LABELS[kind]
    options = {} if pos_label is None else {"pos_label": pos_label}
    scorer = make_scorer(cauc_score, response_method="decision_function", **options)
    search = GridSearchCV(LinearSVC(), {"C": [0.001, 1.0]}, scoring=scorer, cv=FOLDS, error_score="raise")
    search.fit(X, y)
    assert 0 < search.best_score_ < 1
    score = search.best_estimator_.decision_function(X)
    if pos_label is not None and search.classes_[0] == pos_label:
        score = -score
    assert search.score(X, y) == cauc_score(NUMBERS, score)


def test_several_scorers_in_a_grid_search():
    scoring = {
        "cauc": make_scorer(cauc_score, response_method="predict_proba"),
        "struggle": make_scorer(struggle_ratio, response_method="predict_proba", greater_is_better=False),
    }
    grid = {"C": [0.01, 1.0]}
    search = GridSearchCV(LogisticRegression(), grid, scoring=scoring, refit="struggle", cv=FOLDS).fit(
        X, NUMBERS
    )
    assert np.isfinite(search.cv_results_["mean_test_cauc"]).all()
    assert search.best_score_ < 0


def test_values():
    score = np.random.default_rng(1).uniform(size=300)
    segment = confident_segment(roc_points(NUMBERS, score), alpha=0.1, test="wald")
    options = {"alpha": 0.1, "test": "wald"}
    assert cauc_score(NUMBERS, score, **options) == segment.cauc()
    assert cauc_score(NUMBERS, score, reading="concordant", **options) == segment.cauc("concordant")
    assert aved_score(NUMBERS, score, **options) == segment.aved_abs
    assert aved_score(NUMBERS, score, absolute=False, **options) == segment.aved
    expected = sensibility(NUMBERS, score, midpoint=0.4, ties="strict").struggle_ratio
    assert struggle_ratio(NUMBERS, score, midpoint=0.4, ties="strict") == expected


def test_a_positive_class_is_asked_for():
    for function in (cauc_score, aved_score, struggle_ratio):
        with pytest.raises(InputError, match="pos_label: found none for the classes ill, well"):
            function(["ill", "well"], [0.8, 0.1])
        with pytest.raises(TypeError, match="sample_weight"):
            function([1, 0], [0.8, 0.1], sample_weight=[1, 2])


def test_margins_are_no_probabilities():
    with pytest.raises(InputError, match="y_score"):
        struggle_ratio([1, 0], [1.8, -0.1])
