"""Tests of pairs on the same, on common and on other rows, of all models at once, and of predictions."""

import math

import numpy as np
import pandas as pd
import pytest

from rocrepro.evaluation import (
    auc_non_inferiority,
    delong_global_test,
    delong_test,
    delong_unpaired_test,
    fold_average,
    mcnemar_from_counts,
    permutation_test,
    roc_auc,
    roc_points,
)
from rocrepro.randomness import generator
from rocrepro.study import KINDS, Choices, Study

N = 90
LABEL = (np.arange(N) % 3 == 0).astype(int)
SCORE = {name: np.random.default_rng(i).normal(LABEL).round(2) for i, name in enumerate("abc")}
ROWS = {"a": np.arange(N), "b": np.arange(20, N), "c": np.arange(60)}


def frame_of(name, rows, label=LABEL):
    return pd.DataFrame(
        {"seed": 1, "fold": rows % 3, "row": rows, "label": label[rows], "score": SCORE[name][rows]}
    )


def study_of(rows=ROWS, *, others=True, **more):
    frames = {(name,): frame_of(name, of) for name, of in rows.items()}
    choices = Choices(n_resamples=30, auc_margin=0.1)
    return Study(frames, choices=choices, comparable=not others, others=others, **more)


def pairs_of(study):
    return study.get(KINDS["auc_tests"]).set_index(["model_a", "model_b"])


def check(row, test, turned):
    found = row[["auc_a", "auc_b", "difference", "low", "high", "p_value", "p_greater", "p_less"]]
    expected = [test.auc_a, test.auc_b, test.difference, test.lower, test.upper, test.p_value]
    np.testing.assert_array_equal(found.to_numpy(dtype=float), [*expected, test.p_greater, test.p_less])
    for side, of in (("a", test), ("b", turned)):
        own = auc_non_inferiority(of, margin=0.1)
        assert (row[f"bound_{side}"], row[f"p_{side}_not_lower"]) == (own.bound, own.p_value)
        assert row[f"{side}_not_lower"] == own.non_inferior


def test_models_on_the_same_rows_are_paired():
    study = study_of(dict.fromkeys("abc", np.arange(N)), others=False)
    rows = pairs_of(study)
    assert len(rows) == 3
    assert set(rows["rows"]) == {"all"}
    for a, b in rows.index:
        tests = (delong_test(LABEL, SCORE[x], SCORE[y]) for x, y in ((a, b), (b, a)))
        check(rows.loc[(a, b)], *tests)
    found = study.get(KINDS["comparisons_all"]).iloc[0]
    own = delong_global_test(LABEL, SCORE)
    assert (found["chi_square"], found["df"], found["p_value"]) == (own.statistic, 2, own.p_value)
    assert (found["n_models"], found["greatest_auc"]) == (3, max(own.auc.values()))


def test_rows_that_both_scored_are_compared_where_they_have_names():
    study = study_of(named_rows=True)
    rows = pairs_of(study)
    assert rows["n_common"].tolist() == [70, 60, 40]
    for a, b in rows.index:
        common = np.intersect1d(ROWS[a], ROWS[b])
        label, one, other = LABEL[common], SCORE[a][common], SCORE[b][common]
        row = rows.loc[(a, b)]
        assert (row["rows"], row["paired"]) == ("common", True)
        check(row, delong_test(label, one, other), delong_test(label, other, one))
        stream = generator(1, f"assess/permutation/{a}/{b}")
        own = permutation_test(label, one, other, n_permutations=30, seed=stream)
        assert row["p_permutation"] == own.p_value
    assert study.get(KINDS["comparisons"]).empty
    assert study.get(KINDS["comparisons_all"]).empty


@pytest.mark.parametrize("named", [True, False])
def test_models_without_a_common_row_are_unpaired(named):
    rows = {"a": np.arange(50), "b": np.arange(50, N)} if named else ROWS
    found = pairs_of(study_of(rows, named_rows=named))
    for a, b in found.index:
        row = found.loc[(a, b)]
        assert (row["rows"], row["paired"], row["n_a"]) == ("own", False, len(rows[a]))
        assert row["n_common"] == 0 if named else math.isnan(row["n_common"])
        sides = [(LABEL[rows[name]], SCORE[name][rows[name]]) for name in (a, b)]
        tests = delong_unpaired_test(*sides[0], *sides[1]), delong_unpaired_test(*sides[1], *sides[0])
        check(row, *tests)


