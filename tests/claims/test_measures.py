"""Measures read artifacts, an engine and a seed at a time."""

import math

import pytest

from rocrepro.claims.ledger import judge_claims
from rocrepro.claims.measures import measure
from rocrepro.errors import InputError

FOREST = "{name: cell, table: p2000_aucs, where: {learner: forest}, column: auc}"


def taken(one, artifacts):
    return {measured.engine: measured for measured in measure(one, artifacts)}


def test_a_cell_has_a_value_an_engine_and_its_seeds(claim, artifacts):
    found = taken(claim("number", FOREST, printed=0.8, rule="{decimals: 2}"), artifacts)
    assert found["weka"].values == (0.80,)
    assert found["weka"].seeds == (0.80, 0.82, 0.90)
    assert found["sklearn"].n_seeds == 3


def test_a_cell_brings_its_interval_and_its_shares(claim, artifacts):
    where = "{name: cell, table: p2000_orderings, where: {a: forest, b: stump}, column: difference}"
    found = taken(claim("ordering", where, rule="{direction: greater}"), artifacts)["weka"]
    assert (found.low, found.high, found.resample_share, found.share_seeds, found.n_seeds) == (
        0.01,
        0.09,
        0.99,
        1.0,
        3,
    )


def test_no_interval_of_another_column_stands_beside_a_cell(claim, artifacts):
    where = "{name: cell, table: p2000_orderings, where: {a: forest, b: stump}, column: share_resamples}"
    found = taken(claim("range", where, rule="{above: 0.5}"), artifacts)["weka"]
    assert found.values == (0.99,)
    assert all(math.isnan(value) for value in (found.low, found.high, found.resample_share))
    assert math.isnan(found.share_seeds)
    assert found.n_seeds == 1


def test_an_entry_names_the_columns_that_stand_beside_another(claim, artifacts):
    where = "where: {a: forest, b: stump}, column: share_resamples, low: low, n_seeds: n_seeds"
    found = taken(
        claim("range", f"{{name: cell, table: p2000_orderings, {where}}}", rule="{above: 0.5}"), artifacts
    )
    assert (found["weka"].low, found["weka"].n_seeds) == (0.01, 3)
    assert math.isnan(found["weka"].high)


def test_what_could_belong_to_two_columns_belongs_to_none(claim, artifacts, table):
    table("p2000_two", "engine,value,difference,low,high\nweka,0.5,0.1,0.0,0.2\n", [[]])
    found = taken(claim("count", "{name: cell, table: p2000_two, column: difference}", printed=1), artifacts)[
        "weka"
    ]
    assert (found.values, math.isnan(found.low), math.isnan(found.high)) == ((0.1,), True, True)


def test_a_fact_shows_the_base_variant_unless_another_is_named(claim, artifacts):
    one = claim("count", "{name: fact, fact: n_confident, where: {dataset: dis}}", printed=7)
    assert taken(one, artifacts)["weka"].values == (7,)
    assert taken(one, artifacts.under("alpha=0.1"))["weka"].values == (3,)


