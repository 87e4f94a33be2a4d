"""Facts on Tango's interval and on the method, against other ways to the same numbers."""

import math

import numpy as np
import pytest
from scipy.optimize import brentq, minimize_scalar
from scipy.stats import binomtest

from rocrepro.papers.elazmeh2006.facts_method import method_quantities
from rocrepro.papers.elazmeh2006.facts_tango import coverage, q21, statistic, tables, tango_quantities

Z = 1.959963984540054


def by_name(rows):
    return {(row["fact"], row["variant"]): row["value"] for row in rows}


@pytest.fixture(scope="module")
def tango():
    return {name: value for (name, _), value in by_name(tango_quantities(0.05)).items()}


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


@pytest.mark.parametrize(
    "name",
    [
        "zero_mismatches",
        "rule_mismatches",
        "n_changes_membership",
        "difference_outside",
        "mcnemar_mismatches",
    ],
)
def test_facts_that_are_identities_count_no_exception(tango, name):
    assert tango[name] == 0


@pytest.mark.parametrize(
    "name", ["equation1_residual", "equation2_residual", "mcnemar_identity", "z_tail_error"]
)
def test_residuals_are_rounding(tango, name):
    assert tango[name] < 1e-9


def test_exact_mcnemar_differs_on_as_many_tables_as_binomtest_says(tango):
    differ = 0
    for errors in range(1, 101):
        for b in range(errors + 1):
            asymptotic = abs(2 * b - errors) > Z * math.sqrt(errors)
            differ += asymptotic != (binomtest(b, errors).pvalue <= 0.05)
    assert tango["mcnemar_exact_mismatches"] == differ


def test_type_1_error_is_a_sum_of_binomial_terms(tango):
    sizes = [
        sum(math.comb(m, b) for b in range(m + 1) if abs(2 * b - m) > Z * math.sqrt(m)) / 2**m
        for m in range(1, 201)
    ]
    assert tango["type1_error_max"] == pytest.approx(max(sizes))
    assert tango["type1_error_mean"] == pytest.approx(np.mean(sizes))


def test_coverage_is_that_of_a_simulation(tango):
    rng = np.random.default_rng(3)
    drawn = rng.multinomial(50, [0.1, 0.1, 0.8], size=400)
    held = np.mean([low <= 0 <= high for low, high in (limits(b, c, 50) for b, c, _ in drawn if b + c)])
    assert abs(held - tango["coverage_mean"]) < 0.04
    assert tango["coverage_min"] <= tango["coverage_mean"] <= 1


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


def test_fewer_errors_can_be_judged_worse(tango):
    # (1, 3) has fewer errors of both kinds than (5, 5), and the larger difference.
    assert tango["fewer_errors_never_worse"] == 0


def test_range_of_the_interval(tango):
    assert (tango["interval_lowest"], tango["interval_highest"]) == (-1, 1)
    assert (tango["difference_lowest"], tango["difference_highest"]) == (-1, 1)
    assert tango["interval_min_width"] == pytest.approx(2 * Z**2 / (60 + Z**2))


def test_copies_of_negatives_leave_rates_and_move_differences(method):
    assert method["rates_under_copies", "base"] < 1e-12
    assert method["auc_under_copies", "base"] < 1e-12
    assert method["difference_moves_under_copies", "base"] == 1


def test_region_of_dis_point_by_point(method):
    inside = [
        (fp / 959, tp / 13)
        for tp in range(14)
        for fp in range(960)
        if abs(13 - tp - fp) <= Z * math.sqrt(13 - tp + fp)
    ]
    assert method["region_share", "base"] == pytest.approx(len(inside) / (14 * 960))
    assert method["region_fpr_max", "base"] == max(fpr for fpr, _ in inside)
    assert method["region_tpr_max", "base"] == 1
    assert method["region_mismatches", "base"] == 0
    assert method["bottom_half_assumption", "base"] == 0


def test_reasonable_points_can_have_unequal_errors(method):
    found = sum(
        abs(b - c) > Z * math.sqrt(b + c) for b in range(14) for c in range(960) if 2 * b < 13 and 2 * c < 959
    )
    assert method["reasonable_not_confident", "base"] == found > 0
    assert method["faultless_mismatches", "base"] == 0


def test_the_split_of_the_errors_moves_the_difference(tango):
    assert tango["split_moves_difference"] == 1


def test_equal_error_rates_are_confident_up_to_the_limit(method):
    limit = method["equal_rates_limit", "base"]
    for rate, confident in ((0.99 * limit, True), (1.01 * limit, False)):
        assert (abs(13 * rate - 959 * rate) <= Z * math.sqrt(972 * rate)) is confident


def test_perfect_classifiers(method):
    assert method["cauc_perfect_hard", "base"] == 0
    # Perfect order: confident while fn <= 3 to the left of (0, 1), and while fp <= 3 to the right of it.
    ranked = 3 / 13 + (3 / 959) * (10 / 13)
    chance = -method["cauc_hard_less_chance", "base"]
    assert method["cauc_ranked_less_chance", "base"] == pytest.approx(ranked - chance)


def test_interval_of_a_rate_is_wilsons(method):
    widths = [np.ptp(binomtest(round(0.8 * n), n).proportion_ci(method="wilson")) for n in (1000, 100_000)]
    from rocrepro.papers.elazmeh2006.facts_method import _wilson_width

    assert [_wilson_width(0.8, n, Z) for n in (1000, 100_000)] == pytest.approx(widths)
    assert method["rate_interval_difference", "base"] > 0


def test_readings_of_the_area(method):
    assert method["whole_curve_sum_ratio", "base"] == pytest.approx(2)
    assert method["whole_curve_union_error", "base"] < 1e-12
    assert ("cauc_perfect_hard", "reading=vertical") in method
