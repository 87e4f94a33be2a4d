"""Checks of the parameters of measures, so that a slip in a file gives one line and no traceback."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from typing import Any

from rocrepro.errors import InputError

SIDE = frozenset({"table", "figure", "where", "column", "how"})
"""Keys of a side of a comparison."""


def check_shapes(place: str, parameters: Mapping[str, Any]) -> None:
    """Raise InputError for a parameter that holds something of another kind than its name says.

    Parameters
    ----------
    place : str
        Beginning of the message.
    parameters : mapping
        Of a measure, its name left out; names that are unknown are let pass.
    """
    for key, value in parameters.items():
        expected = _expected(key, value)
        if expected:
            raise InputError(f"{place}: measure: {key}: found {value!r}; expected {expected}")
        if key in ("left", "right"):
            _check_side(f"{place}: measure: {key}", value)


def _check_side(place: str, side: Mapping[str, Any]) -> None:
    wrong = sorted(set(map(str, side)) - SIDE) or sorted({"column"} - set(side))
    if wrong:
        raise InputError(f"{place}: found or missing {wrong[0]!r}; expected {', '.join(sorted(SIDE))}")
    for key, value in side.items():
        expected = _expected(key, value)
        if expected:
            raise InputError(f"{place}.{key}: found {value!r}; expected {expected}")


def _expected(key: str, value: Any) -> str:
    """Return what a parameter of this name ought to hold; "" where it does."""
    fits, expected = SHAPES.get(key, (_any, ""))
    return "" if fits(value) else expected


def _any(value: Any) -> bool:
    return True


def _text(value: Any) -> bool:
    return isinstance(value, str)


def _truth(value: Any) -> bool:
    return isinstance(value, bool)


def _number(value: Any) -> bool:
    return isinstance(value, (int, float)) and not isinstance(value, bool) and math.isfinite(value)


def _cell(value: Any) -> bool:
    return isinstance(value, (str, int, float))


def _number_or_text(value: Any) -> bool:
    return _number(value) or _text(value)


def _numbers(value: Any) -> bool:
    return isinstance(value, list) and bool(value) and all(map(_number, value))


def _where(value: Any) -> bool:
    """Return whether columns are mapped to a cell, or to a list of cells."""
    return isinstance(value, Mapping) and all(
        _text(column) and all(map(_cell, wanted if isinstance(wanted, list) else [wanted]))
        for column, wanted in value.items()
    )


def _mapping(value: Any) -> bool:
    return isinstance(value, Mapping)


Shape = tuple[Callable[[Any], bool], str]
COLUMN: Shape = (_text, "the name of a column")
SHAPES: Mapping[str, Shape] = {
    **dict.fromkeys(("column", "x", "y", "low", "high", "share_resamples", "share_seeds"), COLUMN),
    **dict.fromkeys(("seeds_low", "seeds_high", "n_seeds"), COLUMN),
    **dict.fromkeys(("table", "figure", "fact", "how", "op"), (_text, "a name")),
    **dict.fromkeys(("left", "right"), (_mapping, "a table or figure with a column")),
    "where": (_where, "columns, each with a value or a list of values"),
    "values": (_numbers, "a list of numbers"),
    "value": (_number_or_text, "a number or a text"),
    "equals": (_text, "a text"),
    "share": (_truth, "true or false"),
}
"""Test and description of what each parameter holds."""
