"""Facts on Tango's interval and on the method, against other ways to the same numbers."""

import math

import numpy as np
import pytest
from scipy.optimize import brentq, minimize_scalar
from scipy.stats import binomtest, norm

from rocrepro.evaluation import ConfidentSegment, confident_segment, roc_auc, roc_points, tango_interval
from rocrepro.evaluation.inputs import two_sided_z
from rocrepro.papers.elazmeh2006.facts_method import method_quantities
from rocrepro.papers.elazmeh2006.facts_tango import coverage, q21, statistic, tables, tango_quantities

Z = 1.959963984540054


def test_a_95_percent_interval_leaves_out_half_of_5_percent_on_each_side():
    assert norm.sf(two_sided_z(0.05)) == pytest.approx(0.025, abs=1e-12)


def by_name(rows):
    """Values by quantity, or by quantity and what it goes by."""
    found = {}
    for row in rows:
        of = [row[name] for name in ("case", "what", "end") if name in row]
        if row["variant"] == "base":
            found[(row["fact"], *of) if of else row["fact"]] = row["value"]
    return found


@pytest.fixture(scope="module")
def tango():
    return by_name(tango_quantities(0.05))


@pytest.fixture(scope="module")
def method():
    return by_name(method_quantities(0.05))


def limits(b, c, n):
    """Tango's limits by bisection of the paper's equations."""
    d = (b - c) / n

    def at(delta):
        return statistic(np.array([b]), np.array([c]), np.array([n]), np.array([delta]))[0]

    lower = -1.0 if c == n else brentq(lambda x: at(x) - Z, -1 + 1e-9, d - 1e-9)
    upper = 1.0 if b == n else brentq(lambda x: at(x) + Z, d + 1e-9, 1 - 1e-9)
    return lower, upper


def test_no_table_is_left_out():
    fn, fp, n = tables((3,))
    assert sorted(zip(fn.tolist(), fp.tolist(), strict=True)) == [
        (b, c) for b in range(4) for c in range(4) if b + c <= 3
    ]
    assert set(n.tolist()) == {3}


@pytest.mark.parametrize(
    ("b", "c", "n", "lower", "upper"),
    [(9, 3, 32, -0.027, 0.390), (16, 8, 86, -0.020, 0.207), (1, 7, 21, -0.517, -0.026)],
)
def test_the_printed_equations_give_published_limits(b, c, n, lower, upper):
    assert limits(b, c, n) == pytest.approx((lower, upper), abs=5e-4)


def test_equation_2_maximises_the_likelihood():
    b, c, n, delta = 9, 3, 32, 0.1

    def minus(q):
        return -(b * math.log(q + delta) + c * math.log(q) + (n - b - c) * math.log(1 - 2 * q - delta))

    best = minimize_scalar(minus, bounds=(1e-6, (1 - delta) / 2 - 1e-6), method="bounded").x
    found = q21(np.array([b]), np.array([c]), np.array([n]), np.array([delta]))[0]
    assert found == pytest.approx(best, abs=1e-4)


def test_nothing_but_the_errors_decides_and_mcnemar_agrees(tango):
    assert tango["n_changes_membership"] == tango["mcnemar_mismatches", "chi_square"] == 0
    assert tango["n_changes_interval"] == 1


def test_an_interval_holds_zero_by_mcnemars_rule_and_always_the_difference():
    """Over all small tables; with u as the upper limit no [u, l] could hold zero with a width."""
    fn, fp, n = tables((1, 2, 3, 5, 8, 13, 20))
    lower, upper = tango_interval(fn, fp, n)
    difference = (fn - fp) / n
    assert ((lower <= 0) & (upper >= 0)).tolist() == (np.abs(fn - fp) <= Z * np.sqrt(fn + fp)).tolist()
    assert (lower <= difference).all()
    assert (difference <= upper).all()
    assert (np.abs(difference) <= 1).all()
    assert (lower < upper).all()


