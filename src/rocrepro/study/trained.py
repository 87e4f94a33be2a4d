"""The study of the models that the workflow has trained on one data set."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from rocrepro.study.choices import BestBy, Choices
from rocrepro.study.equivalence import BALANCED, HALF
from rocrepro.study.model import Name
from rocrepro.study.steps import steps_of_dataset
from rocrepro.study.study import Study

if TYPE_CHECKING:
    import pandas as pd

WRITTEN = (
    *("points", "curves", "summary", "variants", "folds", "resamples", "intervals"),
    *("fixed_width", "all_bands", "vertical", "operating_points", "prevalence", "prevalence_points"),
    *("comparisons", "equivalence", "soft", "related", "cost_curves", "smooth_curves"),
)
"""Kinds that the papers' artifacts need; rule ``evaluate`` writes a file of each."""
COST_FN = 5
BOUND = 0.05
"""Costs and bounds of our own, as the papers name none.

An error on a positive counts five times, and one error rate is held at 5 %."""
BEST_BY = {
    "chi_square": BestBy("chi_square"),
    "accuracy": BestBy("accuracy"),
    "youden": BestBy("youden"),
    "distance": BestBy("distance"),
    "cost": BestBy("cost", {"cost_fn": COST_FN}),
    "neyman_pearson_fpr": BestBy("neyman_pearson", {"max_fpr": BOUND}),
    "neyman_pearson_fnr": BestBy("neyman_pearson", {"max_fnr": BOUND}),
}
"""Criteria of the operating points."""


def study_of_dataset(
    scores: Mapping[Name, pd.DataFrame], dataset: str, choices: Choices, *, seed: int = 1
) -> Study:
    """Return the study of trained models.

    Parameters
    ----------
    scores : mapping of (engine, learner) to DataFrame
        As in `rocrepro.formats.scores`. An empty frame (a data set that no source served) gives no rows.
    dataset : str
        The data set's name; it only names the random streams.
    choices : Choices
    seed : int
        Seed whose curves and bands are kept.

    See Also
    --------
    rocrepro.assess.assess : the study of a user's file.
    """
    return Study(
        scores,
        columns=("engine", "learner"),
        choices=choices,
        seed=seed,
        steps=steps_of_dataset(dataset),
        rules=(BALANCED, HALF),
        with_all_negative=True,
    )
