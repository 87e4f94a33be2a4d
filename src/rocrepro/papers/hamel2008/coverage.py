"""Simulation of how often vertical bands on normal scores hold the true curve."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import numpy as np

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
    """Measure how often 95 % vertical bands hold the true curve.

    Returns
    -------
    pandas.DataFrame
        Columns quantity, value, n.
    """
    import pandas as pd

    return pd.DataFrame(_coverage(), columns=["quantity", "value", "n"])


def _drawn(rng: np.random.Generator) -> Band:
    """The band of one sample."""
    label = np.repeat([1, 0], PER_CLASS)
    score = rng.standard_normal(2 * PER_CLASS) + SHIFT * label
    high = bootstrap_tpr(label, score, BARS, n_resamples=REPLICATES, seed=rng)
    return vertical_band(high, BARS, level=0.95)


def _coverage() -> Measured:
    """Share of samples in which a band holds the true curve, at each rate and at all."""
    from scipy.special import ndtr, ndtri

    true = ndtr(SHIFT + ndtri(BARS))
    rng = generator(SEED, "hamel2008/coverage")
    bands = [_drawn(rng) for _ in range(SAMPLES)]
    inside = np.array([(band.lower <= true) & (true <= band.upper) for band in bands])
    return [
        ("band_pointwise", float(inside.mean()), inside.size),
        ("band_whole", float(inside.all(axis=1).mean()), SAMPLES),
    ]
