"""Scenarios of their own: more than two classes, and rows with weights."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from rocrepro.evaluation import (
    average_precision,
    delong_interval,
    multiclass_intervals,
    roc_auc,
    roc_points,
    weighted_measures,
    weighted_resamples,
)
from rocrepro.evaluation.resample import percentiles
from rocrepro.papers.elazmeh2006.interval_methods import ALPHA, Found
from rocrepro.papers.elazmeh2006.interval_resamples import N_BOOT
from rocrepro.papers.elazmeh2006.interval_scenarios import POPULATION, Floats, Ints, normal_grid

AREAS = ("hand_till", "macro")
"""Averages over classes that are tried."""


@dataclass(frozen=True)
class ThreeClasses:
    """Normal rows in the plane around three means at angles of 120 degrees.

    The score of a class is how far a row lies in the direction of its mean.
    """

    name: str = "three_classes"
    sizes: tuple[int, ...] = (20, 60, 120)
    radius: float = 0.8

    @cached_property
    def means(self) -> Floats:
        """Shape (3, 2)."""
        angle = 2 * np.pi * np.arange(3) / 3
        return self.radius * np.column_stack([np.cos(angle), np.sin(angle)])

    @cached_property
    def label(self) -> Ints:
        """The class of each row."""
        return np.repeat(np.arange(3), self.sizes)

    @cached_property
    def truths(self) -> dict[str, float]:
        """True areas, all the same, as the distributions of a score for its class lie 1.5 radii apart."""
        from scipy.special import ndtr

        return dict.fromkeys(AREAS, float(ndtr(1.5 * self.radius / np.sqrt(2))))

    def scores(self, rng: np.random.Generator) -> Floats:
        """Draw the scores of all rows, shape (n, 3)."""
        place = self.means[self.label] + rng.normal(size=(len(self.label), 2))
        return np.asarray(place @ self.means.T)

    def intervals(self, rng: np.random.Generator) -> Iterator[Found]:
        """Yield the intervals of fresh rows."""
        score = self.scores(rng)
        drawn = multiclass_intervals(
            self.label, score, range(3), n_resamples=N_BOOT, seed=rng.spawn(1)[0], alpha=ALPHA
        )
        for name in AREAS:
            yield Found(name, "bootstrap", *drawn[name])


@dataclass(frozen=True)
class Weights:
    """Two halves of a population, of which the easier one was drawn three times as often.

    Weights make up for it. Negative scores are standard normal in both halves.
    """

    name: str = "weights"
    n_pos: tuple[int, int] = (45, 15)
    n_neg: tuple[int, int] = (105, 35)
    distances: tuple[float, float] = (1.8, 0.7)

    @cached_property
    def truths(self) -> dict[str, float]:
        """True values in the population, whose halves are equally large and whose rows count alike."""
        each = POPULATION // 8
        positive = np.concatenate([normal_grid(each) + by for by in self.distances])
        negative = normal_grid(round(len(positive) * sum(self.n_neg) / sum(self.n_pos)))
        label = np.repeat([1, 0], [len(positive), len(negative)])
        points = roc_points(label, np.concatenate([positive, negative]))
        return {"auc": roc_auc(points), "average_precision": average_precision(points)}

    def draw(self, rng: np.random.Generator) -> tuple[Ints, Floats, Floats]:
        """Draw labels, scores and weights, shape (n,) each."""
        label = np.repeat([1, 0], [sum(self.n_pos), sum(self.n_neg)])
        half = np.repeat([0, 1, 0, 1], [*self.n_pos, *self.n_neg])
        drawn = np.array([pos + neg for pos, neg in zip(self.n_pos, self.n_neg, strict=True)])
        score = rng.normal(size=len(label)) + label * np.array(self.distances)[half]
        return label, score, (drawn.max() / drawn)[half]

    def intervals(self, rng: np.random.Generator) -> Iterator[Found]:
        """Yield the intervals of fresh rows, with their weights and without."""
        label, score, weight = self.draw(rng)
        drawn = rng.spawn(1)[0]
        value = weighted_measures(label, score, weight)
        samples = weighted_resamples(label, {"": score}, weight, n_resamples=N_BOOT, seed=drawn)[""]
        for name in self.truths:
            low, high, _ = percentiles(samples[name], ALPHA)
            yield Found(name, "weighted_bootstrap", value[name], low, high)
        yield Found("auc", "delong_without_weights", *delong_interval(label, score, alpha=ALPHA))


DESIGNS: tuple[ThreeClasses | Weights, ...] = (ThreeClasses(), Weights())
