"""What holds of every ROC curve, whatever made it: over random classifiers, counted row by row."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from rocrepro.evaluation import RocPoints, roc_auc, roc_points
from rocrepro.papers.fact_rows import SEED, Row, row
from rocrepro.papers.identities import Identity, identity_rows
from rocrepro.randomness import generator
from rocrepro.study.model import index_of

CASES = 300
Labels = NDArray[np.int64]
Floats = NDArray[np.float64]
Symbols = dict[str, Floats]

# Of each point of a curve: rates, counts and class sizes, those of negatives first. Inverted are the rates
# when the other rows are predicted positive, and repeated those with the negative rows repeated.
OF_POINTS = (
    Identity("matrix_back_error", lambda s: s["rates"] * s["sizes"], lambda s: s["counts"]),
    Identity("replicated_error", lambda s: s["repeated"], lambda s: s["rates"]),
    Identity("inverted_youden_error", lambda s: above(s["inverted"]), lambda s: -above(s["rates"])),
    Identity("mirror_error", lambda s: s["inverted"], lambda s: s["rates"][::-1]),
)
# Of each curve. The share of pairs of a positive and a negative row that are ranked rightly has no axes.
OF_CURVES = (Identity("swapped_axes_error", lambda s: s["swapped_area"], lambda s: s["ranked"]),)


def definition_quantities(cases: int = CASES) -> list[Row]:
    """Largest errors, and shares of curves and points, over random labels and scores."""
    rng = generator(SEED, "hamel2008/definitions")
    drawn = [_drawn(rng) for _ in range(cases)]
    curves = [roc_points(label, score) for label, score, _ in drawn]
    of_points = joined([point_symbols(*one) for one in drawn])
    # Turned round, a classifier that is better than random is worse.
    turned = joined([point_symbols(label, 1 - score, times) for label, score, times in drawn])
    right = above(turned["rates"]) < 0
    shares = {
        "inverted_above": above(turned["inverted"])[right] > 0,
        "worse_than_random": worse_than_random(turned)[right],
        "has_both": np.array([has_both(points) for points in curves if roc_auc(points) < 1]),
    }
    return [
        *identity_rows(OF_POINTS, of_points),
        *identity_rows(OF_CURVES, joined([curve_symbols(label, score) for label, score, _ in drawn])),
        *(row(name, so.mean(), n=len(so)) for name, so in shares.items()),
    ]


def _drawn(rng: np.random.Generator) -> tuple[Labels, Floats, int]:
    """Labels of both classes, scores with ties, and how often to repeat negatives."""
    label = np.append(rng.integers(0, 2, size=int(rng.integers(2, 60))), [0, 1])
    spread = float(rng.choice([0.05, 0.3]))
    drawn = np.clip(rng.normal(0.3 + 0.4 * label, spread), 0.0, 1.0)
    score = np.asarray(np.round(drawn, int(rng.integers(1, 4))), dtype=np.float64)
    return label, score, int(rng.integers(2, 11))


def joined(cases: list[Symbols]) -> Symbols:
    """The symbols of several cases, one after the other."""
    return {name: np.concatenate([one[name] for one in cases], axis=-1) for name in cases[0]}


def point_symbols(label: Labels, score: Floats, times: int | NDArray[np.int64]) -> Symbols:
    """Rates and counts at each threshold of a classifier; counts, and what is inverted, by its rows.

    `times` says how often negative rows are repeated: all of them as often, or each of the rows by itself.
    """
    points = roc_points(label, score)
    repeat = np.where(label == 0, times, 1)
    more = roc_points(np.repeat(label, repeat), np.repeat(score, repeat))
    at = [index_of(more, threshold) for threshold in points.threshold]
    called = [score[label == k] >= points.threshold[:, None] for k in (0, 1)]
    return {
        "rates": np.array([points.fpr, points.tpr]),
        "counts": np.array([rows.sum(axis=1) for rows in called]),
        "sizes": np.array([np.full(len(points), rows.shape[1]) for rows in called]),
        "inverted": np.array([(~rows).mean(axis=1) for rows in called]),
        "repeated": np.array([more.fpr[at], more.tpr[at]]),
    }


def above(rates: Floats) -> Floats:
    """How far points are above the diagonal."""
    far: Floats = rates[1] - rates[0]
    return far


def curve_symbols(label: Labels, score: Floats) -> Symbols:
    """Area below a curve with its axes swapped, and the share of pairs ranked rightly."""
    points = roc_points(label, score)
    ahead = np.sign(score[label == 1][:, None] - score[label == 0])  # a tie counts half
    return {
        "swapped_area": np.array([np.trapezoid(points.fpr, points.tpr)]),
        "ranked": np.array([np.mean((ahead + 1) / 2)]),
    }


def worse_than_random(s: Symbols) -> NDArray[np.bool_]:
    """Whether there are fewer true positives than among as many positive predictions made at random."""
    at_random = s["counts"].sum(axis=0) * s["sizes"][1] / s["sizes"].sum(axis=0)
    fewer: NDArray[np.bool_] = s["counts"][1] < at_random
    return fewer


def has_both(points: RocPoints) -> bool:
    """Whether one point of a curve has both the largest tpr and the least fpr."""
    return bool(((points.tpr == points.tpr.max()) & (points.fpr == points.fpr.min())).any())
