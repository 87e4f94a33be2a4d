"""Resubstitution: the distance of the area under its ROC curve from the Bayes classifier's, and its use."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from rocrepro.papers.bradley1996.resubstitution import PER_CLASS, SHIFT
from rocrepro.papers.fact_rows import Row, row

if TYPE_CHECKING:
    from rocrepro.papers.evaluated import Evaluated


def resubstitution_quantities(evaluated: Evaluated) -> list[Row]:
    """Mean difference of the resubstituted area from the Bayes classifier's, with its 95 % interval.

    And the other classifiers' areas on new rows against it, which a comparative study would put beside it.
    """
    from scipy.special import ndtr

    bayes = float(ndtr(SHIFT / np.sqrt(2)))
    simulated = evaluated.simulation("resubstitution").groupby("classifier", sort=False)
    by_name = {str(name): of for name, of in simulated}
    found = {name: of["auc"].to_numpy() - bayes for name, of in by_name.items()}
    tested = {name: of["auc_new"].to_numpy() - bayes for name, of in by_name.items()}
    points = by_name["neighbours_5"]["n_points"].iloc[-1]
    rows = [row("neighbour_points", points, n=2 * PER_CLASS)]
    for name, values in found.items():
        others = [areas for other, areas in tested.items() if other != name]
        best = max(others, key=lambda areas: float(areas.mean()))
        rows += [_mean("resubstitution", name, values), _mean("beyond_yardstick", name, best - values)]
    return rows


def _mean(quantity: str, classifier: str, values: NDArray[np.float64]) -> Row:
    """The mean over samples with its 95 % interval."""
    mean, half = float(values.mean()), 1.96 * float(np.std(values, ddof=1)) / len(values) ** 0.5
    return row(quantity, mean, classifier=classifier, low=mean - half, high=mean + half, n=len(values))
