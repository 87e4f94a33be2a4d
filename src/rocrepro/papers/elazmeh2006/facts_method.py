"""What the evaluation itself does, on made-up classifiers."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from rocrepro.evaluation import (
    ConfidentSegment,
    confident_region,
    confident_segment,
    roc_auc,
    roc_points,
)
from rocrepro.evaluation.confidence import TESTS, contains_zero
from rocrepro.evaluation.inputs import two_sided_z
from rocrepro.papers.elazmeh2006.fact_sources import READINGS
from rocrepro.papers.elazmeh2006.printed import TABLE2
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
        *_area_quantities(alpha),
        *_ideal_quantities(alpha),
        *_region_quantities(alpha),
        row("confidence_tests", len(TESTS), f"tests that the framework runs with: {', '.join(TESTS)}"),
    ]


def _drawn(rng: np.random.Generator) -> tuple[Ints, Floats]:
    """Labels and scores of a random classifier, with ties in half of the cases."""
    sizes = rng.integers(4, 40, 2)
    label = np.repeat([1, 0], sizes)
    score = rng.normal(rng.uniform(0, 2) * label, 1)
    return label, np.round(score, 1) if rng.random() < 0.5 else score


def _copy_quantities(alpha: float) -> list[Row]:
    """What ten copies of every negative row change."""
    rng = generator(1, "elazmeh2006_facts/copies")
    rates = areas = marginals = rate_errors = 0.0
    moved = turned = 0
    for _ in range(DRAWN):
        label, score = _drawn(rng)
        times = np.where(label == 0, 10, 1)
        one, ten = roc_points(label, score), roc_points(np.repeat(label, times), np.repeat(score, times))
        rates = max(rates, np.abs(one.tpr - ten.tpr).max(), np.abs(one.fpr - ten.fpr).max())
        areas = max(areas, abs(roc_auc(one) - roc_auc(ten)))
        moved += bool(np.abs(one.difference - ten.difference).max() > 1e-9)
        masks = [confident_segment(points, alpha=alpha).mask for points in (one, ten)]
        turned += bool((masks[0] != masks[1]).any())
        predicted = np.array([(score >= t).mean() for t in one.threshold])
        marginals = max(marginals, float(np.abs(one.difference - (label.mean() - predicted)).max()))
        own = [(score[label == c][:, None] >= one.threshold).mean(axis=0) for c in (1, 0)]
        rate_errors = max(rate_errors, np.abs(own[0] - one.tpr).max(), np.abs(own[1] - one.fpr).max())
    note = "every negative row ten times over"
    return [
        row("rates_under_copies", rates, f"change of tpr and fpr; {note}", n=DRAWN),
        row("auc_under_copies", areas, f"change of the AUC; {note}", n=DRAWN),
        row(
            "difference_moves_under_copies",
            moved / DRAWN,
            f"share of curves whose (b-c)/n moves; {note}",
            n=DRAWN,
        ),
        row("set_moves_under_copies", turned / DRAWN, f"share whose confident set changes; {note}", n=DRAWN),
        row("paired_difference_error", marginals, "(b-c)/n against share + less share predicted +", n=DRAWN),
        row("rates_recounted", rate_errors, "a/(a+b) and c/(c+d) against direct counts", n=DRAWN),
    ]


def _area_quantities(alpha: float) -> list[Row]:
    """How the readings of CAUC behave on random curves."""
    rng = generator(1, "elazmeh2006_facts/areas")
    union = empty = nested = 0.0
    ratios = []
    for _ in range(DRAWN):
        points = roc_points(*_drawn(rng))
        whole = ConfidentSegment(points, np.ones(len(points), dtype=np.bool_), alpha, "tango")
        none = ConfidentSegment(points, np.zeros(len(points), dtype=np.bool_), alpha, "tango")
        union = max(union, abs(whole.cauc("union") - roc_auc(points)))
        ratios.append((whole.cauc("vertical") + whole.cauc("horizontal")) / roc_auc(points))
        empty = max(empty, *(abs(none.cauc(reading)) for reading in READINGS))
        wide, narrow = (confident_segment(points, alpha=level) for level in (alpha / 5, alpha))
        nested += any(wide.cauc(reading) < narrow.cauc(reading) - 1e-12 for reading in READINGS)
    return [
        row("whole_curve_union_error", union, "CAUC (union) of a whole curve against its AUC", n=DRAWN),
        row("whole_curve_sum_ratio", float(np.mean(ratios)), "vertical + horizontal over the AUC", n=DRAWN),
        row("empty_set_area", empty, "CAUC of an empty set, any reading", n=DRAWN),
        row("larger_set_smaller_area", nested, "curves on which a larger set has a smaller CAUC", n=DRAWN),
    ]


def _ideal_quantities(alpha: float) -> list[Row]:
    """CAUC and AveD of perfect and of chance classifiers, with the class counts of dis."""
    rng = generator(1, "elazmeh2006_facts/ideal")
    n_pos, n_neg = TABLE2["dis"]["test"]
    label = np.repeat([1, 0], (n_pos, n_neg))
    hard = confident_segment(roc_points(label, label), alpha=alpha)
    ranked = confident_segment(roc_points(label, -np.arange(len(label))), alpha=alpha)
    chance = [
        confident_segment(roc_points(label, rng.permutation(len(label))), alpha=alpha)
        for _ in range(DRAWN_CHANCE)
    ]
    rows = [
        row("aved_abs_perfect", hard.aved_abs, "perfect classifier with two scores"),
        row(
            "n_confident_chance",
            float(np.mean([s.n_confident for s in chance])),
            "random order",
            n=DRAWN_CHANCE,
        ),
        row(
            "aved_abs_chance_less_ranked",
            float(np.mean([s.aved_abs for s in chance])) - ranked.aved_abs,
            "mean |AveD| of random orders less that of a perfect order",
            n=DRAWN_CHANCE,
        ),
    ]
    for reading in READINGS:
        rows += _ideal_areas(reading, hard, ranked, chance)
    return rows


def _ideal_areas(
    reading: str, hard: ConfidentSegment, ranked: ConfidentSegment, chance: list[ConfidentSegment]
) -> list[Row]:
    variant = {"variant": "base" if reading == "union" else f"reading={reading}"}
    at_chance = float(np.mean([s.cauc(reading) for s in chance]))
    return [
        row("cauc_perfect_hard", hard.cauc(reading), "perfect classifier with two scores", **variant),
        row(
            "cauc_ranked_less_chance",
            ranked.cauc(reading) - at_chance,
            "perfect order less the mean of random orders",
            n=DRAWN_CHANCE,
            **variant,
        ),
        row(
            "cauc_hard_less_chance",
            hard.cauc(reading) - at_chance,
            "perfect classifier with two scores less the mean of random orders",
            n=DRAWN_CHANCE,
            **variant,
        ),
    ]


def _region_quantities(alpha: float) -> list[Row]:
    """The confident region of dis in ROC space against the test on every whole count."""
    n_pos, n_neg = TABLE2["dis"]["test"]
    fp, tp = np.meshgrid(np.arange(n_neg + 1), np.arange(n_pos + 1))
    inside = contains_zero(tp, n_pos - tp, fp, n_neg - fp, alpha=alpha)
    region = confident_region(n_pos, n_neg, alpha=alpha, fpr=np.arange(n_neg + 1) / n_neg)
    drawn = (tp / n_pos >= region.lower - 1e-12) & (tp / n_pos <= region.upper + 1e-12)
    reasonable = (n_pos - tp < tp) & (fp < n_neg - fp)
    z = two_sided_z(alpha)
    equal = z**2 * (n_pos + n_neg) / (n_neg - n_pos) ** 2
    return [
        row(
            "region_mismatches",
            (drawn != inside).sum(),
            "closed form in ROC space against the test",
            n=tp.size,
        ),
        row("region_exact", bool((drawn == inside).all()), "1: closed form and test agree everywhere, dis"),
        row(
            "bottom_half_assumption",
            bool((n_pos - tp < tp)[tp / n_pos < 0.5].any()),
            "1: some point of dis with tpr below one half has fewer fn than tp",
        ),
        row(
            "reasonable_not_confident",
            (~inside & reasonable).sum(),
            "points with fn < tp and fp < tn that are not confident, dis",
            n=int(reasonable.sum()),
        ),
        row(
            "faultless_mismatches",
            (((n_pos - tp == 0) & (fp == 0)) != (tp + n_neg - fp == n_pos + n_neg)).sum(),
            "points where b = c = 0 and a + d = n do not go together, dis",
            n=tp.size,
        ),
        row("region_fpr_max", (fp[inside] / n_neg).max(), "largest confident fpr, dis", n=int(inside.sum())),
        row("region_tpr_max", (tp[inside] / n_pos).max(), "largest confident tpr, dis", n=int(inside.sum())),
        row("region_share", inside.mean(), "share of all points that are confident, dis", n=inside.size),
        row(
            "rate_interval_difference",
            _wilson_width(0.8, n_pos, z) - _wilson_width(0.8, n_neg, z),
            "width of the interval of tpr less that of the true negative rate, both 0.8, dis",
        ),
        row("equal_rates_limit", equal, "largest equal error rate of both classes that is confident, dis"),
    ]


def _wilson_width(share: float, n: int, z: float) -> float:
    # 0.8 n is no whole number, so that `wilson_limits`, which takes counts, does not serve.
    half = z * math.sqrt(share * (1 - share) / n + z**2 / (4 * n**2)) / (1 + z**2 / n)
    return 2 * half
