"""Random prediction: the exact distribution of chi-square, and what it and accuracy come to."""

from __future__ import annotations

import warnings

import numpy as np
from numpy.typing import NDArray

from rocrepro.evaluation import chi_square, confusion_metrics, significance_level
from rocrepro.evaluation.confidence import contains_zero
from rocrepro.evaluation.confusion import UndefinedMetricWarning
from rocrepro.evaluation.independence import FEW
from rocrepro.papers.bradley1996 import printed
from rocrepro.papers.fact_rows import Row, row

Floats = NDArray[np.float64]
DISTRIBUTIONS = {"even": printed.EVEN, "uneven": printed.UNEVEN}
TAIL = 0.1  # p-values beyond this decide no test
WORDS = {0.05: "5", 0.01: "1", 0.005: "05"}


def null_quantities() -> list[Row]:
    """Quantities of random prediction and on the significance of chi-square."""
    rows = [*_levels()]
    for name, (n_pos, n_neg) in DISTRIBUTIONS.items():
        rows += [*_random(name, n_pos, n_neg), *_balanced(name, n_pos, n_neg), *_harder(name, n_pos, n_neg)]
    return [*rows, *_idle("uneven", *printed.UNEVEN), *_approximation("even", *printed.EVEN), *_few()]


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


def _levels() -> list[Row]:
    return [
        row(f"critical_{WORDS[alpha]}", significance_level(alpha), f"chi-square bound of {words}, 1 df")
        for words, alpha in printed.SIGNIFICANT.items()
    ]


def _random(name: str, n_pos: int, n_neg: int) -> list[Row]:
    """The exact distribution when P_p is the share of positives, when it is one half, and with classes drawn.

    The class sizes are held fixed but in the last variant, where all four cells are multinomial.
    """
    value, share = statistic(n_pos, n_neg), n_pos / (n_pos + n_neg)
    fixed = {"base": share, "random=half": 0.5}
    found = {variant: (value, probability(n_pos, n_neg, p)) for variant, p in fixed.items()}
    found["sampling=multinomial"] = _multinomial(n_pos + n_neg, share)
    rows = []
    for variant, (value, weight) in found.items():
        rows.append(row(f"null_mean_{name}", (weight * value).sum(), "mean chi-square of random prediction",
                        variant=variant, n=weight.size))  # fmt: skip
        for alpha, bound in printed.BOUNDS.items():
            rate = weight[value > bound].sum()
            note = f"probability of chi-square above {bound} at random prediction, nominal {alpha:g}"
            rows.append(row(f"null_above_{WORDS[alpha]}_{name}", rate, note, variant=variant, n=weight.size))
            off = f"how far that is from {alpha:g}, as a share of it"
            rows.append(row(f"null_off_{WORDS[alpha]}_{name}", abs(rate / alpha - 1), off, variant=variant))
    return rows


