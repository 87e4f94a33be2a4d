"""Resamples of the rows: the measures on each, and the percentile intervals that they give."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from rocrepro.evaluation.resample import MEASURES, curve_measures, percentiles
from rocrepro.study.frames import Key, Row, floats, frame_of, stacked
from rocrepro.study.study import Study

if TYPE_CHECKING:
    import pandas as pd

OF_SEGMENT = tuple(name for name in MEASURES if name.startswith(("aved", "cauc")))
"""Measures that have an interval: a number of points has none, as rows drawn twice share a score."""
RESAMPLES = {"resample": int, **floats(*MEASURES)}
"""Columns of the resamples."""


@dataclass(frozen=True)
class IntervalRow(Row):
    """One measure of a confident set with the central part of its resamples.

    n_undefined counts the resamples without a confident point, which have no value; mean is that of the rest.
    """

    measure: str
    value: float
    low: float
    high: float
    mean: float
    n_resamples: int
    n_undefined: int
    method: str = "percentiles of resamples within each class"


def intervals(study: Study) -> pd.DataFrame:
    """Return the interval of every measure of the confident set of every shown model.

    See Also
    --------
    resamples : the measures of each resample.
    rocrepro.evaluation.cauc_interval, rocrepro.evaluation.aved_interval
    """

    def rows() -> Iterator[tuple[Key, IntervalRow]]:
        for model in study.models:
            value = curve_measures(model.segment)
            found = study.resampled_for_intervals[model.name].measures
            for name in OF_SEGMENT:
                low, high, undefined = percentiles(found[name], study.choices.alpha)
                kept = found[name][~np.isnan(found[name])]
                mean = float(kept.mean()) if len(kept) else np.nan
                sizes = len(found[name]), undefined
                yield model.key, IntervalRow(name, value[name], low, high, mean, *sizes)

    return frame_of(study.keys, IntervalRow, rows())


def resamples(study: Study) -> pd.DataFrame:
    """Return the measures of every compared model on the same resamples of the rows, one row a resample.

    See Also
    --------
    intervals : what follows for each model.
    rocrepro.evaluation.paired_resamples
    """

    def blocks() -> Iterator[tuple[Key, Mapping[str, Any]]]:
        for model in study.compared:
            measures = study.resampled[model.name].measures
            yield model.key, {"resample": np.arange(1, len(measures["auc"]) + 1), **measures}

    return stacked(study.keys, RESAMPLES, blocks())
