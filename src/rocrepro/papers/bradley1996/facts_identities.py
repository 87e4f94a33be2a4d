"""Equations that the paper derives, over random confusion matrices: the largest error of each."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from rocrepro.evaluation import chi_square, roc_auc, roc_points
from rocrepro.papers.fact_rows import SEED, Row, row
from rocrepro.randomness import generator

TABLES = 400
LARGEST = 60  # of a count
SIZES = 100  # pairs of class sizes
Floats = NDArray[np.float64]
Tables = dict[str, Floats]


def identity_quantities(n_tables: int = TABLES) -> list[Row]:
    """One row for each equation of counts that the paper derives."""
    t = tables(n_tables)
    rows = [row(name, check(t), note, n=n_tables) for name, (check, note) in CHECKS.items()]
    free = "rank of all deviations from expectation, given both margins"
    return [*rows, row("one_free_count", _freedom(t), free, n=n_tables), *_expectations(), *_same_matrix()]


def tables(n_tables: int, seed: int = SEED) -> Tables:
    """Random counts, their margins, rates and expected counts, under the paper's letters in lower case."""
    counts = generator(seed, "bradley1996/tables").integers(1, LARGEST + 1, size=(4, n_tables))
    tp, fn, fp, tn = counts.astype(np.float64)
    t = {"tp": tp, "fn": fn, "fp": fp, "tn": tn, "cp": tp + fn, "cn": fp + tn, "rp": tp + fp, "rn": fn + tn}
    t |= {"n": t["cp"] + t["cn"], "alpha": fp / t["cn"], "beta": fn / t["cp"]}
    t["chi_square"] = np.array(
        [
            float(chi_square(a, 1 - b, int(p), int(q)))
            for a, b, p, q in zip(t["alpha"], t["beta"], t["cp"], t["cn"], strict=True)
        ]
    )
    return t


def expected(t: Tables) -> Tables:
    """Equations 22 to 25, as printed."""
    cn, cp, alpha, beta = t["cn"], t["cp"], t["alpha"], t["beta"]
    return {
        "tn": cn * (cn * (1 - alpha) + beta * cp) / (cn + cp),
        "fp": cn * (cp * (1 - beta) + alpha * cn) / (cn + cp),
        "fn": cp * (cn * (1 - alpha) + beta * cp) / (cn + cp),
        "tp": cp * (cp * (1 - beta) + alpha * cn) / (cn + cp),
    }


def _relative(value: Floats, right: Floats) -> float:
    return float((np.abs(value - right) / np.maximum(np.abs(right), 1.0)).max())


def _deviations(t: Tables, e: Tables) -> Floats:
    return np.array([e[cell] - t[cell] for cell in ("tp", "fp", "tn", "fn")])


def _spread(deviations: Floats) -> float:
    return float((deviations.max(axis=0) - deviations.min(axis=0)).max())


def _inverse_sum(e: Tables) -> Floats:
    total: Floats = np.sum([1 / e[cell] for cell in ("tp", "fp", "tn", "fn")], axis=0)
    return total


def _eq16(t: Tables) -> float:
    e = expected(t)
    return _relative((e["tp"] - t["tp"]) ** 2 * _inverse_sum(e), t["chi_square"])


def distance(t: Tables, e: Tables) -> Floats:
    """Equation 17."""
    d: Floats = np.hypot(e["tp"] / t["cp"] - t["tp"] / t["cp"], e["fp"] / t["cn"] - t["fp"] / t["cn"])
    return d


def _eq18(t: Tables) -> float:
    e = expected(t)
    epsilon = e["tp"] - t["tp"]
    return _relative(np.sqrt(epsilon**2 / t["cp"] ** 2 + epsilon**2 / t["cn"] ** 2), distance(t, e))


def _eq19(t: Tables) -> float:
    e = expected(t)
    cn2, cp2 = t["cn"] ** 2, t["cp"] ** 2
    return _relative(distance(t, e) ** 2 * cn2 * cp2 / (cn2 + cp2) * _inverse_sum(e), t["chi_square"])


def _marginal(cell: str, line: str, column: str) -> Callable[[Tables], float]:
    """One of equations 22 to 25 against the product of the cell's margins."""
    return lambda t: _relative(expected(t)[cell], t[line] * t[column] / t["n"])