def test_the_printed_statistic_at_zero_is_mcnemars():
    fn, fp, n = tables((20,))
    fn, fp, n = fn[fn + fp > 0], fp[fn + fp > 0], n[fn + fp > 0]
    found = statistic(fn, fp, n, np.zeros(len(n)))
    assert found == pytest.approx((fn - fp) / np.sqrt(fn + fp), abs=1e-12)


@pytest.mark.parametrize("name", ["equation1_residual", "equation2_residual"])
def test_residuals_are_rounding(tango, name):
    assert tango[name] < 1e-9


def test_mcnemar_with_continuity_correction_is_another_test(tango):
    differ = sum(
        (abs(2 * b - m) > Z * math.sqrt(m)) != (max(abs(2 * b - m) - 1, 0) > Z * math.sqrt(m))
        for m in range(1, 101)
        for b in range(m + 1)
    )
    assert tango["mcnemar_mismatches", "corrected"] == differ > 0


def test_exact_mcnemar_differs_on_as_many_tables_as_binomtest_says(tango):
    differ = 0
    for errors in range(1, 101):
        for b in range(errors + 1):
            asymptotic = abs(2 * b - errors) > Z * math.sqrt(errors)
            differ += asymptotic != (binomtest(b, errors).pvalue <= 0.05)
    assert tango["mcnemar_mismatches", "exact"] == differ


def test_type_1_error_is_a_sum_of_binomial_terms(tango):
    sizes = [
        sum(math.comb(m, b) for b in range(m + 1) if abs(2 * b - m) > Z * math.sqrt(m)) / 2**m
        for m in range(1, 201)
    ]
    # (3, 3) against (6, 0): six errors of one kind reject without the correction, and not with it.
    corrected = [
        sum(math.comb(m, b) for b in range(m + 1) if max(abs(2 * b - m) - 1, 0) > Z * math.sqrt(m)) / 2**m
        for m in range(1, 201)
    ]
    assert tango["type1_error_max", "corrected"] == pytest.approx(max(corrected))
    assert tango["type1_error_max", "chi_square"] == pytest.approx(max(sizes))
    assert max(corrected) < 0.05 < max(sizes)


def test_power_is_a_sum_over_tables_of_50_rows(tango):
    """The shortfall is largest at error shares of 0.05 and 0.02."""
    cells = [(b, c, math.comb(50, b) * math.comb(50 - b, c)) for b in range(51) for c in range(51 - b)]

    def power(q12, q, rejects):
        rest = 1 - q12 - q
        return sum(w * q12**b * q**c * rest ** (50 - b - c) for b, c, w in cells if rejects(b, c))

    def tango_rejects(b, c):
        return abs(b - c) > Z * math.sqrt(b + c)

    large = norm.cdf((math.sqrt(50) * 0.03 - Z * math.sqrt(0.07)) / math.sqrt(0.07 - 0.03**2))
    assert tango["power_shortfall"] == pytest.approx(large - power(0.05, 0.02, tango_rejects))


def test_coverage_is_that_of_a_simulation(tango):
    rng = np.random.default_rng(3)
    drawn = rng.multinomial(50, [0.1, 0.1, 0.8], size=400)
    held = np.mean([low <= 0 <= high for low, high in (limits(b, c, 50) for b, c, _ in drawn if b + c)])
    assert abs(held - tango["coverage_mean"]) < 0.04
    assert tango["coverage_least", "usual"] <= tango["coverage_mean"] <= 1
    assert tango["coverage_least", "unequal"] < tango["coverage_least", "reasonable"]


def test_coverage_of_one_pair_is_a_sum_over_tables():
    share = {"b": 0.01, "c": 0.002}
    summed = 0.0
    for b in range(51):
        for c in range(51 - b):
            low, high = limits(b, c, 50) if b + c else (-(Z**2) / (50 + Z**2), Z**2 / (50 + Z**2))
            ways = math.comb(50, b) * math.comb(50 - b, c)
            if low <= 0.008 <= high:
                summed += ways * share["b"] ** b * share["c"] ** c * 0.988 ** (50 - b - c)
    assert coverage([(0.01, 0.002)], 0.05)[0] == pytest.approx(summed, abs=1e-9)


