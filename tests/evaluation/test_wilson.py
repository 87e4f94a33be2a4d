"""Wilson's limits against scipy, to the last bit: tracked tables hold them in full."""

import numpy as np
import pytest
from scipy.stats import binomtest

from rocrepro.errors import InputError
from rocrepro.evaluation.wilson import wilson_centre, wilson_limits


@pytest.mark.parametrize("level", [0.8, 0.95, 0.99])
@pytest.mark.parametrize("n", [1, 2, 7, 200, 300, 2000])
def test_the_limits_are_scipys_to_the_last_bit(n, level):
    count = np.arange(n + 1)
    expected = [tuple(binomtest(int(k), n).proportion_ci(level, method="wilson")) for k in count]
    assert list(zip(*wilson_limits(count, n, level=level), strict=True)) == expected
    assert [wilson_limits(int(k), n, level=level) for k in count[:5]] == expected[:5]


def test_the_limits_hold_the_share():
    n = np.arange(1, 60)[:, None]
    count = np.minimum(np.arange(60), n)
    low, high = wilson_limits(count, n)
    assert ((low >= 0) & (low <= count / n) & (count / n <= high) & (high <= 1)).all()
    assert (low < high).all()


def test_centre_and_half_width_are_those_of_the_limits():
    count = np.arange(41)
    centre, half = wilson_centre(count / 40, 40, 1.959963984540054)
    assert np.allclose([centre - half, centre + half], wilson_limits(count, 40), atol=1e-15)


def test_one_number_gives_numbers():
    assert all(type(limit) is float for limit in wilson_limits(3, 9))


def test_a_level_of_one_is_refused():
    with pytest.raises(InputError, match="level: found 1; expected a number between 0 and 1"):
        wilson_limits(3, 9, level=1)
