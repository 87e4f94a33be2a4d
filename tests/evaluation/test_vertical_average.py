"""Vertical averaging from labels and scores: its parts, R's pROC, and what a band says of itself."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest

from rocrepro.errors import InputError
from rocrepro.evaluation import (
    Band,
    bootstrap_tpr,
    fixed_width_band,
    vertical_average_band,
    vertical_band,
)
from tests.evaluation import in_r


def sample(seed, n_pos=60, n_neg=80):
    rng = np.random.default_rng(seed)
    y = np.repeat([1, 0], [n_pos, n_neg])
    return y, rng.normal(size=len(y)) + 1.2 * y


@pytest.mark.parametrize("interval", ["normal", "student", "quantile", "wilson"])
def test_it_is_the_band_of_bootstrap_heights(interval):
    y, score = sample(1)
    grid = np.linspace(0, 1, 101)
    high = bootstrap_tpr(y, score, grid, n_resamples=80, seed=3)
    n_pos = 60 if interval == "wilson" else None
    expected = vertical_band(high, grid, level=0.9, interval=interval, n_pos=n_pos)
    named = np.where(y == 1, "sick", "well")
    options = {"level": 0.9, "interval": interval, "n_resamples": 80, "seed": 3}
    found = vertical_average_band(named, score, pos_label="sick", **options)
    for edge in ("grid", "lower", "upper"):
        np.testing.assert_array_equal(getattr(found, edge), getattr(expected, edge))
    assert (found.method, found.kind) == (f"vertical_{interval}", "pointwise")


PROC = """
set.seed(1)
rows <- read.csv(arguments[1])
curve <- roc(rows$label, rows$score, levels = c(0, 1), direction = "<", quiet = TRUE)
rates <- seq(0.05, 0.95, 0.1)
limits <- ci.se(curve, specificities = 1 - rates, boot.n = 4000, progress = "none")
write.csv(data.frame(lower = limits[, 1], median = limits[, 2], upper = limits[, 3]), arguments[2],
          row.names = FALSE)
"""


def test_proc_gives_the_same_bootstrap_quantiles(tmp_path):
    y, score = sample(3)
    pd.DataFrame({"label": y, "score": score}).to_csv(tmp_path / "in.csv", index=False)
    in_r.run(tmp_path, "pROC", PROC, tmp_path / "in.csv", tmp_path / "out.csv")
    theirs = pd.read_csv(tmp_path / "out.csv")
    grid = np.arange(5, 100, 10) / 100
    ours = vertical_average_band(y, score, interval="quantile", n_resamples=4000, seed=1, grid=grid)
    # Heights are whole sixtieths: the Monte Carlo error of a quantile is one of them.
    for edge in ("lower", "upper"):
        gap = np.abs(theirs[edge] - getattr(ours, edge))
        assert gap.max() <= 1 / 60 + 1e-9
        assert np.mean(gap < 1e-9) >= 0.5


def test_a_band_says_what_it_is():
    y, score = sample(2)
    pointwise = vertical_average_band(y, score, level=0.9, n_resamples=20, seed=1)
    simultaneous = fixed_width_band(y, score, n_resamples=20, seed=1)
    assert pointwise.label == "90 % pointwise band, vertical normal"
    assert simultaneous.label == "95 % simultaneous band, fixed width"
    assert list(pointwise.columns()) == ["fpr", "lower_pointwise", "upper_pointwise"]
    assert list(simultaneous.columns()) == ["fpr", "lower_simultaneous", "upper_simultaneous"]
    assert pd.DataFrame(simultaneous.columns()).shape == (len(simultaneous.grid), 3)


def test_edges_between_the_grid():
    steps = Band(
        grid=np.array([0.1, 0.1, 0.5, 0.9]),
        lower=np.array([0.0, 0.2, 0.4, 0.6]),
        upper=np.array([0.3, 0.5, 0.7, 0.9]),
        method="by hand", level=0.95, replicates=0, kind="pointwise",
    )  # fmt: skip
    lower, upper = steps.edges_at([0.9, 0.1, 0.3, 0.05, 0.95])
    np.testing.assert_allclose(lower, [0.6, 0.0, 0.3, np.nan, np.nan])
    np.testing.assert_allclose(upper, [0.9, 0.5, 0.6, np.nan, np.nan])
    y, score = sample(4)
    whole = fixed_width_band(y, score, n_resamples=30, seed=1)
    rates = np.linspace(0.013, 0.987, 333)
    given = fixed_width_band(y, score, n_resamples=30, seed=1, grid=rates)
    np.testing.assert_allclose(whole.edges_at(rates), (given.lower, given.upper), atol=1e-12)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"n_resamples": 1}, "expected at least 2 curves"),
        ({"n_resamples": 0}, "n_resamples: found 0"),
        ({"interval": "exact"}, "interval: found 'exact'"),
        ({"grid": [0.2, 0.1]}, "grid: found"),
        ({"seed": None}, "seed: found None"),
    ],
)
def test_bad_input(options, message):
    with pytest.raises(InputError, match=message):
        vertical_average_band(*sample(1), **({"seed": 1, "n_resamples": 5} | options))
