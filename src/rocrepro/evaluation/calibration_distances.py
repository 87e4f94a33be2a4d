"""Calibration errors as one number, beside those that calibrated probabilities show by chance."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from rocrepro.evaluation.bands import class_streams
from rocrepro.evaluation.calibration import bin_edges
from rocrepro.evaluation.inputs import check_probability, check_whole
from rocrepro.evaluation.midpoint import check_probabilities
from rocrepro.evaluation.smooth_calibration import (
    SPAN,
    Smoother,
    cell_cuts,
    knots,
    places,
    smooth_calibration,
)

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

_CELLS, _KNOTS = 512, 60
"""Groups of rows and places of the smooth curve in simulated samples: coarser than for the value itself."""


@dataclass(frozen=True)
class CalibrationDistance:
    """A mean distance of probabilities from the shares that they predict.

    Attributes
    ----------
    value : float
        Of the rows.
    low, high : float
        Its interval, within 0 to 1.
    if_calibrated : float
        Mean of the distances that the same probabilities would have if they were right.
    p_value : float
        How often those distances are at least as large as the value.

    See Also
    --------
    calibration_distances
    """

    value: float
    low: float
    high: float
    if_calibrated: float
    p_value: float


def calibration_distances(
    y_true: ArrayLike,
    y_prob: ArrayLike,
    *,
    n_bins: int = 10,
    strategy: str = "quantile",
    n_resamples: int = 1000,
    seed: int | np.random.Generator,
    alpha: float = 0.05,
    pos_label: Any = None,
) -> dict[str, CalibrationDistance]:
    """Return the expected calibration error and the integrated calibration index with intervals.

    Parameters
    ----------
    y_true : array-like, shape (n,)
        Labels as in `roc_points`.
    y_prob : array-like of float, shape (n,)
        Probabilities of the positive class, from 0 to 1.
    n_bins, strategy
        Of the expected calibration error, as in `calibration_curve`.
    n_resamples : int
        Simulated samples, at least 1.
    seed : int or numpy.random.Generator
        Source of the random numbers.
    alpha : float
        1 minus the level of the intervals.
    pos_label : optional
        The positive class as in `roc_points`.

    Returns
    -------
    dict of str to CalibrationDistance
        "ece", as from `expected_calibration_error`, and "ici", as from `smooth_calibration`.

    Raises
    ------
    InputError
        As in `calibration_curve`, and for a number of samples or a seed out of range.

    See Also
    --------
    recalibration : in which way the probabilities are off.
    calibration_curve : where they are.

    Notes
    -----
    A distance of shares from probabilities is above 0 for calibrated probabilities too, since shares scatter;
    in a bootstrap they scatter twice, and the percentile interval may lie above the value itself. The
    interval is made of the scatter instead. By the triangle inequality the distance of the observed curve
    from the probabilities and that of the true curve differ by no more than the distance between the two
    curves. Outcomes drawn from the smooth curve, and from the probabilities, say how large this is: the
    interval goes from the value to both sides as far as the larger one of their 1 - `alpha` quantiles. It is
    cautious.

    Outcomes drawn from the probabilities themselves give `if_calibrated` and `p_value`. Rows are taken to be
    independent. Of more than 512 distinct probabilities neighbouring ones are drawn as groups.

    References
    ----------
    Broecker & Smith (2007), Weather and Forecasting 22:651-661 (outcomes drawn from the probabilities);
    Austin & Steyerberg (2019), Statistics in Medicine 38:4051-4065. The interval is derived here.

    Examples
    --------
    >>> y, p = [0, 0, 1, 0, 1, 1] * 20, [0.1, 0.2, 0.3, 0.6, 0.7, 0.8] * 20
    >>> found = calibration_distances(y, p, n_bins=2, seed=1)
    >>> round(found["ece"].value, 3), round(found["ece"].low, 3), round(found["ece"].high, 3)
    (0.083, 0.0, 0.167)
    """
    positive, score = check_probabilities(y_true, y_prob, pos_label)
    check_probability(alpha, "alpha")
    size, stream = check_whole(n_resamples, "n_resamples"), class_streams(seed)[0]
    order = np.argsort(score, kind="stable")
    x, smooth = score[order], smooth_calibration(positive, score)
    cells = _Cells(x, bin_edges(score, n_bins, strategy))
    true = np.clip(np.interp(x, smooth.predicted, smooth.observed), 0.0, 1.0)
    scatter, calibrated = (cells.distances(chance, size, stream) for chance in (true, x))
    values = {"ece": cells.error(positive[order] - x), "ici": smooth.ici}
    return {name: _distance(value, scatter[name], calibrated[name], alpha) for name, value in values.items()}


def _distance(value: float, scatter: Floats, calibrated: Floats, alpha: float) -> CalibrationDistance:
    # Of few rows the smooth curve follows the outcomes so closely that too little scatter is left.
    reach = max(float(np.quantile(samples, 1 - alpha)) for samples in (scatter, calibrated))
    # A distance that agrees up to rounding is no smaller.
    beyond = int(np.count_nonzero(calibrated >= value - 1e-12))
    p_value = (1 + beyond) / (1 + len(calibrated))
    return CalibrationDistance(
        value, max(value - reach, 0.0), min(value + reach, 1.0), float(calibrated.mean()), p_value
    )


class _Cells:
    """Ascending rows in groups, and how far outcomes with given chances lie from these chances."""

    def __init__(self, x: Floats, edges: Floats) -> None:
        bins = np.searchsorted(x, edges[1:-1], side="right")
        self.bins = np.unique(np.concatenate([[0], bins, [len(x)]]))
        self.cuts = np.union1d(cell_cuts(x, _CELLS), self.bins)
        self.count = np.diff(self.cuts)
        smoother = Smoother(x, self.cuts, knots(x, _KNOTS), SPAN)
        # The curve is linear in the outcomes: one matrix gives its height at each cell.
        size = len(self.count)
        heights = smoother.heights(np.repeat(self.count[:, np.newaxis], size, axis=1), np.eye(size))
        at = places(x, self.cuts)
        self.curve = np.stack([np.interp(at, smoother.knots, column) for column in heights.T], axis=1)

    def error(self, off: Floats) -> float:
        """Expected calibration error of rows, given outcomes less probabilities."""
        return float(np.abs(np.add.reduceat(off, self.bins[:-1])).sum() / len(off))

    def distances(self, chance: Floats, size: int, stream: np.random.Generator) -> dict[str, Floats]:
        """Distances of simulated outcomes from their chances, shape (size,) each."""
        n, expected = len(chance), np.add.reduceat(chance, self.cuts[:-1])
        hits = stream.binomial(self.count, np.clip(expected / self.count, 0.0, 1.0), (size, len(self.count)))
        off = hits - expected
        starts = np.searchsorted(self.cuts, self.bins[:-1])
        ece = np.abs(np.add.reduceat(off, starts, axis=1)).sum(axis=1) / n
        return {"ece": ece, "ici": np.abs(off @ self.curve.T) @ self.count / n}