def test_a_row_of_two_classes_is_none_in_common_and_nothing_is_tested():
    turned = LABEL.copy()
    turned[30] = 1 - turned[30]
    frames = {("a",): frame_of("a", ROWS["a"]), ("b",): frame_of("b", ROWS["b"], turned)}
    row = Study(frames, comparable=False, others=True, named_rows=True).get(KINDS["auc_tests"]).iloc[0]
    assert row["n_common"] == 70
    assert np.isnan(row[["p_value", "low", "high", "p_permutation"]].to_numpy(dtype=float)).all()
    assert row["auc_a"] == pytest.approx(roc_auc(roc_points(LABEL, SCORE["a"])))


def test_other_rows_are_not_tested_unless_asked_for():
    frames = {(name,): frame_of(name, rows) for name, rows in ROWS.items()}
    assert Study(frames, comparable=False).get(KINDS["auc_tests"]).empty


def test_predictions_are_counted_in_each_class():
    study = study_of(dict.fromkeys("ab", np.arange(N)), others=False)
    found = study.get(KINDS["mcnemar"]).set_index("measure")
    right = [(SCORE[name] >= 0) == (LABEL == 1) for name in "ab"]
    for measure, kept in (("accuracy", LABEL >= 0), ("sensitivity", LABEL == 1), ("specificity", LABEL == 0)):
        one, other = (of[kept] for of in right)
        own = mcnemar_from_counts(int((one & ~other).sum()), int((other & ~one).sum()), int(kept.sum()))
        row = found.loc[measure]
        assert (row["value_a"], row["value_b"]) == (one.mean(), other.mean())
        for name in ("only_a", "only_b", "n", "difference", "p_exact", "p_mid"):
            assert row[name] == getattr(own, name)
        assert (row["low"], row["high"], row["no_verdict"]) == (own.lower, own.upper, "")


def test_where_one_class_is_predicted_throughout_nothing_is_tested():
    frames = {(name,): frame_of(name, np.arange(N)) for name in "ab"}
    found = Study(frames, choices=Choices(threshold=-9)).get(KINDS["mcnemar"])
    assert found[["low", "high", "p_exact", "p_mid"]].isna().all(axis=None)
    assert found["no_verdict"].str.contains("every row is predicted positive").all()


@pytest.mark.parametrize("fold", [np.arange(N) % 4, np.arange(N) // 88, np.arange(N) % 3])
def test_the_average_over_folds_is_that_of_the_library(fold):
    """Four folds, two of which one has one class, and three which all have one class."""
    frames = {(name,): frame_of(name, np.arange(N)).assign(fold=fold) for name in "ab"}
    study = Study(frames)
    rows = study.get(KINDS["cross_validation"]).set_index("model")
    drawn = study.get(KINDS["fold_averages"])
    for name, score in list(SCORE.items())[:2]:
        parts = [fold == k for k in np.unique(fold)]
        curves = [roc_points(LABEL[of], score[of]) for of in parts if 0 < LABEL[of].mean() < 1]
        row = rows.loc[name]
        assert (row["n_folds"], row["n_undefined"]) == (len(curves), len(parts) - len(curves))
        assert row["pooled_auc"] == roc_auc(roc_points(LABEL, score))
        own = drawn[drawn["model"] == name]
        if not curves:
            assert row[["mean_auc", "sd_auc", "mean_curve_auc"]].isna().all()
            assert own.empty
            continue
        expected = fold_average(curves)
        assert (row["mean_auc"], row["mean_curve_auc"]) == (expected.mean_auc, expected.auc)
        assert row["sd_auc"] == pytest.approx(expected.sd_auc, nan_ok=True)
        np.testing.assert_array_equal(own["tpr"], expected.tpr)
        np.testing.assert_array_equal(own["sd"], expected.sd)


def test_a_single_fold_has_no_average():
    frames = {("a",): frame_of("a", np.arange(N)).assign(fold=0)}
    assert Study(frames).get(KINDS["cross_validation"]).empty
