"""Simulation: which reading of the column "struggle ratio" could have given the printed Table 2."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from rocrepro.datasets.flu import FluDomain, flu_domains
from rocrepro.papers.klement2009.draws import draw_sets, measure, quick_bayes
from rocrepro.papers.klement2009.printed import ROWS, Figures, table2_of
from rocrepro.papers.klement2009.struggle import READINGS

if TYPE_CHECKING:
    import pandas as pd

PREVALENCES = {"ci": 23, "full": 111}  # how many, equally spaced
RANGE = (0.10, 0.65)


def score_auc(score: NDArray[np.float64], joint: NDArray[np.float64]) -> float:
    """Area under the ROC curve of cell scores, from the probability of each class and cell (2, n_cells)."""
    distinct, group = np.unique(score, return_inverse=True)
    neg, pos = (np.bincount(group, part, minlength=len(distinct)) for part in joint)
    area = float((pos * (np.cumsum(neg) - neg / 2)).sum())
    return area / float(neg.sum() * pos.sum())


def ngp_auc(printed: Mapping[str, Figures]) -> float:
    """Return the mean of the printed AUCs of NGP, to which domains are fitted."""
    return (printed["NGP-Train"].auc + printed["NGP-Test"].auc) / 2


def plain_domain(
    base: FluDomain, prevalence: float, rows: int, printed: Mapping[str, Figures]
) -> FluDomain | None:
    """A domain like `base` with another prevalence, made to fit the printed AUC of NGP and two midpoints.

    The log-odds are stretched around a constant until the prevalence and the AUC of naive Bayes in NGP are
    met; then DP and FC are shifted to the prevalence that gives their printed midpoints. All of it on exact
    probabilities.

    Returns
    -------
    FluDomain or None
        None where no stretch from 0.2 to 5 gives the AUC, or a midpoint would need a prevalence above 1.
    """
    from scipy.optimize import brentq

    def stretched(factor: float) -> FluDomain:
        def excess(constant: float) -> float:
            rule = base.with_log_odds(constant + factor * base.log_odds)
            return rule.prevalence() - prevalence

        constant = brentq(excess, -60, 60, xtol=1e-12)
        return base.with_log_odds(constant + factor * base.log_odds, f"{base.name}_{prevalence:.4f}")

    def missing(factor: float) -> float:
        domain = stretched(factor)
        return score_auc(quick_bayes(domain, domain.joint() * rows), domain.joint()) - ngp_auc(printed)

    if not missing(0.2) <= 0 <= missing(5):  # nor where nothing is printed
        return None
    domain = stretched(brentq(missing, 0.2, 5, xtol=1e-6))
    score = quick_bayes(domain, domain.joint() * rows)
    shifts = {}
    for key, (population, kind) in {
        "DP-Test": ("DP", "population"),
        "FC-Test": ("NGP", "definition"),
    }.items():
        predicted = float(domain.share(population) @ score)
        target = predicted / (2 * printed[key].midpoint)
        if not 0 < target < 1:
            return None

        def off(shift: float, where: str = population, wanted: float = target) -> float:
            return float(domain.share(where) @ _expit(domain.log_odds + shift)) - wanted

        shifts[kind] = brentq(off, -60, 60, xtol=1e-12)
    return domain.shifted(population={"DP": shifts["population"]}, definition={"FC": shifts["definition"]})


def simulate_readings(shown: Mapping[str, Any]) -> pd.DataFrame:
    """Distance of the printed Table 2 from its draws, by domain and reading.

    Domains are those of the configuration, and plain ones at a range of prevalences, like the default one.

    Returns
    -------
    pandas.DataFrame
        Columns domain, plain, prevalence, reading, distance (Mahalanobis, squared, of the twelve figures),
        limit (its 95 % quantile for a draw of the same kind), and mean_<set>, inside_<set> for the four sets:
        mean of the reading, and whether the printed value lies in the central 95 % of the draws.
    """
    import pandas as pd

    flu = shown["extra"]["flu"]
    domains = flu_domains(flu)
    base, printed = domains[flu["default"]], table2_of(shown)
    point = np.ravel(list(printed.values()))
    family = [
        plain_domain(base, prevalence, flu["rows"], printed)
        for prevalence in np.linspace(*RANGE, PREVALENCES[shown["size"]])
    ]
    rows = []
    for domain in [*domains.values(), *(each for each in family if each is not None)]:
        drawn = [
            {name: measure(data) for name, data in draw_sets(domain, flu["rows"], draw, ROWS).items()}
            for draw in range(1, flu["draws"] + 1)
        ]
        plain = domain.name not in domains
        rows += [
            {
                "domain": domain.name,
                "plain": plain,
                "prevalence": domain.prevalence(),
                **_judge(drawn, name, point),
            }
            for name in READINGS
        ]
    return pd.DataFrame(rows)


def _judge(
    drawn: list[dict[str, dict[str, float]]], reading: str, printed: NDArray[np.float64]
) -> dict[str, Any]:
    """Compare the twelve printed figures with their draws when the third column is `reading`."""
    columns = ("auc", "midpoint", reading)
    values = np.array([[draw[name][column] for name in ROWS for column in columns] for draw in drawn])
    distance, limit = mahalanobis(values, printed)
    with np.errstate(invalid="ignore"):
        mean = values.mean(axis=0)
    low, high = np.quantile(values, [0.025, 0.975], axis=0, method="closest_observation")
    result: dict[str, Any] = {"reading": reading, "distance": distance, "limit": limit}
    for index, name in enumerate(ROWS):
        at = 3 * index + 2
        result[f"mean_{name}"] = mean[at]
        result[f"inside_{name}"] = bool(low[at] <= printed[at] <= high[at])
    return result


def mahalanobis(values: NDArray[np.float64], point: NDArray[np.float64]) -> tuple[float, float]:
    """Squared Mahalanobis distance of a point from draws, and its 95 % limit.

    Parameters
    ----------
    values : ndarray, shape (n_draws, n_figures)
    point : ndarray, shape (n_figures,)

    Returns
    -------
    distance, limit : float
        The limit is that of a further draw from the same normal distribution (Hotelling). The distance is
        NaN where a draw is not finite.
    """
    from scipy.stats import f as f_distribution

    m, p = values.shape
    limit = p * (m - 1) * (m + 1) / (m * (m - p)) * float(f_distribution.ppf(0.95, p, m - p))
    if not np.isfinite(values).all():
        return float("nan"), limit
    scale = values.std(axis=0, ddof=1)
    if np.any(scale == 0):
        return float("nan"), limit
    away = (point - values.mean(axis=0)) / scale
    correlation = np.corrcoef(values, rowvar=False)
    return float(away @ np.linalg.solve(correlation, away)), limit


def _expit(value: NDArray[np.float64]) -> NDArray[np.float64]:
    from scipy.special import expit

    result: NDArray[np.float64] = expit(value)
    return result
