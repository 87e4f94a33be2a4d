"""Simulation of vertical bands on normal scores: width, ends, and how often they hold the true curve."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from rocrepro.evaluation import Band, bootstrap_tpr, vertical_band
from rocrepro.papers.fact_rows import SEED
from rocrepro.randomness import generator
from rocrepro.study.bands import BARS

if TYPE_CHECKING:
    import pandas as pd

SAMPLES = 200
REPLICATES = 200
PER_CLASS = 100
Z = 1.959963984540054  # of 95 %
SHIFT = 1.5  # of the positive scores, in standard deviations
Measured = list[tuple[str, float, int | None]]


def simulate_bands(shown: Mapping[str, Any]) -> pd.DataFrame:
    """Measure 95 % vertical bands.

    Returns
    -------
    pandas.DataFrame
        Columns quantity, value, n.
    """
    import pandas as pd

    return pd.DataFrame([*_width(), *_end(), *_coverage()], columns=["quantity", "value", "n"])


def _drawn(
    rng: np.random.Generator, shift: float, grid: Sequence[float] | NDArray[np.float64]
) -> tuple[Band, NDArray[np.float64]]:
    """The band of one sample, and the true positive rates of its bootstrap curves."""
    label = np.repeat([1, 0], PER_CLASS)
    score = rng.standard_normal(2 * PER_CLASS) + shift * label
    high = bootstrap_tpr(label, score, grid, n_resamples=REPLICATES, seed=rng)
    return vertical_band(high, grid, level=0.95), high


def _width() -> Measured:
    """The width of a vertical band against the scatter of the curves that it stands for."""
    found, high = _drawn(generator(SEED, "hamel2008/width"), SHIFT, BARS)
    inside = (found.lower > 0) & (found.upper < 1)  # a limit at the border is cut off
    width = (found.upper - found.lower)[inside]
    error = np.abs(width - 2 * Z * high.std(axis=0, ddof=1)[inside]).max()
    return [("band_width_error", float(error), int(inside.sum()))]


def _end() -> Measured:
    """The gap between the bands of two models that differ much, where both curves end."""
    rng = generator(SEED, "hamel2008/end")
    better, other = (_drawn(rng, shift, [0.5, 1.0])[0] for shift in (2 * SHIFT, 0.0))
    middle, end = (better.lower - other.upper).tolist()
    return [("bands_gap_middle", middle, None), ("bands_gap_end", end, None)]


def _coverage() -> Measured:
    """Share of samples in which a band holds the true curve, at each rate and at all."""
    from scipy.special import ndtr, ndtri

    true = ndtr(SHIFT + ndtri(BARS))
    rng = generator(SEED, "hamel2008/coverage")
    bands = [_drawn(rng, SHIFT, BARS)[0] for _ in range(SAMPLES)]
    inside = np.array([(band.lower <= true) & (true <= band.upper) for band in bands])
    return [
        ("band_pointwise", float(inside.mean()), inside.size),
        ("band_whole", float(inside.all(axis=1).mean()), SAMPLES),
    ]
