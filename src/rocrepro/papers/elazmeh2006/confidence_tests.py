"""The choice of confidence test: the exact coverage of four tests at the error rates that occur."""

from __future__ import annotations

import math
from collections.abc import Iterator
from functools import lru_cache, partial
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from rocrepro.evaluation import RocPoints, tango_interval
from rocrepro.evaluation.confidence import TESTS, contains_zero, newcombe_interval, wald_interval
from rocrepro.formats.table import Table
from rocrepro.formats.uses import USES
from rocrepro.papers.elazmeh2006.tables import POOLED
from rocrepro.papers.rows import NAMING, Model, Row, frame_of, gap_notes, rows_of_models
from rocrepro.study.cut import index_of
from rocrepro.study.model import balanced

if TYPE_CHECKING:
    import pandas as pd

    from rocrepro.papers.evaluated import Evaluated

Floats = NDArray[np.float64]
Cells = tuple[NDArray[np.int64], ...]

# The sums leave out these tails of every cell, and every table with less chance: together less than 1e-7.
TAIL, TINY = 1e-8, 1e-14
# Tables that are held at a time; some 20 arrays of so many numbers.
BLOCK = 100_000
# Limits of intervals are this exact; a true difference on a limit counts as covered.
SLACK = 1e-12
TRUTHS = ("balanced", "strict", "lenient")
LEVELS = ["errors", "coverage", "mean_width"]
LEVELS += [f"{measure}_{truth}" for truth in TRUTHS[1:] for measure in ("coverage", "accepts")]
SETS = ["n_points", "n_confident", "threshold_low", "threshold_high", "aved"]
COLUMNS = [*NAMING, "test", "n", *LEVELS, *SETS]


def confidence_tests(evaluated: Evaluated) -> Table:
    """Coverage of each test at the errors of each model, beside the confident set under each test."""
    rows = rows_of_models(evaluated, partial(_of_model, evaluated), [{"test": test} for test in TESTS])
    frame = frame_of(rows, [*COLUMNS, USES], whole=("n", "errors", "n_points", "n_confident"))
    formats = dict.fromkeys(LEVELS[1:], ".4f") | dict.fromkeys(SETS[2:], ".4f")
    shown = (frame["engine"] == evaluated.engine).to_numpy(dtype=bool)
    title = f"Four confidence tests at alpha = {evaluated.alpha:g}: coverage and confident sets"
    if evaluated.other_engine:
        title += f", engine {evaluated.engine}; the CSV has both"
    return Table(frame, title, (*_notes(evaluated), *_summary(frame), *gap_notes(evaluated)), formats, shown)


def _notes(evaluated: Evaluated) -> tuple[str, ...]:
    return (
        "coverage: the probability that a test finds no difference between fn and fp when there is none. "
        "Each of the n rows is then a false negative or a false positive with the same probability, "
        "errors/(2n) each, where errors is fn + fp at the point of the model's curve at which the two "
        f"are closest. At a nominal {evaluated.level} the coverage should be {1 - evaluated.alpha:g}. "
        "mean_width: expected width of the interval of (fn - fp)/n there.",
        "coverage_strict, coverage_lenient: the probability that the interval contains the true "
        "difference, if the true shares of errors are those at the highest (strict) or the lowest "
        "(lenient) confident threshold under Tango. accepts_: the probability that such a point is "
        "called confident. A good test has a coverage near the nominal level, and accepts few points "
        "whose errors truly differ. The exact McNemar test has no interval, so its coverage of a "
        "difference is empty.",
        "The probabilities are sums over tables (tp, fn, fp, tn) of n independent rows, not simulations. "
        "The tables that are left out have a total probability below 1e-7. The class sizes are random, "
        "as in Tango's model. The probabilities hold for one threshold that was fixed in advance, "
        "whereas a confident set is chosen over a whole curve.",
        "n_points to aved: the number of points of the curve, the number that are confident by the "
        "test, their thresholds, and AveD.",
        POOLED,
    )


def _summary(frame: pd.DataFrame) -> list[str]:
    """The range of coverage of each test, and how large its sets are beside Tango's."""
    notes = []
    keys = ["dataset", "learner"]
    for engine, of in frame.dropna(subset=["n"]).groupby("engine", sort=False):
        tango = of[of["test"] == "tango"].set_index(keys)["n_confident"].astype(float)
        words = []
        for test, one in of.groupby("test", sort=False):
            size = one.set_index(keys)["n_confident"].astype(float)
            share = size.sum() / tango.sum() if tango.sum() else math.nan
            low, high = one["coverage"].min(), one["coverage"].max()
            words.append(
                f"{test} {low:.3f} to {high:.3f}, {share:.2f} times as many confident points as tango"
            )
        notes.append(f"Range of coverage over the models of {engine}: {'; '.join(words)}.")
    return notes


def _of_model(evaluated: Evaluated, dataset: str, model: Model) -> Iterator[Row]:
    """Yield one row for each test."""
    points = evaluated.roc(dataset, *model[::-1])
    sets = _sets(evaluated, dataset, model)
    at: dict[str, int] = {}
    if sets["tango"]["n_confident"]:
        ends = sets["tango"]["threshold_high"], sets["tango"]["threshold_low"]
        at = dict(zip(TRUTHS[1:], (index_of(points, end) for end in ends), strict=True))
    middle = balanced(points)
    half = (points.fn[middle] + points.fp[middle]) / (2 * points.n)
    shares = {"balanced": (points.tp[middle] / points.n, half, half)}
    shares |= {name: _shares(points, i) for name, i in at.items()}
    found = {name: coverages(points.n, *share, alpha=evaluated.alpha) for name, share in shares.items()}
    for test in TESTS:
        row: Row = {"test": test, "n": points.n, "errors": int(points.fn[middle] + points.fp[middle])}
        row["coverage"], _, row["mean_width"] = found["balanced"][test]
        for name in TRUTHS[1:]:
            if name in found:
                row[f"coverage_{name}"], row[f"accepts_{name}"], _ = found[name][test]
        yield row | {name: sets[test][name] for name in SETS}


