"""Random prediction: the exact distribution of chi-square, and what it and accuracy come to."""

from __future__ import annotations

import warnings

import numpy as np
from numpy.typing import NDArray

from rocrepro.evaluation import chi_square, confusion_metrics, significance_level
from rocrepro.evaluation.confusion import UndefinedMetricWarning
from rocrepro.evaluation.independence import FEW
from rocrepro.evaluation.isolines import accuracy
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
        rows += [
            *_random(name, n_pos, n_neg),
            *_idle(name, n_pos, n_neg),
            *_approximation(name, n_pos, n_neg),
        ]
    return [*rows, *_printed_random()]


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
    from scipy.stats import chi2

    rows = []
    for (words, alpha), bound in zip(printed.SIGNIFICANT.items(), printed.BOUNDS.values(), strict=True):
        key = WORDS[alpha]
        rows.append(row(f"critical_{key}", significance_level(alpha), f"chi-square bound of {words}, 1 df"))
        rows.append(row(f"tail_{key}", float(chi2.sf(bound, 1)), f"probability above the printed {bound}"))
    values = np.linspace(0.0, 60.0, 601)
    ranks = np.argsort(np.argsort(chi2.sf(values, 1)))
    trend = float(np.corrcoef(np.arange(len(values)), ranks)[0, 1])
    rows.append(row("tail_trend", trend, "rank correlation of chi-square and its tail probability", n=601))
    return rows


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
    tp, fp = all_tables(n_pos, n_neg)
    on = probability(n_pos, n_neg, share)[tp * n_neg == fp * n_pos].sum()
    rows.append(
        row(f"observed_on_diagonal_{name}", on, "probability that a random classifier's point lies on it")
    )
    return rows


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
    """Classifiers that do not look: accuracy, chi-square, and the measures of equations 10 to 13."""
    share = n_pos / (n_pos + n_neg)
    rates = np.linspace(0.0, 1.0, 1001)
    correct = accuracy(rates, rates, n_pos, n_neg)
    rows = [
        row(f"random_accuracy_{name}", float(accuracy(share, share, n_pos, n_neg)), "random, P_p = C_p / N"),
        row(f"half_accuracy_{name}", float(accuracy(0.5, 0.5, n_pos, n_neg)), "random, P_p = 1/2"),
        row(f"negative_accuracy_{name}", float(accuracy(0.0, 0.0, n_pos, n_neg)), "always negative"),
        row(f"idle_accuracy_max_{name}", correct.max(), "largest accuracy on the diagonal", n=1001),
        row(f"idle_accuracy_min_{name}", correct.min(), "least accuracy on the diagonal", n=1001),
        row(f"random_chi_square_{name}", float(chi_square(share, share, n_pos, n_neg)), "at expected counts"),
        row(f"negative_chi_square_{name}", float(chi_square(0.0, 0.0, n_pos, n_neg)), "its limit at (0, 0)"),
        # Equation 16 at (0, 0) divides by E(T_p) = E(F_p) = 0.
        row(
            f"negative_expected_{name}", n_pos * 0 / (n_pos + n_neg), "E(T_p) when all are predicted negative"
        ),
        row(f"null_point_{name}", share, "equation 20: false and true positive rate of the null point"),
        row(f"total_{name}", n_pos + n_neg, "rows of both classes"),
    ]
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", UndefinedMetricWarning)
        one, other = confusion_metrics(0, n_pos, 0, n_neg), confusion_metrics(n_neg, 0, n_pos, 0)
    values = {"sensitivity": one["recall"], "specificity": one["specificity"], "npv": other["precision"]}
    rows += [row(f"negative_{key}_{name}", value, "always negative") for key, value in values.items()]
    rows.append(
        row(f"negative_ppv_defined_{name}", not np.isnan(one["precision"]), "always negative: 0/0 is not")
    )
    # At expected counts a random classifier repeats the share of each class.
    tp, fp = n_pos * share, n_neg * share
    values = {"sensitivity": tp / n_pos, "specificity": 1 - fp / n_neg, "ppv": tp / (tp + fp)}
    values["npv"] = (n_neg - fp) / (n_pos + n_neg - tp - fp)
    return rows + [
        row(f"random_{key}_{name}", value, "random, P_p = C_p / N") for key, value in values.items()
    ]


def _printed_random() -> list[Row]:
    """What share predicted positive gives the printed accuracy of random prediction."""
    n_pos, n_neg = printed.UNEVEN
    share = n_pos / (n_pos + n_neg)
    needed = (1 - share - printed.RANDOM_ACCURACY) / (1 - 2 * share)
    note = "share predicted positive at which random prediction has the printed accuracy"
    return [row("random_share_needed", needed, note)]


def _approximation(name: str, n_pos: int, n_neg: int) -> list[Row]:
    """The chi-square p-value against the exact one, by whether a count is below 5."""
    tp, fp = all_tables(n_pos, n_neg)
    n = n_pos + n_neg
    error, tail = _errors(n_pos, n_neg)
    observed = np.minimum.reduce([tp, n_pos - tp, fp, n_neg - fp])
    least = min(n_pos, n_neg) * np.minimum(tp + fp, n - tp - fp) / n
    differ = ((observed < FEW) != (least < FEW)) & (least > 0)
    many, few = tail & (observed >= FEW), tail & (observed < FEW) & (least > 0)
    where = f"a chi-square p-value of at most {TAIL}"
    rows = [
        row(f"tables_with_five_{name}", (observed >= FEW).sum(), "tables without a count below 5", n=tp.size),
        row(f"rules_differ_{name}", differ.mean(), "share of tables that the rule of 5 judges differently by "
            "observed and by expected counts", n=tp.size),
        row(f"approximation_few_{name}", error[few].max(), f"largest error of {where}, a count below 5",
            n=few.sum()),
    ]  # fmt: skip
    if not many.any():
        return rows
    largest = error[observed >= FEW].max()
    gap = error[few].mean() - error[many].mean()
    return [
        *rows,
        row(f"approximation_any_{name}", largest, "largest error of any p-value, no count below 5"),
        row(f"approximation_many_{name}", error[many].max(), f"largest error of {where}, no count below 5",
            n=many.sum()),
        row(f"approximation_loss_{name}", gap, f"mean error of {where} with a count below 5 minus without",
            n=tail.sum()),
    ]  # fmt: skip


def _errors(n_pos: int, n_neg: int) -> tuple[Floats, NDArray[np.bool_]]:
    """Error of every table's chi-square p-value against Fisher's mid-p, and where the former is small."""
    from scipy.stats import chi2, hypergeom

    tp, fp = all_tables(n_pos, n_neg)
    approximate = chi2.sf(statistic(n_pos, n_neg), 1)
    exact = np.ones_like(tp)
    for predicted in range(1, n_pos + n_neg):
        at = np.flatnonzero((tp + fp).ravel() == predicted)
        pmf = hypergeom.pmf(tp.ravel()[at], n_pos + n_neg, n_pos, predicted)
        as_rare = pmf[None, :] <= pmf[:, None] * (1 + 1e-9)
        tied = np.abs(pmf[None, :] - pmf[:, None]) <= pmf[:, None] * 1e-9
        # Mid-p: tables as likely as the observed one count half.
        exact.ravel()[at] = (as_rare * pmf).sum(axis=1) - 0.5 * (tied * pmf).sum(axis=1)
    return np.abs(exact - approximate), approximate <= TAIL
