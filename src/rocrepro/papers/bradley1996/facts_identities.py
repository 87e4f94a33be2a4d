"""The paper's numbered equations over random confusion matrices: the largest error of each."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from rocrepro.evaluation import chi_square
from rocrepro.papers.fact_rows import SEED, Row, row
from rocrepro.randomness import generator

TABLES = 400
LARGEST = 60  # of a count
Floats = NDArray[np.float64]
Tables = dict[str, Floats]


def identity_quantities(n_tables: int = TABLES) -> list[Row]:
    """One row for each equation that relates the cells of a matrix."""
    t = tables(n_tables)
    rows = [row(name, check(t), note, n=n_tables) for name, (check, note) in CHECKS.items()]
    shares = float(np.abs(t["share_p"] + t["share_n"] - 1).max())
    free = "rank of all deviations from expectation, given both margins"
    return [
        *rows,
        row("expected_shares_sum_error", shares, "equations 20 and 21: P_p + P_n against 1", n=n_tables),
        row("one_free_count", _freedom(t), free, n=n_tables),
    ]


def tables(n_tables: int, seed: int = SEED) -> Tables:
    """Random counts, their margins, rates and expected counts, under the paper's letters in lower case."""
    counts = generator(seed, "bradley1996/tables").integers(1, LARGEST + 1, size=(4, n_tables))
    tp, fn, fp, tn = counts.astype(np.float64)
    t = {"tp": tp, "fn": fn, "fp": fp, "tn": tn, "cp": tp + fn, "cn": fp + tn, "rp": tp + fp, "rn": fn + tn}
    t |= {"n": t["cp"] + t["cn"], "alpha": fp / t["cn"], "beta": fn / t["cp"]}
    t |= {"share_p": t["cp"] / (t["cn"] + t["cp"]), "share_n": t["cn"] / (t["cn"] + t["cp"])}
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


def at_null(t: Tables) -> Tables:
    """Equations 3 to 6 at the null point of equations 20 and 21."""
    return {
        "tp": t["cp"] * t["share_p"],
        "tn": t["cn"] * t["share_n"],
        "fp": t["cn"] * t["share_p"],
        "fn": t["cp"] * t["share_n"],
    }


def _relative(value: Floats, right: Floats) -> float:
    return float((np.abs(value - right) / np.maximum(np.abs(right), 1.0)).max())


def _margin(total: str, *cells: str) -> Callable[[Tables], float]:
    """A margin of Table 1 against the rows counted by class and prediction."""

    def check(t: Tables) -> float:
        worst = 0.0
        for i in range(len(t["n"])):
            truth, predicted = rows_of(*(int(t[cell][i]) for cell in ("tp", "fn", "fp", "tn")))
            marginal = {"cp": truth, "cn": ~truth, "rp": predicted, "rn": ~predicted, "n": truth | ~truth}
            worst = max(worst, abs(sum(t[cell][i] for cell in cells) - int(marginal[total].sum())))
        return worst

    return check


def rows_of(tp: int, fn: int, fp: int, tn: int) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
    """The true and the predicted class of every row of a matrix."""
    truth = np.repeat([True, True, False, False], [tp, fn, fp, tn])
    return truth, np.repeat([True, False, True, False], [tp, fn, fp, tn])


def _eq8(t: Tables) -> float:
    """Chi-square over the cells of a contingency table, expected counts from its margins."""
    total = np.zeros_like(t["n"])
    for cell, line, column in (
        ("tp", "cp", "rp"),
        ("fn", "cp", "rn"),
        ("fp", "cn", "rp"),
        ("tn", "cn", "rn"),
    ):
        e = t[line] * t[column] / t["n"]
        total += (t[cell] - e) ** 2 / e
    return _relative(total, t["chi_square"])


def _eq14(t: Tables) -> float:
    e = expected(t)
    terms = [(e[cell] - t[cell]) ** 2 / e[cell] for cell in ("tp", "fp", "tn", "fn")]
    return _relative(np.sum(terms, axis=0), t["chi_square"])


def _deviations(t: Tables, e: Tables) -> Floats:
    return np.array([e[cell] - t[cell] for cell in ("tp", "fp", "tn", "fn")])


def _spread(deviations: Floats) -> float:
    return float((deviations.max(axis=0) - deviations.min(axis=0)).max())


def _inverse_sum(e: Tables) -> Floats:
    total: Floats = np.sum([1 / e[cell] for cell in ("tp", "fp", "tn", "fn")], axis=0)
    return total


def _eq16(t: Tables, e: Tables) -> float:
    return _relative((e["tp"] - t["tp"]) ** 2 * _inverse_sum(e), t["chi_square"])


def distance(t: Tables, e: Tables) -> Floats:
    """Equation 17."""
    d: Floats = np.hypot(e["tp"] / t["cp"] - t["tp"] / t["cp"], e["fp"] / t["cn"] - t["fp"] / t["cn"])
    return d


def _eq17(t: Tables) -> float:
    # The expected point is that of the predicted share of positives, on the diagonal.
    share = t["rp"] / t["n"]
    return _relative(distance(t, expected(t)), np.hypot(1 - t["beta"] - share, t["alpha"] - share))


def _eq18(t: Tables, e: Tables) -> float:
    epsilon = e["tp"] - t["tp"]
    return _relative(np.sqrt(epsilon**2 / t["cp"] ** 2 + epsilon**2 / t["cn"] ** 2), distance(t, e))