def _sets(evaluated: Evaluated, dataset: str, model: Model) -> dict[str, dict[Any, Any]]:
    """The confident set under each test."""
    engine, learner = model
    base = evaluated.over_seeds(dataset, learner, engine)
    base = base[base["seed"] == evaluated.seed]
    others = evaluated.rows("variants", dataset, learner, engine).to_dict("records")
    found = {row["variant"].removeprefix("test="): row for row in others}
    return found | {str(evaluated.shown["confidence_test"]): base.to_dict("records")[0]}


def _shares(points: RocPoints, i: int) -> tuple[float, float, float]:
    return points.tp[i] / points.n, points.fn[i] / points.n, points.fp[i] / points.n


@lru_cache(maxsize=1024)
def coverages(
    n: int, p_tp: float, p_fn: float, p_fp: float, *, alpha: float
) -> dict[str, tuple[float, float, float]]:
    """Coverage, chance of finding no difference, and mean width of every test.

    Parameters
    ----------
    n : int
        Number of rows; no bound, unlike that of `confidence_coverage`, which sums over every table.
    p_tp, p_fn, p_fp : float
        Chances of the cells; the fourth is the rest.
    alpha : float
        1 minus the nominal level.

    Returns
    -------
    dict of str to tuple of float
        As `ConfidenceCoverage` has them, accurate to 1e-7. Coverage and width are NaN for mcnemar_exact where
        that has no interval.
    """
    parts: dict[str, list[tuple[float, float, float]]] = {test: [] for test in TESTS}
    for tests, p_kind in ((set(TESTS) - {"newcombe"}, None), ({"newcombe"}, p_tp)):
        for cells, chance in _blocks(n, p_kind, p_fn, p_fp):
            for test in tests:
                parts[test].append(_sums(test, cells, chance, p_fn - p_fp, alpha))
    sums = {test: [math.fsum(part) for part in zip(*some, strict=True)] for test, some in parts.items()}
    return {test: (coverage, zero, width) for test, (coverage, zero, width) in sums.items()}


def _sums(
    test: str, cells: Cells, chance: Floats, difference: float, alpha: float
) -> tuple[float, float, float]:
    """Return what some tables add to the coverage, to the chance of no difference, and to the mean width."""
    if test == "mcnemar_exact":
        accepts = float(chance[contains_zero(*cells, alpha=alpha, test=test)].sum())
        return (accepts if difference == 0 else math.nan), accepts, math.nan
    lower, upper = _limits(test, cells, alpha)
    # Tango's limits are roots that rounding may put beside zero; the others are what it compares with zero.
    zero = contains_zero(*cells, alpha=alpha) if test == "tango" else (lower <= 0) & (upper >= 0)
    accepts = float(chance[zero].sum())
    inside = (lower <= difference + SLACK) & (upper >= difference - SLACK)
    return (
        accepts if difference == 0 else float(chance[inside].sum()),
        accepts,
        float((chance * (upper - lower)).sum()),
    )


def _limits(test: str, cells: Cells, alpha: float) -> tuple[Floats, Floats]:
    tp, fn, fp, tn = cells
    if test == "newcombe":
        return newcombe_interval(tp, fn, fp, tn, alpha=alpha)
    of: Any = tango_interval if test == "tango" else wald_interval
    lower, upper = of(fn, fp, tp + fn + fp + tn, alpha=alpha)
    return lower, upper


def _blocks(n: int, p_tp: float | None, p_fn: float, p_fp: float) -> Iterator[tuple[Cells, Floats]]:
    """Likely tables (tp, fn, fp, tn) with their multinomial chances, in blocks.

    Without `p_tp` all rows without error count as tn: most tests do not tell the two kinds apart.
    """
    from scipy.special import gammaln, xlogy
    from scipy.stats import binom

    p_tp = p_tp or 0.0
    chances = (p_tp, p_fn, p_fp, max(1.0 - p_tp - p_fn - p_fp, 0.0))
    ranges = [
        np.arange(int(binom.ppf(TAIL, n, p)), int(binom.isf(TAIL, n, p)) + 1) for p in (p_tp, p_fn, p_fp)
    ]
    # For each cell, the logarithm of chance^count / count! by count.
    counts = np.arange(n + 1)
    logs = [xlogy(counts, chance) - gammaln(counts + 1) for chance in chances]
    step = max(1, BLOCK // (len(ranges[0]) * len(ranges[2])))
    for start in range(0, len(ranges[1]), step):
        sides = (ranges[0], ranges[1][start : start + step], ranges[2])
        tp, fn, fp = (side.ravel() for side in np.meshgrid(*sides, indexing="ij"))
        fits = tp + fn + fp <= n
        tp, fn, fp = tp[fits], fn[fits], fp[fits]
        tn = n - fn - tp - fp
        chance = np.exp(gammaln(n + 1) + logs[0][tp] + logs[1][fn] + logs[2][fp] + logs[3][tn])
        kept = chance > TINY
        yield (tp[kept], fn[kept], fp[kept], tn[kept]), chance[kept]
