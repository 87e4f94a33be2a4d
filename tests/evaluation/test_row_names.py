"""Columns of pandas whose rows stand in two orders, which would pair the wrong values."""

import numpy as np
import pandas as pd
import pytest
from sklearn.linear_model import LogisticRegression
from sklearn.metrics import roc_auc_score
from sklearn.model_selection import cross_validate

from rocrepro.display import ConfidentRocDisplay, FoldAverageDisplay, WeightedRocDisplay
from rocrepro.errors import InputError
from rocrepro.evaluation import (
    bootstrap_curves,
    brier_score,
    clustered_auc_interval,
    clustered_auc_test,
    delong_global_test,
    delong_test,
    design_effect,
    mcnemar_test,
    multiclass_auc,
    multiclass_intervals,
    net_benefit_intervals,
    permutation_test,
    roc_auc,
    roc_points,
    weighted_measures,
    weighted_resamples,
    weighted_roc_points,
)

RNG = np.random.default_rng(3)
Y = pd.Series(np.arange(40) % 2)
SCORE = pd.Series(1 / (1 + np.exp(-RNG.normal(size=40) - Y)))
UNIT = pd.Series(np.arange(40) // 4)
SORTED = SCORE.sort_values()
SHUFFLED = UNIT.sample(frac=1, random_state=1)
LETTERS = Y.map({0: "a", 1: "b"})
BOTH = pd.DataFrame({"a": 1 - SCORE, "b": SCORE})
X = pd.DataFrame({"x": SCORE})
MODEL = LogisticRegression().fit(X, Y)
PREDICTED = (SCORE > 0.5).astype(int)

CALLS = {
    "score": lambda: roc_points(Y, SORTED),
    "second score": lambda: delong_test(Y, SCORE, SORTED),
    "one of several": lambda: delong_global_test(Y, {"a": SCORE, "b": SORTED}),
    "prediction": lambda: mcnemar_test(Y, PREDICTED, PREDICTED.iloc[::-1]),
    "cluster of an interval": lambda: clustered_auc_interval(Y, SCORE, SHUFFLED),
    "cluster of a test": lambda: clustered_auc_test(Y, SCORE, 1 - SCORE, SHUFFLED),
    "cluster of an effect": lambda: design_effect(Y, SCORE, SHUFFLED),
    "cluster permuted": lambda: permutation_test(Y, SCORE, 1 - SCORE, cluster=SHUFFLED, seed=1),
    "cluster resampled": lambda: bootstrap_curves(Y, {"a": SCORE}, n_resamples=2, seed=1, cluster=SHUFFLED),
    "cluster of a Brier score": lambda: brier_score(Y, SCORE, interval="bootstrap", cluster=SHUFFLED),
    "cluster of a benefit": lambda: net_benefit_intervals(Y, SCORE, n_resamples=2, seed=1, cluster=SHUFFLED),
    "cluster of classes": lambda: multiclass_intervals(
        LETTERS, BOTH, "ab", n_resamples=2, seed=1, cluster=SHUFFLED
    ),
    "scores of classes": lambda: multiclass_auc(LETTERS, BOTH.loc[SORTED.index], "ab"),
    "weight of a curve": lambda: weighted_roc_points(Y, SCORE, SHUFFLED),
    "weight of measures": lambda: weighted_measures(Y, SCORE, SHUFFLED),
    "weight resampled": lambda: weighted_resamples(Y, {"a": SCORE}, SHUFFLED, n_resamples=2, seed=1),
    "weight drawn": lambda: WeightedRocDisplay.from_predictions(Y, SCORE, sample_weight=SHUFFLED),
    "fold": lambda: FoldAverageDisplay.from_predictions(Y, SCORE, fold=SHUFFLED),
    "rows of an estimator": lambda: ConfidentRocDisplay.from_estimator(MODEL, X.loc[SORTED.index], Y),
}


@pytest.mark.parametrize("what", CALLS)
def test_rows_in_another_order_are_refused(what):
    with pytest.raises(InputError, match=r"found the index of \w+ in another order; expected the same order"):
        CALLS[what]()


def test_rows_and_labels_of_a_cross_validation_in_two_orders():
    results = cross_validate(LogisticRegression(), X, Y, cv=3, return_estimator=True, return_indices=True)
    with pytest.raises(InputError, match="y: found the index of X in another order"):
        ConfidentRocDisplay.from_cv_results(results, X, Y.loc[SORTED.index])
    with pytest.raises(InputError, match="sample_weight: found the index of y in another order"):
        WeightedRocDisplay.from_cv_results(results, X, Y, sample_weight=SHUFFLED)


@pytest.mark.parametrize(
    "score",
    [
        SCORE.to_numpy(),
        SCORE.tolist(),
        SCORE.set_axis(range(100, 140)),
        SCORE.set_axis([0] * 40),
        SCORE.set_axis([f"row {row}" for row in range(40)]),
    ],
    ids=["array", "list", "other names", "one name", "text"],
)
def test_other_names_or_none_are_taken_by_position(score):
    assert roc_auc(roc_points(Y, score)) == pytest.approx(roc_auc_score(Y, SCORE), abs=1e-12)


def test_both_in_one_other_order_are_the_same_curve():
    points = roc_points(Y.loc[SORTED.index], SORTED)
    assert roc_auc(points) == pytest.approx(roc_auc_score(Y, SCORE), abs=1e-12)


def test_a_frame_whose_columns_are_the_classes_in_another_order():
    with pytest.raises(InputError, match=r"classes: found \('b', 'a'\); expected the order of the columns"):
        multiclass_auc(LETTERS, BOTH, "ba")
    found = multiclass_auc(LETTERS, BOTH, "ab")
    assert found.one_vs_rest == pytest.approx([roc_auc_score(Y, SCORE)] * 2, abs=1e-12)
    plain = multiclass_auc(LETTERS, BOTH.to_numpy(), "ab")  # columns without names are taken as they stand
    np.testing.assert_array_equal(plain.one_vs_rest, found.one_vs_rest)
