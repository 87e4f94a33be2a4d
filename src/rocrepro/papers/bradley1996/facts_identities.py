"""Equations that the paper derives, over random cases, and what one confusion matrix leaves open."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from rocrepro.evaluation import chi_square, roc_auc, roc_points
from rocrepro.papers.fact_rows import SEED, Row, row
from rocrepro.papers.identities import Cases, Identity, identity_rows
from rocrepro.randomness import generator

TABLES = 400
LARGEST = 60  # of a count
SIZES = 100  # pairs of class sizes
CELLS = ("tp", "fp", "tn", "fn")
Floats = NDArray[np.float64]
Tables = dict[str, Floats]


def identity_quantities(n_tables: int = TABLES) -> list[Row]:
    """The largest error of each equation, and the free deviations of a table."""
    t = tables(n_tables)
    free = np.linalg.matrix_rank(_deviations(t), tol=1e-8)
    return [
        *identity_rows(OF_COUNTS, t),
        *identity_rows(OF_EXPECTATIONS, _random_predictions()),
        row("one_free_count", free, n=n_tables),
        row("same_matrix_auc_change", _same_matrix()),
    ]


def tables(n_tables: int, seed: int = SEED) -> Tables:
    """Random counts, their margins, rates and chi-square, under the paper's letters in lower case."""
    counts = generator(seed, "bradley1996/tables").integers(1, LARGEST + 1, size=(4, n_tables))
    tp, fn, fp, tn = counts.astype(np.float64)
    t = {"tp": tp, "fn": fn, "fp": fp, "tn": tn, "cp": tp + fn, "cn": fp + tn, "rp": tp + fp, "rn": fn + tn}
    t |= {"n": t["cp"] + t["cn"], "alpha": fp / t["cn"], "beta": fn / t["cp"]}
    return t | {"chi_square": _statistic(t, 1)}


def _statistic(t: Cases, times: int) -> Floats:
    """Return chi-square from the rates, for tables with so many times the counts."""
    sizes = zip(t["alpha"], 1 - t["beta"], times * t["cp"], times * t["cn"], strict=True)
    return np.array([float(chi_square(x, y, int(p), int(q))) for x, y, p, q in sizes])


def expected(t: Cases) -> Tables:
    """Equations 22 to 25, as printed."""
    cn, cp, alpha, beta = t["cn"], t["cp"], t["alpha"], t["beta"]
    return {
        "tn": cn * (cn * (1 - alpha) + beta * cp) / (cn + cp),
        "fp": cn * (cp * (1 - beta) + alpha * cn) / (cn + cp),
        "fn": cp * (cn * (1 - alpha) + beta * cp) / (cn + cp),
        "tp": cp * (cp * (1 - beta) + alpha * cn) / (cn + cp),
    }


def _deviations(t: Cases) -> Floats:
    e = expected(t)
    return np.array([e[cell] - t[cell] for cell in CELLS])


def _inverse_sum(t: Cases) -> Floats:
    e = expected(t)
    total: Floats = np.sum([1 / e[cell] for cell in CELLS], axis=0)
    return total


def _distance(t: Cases) -> Floats:
    """Equation 17."""
    e = expected(t)
    d: Floats = np.hypot(e["tp"] / t["cp"] - t["tp"] / t["cp"], e["fp"] / t["cn"] - t["fp"] / t["cn"])
    return d


def _by_epsilon(t: Cases) -> Floats:
    """Equation 18."""
    epsilon = _deviations(t)[0]
    d: Floats = np.sqrt(epsilon**2 / t["cp"] ** 2 + epsilon**2 / t["cn"] ** 2)
    return d


def _by_distance(t: Cases) -> Floats:
    """Equation 19."""
    cn2, cp2 = t["cn"] ** 2, t["cp"] ** 2
    value: Floats = _distance(t) ** 2 * cn2 * cp2 / (cn2 + cp2) * _inverse_sum(t)
    return value


# Equations 22 to 25 are held against the product of the cell's margins over N.
OF_COUNTS = (
    Identity("eq15_signed_error", _deviations, lambda t: _deviations(t)[0]),
    Identity("eq15_absolute_error", lambda t: np.abs(_deviations(t)), lambda t: np.abs(_deviations(t))[0]),
    Identity("eq16_error", lambda t: _deviations(t)[0] ** 2 * _inverse_sum(t), lambda t: t["chi_square"]),
    Identity("eq18_error", _by_epsilon, _distance),
    Identity("eq19_error", _by_distance, lambda t: t["chi_square"]),
    Identity("eq22_error", lambda t: expected(t)["tn"], lambda t: t["cn"] * t["rn"] / t["n"]),
    Identity("eq23_error", lambda t: expected(t)["fp"], lambda t: t["cn"] * t["rp"] / t["n"]),
    Identity("eq24_error", lambda t: expected(t)["fn"], lambda t: t["cp"] * t["rn"] / t["n"]),
    Identity("eq25_error", lambda t: expected(t)["tp"], lambda t: t["cp"] * t["rp"] / t["n"]),
    Identity("scaled_error", lambda t: _statistic(t, 10), lambda t: 10 * t["chi_square"]),
)


def _random_predictions() -> Tables:
    """Random class sizes and P_p, and the exact expectation of each count over its binomial distribution."""
    from scipy.stats import binom

    rng = generator(SEED, "bradley1996/expectations")
    cn, cp = rng.integers(1, 80, size=(2, SIZES)).astype(np.float64)
    p = rng.random(SIZES)
    drawn = {"tp": (cp, p), "tn": (cn, 1 - p), "fp": (cn, p), "fn": (cp, 1 - p)}
    numbers = np.arange(80.0)[:, None]
    means = {cell: (numbers * binom.pmf(numbers, *of)).sum(axis=0) for cell, of in drawn.items()}
    return {"cn": cn, "cp": cp, "p": p, **means}


OF_EXPECTATIONS = (
    Identity("eq3_error", lambda t: t["tp"], lambda t: t["cp"] * t["p"]),
    Identity("eq4_error", lambda t: t["tn"], lambda t: t["cn"] * (1 - t["p"])),
    Identity("eq5_error", lambda t: t["fp"], lambda t: t["cn"] * t["p"]),
    Identity("eq6_error", lambda t: t["fn"], lambda t: t["cp"] * (1 - t["p"])),
    Identity("eq7_error", lambda t: np.array([t["fp"] / t["cn"], t["tp"] / t["cp"]]), lambda t: t["p"]),
)


def _same_matrix() -> float:
    """Difference in AUC of two classifiers with one confusion matrix at their threshold."""
    label = np.array([1, 1, 1, 0, 0, 0])
    one, other = np.array([0.9, 0.8, 0.3, 0.7, 0.2, 0.1]), np.array([0.9, 0.8, 0.1, 0.95, 0.2, 0.3])
    cells = [np.bincount(2 * label + (score >= 0.5), minlength=4) for score in (one, other)]
    areas = [roc_auc(roc_points(label, score)) for score in (one, other)]
    return abs(areas[0] - areas[1]) if (cells[0] == cells[1]).all() else 0.0
