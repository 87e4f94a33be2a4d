"""Confidence bands of ROC curves."""

from __future__ import annotations

import copy
import math
import warnings
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray

from rocrepro.deprecated import renamed
from rocrepro.errors import InputError
from rocrepro.evaluation.band_edges import Curve, Floats, band_edges, height_at
from rocrepro.evaluation.inputs import check_probability, check_seed, check_whole
from rocrepro.evaluation.metrics import ZeroWidthIntervalWarning
from rocrepro.evaluation.roc import RocPoints, roc_points
from rocrepro.evaluation.screened_shifts import screened_shifts

# Cells of a bootstrap block: bounds the memory and leaves the numbers drawn as they are.
_BLOCK_CELLS = 1_000_000
# Points from which on most rows of a bootstrap curve need not be drawn.
_MANY = 20_000
# A width that rounding alone gives to bootstrap curves which are all the same.
NO_WIDTH = 1e-12


@dataclass(frozen=True, eq=False)
class Band:
    """A confidence band of a ROC curve.

    Attributes
    ----------
    grid : ndarray of float64, shape (n_points,)
        False positive rates, ascending. A rate that occurs twice is a vertical step of an edge.
    lower, upper : ndarray of float64, shape (n_points,)
        True positive rates of the two edges, in [0, 1].
    method : str
        Name of the method, for example "fixed_width".
    level : float
        Nominal confidence level.
    replicates : int
        Number of bootstrap or fold curves behind the band; 0 for a closed form.
    kind : {"simultaneous", "pointwise"}
        Whether the level is that of the whole curve or of one point of it.
    width : float
        Fixed-width bands: distance by which the curve is moved each way, in the units of the square's side;
        NaN for other methods.
    slope : float
        Fixed-width bands: slope d(tpr)/d(fpr) of the line along which it is moved; NaN for other methods.

    See Also
    --------
    fixed_width_band : a band whose level is that of the whole curve.
    vertical_band : a band around the average of several curves.
    simultaneous_joint_band, threshold_average_band, vertical_average_band, working_hotelling_band
    """

    grid: Floats
    lower: Floats
    upper: Floats
    method: str
    level: float
    replicates: int
    kind: Literal["simultaneous", "pointwise"]
    width: float = math.nan
    slope: float = math.nan

    @property
    def area(self) -> float:
        """Share of the unit square between the edges, by the trapezoid rule on `grid`.

        Exact when the edges are straight between grid points, as on the default grid of
        `fixed_width_band`.
        """
        return float(np.trapezoid(self.upper - self.lower, self.grid))

    @property
    def has_width(self) -> bool:
        """True if the edges lie apart, other than along a vertical step of the curve.

        The bootstrap curves of a perfect or a constant score are all the same, and the band that they make
        says nothing of how far the curve could be off.
        """
        return self.area > NO_WIDTH

    @property
    def label(self) -> str:
        """Name of the band in a legend, for example "95 % simultaneous band, fixed width"."""
        return f"{100 * self.level:g} % {self.kind} band, {self.method.replace('_', ' ')}"

    def columns(self) -> dict[str, Floats]:
        """Return grid and edges by the header of a CSV file: fpr, lower_simultaneous, upper_simultaneous.

        A pointwise band has lower_pointwise and upper_pointwise.
        """
        return {"fpr": self.grid, f"lower_{self.kind}": self.lower, f"upper_{self.kind}": self.upper}

    def edges_at(self, fpr: ArrayLike) -> Curve:
        """Return both edges at false positive rates of any order, NaN beyond the grid.

        At a vertical step the foot of the lower edge and the top of the upper one; straight lines elsewhere.
        """
        rates = np.asarray(fpr, dtype=np.float64)
        beyond = (rates < self.grid[0]) | (rates > self.grid[-1])
        edges = (
            height_at((self.grid, self.lower), rates, "foot"),
            height_at((self.grid, self.upper), rates, "top"),
        )
        return np.where(beyond, np.nan, edges[0]), np.where(beyond, np.nan, edges[1])


