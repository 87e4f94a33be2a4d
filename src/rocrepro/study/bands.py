"""All bands of a curve, by name."""

from __future__ import annotations

import math
import warnings
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from rocrepro.errors import InputError
from rocrepro.evaluation import (
    Band,
    bootstrap_tpr,
    fixed_width_band,
    simultaneous_joint_band,
    threshold_average_band,
    vertical_band,
    working_hotelling_band,
)
from rocrepro.evaluation.bands import along_slopes, warned
from rocrepro.evaluation.metrics import ZeroWidthIntervalWarning
from rocrepro.study.frames import Key, Row, floats, frame_of, stacked
from rocrepro.study.model import Floats, Ints
from rocrepro.study.study import GRID, Study

if TYPE_CHECKING:
    import pandas as pd

SLOPES = {"fixed_width": "ks", "fixed_width_inverse": "inverse"}
READINGS = {"simultaneous_joint": "joint", "simultaneous_joint_margin": "margin"}
INTERVALS = ("normal", "wilson", "quantile")
METHODS = (
    *SLOPES,
    *READINGS,
    "working_hotelling",
    *(f"vertical_{interval}" for interval in INTERVALS),
    *(f"threshold_{interval}" for interval in INTERVALS),
)
"""Names of the bands."""
SHOWN = tuple(method for method in METHODS if method != "fixed_width_inverse")
"""Bands of a user's scores; only the papers need the other reading of the slope."""
EDGES = np.linspace(0, 1, 201)
"""False positive rates of the edges in frames."""

FINE = np.arange(501) / 500
"""Rates at which vertical bands are compared with others: under imbalance much happens at small ones."""
BARS = np.arange(1, 20) / 20
"""Rates at which vertical bars stand."""

CORNERS = floats("fpr", "lower", "upper")
BAND_EDGES = {"method": str, "kind": str, **CORNERS}
FIXED_WIDTH = {"method": str, "slope": str, **floats("width", "area"), **CORNERS}
ALL_BANDS = {"method": str, "kind": str, **floats("area"), **CORNERS}
"""Columns of frames that have bands corner by corner."""

Bands = Mapping[str, Band | None]


@dataclass(frozen=True)
class BandRow(Row):
    """One band: what its level means, and how much of ROC space it covers."""

    method: str
    level: float
    kind: str
    area: float
    width: float
    replicates: int


def bands_of(
    label: Ints,
    score: Floats,
    *,
    level: float,
    n_resamples: int,
    seed: np.random.Generator,
    rates: Floats,
    tpr: Floats | None = None,
    methods: Collection[str] = METHODS,
) -> dict[str, Band | None]:
    """Return every band of one curve, by name; None for one that the scores do not allow.

    Parameters
    ----------
    label, score : ndarray, shape (n,)
        Labels 0 and 1, and scores.
    level : float
        Nominal level of every band.
    n_resamples : int
        Bootstrap curves behind fixed-width and vertical bands.
    seed : numpy.random.Generator
        Source of the bootstrap curves: those of the fixed-width bands first.
    rates : ndarray of float64
        False positive rates of the vertical bands.
    tpr : ndarray of float64, shape (n_resamples, len(rates)), optional
        True positive rates of bootstrap curves for the vertical bands; by default drawn anew.
    methods : collection of str
        Which of `METHODS`. The other reading of the fixed-width slope is left out where the classes are of
        equal size, as it is the same there.
    """
    n_pos = int(label.sum())
    found: dict[str, Band | None] = {}
    # A band without width says so itself.
    with warnings.catch_warnings(action="ignore", category=ZeroWidthIntervalWarning):
        for method, slope in SLOPES.items():
            if method in methods and (slope == "ks" or 2 * n_pos != len(label)):
                found[method] = fixed_width_band(
                    label, score, level=level, n_resamples=n_resamples, seed=seed, slope=slope
                )
        for method, reading in READINGS.items():
            if method in methods:
                found[method] = simultaneous_joint_band(label, score, level=level, reading=reading)
        if "working_hotelling" in methods:
            found["working_hotelling"] = _working_hotelling(label, score, level)
        vertical = [interval for interval in INTERVALS if f"vertical_{interval}" in methods]
        if vertical and tpr is None:
            tpr = bootstrap_tpr(label, score, rates, n_resamples=n_resamples, seed=seed)
        for interval in vertical:
            assert tpr is not None
            rows = n_pos if interval == "wilson" else None
            band = vertical_band(tpr, rates, level=level, interval=interval, n_pos=rows)
            found[f"vertical_{interval}"] = band
        for interval in (interval for interval in INTERVALS if f"threshold_{interval}" in methods):
            band = threshold_average_band(label, score, level=level, interval=interval)
            found[f"threshold_{interval}"] = band
    return found