def _eq19(t: Tables) -> float:
    e = expected(t)
    cn2, cp2 = t["cn"] ** 2, t["cp"] ** 2
    return _relative(distance(t, e) ** 2 * cn2 * cp2 / (cn2 + cp2) * _inverse_sum(e), t["chi_square"])


def _marginal(cell: str, line: str, column: str) -> Callable[[Tables], float]:
    """One of equations 22 to 25 against the product of the cell's margins."""
    return lambda t: _relative(expected(t)[cell], t[line] * t[column] / t["n"])


def _at_share(t: Tables) -> float:
    """Equations 3 to 6 with P_p the predicted share of positives, against equations 22 to 25."""
    p, q, e = t["rp"] / t["n"], t["rn"] / t["n"], expected(t)
    pairs = (("tp", "cp", p), ("tn", "cn", q), ("fp", "cn", p), ("fn", "cp", q))
    return max(_relative(t[line] * share, e[cell]) for cell, line, share in pairs)


def _perpendicular(t: Tables, *, even: bool) -> float:
    """Equation 17's distance against the shortest one to the diagonal."""
    if even:  # as many negatives as positives, by putting the same rates on equal class sizes
        t = t | {"cn": t["cp"], "fp": t["alpha"] * t["cp"], "tn": (1 - t["alpha"]) * t["cp"]}
    e = expected(t)
    return float(np.abs(distance(t, e) - np.abs(1 - t["beta"] - t["alpha"]) / np.sqrt(2)).max())


def _freedom(t: Tables) -> float:
    """Rank of the matrix of deviations: how many of the four can vary by themselves."""
    return float(np.linalg.matrix_rank(_deviations(t, expected(t)), tol=1e-8))


def _scaled(t: Tables) -> float:
    """Ten times the counts against ten times chi-square."""
    pairs = zip(t["alpha"], 1 - t["beta"], t["cp"], t["cn"], strict=True)
    ten = [float(chi_square(x, y, 10 * int(p), 10 * int(q))) for x, y, p, q in pairs]
    return _relative(np.array(ten), 10 * t["chi_square"])


CHECKS: dict[str, tuple[Callable[[Tables], float], str]] = {
    "margin_cn_error": (_margin("cn", "tn", "fp"), "Table 1: T_n + F_p against the negative rows"),
    "margin_cp_error": (_margin("cp", "fn", "tp"), "Table 1: F_n + T_p against the positive rows"),
    "margin_rn_error": (_margin("rn", "tn", "fn"), "Table 1: T_n + F_n against the rows predicted negative"),
    "margin_rp_error": (_margin("rp", "fp", "tp"), "Table 1: F_p + T_p against the rows predicted positive"),
    "margin_n_error": (_margin("n", "tp", "fn", "fp", "tn"), "Table 1: all four cells against all rows"),
    "eq8_error": (_eq8, "equation 8 against chi-square from the rates, relative"),
    "eq14_error": (_eq14, "equation 14 with equations 22 to 25 against chi-square, relative"),
    "eq15_signed_error": (
        lambda t: _spread(_deviations(t, expected(t))),
        "equation 15: largest minus least of the four deviations, signs kept",
    ),
    "eq15_absolute_error": (
        lambda t: _spread(np.abs(_deviations(t, expected(t)))),
        "equation 15: largest minus least of the four deviations without their signs",
    ),
    "eq15_null_error": (
        lambda t: _spread(np.abs(_deviations(t, at_null(t)))),
        "equation 15 without signs, expected counts from equations 3 to 6, 20 and 21",
    ),
    "eq16_error": (lambda t: _eq16(t, expected(t)), "equation 16 with equations 22 to 25, relative"),
    "eq16_null_error": (lambda t: _eq16(t, at_null(t)), "equation 16 with 3 to 6, 20, 21, relative"),
    "eq17_error": (_eq17, "equation 17 against the distance to (v, v), v the share predicted positive"),
    "eq18_error": (lambda t: _eq18(t, expected(t)), "equation 18 against 17, with equations 22 to 25"),
    "eq18_null_error": (lambda t: _eq18(t, at_null(t)), "equation 18 against 17, with 3 to 6, 20, 21"),
    "eq19_error": (_eq19, "equation 19 against chi-square, relative"),
    "eq22_error": (_marginal("tn", "cn", "rn"), "equation 22 against C_n R_n / N, relative"),
    "eq23_error": (_marginal("fp", "cn", "rp"), "equation 23 against C_n R_p / N, relative"),
    "eq24_error": (_marginal("fn", "cp", "rn"), "equation 24 against C_p R_n / N, relative"),
    "eq25_error": (_marginal("tp", "cp", "rp"), "equation 25 against C_p R_p / N, relative"),
    "expected_at_share_error": (_at_share, "equations 3 to 6 with P_p = R_p / N against 22 to 25, relative"),
    "expected_at_null_error": (
        lambda t: max(_relative(at_null(t)[cell], expected(t)[cell]) for cell in ("tp", "fp", "tn", "fn")),
        "equations 3 to 6 with P_p = C_p / N against 22 to 25, relative",
    ),
    "perpendicular_even_error": (
        lambda t: _perpendicular(t, even=True), "equation 17 against the shortest distance, C_n = C_p",
    ),
    "perpendicular_error": (
        lambda t: _perpendicular(t, even=False), "equation 17 against the shortest distance, any C_n and C_p",
    ),
    "scaled_error": (_scaled, "chi-square of ten times the counts against ten times chi-square, relative"),
}  # fmt: skip
