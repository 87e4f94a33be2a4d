"""Properties of Tango's interval, checked over all small tables and random ones."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from rocrepro.evaluation import tango_interval
from rocrepro.evaluation.confidence import mcnemar_exact_p
from rocrepro.evaluation.inputs import two_sided_z
from rocrepro.papers.fact_rows import Row, row
from rocrepro.papers.identities import Cases, Identity, identity_rows
from rocrepro.randomness import generator

SIZES = (1, 2, 3, 5, 8, 13, 20, 35, 60)
COVERED = 50  # rows of the tables whose coverage is summed up exactly
SHARES = (0.02, 0.05, 0.1, 0.15, 0.2, 0.3)
FEW = (0.001, 0.002, 0.005, 0.01, 0.02)
GRIDS = {
    "usual": [(q12, q21) for q12 in SHARES for q21 in SHARES],
    "few": [(q12, q21) for q12 in FEW for q21 in FEW],
    "unequal": [
        pair
        for many in (0.3, 0.5, 0.7, 0.9, 0.95, 0.99, 0.998)
        for few in (0.001, 0.01)
        for pair in ((many, few), (few, many))
        if many + few <= 1
    ],
    # Fewer wrong than right predictions in both classes.
    "reasonable": [
        (many / 100, few)
        for many in range(3, 50)
        for few in (0.001, 0.01)
        if 30 * few <= many / 100 < 0.5 - few
    ],
}
LARGEST = 200  # errors of the tables whose rejection rate is summed up exactly
Counts = NDArray[np.int64]
Floats = NDArray[np.float64]
Cells = Counts | Floats


def tango_quantities(alpha: float) -> list[Row]:
    """Facts on the interval, the equations behind it and McNemar's test."""
    fn, fp, n = tables(SIZES)
    return [
        *_interval_quantities(fn, fp, n, alpha),
        *_edge_quantities(alpha),
        *_equation_quantities(fn, fp, n, alpha),
        *_mcnemar_quantities(alpha),
        *_coverage_quantities(alpha),
        *_power_quantities(alpha),
    ]


def tables(sizes: tuple[int, ...]) -> tuple[Counts, Counts, Counts]:
    """Every (fn, fp, n) with fn + fp <= n, for the given n."""
    found = [(b, c, n) for n in sizes for b in range(n + 1) for c in range(n + 1 - b)]
    fn, fp, n = np.array(found, dtype=np.int64).T
    return fn, fp, n


def statistic(fn: Cells, fp: Cells, n: Cells, delta: Floats) -> Floats:
    """Equation 1 as the paper prints it."""
    variance = n * (2 * q21(fn, fp, n, delta) + delta * (1 - delta))
    with np.errstate(invalid="ignore", divide="ignore"):
        value: Floats = (fn - fp - n * delta) / np.sqrt(np.maximum(variance, 0.0))
    return value


def q21(fn: Cells, fp: Cells, n: Cells, delta: Floats) -> Floats:
    """Equation 2 as the paper prints it."""
    w = -fn - fp + (2 * n - fn + fp) * delta
    root = np.sqrt(np.maximum(w**2 - 8 * n * (-fp * delta * (1 - delta)), 0.0))
    value: Floats = (root - w) / (4 * n)
    return value


def _interval_quantities(fn: Counts, fp: Counts, n: Counts, alpha: float) -> list[Row]:
    lower, upper = tango_interval(fn, fp, n, alpha=alpha)
    size = len(n)
    inside = (lower <= 0) & (upper >= 0)
    errors = fn + fp > 0
    low_wide, high_wide = tango_interval(fn, fp, np.where(errors, 1000 * n, n), alpha=alpha)
    inside_wide, gain = (low_wide <= 0) & (high_wide >= 0), (upper - lower) - (high_wide - low_wide)
    return [
        row("n_changes_membership", (inside != inside_wide).sum(), n=size),
        row("n_changes_interval", (np.abs(gain)[errors] > 1e-6).mean(), n=int(errors.sum())),
        row("interval_min_width", (upper - lower).min(), n=size),
        row("interval_extreme", lower.min(), end="lower", n=size),
        row("interval_extreme", upper.max(), end="upper", n=size),
        row("fewer_errors_never_worse", _fewer_is_better(20), n=231),
    ]


