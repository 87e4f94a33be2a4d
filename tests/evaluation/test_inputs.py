"""Quantiles to the smallest level that a double holds."""

import mpmath
import pytest

from rocrepro.evaluation.inputs import two_sided_z


@pytest.mark.parametrize("alpha", [5e-324, 1.5e-323, 1e-310, 2.3e-308, 1e-300, 1e-16, 0.05, 0.5, 1 - 1e-9])
def test_quantiles_against_mpmath(alpha):
    """The upper tail at the quantile is alpha / 2."""
    with mpmath.workdps(50):
        z = mpmath.findroot(
            lambda x: mpmath.log(mpmath.erfc(x / mpmath.sqrt(2))) - mpmath.log(mpmath.mpf(alpha)),
            two_sided_z(alpha),
        )
    assert two_sided_z(alpha) == pytest.approx(float(z), rel=1e-13)
