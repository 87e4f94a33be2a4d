"""Metrics of a confusion matrix against scikit-learn and scipy, and where they do not exist."""

from __future__ import annotations

import math
import warnings

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from rocrepro.errors import InputError
from rocrepro.evaluation import confusion_metrics
from rocrepro.evaluation.confusion import UndefinedMetricWarning

count = st.integers(0, 40)


@given(tp=count, fn=count, fp=count, tn=count)
def test_against_scikit_learn(tp, fn, fp, tn):
    from sklearn import metrics

    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        ours = confusion_metrics(tp, fn, fp, tn, betas=(0.5, 1, 3))
    undefined = {str(w.message).split()[0] for w in caught if w.category is UndefinedMetricWarning}
    assert undefined == {name for name, value in ours.items() if math.isnan(value)}
    assert undefined == (
        ({"accuracy"} if tp + fn + fp + tn == 0 else set())
        | ({"precision"} if tp + fp == 0 else set())
        | ({"recall"} if tp + fn == 0 else set())
        | ({"fpr", "specificity"} if fp + tn == 0 else set())
        | ({"balanced_accuracy"} if 0 in (tp + fn, fp + tn) else set())
        | ({"f0.5", "f1", "f3"} if tp + fn + fp == 0 else set())
        | ({"mcc"} if 0 in (tp + fn, fp + tn, tp + fp, fn + tn) else set())
    )
    true = np.repeat([1, 1, 0, 0], [tp, fn, fp, tn])
    predicted = np.repeat([1, 0, 1, 0], [tp, fn, fp, tn])
    if len(np.unique([true, predicted])) < 2:  # scikit-learn would not know the classes
        return
    theirs = {
        "accuracy": metrics.accuracy_score(true, predicted),
        "precision": metrics.precision_score(true, predicted, zero_division=np.nan),
        "recall": metrics.recall_score(true, predicted, zero_division=np.nan),
        "specificity": metrics.recall_score(true, predicted, pos_label=0, zero_division=np.nan),
        **{
            f"f{b:g}": metrics.fbeta_score(true, predicted, beta=b, zero_division=np.nan) for b in (0.5, 1, 3)
        },
        "mcc": metrics.matthews_corrcoef(true, predicted),
    }
    for name, value in theirs.items():
        if name not in undefined:
            assert ours[name] == pytest.approx(value, abs=1e-12), name
    if "fpr" not in undefined:
        assert ours["fpr"] == pytest.approx(1 - ours["specificity"], abs=1e-12)
    if "balanced_accuracy" not in undefined:
        assert ours["balanced_accuracy"] == pytest.approx((ours["recall"] + ours["specificity"]) / 2)


@given(tp=st.integers(1, 50), fn=st.integers(1, 50), fp=st.integers(1, 50), tn=st.integers(1, 50))
def test_the_square_of_mcc_is_chi_square_over_n(tp, fn, fp, tn):
    from scipy.stats import chi2_contingency

    statistic = chi2_contingency([[tp, fp], [fn, tn]], correction=False)[0]
    mcc = confusion_metrics(tp, fn, fp, tn)["mcc"]
    assert mcc**2 * (tp + fn + fp + tn) == pytest.approx(statistic, rel=1e-10, abs=1e-10)
    assert np.sign(mcc) == np.sign(tp * tn - fp * fn)


def test_the_chapters_rates_give_its_accuracy():
    metrics = confusion_metrics(tp=3362, fn=374, fp=1282, tn=2382)
    assert metrics["accuracy"] == pytest.approx(0.77, abs=0.0075)
    skewed = confusion_metrics(tp=3362, fn=374, fp=128, tn=238)
    assert skewed["accuracy"] > metrics["accuracy"] + 0.1
    assert skewed["precision"] > metrics["precision"] + 0.2
    assert skewed["recall"] == metrics["recall"]
    assert list(metrics)[-4:] == ["f0.5", "f1", "f2", "mcc"]


def test_large_counts_do_not_overflow():
    n = 2**50
    assert confusion_metrics(n, n, n, n)["mcc"] == 0
    assert confusion_metrics(n, 1, 1, n)["mcc"] == pytest.approx(1)


@pytest.mark.parametrize(
    ("counts", "betas", "message"),
    [
        ((1, -1, 1, 1), (1,), "fn: found -1"),
        ((1, 1.5, 1, 1), (1,), "fn: found 1.5"),
        ((1, 1, 1, 1), (0,), "betas"),
    ],
)
def test_bad_input_is_named(counts, betas, message):
    with pytest.raises(InputError, match=message):
        confusion_metrics(*counts, betas=betas)
