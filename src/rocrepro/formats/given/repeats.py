"""Rows that are there several times, and one number that many rows share."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

FEW = 8
"""Rows below which any pattern may be chance."""
BY_CHANCE = 1e-4
"""Probability, in rows that are not repeated, below which a pattern of equal scores is noted."""
SHARE = 0.1
"""Share of the rows from which on one score stands out among scores that are nearly all different."""


def repeated(label: NDArray[np.int8], score: NDArray[np.float64]) -> str:
    """Say that rows seem to be there several times: all of them, or some as after a join or oversampling.

    Scores that are equal by chance, or because a model gives few different ones, belong to both classes now
    and then: as often, at least, as scores that are next to each other do. Where equal scores never do,
    although that would be expected, the rows are one and the same.

    Parameters
    ----------
    label : ndarray of int, shape (n,)
        1 for positive rows.
    score : ndarray of float64, shape (n,)

    Returns
    -------
    str
        Empty for rows of which each may be another. Scores that come twice, with both classes more often
        than by chance, are said too.
    """
    values, group, counts = np.unique(score, return_inverse=True, return_counts=True)
    if len(values) < 2 * FEW or counts.max() == 1:
        return ""
    n_pos = np.bincount(group, weights=label).astype(np.float64)
    mixed = (n_pos > 0) & (n_pos < counts)
    if (counts == counts[0]).all():
        if mixed.any():
            return (
                f"each score occurs {counts[0]} times, and {mixed.sum()} of them have both classes: "
                "examples may have several labels each, which makes intervals too narrow (a column that "
                "names the example: --cluster)"
            )
        return (
            f"each label and score occur {counts[0]} times: the rows may have been combined several "
            "times, which makes intervals too narrow (a column of replicates is named with --seed)"
        )
    n_extra = int((counts - 1).sum())
    if found := _contradicted(counts, n_pos):
        return found
    if mixed.any() or not _seldom(counts, n_pos > 0):
        return ""
    return (
        f"{n_extra} rows have the score and the class of another row: rows may be repeated, as after a "
        "join or oversampling, which makes intervals too narrow (a column that names the example: "
        "--cluster)"
    )


def times_in_order(label: NDArray[np.generic]) -> int:
    """Return how many times the classes come in the same order, as those of the same examples do.

    A design repeats a short or a sorted order too, and few rows or classes repeat one by chance.

    Examples
    --------
    >>> import numpy as np
    >>> once = np.random.default_rng(1).integers(0, 2, 50)
    >>> times_in_order(np.tile(once, 3)), times_in_order(once), times_in_order(np.tile([1, 0, 0], 50))
    (3, 1, 1)
    """
    n = len(label)
    _, code = np.unique(label, return_inverse=True)
    period = next((p for p in range(1, n // 2 + 1) if n % p == 0 and (code[p:] == code[:-p]).all()), n)
    changes = np.count_nonzero(np.diff(code[:period]))
    agreeing = float(np.sum((np.bincount(code) / n) ** 2))
    if period == n or changes < FEW or (n - period) * math.log(agreeing) > math.log(BY_CHANCE):
        return 1
    return n // period


def _seldom(counts: NDArray[np.int64], positive: NDArray[np.bool_]) -> bool:
    """Return whether equal scores would seldom all have equal classes in rows that are not repeated.

    `positive` holds the classes of successive scores.
    """
    first, last = int(positive.argmax()), len(positive) - int((~positive)[::-1].argmax())
    if last - first < FEW:  # the part of the scores in which both classes lie
        return False
    both, n_extra = positive[first:last], int((counts[first:last] - 1).sum())
    changes = float(np.mean(both[1:] != both[:-1]))
    return n_extra > 0 and (changes == 1 or n_extra * math.log1p(-changes) < math.log(BY_CHANCE))


def _contradicted(counts: NDArray[np.int64], n_pos: NDArray[np.float64]) -> str:
    """Say that scores which come twice have both classes too often for rows that are not the same.

    Two rows differ with the chance 2 q (1 - q), where q is the share of positive rows among scores nearby.
    """
    from scipy.special import bdtrc  # scipy.stats takes half a second to import

    twice = counts == 2
    n_twice, n_mixed = int(twice.sum()), int((n_pos[twice] == 1).sum())
    if n_mixed < FEW:
        return ""
    nearby = np.ones(2 * FEW - 1)
    share = np.convolve(n_pos, nearby, "same") / np.convolve(counts, nearby, "same")
    expected = float(np.mean(2 * share[twice] * (1 - share[twice])))
    if bdtrc(n_mixed - 1, n_twice, expected) >= BY_CHANCE:
        return ""
    return (
        f"{n_mixed} of {n_twice} scores that occur twice have both classes, and {n_twice * expected:.0f} "
        "would by chance: rows may be repeated with another label, as after a join with the wrong labels"
    )


def shared_value(values: NDArray[np.float64], counts: NDArray[np.int64]) -> str:
    """Say that many rows share one score where nearly all others have a score of their own.

    Parameters
    ----------
    values, counts : ndarray
        Different scores, and how many rows have each.

    Returns
    -------
    str
        Empty where no score stands out.

    Examples
    --------
    >>> import numpy as np
    >>> values, counts = np.unique([0.0] * 9 + [i / 97 for i in range(1, 30)], return_counts=True)
    >>> shared_value(values, counts).partition(",")[0]
    '9 of 38 scores are 0'
    """
    at, n = int(counts.argmax()), int(counts.sum())
    most, others = int(counts[at]), int(counts.sum() - counts.max())
    if most < max(FEW, SHARE * n) or others < FEW or len(values) - 1 < 0.9 * others:
        return ""
    return (
        f"{most} of {n} scores are {values[at]:g}, and nearly all other scores differ from each other: it "
        "may stand for a missing or truncated score; it was used as a score"
    )
