"""Random prediction: the exact distribution of chi-square, and what it and accuracy come to."""

from __future__ import annotations

import warnings
from collections.abc import Mapping
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from rocrepro.evaluation import chi_square, confusion_metrics, significance_level
from rocrepro.evaluation.confidence import contains_zero
from rocrepro.evaluation.confusion import UndefinedMetricWarning
from rocrepro.evaluation.independence import FEW
from rocrepro.papers.bradley1996.printed import BOUNDS, DISTRIBUTIONS, EVEN, LEVELS, UNEVEN
from rocrepro.papers.fact_rows import Row, row

if TYPE_CHECKING:
    from rocrepro.papers.evaluated import Evaluated

Floats = NDArray[np.float64]
TAIL = 0.1  # p-values beyond this decide no test
# Class sizes (n_pos, n_neg) at which some tables have four counts of at least 5.
SIZES = {"even": EVEN, "45 and 15": (15, 45), "50 and 10": (10, 50)}
CLOSE = 1e-6  # largest rate at which a classifier still predicts almost no positive


def null_quantities(evaluated: Evaluated) -> list[Row]:
    """Quantities of random prediction and on the significance of chi-square."""
    bounds = {level: float(evaluated.printed(case)) for level, case in BOUNDS.items()}
    rows = [row("critical", significance_level(alpha), level=level) for level, alpha in LEVELS.items()]
    for name, sizes in DISTRIBUTIONS.items():
        found = [*_random(bounds, *sizes), *_balanced(*sizes), *_harder(*sizes)]
        rows += [one | {"classes": name} for one in found]
    for name, sizes in SIZES.items():
        rows += [one | {"classes": name} for one in _approximation(*sizes)]
    return [*rows, *_idle(*UNEVEN), *_few(*UNEVEN)]


def all_tables(n_pos: int, n_neg: int) -> tuple[Floats, Floats]:
    """Counts (tp, fp) of every table of two class sizes, as grids."""
    tp, fp = np.meshgrid(np.arange(n_pos + 1.0), np.arange(n_neg + 1.0), indexing="ij")
    return tp, fp


def statistic(n_pos: int, n_neg: int) -> Floats:
    """Chi-square of every table."""
    tp, fp = all_tables(n_pos, n_neg)
    return chi_square(fp / n_neg, tp / n_pos, n_pos, n_neg)


def probability(n_pos: int, n_neg: int, share: float) -> Floats:
    """Probability of every table when rows are predicted positive at random with probability `share`."""
    from scipy.stats import binom

    rows = binom.pmf(np.arange(n_pos + 1), n_pos, share)
    return np.outer(rows, binom.pmf(np.arange(n_neg + 1), n_neg, share))


def _random(bounds: Mapping[str, float], n_pos: int, n_neg: int) -> list[Row]:
    """The exact distribution when P_p is the share of positives, when it is one half, and with classes drawn.

    The class sizes are held fixed but in the last variant, where all four cells are multinomial.
    """
    value, share = statistic(n_pos, n_neg), n_pos / (n_pos + n_neg)
    fixed = {"base": share, "random=half": 0.5}
    found = {variant: (value, probability(n_pos, n_neg, p)) for variant, p in fixed.items()}
    found["sampling=multinomial"] = _multinomial(n_pos + n_neg, share)
    rows = []
    for variant, (value, weight) in found.items():
        for level, bound in bounds.items():
            rate = weight[value > bound].sum()
            rows.append(row("null_above", rate, level=level, variant=variant, n=weight.size))
            off = abs(rate / LEVELS[level] - 1)
            rows.append(row("null_off", off, level=level, variant=variant))
    return rows


def _balanced(n_pos: int, n_neg: int) -> list[Row]:
    """Compare the two errors of random prediction by Tango's test, and count its positive responses."""
    share = n_pos / (n_pos + n_neg)
    tp, fp = (counts.astype(np.int64) for counts in all_tables(n_pos, n_neg))
    confident = contains_zero(tp, n_pos - tp, fp, n_neg - fp)
    chance = probability(n_pos, n_neg, share)[confident].sum()
    return [
        row("null_confident", chance, n=confident.size),
        row("random_false_per_true", (n_neg * share) / (n_pos * share)),
    ]


def _multinomial(n: int, share: float) -> tuple[Floats, Floats]:
    """Chi-square and probability of every table of `n` rows, truth and prediction positive with `share`."""
    from scipy.stats import binom

    values, weights = [], []
    for n_pos in range(n + 1):
        # Without a second class chi-square is 0/0; its limit, 0, rejects nothing.
        empty = np.zeros((n_pos + 1, n - n_pos + 1))
        values.append((statistic(n_pos, n - n_pos) if 0 < n_pos < n else empty).ravel())
        weights.append(binom.pmf(n_pos, n, share) * probability(n_pos, n - n_pos, share).ravel())
    return np.concatenate(values), np.concatenate(weights)


