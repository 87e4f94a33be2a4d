"""Simulation of how often the true ROC curve lies inside each confidence band.

The paper draws fixed-width bands and plans to compare others. A band's level is a promise about the true
curve, which is known where the scores' distribution in each class is.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, Protocol

import numpy as np
from numpy.typing import NDArray

from rocrepro.datasets.ringnorm import DIMENSIONS, SHIFT, WIDE_SD
from rocrepro.evaluation.bands import Band
from rocrepro.randomness import generator
from rocrepro.study.bands import METHODS, bands_of

if TYPE_CHECKING:
    import pandas as pd

Floats = NDArray[np.float64]

LEVEL = 0.95
RATIOS = {"1:1": 1, "1:50": 50}
"""Negative rows for each positive one."""
# The 190th smallest of 199 distances: with 199 curves the ranks are those of the level itself.
N_BOOT = 199
# Rates at which vertical bands are joined and pointwise coverage is taken. Pointwise bands are judged from
# the first of them to the last: at 0 and 1, where the curve is known, they miss it.
RATES = np.arange(1, 100) / 100
# Rates between, at which a band with slanted edges is looked at too.
CHECKED = np.arange(1, 1000) / 1000
TINY = 1e-9  # an edge may be 1 less rounding
# Quantiles over thresholds are close to normal intervals, and slow; those of rates are simulated.
SIMULATED = [method for method in METHODS if method != "threshold_quantile"]
COLUMNS = ["world", "n", "ratio", "method", "kind", "level", "covered", "runs"]
COLUMNS += ["mean_width", "pointwise_coverage"]


class World(Protocol):
    """Scores of known distribution in each class."""

    def draw(self, n_pos: int, n_neg: int, rng: np.random.Generator) -> Floats:
        """Scores of the positive rows, then of the negative ones."""

    def roc(self, fpr: Floats) -> Floats:
        """The true curve."""


@dataclass(frozen=True)
class Binormal:
    """Normal scores in both classes."""

    mean_pos: float
    sd_pos: float
    mean_neg: float
    sd_neg: float

    def draw(self, n_pos: int, n_neg: int, rng: np.random.Generator) -> Floats:
        positive = rng.normal(self.mean_pos, self.sd_pos, n_pos)
        return np.concatenate([positive, rng.normal(self.mean_neg, self.sd_neg, n_neg)])

    def roc(self, fpr: Floats) -> Floats:
        from scipy.special import ndtr, ndtri

        shift = (self.mean_pos - self.mean_neg) / self.sd_pos
        curve: Floats = ndtr(shift + self.sd_neg / self.sd_pos * ndtri(fpr))
        return curve


class RingnormBayes:
    """The ratio of ringnorm's two densities as the score: far from normal, and almost perfect.

    It falls with the squared distance from (4a/3, ..., 4a/3), where the shifted class is at (a, ..., a). The
    distances have noncentral chi-square distributions.
    """

    centrality = (DIMENSIONS * (SHIFT / 3) ** 2, DIMENSIONS * (4 * SHIFT / 3 / WIDE_SD) ** 2)

    def draw(self, n_pos: int, n_neg: int, rng: np.random.Generator) -> Floats:
        positive = rng.noncentral_chisquare(DIMENSIONS, self.centrality[0], n_pos)
        negative = WIDE_SD**2 * rng.noncentral_chisquare(DIMENSIONS, self.centrality[1], n_neg)
        return -np.concatenate([positive, negative])

    @cached_property
    def known(self) -> tuple[Floats, Floats]:
        """Probit of the false positive rate at 20,000 distances, rising, and the distances."""
        from scipy.special import chndtr, ndtri

        distance = np.linspace(0.5, 400, 20_001)
        probit = ndtri(chndtr(distance / WIDE_SD**2, DIMENSIONS, self.centrality[1]))
        return probit[np.isfinite(probit)], distance[np.isfinite(probit)]

    def roc(self, fpr: Floats) -> Floats:
        from scipy.special import chndtr, ndtri

        # The quantile of this distribution is slow; straight lines between known ones are near enough.
        distance = np.interp(ndtri(np.clip(fpr, 1e-12, 1 - 1e-12)), *self.known)
        curve: Floats = chndtr(distance, DIMENSIONS, self.centrality[0])
        return np.where(fpr <= 0, 0.0, np.where(fpr >= 1, 1.0, curve))


WORLDS: dict[str, World] = {
    # That of the third-party figures, with their middle distance between the classes.
    "binormal": Binormal(3.0, 3.75, -3.0, 3.0),
    # The sum of the coordinates over sqrt(20), as the best linear score has it.
    "ringnorm_linear": Binormal(SHIFT * DIMENSIONS**0.5, 1.0, 0.0, WIDE_SD),
    "ringnorm_bayes": RingnormBayes(),
}


@dataclass(frozen=True)
class Cell:
    """One setting of the simulation."""

    world: str
    ratio: str
    n: int
    runs: int
    level: float = LEVEL

    @property
    def n_pos(self) -> int:
        return max(1, round(self.n / (1 + RATIOS[self.ratio])))


def cells(size: str) -> list[Cell]:
    """List what is simulated: fewer sizes and runs for "ci", and fewer runs for many rows, which are slow."""
    # Nominal levels, size and runs of third-party figures.
    compared = [Cell("binormal", "1:1", 500, 200, level) for level in (0.9, 0.5)]
    if size == "ci":
        chosen = [Cell("binormal", "1:1", n, 200) for n in (50, 250, 1000)]
        chosen += [Cell("binormal", "1:50", n, 200) for n in (50, 250)]
        rings = [world for world in WORLDS if world != "binormal"]
        return chosen + [Cell(world, ratio, 250, 200) for world in rings for ratio in RATIOS] + compared[:1]
    sizes = {
        "binormal": (50, 100, 250, 500, 1000, 2500, 5000),
        "ringnorm_linear": (50, 250, 1000, 5000),
        "ringnorm_bayes": (50, 250, 1000, 5000),
    }
    return [
        Cell(world, ratio, n, 1000 if n <= 1000 else 200)
        for world, of in sizes.items()
        for ratio in RATIOS
        for n in of
    ] + compared


def band_coverage(shown: Mapping[str, Any]) -> pd.DataFrame:
    """Simulate how often the whole true curve lies inside each band.

    Parameters
    ----------
    shown : mapping
        As in `rocrepro.papers.evaluated.Evaluated`: the keys size and seed.

    Returns
    -------
    pandas.DataFrame
        Columns world, n, ratio, method, kind, level, covered, runs, mean_width, pointwise_coverage: in how
        many of the runs the curve lay inside, the mean vertical distance between the edges, and the share of
        runs and rates 0.01, ..., 0.99 at which the curve lay inside. A method has fewer runs, or none, where
        a sample does not allow its band.
    """
    import pandas as pd

    rows = [row for cell in cells(shown["size"]) for row in _simulate(cell, shown["seed"])]
    return pd.DataFrame(rows, columns=COLUMNS)


def _simulate(cell: Cell, seed: int) -> list[dict[str, Any]]:
    """The rows of one cell, one a method."""
    world = WORLDS[cell.world]
    rng = generator(seed, f"elazmeh2006/band_coverage/{cell.world}/{cell.ratio}/{cell.n}/{cell.level:g}")
    label = np.repeat([1, 0], [cell.n_pos, cell.n - cell.n_pos])
    truth = world.roc(CHECKED), world.roc(RATES)
    found: dict[str, list[tuple[bool, float, float]]] = {}
    kinds = {}
    for _ in range(cell.runs):
        score = world.draw(cell.n_pos, cell.n - cell.n_pos, rng)
        found_bands = bands_of(
            label, score, level=cell.level, n_resamples=N_BOOT, seed=rng, rates=RATES, methods=SIMULATED
        )
        for method, band in found_bands.items():
            kinds[method] = band.kind if band else "simultaneous"
            found.setdefault(method, [])
            if band:
                found[method].append(_judge(band, world, *truth))
    known = {"world": cell.world, "n": cell.n, "ratio": cell.ratio, "level": cell.level}
    rows = []
    for method, runs in found.items():
        inside, width, pointwise = np.array(runs, dtype=float).reshape(-1, 3).T
        row = known | {"method": method, "kind": kinds[method], "covered": int(inside.sum())}
        means = [float(of.mean()) if len(runs) else np.nan for of in (width, pointwise)]
        rows.append(row | {"runs": len(runs), "mean_width": means[0], "pointwise_coverage": means[1]})
    return rows


def _judge(band: Band, world: World, checked: Floats, pointwise: Floats) -> tuple[bool, float, float]:
    """Return whether the whole curve lies inside, the mean width, and the share of rates where it does."""
    # Normal intervals vanish at the ends: pointwise bands are not judged there.
    first, last = (0.0, 1.0) if band.kind == "simultaneous" else (RATES[0], RATES[-1])
    # The corners decide for edges in steps, whatever the rising curve does between them.
    looked_at = (band.grid >= first) & (band.grid <= last)
    corners = world.roc(band.grid[looked_at])
    whole = bool(_inside(band.lower[looked_at], corners, band.upper[looked_at]).all())
    looked_at = np.clip(CHECKED, first, last) == CHECKED
    lower, upper = band.edges_at(CHECKED[looked_at])
    whole = whole and bool(_inside(lower, checked[looked_at], upper).all())
    lower, upper = band.edges_at(RATES)
    share = float(_inside(lower, pointwise, upper).mean())
    return whole, band.area / float(band.grid[-1] - band.grid[0]), share


def _inside(lower: Floats, curve: Floats, upper: Floats) -> NDArray[np.bool_]:
    """Return whether each height lies between the edges, but for rounding."""
    return np.asarray((lower <= curve + TINY) & (curve <= upper + TINY))
