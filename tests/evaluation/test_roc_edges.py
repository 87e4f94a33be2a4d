"""Input at the very border of what is taken."""

import numpy as np
import pytest

from rocrepro.errors import InputError
from rocrepro.evaluation import roc_points


@pytest.mark.parametrize("sign", [1, -1])
def test_integers_up_to_the_last_that_every_double_holds(sign):
    last = sign * 2**53
    points = roc_points([1, 0], np.array([last, last - sign]))
    assert points.threshold[1:].tolist() == sorted([float(last), float(last - sign)], reverse=True)
    with pytest.raises(InputError, match=r"found an integer beyond 2\*\*53"):
        roc_points([1, 0], np.array([last + sign, 0]))