def _working_hotelling(label: Ints, score: Floats, level: float) -> Band | None:
    try:
        return working_hotelling_band(label, score, level=level)
    except InputError:  # a class with one row or one score
        return None


def shown_bands(study: Study) -> dict[str, Bands]:
    """Return the bands of every shown model by its name, the vertical ones from the study's resamples.

    One without any width is None, as it is not estimable.
    """
    found: dict[str, Bands] = {}
    for model in study.models:
        made = bands_of(
            *model.sorted_rows,
            level=1 - study.choices.alpha,
            n_resamples=study.n_resamples(study.steps.bands),
            seed=study.steps.bands.of(study.choices.seed, model),
            rates=GRID,
            tpr=study.resampled[model.name].tpr,
            methods=SHOWN,
        )
        found[model.label_text] = {
            method: band if band is not None and band.has_width else None for method, band in made.items()
        }
    return found


def bands(study: Study) -> pd.DataFrame:
    """Return the level and the area of every band of every shown model, one `BandRow` a band.

    See Also
    --------
    band_edges : their edges.
    """

    def rows() -> Iterator[tuple[Key, BandRow]]:
        for model in study.models:
            for method, band in study.get(shown_bands)[model.label_text].items():
                yield model.key, _row(method, band, 1 - study.choices.alpha)

    return frame_of(study.keys, BandRow, rows())


def _row(method: str, band: Band | None, level: float) -> BandRow:
    if band is None:
        return BandRow(method, level, "–", math.nan, math.nan, 0)
    return BandRow(method, level, band.kind, band.area, band.width, band.replicates)


def band_edges(study: Study) -> pd.DataFrame:
    """Return the edges of every band at equal steps of the false positive rate.

    See Also
    --------
    bands : their levels and areas.
    """

    def blocks() -> Iterator[tuple[Key, Mapping[str, Any]]]:
        for model in study.models:
            for method, band in study.get(shown_bands)[model.label_text].items():
                if band is not None:
                    lower, upper = band.edges_at(EDGES)
                    edges = {"fpr": EDGES, "lower": lower, "upper": upper}
                    yield model.key, {"method": method, "kind": band.kind, **edges}

    return stacked(study.keys, BAND_EDGES, blocks())


def fixed_width(study: Study) -> pd.DataFrame:
    """Return the fixed-width band of every shown model in both readings of the slope, corner by corner.

    See Also
    --------
    rocrepro.evaluation.fixed_width_band
    """

    def blocks() -> Iterator[tuple[Key, Mapping[str, Any]]]:
        for model in study.models:
            slopes = list(SLOPES.values())
            found = along_slopes(
                model.curve,
                slopes,
                level=1 - study.choices.alpha,
                n_resamples=study.n_resamples(study.steps.bands),
                seed=study.steps.bands.of(study.choices.seed, model),
            )
            for slope, band in zip(slopes, found, strict=True):
                warned(band, stacklevel=2)
                known = {"method": band.method, "slope": slope, "width": band.width, "area": band.area}
                yield model.key, known | _corners(band)

    return stacked(study.keys, FIXED_WIDTH, blocks())


def _corners(band: Band) -> dict[str, Floats]:
    return {"fpr": band.grid, "lower": band.lower, "upper": band.upper}


def all_bands(study: Study) -> pd.DataFrame:
    """Return the bands of every method, corner by corner, from bootstrap curves of their own.

    See Also
    --------
    bands : those of the shown kinds, with level and area.
    """

    def blocks() -> Iterator[tuple[Key, Mapping[str, Any]]]:
        step = study.steps.all_bands
        for model in study.models:
            found = bands_of(
                *model.sorted_rows,
                level=1 - study.choices.alpha,
                n_resamples=study.n_resamples(step),
                seed=step.of(study.choices.seed, model),
                rates=FINE,
                methods=[method for method in METHODS if method != "threshold_quantile"],
            )
            for method, band in found.items():
                if band is not None:
                    yield model.key, {"method": method, "kind": band.kind, "area": band.area} | _corners(band)

    return stacked(study.keys, ALL_BANDS, blocks())


def vertical(study: Study) -> pd.DataFrame:
    """Return the vertical band of every shown model, mean -+ z sd of its bootstrap curves, at `BARS`.

    See Also
    --------
    rocrepro.evaluation.vertical_band
    """

    def blocks() -> Iterator[tuple[Key, Mapping[str, Any]]]:
        step = study.steps.vertical
        for model in study.models:
            seed = step.of(study.choices.seed, model)
            high = bootstrap_tpr(
                model.label, model.score, BARS, n_resamples=study.n_resamples(step), seed=seed
            )
            yield model.key, _corners(vertical_band(high, BARS, level=1 - study.choices.alpha))

    return stacked(study.keys, CORNERS, blocks())
