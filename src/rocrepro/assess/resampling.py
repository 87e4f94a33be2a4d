"""Bootstrap resamples of a file's rows, shared by its models: measures of confident sets, and heights."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from rocrepro.assess.models import Model
from rocrepro.assess.options import Options
from rocrepro.evaluation import RocPoints, confident_segment
from rocrepro.evaluation.bands import class_streams, height_at
from rocrepro.evaluation.confident import READINGS, ConfidentSegment
from rocrepro.evaluation.inputs import two_sided_z
from rocrepro.evaluation.resample import CAUC, resampled_rows
from rocrepro.randomness import generator

Counts = NDArray[np.int64]
Floats = NDArray[np.float64]

GRID = np.linspace(0, 1, 101)
"""False positive rates at which heights of curves are kept."""
MEASURES = ("aved", "aved_abs", *CAUC)
STEP = "assess/resamples"
"""Name of the random stream."""


@dataclass(frozen=True, eq=False)
class Resampled:
    """One model on every resample.

    Attributes
    ----------
    measures : dict of str to ndarray of float64, shape (n_boot,)
        Those of `MEASURES`; AveD is NaN without a confident point.
    heights : ndarray of float64, shape (n_boot, len(GRID))
        True positive rate at each rate of `GRID`.
    """

    measures: dict[str, Floats]
    heights: Floats


def resampled(models: Sequence[Model], options: Options, *, paired: bool) -> dict[str, Resampled]:
    """Measure every model on bootstrap resamples of its rows, drawn within each class.

    Parameters
    ----------
    models : sequence of Model
    options : Options
    paired : bool
        Whether all models scored the same rows in the same order. Then each resample draws the same rows for
        all of them, so that differences between models are paired.

    Returns
    -------
    dict of str to Resampled
        The very numbers of `paired_resamples` and `heights`.

    Notes
    -----
    A resample costs two running sums for each model. The confident set is looked for only where
    abs(fn - fp) is small enough to be confident under any of the tests. As fn - fp = n_pos - (rows predicted
    positive), this is one run of the sorted rows.
    """
    groups = [list(models)] if paired else [[model] for model in models]
    found: dict[str, Resampled] = {}
    for group in groups:
        positive = group[0].label == 1
        sweeps = [_Sweep(model, options) for model in group]
        for counts in resampled_rows(positive, options.n_boot, class_streams(generator(options.seed, STEP))):
            for row in counts:
                for sweep in sweeps:
                    sweep.take(row)
        found |= {sweep.model.name: sweep.result() for sweep in sweeps}
    return found


class _Sweep:
    """The rows of one model in the order of their scores, and what resamples gave so far."""

    def __init__(self, model: Model, options: Options) -> None:
        self.model, self.options = model, options
        self.order = np.argsort(-model.score, kind="stable")
        self.positive = (model.label[self.order] == 1).astype(np.int64)
        self.last = (model.curve.tp + model.curve.fp)[1:] - 1
        z, n = two_sided_z(options.alpha), model.curve.n
        # Twice Tango's largest distance: the other tests' are smaller, or larger by little.
        self.reach = int(np.ceil(2 * z * np.sqrt(n) + 2 * z * z)) + 4
        self.rows: list[list[float]] = []
        self.heights: list[Floats] = []

    def take(self, counts: Counts) -> None:
        """Measure one resample, given as counts of rows."""
        curve = self.model.curve
        drawn = counts[self.order]
        both = np.append(0, np.cumsum(drawn)[self.last])
        tp = np.append(0, np.cumsum(drawn * self.positive)[self.last])
        fpr, tpr = (both - tp) / curve.n_neg, tp / curve.n_pos
        self.heights.append(height_at((fpr, tpr), GRID, "top"))
        start, stop = np.searchsorted(both, [curve.n_pos - self.reach, curve.n_pos + self.reach + 1])
        # Of a score none of whose rows was drawn, the resample knows nothing.
        before = both[start - 1] if start else -1
        kept = start + np.flatnonzero(np.diff(both[start:stop], prepend=before) > 0)
        part = RocPoints(curve.threshold[kept], tp[kept], (both - tp)[kept], curve.n_pos, curve.n_neg)
        self.rows.append(measured(confident_segment(part, alpha=self.options.alpha, test=self.options.test)))

    def result(self) -> Resampled:
        columns = np.array(self.rows, dtype=np.float64).T
        return Resampled(dict(zip(MEASURES, columns, strict=True)), np.array(self.heights))


def measured(segment: ConfidentSegment) -> list[float]:
    """The measures of a confident set, in the order of `MEASURES`."""
    return [segment.aved, segment.aved_abs, *(segment.cauc(reading) for reading in READINGS)]


def percentiles(samples: Floats, alpha: float) -> tuple[float, float, int]:
    """Limits of the percentile interval, and the number of resamples without a value."""
    kept = samples[~np.isnan(samples)]
    if len(kept) == 0:
        return float("nan"), float("nan"), len(samples)
    low, high = np.quantile(kept, [alpha / 2, 1 - alpha / 2]).tolist()
    return low, high, len(samples) - len(kept)
