"""Names of the random streams of a study, and how many resamples each step takes.

A stream's name decides its numbers, so that names outlive the modules that they were once called after.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from rocrepro.randomness import generator
from rocrepro.study.model import Model

PAIRED, ALL_BANDS = 500, 500
"""Resamples of the rows of trained models, and bootstrap curves behind the bands of all kinds."""
PERMUTATIONS, VERTICAL = 999, 1000
"""Exchanges of ranks between two models, and bootstrap curves behind a vertical band."""


@dataclass(frozen=True)
class Step:
    """One step that draws random numbers.

    Attributes
    ----------
    stream : str
        Name of the stream; ``{model}`` stands for the model's name, and ``{group}``, ``{a}`` and ``{b}`` for
        the engine and the learners of a pair.
    n_resamples : int, optional
        How many are drawn; by default as many as the study's choices say.

    See Also
    --------
    Steps : all random steps of a study.
    """

    stream: str
    n_resamples: int | None = None

    def of(self, seed: int, *models: Model) -> np.random.Generator:
        """Return the generator of this step for one model, for a pair, or for all models together."""
        names = [model.name for model in models]
        parts = {"model": "/".join(names[0]), "group": names[0][0], "a": names[0][-1]} if names else {}
        if len(names) > 1:
            parts["b"] = names[1][-1]
        return generator(seed, self.stream.format(**parts))


@dataclass(frozen=True)
class Steps:
    """The random steps of a study.

    Attributes
    ----------
    resamples : Step
        Paired resamples of the rows: differences between models, and true positive rates of curves.
    intervals : Step
        Intervals of the confident set's measures; the same resamples where the stream has the same name.
    bands : Step
        Bootstrap curves behind fixed-width bands.
    permutation : Step
        Exchanges of ranks between two models.
    vertical : Step
        Bootstrap curves behind the vertical bands of two models that are held against each other.
    all_bands : Step
        Bootstrap curves behind the bands of all kinds that are held against each other.
    clusters : Step
        Resamples of whole clusters.
    multiclass : Step
        Resamples of the rows of several classes.
    weighted : Step
        Resamples of rows with their weights.
    calibration : Step
        Simulated outcomes, from which the scatter of calibration is taken.
    net_benefit : Step
        Samples of all rows behind the intervals of decision curves.

    See Also
    --------
    rocrepro.study.steps.steps_of_dataset : those of trained models.
    """

    resamples: Step = Step("assess/resamples")
    intervals: Step = Step("assess/resamples")
    bands: Step = Step("assess/band/{model}")
    permutation: Step = Step("assess/permutation/{a}/{b}")
    vertical: Step = Step("assess/vertical/{model}")
    all_bands: Step = Step("assess/bands/{model}")
    clusters: Step = Step("assess/clusters")
    multiclass: Step = Step("assess/multiclass/{model}")
    weighted: Step = Step("assess/weighted")
    calibration: Step = Step("assess/calibration")
    net_benefit: Step = Step("assess/net_benefit")


def steps_of_dataset(dataset: str) -> Steps:
    """Return the steps of a study of trained models, which every data set has of its own."""
    return Steps(
        resamples=Step(f"paired_resamples/{dataset}", PAIRED),
        intervals=Step(f"elazmeh2006/segment_intervals/{dataset}", PAIRED),
        bands=Step(f"fixed_width_band/{dataset}/{{model}}"),
        permutation=Step(f"hamel2008/permutation/{dataset}/{{group}}/{{a}}/{{b}}", PERMUTATIONS),
        vertical=Step(f"hamel2008/vertical/{dataset}/{{model}}", VERTICAL),
        all_bands=Step(f"elazmeh2006/band_comparison/{dataset}/{{model}}", ALL_BANDS),
    )
