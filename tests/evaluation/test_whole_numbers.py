"""A whole number is one in whatever type it comes, and no other number is."""

import numpy as np
import pytest

from rocrepro.errors import InputError
from rocrepro.evaluation import permutation_test, roc_points, sweep, tango_strip

POINTS = roc_points([1, 0, 1, 0], [0.9, 0.8, 0.4, 0.1])
ROWS = [1, 0, 1, 0, 1, 0], [0.9, 0.8, 0.4, 0.1, 0.7, 0.2]
CALLS = {
    "steps": lambda n: sweep(POINTS, steps=n).tp,
    "n_permutations": lambda n: [permutation_test(*ROWS, ROWS[1][::-1], n_permutations=n, seed=1).p_value],
    "n_pos": lambda n: tango_strip(1, 2, n, 300).edges_at(0.5),
    "n_neg": lambda n: tango_strip(1, 2, 300, n).edges_at(0.5),
}


@pytest.mark.parametrize("call", CALLS)
@pytest.mark.parametrize("kind", [float, np.int64, np.float32])
def test_a_whole_number_of_any_type_counts(call, kind):
    np.testing.assert_array_equal(CALLS[call](kind(300)), CALLS[call](300))
    np.testing.assert_array_equal(CALLS[call](kind(2)), CALLS[call](2))


@pytest.mark.parametrize("call", CALLS)
@pytest.mark.parametrize("value", [0, -1, 0.5, 2.5, -0.5])
def test_no_other_number_does(call, value):
    with pytest.raises(InputError, match=f"{call}: found {value}; expected a whole number of at least 1"):
        CALLS[call](value)
