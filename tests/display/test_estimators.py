"""Estimators and tables as users have them: meta-estimators, frames of every kind, labels of any type."""

import matplotlib.pyplot as plt
import numpy as np
import pandas as pd
import pyarrow as pa
import pytest
from scipy.sparse import csr_array
from sklearn.calibration import CalibratedClassifierCV
from sklearn.ensemble import RandomForestClassifier
from sklearn.exceptions import NotFittedError
from sklearn.feature_extraction import DictVectorizer
from sklearn.frozen import FrozenEstimator
from sklearn.linear_model import LogisticRegression
from sklearn.metrics import roc_auc_score
from sklearn.model_selection import (
    FixedThresholdClassifier,
    GridSearchCV,
    TunedThresholdClassifierCV,
    cross_val_predict,
    cross_validate,
)
from sklearn.naive_bayes import GaussianNB
from sklearn.neighbors import KNeighborsClassifier
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.svm import LinearSVC

from rocrepro.display import CalibrationCurveDisplay, ConfidentRocDisplay, FoldAverageDisplay
from rocrepro.display.estimators import pooled_scores, positive_scores, predicted_cut
from rocrepro.errors import InputError
from rocrepro.evaluation import roc_auc, roc_points

WORDS = np.array(["malign", "benign"])
COLUMNS = ["radius", "texture", "perimeter"]


def linear():
    return make_pipeline(StandardScaler(), LogisticRegression())


def tuned(model, **options):
    return TunedThresholdClassifierCV(model, cv=3, thresholds=20, **options)


ESTIMATORS = {
    "calibrated": lambda: CalibratedClassifierCV(LinearSVC(random_state=1), cv=3),
    "isotonic": lambda: CalibratedClassifierCV(GaussianNB(), method="isotonic", cv=3, ensemble=False),
    "tuned": lambda: tuned(linear()),
    "tuned_calibrated": lambda: tuned(CalibratedClassifierCV(GaussianNB(), cv=3)),
    "tuned_decision": lambda: tuned(linear(), response_method="decision_function"),
    "tuned_without_probabilities": lambda: tuned(LinearSVC(random_state=1)),
    "fixed": lambda: FixedThresholdClassifier(GaussianNB(), threshold=0.2),
    "in_pipeline": lambda: make_pipeline(StandardScaler(), tuned(LogisticRegression())),
    "grid": lambda: GridSearchCV(linear(), {"logisticregression__C": [0.1, 1]}, cv=3),
    "grid_of_margins": lambda: GridSearchCV(LinearSVC(random_state=1), {"C": [0.1, 1]}, cv=3),
    "forest": lambda: RandomForestClassifier(10, random_state=1),
    "neighbours": lambda: KNeighborsClassifier(4),
}
each_estimator = pytest.mark.parametrize("name", ESTIMATORS)


def confusion(predicted, positive):
    """False and true positive rate."""
    return predicted[~positive].mean(), predicted[positive].mean()


@each_estimator
def test_a_meta_estimator_is_drawn_with_the_cut_of_its_predictions(data, name):
    X, y = data
    labels = WORDS[y]
    model = ESTIMATORS[name]()
    with pytest.raises(NotFittedError):
        ConfidentRocDisplay.from_estimator(model, X, labels)
    model.fit(X[::2], labels[::2])
    for positive in WORDS:
        made = ConfidentRocDisplay.from_estimator(
            model, X[1::2], labels[1::2], pos_label=positive, threshold="predict"
        )
        truth = labels[1::2] == positive
        score, _ = positive_scores(model, X[1::2], pos_label=positive)
        assert roc_auc(made.points) == pytest.approx(roc_auc_score(truth, score))
        expected = confusion(model.predict(X[1::2]) == positive, truth)
        assert tuple(made.threshold_.get_xydata()[0]) == pytest.approx(expected)
        plt.close(made.figure_)


def test_the_tuned_threshold_itself_can_be_marked(data):
    X, y = data
    model = tuned(linear()).fit(X[::2], y[::2])
    given = ConfidentRocDisplay.from_estimator(model, X[1::2], y[1::2], threshold=model.best_threshold_)
    read = ConfidentRocDisplay.from_estimator(model, X[1::2], y[1::2], threshold="predict")
    np.testing.assert_array_equal(given.threshold_.get_xydata(), read.threshold_.get_xydata())
    assert f"threshold in use, {model.best_threshold_:.3g}" in given.threshold_.get_label()