@pytest.mark.parametrize(
    ("measured", "value"),
    [
        ("{name: aggregate, table: p2000_counts, column: pos, how: sum}", 256),
        ("{name: aggregate, table: p2000_counts, column: row, how: n_unique}", 3),
        ("{name: aggregate, table: p2000_counts, where: {row: [dis, sick]}, column: ratio, how: min}", 16.1),
        ("{name: count_where, table: p2000_counts, column: ratio, op: gt, value: 10}", 2),
        ("{name: count_where, table: p2000_counts, column: ratio, op: gt, value: 10, share: true}", 2 / 3),
        ("{name: text, table: p2000_counts, where: {row: sick}, column: flag, equals: impossible}", 1),
        ("{name: text, table: p2000_counts, where: {row: dis}, column: flag, equals: impossible}", 0),
        ("{name: correlation, table: p2000_counts, x: pos, y: neg}", 0.8660254037844387),
        ("{name: fact, fact: identity}", 2e-16),
        ("{name: printed, values: [171, 2755], how: sum}", 2926),
        ("{name: printed, values: [3, 1], how: share}", 0.75),
        ("{name: printed, values: [30, 30, 0, 0], how: accuracy}", 1),
        ("{name: printed, values: [3, 4, 1, 2], how: accuracy}", 0.7),
        ("{name: printed, values: [10, 3, 2], how: difference}", 5),
        ("{name: printed, values: [7, 2], how: ratio}", 3.5),
        ("{name: printed, values: [7, 2, 0.5], how: product}", 7),
        ("{name: printed, values: [0.3], how: one_minus}", 0.7),
        ("{name: printed, values: [1, 2, 6], how: mean}", 3),
        ("{name: printed, values: [4, 2, 6], how: min}", 2),
        ("{name: printed, values: [4, 2, 6, 3], how: max}", 6),
        ("{name: printed, values: [4, 2], how: value}", 4),
        ("{name: printed, values: [2], how: sqrt}", 1.4142135623730951),
        ("{name: aggregate, table: p2000_counts, column: pos, how: mean}", 256 / 3),
        ("{name: aggregate, table: p2000_counts, column: pos, how: median}", 45),
        ("{name: aggregate, table: p2000_counts, column: pos, how: max}", 171),
        ("{name: aggregate, table: p2000_facts, where: {fact: identity}, column: n, how: count}", 1),
        ("{name: count_where, table: p2000_counts, column: pos, op: gt, value: 45}", 1),
        ("{name: count_where, table: p2000_counts, column: pos, op: ge, value: 45}", 2),
        ("{name: count_where, table: p2000_counts, column: pos, op: lt, value: 45}", 1),
        ("{name: count_where, table: p2000_counts, column: pos, op: le, value: 171}", 3),
        ("{name: count_where, table: p2000_counts, column: neg, op: eq, value: 2755}", 2),
        ("{name: count_where, table: p2000_counts, column: neg, op: ne, value: 2755}", 1),
        ("{name: correlation, table: p2000_counts, x: pos, y: pos}", 1),
        ("{name: correlation, table: p2000_counts, x: pos, y: ratio}", 0.5),
    ],
)  # fmt: skip
def test_a_measure_of_something_without_learners(claim, artifacts, measured, value):
    found = taken(claim("number", measured, printed=0, rule="{decimals: 2}"), artifacts)
    assert found[""].values == (pytest.approx(value, rel=1e-12),)
    assert found[""].seeds == ()


def test_a_comparison_pairs_engines_and_seeds(claim, artifacts):
    sides = [
        f"{{table: p2000_aucs, where: {{learner: {name}}}, column: auc}}" for name in ("forest", "stump")
    ]
    both = f"{{name: compare, left: {sides[0]}, right: {sides[1]}, how: difference}}"
    found = taken(claim("ordering", both, rule="{direction: greater}"), artifacts)
    assert found["weka"].seeds == pytest.approx((0.05, 0.07, 0.15))
    assert found["sklearn"].values == pytest.approx((0.14,))


def test_a_side_without_engines_stands_beside_each_engine_and_has_no_row_of_its_own(claim, artifacts):
    left = "{table: p2000_aucs, where: {learner: stump}, column: auc}"
    right = "{table: p2000_counts, where: {row: spect}, column: ratio}"
    both = f"{{name: compare, left: {left}, right: {right}, how: difference}}"
    found = taken(claim("ordering", both, rule="{direction: less}"), artifacts)
    assert {engine: one.values for engine, one in found.items()} == {
        "weka": pytest.approx((-0.25,)),
        "sklearn": pytest.approx((-0.3,)),
    }


@pytest.mark.parametrize(
    ("how", "right", "value"),
    [
        ("difference", "spect", 131),
        ("ratio", "spect", 171 / 40),
        ("relative", "spect", 131 / 40),
        ("sum", "spect", 211),
        ("ratio", "none", math.nan),
        ("relative", "none", math.nan),
    ],
)
def test_two_values_are_compared_and_nothing_is_divided_by_zero(
    claim, artifacts, tmp_path, how, right, value
):
    path = tmp_path / "artifacts/tables/p2000_counts.csv"
    path.write_text(path.read_text() + "none,0,0,,1.0\n")
    sides = [f"{{table: p2000_counts, where: {{row: {row}}}, column: pos}}" for row in ("sick", right)]
    both = f"{{name: compare, left: {sides[0]}, right: {sides[1]}, how: {how}}}"
    found = taken(claim("ordering", both, rule="{direction: greater}"), artifacts)
    assert found[""].values == pytest.approx((value,), rel=1e-12, nan_ok=True)


