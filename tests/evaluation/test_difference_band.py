"""Bands of the difference of two curves: the definition, counted out, and how often they hold the truth."""

import doctest
import math

import numpy as np
import pytest
from scipy.special import ndtr, ndtri

from rocrepro.errors import InputError
from rocrepro.evaluation import difference_band as module
from rocrepro.evaluation import roc_points, tpr_at
from rocrepro.evaluation.bands import class_streams
from rocrepro.evaluation.bootstrap import resampled_rows
from rocrepro.evaluation.difference_band import difference_band

GRID = np.linspace(0.02, 0.98, 49)


def test_the_simultaneous_band_just_holds_the_level_of_resamples():
    rng = np.random.default_rng(1)
    observed, boot = rng.normal(0, 0.1, 9), rng.normal(0, 0.1, (40, 9))
    for level in (0.5, 0.9, 0.95):
        found = difference_band(observed, boot, np.linspace(0, 1, 9), level=level)
        inside = np.all(
            (boot >= found.lower_simultaneous - 1e-12) & (boot <= found.upper_simultaneous + 1e-12), axis=1
        )
        assert inside.sum() == math.ceil(level * 40)
        at_each = (boot >= found.lower_pointwise) & (boot <= found.upper_pointwise)
        assert np.abs(at_each.mean(axis=0) - level).max() <= 2 / 40
        assert (found.level, found.n_resamples) == (level, 40)


def test_equal_curves_differ_nowhere():
    found = difference_band(np.zeros(3), np.zeros((5, 3)), [0, 0.5, 1])
    for edge in ("lower_pointwise", "upper_pointwise", "lower_simultaneous", "upper_simultaneous"):
        assert getattr(found, edge).tolist() == [0, 0, 0]


def test_the_true_difference_of_paired_binormal_curves_is_held():
    """Two models whose scores correlate at 0.6; the areas differ."""
    n_simulations, n_resamples = 60, 100
    truth = ndtr(1.5 + ndtri(GRID)) - ndtr(1.0 + ndtri(GRID))
    label = np.r_[np.ones(80), np.zeros(80)]
    whole = at_each = crosses = 0
    for seed in range(n_simulations):
        rng = np.random.default_rng(seed)
        shared = math.sqrt(0.6) * rng.normal(size=160)
        scores = [shared + math.sqrt(0.4) * rng.normal(size=160) + shift * label for shift in (1.5, 1.0)]
        own = tpr_at([roc_points(label, score) for score in scores], GRID)
        (counts,) = resampled_rows(label == 1, n_resamples, class_streams(seed))
        rows = [np.repeat(np.arange(160), times) for times in counts]
        high = [tpr_at([roc_points(label[of], score[of]) for of in rows], GRID) for score in scores]
        found = difference_band(own[0] - own[1], high[0] - high[1], GRID)
        whole += bool(np.all((found.lower_simultaneous <= truth) & (truth <= found.upper_simultaneous)))
        at_each += np.mean((found.lower_pointwise <= truth) & (truth <= found.upper_pointwise))
        crosses += bool(np.all((found.lower_pointwise <= truth) & (truth <= found.upper_pointwise)))
    assert whole / n_simulations >= 0.93  # conservative: 0.99 to 1 in larger runs
    assert 0.85 <= at_each / n_simulations <= 0.98
    assert crosses / n_simulations < 0.85  # the pointwise level is not that of the whole curve


@pytest.mark.parametrize(
    ("observed", "boot", "grid", "level", "message"),
    [
        ([0.0], [[0.0], [0.0]], [0.5], 1, "level: found 1"),
        ([0.0, 0.0], [[0.0], [0.0]], [0.5], 0.9, r"found the shapes \(2,\) and \(2, 1\)"),
        ([0.0], [[0.0]], [0.5], 0.9, "at least 2 rows of 1"),
        ([0.0], [[0.0], [0.0]], [1.5], 0.9, "grid: found"),
    ],
)
def test_bad_input_is_one_line(observed, boot, grid, level, message):
    with pytest.raises(InputError, match=message):
        difference_band(observed, boot, grid, level=level)


def test_example_in_the_docstring():
    results = doctest.testmod(module)
    assert results.attempted > 0
    assert results.failed == 0
