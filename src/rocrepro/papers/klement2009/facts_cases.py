"""Statements of the text about all scores, over random sets of scores."""

from __future__ import annotations

import warnings
from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from rocrepro.evaluation import RocPoints, roc_auc, roc_points, score_midpoint, sensibility
from rocrepro.evaluation.sensibility import EmptyGroupWarning, MidpointAboveOneWarning
from rocrepro.papers.fact_rows import Row, row
from rocrepro.papers.identities import Identity, identity_rows
from rocrepro.randomness import generator

CASES = 400  # random sets behind each identity
DRAWN = 2000  # sets whose labels are drawn with the scores as probabilities
LARGEST = 49  # rows of a class
ONE = np.ones(1)
Ints = NDArray[np.int64]
Floats = NDArray[np.float64]

# After an increasing map of the scores, after ten copies of every negative row, and of calibrated scores.
IDENTITIES = (
    Identity("rescaled_roc_error", lambda t: t["mapped_rates"], lambda t: t["rates"]),
    Identity("rescaled_auc_error", lambda t: t["mapped_auc"], lambda t: t["auc"]),
    Identity("label_shift_roc_error", lambda t: t["copied_rates"], lambda t: t["rates"]),
    Identity("calibrated_sum_error", lambda t: 2 * t["calibrated_midpoint"], lambda _: ONE),
    Identity("extreme_error", lambda t: 2 * t["extreme_midpoint"], lambda _: ONE),
)


def case_quantities() -> list[Row]:
    """Identities as largest errors, and how often something changes."""
    rng = generator(1, "klement2009_facts/cases")
    with warnings.catch_warnings():
        # Empty groups and midpoints above 1 are meant to be among the random sets.
        warnings.simplefilter("ignore", EmptyGroupWarning)
        warnings.simplefilter("ignore", MidpointAboveOneWarning)
        sets = [_maps(label, score, rng) for label, score in _sets(rng)]
    cases = {name: np.stack([one[name] for one in sets], axis=-1) for name in sets[0]}
    cases |= {"calibrated_midpoint": _calibrated(rng)}
    drawn = _drawn_sum(rng)
    cases |= {"extreme_midpoint": _extreme(rng)}
    return [
        *identity_rows(IDENTITIES, cases),
        *(row(name, cases[name].mean(), n=CASES) for name in ("rescaled_changes", "label_shift_changes")),
        drawn,
    ]


def _sets(rng: np.random.Generator) -> Iterator[tuple[Ints, Floats]]:
    """Labels and scores, half of the sets with ties."""
    for _ in range(CASES):
        sizes = rng.integers(2, LARGEST + 1, 2)
        label = np.repeat([1, 0], sizes)
        score = rng.beta(1 + 2 * rng.random() * label + 0.2, 2)
        yield label, np.round(score, 1) if rng.random() < 0.5 else score


def _maps(label: Ints, score: Floats, rng: np.random.Generator) -> dict[str, Floats]:
    """Rates and areas of a set, after an increasing map and with copies of rows, and whether more changes."""
    result, points = sensibility(label, score), roc_points(label, score)
    _, place = np.unique(score, return_inverse=True)
    mapped = np.sort(rng.random(place.max() + 1))[place]
    times = np.where(label == 1, 1, 10)
    more = np.repeat(label, times), np.repeat(score, times)
    shifted, moved = sensibility(*more), roc_points(label, mapped)
    curves = (shifted.sensibility, result.sensibility), (shifted.capability, result.capability)
    found = {
        "rates": _rates(points),
        "mapped_rates": _rates(moved),
        "copied_rates": _rates(roc_points(*more)),
        "auc": roc_auc(points),
        "mapped_auc": roc_auc(moved),
        "rescaled_changes": (sensibility(label, mapped).sensible != result.sensible).any(),
        "label_shift_changes": any(
            not np.allclose(*pair, rtol=0, atol=1e-9, equal_nan=True) for pair in curves
        ),
    }
    return {name: np.asarray(value, dtype=np.float64) for name, value in found.items()}


def _rates(points: RocPoints) -> Floats:
    """False and true positive rates, filled up with the point (1, 1) in which every curve ends."""
    rates = np.ones((2, 2 * LARGEST + 1))
    rates[:, : len(points.fpr)] = points.fpr, points.tpr
    return rates


def _calibrated(rng: np.random.Generator) -> Floats:
    """Midpoints of sets in which every score is the share of positives among its own rows."""
    found = []
    for _ in range(CASES):
        shares = rng.integers(1, 10, rng.integers(1, 6))  # tenths of positive rows in each group
        times = rng.integers(1, 5, len(shares))
        sizes = np.stack([shares * times, (10 - shares) * times], axis=1).ravel()
        label = np.repeat(np.tile([1, 0], len(shares)), sizes)
        found.append(score_midpoint(label, np.repeat(shares / 10, 10 * times)))
    return np.array(found)


def _drawn_sum(rng: np.random.Generator) -> Row:
    """The mean of m+ + m-/d over sets of 1,000 rows whose labels are drawn with the scores."""
    sums = []
    for _ in range(DRAWN):
        score = rng.beta(1.2, 1.5, 1000)
        sums.append(score.sum() / (rng.random(1000) < score).sum())
    mean, half = float(np.mean(sums)), 1.96 * float(np.std(sums, ddof=1)) / len(sums) ** 0.5
    return row("calibrated_drawn_sum", mean, low=mean - half, high=mean + half, n=DRAWN)


def _extreme(rng: np.random.Generator) -> Floats:
    """Midpoints of scores 0 and 1 that are the labels, with classes of equal size."""
    labels = [np.repeat([1, 0], int(rng.integers(1, 40))) for _ in range(CASES)]
    return np.array([score_midpoint(label, label) for label in labels])
