"""Properties of the evaluation itself, on made-up classifiers."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from rocrepro.evaluation import (
    confident_region,
    confident_segment,
    roc_points,
)
from rocrepro.evaluation.confidence import contains_zero
from rocrepro.evaluation.inputs import two_sided_z
from rocrepro.papers.elazmeh2006.fact_sources import READINGS
from rocrepro.papers.elazmeh2006.printed import DIS
from rocrepro.papers.fact_rows import Row, row
from rocrepro.randomness import generator

DRAWN = 300  # random curves behind each identity
DRAWN_CHANCE = 200
Floats = NDArray[np.float64]
Ints = NDArray[np.int64]


def method_quantities(alpha: float) -> list[Row]:
    """Facts on the framework: copies of rows, areas of segments, perfect and chance classifiers."""
    return [
        *_copy_quantities(alpha),
        *_ideal_quantities(alpha),
        *_region_quantities(alpha),
    ]


def _drawn(rng: np.random.Generator) -> tuple[Ints, Floats]:
    """Labels and scores of a random classifier, with ties in half of the cases."""
    sizes = rng.integers(4, 40, 2)
    label = np.repeat([1, 0], sizes)
    score = rng.normal(rng.uniform(0, 2) * label, 1)
    return label, np.round(score, 1) if rng.random() < 0.5 else score


def _copy_quantities(alpha: float) -> list[Row]:
    """Measure what ten copies of every negative row change."""
    rng = generator(1, "elazmeh2006_facts/copies")
    moved = turned = 0
    for _ in range(DRAWN):
        label, score = _drawn(rng)
        times = np.where(label == 0, 10, 1)
        one, ten = roc_points(label, score), roc_points(np.repeat(label, times), np.repeat(score, times))
        moved += bool(np.abs(one.difference - ten.difference).max() > 1e-9)
        masks = [confident_segment(points, alpha=alpha).mask for points in (one, ten)]
        turned += bool((masks[0] != masks[1]).any())
    moves = {"difference": moved, "set": turned}
    return [row("moves_under_copies", of / DRAWN, what=what, n=DRAWN) for what, of in moves.items()]


def _ideal_quantities(alpha: float) -> list[Row]:
    """CAUC and AveD of perfect and of chance classifiers, with the class counts of dis."""
    rng = generator(1, "elazmeh2006_facts/ideal")
    label = np.repeat([1, 0], DIS)
    hard = confident_segment(roc_points(label, label), alpha=alpha)
    ranked = confident_segment(roc_points(label, -np.arange(len(label))), alpha=alpha)
    chance = [
        confident_segment(roc_points(label, rng.permutation(len(label))), alpha=alpha)
        for _ in range(DRAWN_CHANCE)
    ]
    rows = [row("n_confident_chance", np.mean([s.n_confident for s in chance]), n=DRAWN_CHANCE)]
    for what in ("aved", "aved_abs"):
        less = np.mean([getattr(s, what) for s in chance]) - getattr(ranked, what)
        rows.append(row("aved_chance_less_ranked", less, what=what, n=DRAWN_CHANCE))
    for reading in READINGS:
        variant = "base" if reading == "union" else f"cauc={reading}"
        at_chance = np.mean([s.cauc(reading) for s in chance])
        for name, one in (("ranked", ranked), ("hard", hard)):
            less = one.cauc(reading) - at_chance
            rows.append(row("cauc_less_chance", less, case=name, variant=variant, n=DRAWN_CHANCE))
    return rows


def _region_quantities(alpha: float) -> list[Row]:
    """The confident region of dis in ROC space against the test on every whole count."""
    n_pos, n_neg = DIS
    fp, tp = np.meshgrid(np.arange(n_neg + 1), np.arange(n_pos + 1))
    inside = contains_zero(tp, n_pos - tp, fp, n_neg - fp, alpha=alpha)
    region = confident_region(n_pos, n_neg, alpha=alpha, fpr=np.arange(n_neg + 1) / n_neg)
    drawn = (tp / n_pos >= region.lower - 1e-12) & (tp / n_pos <= region.upper + 1e-12)
    z = two_sided_z(alpha)
    equal = z**2 * (n_pos + n_neg) / (n_neg - n_pos) ** 2
    return [
        row("region_exact", (drawn == inside).all()),
        row("region_fpr_max", (fp[inside] / n_neg).max(), n=int(inside.sum())),
        row("region_tpr_max", (tp[inside] / n_pos).max(), n=int(inside.sum())),
        row("region_share", inside.mean(), n=inside.size),
        row("equal_rates_limit", equal),
    ]
