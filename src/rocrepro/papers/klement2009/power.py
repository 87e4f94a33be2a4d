"""Simulation of the power to detect drift between two test sets that one classifier has scored."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from rocrepro.datasets.flu import FluDomain, flu_domains
from rocrepro.papers.klement2009.draws import naive_bayes
from rocrepro.papers.klement2009.drift_statistics import METHODS, compare, summarise
from rocrepro.randomness import generator

if TYPE_CHECKING:
    import pandas as pd

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

SIZES = {"ci": (50, 100, 200, 500, 1000), "full": (50, 100, 200, 300, 500, 1000, 2000)}
REPETITIONS = {"ci": 250, "full": 1000}
PERMUTATIONS = {"ci": 199, "full": 499}
BINS = 10
WEAKENED = 0.5  # what the weakened class rule multiplies the log-odds by


def drifts(domain: FluDomain) -> dict[str, Floats]:
    """Probability of each class and cell in the second set, shape (2, n_cells) each.

    The label shift has the prevalence of FC and the cells of each class as in NGP. The weakened rule halves
    all log-odds around a constant that keeps the prevalence of NGP.
    """
    ngp, fc = domain.joint(), domain.joint("NGP", "FC")
    prevalence = fc.sum(axis=1) / ngp.sum(axis=1)
    return {
        "none": ngp,
        "DP": domain.joint("DP"),
        "FC": fc,
        "label_shift": ngp * prevalence[:, None],
        "weak_rule": weakened(domain).joint(),
    }


def weakened(domain: FluDomain, factor: float = WEAKENED) -> FluDomain:
    """A class rule that depends less on the attributes, at the same prevalence in NGP."""
    from scipy.optimize import brentq

    def excess(constant: float) -> float:
        rule = domain.with_log_odds(constant + factor * domain.log_odds)
        return rule.prevalence() - domain.prevalence()

    constant = brentq(excess, -50, 50, xtol=1e-14)
    return domain.with_log_odds(constant + factor * domain.log_odds)


@dataclass(frozen=True, eq=False)
class Classifier:
    """A trained classifier as the tests see it.

    Attributes
    ----------
    score : ndarray, shape (n_scores,)
        Its distinct scores, rising.
    group : ndarray of int64, shape (n_cells,)
        Which of them each cell has.
    bins : ndarray of bool, shape (n_scores, n_bins)
        Tenths of the training rows, cut between distinct scores; fewer where many rows tie.
    """

    score: Floats
    group: Ints
    bins: NDArray[np.bool_]


def train(domain: FluDomain, rows: int, rng: np.random.Generator) -> Classifier:
    """Naive Bayes on fresh NGP rows."""
    counts = _multinomial(rng, rows, domain.joint())
    score, group = np.unique(naive_bayes(domain, counts), return_inverse=True)
    in_group = np.bincount(group, counts.sum(axis=0), minlength=len(score))
    before = np.cumsum(in_group) - in_group
    which = np.unique((before * BINS / rows).astype(np.int64).clip(max=BINS - 1), return_inverse=True)[1]
    return Classifier(score, group.astype(np.int64), which[:, None] == np.arange(which.max() + 1))


def draw_counts(model: Classifier, n: int, joint: Floats, rng: np.random.Generator) -> Ints:
    """Rows of a fresh test set by class and score, shape (2, n_scores)."""
    cells = _multinomial(rng, n, joint)
    counted = [np.bincount(model.group, cells[label], minlength=len(model.score)) for label in (0, 1)]
    return np.stack(counted).astype(np.int64)


def p_values(
    counts: Ints, model: Classifier, permutations: int, rng: np.random.Generator
) -> dict[str, float]:
    """Permutation p-value of each method, and the normal one of the DeLong statistic.

    Parameters
    ----------
    counts : ndarray of int, shape (2, 2, n_scores)
        Rows of the two sets, of equal size, by set, class and score.
    model : Classifier
        Whose scores they are.
    permutations : int
        How often the rows are divided anew between the sets. The division that was observed counts as one
        more, so that a test at alpha rejects with probability at most alpha under the null.
    rng : numpy.random.Generator
    """
    from scipy.special import ndtr

    used = counts.sum(axis=(0, 1)) > 0  # scores that do not occur change nothing
    counts = counts[:, :, used]
    pool = counts.sum(axis=0)
    drawn = rng.multivariate_hypergeometric(
        pool.ravel(), int(counts[0].sum()), size=permutations, method="count"
    )
    first = np.concatenate([counts[:1], drawn.reshape(-1, *pool.shape)])
    sides = [
        summarise(side[:, 0], side[:, 1], model.score[used], model.bins[used])
        for side in (first, pool - first)
    ]
    found = {}
    for method, value in compare(*sides).items():
        # Equal tables may differ in the last digits of a sum: count them as equal.
        reached = value[1:] >= value[0] * (1 - 1e-9) - 1e-12
        found[method] = (1 + int(reached.sum())) / (permutations + 1)
        if method == "auc":
            found["auc_normal"] = float(2 * ndtr(-value[0]))
    return found


def simulate_power(shown: Mapping[str, Any]) -> pd.DataFrame:
    """Simulate how often each method rejects, by domain, drift and number of rows in each test set.

    Every repetition has a classifier of its own, trained on as many NGP rows as the paper's sets have (the
    same one for all drifts and sizes), a test set from NGP and one from the drifted distribution.

    Returns
    -------
    pandas.DataFrame
        Columns domain, drift, n, method, rejected, repetitions.
    """
    import pandas as pd

    flu, size, seed = shown["extra"]["flu"], shown["size"], shown["seed"]
    rows = []
    for name, domain in flu_domains(flu).items():
        rng = generator(seed, f"klement2009/power/{name}/train")
        models = [train(domain, flu["rows"], rng) for _ in range(REPETITIONS[size])]
        for drift, joint in drifts(domain).items():
            for n in SIZES[size]:
                rng = generator(seed, f"klement2009/power/{name}/{drift}/{n}")
                rejected = dict.fromkeys(METHODS, 0)
                for model in models:
                    counts = np.stack([draw_counts(model, n, of, rng) for of in (domain.joint(), joint)])
                    for method, p_value in p_values(counts, model, PERMUTATIONS[size], rng).items():
                        rejected[method] += p_value <= shown["alpha"]
                rows += [(name, drift, n, method, number, len(models)) for method, number in rejected.items()]
    return pd.DataFrame(rows, columns=["domain", "drift", "n", "method", "rejected", "repetitions"])


def _multinomial(rng: np.random.Generator, n: int, joint: Floats) -> Ints:
    return rng.multinomial(n, joint.ravel() / joint.sum()).reshape(joint.shape)
