"""Typed rows and blocks of columns become tidy frames."""

from dataclasses import dataclass

import numpy as np
import pandas as pd
import pytest

from rocrepro.study.frames import Row, floats, frame_of, stacked

TYPED = {"model": "str", "seed": "int64", "name": "str", "n": "int64", "x": "float64", "yes": "bool"}


@dataclass(frozen=True)
class Mine(Row):
    """A row with a field of each type."""

    name: str
    n: int
    x: float
    yes: bool


def types(frame):
    return {name: str(dtype) for name, dtype in frame.dtypes.items()}


def test_rows_give_a_column_for_each_field():
    frame = frame_of(
        ("model", "seed"), Mine, [(("a", 1), Mine("p", 2, 3, True)), (("b", 1), Mine("q", 3, 0.5, False))]
    )
    assert types(frame) == TYPED
    assert frame.to_numpy().tolist() == [["a", 1, "p", 2, 3.0, True], ["b", 1, "q", 3, 0.5, False]]
    assert types(frame_of(("model", "seed"), Mine, [])) == TYPED


def test_a_value_of_another_type_is_an_error():
    with pytest.raises((TypeError, ValueError)):
        frame_of(("model", "seed"), Mine, [(("a", 1), Mine("p", 2.5, 3, True))])


def test_blocks_lie_one_below_the_other():
    columns = {"name": str, "n": int, **floats("x"), "yes": bool}
    blocks = [
        (("a", 1), {"name": "p", "n": np.arange(2), "x": [1, 2], "yes": np.array([True, False]), "more": 0}),
        (("b", 2), {"name": ["q", "r"], "n": 7, "x": np.nan, "yes": False}),
    ]
    frame = stacked(("model", "seed"), columns, blocks)
    assert types(frame) == TYPED
    assert list(frame.columns) == list(TYPED)
    assert frame["model"].tolist() == ["a", "a", "b", "b"]
    assert frame["n"].tolist() == [0, 1, 7, 7]
    assert frame["name"].tolist() == ["p", "p", "q", "r"]
    assert frame.index.equals(pd.RangeIndex(4))
    assert types(stacked(("model", "seed"), columns, [])) == TYPED
