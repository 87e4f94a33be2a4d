"""Areas and their differences where rows come in clusters, beside what independent rows would give."""

from __future__ import annotations

import math
import warnings
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from rocrepro.evaluation import (
    AucDifference,
    clustered_auc_interval,
    clustered_auc_test,
    delong_interval,
    delong_test,
    design_effect,
    roc_auc,
)
from rocrepro.evaluation.bands import NO_WIDTH
from rocrepro.evaluation.resample import percentiles
from rocrepro.study.curve_samples import sampled_curves
from rocrepro.study.cut import Cut
from rocrepro.study.frames import Key, Row, frame_of
from rocrepro.study.model import Floats, Ints, Model, Name, pair_key
from rocrepro.study.study import Study

if TYPE_CHECKING:
    import pandas as pd


@dataclass(frozen=True)
class ClusterRow(Row):
    """One area, or one difference of two, with three intervals.

    delong_ takes rows for independent, clustered_ is Obuchowski's, and bootstrap_ the central part of
    resamples of whole clusters. design_effect is the variance of the second in units of that of the first.
    What does not exist, or has no width, is NaN.
    """

    n_clusters: int
    n_rows: int
    value: float
    delong_low: float
    delong_high: float
    clustered_low: float
    clustered_high: float
    bootstrap_low: float
    bootstrap_high: float
    design_effect: float
    p_delong: float
    p_clustered: float


def clusters(study: Study) -> pd.DataFrame:
    """Return the area of every model whose rows come in clusters, one `ClusterRow` a model.

    See Also
    --------
    cluster_differences : pairs of models.
    rocrepro.evaluation.clustered_auc_interval
    """

    def rows() -> Iterator[tuple[Key, ClusterRow]]:
        for model in study.models:
            if model.cluster is not None:
                yield model.key, _row(model, _area(model), study.get(cluster_areas)[model.name])

    return frame_of(study.keys, ClusterRow, rows())


def cluster_differences(study: Study) -> pd.DataFrame:
    """Return the difference in area of every pair of models, one `ClusterRow` a pair.

    See Also
    --------
    clusters : each model by itself.
    rocrepro.evaluation.clustered_auc_test
    """

    def rows() -> Iterator[tuple[Key, ClusterRow]]:
        for a, b in study.pairs:
            if a.cluster is not None:
                drawn = [study.get(cluster_areas)[model.name] for model in (a, b)]
                yield pair_key(a, b), _row(a, _difference(a, b), drawn[0] - drawn[1], b.score)

    return frame_of(study.pair_keys, ClusterRow, rows())


def auc_interval(label: Ints, score: Floats, alpha: float) -> tuple[float, float, float]:
    """Return the area and DeLong's limits; what does not exist or has no width shows in the numbers."""
    with warnings.catch_warnings(action="ignore"):
        return delong_interval(label, score, alpha=alpha)


def auc_limits(model: Model) -> tuple[float, float, float]:
    """Return the area and its limits as `auc_interval` does, but by clusters where there are any."""
    if model.cluster is None:
        return auc_interval(model.label, model.score, model.choices.alpha)
    with warnings.catch_warnings(action="ignore"):
        return clustered_auc_interval(model.label, model.score, model.cluster, alpha=model.choices.alpha)


def auc_difference(a: Model, b: Model) -> AucDifference:
    """Return the paired test of two areas, by clusters where there are any."""
    with warnings.catch_warnings(action="ignore"):
        alpha = a.choices.alpha
        if a.cluster is None:
            return delong_test(a.label, a.score, b.score, alpha=alpha)
        return clustered_auc_test(a.label, a.score, b.score, a.cluster, alpha=alpha)


def cluster_areas(study: Study) -> dict[Name, Floats]:
    """Return the area of every model on the same resamples of whole clusters."""
    found: dict[Name, Floats] = {}
    for group in study.drawn_together:
        if group[0].cluster is not None:
            curves = sampled_curves(study, group)
            areas = [{name: roc_auc(curve) for name, curve in one.items()} for one in curves]
            found |= {model.name: np.array([one[model.name] for one in areas]) for model in group}
    return found


NO_VERDICT = "the rows come in clusters, but the test treats them as independent"
"""Reason why predictions of rows in clusters are not tested."""


def no_verdict(*predicted: tuple[Model, Cut]) -> str:
    """Say why no test of predictions at such cuts means anything; "" where it does."""
    reasons = [f"{model.label_text}: {cut.one_class}" for model, cut in predicted if cut.one_class]
    if predicted[0][0].cluster is not None:
        reasons.append(NO_VERDICT)
    return "; ".join(reasons)


Limits = tuple[float, float, float, float]
"""Value, limits and p; p is NaN for an area."""


def _area(model: Model) -> tuple[Limits, Limits]:
    naive = auc_interval(model.label, model.score, model.choices.alpha)
    return (*naive, math.nan), (*auc_limits(model), math.nan)


def _difference(a: Model, b: Model) -> tuple[Limits, Limits]:
    tests = auc_difference(replace(a, cluster=None), b), auc_difference(a, b)
    one, other = ((test.difference, test.lower, test.upper, test.p_value) for test in tests)
    return one, other


def _row(
    model: Model, found: tuple[Limits, Limits], drawn: Floats, minus: Floats | None = None
) -> ClusterRow:
    naive, clustered = (_with_width(limits) for limits in found)
    low, high, _ = percentiles(drawn, model.choices.alpha)
    if not high - low > NO_WIDTH:
        low = high = math.nan
    assert model.cluster is not None
    return ClusterRow(
        n_clusters=len(set(model.cluster.tolist())),
        n_rows=len(model.label),
        value=naive[0],
        delong_low=naive[1],
        delong_high=naive[2],
        clustered_low=clustered[1],
        clustered_high=clustered[2],
        bootstrap_low=low,
        bootstrap_high=high,
        design_effect=design_effect(model.label, model.score, model.cluster, minus=minus),
        p_delong=naive[3],
        p_clustered=clustered[3],
    )


def _with_width(limits: Limits) -> Limits:
    value, low, high, p_value = limits
    return limits if low < high else (value, math.nan, math.nan, math.nan if low == high else p_value)