def _idle(n_pos: int, n_neg: int) -> list[Row]:
    """Classifiers that do not look: what equations 10, 12 and 25 say of them."""
    with warnings.catch_warnings(action="ignore", category=UndefinedMetricWarning):
        never = confusion_metrics(0, n_pos, 0, n_neg)
    # At expected counts random prediction repeats the share of each class.
    share = n_pos / (n_pos + n_neg)
    tp, fp = n_pos * share, n_neg * share
    alpha, power = 0.0, 0.0  # of the classifier that predicts negative always
    x, y = (rates.ravel()[1:] for rates in np.meshgrid(*[np.linspace(0, CLOSE, 11)] * 2))
    return [
        row("negative_limit", chi_square(x, y, n_pos, n_neg).max(), n=x.size),
        row("random_ppv", tp / (tp + fp)),
        row("negative_sensitivity", never["recall"]),
        row("negative_ppv_defined", not np.isnan(never["precision"])),
        row("negative_expected", n_pos * (n_pos * power + alpha * n_neg) / (n_pos + n_neg)),
    ]


def _approximation(n_pos: int, n_neg: int) -> list[Row]:
    """The chi-square p-value against the exact one, by whether a count is below 5."""
    from scipy.stats import chi2

    tp, fp = all_tables(n_pos, n_neg)
    value, exact = statistic(n_pos, n_neg), exact_p_values(n_pos, n_neg)
    approximate = chi2.sf(value, 1)
    error, off, tail = np.abs(exact - approximate), np.abs(np.log(approximate / exact)), approximate <= TAIL
    predicted = (tp + fp > 0) & (tp + fp < n_pos + n_neg)  # both classes
    observed = least_count(n_pos, n_neg)
    many, few = tail & (observed >= FEW), tail & (observed < FEW) & predicted
    # At a chi-square of 0 the mid-p of the exact test is below 1 by its definition.
    largest = error[(observed >= FEW) & (value > 0)].max()
    return [
        row("approximation_few", error[few].max(), n=few.sum()),
        row("approximation_any", largest),
        row("approximation_many", error[many].max(), n=many.sum()),
        row("approximation_loss", off[few].mean() - off[many].mean(), n=tail.sum()),
    ]


def _few(n_pos: int, n_neg: int) -> list[Row]:
    """Tables whose four counts are all large enough."""
    observed = least_count(n_pos, n_neg)
    return [row("tables_with_five", (observed >= FEW).sum(), n=observed.size)]


def least_count(n_pos: int, n_neg: int) -> Floats:
    """The least of the four counts of every table."""
    tp, fp = all_tables(n_pos, n_neg)
    least: Floats = np.minimum.reduce([tp, n_pos - tp, fp, n_neg - fp])
    return least


def _harder(n_pos: int, n_neg: int) -> list[Row]:
    """Chi-square against how far apart classes must be for a point above the diagonal to be reached."""
    from scipy.special import ndtri
    from scipy.stats import spearmanr

    tp, fp = all_tables(n_pos, n_neg)
    value = np.round(statistic(n_pos, n_neg), 9)
    # Two normal classes of equal variance reach a rate pair when they are this far apart.
    inner = (tp * n_neg > fp * n_pos) & (fp > 0) & (tp < n_pos)
    apart = ndtri(tp[inner] / n_pos) - ndtri(fp[inner] / n_neg)
    return [row("harder_apart", spearmanr(value[inner], apart).statistic, n=inner.sum())]


def exact_p_values(n_pos: int, n_neg: int) -> Floats:
    """Fisher's mid-p of every table."""
    from scipy.stats import hypergeom

    tp, fp = all_tables(n_pos, n_neg)
    exact = np.ones_like(tp)
    for predicted in range(1, n_pos + n_neg):
        at = np.flatnonzero((tp + fp).ravel() == predicted)
        pmf = hypergeom.pmf(tp.ravel()[at], n_pos + n_neg, n_pos, predicted)
        as_rare = pmf[None, :] <= pmf[:, None] * (1 + 1e-9)
        tied = np.abs(pmf[None, :] - pmf[:, None]) <= pmf[:, None] * 1e-9
        # Mid-p: tables as likely as the observed one count half.
        exact.ravel()[at] = (as_rare * pmf).sum(axis=1) - 0.5 * (tied * pmf).sum(axis=1)
    return exact
