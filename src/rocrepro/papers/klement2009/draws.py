"""Naive Bayes on a flu domain: draws of its training and test sets, and what the paper measures on them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from rocrepro.datasets.flu import FluDomain, flu_domains
from rocrepro.evaluation.metrics import roc_auc
from rocrepro.evaluation.midpoint import score_midpoint
from rocrepro.evaluation.roc import roc_points
from rocrepro.papers.klement2009.printed import SETS
from rocrepro.papers.klement2009.struggle import struggle_readings
from rocrepro.randomness import generator

if TYPE_CHECKING:
    import pandas as pd


@dataclass(frozen=True, eq=False)
class Scored:
    """Labels and scores of one data set, shape (n,) each."""

    label: NDArray[np.int64]
    score: NDArray[np.float64]


def naive_bayes(domain: FluDomain, counts: NDArray[Any]) -> NDArray[np.float64]:
    """Probability of a complication in each cell, from scikit-learn's CategoricalNB (alpha 1).

    Parameters
    ----------
    domain : FluDomain
    counts : ndarray, shape (2, n_cells)
        Training rows of each class (0: without complication) in each cell; need not be whole numbers.
    """
    from sklearn.naive_bayes import CategoricalNB

    levels = [len(names) for names in domain.attributes.values()]
    there = np.flatnonzero(counts.ravel())
    n_cells = len(domain.codes)
    model = CategoricalNB(alpha=1.0, min_categories=levels)
    # Equal rows enter once with their number as weight, which gives the same counts.
    model.fit(domain.codes[there % n_cells], there // n_cells, sample_weight=counts.ravel()[there])
    score: NDArray[np.float64] = model.predict_proba(domain.codes)[:, 1]
    return score


def quick_bayes(domain: FluDomain, counts: NDArray[Any]) -> NDArray[np.float64]:
    """Return what `naive_bayes` does, without the checks for which scikit-learn takes most of its time.

    It is for thousands of classifiers, each trained on a table of a few hundred cells.
    """
    from scipy.special import logsumexp

    joint = np.zeros((len(domain.codes), 2))
    for level, names in zip(domain.codes.T, domain.attributes.values(), strict=True):
        rows = np.stack([np.bincount(level, part, len(names)) for part in counts]) + 1.0
        joint += (np.log(rows) - np.log(rows.sum(axis=1, keepdims=True))).T[level]
    # In the memory order of scikit-learn, on which the last digit of a sum depends.
    of_class = np.ascontiguousarray(counts.T).sum(axis=0)
    joint += np.log(of_class) - np.log(of_class.sum())
    score: NDArray[np.float64] = np.exp(joint[:, 1] - logsumexp(joint, axis=1))
    return score


def count_cells(domain: FluDomain, cell: NDArray[np.int64], label: NDArray[np.int64]) -> NDArray[np.int64]:
    """Rows of each class and cell, shape (2, n_cells)."""
    n_cells = len(domain.codes)
    return np.bincount(label * n_cells + cell, minlength=2 * n_cells).reshape(2, n_cells)


def draw_sets(
    domain: FluDomain, rows: int, seed: int, names: tuple[str, ...] = tuple(SETS)
) -> dict[str, Scored]:
    """Train on fresh NGP rows, and score these and fresh test sets.

    Every set has its own random stream, so that none depends on which others are drawn.
    """
    drawn = {}
    for name in dict.fromkeys(("NGP-Train", *names)):
        rng = generator(seed, f"klement2009/{domain.name}/{name}")
        drawn[name] = domain.sample(rows, rng, *SETS[name])
    of_cell = naive_bayes(domain, count_cells(domain, *drawn["NGP-Train"]))
    return {name: Scored(label, of_cell[cell]) for name, (cell, label) in drawn.items()}


def measure(data: Scored) -> dict[str, float]:
    """AUC, midpoint, prevalence and every reading of the struggle ratio; "printed" is the paper's own."""
    return {
        "auc": roc_auc(roc_points(data.label, data.score)),
        "midpoint": score_midpoint(data.label, data.score),
        "prevalence": float(data.label.mean()),
        **struggle_readings(data.label, data.score),
    }


def simulate_draws(shown: Mapping[str, Any]) -> pd.DataFrame:
    """Draw all sets of every domain anew; draw i uses seed i, so that the default seed is among them.

    Returns
    -------
    pandas.DataFrame
        Columns domain, draw, set, and those of `measure`.
    """
    import pandas as pd

    flu = shown["extra"]["flu"]
    rows = [
        {"domain": name, "draw": draw, "set": which, **measure(data)}
        for name, domain in flu_domains(flu).items()
        for draw in range(1, flu["draws"] + 1)
        for which, data in draw_sets(domain, flu["rows"], draw).items()
    ]
    return pd.DataFrame(rows)
