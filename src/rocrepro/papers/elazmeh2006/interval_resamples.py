"""Statistics of all bootstrap curves of a sample in one pass of arrays.

The library takes the curves one by one, which is too slow for a simulation. Its functions draw the rows and
make the limits: only the statistics are computed here, and a test holds them against the library's.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from rocrepro.evaluation.bootstrap import SortedRows, resampled_counts
from rocrepro.evaluation.chosen_cut import ChosenSamples
from rocrepro.evaluation.confusion import f1_of_counts
from rocrepro.evaluation.partial_auc import standardized_area
from rocrepro.evaluation.roc import RocPoints, index_at

Bools = NDArray[np.bool_]
Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

N_BOOT = 199
PARTIAL = (0.0, 0.2)
"""Range of false positive rates of the partial area."""
SPECIFICITY = 0.9
"""Specificity at which the sensitivity is taken."""


def drawn_rows(
    positive: Bools, rng: np.random.Generator, cluster: Ints | None = None, stratified: bool = False
) -> Ints:
    """Draw rows as `rocrepro.evaluation.bootstrap_curves` does.

    Parameters
    ----------
    positive : ndarray of bool, shape (n,)
    rng : numpy.random.Generator
    cluster, stratified
        As in `bootstrap_curves`.

    Returns
    -------
    ndarray of int64, shape (n_samples, n)
        How often each row is in each sample; samples of one class are left out.
    """
    blocks = resampled_counts(positive, n_resamples=N_BOOT, seed=rng, cluster=cluster, stratified=stratified)
    counts = np.concatenate(list(blocks))
    n_pos = counts @ positive
    return np.asarray(counts[(n_pos > 0) & (n_pos < counts.sum(axis=1))])


@dataclass(frozen=True, eq=False)
class Curves:
    """The curves of all samples at the thresholds of the whole sample.

    Attributes
    ----------
    points : RocPoints
        The curve of the rows themselves.
    tp, fp : ndarray of int64, shape (n_samples, n_points)
    """

    points: RocPoints
    tp: Ints
    fp: Ints

    @property
    def n_pos(self) -> Ints:
        """Positive rows of each sample, shape (n_samples, 1)."""
        return self.tp[:, -1:]

    @property
    def n_neg(self) -> Ints:
        """Negative rows of each sample, shape (n_samples, 1)."""
        return self.fp[:, -1:]


def curves_of(positive: Bools, score: Floats, counts: Ints) -> Curves:
    """Return the curves of samples with each row as often as `counts` says."""
    rows = SortedRows(positive, score)
    points = rows.points
    last = (points.tp + points.fp)[1:] - 1
    drawn = counts[:, rows.order]
    both, tp = (
        np.pad(np.cumsum(of, axis=1)[:, last], ((0, 0), (1, 0)))
        for of in (drawn, drawn * positive[rows.order])
    )
    return Curves(points, tp, both - tp)


def statistics(curves: Curves, cut: float) -> dict[str, Floats]:
    """Return measures of each sample, shape (n_samples,) each, NaN where one is undefined.

    Parameters
    ----------
    curves : Curves
    cut : float
        Of F1 and MCC.
    """
    at = int(index_at(curves.points, cut))
    partial, tp, fp, n_pos = partial_areas(curves), curves.tp[:, at], curves.fp[:, at], curves.n_pos[:, 0]
    kept = (curves.n_neg - curves.fp) / curves.n_neg >= SPECIFICITY
    return {
        "auc": _areas(curves),
        "partial_auc": partial,
        "partial_auc_mcclish": standardized_area(partial, fpr=PARTIAL),
        "average_precision": _average_precision(curves),
        "sensitivity_at_specificity": np.where(kept, curves.tp, 0).max(axis=1) / n_pos,
        "f1": f1_of_counts(tp, n_pos - tp, fp),
        "mcc": _mcc(curves, at),
    }


def chosen_samples(curves: Curves) -> ChosenSamples:
    """Return the cut that Youden's index chooses in each sample."""
    merit = curves.tp * curves.n_neg - curves.fp * curves.n_pos
    at = merit.argmax(axis=1)  # the first of the best has the highest threshold
    sample = np.arange(len(at))
    counts = np.column_stack([curves.tp[sample, at], curves.fp[sample, at], curves.n_pos, curves.n_neg])
    return ChosenSamples(curves.points.threshold[at].tolist(), list(map(tuple, counts.tolist())))


def partial_areas(curves: Curves) -> Floats:
    """Return the area of each curve below the false positive rates of `PARTIAL`."""
    most = PARTIAL[1] * curves.n_neg
    # Beyond the first column that is outside in all samples nothing is added.
    used = int(np.count_nonzero((curves.fp < most).any(axis=0))) + 1
    tp, fp = curves.tp[:, :used], curves.fp[:, :used]
    step = np.diff(fp, axis=1)
    part = np.clip(most - fp[:, :-1], 0, step)
    share = part / np.maximum(step, 1)
    doubled = (part * (2 * tp[:, :-1] + share * np.diff(tp, axis=1))).sum(axis=1)
    return np.asarray(doubled / (2 * curves.n_pos * curves.n_neg)[:, 0])


def _areas(curves: Curves) -> Floats:
    doubled = (np.diff(curves.fp, axis=1) * (curves.tp[:, 1:] + curves.tp[:, :-1])).sum(axis=1)
    return np.asarray(doubled / (2 * curves.n_pos * curves.n_neg)[:, 0])


def _average_precision(curves: Curves) -> Floats:
    predicted = np.maximum(curves.tp + curves.fp, 1)[:, 1:]
    steps = np.diff(curves.tp, axis=1)
    return np.asarray((steps * (curves.tp[:, 1:] / predicted)).sum(axis=1) / curves.n_pos[:, 0])


def _mcc(curves: Curves, at: int) -> Floats:
    tp, fp = curves.tp[:, at].astype(float), curves.fp[:, at].astype(float)
    n_pos, n_neg = curves.n_pos[:, 0], curves.n_neg[:, 0]
    scale = np.sqrt((tp + fp) * (n_pos + n_neg - tp - fp) * n_pos * n_neg)
    top = tp * (n_neg - fp) - fp * (n_pos - tp)
    return np.asarray(np.divide(top, scale, out=np.full_like(top, np.nan), where=scale > 0))
