"""The confident region against the rule on every table."""

from __future__ import annotations

import numpy as np
import pytest

from rocrepro.errors import InputError
from rocrepro.evaluation import confident_region
from rocrepro.evaluation.confidence import contains_zero
from rocrepro.evaluation.inputs import two_sided_z


@pytest.mark.parametrize("alpha", [0.2, 0.05, 0.001])
@pytest.mark.parametrize("sizes", [(1, 1), (3, 200), (58, 300), (60, 60), (200, 15)])
def test_agrees_with_the_rule_on_every_table(sizes, alpha):
    n_pos, n_neg = sizes
    fp = np.arange(n_neg + 1)
    region = confident_region(n_pos, n_neg, alpha=alpha, fpr=fp / n_neg)
    for fn in range(n_pos + 1):
        tpr = 1 - fn / n_pos
        # NaN compares as False: nothing is confident there. The rule has no ties at these levels.
        inside = (region.lower - 1e-12 <= tpr) & (tpr <= region.upper + 1e-12)
        np.testing.assert_array_equal(inside, contains_zero(n_pos - fn, fn, fp, n_neg - fp, alpha=alpha))


def test_boundaries_solve_the_rule():
    region = confident_region(100, 1000)
    z = two_sided_z(0.05)
    for edge in (region.lower, region.upper):
        inner = (edge > 0) & (edge < 1)
        fn, fp = 100 * (1 - edge[inner]), 1000 * region.fpr[inner]
        assert inner.sum() > 100
        np.testing.assert_allclose(np.abs(fn - fp), z * np.sqrt(fn + fp), rtol=1e-9)


@pytest.mark.parametrize("sizes", [(58, 3714), (2, 50), (500, 20), (40, 40)])
def test_default_rates_span_the_region(sizes):
    region = confident_region(*sizes)
    assert region.fpr[0] == 0
    assert (np.diff(region.fpr) > 0).all()
    assert region.fpr[-1] <= 1
    assert not np.isnan(region.lower).any()
    assert (region.lower <= region.upper).all()
    if region.fpr[-1] < 1:
        assert region.upper[-1] == pytest.approx(0, abs=1e-12)
        beyond = confident_region(*sizes, fpr=[min(1.0, region.fpr[-1] + 1e-9)])
        assert np.isnan(beyond.lower[0])
        assert np.isnan(beyond.upper[0])


def test_corners_are_on_the_default_grid():
    """Where the upper edge leaves tpr = 1 and the lower one meets tpr = 0; and the area of a finer grid."""
    region = confident_region(58, 3714)
    z = two_sided_z(0.05)
    meets = next(fp for fp in np.arange(0, 58, 1e-4) if 58 - fp <= z * np.sqrt(58 + fp))
    for corner, rounding in ((z**2, 1e-12), (meets, 1e-4)):
        assert np.abs(region.fpr * 3714 - corner).min() <= rounding
    fine = confident_region(58, 3714, fpr=np.linspace(0, region.fpr[-1], 50_001))
    area = np.trapezoid(region.upper - region.lower, region.fpr)
    assert area == pytest.approx(np.trapezoid(fine.upper - fine.lower, fine.fpr), rel=1e-5)


@pytest.mark.parametrize(
    ("args", "options", "message"),
    [
        ((0, 5), {}, "n_pos: found 0"),
        ((5, -1), {}, "n_neg: found -1"),
        ((5, 5), {"fpr": [0.5, 1.5]}, "fpr"),
        ((5, 5), {"fpr": [np.nan]}, "fpr"),
        ((5, 5), {"alpha": 0}, "alpha"),
    ],
)
def test_bad_input(args, options, message):
    with pytest.raises(InputError, match=message):
        confident_region(*args, **options)