def test_widths_at_the_edges(tango):
    closed = [2 * Z**2 / (n + Z**2) for n in (2, 1000)]
    others = [np.subtract(*limits(1, 1, n)[::-1]) for n in (2, 1000)]
    assert tango["width_without_errors"] >= max(c - o for c, o in zip(closed, others, strict=True)) - 1e-9
    assert tango["width_without_errors"] < 0
    assert tango["width_one_sided"] < 0
    assert tango["undefined_without_errors"] == tango["interval_without_errors"] == 1
    assert tango["interval_one_sided"] == 1


def test_fewer_errors_can_be_judged_worse(tango):
    # (1, 3) has fewer errors of both kinds than (5, 5), and the larger difference.
    assert tango["fewer_errors_never_worse"] == 0


def test_range_of_the_interval(tango):
    assert (tango["interval_extreme", "lower"], tango["interval_extreme", "upper"]) == (-1, 1)
    assert tango["interval_min_width"] == pytest.approx(2 * Z**2 / (60 + Z**2))


def test_copies_of_negatives_leave_rates_and_move_differences(method):
    label, score = np.array([1, 0, 1, 0, 0]), np.array([5.0, 4, 3, 2, 1])
    times = np.where(label == 0, 10, 1)
    one, ten = roc_points(label, score), roc_points(np.repeat(label, times), np.repeat(score, times))
    assert (one.tpr.tolist(), one.fpr.tolist()) == (ten.tpr.tolist(), ten.fpr.tolist())
    assert roc_auc(one) == pytest.approx(roc_auc(ten))
    assert method["moves_under_copies", "difference"] == 1
    assert method["moves_under_copies", "set"] == 1


def test_region_of_dis_point_by_point(method):
    inside = [
        (fp / 959, tp / 13)
        for tp in range(14)
        for fp in range(960)
        if abs(13 - tp - fp) <= Z * math.sqrt(13 - tp + fp)
    ]
    assert method["region_fpr_max"] == max(fpr for fpr, _ in inside)
    assert method["region_tpr_max"] == max(tpr for _, tpr in inside)
    assert method["region_exact"] == 1


def test_equal_error_rates_are_confident_up_to_the_limit(method):
    limit = method["equal_rates_limit"]
    for rate, confident in ((0.99 * limit, True), (1.01 * limit, False)):
        assert (abs(13 * rate - 959 * rate) <= Z * math.sqrt(972 * rate)) is confident


def test_perfect_classifiers(method):
    label = np.repeat([1, 0], (13, 959))
    hard = confident_segment(roc_points(label, label))
    assert (hard.n_confident, hard.aved_abs, hard.cauc("union")) == (1, 0, 0)
    # Perfect order: confident while fn <= 3 to the left of (0, 1), and while fp <= 3 to the right of it.
    ranked = 3 / 13 + (3 / 959) * (10 / 13)
    chance = -method["cauc_less_chance", "hard"]
    assert method["cauc_less_chance", "ranked"] == pytest.approx(ranked - chance)


def test_vertical_and_horizontal_area_of_a_whole_curve_are_its_auc_each():
    points = roc_points([1, 0, 1, 0, 0], [5, 4, 3, 2, 1])
    whole = ConfidentSegment(points, np.ones(len(points), dtype=bool), 0.05, "tango")
    for reading in ("vertical", "horizontal", "union"):
        assert whole.cauc(reading) == pytest.approx(roc_auc(points))


def test_a_larger_set_never_has_the_smaller_area():
    rng = np.random.default_rng(5)
    for _ in range(30):
        label = np.repeat([1, 0], rng.integers(4, 40, 2))
        points = roc_points(label, np.round(rng.normal(label, 1), 1))
        wide, narrow = (confident_segment(points, alpha=alpha) for alpha in (0.01, 0.05))
        for reading in ("union", "vertical", "horizontal", "concordant"):
            assert wide.cauc(reading) >= narrow.cauc(reading) - 1e-12
