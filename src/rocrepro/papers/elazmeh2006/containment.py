"""Simulation of the share of fixed-width bands that hold the true curve, with and without imbalance."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from rocrepro.evaluation import roc_points
from rocrepro.evaluation.bands import along_slopes
from rocrepro.evaluation.wilson import wilson_limits
from rocrepro.papers.elazmeh2006.printed import DIS
from rocrepro.randomness import generator

if TYPE_CHECKING:
    import pandas as pd

SIMULATED = 1000  # data sets of each make-up
CURVES = 200  # bootstrap curves behind each simulated band
BALANCED = (486, 486)  # as many rows as in the test part of dis
SHIFT = 1.19  # of the positives' mean, in sds: an AUC of 0.8
SLOPES = ("ks", "inverse")
COLUMNS = ["fact", "slope", "value", "low", "high", "share_resamples", "n_resamples", "n"]


def containment(shown: Mapping[str, Any]) -> pd.DataFrame:
    """Share of simulated samples whose band holds the whole true curve, and what imbalance takes from it.

    Returns
    -------
    pandas.DataFrame
        One row a quantity, with the columns of the facts table that it has.
    """
    import pandas as pd

    frame = pd.DataFrame(_rows(shown["alpha"]), columns=COLUMNS)
    return frame.astype({"n_resamples": "Int64"})


def _rows(alpha: float) -> Iterator[dict[str, Any]]:
    # With balanced classes both slopes are one.
    (balanced,) = contained(*BALANCED, alpha, SIMULATED, CURVES)
    for slope, severe in zip(SLOPES, contained(*DIS, alpha, SIMULATED, CURVES, SLOPES), strict=True):
        yield from _loss(balanced, severe, slope)


def _loss(balanced: float, severe: float, slope: str) -> Iterator[dict[str, Any]]:
    low, high = wilson_limits(round(severe * SIMULATED), SIMULATED)
    of = {"slope": slope, "n": SIMULATED}
    if slope == "ks":
        yield {"fact": "band_containment", "value": severe, "low": low, "high": high, **of}
    rng = generator(1, "elazmeh2006_facts/containment")
    drawn = [rng.binomial(SIMULATED, share, 1000) / SIMULATED for share in (balanced, severe)]
    apart = drawn[0] - drawn[1]
    low, high = (float(q) for q in np.quantile(apart, [0.025, 0.975]))
    yield {
        "fact": "band_containment_loss",
        "value": balanced - severe,
        **{"low": low, "high": high, "share_resamples": float((apart > 0).mean())},
        **{"n_resamples": 1000, **of},
    }


def contained(
    n_pos: int, n_neg: int, alpha: float, simulated: int, curves: int, slopes: Sequence[str] = ("ks",)
) -> list[float]:
    """Return, slope by slope, the share of simulated samples whose fixed-width band holds the true curve.

    Parameters
    ----------
    n_pos, n_neg : int
        Class sizes of each sample.
    alpha : float
        1 minus the band's level.
    simulated, curves : int
        Number of samples, and of bootstrap curves behind each band.
    slopes : sequence of str
        Along which the curve is moved; all see the same samples and bootstrap curves.
    """
    from scipy.special import ndtr, ndtri

    grid = np.linspace(0, 1, 1002)[1:-1]
    truth = ndtr(SHIFT + ndtri(grid))
    label = np.repeat([1, 0], (n_pos, n_neg))
    rng = generator(1, f"elazmeh2006_facts/bands/{n_pos}/{n_neg}")
    held = np.zeros(len(slopes))
    for _ in range(simulated):
        points = roc_points(label, rng.normal(SHIFT * label, 1))
        bands = along_slopes(points, slopes, level=1 - alpha, n_resamples=curves, seed=rng, grid=grid)
        held += [((band.lower <= truth) & (truth <= band.upper)).all() for band in bands]
    return [float(share) for share in held / simulated]
