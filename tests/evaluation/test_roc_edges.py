"""Input at the very border of what is taken."""

from decimal import Decimal
from fractions import Fraction

import numpy as np
import pytest

from rocrepro.errors import InputError
from rocrepro.evaluation import clustered_auc_interval, mcnemar_test, roc_points


@pytest.mark.parametrize("sign", [1, -1])
def test_integers_up_to_the_last_that_every_double_holds(sign):
    last = sign * 2**53
    points = roc_points([1, 0], np.array([last, last - sign]))
    assert points.threshold[1:].tolist() == sorted([float(last), float(last - sign)], reverse=True)
    with pytest.raises(InputError, match=r"found an integer beyond 2\*\*53"):
        roc_points([1, 0], np.array([last + sign, 0]))


@pytest.mark.parametrize(
    "labels",
    [
        [np.nan, "ill", "ill", np.nan],
        [float("nan"), "ill", "nan", "ill"],
        [None, "ill", "None", "ill"],
    ],
)
def test_a_missing_label_in_a_list_of_texts_is_no_class(labels):
    with pytest.raises(InputError, match=r"y_true: row 1: found (nan|None); expected a class label"):
        roc_points(labels, [0.1, 0.2, 0.3, 0.4], pos_label="ill")


@pytest.mark.parametrize("labels", [[1, "1", "0", 0], [True, "False", True, "False"]])
def test_numbers_among_texts_are_no_texts(labels):
    with pytest.raises(InputError, match="y_true: found labels of mixed types"):
        roc_points(labels, [0.1, 0.2, 0.3, 0.4], pos_label="1")


def test_a_missing_cluster_in_a_list_of_texts_is_no_cluster():
    with pytest.raises(InputError, match="cluster: row 2: found nan"):
        clustered_auc_interval([1, 0, 1, 0], [0.4, 0.3, 0.2, 0.1], ["a", np.nan, "b", "b"])


@pytest.mark.parametrize(
    "scores",
    [
        [2**70, 2**70 + 1, 0, 1],
        [Decimal(2**53), Decimal(2**53 + 1), Decimal(0), Decimal(1)],
        [Fraction(1, 3), Fraction(1, 3) + Fraction(1, 10**30), Fraction(0), Fraction(1)],
        np.longdouble([1, 1, 0, 2]) + np.longdouble([0, 1e-19, 0, 0]),
    ],
    ids=["int", "Decimal", "Fraction", "longdouble"],
)
def test_numbers_that_become_one_double_are_refused(scores):
    if isinstance(scores, np.ndarray) and scores[0] == scores[1]:
        pytest.skip("a long double is a double here")
    with pytest.raises(InputError, match="found different scores that are one double"):
        roc_points([1, 0, 1, 0], scores)


def test_python_numbers_that_differ_as_doubles_are_taken():
    points = roc_points([1, 0, 1, 0], [Decimal("0.1"), Fraction(1, 3), 2**70, True])
    assert points.threshold.tolist() == [np.inf, 2.0**70, 1.0, 1 / 3, 0.1]


def test_classes_beyond_what_a_double_holds_are_two():
    labels = np.array([2**53, 2**53 + 1, 2**53 + 1])
    for positive, n_pos in ((2**53, 1), (2**53 + 1, 2), (float(2**53), 1)):
        assert roc_points(labels, [1, 2, 3], pos_label=positive).n_pos == n_pos


def test_no_date_is_no_class():
    days = np.array(["2024-01-01", "NaT", "2024-01-01"], dtype="datetime64[D]")
    for call in (
        lambda: roc_points(days, [1, 2, 3], pos_label=days[0]),
        lambda: mcnemar_test(days, days, days),
    ):
        with pytest.raises(InputError, match="y_true: "):
            call()
    with pytest.raises(InputError, match="cluster: row 2: found NaT"):
        clustered_auc_interval([1, 0, 1], [3, 2, 1], days)