def _fewer_is_better(n: int) -> bool:
    """Return whether fewer errors in both classes never have the larger size of (b - c)/n."""
    fn, fp, _ = tables((n,))
    size = np.abs(fn - fp)
    fewer = (fn[:, None] < fn) & (fp[:, None] < fp)
    return not bool((fewer & (size[:, None] > size)).any())


def _edge_quantities(alpha: float) -> list[Row]:
    n = np.arange(1, 1001)
    zero = np.zeros_like(n)
    lower, upper = tango_interval(zero, zero, n, alpha=alpha)
    undefined = np.isnan(statistic(np.array([0]), np.array([0]), np.array([50]), np.array([0.0])))
    some = n[n >= 2]
    one = np.ones_like(some)
    few_lower, few_upper = tango_interval(one, one, some, alpha=alpha)
    at_one = (upper - lower)[n >= 2] - (few_upper - few_lower)
    half, size = _even_tables()
    even_lower, even_upper = tango_interval(half, half, size, alpha=alpha)
    skew_lower, skew_upper = tango_interval(2 * half, np.zeros_like(half), size, alpha=alpha)
    skewed = (skew_upper - skew_lower) - (even_upper - even_lower)
    return [
        row("undefined_without_errors", undefined.all()),
        row("interval_without_errors", _finite(zero, zero, n, alpha), n=len(n)),
        row("interval_one_sided", _finite(n, zero, n, alpha), n=len(n)),
        row("width_without_errors", at_one.max(), n=len(some)),
        row("width_one_sided", skewed.max(), n=len(half)),
    ]


def _finite(fn: Counts, fp: Counts, n: Counts, alpha: float) -> bool:
    """Say whether all of these intervals have two finite limits, the lower one below the upper one."""
    lower, upper = tango_interval(fn, fp, n, alpha=alpha)
    return bool((np.isfinite(lower) & np.isfinite(upper) & (lower < upper)).all())


