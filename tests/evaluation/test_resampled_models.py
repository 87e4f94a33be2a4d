"""Heights of resampled curves, held against the curves of the repeated rows."""

import numpy as np
import pytest

from rocrepro.evaluation import roc_points, tpr_at
from rocrepro.evaluation.bands import class_streams
from rocrepro.evaluation.bootstrap import resampled_rows
from rocrepro.evaluation.resample import paired_resamples, resampled_models

GRID = np.linspace(0, 1, 101)


def made_up(n, seed):
    rng = np.random.default_rng(seed)
    label = np.r_[1, 0, (rng.random(n - 2) < rng.choice([0.1, 0.5, 0.9])).astype(int)]
    return label, {"fine": rng.normal(label), "ties": rng.integers(0, 4, n) / 3, "flat": np.zeros(n)}


@pytest.mark.parametrize("n", [9, 50])
def test_heights_are_those_of_the_repeated_rows(n):
    label, scores = made_up(n, seed=n)
    found = resampled_models(
        label == 1, scores, n_resamples=7, seed=np.random.default_rng(3), alpha=0.05, test="tango", grid=GRID
    )
    (counts,) = resampled_rows(label == 1, 7, class_streams(np.random.default_rng(3)))
    for name, score in scores.items():
        for row, high in zip(counts, found[name].tpr, strict=True):
            rows = np.repeat(np.arange(n), row)
            np.testing.assert_array_equal(high, tpr_at([roc_points(label[rows], score[rows])], GRID)[0])


def test_without_a_grid_only_the_measures_are_taken():
    label, scores = made_up(40, seed=1)
    found = resampled_models(label == 1, scores, n_resamples=5, seed=2, alpha=0.05, test="tango")
    expected = paired_resamples(label, scores, n_resamples=5, seed=2)
    for name, of in found.items():
        np.testing.assert_equal(of.measures, expected[name])
        assert of.tpr.size == 0
