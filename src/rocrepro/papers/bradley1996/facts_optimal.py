"""What the ROC curve measures, and the Bayes classifier: a population known in full, and normal classes."""

from __future__ import annotations

from itertools import permutations, product

import numpy as np
from numpy.typing import NDArray

from rocrepro.papers.fact_rows import SEED, Row, row
from rocrepro.randomness import generator

POPULATIONS = 100
CELLS = 6  # distinct examples of a population: 720 orders, 64 sets predicted positive
SEPARATIONS = np.arange(41) / 10  # of two normal classes, in standard deviations
BOUNDARIES = 100
Floats = NDArray[np.float64]


def optimal_quantities() -> list[Row]:
    """Quantities of separation, on the best classifier of a population, and on its boundary."""
    return [*_separation(), *_best_of_all(), *_boundary()]


def _separation() -> list[Row]:
    """Area under the ROC curve of two normal classes, along the curve, as they move apart."""
    from scipy.special import ndtr

    threshold = np.linspace(12.0, -8.0, 4001)
    areas = np.array([np.trapezoid(ndtr(d - threshold), ndtr(-threshold)) for d in SEPARATIONS])
    ranks = np.argsort(np.argsort(areas))
    trend = float(np.corrcoef(np.arange(len(areas)), ranks)[0, 1])
    words = "area under the ROC curve of two normal classes"
    return [
        row("separation_trend", trend, f"rank correlation of separation and {words}", n=len(areas)),
        row("separation_none", areas[0], f"{words} that do not differ"),
    ]


def _best_of_all() -> list[Row]:
    """Likelihood ratio and Bayes rule against every order, and every rule, of the same examples.

    Scorers with ties need no check: their area is the mean of the orders that break the ties.
    """
    rng = generator(SEED, "bradley1996/bayes")
    orders = np.array(list(permutations(range(CELLS))))
    rules = np.array(list(product([False, True], repeat=CELLS)))
    area_error = rate_error = 0.0
    for _ in range(POPULATIONS):
        pos, neg = rng.dirichlet(np.ones(CELLS), 2)
        share = float(rng.uniform(0.1, 0.9))
        by_ratio = area(pos, neg, np.argsort(pos / neg)[None, :])[0]
        area_error = max(area_error, abs(float(area(pos, neg, orders).max() - by_ratio)))
        wrong = np.where(rules, (1 - share) * neg, share * pos).sum(axis=1)
        bayes = share * pos > (1 - share) * neg
        by_bayes = float(np.where(bayes, (1 - share) * neg, share * pos).sum())
        rate_error = max(rate_error, abs(by_bayes - float(wrong.min())))
    return [
        row("bayes_area_error", area_error, "largest AUC of all orders of six examples against that by "
            "likelihood ratio", n=POPULATIONS),
        row("bayes_rate_error", rate_error, "least error rate of all rules on six examples against that of "
            "the larger posterior", n=POPULATIONS),
    ]  # fmt: skip


def area(pos: Floats, neg: Floats, orders: NDArray[np.int64]) -> Floats:
    """AUC of each order of distinct examples, lowest score first; `pos` and `neg` are their probabilities."""
    below = np.cumsum(neg[orders], axis=1) - 0.5 * neg[orders]
    areas: Floats = (pos[orders] * below).sum(axis=1)
    return areas


def _boundary() -> list[Row]:
    """Threshold of least expected cost, searched for, against the boundary where the costs balance."""
    from scipy.optimize import minimize_scalar

    rng = generator(SEED, "bradley1996/boundary")
    worst = 0.0
    for _ in range(BOUNDARIES):
        apart, share = float(rng.uniform(1, 3)), float(rng.uniform(0.2, 0.8))
        cost_fn, cost_fp = (float(cost) for cost in rng.integers(1, 6, 2))
        weights = share * cost_fn, (1 - share) * cost_fp
        found = minimize_scalar(
            risk, args=(apart, *weights), bounds=(-8.0, 8.0), method="bounded", options={"xatol": 1e-10}
        ).x
        # The likelihood ratio exp(d t - d^2 / 2) equals (1 - p) c_fp / (p c_fn) there.
        odds = weights[1] / weights[0]
        worst = max(worst, abs(float(found) - (apart / 2 + float(np.log(odds)) / apart)))
    note = "threshold of least expected cost against the boundary by likelihood ratio, two normal classes"
    return [row("bayes_boundary_error", worst, note, n=BOUNDARIES)]


def risk(threshold: float, apart: float, missed: float, alarm: float) -> float:
    """Expected cost at a threshold on two normal classes; the last two weigh both error rates."""
    from scipy.special import ndtr

    return float(missed * ndtr(threshold - apart) + alarm * ndtr(-threshold))