@renamed(n_boot="n_resamples")
def fixed_width_band(
    y_true: ArrayLike,
    y_score: ArrayLike,
    *,
    level: float = 0.95,
    n_resamples: int = 1000,
    seed: int | np.random.Generator,
    slope: float | str | None = None,
    pos_label: Any = None,
    grid: ArrayLike | None = None,
) -> Band:
    """Compute a fixed-width simultaneous band from bootstrap curves.

    The empirical curve is moved both ways along a line of negative slope, by the smallest distance for
    which at least the share `level` of the bootstrap curves lies wholly between the two moved curves.
    Rows are drawn with replacement within each class.

    Parameters
    ----------
    y_true, y_score : array-like, shape (n,)
        Labels and scores as in `roc_points`.
    level : float
        Nominal level, in (0, 1).
    n_resamples : int
        Number of bootstrap curves, at least 1.
    seed : int or numpy.random.Generator
        Source of the random numbers. Two streams are spawned from a generator, so that a second call with
        the same generator gives another band.
    slope : {"ks", "inverse"} or float, optional
        Slope d(tpr)/d(fpr) of the line: "ks" (default) is -sqrt(n_neg / n_pos), along which each rate moves
        in proportion to 1 / sqrt(rows of its class), as in Kolmogorov-Smirnov bands; "inverse" is
        -sqrt(n_pos / n_neg), the other reading of the literature; or a negative number.
    pos_label : optional
        The positive class as in `roc_points`.
    grid : array-like of float, optional
        Ascending false positive rates in [0, 1] at which the edges are wanted; at a vertical step the upper
        edge has its top and the lower edge its foot. By default every corner of both edges, from (0, 0) to
        (1, 1), so that straight lines between grid points are the edges themselves.

    Returns
    -------
    Band
        `method` "fixed_width", `kind` "simultaneous", with `width` and `slope`.

    Warns
    -----
    ZeroWidthIntervalWarning
        When all bootstrap curves are the same, as for a perfect or a constant score: `has_width` is False.

    Raises
    ------
    InputError
        As in `roc_points`, and for a level, a number of curves, a seed, a slope or a grid out of range.

    See Also
    --------
    simultaneous_joint_band : a simultaneous band in closed form.
    working_hotelling_band : a simultaneous band for normal scores.
    vertical_average_band : a pointwise band from the same bootstrap curves.
    rocrepro.display.RocBandDisplay : draws any band.
    threshold_average_band : a band of the rates at each threshold.

    Notes
    -----
    On the default grid w = m x + y, with -m the slope, is constant along the line. Every ROC curve is a
    function x(w) from w = 0 to w = m + 1, and the distance at which a bootstrap curve is just enclosed is the
    largest difference of its x(w) from the empirical one, times sqrt(1 + m^2). Both are piecewise linear, so
    the largest difference occurs at a corner of either and is exact. The width is the
    ceil(level n_resamples)-th smallest of these distances, with no interpolation.

    References
    ----------
    Campbell (1994), Statistics in Medicine 13:499-508; Macskassy & Provost (2004), ROCAI workshop;
    Macskassy, Provost & Rosset (2005), ICML.
    """
    check_probability(level, "level")
    check_whole(n_resamples, "n_resamples")
    points = roc_points(y_true, y_score, pos_label=pos_label)
    (band,) = along_slopes(points, [slope], level=level, n_resamples=n_resamples, seed=seed, grid=grid)
    return warned(band, stacklevel=4)


def along_slopes(
    points: RocPoints,
    slopes: Sequence[float | str | None],
    *,
    level: float,
    n_resamples: int,
    seed: int | np.random.Generator,
    grid: ArrayLike | None = None,
) -> list[Band]:
    """Return a band as of `fixed_width_band` for each slope, all from the same bootstrap curves."""
    steepnesses = [_steepness(slope, points.n_pos, points.n_neg) for slope in slopes]
    shifts = _enclosing_shifts(points, steepnesses, int(n_resamples), class_streams(seed))
    # The small term keeps, for example, 0.7 * 10 = 7.000000000000001 from taking the 8th.
    rank = min(math.ceil(level * n_resamples - 1e-9), n_resamples)
    bands = []
    for steepness, of in zip(steepnesses, np.sort(shifts, axis=1), strict=True):
        dx = float(of[rank - 1])
        upper = (points.fpr - dx, points.tpr + steepness * dx)
        lower = (points.fpr + dx, points.tpr - steepness * dx)
        rates, low, high = band_edges(lower, upper, grid)
        band = Band(
            grid=rates,
            lower=low,
            upper=high,
            method="fixed_width",
            level=float(level),
            replicates=int(n_resamples),
            kind="simultaneous",
            width=dx * math.hypot(1.0, steepness),
            slope=-steepness,
        )
        bands.append(band)
    return bands