def test_the_response_is_the_one_that_the_estimator_cuts(data):
    X, y = data
    model = ESTIMATORS["tuned_decision"]().fit(X, y)
    np.testing.assert_array_equal(positive_scores(model, X)[0], model.decision_function(X))
    score = positive_scores(model, X, response_method="predict_proba")[0]
    np.testing.assert_array_equal(score, model.predict_proba(X)[:, 1])
    assert CalibrationCurveDisplay.from_estimator(model, X, y, response_method="predict_proba").ax_.has_data()


def test_predictions_that_are_no_cut_of_the_scores_are_said_in_one_line(data):
    X, y = data

    class Moody(GaussianNB):
        def predict(self, X):
            return (np.arange(len(X)) % 2).astype(int)

    with pytest.raises(
        InputError,
        match=r"found a row of Moody predicted positive at the score .*do not follow from a threshold",
    ):
        ConfidentRocDisplay.from_estimator(Moody().fit(X, y), X, y, threshold="predict")
    score = np.array([0.1, 0.4, 0.4])
    with pytest.raises(InputError, match=r"positive at the score 0\.4 and one predicted negative at 0\.4"):
        predicted_cut(Moody().fit(X, y), score, score, 1)


def test_an_estimator_that_does_not_predict_has_no_cut(data):
    X, y = data

    class Only:
        classes_ = np.array([0, 1])

        def predict_proba(self, X):
            return np.full((len(X), 2), 0.5)

    with pytest.raises(InputError, match="threshold: found Only without predict; expected a number"):
        ConfidentRocDisplay.from_estimator(Only(), X, y, threshold="predict")


def test_nothing_predicted_positive_is_the_cut_at_infinity(data):
    X, y = data
    never = FixedThresholdClassifier(FrozenEstimator(GaussianNB().fit(X, y)), threshold=2.0).fit(X, y)
    made = ConfidentRocDisplay.from_estimator(never, X, y, threshold="predict")
    assert made.threshold_.get_xydata().tolist() == [[0, 0]]


def test_a_cut_of_each_fold_is_none_of_the_pooled_curve(data):
    X, y = data
    results = cross_validate(GaussianNB(), X, y, cv=3, return_estimator=True, return_indices=True)
    with pytest.raises(InputError, match="expected a score; only from_estimator knows"):
        ConfidentRocDisplay.from_cv_results(results, X, y, threshold="predict")


@pytest.mark.parametrize("name", ["calibrated", "tuned", "in_pipeline", "grid"])
def test_meta_estimators_are_cross_validated_too(data, name):
    X, y = data
    frame, labels = pd.DataFrame(X, columns=COLUMNS, index=np.arange(len(X))[::-1]), WORDS[y]
    results = cross_validate(
        ESTIMATORS[name](), frame, labels, cv=3, return_estimator=True, return_indices=True
    )
    score = pooled_scores(results, frame, labels)[1]
    theirs = cross_val_predict(ESTIMATORS[name](), frame, labels, cv=3, method="predict_proba")[:, 1]
    order = np.concatenate(results["indices"]["test"])
    np.testing.assert_allclose(score, theirs[order])
    made = FoldAverageDisplay.from_cv_results(results, frame, labels)
    areas = [
        roc_auc_score(labels[test] == WORDS[0], theirs[test])  # "malign" is the second class
        for test in results["indices"]["test"]
    ]
    np.testing.assert_allclose(made.average.areas, areas)


def polars():
    return pytest.importorskip("polars")


TABLES = {
    "pandas": lambda X: pd.DataFrame(X, columns=COLUMNS, index=np.arange(len(X))[::-1]),
    "pandas_nullable": lambda X: pd.DataFrame(X, columns=COLUMNS).astype("Float64"),
    "pandas_arrow": lambda X: pd.DataFrame(X, columns=COLUMNS).astype("double[pyarrow]"),
    "polars": lambda X: polars().DataFrame(X, schema=COLUMNS),
    "arrow": lambda X: pa.table(dict(zip(COLUMNS, X.T, strict=True))),
    "sparse": csr_array,
    "lists": lambda X: X.tolist(),
}


@pytest.mark.parametrize("kind", TABLES)
def test_rows_of_every_kind_of_table_are_the_same(data, kind):
    X, y = data
    table, model = TABLES[kind](X), LogisticRegression(max_iter=5000)
    results = cross_validate(model, table, y, cv=3, return_estimator=True, return_indices=True)
    plain = cross_validate(model, X, y, cv=3, return_estimator=True, return_indices=True)
    for given, expected in zip(pooled_scores(results, table, y), pooled_scores(plain, X, y), strict=True):
        np.testing.assert_allclose(given, expected, rtol=1e-6)
    model.fit(table, y)
    made = ConfidentRocDisplay.from_estimator(model, table, y, threshold="predict")
    assert made.points.n == len(y)
    with pytest.raises(InputError, match="X, y: found 569 rows and 100 labels"):
        pooled_scores(results, table, y[:100])