def _freedom(t: Tables) -> float:
    """Rank of the matrix of deviations: how many of the four can vary by themselves."""
    return float(np.linalg.matrix_rank(_deviations(t, expected(t)), tol=1e-8))


def _scaled(t: Tables) -> float:
    """Ten times the counts against ten times chi-square."""
    pairs = zip(t["alpha"], 1 - t["beta"], t["cp"], t["cn"], strict=True)
    ten = [float(chi_square(x, y, 10 * int(p), 10 * int(q))) for x, y, p, q in pairs]
    return _relative(np.array(ten), 10 * t["chi_square"])


CHECKS: dict[str, tuple[Callable[[Tables], float], str]] = {
    "eq15_signed_error": (
        lambda t: _spread(_deviations(t, expected(t))),
        "equation 15: largest minus least of the four deviations, signs kept",
    ),
    "eq15_absolute_error": (
        lambda t: _spread(np.abs(_deviations(t, expected(t)))),
        "equation 15: largest minus least of the four deviations without their signs",
    ),
    "eq16_error": (_eq16, "equation 16 with equations 22 to 25 against chi-square, relative"),
    "eq18_error": (_eq18, "equation 18 against 17, with equations 22 to 25, relative"),
    "eq19_error": (_eq19, "equation 19 against chi-square, relative"),
    "eq22_error": (_marginal("tn", "cn", "rn"), "equation 22 against C_n R_n / N, relative"),
    "eq23_error": (_marginal("fp", "cn", "rp"), "equation 23 against C_n R_p / N, relative"),
    "eq24_error": (_marginal("fn", "cp", "rn"), "equation 24 against C_p R_n / N, relative"),
    "eq25_error": (_marginal("tp", "cp", "rp"), "equation 25 against C_p R_p / N, relative"),
    "scaled_error": (_scaled, "chi-square of ten times the counts against ten times chi-square, relative"),
}


def _expectations() -> list[Row]:
    """Equations 3 to 7: expectations over binomial counts, summed term by term."""
    from scipy.stats import binom

    rng = generator(SEED, "bradley1996/expectations")
    errors = dict.fromkeys(("eq3_error", "eq4_error", "eq5_error", "eq6_error", "eq7_error"), 0.0)
    for _ in range(SIZES):
        cn, cp, p = int(rng.integers(1, 80)), int(rng.integers(1, 80)), float(rng.random())
        mean = {
            name: float(np.sum(np.arange(size + 1) * binom.pmf(np.arange(size + 1), size, share)))
            for name, size, share in (("tp", cp, p), ("tn", cn, 1 - p), ("fp", cn, p), ("fn", cp, 1 - p))
        }
        found = {
            "eq3_error": mean["tp"] - cp * p,
            "eq4_error": mean["tn"] - cn * (1 - p),
            "eq5_error": mean["fp"] - cn * p,
            "eq6_error": mean["fn"] - cp * (1 - p),
            "eq7_error": max(abs(mean["fp"] / cn - mean["tp"] / cp), abs(mean["tp"] / cp - p)),
        }
        errors = {name: max(errors[name], abs(error)) for name, error in found.items()}
    note = "equation {}: exact expectation of random prediction against the formula"
    return [row(name, error, note.format(name[2]), n=SIZES) for name, error in errors.items()]


def _same_matrix() -> list[Row]:
    """Two classifiers with one confusion matrix at their threshold, and different curves."""
    label = np.array([1, 1, 1, 0, 0, 0])
    one, other = np.array([0.9, 0.8, 0.3, 0.7, 0.2, 0.1]), np.array([0.9, 0.8, 0.1, 0.95, 0.2, 0.3])
    cells = [_cells(label, score >= 0.5) for score in (one, other)]
    areas = [roc_auc(roc_points(label, score)) for score in (one, other)]
    change = abs(areas[0] - areas[1]) if cells[0] == cells[1] else 0.0
    return [row("same_matrix_auc_change", change, "AUC of two classifiers with the same matrix at 0.5", n=6)]


def _cells(label: NDArray[np.int64], predicted: NDArray[np.bool_]) -> list[int]:
    pairs = ((1, True), (1, False), (0, True), (0, False))
    return [int(((label == k) & (predicted == p)).sum()) for k, p in pairs]