def warned(band: Band, *, stacklevel: int) -> Band:
    """Return the band, with a warning where it has no width; the stack level counts from here."""
    if not band.has_width:
        message = f"all curves behind the band {band.method} agree: a band is not estimable"
        warnings.warn(message, ZeroWidthIntervalWarning, stacklevel=stacklevel)
    return band


def _steepness(slope: float | str | None, n_pos: int, n_neg: int) -> float:
    """Size of the slope, above 0."""
    named = {"ks": math.sqrt(n_neg / n_pos), "inverse": math.sqrt(n_pos / n_neg)}
    if slope is None or isinstance(slope, str):
        if (slope or "ks") not in named:
            raise InputError(f"slope: found {slope!r}; expected 'ks', 'inverse' or a negative number")
        return named[slope or "ks"]
    if not -math.inf < slope < 0:
        raise InputError(f"slope: found {slope}; expected 'ks', 'inverse' or a negative number")
    return -float(slope)


def class_streams(seed: int | np.random.Generator) -> list[np.random.Generator]:
    """Return a stream for each class, positive first, so that the size of a block changes no number."""
    return check_seed(seed).spawn(2)


def bootstrap_blocks(
    points: RocPoints, n_resamples: int, streams: list[np.random.Generator]
) -> Iterator[Curve]:
    """Draw rows within each class, and yield the bootstrap curves (fpr, tpr) in blocks (rows, n_points)."""
    rows = max(1, _BLOCK_CELLS // len(points))
    for start in range(0, n_resamples, rows):
        size = min(rows, n_resamples - start)
        yield (
            _resampled_rate(points.fp, points.n_neg, size, streams[1]),
            _resampled_rate(points.tp, points.n_pos, size, streams[0]),
        )


def _resampled_rate(cumulated: NDArray[np.int64], total: int, size: int, rng: np.random.Generator) -> Floats:
    """Rates of one class after resampling its rows: a multinomial draw over its distinct scores."""
    counts = np.diff(cumulated)
    present = np.flatnonzero(counts)
    rate = np.zeros((size, len(cumulated)))
    rate[:, 1 + present] = rng.multinomial(total, counts[present] / total, size=size)
    return np.cumsum(rate, axis=1, out=rate) / total


def _enclosing_shifts(
    points: RocPoints, steepnesses: Sequence[float], n_resamples: int, streams: list[np.random.Generator]
) -> Floats:
    """Return the smallest shift in fpr at which the moved empirical curves enclose each bootstrap curve.

    A row a steepness, a column a curve; with several, each sees the same curves.
    """
    if len(points) > _MANY:
        return np.stack(
            [
                screened_shifts(points, steepness, n_resamples, copy.deepcopy(streams), bootstrap_blocks)
                for steepness in steepnesses
            ]
        )
    x = points.fpr
    blocks = []
    for boot_x, boot_y in bootstrap_blocks(points, n_resamples, streams):
        shifts = []
        for steepness in steepnesses:
            w, boot_w = steepness * x + points.tpr, steepness * boot_x + boot_y
            at_boot_corners = np.abs(boot_x - np.interp(boot_w, w, x)).max(axis=1)
            at_own_corners = [
                np.abs(x - np.interp(w, one_w, one_x)).max()
                for one_w, one_x in zip(boot_w, boot_x, strict=True)
            ]
            shifts.append(np.maximum(at_boot_corners, at_own_corners))
        blocks.append(shifts)
    return np.concatenate(blocks, axis=1)