def test_rows_that_are_no_table(data):
    """Dictionaries, as a DictVectorizer takes them, with values of mixed types."""
    X, y = data
    rows = [{"radius": x, "size": "large" if x > 15 else "small"} for x in X[:, 0]]
    model = make_pipeline(DictVectorizer(), LogisticRegression(max_iter=5000))
    results = cross_validate(model, rows, y, cv=3, return_estimator=True, return_indices=True)
    expected = cross_val_predict(model, rows, y, cv=3, method="predict_proba")[:, 1]
    np.testing.assert_allclose(
        pooled_scores(results, rows, y)[1], expected[np.concatenate(results["indices"]["test"])]
    )


NUMBERS = {
    "list": lambda y: y.tolist(),
    "pandas": lambda y: pd.Series(y, index=np.arange(len(y))[::-1]),
    "Int64": lambda y: pd.Series(y, dtype="Int64"),
    "boolean": lambda y: pd.Series(y == 1, dtype="boolean"),
    "category": lambda y: pd.Series(y, dtype="category"),
    "arrow_int": lambda y: pd.Series(y, dtype="int64[pyarrow]"),
    "arrow_bool": lambda y: pd.Series(y == 1, dtype="bool[pyarrow]"),
    "arrow": pa.array,
    "polars": lambda y: polars().Series(y),
    "polars_bool": lambda y: polars().Series(y == 1),
}
TEXTS = {
    "list": lambda y: y.tolist(),
    "object": lambda y: pd.Series(y, dtype=object),
    "string": lambda y: pd.Series(y, dtype="string"),
    "arrow_string": lambda y: pd.Series(y.tolist(), dtype=pd.ArrowDtype(pa.string())),
    "category": lambda y: pd.Series(y, dtype="category"),
    "arrow_dictionary": lambda y: pa.array(y.tolist()).dictionary_encode(),
    "polars": lambda y: polars().Series(y),
    "polars_category": lambda y: polars().Series(y.tolist(), dtype=polars().Categorical),
    "polars_enum": lambda y: polars().Series(y.tolist(), dtype=polars().Enum(["benign", "malign"])),
}


@pytest.mark.parametrize("kind", NUMBERS)
def test_numbers_and_truth_values_of_every_type_are_labels(data, fitted, kind):
    X, y = data
    score = fitted.predict_proba(X)[:, 1]
    plain, given = roc_points(y, score), roc_points(NUMBERS[kind](y), score)
    np.testing.assert_array_equal((given.tp, given.fp), (plain.tp, plain.fp))
    made = ConfidentRocDisplay.from_estimator(fitted, X, NUMBERS[kind](y))
    np.testing.assert_array_equal(made.points.tp, plain.tp)


@pytest.mark.parametrize("kind", TEXTS)
def test_texts_of_every_type_are_labels(data, kind):
    X, y = data
    labels = TEXTS[kind](WORDS[y])
    results = cross_validate(
        GaussianNB(), X, WORDS[y], cv=3, return_estimator=True, return_indices=True, error_score="raise"
    )
    given = ConfidentRocDisplay.from_cv_results(results, X, labels)
    plain = ConfidentRocDisplay.from_cv_results(results, X, WORDS[y])
    np.testing.assert_array_equal(given.points.tp, plain.points.tp)
    assert given.pos_label == "malign"
    folds = FoldAverageDisplay.from_cv_results(results, X, labels, pos_label="benign")
    assert folds.average.mean_auc == pytest.approx(
        FoldAverageDisplay.from_cv_results(results, X, WORDS[y]).average.mean_auc
    )


SCORES = {
    "Float64": lambda s: pd.Series(s, dtype="Float64"),
    "arrow": lambda s: pd.Series(s, dtype="double[pyarrow]"),
    "arrow_array": lambda s: pa.chunked_array([s]),
    "polars": lambda s: polars().Series(s),
}


@pytest.mark.parametrize("kind", SCORES)
def test_scores_of_every_type_are_the_same(data, fitted, kind):
    X, y = data
    score = fitted.predict_proba(X)[:, 1]
    np.testing.assert_array_equal(
        roc_points(y, SCORES[kind](score)).threshold, roc_points(y, score).threshold
    )
    missing = score.copy()
    missing[3] = np.nan
    with pytest.raises(InputError, match=r"y_score: row 4: found .*; expected a finite number"):
        roc_points(y, SCORES[kind](missing))
