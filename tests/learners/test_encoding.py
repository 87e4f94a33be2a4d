"""Tables as numbers, from declared values alone."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest

from rocrepro.errors import InputError
from rocrepro.formats.tidy import Dataset
from rocrepro.learners.encoding import as_codes, as_indicators

Make = Callable[..., Dataset]


def test_codes_are_positions_among_the_declared_values(make_dataset: Make) -> None:
    dataset = make_dataset()
    encoded = as_codes(dataset)
    assert encoded.categorical.tolist() == [False, True, True, False]
    assert encoded.n_categories == [2, 4]
    for j, attribute in enumerate(dataset.attributes):
        for value, number in zip(dataset.frame[attribute.name], encoded.matrix[:, j], strict=True):
            if value is None or value != value:
                assert np.isnan(number)
            else:
                assert number == (attribute.values.index(value) if attribute.values else value)


def test_indicators_have_a_column_for_each_declared_value(make_dataset: Make) -> None:
    dataset = make_dataset()
    matrix = as_indicators(dataset).matrix
    assert matrix.shape == (120, 1 + 1 + 4 + 1)
    np.testing.assert_array_equal(matrix[:, [0, 6]], dataset.frame[["size", "noise"]].to_numpy())
    np.testing.assert_array_equal(matrix[:, 1], as_codes(dataset).matrix[:, 1])
    colour = dataset.frame["colour"]
    known = colour.notna().to_numpy()
    assert np.isnan(matrix[~known, 2:6]).all()
    assert (~known).any()
    assert (matrix[known, 2:6].sum(axis=1) == 1).all()
    assert (matrix[known, 2] == 0).all()  # white never occurs
    np.testing.assert_array_equal(matrix[known, 3], (colour[known] == "red").to_numpy())


@pytest.mark.parametrize("encode", [as_codes, as_indicators])
def test_a_row_does_not_depend_on_the_others(make_dataset: Make, encode: Callable[..., object]) -> None:
    dataset = make_dataset()
    whole = encode(dataset).matrix  # type: ignore[attr-defined]
    few = encode(replace(dataset, frame=dataset.frame.iloc[[7, 3]]))  # type: ignore[attr-defined]
    np.testing.assert_array_equal(few.matrix, whole[[7, 3]])


def test_undeclared_value(make_dataset: Make) -> None:
    dataset = make_dataset()
    frame = dataset.frame.copy()
    frame.loc[5, "colour"] = "mauve"
    with pytest.raises(InputError, match="toy: colour: row 5: found 'mauve'; expected one of white, red"):
        as_codes(replace(dataset, frame=frame))


def test_no_attributes(make_dataset: Make) -> None:
    dataset = make_dataset()
    with pytest.raises(InputError, match="toy: attributes: found none"):
        as_codes(replace(dataset, frame=dataset.frame[[]], attributes=()))
