"""Differences between two models in every measure, with their signs over resamples of the rows and seeds."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from rocrepro.evaluation.resample import MEASURES, curve_measures, percentiles
from rocrepro.study.frames import Key, Row, frame_of
from rocrepro.study.model import Floats, Model, Name, pair_key
from rocrepro.study.study import Study

if TYPE_CHECKING:
    import pandas as pd

WITHOUT_INTERVAL = frozenset({"n_points", "n_confident"})
"""Numbers of points: a resample has fewer, as rows that are drawn twice share a score."""
OF_CURVE = frozenset({"auc", "n_points"})
"""Measures of the whole curve, which have a value even without a confident point."""
BySeed = Mapping[int, Mapping[str, float]]


@dataclass(frozen=True)
class DifferenceRow(Row):
    """One measure of model a minus that of model b.

    low and high are the central part of the paired resamples' differences, share_resamples the share of these
    that are positive, share_seeds the share of the seeds with a positive difference, NaN with one seed; ties
    count one half. n_resamples and n_seeds count those with a value.
    """

    measure: str
    value_a: float
    value_b: float
    difference: float
    low: float
    high: float
    share_resamples: float
    n_resamples: int
    share_seeds: float
    n_seeds: int


def differences(study: Study) -> pd.DataFrame:
    """Return the difference in every measure for every pair of models, in both directions.

    See Also
    --------
    comparisons : tests of whether two areas differ.
    rocrepro.evaluation.paired_resamples
    """

    def rows() -> Iterator[tuple[Key, DifferenceRow]]:
        names = {model.name for pair in study.pairs for model in pair}
        known: dict[Name, dict[int, Mapping[str, float]]] = {}
        for model in study.replicates():
            if model.name in names:
                known.setdefault(model.name, {})[model.seed] = curve_measures(model.segment)
        for first, second in study.pairs:
            for a, b in ((first, second), (second, first)):
                for name in MEASURES:
                    yield pair_key(a, b), _difference(study, a, b, known, name)

    return frame_of(study.pair_keys, DifferenceRow, rows())


def _difference(study: Study, a: Model, b: Model, known: Mapping[Name, BySeed], name: str) -> DifferenceRow:
    of_a, of_b = known[a.name], known[b.name]
    resampled = _minus(study.resampled[a.name].measures, study.resampled[b.name].measures, name)
    low, high, undefined = percentiles(resampled, study.choices.alpha)
    seeds = _over_seeds(of_a, of_b, name)
    return DifferenceRow(
        measure=name,
        value_a=of_a[a.seed][name],
        value_b=of_b[b.seed][name],
        difference=float(_minus(of_a[a.seed], of_b[b.seed], name)),
        low=np.nan if name in WITHOUT_INTERVAL else low,
        high=np.nan if name in WITHOUT_INTERVAL else high,
        share_resamples=share_positive(_defined(resampled)),
        n_resamples=len(resampled) - undefined,
        share_seeds=share_positive(seeds) if len(seeds) > 1 else np.nan,
        n_seeds=len(seeds),
    )


def _minus(a: Mapping[str, Any], b: Mapping[str, Any], name: str) -> Floats:
    """One measure's differences; NaN where a measure of the confident set meets two empty sets."""
    difference: Floats = np.asarray(a[name], dtype=float) - np.asarray(b[name], dtype=float)
    nothing = (np.asarray(a["n_confident"]) == 0) & (np.asarray(b["n_confident"]) == 0)
    return np.where(nothing & (name not in OF_CURVE), np.nan, difference)


def _over_seeds(a: BySeed, b: BySeed, name: str) -> Floats:
    """Differences at each seed; a model in which nothing is random meets every seed of the other."""
    seeds = sorted({*a, *b} if 1 in (len(a), len(b)) else {*a} & {*b})
    sides = ([of[seed] if len(of) > 1 else next(iter(of.values())) for seed in seeds] for of in (a, b))
    one, other = (
        {key: np.array([at[key] for at in side]) for key in (name, "n_confident")} for side in sides
    )
    return _defined(_minus(one, other, name))


def _defined(values: Floats) -> Floats:
    return values[~np.isnan(values)]


def share_positive(differences: Floats) -> float:
    """Return the share of differences above 0, ties counting one half; NaN for none."""
    if len(differences) == 0:
        return float("nan")
    return float(np.mean((1 + np.sign(differences)) / 2))
