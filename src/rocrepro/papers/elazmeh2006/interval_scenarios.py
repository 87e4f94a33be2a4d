"""Worlds of known truth in which the intervals of many measures are tried: rows to draw, and a population.

Scores are normal in each class, and are given as the true probabilities at the scenario's share of positive
rows.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from rocrepro.evaluation.roc import RocPoints, roc_points

Bools = NDArray[np.bool_]
Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

POPULATION = 200_000
"""Rows of the population that the truths are read from."""
BETWEEN_MODELS = 0.5
"""Correlation of the two models' scores in each class."""
CLUSTERS, LARGEST = 60, 6
"""Number of clusters, and rows of the largest; all sizes from 1 are as likely."""
WITHIN_CLUSTERS = 0.5
"""Correlation of a model's scores in one cluster, given their classes."""
MIX = (0.8, 1.2)
"""Parameters of the beta distribution of a cluster's share of positive rows."""
LEVELS = np.array([-1.0, 0.0, 0.7, 1.4])
"""Distances of the four bounds between five levels from the middle between the classes."""


@dataclass(frozen=True, eq=False)
class Sample:
    """Rows of a scenario.

    Attributes
    ----------
    positive : ndarray of bool, shape (n,)
    a, b : ndarray of float64, shape (n,)
        Probabilities of the positive class from two models.
    cluster : ndarray of int64, shape (n,), or None
    """

    positive: Bools
    a: Floats
    b: Floats
    cluster: Ints | None = None


@dataclass(frozen=True)
class Scenario:
    """Two models' scores, and how rows are drawn.

    Attributes
    ----------
    name : str
    n_pos, n_neg : int
        Rows of each class; expected ones where a draw decides.
    auc, other_auc : float
        True areas of the two models, without levels.
    design : {"classes", "cohort", "clusters"}
        Whether class sizes are fixed, or each row's class is drawn, or rows come in clusters.
    levels : bool
        Whether scores have five levels.
    stretch : float
        Factor on the log odds; above 1, probabilities are too extreme.
    """

    name: str
    n_pos: int
    n_neg: int
    auc: float = 0.8
    other_auc: float = 0.75
    design: str = "classes"
    levels: bool = False
    stretch: float = 1.0

    @property
    def share(self) -> float:
        """Share of positive rows; a probability from it upwards is predicted positive."""
        return self.n_pos / (self.n_pos + self.n_neg)

    @cached_property
    def distances(self) -> tuple[float, float]:
        """Distance between the means of the classes for each model, in standard deviations."""
        from scipy.special import ndtri

        first, second = (math.sqrt(2) * float(ndtri(auc)) for auc in (self.auc, self.other_auc))
        return first, second

    def probability(self, latent: Floats, distance: float) -> Floats:
        """Return the score of a normal value: the probability of the positive class given it, or its level.

        Parameters
        ----------
        latent : ndarray of float64, shape (n,)
            Normal with variance 1, and mean `distance` in the positive class, 0 in the other one.
        distance : float
        """
        from scipy.special import expit, ndtr

        if not self.levels:
            odds = math.log(self.share / (1 - self.share)) + distance * (latent - distance / 2)
            return np.asarray(expit(self.stretch * odds))
        bounds = distance / 2 + LEVELS
        below = [np.concatenate([[0.0], ndtr(bounds - mean), [1.0]]) for mean in (distance, 0.0)]
        positive, negative = (
            share * np.diff(of) for share, of in zip((self.share, 1 - self.share), below, strict=True)
        )
        return np.asarray((positive / (positive + negative))[np.searchsorted(bounds, latent, side="right")])

    def draw(self, rng: np.random.Generator) -> Sample:
        """Draw rows."""
        cluster = None
        if self.design == "clusters":
            cluster = np.repeat(np.arange(CLUSTERS), rng.integers(1, LARGEST + 1, CLUSTERS))
            positive = rng.random(len(cluster)) < rng.beta(*MIX, CLUSTERS)[cluster]
        elif self.design == "cohort":
            positive = rng.random(self.n_pos + self.n_neg) < self.share
        else:
            positive = np.repeat([True, False], [self.n_pos, self.n_neg])
        noise = _pair(rng, len(positive))
        if cluster is not None:
            shared = _pair(rng, CLUSTERS)[:, cluster]
            noise = math.sqrt(WITHIN_CLUSTERS) * shared + math.sqrt(1 - WITHIN_CLUSTERS) * noise
        a, b = (
            self.probability(latent + distance * positive, distance)
            for latent, distance in zip(noise, self.distances, strict=True)
        )
        return Sample(positive, a, b, cluster)

    @cached_property
    def population(self) -> Sample:
        """Rows at equal steps of probability in each class, with the scenario's share of positive ones."""
        n_pos = round(POPULATION * self.share)
        sizes = n_pos, POPULATION - n_pos
        positive = np.repeat([True, False], sizes)
        latent = np.concatenate([normal_grid(size) for size in sizes])
        a, b = (self.probability(latent + by * positive, by) for by in self.distances)
        return Sample(positive, a, b)

    @cached_property
    def curve(self) -> RocPoints:
        """The curve of the first model on the population."""
        return roc_points(self.population.positive, self.population.a)


def _pair(rng: np.random.Generator, size: int) -> Floats:
    """Normal values of two models, shape (2, size)."""
    first, own = rng.normal(size=(2, size))
    return np.stack([first, BETWEEN_MODELS * first + math.sqrt(1 - BETWEEN_MODELS**2) * own])


def normal_grid(size: int) -> Floats:
    """Return the standard normal quantiles in the middle of `size` equal steps of probability."""
    from scipy.special import ndtri

    return np.asarray(ndtri((np.arange(size) + 0.5) / size))


SCENARIOS = (
    Scenario("balanced", 100, 100),
    Scenario("small", 15, 25),
    Scenario("rare", 10, 490),
    Scenario("ties", 60, 140, levels=True),
    Scenario("near_perfect", 30, 70, auc=0.98, other_auc=0.95),
    Scenario("cohort", 40, 160, design="cohort"),
    # 3.5 rows a cluster on average, of which 2 in 5 are positive.
    Scenario("clusters", 84, 126, design="clusters"),
)
OVERCONFIDENT = Scenario("overconfident", 100, 100, stretch=1.6)
"""As balanced, with probabilities that are too extreme: the truths of calibration are then not 0 and 1."""
