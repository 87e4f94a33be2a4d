"""The intervals of calibration and of net benefit for one sample."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from rocrepro.evaluation import (
    brier_score,
    calibration_distances,
    net_benefit,
    net_benefit_intervals,
    recalibration,
    roc_points,
)
from rocrepro.papers.elazmeh2006.interval_methods import ALPHA, Found
from rocrepro.papers.elazmeh2006.interval_resamples import N_BOOT
from rocrepro.papers.elazmeh2006.interval_scenarios import Ints, Sample, Scenario

THRESHOLD = 0.3
"""Threshold probability of the net benefit."""
COEFFICIENTS = ("slope", "intercept", "in_the_large")


def probabilities(_: Scenario, rows: Sample, __: Sample, rng: np.random.Generator) -> Iterator[Found]:
    """Yield the intervals of the Brier score, of recalibration and of net benefit."""
    label, score = rows.positive, rows.a
    brier = brier_score(label, score, alpha=ALPHA)
    yield Found("brier", "normal", brier.score, brier.low, brier.high)
    yield from _coefficients(rows, "wald")
    value = float(net_benefit(roc_points(label, score), thresholds=[THRESHOLD]).net_benefit[0])
    yield _net_benefit(value, rows, None, "bootstrap", rng)
    if rows.cluster is not None:
        yield _net_benefit(value, rows, rows.cluster, "cluster_bootstrap", rng)
        of = brier_score(
            label,
            score,
            interval="bootstrap",
            n_resamples=N_BOOT,
            seed=rng,
            cluster=rows.cluster,
            alpha=ALPHA,
        )
        yield Found("brier", "cluster_bootstrap", of.score, of.low, of.high)


def _net_benefit(
    value: float, rows: Sample, cluster: Ints | None, method: str, rng: np.random.Generator
) -> Found:
    found = net_benefit_intervals(
        *(rows.positive, rows.a),
        thresholds=[THRESHOLD],
        n_resamples=N_BOOT,
        seed=rng,
        cluster=cluster,
        alpha=ALPHA,
    )
    return Found("net_benefit", method, value, float(found.low[0]), float(found.high[0]))


def profiles(_: Scenario, rows: Sample, __: Sample, ___: np.random.Generator) -> Iterator[Found]:
    """Yield the intervals of recalibration by the profile likelihood, which take long."""
    yield from _coefficients(rows, "profile")


def distances(_: Scenario, rows: Sample, __: Sample, rng: np.random.Generator) -> Iterator[Found]:
    """Yield the intervals of the distances of probabilities from the shares that they predict."""
    found = calibration_distances(rows.positive, rows.a, n_resamples=N_BOOT, seed=rng, alpha=ALPHA)
    for name, one in found.items():
        yield Found(name, "scatter", one.value, one.low, one.high)


def _coefficients(rows: Sample, interval: str) -> Iterator[Found]:
    found = recalibration(rows.positive, rows.a, interval=interval, alpha=ALPHA)
    for name in COEFFICIENTS:
        value, low, high = (getattr(found, f"{name}{end}") for end in ("", "_low", "_high"))
        yield Found(name, interval, value, low, high)