@pytest.mark.parametrize(
    ("values", "how"),
    [("[7, 0]", "ratio"), ("[0, 0]", "share"), ("[-1]", "sqrt"), ("[1.0e+308, 1.0e+308]", "sum")],
)
def test_printed_numbers_that_give_none_are_undefined(claim, artifacts, values, how):
    text = f"{{name: printed, values: {values}, how: {how}}}"
    one = claim("number", text, printed=0, rule="{decimals: 2}")
    assert math.isnan(taken(one, artifacts)[""].values[0])


def test_a_side_of_a_comparison_may_be_an_aggregate(claim, artifacts):
    left = "{table: p2000_counts, column: pos, how: max}"
    right = "{table: p2000_counts, column: pos, how: min}"
    both = f"{{name: compare, left: {left}, right: {right}, how: difference}}"
    assert taken(claim("ordering", both, rule="{direction: greater}"), artifacts)[""].values == (131,)


@pytest.mark.parametrize("how", ["sum", "mean", "median", "min", "max"])
def test_an_aggregate_of_an_empty_cell_is_undefined(claim, artifacts, table, how):
    table("p2000_groups", "group,n\nsick,\nwell,50\n", [[], []])
    one = claim("count", f"{{name: aggregate, table: p2000_groups, column: n, how: {how}}}", printed=80)
    assert math.isnan(taken(one, artifacts)[""].values[0])


def test_a_range_takes_all_rows_of_the_default_seed(claim, artifacts, table):
    rows = "engine,seed,value\nweka,2,9\nweka,1,3\nweka,1,4\nsklearn,5,6\nsklearn,5,7\n"
    table("p2000_many", rows, [[]] * 5)
    one = claim("range", "{name: cell, table: p2000_many, column: value}", printed="[0, 5]")
    assert {engine: of.values for engine, of in taken(one, artifacts).items()} == {
        "weka": (3.0, 4.0),
        "sklearn": (6.0, 7.0),
    }


@pytest.mark.parametrize(
    ("measured", "message"),
    [
        ("{name: guess}", "measure: found 'guess'; expected one of"),
        ("{name: cell, table: gone, column: x}", "found no artifact tables/gone.csv"),
        ("{name: cell, table: p2000_counts, column: gone}", "has no column 'gone'; expected row, pos"),
        ("{name: cell, table: p2000_counts, column: pos}", "has 3 rows with {}; expected one"),
        (
            "{name: cell, table: p2000_counts, where: {row: gone}, column: pos}",
            "has no row with {'row': 'gone'}",
        ),
        ("{name: cell, table: p2000_counts, where: {gone: 1}, column: pos}", "has no column 'gone'"),
        ("{name: cell, table: p2000_counts, where: {row: sick}, column: flag}", "expected a number"),
        ("{name: cell, table: p2000_counts}", "found or missing 'column'"),
        ("{name: cell, table: p2000_counts, column: pos, colour: red}", "found or missing 'colour'"),
        ("{name: aggregate, table: p2000_counts, column: pos, how: guess}", "how: found 'guess'"),
        ("{name: cell, column: pos}", "expected a table or a figure"),
        ("{name: text, table: p2000_counts, column: flag, equals: x}", "found 3 rows; expected one"),
    ],
)
def test_what_does_not_exist_stops_with_the_claims_id(claim, artifacts, measured, message):
    one = claim("number", measured, printed=1, rule="{decimals: 2}")
    with pytest.raises(InputError) as error:
        judge_claims([one], artifacts, {})
    assert message in str(error.value)
    assert "p2000/claims.yaml: c: " in str(error.value)
