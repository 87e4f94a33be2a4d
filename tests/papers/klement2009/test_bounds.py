"""The bounds on Table 2 against a linear programme over concave ROC curves, and values worked out before."""

import numpy as np
import pytest
from scipy.optimize import linprog

from rocrepro.papers.klement2009.bound_figure import PREVALENCES
from rocrepro.papers.klement2009.bounds import (
    Row,
    auc_range,
    calibrated_maximum,
    concave_range,
    is_possible,
    operating_points,
    rows_of,
)

N = 120  # steps of the false positive rate in the programme


def programme(b, a, slope=None, sign=-1):
    """Largest (sign -1) or least area of a concave, rising, piecewise linear curve through (b, a)."""
    x = np.arange(N + 1) / N
    weight = np.full(N + 1, 1 / N)
    weight[[0, -1]] /= 2
    concave = np.zeros((N - 1, N + 1))
    for i in range(N - 1):
        concave[i, i : i + 3] = [1, -2, 1]
    rising = np.zeros((1, N + 1))
    rising[0, [N - 1, N]] = [1, -1]
    limits, above = [(0, 1)] * (N + 1), [concave, rising]
    limits[N], limits[round(b * N)] = (1, 1), (a, a)
    right = [0] * N
    if slope is not None:
        above.append(np.eye(N + 1))
        right += list(a + slope * (x - b))
    found = linprog(sign * weight, A_ub=np.vstack(above), b_ub=right, bounds=limits)
    return sign * found.fun if found.success else None


@pytest.mark.parametrize(
    ("b", "a"), [(0.1, 0.6), (0.3, 0.8), (0.3, 0.4), (0.6, 0.9), (0.7, 0.75), (0.5, 0.5)]
)
def test_the_range_of_concave_curves(b, a):
    low, high = (float(v[0]) for v in concave_range(np.array([b]), np.array([a])))
    # A curve may jump at 0, which the programme allows, as its first value is free.
    assert high == pytest.approx(programme(b, a), abs=2 / N)
    assert programme(b, a) <= high + 1e-9
    assert low == pytest.approx(programme(b, a, sign=1), abs=1e-9)


@pytest.mark.parametrize(("prevalence", "b"), [(0.5, 0.3), (0.5, 0.25), (0.4, 0.3)])
def test_the_calibrated_bound_at_one_point(prevalence, b):
    t, sensible = 0.512, 0.672
    a = (sensible - (1 - prevalence) * (1 - b)) / prevalence
    slope = t * (1 - prevalence) / ((1 - t) * prevalence)
    bound = 1 - (1 - a + slope * b) ** 2 / (2 * slope)
    found = programme(b, a, slope)
    assert found <= bound + 1e-9
    assert found == pytest.approx(bound, abs=2 / N)
    assert calibrated_maximum(Row(0.815, t, sensible), prevalence) >= bound


def test_the_calibrated_maximum_of_ngp(table2):
    (train,), (test,) = rows_of(table2["NGP-Train"]), rows_of(table2["NGP-Test"])
    values = {0.33: 0.768, 0.40: 0.786, 0.45: 0.793, 0.50: 0.795, 0.60: 0.786}
    for prevalence, value in values.items():
        assert calibrated_maximum(train, prevalence) == pytest.approx(value, abs=6e-4)
    assert calibrated_maximum(test, 0.5) == pytest.approx(0.801, abs=6e-4)
    error = 1 - train.sensible
    for prevalence in (0.4, 0.5, 0.6):  # the closed form at a midpoint of one half
        closed = 1 - error**2 / (2 * prevalence * (1 - prevalence))
        half = Row(train.auc, 0.5, train.sensible)
        assert calibrated_maximum(half, prevalence) == pytest.approx(closed, abs=1e-9)
    assert np.isnan(calibrated_maximum(train, 0.3))
    assert np.isnan(calibrated_maximum(train, 0.7))


@pytest.mark.parametrize(
    ("which", "low", "high"),
    [("NGP-Train", 0.22, 0.77), ("NGP-Test", 0.21, 0.77), ("DP-Test", 0.28, 0.99), ("FC-Test", 0.15, 0.73)],
)
def test_possible_prevalences(table2, which, low, high):
    possible = [p for p in PREVALENCES if is_possible(table2[which], p)]
    assert (possible[0], possible[-1]) == (low, high)


@pytest.mark.parametrize(
    ("which", "prevalence", "low", "high"),
    [
        ("NGP-Train", 0.3, 0.36, 0.45), ("NGP-Train", 0.5, 0.0, 0.66), ("DP-Test", 0.3, 0.48, 0.51),
        ("DP-Test", 0.6, 0.0, 0.21), ("FC-Test", 0.6, 0.11, 0.65), ("FC-Test", 0.4, 0.0, 0.43),
    ],
)  # fmt: skip
def test_possible_false_positive_rates(table2, which, prevalence, low, high):
    (row,) = rows_of(table2[which])
    fpr, tpr = operating_points(row, prevalence)
    least, largest = concave_range(fpr, tpr)
    fits = fpr[(least <= row.auc) & (row.auc <= largest)]
    assert (fits.min(), fits.max()) == (pytest.approx(low, abs=6e-3), pytest.approx(high, abs=6e-3))


def test_operating_points_give_the_share_of_sensible_rows(table2):
    (row,) = rows_of(table2["DP-Test"])
    for prevalence in (0.3, 0.5, 0.7):
        fpr, tpr = operating_points(row, prevalence)
        np.testing.assert_allclose(prevalence * tpr + (1 - prevalence) * (1 - fpr), row.sensible, atol=1e-9)
        assert auc_range(row, prevalence)[0] >= 0.5
    assert all(np.isnan(auc_range(row, 0.01)))