def _balanced(name: str, n_pos: int, n_neg: int) -> list[Row]:
    """How the two errors of random prediction compare by Tango's test, and its positive responses."""
    share = n_pos / (n_pos + n_neg)
    tp, fp = (counts.astype(np.int64) for counts in all_tables(n_pos, n_neg))
    confident = contains_zero(tp, n_pos - tp, fp, n_neg - fp)
    chance = probability(n_pos, n_neg, share)[confident].sum()
    ratio = (n_neg * share) / (n_pos * share)
    words = "probability that Tango's interval of a random classifier's errors holds 0"
    return [
        row(f"null_confident_{name}", chance, words, n=confident.size),
        row(f"random_false_per_true_{name}", ratio, "E(F_p) / E(T_p) of random prediction"),
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


def _idle(name: str, n_pos: int, n_neg: int) -> list[Row]:
    """Classifiers that do not look: what equations 10, 12 and 25 say of them."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", UndefinedMetricWarning)
        never = confusion_metrics(0, n_pos, 0, n_neg)
    # At expected counts random prediction repeats the share of each class.
    share = n_pos / (n_pos + n_neg)
    tp, fp = n_pos * share, n_neg * share
    alpha, power = 0.0, 0.0  # of the classifier that predicts negative always
    expected_tp = n_pos * (n_pos * power + alpha * n_neg) / (n_pos + n_neg)
    return [
        row(f"random_ppv_{name}", tp / (tp + fp), "positive predictive value, random, P_p = C_p / N"),
        row(f"negative_sensitivity_{name}", never["recall"], "sensitivity, always negative"),
        row(f"negative_ppv_defined_{name}", not np.isnan(never["precision"]), "equation 12 has a value, "
            "always negative"),
        row(f"negative_expected_{name}", expected_tp, "equation 25 at (0, 0), by which equation 16 divides"),
    ]  # fmt: skip


def _approximation(name: str, n_pos: int, n_neg: int) -> list[Row]:
    """The chi-square p-value against the exact one, by whether a count is below 5."""
    from scipy.stats import chi2

    tp, fp = all_tables(n_pos, n_neg)
    n = n_pos + n_neg
    approximate, exact = chi2.sf(statistic(n_pos, n_neg), 1), exact_p_values(n_pos, n_neg)
    error, off, tail = np.abs(exact - approximate), np.abs(np.log(approximate / exact)), approximate <= TAIL
    least = min(n_pos, n_neg) * np.minimum(tp + fp, n - tp - fp) / n
    observed = least_count(n_pos, n_neg)
    many, few = tail & (observed >= FEW), tail & (observed < FEW) & (least > 0)
    where = f"a chi-square p-value of at most {TAIL}"
    # At a chi-square of 0 the mid-p of the exact test is below 1 by its definition.
    largest = error[(observed >= FEW) & (statistic(n_pos, n_neg) > 0)].max()
    gap = off[few].mean() - off[many].mean()
    return [
        row(f"approximation_few_{name}", error[few].max(), f"largest error of {where}, a count below 5",
            n=few.sum()),
        row(f"approximation_any_{name}", largest, "largest error of any p-value, no count below 5 "
            "and chi-square above 0"),
        row(f"approximation_many_{name}", error[many].max(), f"largest error of {where}, no count below 5",
            n=many.sum()),
        row(f"approximation_loss_{name}", gap, f"mean distance of the logarithms of {where} and of the exact "
            "one, with a count below 5 minus without", n=tail.sum()),
    ]  # fmt: skip


def _few() -> list[Row]:
    """Whether the paper's uneven example has a table without a count below 5."""
    observed = least_count(*printed.UNEVEN)
    note = "tables without a count below 5"
    return [row("tables_with_five_uneven", (observed >= FEW).sum(), note, n=observed.size)]


def least_count(n_pos: int, n_neg: int) -> Floats:
    """The least of the four counts of every table."""
    tp, fp = all_tables(n_pos, n_neg)
    least: Floats = np.minimum.reduce([tp, n_pos - tp, fp, n_neg - fp])
    return least


def _harder(name: str, n_pos: int, n_neg: int) -> list[Row]:
    """Chi-square against two measures of how hard a point above the diagonal is to reach."""
    from scipy.special import ndtri
    from scipy.stats import spearmanr

    tp, fp = all_tables(n_pos, n_neg)
    above = (tp * n_neg > fp * n_pos) & (tp + fp > 0) & (tp + fp < n_pos + n_neg)
    value, exact = np.round(statistic(n_pos, n_neg), 9), exact_p_values(n_pos, n_neg)
    # Two normal classes of equal variance reach a rate pair when they are this far apart.
    inner = above & (fp > 0) & (tp < n_pos)
    apart = ndtri(tp[inner] / n_pos) - ndtri(fp[inner] / n_neg)
    rare, separation = (
        spearmanr(a, b).statistic for a, b in ((value[above], exact[above]), (value[inner], apart))
    )
    return [
        row(f"harder_rare_{name}", rare, "rank correlation of chi-square and the exact p-value, tables above "
            "the diagonal", n=above.sum()),
        row(f"harder_apart_{name}", separation, "rank correlation of chi-square and the separation of two "
            "normal classes that a point needs", n=inner.sum()),
    ]  # fmt: skip


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
