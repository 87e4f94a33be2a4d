"""Edges of bands: rising polylines, and their heights at false positive rates."""

from __future__ import annotations

from typing import Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray

from rocrepro.errors import InputError

Floats = NDArray[np.float64]
Curve = tuple[Floats, Floats]
"""Ascending false positive rates, and the true positive rates at them."""


def check_grid(grid: ArrayLike) -> Floats:
    """Return the rates of a grid, or refuse those that do not ascend within [0, 1]."""
    rates = np.asarray(grid, dtype=np.float64)
    if rates.ndim != 1 or not np.all((rates >= 0) & (rates <= 1)) or np.any(np.diff(rates) < 0):
        raise InputError(f"grid: found {rates.tolist()!s:.60}; expected ascending rates in [0, 1]")
    return rates


def band_edges(lower: Curve, upper: Curve, grid: ArrayLike | None) -> tuple[Floats, Floats, Floats]:
    """Return grid and heights of two rising edges: at the rates of `grid`, or at every corner if None."""
    return _corners(lower, upper) if grid is None else _at(check_grid(grid), lower, upper)


def _at(rates: Floats, lower: Curve, upper: Curve) -> tuple[Floats, Floats, Floats]:
    """Grid, foot of the lower edge and top of the upper edge, clipped to the unit square."""
    low, high = height_at(lower, rates, "foot"), height_at(upper, rates, "top")
    return rates, np.clip(low, 0.0, 1.0), np.clip(high, 0.0, 1.0)


def _corners(lower: Curve, upper: Curve) -> tuple[Floats, Floats, Floats]:
    """Grid with every corner of both edges, each vertical step as two points, pinned at (0,0) and (1,1)."""
    # Where an edge leaves the border of the square it has a corner too.
    leaves = [np.interp(0.0, lower[1], lower[0]), np.interp(1.0, upper[1], upper[0])]
    rates = np.unique(np.concatenate([lower[0], upper[0], leaves, [0.0, 1.0]]))
    rates = rates[(rates >= 0) & (rates <= 1)]
    foot_low, foot_high = (height_at(curve, rates, "foot") for curve in (lower, upper))
    top_low, top_high = (height_at(curve, rates, "top") for curve in (lower, upper))
    low = np.clip(np.stack([foot_low, top_low], axis=1).ravel(), 0.0, 1.0)
    high = np.clip(np.stack([foot_high, top_high], axis=1).ravel(), 0.0, 1.0)
    low[0] = high[0] = 0.0
    low[-1] = high[-1] = 1.0
    rates = np.repeat(rates, 2)
    changes = (np.diff(rates) != 0) | (np.diff(low) != 0) | (np.diff(high) != 0)
    keep = np.concatenate([[True], changes])
    return rates[keep], low[keep], high[keep]


def height_at(curve: Curve, rates: Floats, end: Literal["foot", "top"]) -> Floats:
    """Return the height of a rising polyline at `rates`, its foot or its top where it is vertical.

    Left of its first corner it continues level, and right of its last.
    """
    x, y = curve
    if end == "top":
        left = np.searchsorted(x, rates, side="right") - 1  # last corner at or before the rate
    else:
        left = np.searchsorted(x, rates, side="left") - 1  # last corner before the rate
    right = np.minimum(left + 1, len(x) - 1)
    left = np.maximum(left, 0)
    run = x[right] - x[left]
    share = (rates - x[left]) / np.where(run > 0, run, np.inf)  # 0 beyond the ends
    return y[left] + share * (y[right] - y[left])
