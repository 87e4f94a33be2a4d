"""What the text says of all scores, over random sets of scores."""

from __future__ import annotations

import warnings
from collections import defaultdict
from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from rocrepro.evaluation import roc_auc, roc_points, score_midpoint, sensibility
from rocrepro.evaluation.sensibility import EmptyGroupWarning, MidpointAboveOneWarning
from rocrepro.papers.fact_rows import Row, row
from rocrepro.randomness import generator

CASES = 400  # random sets behind each identity
DRAWN = 2000  # sets whose labels are drawn with the scores as probabilities
Ints = NDArray[np.int64]
Floats = NDArray[np.float64]

ERRORS = {
    "rescaled_roc_error": "rates after an increasing map of the scores",
    "rescaled_auc_error": "AUC after an increasing map of the scores",
    "label_shift_roc_error": "rates after ten copies of every negative row",
}
CHANGED = {
    "rescaled_changes": "share of sets in which an increasing map changes who is sensible",
    "label_shift_changes": "share of sets in which copies of the negatives change one of both curves",
}


def case_quantities() -> list[Row]:
    """Identities as largest errors, and how often something changes."""
    worst: dict[str, float] = defaultdict(float)
    changed: dict[str, int] = defaultdict(int)
    rng = generator(1, "klement2009_facts/cases")
    with warnings.catch_warnings():
        # Empty groups and midpoints above 1 are meant to be among the random sets.
        warnings.simplefilter("ignore", EmptyGroupWarning)
        warnings.simplefilter("ignore", MidpointAboveOneWarning)
        for label, score in _cases(rng):
            for name, error in _maps(label, score, rng, changed).items():
                worst[name] = max(worst[name], error)
    rows = [row(name, worst[name], note, n=CASES) for name, note in ERRORS.items()]
    rows += [row(name, changed[name] / CASES, note, n=CASES) for name, note in CHANGED.items()]
    return [*rows, *_calibrated(rng), _extreme(rng)]


def _cases(rng: np.random.Generator) -> Iterator[tuple[Ints, Floats]]:
    """Labels and scores, half of the sets with ties."""
    for _ in range(CASES):
        sizes = rng.integers(2, 50, 2)
        label = np.repeat([1, 0], sizes)
        score = rng.beta(1 + 2 * rng.random() * label + 0.2, 2)
        yield label, np.round(score, 1) if rng.random() < 0.5 else score


def _maps(label: Ints, score: Floats, rng: np.random.Generator, changed: dict[str, int]) -> dict[str, float]:
    """What an increasing map and copies of rows do."""
    result, points = sensibility(label, score), roc_points(label, score)
    _, place = np.unique(score, return_inverse=True)
    mapped = np.sort(rng.random(place.max() + 1))[place]
    moved = roc_points(label, mapped)
    times = np.where(label == 1, 1, 10)
    more = np.repeat(label, times), np.repeat(score, times)
    shifted, shifted_points = sensibility(*more), roc_points(*more)
    changed["rescaled_changes"] += bool((sensibility(label, mapped).sensible != result.sensible).any())
    changed["label_shift_changes"] += _differ(shifted.sensibility, result.sensibility) or _differ(
        shifted.capability, result.capability
    )
    return {
        "rescaled_roc_error": float(np.abs([moved.fpr - points.fpr, moved.tpr - points.tpr]).max()),
        "rescaled_auc_error": abs(roc_auc(moved) - roc_auc(points)),
        "label_shift_roc_error": float(
            np.abs([shifted_points.fpr - points.fpr, shifted_points.tpr - points.tpr]).max()
        ),
    }


def _differ(one: Floats, other: Floats) -> bool:
    return not np.allclose(one, other, rtol=0, atol=1e-9, equal_nan=True)


def _calibrated(rng: np.random.Generator) -> list[Row]:
    """Scores that are calibrated in the set itself, and scores with which labels are drawn."""
    worst = 0.0
    for _ in range(CASES):
        shares = rng.integers(1, 10, rng.integers(1, 6))  # tenths of positive rows in each group
        times = rng.integers(1, 5, len(shares))
        parts = [
            (np.repeat([1, 0], [k * t, (10 - k) * t]), k / 10) for k, t in zip(shares, times, strict=True)
        ]
        label = np.concatenate([part for part, _ in parts])
        score = np.concatenate([np.full(len(part), value) for part, value in parts])
        worst = max(worst, abs(2 * score_midpoint(label, score) - 1))
    sums = []
    for _ in range(DRAWN):
        score = rng.beta(1.2, 1.5, 1000)
        sums.append(score.sum() / (rng.random(1000) < score).sum())
    mean, half = float(np.mean(sums)), 1.96 * float(np.std(sums, ddof=1)) / len(sums) ** 0.5
    note = "mean of m+ + m-/d over sets of 1,000 whose labels were drawn with the scores"
    return [
        row("calibrated_sum_error", worst, "m+ + m-/d against 1, every score a share of its rows", n=CASES),
        row("calibrated_drawn_sum", mean, note, low=mean - half, high=mean + half, n=DRAWN),
    ]


def _extreme(rng: np.random.Generator) -> Row:
    """Scores 0 and 1 that are the labels, with classes of equal size."""
    worst = 0.0
    for _ in range(CASES):
        label = np.repeat([1, 0], int(rng.integers(1, 40)))
        worst = max(worst, abs(2 * score_midpoint(label, label) - 1))
    return row("extreme_error", worst, "m+ + m-/d against 1, scores = labels, classes of equal size", n=CASES)
