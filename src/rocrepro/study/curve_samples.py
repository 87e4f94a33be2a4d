"""The bootstrap samples of every curve, gone through once for all that is read off them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

import numpy as np

from rocrepro.evaluation import average_precision, bootstrap_curves, partial_auc, rate_at
from rocrepro.evaluation.chosen_cut import ChosenSamples
from rocrepro.evaluation.cluster_codes import single_unit
from rocrepro.evaluation.curve_intervals import METHOD, Statistic, percentile_estimate
from rocrepro.evaluation.cut_measures import measures_of_counts
from rocrepro.evaluation.estimate import Estimate
from rocrepro.evaluation.operating_points import corners
from rocrepro.evaluation.roc import RocPoints, index_at
from rocrepro.study.choices import Choices
from rocrepro.study.model import Floats, Ints, Model, Name
from rocrepro.study.operating import rows_by_model
from rocrepro.study.study import Study

CLUSTERED = "bootstrap of clusters"
AVERAGE_PRECISION, SENSITIVITY, SPECIFICITY = "average_precision", "sensitivity", "specificity"


@dataclass(frozen=True, eq=False)
class CurveSamples:
    """Values of one model on the bootstrap samples of its rows.

    Attributes
    ----------
    values : mapping of str to ndarray of float64, shape (n_resamples,)
        Of each of `statistics_of`.
    at_cuts : mapping of str to ndarray of float64, shape (n_resamples, n_cuts)
        The measures of `rocrepro.evaluation.cut_measures` at the thresholds of the operating points.
    chosen : mapping of str to ChosenSamples
        The best cut of each sample by every criterion, by the criterion's name in frames.
    clustered : bool
        Whether whole clusters were drawn.
    single : str
        Why there are no intervals: of `rocrepro.evaluation.cluster_codes.single_unit`.
    """

    values: Mapping[str, Floats]
    at_cuts: Mapping[str, Floats]
    chosen: Mapping[str, ChosenSamples]
    clustered: bool
    single: str

    @property
    def method(self) -> str:
        """The name of the method in frames."""
        return CLUSTERED if self.clustered else METHOD

    def estimate(self, value: float, samples: Floats, alpha: float) -> Estimate:
        """Return a value with the interval of its resamples."""
        return replace(percentile_estimate(value, samples, alpha, self.single), method=self.method)


def statistics_of(choices: Choices) -> dict[str, Statistic]:
    """Return the functions of a curve whose intervals are wanted, by name."""
    found: dict[str, Statistic] = {
        AVERAGE_PRECISION: average_precision,
        SENSITIVITY: lambda curve: rate_at(curve, specificity=choices.at_specificity).rate,
        SPECIFICITY: lambda curve: rate_at(curve, sensitivity=choices.at_sensitivity).rate,
    }
    for by, of in choices.partial_ranges.items():
        given: dict[str, Any] = {by: of}
        found[by] = partial(partial_auc, **given)
    return found


def curve_samples(study: Study) -> dict[Name, CurveSamples]:
    """Return what the bootstrap samples of every shown model give, by its name.

    Models that are compared see the same rows. They are drawn from all rows, or where rows come in clusters,
    as whole clusters.
    """
    found: dict[Name, CurveSamples] = {}
    for group in study.drawn_together:
        takers = {model.name: _Taker(study, model) for model in group}
        for curves in sampled_curves(study, group):
            for name, curve in curves.items():
                takers[name].take(curve)
        found |= {name: taker.result() for name, taker in takers.items()}
    return found


def sampled_curves(study: Study, group: list[Model]) -> Iterator[Mapping[Name, RocPoints]]:
    """Return the curves of models on the same bootstrap samples of rows, or of whole clusters."""
    cluster = group[0].cluster
    step = study.steps.resamples if cluster is None else study.steps.clusters
    return bootstrap_curves(
        group[0].label,
        {model.name: model.score for model in group},
        n_resamples=study.n_resamples(step),
        seed=step.of(study.choices.seed),
        cluster=cluster,
    )


class _Taker:
    """Collector of the values that are read off each sample of one model."""

    def __init__(self, study: Study, model: Model) -> None:
        self.statistics, self.criteria = statistics_of(study.choices), study.choices.criteria
        self.prevalence, self.clustered = study.choices.prevalence, model.cluster is not None
        self.single = single_unit(model.label == 1, model.cluster)
        self.cuts = np.array([row.threshold for row in study.get(rows_by_model)[model.name]])
        self.values: list[list[float]] = []
        self.cells: list[tuple[Ints, Ints, int, int]] = []
        self.chosen = {name: ChosenSamples() for name in self.criteria}

    def take(self, curve: RocPoints) -> None:
        """Take the curve of one sample."""
        self.values.append([statistic(curve) for statistic in self.statistics.values()])
        at = index_at(curve, self.cuts)
        self.cells.append((curve.tp[at], curve.fp[at], curve.n_pos, curve.n_neg))
        few = corners(curve)
        for name, by in self.criteria.items():
            self.chosen[name].add(by.best(few), curve)

    def result(self) -> CurveSamples:
        """Return what was taken, as arrays."""
        values = np.array(self.values, dtype=np.float64).reshape(-1, len(self.statistics)).T
        tp, fp = (np.array([cells[side] for cells in self.cells], dtype=np.int64) for side in (0, 1))
        tp, fp = (counts.reshape(-1, len(self.cuts)) for counts in (tp, fp))
        n_pos, n_neg = (np.array([cells[side] for cells in self.cells]).reshape(-1, 1) for side in (2, 3))
        at_cuts = measures_of_counts(tp, n_pos - tp, fp, n_neg - fp, self.prevalence)
        by_name = dict(zip(self.statistics, values, strict=True))
        return CurveSamples(by_name, at_cuts, self.chosen, self.clustered, self.single)
