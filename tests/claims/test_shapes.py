"""Parameters of measures that hold something else than their names say are one line."""

import pytest

from rocrepro.claims.shapes import check_shapes
from rocrepro.errors import InputError

GOOD = (
    {"table": "t", "column": "x", "where": {"a": "b", "n": 1, "share": 0.5, "ok": True, "some": [1, "c"]}},
    {"values": [1, 2.5], "how": "sum"},
    {
        "left": {"table": "t", "column": "x"},
        "right": {"figure": "f", "column": "y", "how": "max", "where": {}},
    },
    {"column": "x", "op": "gt", "value": 3, "share": True},
    {"column": "x", "op": "eq", "value": "word"},
    {"column": "x", "equals": "1", "low": "l", "n_seeds": "n"},
)


@pytest.mark.parametrize("parameters", GOOD)
def test_what_fits_passes(parameters):
    check_shapes("here", parameters)


@pytest.mark.parametrize(
    ("parameters", "message"),
    [
        ({"where": 5}, "where: found 5; expected columns, each with a value or a list of values"),
        ({"where": {"a": {"b": 1}}}, "where: found {'a': {'b': 1}}; expected columns, each"),
        ({"where": {"a": [[1]]}}, "where: found {'a': [[1]]}; expected columns, each"),
        ({"where": {1: "a"}}, "where: found {1: 'a'}; expected columns, each"),
        ({"where": {"a": None}}, "where: found {'a': None}; expected columns, each"),
        ({"column": ["auc"]}, "column: found ['auc']; expected the name of a column"),
        ({"low": 3}, "low: found 3; expected the name of a column"),
        ({"table": 5}, "table: found 5; expected a name"),
        ({"how": {}}, "how: found {}; expected a name"),
        ({"values": []}, "values: found []; expected a list of numbers"),
        ({"values": "abc"}, "values: found 'abc'; expected a list of numbers"),
        ({"values": [1, True]}, "values: found [1, True]; expected a list of numbers"),
        ({"values": [float("inf")]}, "values: found [inf]; expected a list of numbers"),
        ({"value": [1]}, "value: found [1]; expected a number or a text"),
        ({"equals": 0}, "equals: found 0; expected a text"),
        ({"share": 1}, "share: found 1; expected true or false"),
        ({"left": 3}, "left: found 3; expected a table or figure with a column"),
        (
            {"left": {"table": "t"}},
            "left: found or missing 'column'; expected column, figure, how, table, where",
        ),
        ({"right": {"column": "x", "colum": "y"}}, "right: found or missing 'colum'; expected column,"),
        ({"right": {"column": "x", "how": [1]}}, "right.how: found [1]; expected a name"),
    ],
)
def test_what_does_not_fit_is_named(parameters, message):
    with pytest.raises(InputError) as caught:
        check_shapes("here", parameters)
    assert str(caught.value).startswith(f"here: measure: {message}")
