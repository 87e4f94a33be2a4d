"""The algebra and the definitions of section 2, over random sets of scores."""

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

NOTES = {
    "sums_error": "P+ + P- against P",
    "algebra_error": "m+ + m-/d against P/n+, d = n+/n-",
    "weighted_means_error": "n+ m+ + n- m- against P",
    "midpoint_error": "library's midpoint against half of m+ + m-/d",
    "partition_error": "rows that are sensible or not, counted apart, against all rows",
    "sensible_at_midpoint_error": "sensibility at the midpoint against 1",
    "capability_at_midpoint_error": "capability at the midpoint against 0",
    "sensible_share_error": "share of sensible rows against accuracy at the midpoint",
    "struggle_error": "struggle ratio against (1 - accuracy at the midpoint) / that accuracy",
    "weighted_accuracy_error": "S sensibility + (1 - S) capability against accuracy, all thresholds",
    "error_split": "errors on both groups against all errors, all thresholds",
    "curve_error": "both curves against accuracy counted row by row, all thresholds",
    "roc_error": "rates against confusion matrices counted row by row, all thresholds",
    "auc_ranking_error": "area against share of pairs ranked rightly, ties one half",
    "threshold_error": "thresholds of both curves against those of the ROC",
    "capability_bound_error": "largest capability over thresholds against the larger class's share of the "
    "non-sensible rows",
    "rescaled_roc_error": "rates after an increasing map of the scores",
    "rescaled_auc_error": "AUC after an increasing map of the scores",
    "label_shift_roc_error": "rates after ten copies of every negative row",
    "order_error": "midpoint and struggle ratio after the rows were put in another order",
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
            maps = _maps(label, score, rng, changed)
            for errors in (f(label, score) for f in (_sums, _groups, _curves, _roc)):
                maps |= errors
            for name, error in maps.items():
                worst[name] = max(worst[name], error)
    rows = [row(name, worst[name], note, n=CASES) for name, note in NOTES.items()]
    rows += [row(name, changed[name] / CASES, note, n=CASES) for name, note in CHANGED.items()]
    return [*rows, *_calibrated(rng), *_extreme(rng)]


CHANGED = {
    "rescaled_changes": "share of sets in which an increasing map changes who is sensible",
    "label_shift_changes": "share of sets in which copies of the negatives change one of both curves",
    "swap_changes": "share of sets in which taking the other class as + changes the struggle ratio",
    "sensibility_varies": "share of sets in which sensibility takes several values over the thresholds",
    "capability_varies": "share of sets in which capability takes several values",
    "capable_sets": "share of sets with non-sensible rows of both classes and a threshold that is right on "
    "more than half of these",
}


def _cases(rng: np.random.Generator) -> Iterator[tuple[Ints, Floats]]:
    """Labels and scores, half of the sets with ties."""
    for _ in range(CASES):
        sizes = rng.integers(2, 50, 2)
        label = np.repeat([1, 0], sizes)
        score = rng.beta(1 + 2 * rng.random() * label + 0.2, 2)
        yield label, np.round(score, 1) if rng.random() < 0.5 else score


def _sums(label: Ints, score: Floats) -> dict[str, float]:
    pos, neg = score[label == 1], score[label == 0]
    total, d = score.sum(), len(pos) / len(neg)
    both = pos.mean() + neg.mean() / d
    return {
        "sums_error": abs(pos.sum() + neg.sum() - total),
        "algebra_error": abs(both - total / len(pos)),
        "weighted_means_error": abs(len(pos) * pos.mean() + len(neg) * neg.mean() - total),
        "midpoint_error": abs(score_midpoint(label, score) - both / 2),
    }


def _groups(label: Ints, score: Floats) -> dict[str, float]:
    result, n = sensibility(label, score), len(label)
    other = int((score[label == 1] < result.midpoint).sum() + (score[label == 0] >= result.midpoint).sum())
    accuracy = float(((score >= result.midpoint) == label).mean())
    ratio = (1 - accuracy) / accuracy if accuracy else np.inf
    at = float(result.sensibility_at(result.midpoint)), float(result.capability_at(result.midpoint))
    return {
        "partition_error": abs(result.n_sensible + other - n),
        "sensible_share_error": abs(result.n_sensible / n - accuracy),
        "struggle_error": abs(result.struggle_ratio - ratio) if accuracy else 0.0,
        # An empty group has no accuracy.
        "sensible_at_midpoint_error": abs(at[0] - 1) if result.n_sensible else 0.0,
        "capability_at_midpoint_error": abs(at[1]) if result.n_non_sensible else 0.0,
    }


def _curves(label: Ints, score: Floats) -> dict[str, float]:
    result, n = sensibility(label, score), len(label)
    right = (score >= result.threshold[:, None]) == label
    share = result.n_sensible / n
    parts = np.nan_to_num(share * result.sensibility) + np.nan_to_num((1 - share) * result.capability)
    groups = {True: result.sensibility, False: result.capability}
    direct = [
        np.abs(right[:, result.sensible == which].mean(axis=1) - curve).max()
        for which, curve in groups.items()
        if (result.sensible == which).any()
    ]
    wrong = (~right).sum(axis=1)
    split = (~right[:, result.sensible]).sum(axis=1) + (~right[:, ~result.sensible]).sum(axis=1)
    points = roc_points(label, score)
    other = label[~result.sensible]
    larger = max(other.mean(), 1 - other.mean()) if len(other) else np.nan
    return {
        "capability_bound_error": abs(float(result.capability.max()) - larger) if len(other) else 0.0,
        "weighted_accuracy_error": float(np.abs(parts - right.mean(axis=1)).max()),
        "error_split": float(np.abs(split - wrong).max()),
        "curve_error": float(max(direct)),
        "threshold_error": float((points.threshold != result.threshold).sum()),
    }


def _roc(label: Ints, score: Floats) -> dict[str, float]:
    points = roc_points(label, score)
    above = score >= points.threshold[:, None]
    rates = [above[:, label == which].mean(axis=1) for which in (0, 1)]
    gap = score[label == 1][:, None] - score[label == 0]
    ranked = float(((gap > 0) + 0.5 * (gap == 0)).mean())
    error = max(np.abs(rates[0] - points.fpr).max(), np.abs(rates[1] - points.tpr).max())
    return {"roc_error": float(error), "auc_ranking_error": abs(roc_auc(points) - ranked)}


def _maps(label: Ints, score: Floats, rng: np.random.Generator, changed: dict[str, int]) -> dict[str, float]:
    """What an increasing map, copies of rows, another order and the other class do."""
    result, points = sensibility(label, score), roc_points(label, score)
    _, place = np.unique(score, return_inverse=True)
    mapped = np.sort(rng.random(place.max() + 1))[place]
    moved = roc_points(label, mapped)
    times = np.where(label == 1, 1, 10)
    more = np.repeat(label, times), np.repeat(score, times)
    shifted, shifted_points = sensibility(*more), roc_points(*more)
    order = rng.permutation(len(label))
    again = sensibility(label[order], score[order])
    swapped = sensibility(1 - label, 1 - score)
    changed["rescaled_changes"] += bool((sensibility(label, mapped).sensible != result.sensible).any())
    changed["label_shift_changes"] += _differ(shifted.sensibility, result.sensibility) or _differ(
        shifted.capability, result.capability
    )
    changed["swap_changes"] += bool(swapped.n_sensible != result.n_sensible)
    changed["sensibility_varies"] += len(np.unique(result.sensible_correct)) > 1
    changed["capability_varies"] += len(np.unique(result.non_sensible_correct)) > 1
    if 0 < label[~result.sensible].sum() < result.n_non_sensible:
        changed["capable_sets"] += bool(result.capability.max() > 0.5)
    same = abs(again.midpoint - result.midpoint) + abs(again.n_sensible - result.n_sensible)
    return {
        "rescaled_roc_error": float(np.abs([moved.fpr - points.fpr, moved.tpr - points.tpr]).max()),
        "rescaled_auc_error": abs(roc_auc(moved) - roc_auc(points)),
        "label_shift_roc_error": float(
            np.abs([shifted_points.fpr - points.fpr, shifted_points.tpr - points.tpr]).max()
        ),
        "order_error": float(same),
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
        row("calibrated_midpoint_error", worst / 2, "midpoint against 1/2, the same sets", n=CASES),
        row("calibrated_drawn_sum", mean, note, low=mean - half, high=mean + half, n=DRAWN),
    ]


def _extreme(rng: np.random.Generator) -> list[Row]:
    """Scores 0 and 1 with equal classes: all right, or right and wrong."""
    perfect = sums = loose = 0.0
    for _ in range(CASES):
        half = int(rng.integers(1, 40))
        label = np.repeat([1, 0], half)
        perfect = max(perfect, abs(label.sum() - half))
        sums = max(sums, abs(2 * score_midpoint(label, label) - 1))
        guess = (rng.random(2 * half) < 0.5).astype(int)
        loose = max(loose, abs(guess.sum() - half) / half)
    return [
        row("extreme_error", max(perfect, sums), "n+ m+ + n- m- = n+ and m+ + m-/d = 1, scores = labels"),
        row("extreme_loose_error", loose, "the same relative to n+, scores 0 or 1 with errors", n=CASES),
    ]
