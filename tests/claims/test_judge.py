"""The judge can fail: each kind agrees where it should and disagrees where it should."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from rocrepro.claims.judge import judge, seed_range, seed_share
from rocrepro.claims.kinds import describe
from rocrepro.claims.measures import Measured
from rocrepro.claims.model import Claim
from rocrepro.errors import InputError


def claim(kind, printed=None, basis="run", sentence=None, **rule):
    measure = {"name": "cell"}
    return Claim(
        "p.c", "p", "here", "says", kind, basis, printed, measure, rule, file="p.yaml", **sentence or {}
    )


def verdict(one, *values, **facts):
    return judge(one, Measured("weka", values, **facts)).verdict


@pytest.mark.parametrize(
    ("one", "agreeing", "disagreeing"),
    [
        (claim("number", 0.752, decimals=3), 0.7524, 0.7526),
        (claim("number", 0.75, tolerance=0.01), 0.76, 0.761),
        (claim("number", 200, relative=0.1), 220, 221),
        (claim("definition", 0.875, decimals=3), 0.875, 0.876),
        (claim("count", 8), 8, 9),
        # What is left of a double's error is let pass: 1e-9, of the value where that is larger than 1.
        (claim("count", 0), 0.9e-9, 1.1e-9),
        (claim("count", 1e6), 1e6 + 0.9e-3, 1e6 + 1.1e-3),
        (claim("range", [0, 1]), 1 + 0.9e-9, 1 + 1.1e-9),
        (claim("range", [-2, 0]), -2 - 1.9e-9, -2 - 2.1e-9),
        (claim("range", None, at_least=3), 3 - 2.9e-9, 3 - 3.1e-9),
        (claim("range", None, at_most=0.5), 0.5 + 0.9e-9, 0.5 + 1.1e-9),
        (claim("range", None, above=0.5), 0.5 + 1.1e-9, 0.5 + 0.9e-9),
        (claim("range", None, below=0.5), 0.5 - 1.1e-9, 0.5 - 0.9e-9),
        (claim("presence", True), 1, 0),
        (claim("presence", True), 0.5, 0.49),
        (claim("presence", False), 0, 1),
        (claim("presence", at_least=2), 2, 1),
        (claim("range", [0.1, 0.65]), 0.65, 0.66),
        (claim("range", [0.1, 0.65], decimals=1), 0.7, 0.71),
        (claim("range", None, above=0.5), 0.51, 0.5),
        (claim("range", None, below=0.5), 0.49, 0.5),
        (claim("identity", None, tolerance=1e-9), -1e-9, 2e-9),
        (claim("ordering", None, direction="greater"), 0.1, 0.0),
        (claim("ordering", None, direction="less"), -0.1, 0.1),
        (claim("ordering", None, direction="less", margin=0.05), -0.06, -0.04),
        (claim("ordering", None, direction="equal", margin=0.01), -0.01, 0.02),
        (claim("trend", None, direction="increasing", at_least=0.8), 0.8, 0.7),
        (claim("trend", None, direction="decreasing"), -0.1, 0.1),
    ],
    ids=lambda value: f"{value.kind} {value.rule}" if isinstance(value, Claim) else "",
)
def test_each_kind_agrees_and_disagrees(one, agreeing, disagreeing):
    assert verdict(one, agreeing) == "reproduced"
    assert verdict(one, disagreeing) == "not reproduced"
    assert verdict(one, math.nan) == "undefined"


@pytest.mark.parametrize("basis", ["data", "arithmetic", "paper"])
def test_what_decides_without_luck_contradicts(basis):
    assert verdict(claim("count", 2800, basis), 2926) == "contradicted"
    assert verdict(claim("count", 2800, basis), 2800) == "reproduced"


@pytest.mark.parametrize("basis", ["data", "arithmetic", "paper"])
def test_a_bound_of_ours_never_contradicts(basis):
    assert verdict(claim("range", None, basis, {"lenient": True}, below=1), 2) == "not reproduced"
    assert verdict(claim("range", None, basis, below=1), 2) == "contradicted"


@pytest.mark.parametrize(
    ("sentence", "value", "expected"),
    [
        ({}, 0.9, "reproduced"),
        ({}, 0.1, "contradicted"),  # a counterexample
        ({"lenient": True}, 0.1, "not reproduced"),
        ({"universal": False}, 0.9, "reproduced"),  # a witness
        ({"universal": False}, 0.1, "not testable"),
        ({"general": False}, 0.9, "not testable"),
        ({"general": False}, 0.1, "not testable"),
    ],
)
def test_what_a_reconstruction_can_decide(sentence, value, expected):
    one = claim("number", 0.9, "reconstruction", sentence, decimals=1)
    assert verdict(one, value) == expected
    assert verdict(one, math.nan) == "undefined"


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        (1.0, "reproduced"),
        (0.95, "reproduced"),
        (0.94, "undecided"),
        (0.06, "undecided"),
        (0.05, "not reproduced"),
    ],
)
def test_a_domain_that_was_not_published_is_judged_by_the_share_of_admissible_ones(value, expected):
    assert verdict(claim("domains", None, "reconstruction"), value) == expected


def test_the_spread_over_seeds_counts_only_where_something_is_random():
    one = claim("number", 0.83, decimals=2)
    seeds = (0.80, 0.82, 0.90)
    assert verdict(one, 0.80, seeds=seeds, n_seeds=3) == "within spread"
    assert verdict(one, 0.80) == "not reproduced"
    assert verdict(one, 0.80, seeds=(0.8, 0.8, 0.8), n_seeds=3) == "not reproduced"
    assert verdict(one, 0.80, seeds=(0.70, 0.75, 0.80), n_seeds=3) == "not reproduced"
    assert verdict(one, 0.80, seeds_low=0.8, seeds_high=0.9, n_seeds=25) == "within spread"


@pytest.mark.parametrize(
    ("agreeing", "expected", "reason"),
    [
        (4, "reproduced", "measured 0.01"),
        (2, "reproduced", "measured 0.01"),
        (1, "within spread", "measured 0.01; this holds at 1 of 4 seeds"),
        (0, "not reproduced", "measured 0.2; this holds at 0 of 4 seeds"),
    ],
)
def test_a_random_learner_is_judged_over_its_seeds(agreeing, expected, reason):
    seeds = (0.01,) * agreeing + (0.2,) * (4 - agreeing)
    found = judge(claim("range", None, at_most=0.05), Measured("weka", seeds[:1], seeds=seeds, n_seeds=4))
    assert (found.verdict, found.reason) == (expected, reason)


def test_some_seeds_do_not_make_up_for_the_resamples():
    one = claim("ordering", None, direction="greater")
    for share, expected in ((0.99, "within spread"), (0.6, "undecided")):
        seeds = (0.1, -0.1, -0.2, -0.1)
        assert verdict(one, 0.1, seeds=seeds, n_seeds=4, resample_share=share) == expected


def test_the_default_seed_has_one_vote():
    one = claim("range", None, at_most=0.05)
    found = judge(one, Measured("", (0.2,), seeds=(0.2, 0.01, 0.02), n_seeds=3))
    assert found.verdict == "reproduced"
    assert found.reason == "measured 0.2; this holds at 2 of 3 seeds"


def test_one_seed_in_forty_is_within_the_spread_and_fewer_are_not():
    one = claim("range", None, at_most=0.05)
    for n_seeds, expected in ((40, "within spread"), (41, "not reproduced")):
        seeds = (0.01,) + (0.2,) * (n_seeds - 1)
        assert verdict(one, 0.01, seeds=seeds, n_seeds=n_seeds) == expected


def test_seeds_without_a_value_are_left_out_unless_they_are_most():
    one = claim("range", None, at_most=0.05)
    few = Measured("", (math.nan,), seeds=(math.nan, 0.01, 0.02), n_seeds=3)
    assert judge(one, few).verdict == "reproduced"
    many = Measured("", (0.01,), seeds=(0.01, math.nan, math.nan), n_seeds=3)
    assert judge(one, many).verdict == "undefined"


def test_the_share_counts_seeds_that_agree():
    one = judge(
        claim("number", 0.82, decimals=2),
        Measured("weka", (0.80,), seeds=(0.80, 0.82, 0.824, 0.9), n_seeds=4),
    )
    assert one.share == 0.5


@pytest.mark.parametrize(("direction", "value", "share"), [("greater", 0.1, 0.97), ("less", -0.1, 0.03)])
def test_an_ordering_needs_the_paired_resamples_too(direction, value, share):
    one = claim("ordering", None, direction=direction)
    assert verdict(one, value, resample_share=share) == "reproduced"
    assert verdict(one, value, resample_share=0.5) == "undecided"
    assert verdict(one, -value, resample_share=1 - share) == "not reproduced"
    figure = claim("ordering", None, sentence={"describes": True}, direction=direction)
    assert verdict(figure, value, resample_share=0.5) == "reproduced"


def test_every_value_of_a_range_must_lie_in_it():
    one = claim("range", [0, 1])
    assert verdict(one, 0.2, 0.9) == "reproduced"
    assert verdict(one, 0.2, 1.1) == "not reproduced"


@given(
    st.floats(-1e6, 1e6),
    st.sampled_from(["number", "definition", "count"]),
    st.integers(0, 6),
    st.floats(1.5, 1e3),
)
def test_the_measured_value_agrees_and_one_outside_the_rule_does_not(value, kind, decimals, factor):
    rule = {} if kind == "count" else {"decimals": decimals}
    assert verdict(claim(kind, value, **rule), value) == "reproduced"
    step = factor * (0.5 * 10.0**-decimals if rule else 1.0) + 1e-8 * abs(value)
    assert verdict(claim(kind, value + step, **rule), value) == "not reproduced"


def test_a_reason_says_which_side_was_found_and_which_was_stated():
    reasons = [
        judge(claim("presence", stated, "arithmetic"), Measured("", (found,))).reason
        for stated in (True, False)
        for found in (1.0, 0.0)
    ]
    assert reasons == [
        "measured yes, stated yes",
        "measured no, stated yes",
        "measured yes, stated no",
        "measured no, stated no",
    ]


def test_an_ordering_that_resamples_do_not_decide_says_so():
    less = claim("ordering", None, direction="less")
    few = judge(less, Measured("weka", (-0.1,), resample_share=0.06))
    assert few.verdict == "undecided"
    assert (
        few.reason == "difference -0.1; the stated direction in 94 % of paired resamples, too few to decide"
    )
    other = judge(less, Measured("weka", (0.1,), resample_share=0.94))
    assert (
        other.reason == "difference 0.1; the stated direction in 6 % of paired resamples, too few to decide"
    )


@given(st.lists(st.floats(-10, 10), min_size=1, max_size=40))
def test_the_central_seeds_are_numpys_quantiles(values):
    found = seed_range(Measured("weka", (values[0],), seeds=tuple(values), n_seeds=len(values)))
    assert found == pytest.approx(tuple(np.quantile(values, [0.025, 0.975])), rel=1e-12, abs=1e-12)


def test_an_undefined_seed_leaves_the_spread_to_what_the_artifact_gives():
    one = Measured("weka", (0.1,), seeds=(0.1, math.nan), seeds_low=0.0, seeds_high=0.3, n_seeds=2)
    assert seed_range(one) == (0.0, 0.3)


@pytest.mark.parametrize(("direction", "share"), [("greater", 0.75), ("less", 0.25)])
def test_an_orderings_share_of_seeds_is_that_of_its_direction(direction, share):
    one = Measured("weka", (0.1,), share_seeds=0.75, n_seeds=4)
    assert seed_share(claim("ordering", None, direction=direction), one) == share
    assert math.isnan(seed_share(claim("number", 0.1, decimals=1), one))


@pytest.mark.parametrize(
    "rule", [{"direction": "greater", "margin": 0.02}, {"direction": "equal", "margin": 0.02}]
)
def test_shares_of_differences_above_zero_say_nothing_of_a_margin(rule):
    one = claim("ordering", None, **rule)
    within, beyond = {"greater": (0.03, 0.01), "equal": (0.01, 0.03)}[rule["direction"]]
    shares = {"share_seeds": 1.0, "resample_share": 0.5, "n_seeds": 4}
    assert verdict(one, within, **shares) == "reproduced"
    assert verdict(one, beyond, **shares) == "not reproduced"
    assert verdict(one, within, seeds=(beyond, beyond, beyond, within), n_seeds=4) == "within spread"


@pytest.mark.parametrize(
    ("one", "words"),
    [
        (claim("number", 0.75, decimals=3), "equal to the printed value, to 3 decimals"),
        (claim("number", 0.75, relative=0.1), "equal to the printed value, within 10 %"),
        (claim("number", 0.75, tolerance=0.02), "equal to the printed value, within 0.02"),
        (claim("count", 8), "equal to the printed value"),
        (claim("count", 8, at_least=7), "at least 7"),
        (claim("range", [0, 1]), "within the printed bounds"),
        (claim("range", None, above=0.1, below=0.3), "above 0.1 and below 0.3"),
        (claim("identity", None, tolerance=1e-9), "error at most 1e-09"),
        (claim("ordering", None, direction="equal", margin=0.01), "difference within 0.01"),
        (
            claim("ordering", None, direction="greater"),
            "difference above 0, also in 95 % of paired resamples if there are any",
        ),
        (
            claim("ordering", None, direction="less", margin=0.05, quantile=0.9),
            "difference below -0.05, also in 90 % of paired resamples if there are any",
        ),
        (
            claim("trend", None, direction="increasing", at_least=0.8),
            "rank correlation of at least 0.8, increasing",
        ),
        (claim("trend", None, direction="decreasing"), "rank correlation, decreasing"),
        (claim("presence", True), "the measure says yes"),
        (claim("presence", False), "the measure says no"),
        (claim("presence", None, at_least=2), "at least 2"),
    ],
)
def test_a_rule_in_words(one, words):
    assert describe(one) == words


@pytest.mark.parametrize(
    ("one", "value", "shown"),
    [
        (claim("range", None, below=0.95), 0.95 - 1e-8, "measured 0.94999999"),
        (claim("range", None, below=0.95), 0.9499, "measured 0.9499"),
        (
            claim("number", 0.75, tolerance=0.01),
            0.7600000021,
            "measured 0.760000002, printed 0.75, difference +0.01",
        ),
        (claim("ordering", None, direction="greater", margin=0.5), 0.5 + 1e-12, "difference 0.500000000001"),
    ],
)
def test_a_value_beside_its_bound_is_shown_with_the_digits_that_decide(one, value, shown):
    assert judge(one, Measured("", (value,))).reason == shown


def test_a_trend_needs_more_than_nothing():
    assert verdict(claim("trend", None, direction="increasing"), 0.0) == "not reproduced"


@pytest.mark.parametrize(
    ("values", "reason"),
    [
        ((0.25,), "measured 0.25"),
        ((1.0, 2.0, 3.0, 4.0), "measured 1, 2, 3, 4"),
        ((1.0, 2.0, 3.0, 4.0, 5.0), "measured 1, 2, 3, 4, ..."),
        ((1 / 3,), "measured 0.3333"),
        ((123456.7, -12345.6, 9999.96, -2.71828e-15), "measured 123457, -12346, 10000, -2.718e-15"),
        ((0.0, -0.0, 999.96, 1234.0), "measured 0, 0, 1000, 1234"),
        ((1e15,), "measured 1e+15"),
        ((), "there is nothing to measure"),
        ((0.5, math.nan), "there is nothing to measure"),
    ],
)
def test_a_reason_shows_up_to_four_values(values, reason):
    assert judge(claim("range", [0, 1]), Measured("", values)).reason == reason


@pytest.mark.parametrize("basis", ["data", "arithmetic", "paper"])
def test_what_is_undefined_contradicts_nothing(basis):
    assert verdict(claim("count", 8, basis), math.nan) == "undefined"


@pytest.mark.parametrize(
    ("one", "message"),
    [
        (claim("number", 0.5, decimals=True), "rule.decimals: found True; expected a number"),
        (claim("number", 0.5, tolerance="wide"), "rule.tolerance: found 'wide'; expected a number"),
        (claim("number", [0, 1], decimals=1), r"printed: found \[0, 1\]; expected a number"),
        (claim("number", None, decimals=1), "printed: found None; expected a number"),
    ],
)
def test_a_rule_without_its_number_is_refused(one, message):
    with pytest.raises(InputError, match=message):
        verdict(one, 0.5)
