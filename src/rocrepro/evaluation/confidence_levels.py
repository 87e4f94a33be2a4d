"""Coverage of the confidence tests at their nominal level, by enumeration of every table."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from rocrepro.errors import InputError
from rocrepro.evaluation.confidence import check_test, contains_zero, newcombe_interval, wald_interval
from rocrepro.evaluation.inputs import check_probability, check_whole
from rocrepro.evaluation.tango import tango_interval

Counts = NDArray[np.int64]
Floats = NDArray[np.float64]

MOST_TABLES = 3_000_000
# Limits of intervals are this exact; a true difference on a limit counts as covered.
SLACK = 1e-12


@dataclass(frozen=True)
class ConfidenceCoverage:
    """The exact coverage of a confidence test.

    Attributes
    ----------
    n : int
        Number of rows.
    p_fn, p_fp, p_tp : float
        The chances that a row is a false negative, a false positive, a true positive.
    alpha : float
        1 minus the nominal level.
    test : str
        Name of the test.
    coverage : float
        Chance that the interval has the true difference p_fn - p_fp; NaN for "mcnemar_exact" at a true
        difference other than 0, about which the test says nothing.
    accepts_zero : float
        Chance that the test finds no difference, which makes a point confident. It is the coverage when the
        true difference is 0, and 1 minus the test's power elsewhere.
    mean_width : float
        Expected width of the interval; NaN for "mcnemar_exact".

    See Also
    --------
    confidence_coverage
    """

    n: int
    p_fn: float
    p_fp: float
    p_tp: float
    alpha: float
    test: str
    coverage: float
    accepts_zero: float
    mean_width: float


def confidence_coverage(
    n: int,
    p_fn: float,
    p_fp: float,
    *,
    alpha: float = 0.05,
    test: str = "tango",
    p_tp: float | None = None,
) -> ConfidenceCoverage:
    """Compute the coverage of a test's interval of (fn - fp) / n, summed over every table of n rows.

    Parameters
    ----------
    n : int
        Number of rows, from 1; to 2,447 for most tests, and to 260 for "newcombe", whose interval depends on
        all four cells.
    p_fn, p_fp : float
        The chances that a row is a false negative or a false positive; their sum is at most 1.
    alpha : float
        1 minus the nominal level.
    test : {"tango", "mcnemar_exact", "wald", "newcombe"}
        As in `contains_zero`.
    p_tp : float, optional
        Chance of a true positive; half of what the errors leave by default. It matters for "newcombe" alone.

    Returns
    -------
    ConfidenceCoverage

    Raises
    ------
    InputError
        For an unknown test, chances that are negative or add up to more than 1, alpha outside (0, 1), and an
        n outside the range.

    See Also
    --------
    tango_interval : the interval of the default test.
    confident_segment : where the tests are used.

    Notes
    -----
    Rows are independent, so that the cells (fn, fp, rest), or (tp, fn, fp, tn) for Newcombe's interval, are
    multinomial. The class sizes are then random too, as they are in Tango's model. No simulation is involved.

    The level of an interval for counts cannot be met exactly: the coverage jumps with p_fn and p_fp. At n =
    50 and level 0.95, over p_fn = p_fp from 0.05 to 0.45 in steps of 0.05, it is 0.946 to 0.957 for Tango's
    interval, 0.946 to 0.975 for Newcombe's, 0.930 to 0.946 for Wald's, and 0.964 to 0.991 for the exact test.
    Away from 0, over p_fn in 0.05, 0.1, 0.2, 0.3 and other p_fp in 0, 0.02, 0.05, 0.1, 0.2, the lowest values
    are 0.949 for Tango's, 0.920 for Newcombe's and 0.879 for Wald's.

    References
    ----------
    Tango (1998), Statistics in Medicine 17:891-908; Newcombe (1998), Statistics in Medicine 17:2635-2650, who
    compare intervals by such coverage.

    Examples
    --------
    >>> found = confidence_coverage(20, 0.1, 0.1, test="tango")
    >>> round(found.coverage, 4), found.coverage == found.accepts_zero
    (0.9556, True)
    """
    check_test(test)
    check_probability(alpha, "alpha")
    rest = _check_chances(p_fn, p_fp, p_tp)
    p_tp = rest / 2 if p_tp is None else float(p_tp)
    if test == "newcombe":
        tables = _tables(n, 3)
        probability = _multinomial(tables, (p_tp, p_fn, p_fp, max(rest - p_tp, 0.0)))
        tp, fn, fp, tn = tables
    else:
        tables = _tables(n, 2)
        probability = _multinomial(tables, (p_fn, p_fp, rest))
        fn, fp, tp = tables
        tn = np.zeros_like(tp)
    zero = contains_zero(tp, fn, fp, tn, alpha=alpha, test=test)
    accepts_zero = math.fsum(probability[zero])
    difference, width = p_fn - p_fp, math.nan
    coverage = accepts_zero if difference == 0 else math.nan
    if test != "mcnemar_exact":
        lower, upper = _limits(test, tp, fn, fp, tn, alpha)
        width = math.fsum(probability * (upper - lower))
        if difference != 0:
            inside = (lower <= difference + SLACK) & (upper >= difference - SLACK)
            coverage = math.fsum(probability[inside])
    return ConfidenceCoverage(n, p_fn, p_fp, p_tp, alpha, test, coverage, accepts_zero, width)


def _limits(test: str, tp: Counts, fn: Counts, fp: Counts, tn: Counts, alpha: float) -> tuple[Floats, Floats]:
    if test == "newcombe":
        return newcombe_interval(tp, fn, fp, tn, alpha=alpha)
    n = tp + fn + fp + tn
    lower, upper = (tango_interval if test == "tango" else wald_interval)(fn, fp, n, alpha=alpha)
    return np.asarray(lower), np.asarray(upper)


def _check_chances(p_fn: float, p_fp: float, p_tp: float | None) -> float:
    """Return the chance of no error, or raise InputError."""
    given = {"p_fn": p_fn, "p_fp": p_fp} | ({} if p_tp is None else {"p_tp": p_tp})
    for name, chance in given.items():
        if not 0 <= chance <= 1:
            raise InputError(f"{name}: found {chance}; expected a chance from 0 to 1")
    if sum(given.values()) > 1 + SLACK:
        names, total = ", ".join(given), sum(given.values())
        raise InputError(f"{names}: found chances that add up to {total:g}; expected at most 1")
    return max(1.0 - p_fn - p_fp, 0.0)


def _tables(n: int, free: int) -> list[Counts]:
    """Every way to part n rows among free + 1 cells, one array for each cell."""
    check_whole(n, "n")
    if math.comb(int(n) + free, free) > MOST_TABLES:
        raise InputError(f"n: found {n}; expected fewer rows: over {MOST_TABLES:,} tables to sum over")
    sides = [np.arange(int(n) + 1)] * (free - 1)
    cells = [grid.ravel() for grid in np.meshgrid(*sides, indexing="ij")]
    kept = sum(cells) <= n
    cells = [cell[kept] for cell in cells]
    # The last free cell takes every count that the others leave, and the rest is what remains.
    left = int(n) - np.sum(cells, axis=0)
    spread = np.repeat(np.arange(len(left)), left + 1)
    starts = np.concatenate([[0], np.cumsum(left + 1)[:-1]])
    last = np.arange(len(spread)) - starts[spread]
    return [*(cell[spread] for cell in cells), last, left[spread] - last]


def _multinomial(cells: list[Counts], chances: tuple[float, ...]) -> Floats:
    """Probability of each table."""
    from scipy.special import gammaln, xlogy

    n = sum(int(cell[0]) for cell in cells)
    log = gammaln(n + 1) + sum(
        xlogy(cell, chance) - gammaln(cell + 1) for cell, chance in zip(cells, chances, strict=True)
    )
    return np.asarray(np.exp(log))