def _even_tables() -> tuple[Counts, Counts]:
    found = [(k, n) for n in (4, 10, 20, 50, 100) for k in range(1, n // 2 + 1)]
    half, size = np.array(found, dtype=np.int64).T
    return half, size


def _equation_quantities(fn: Counts, fp: Counts, n: Counts, alpha: float) -> list[Row]:
    """Equations 1 and 2 as identities: at the limits of the interval, and where the likelihood is largest."""
    counts = {"fn": fn.astype(float), "fp": fp.astype(float), "n": n.astype(float)}
    kept = (fn < n) & (fp < n)
    lower, upper = tango_interval(fn[kept], fp[kept], n[kept], alpha=alpha)
    limits = {"lower": lower, "upper": upper, "z": np.full(len(lower), two_sided_z(alpha))}
    delta = generator(1, "elazmeh2006_facts/equation2").uniform(-0.95, 0.95, len(fn))
    return [
        *identity_rows(AT_LIMITS, {name: of[kept] for name, of in counts.items()} | limits),
        *identity_rows(OF_LIKELIHOOD, counts | {"delta": delta}),
    ]


def _off_quantile(t: Cases) -> Floats:
    """Return what equation 1 gives at both limits, minus the normal quantile of each."""
    counts = t["fn"], t["fp"], t["n"]
    return np.array([statistic(*counts, t["lower"]) - t["z"], statistic(*counts, t["upper"]) + t["z"]])


def _slope(t: Cases) -> Floats:
    """The likelihood's derivative at equation 2, denominators multiplied out, over n."""
    fn, fp, n, delta = (t[name] for name in ("fn", "fp", "n", "delta"))
    q = q21(fn, fp, n, delta)
    left = 1 - 2 * q - delta
    slope: Floats = (fn * q * left + fp * (q + delta) * left - 2 * (n - fn - fp) * q * (q + delta)) / n
    return slope


AT_LIMITS = (Identity("equation1_residual", _off_quantile, lambda _: np.zeros(1)),)
OF_LIKELIHOOD = (Identity("equation2_residual", _slope, lambda _: np.zeros(1)),)


def _mcnemar_quantities(alpha: float) -> list[Row]:
    from scipy.stats import binom, chi2

    fn, fp, _ = tables((100,))
    with_errors = fn + fp > 0
    fn, fp = fn[with_errors], fp[with_errors]
    n, z = np.full_like(fn, 100), two_sided_z(alpha)
    mcnemar = (fn - fp) / np.sqrt(fn + fp)
    tango = statistic(fn, fp, n, np.zeros(len(fn)))
    few, many = (statistic(fn, fp, np.full_like(fn, size), np.zeros(len(fn))) for size in (100, 10000))
    rejects = _rejects(fn, fp, n, alpha)
    by_chi2 = chi2.sf(mcnemar**2, 1) < alpha
    by_corrected = np.maximum(np.abs(fn - fp) - 1, 0) > z * np.sqrt(fn + fp)
    by_exact = mcnemar_exact_p(fn, fp) <= alpha
    errors = np.arange(1, LARGEST + 1)
    # Rejected are smaller counts below half of what the bound and the correction, of one error, leave.
    bound = {"chi_square": z * np.sqrt(errors), "corrected": z * np.sqrt(errors) + 1}
    rates = {form: 2 * binom.cdf(np.ceil((errors - of) / 2) - 1, errors, 0.5) for form, of in bound.items()}
    forms = {"chi_square": by_chi2, "corrected": by_corrected, "exact": by_exact}
    return [
        *(
            row("mcnemar_mismatches", (rejects != by).sum(), case=form, n=len(fn))
            for form, by in forms.items()
        ),
        row("statistic_change_ad", np.abs(few - many).max()),
        row("statistic_change_bc", np.ptp(tango) > 0),
        *(row("type1_error_max", of.max(), case=form, n=LARGEST) for form, of in rates.items()),
    ]


def _coverage_quantities(alpha: float) -> list[Row]:
    """Exact coverage of the interval: a sum over all tables of one size."""
    grids = {name: coverage(pairs, alpha) for name, pairs in GRIDS.items()}
    least = [row("coverage_least", min(of), case=name, n=len(of)) for name, of in grids.items()]
    return [row("coverage_mean", np.mean(grids["usual"]), n=len(grids["usual"])), *least]


def _rejects(fn: Counts, fp: Counts, n: Counts, alpha: float) -> NDArray[np.bool_]:
    """Say which tables have an interval without zero."""
    lower, upper = tango_interval(fn, fp, n, alpha=alpha)
    return np.asarray((lower > 0) | (upper < 0))


def _power_quantities(alpha: float) -> list[Row]:
    """Exact power on the usual grid beside that of large samples."""
    from scipy.stats import multinomial, norm

    fn, fp, n = tables((COVERED,))
    cells = np.stack([fn, fp, n - fn - fp], axis=1)
    rejects = _rejects(fn, fp, n, alpha)
    z, short = two_sided_z(alpha), []
    for q12, q in ((a, b) for a, b in GRIDS["usual"] if a > b):
        share = multinomial.pmf(cells, COVERED, [q12, q, 1 - q12 - q])
        power = float(share[rejects].sum())
        delta, spread = q12 - q, np.sqrt(q12 + q - (q12 - q) ** 2)
        large = norm.cdf((np.sqrt(COVERED) * delta - z * np.sqrt(q12 + q)) / spread)
        short.append(large - power)
    return [row("power_shortfall", max(short), n=len(short))]


def coverage(pairs: Sequence[tuple[float, float]], alpha: float) -> list[float]:
    """Coverage of the interval of q12 - q21 with `COVERED` rows, for each pair (q12, q21)."""
    from scipy.stats import multinomial

    fn, fp, n = tables((COVERED,))
    lower, upper = tango_interval(fn, fp, n, alpha=alpha)
    cells = np.stack([fn, fp, n - fn - fp], axis=1)
    found = []
    for q12, q in pairs:
        # A hair of tolerance: a limit may be the difference itself.
        holds = (lower <= q12 - q + 1e-12) & (upper >= q12 - q - 1e-12)
        found.append(float(multinomial.pmf(cells, COVERED, [q12, q, 1 - q12 - q])[holds].sum()))
    return found
