"""Calibration of probabilities: its measures, and calibration curves."""

from __future__ import annotations

import warnings
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from rocrepro.evaluation import (
    BrierScore,
    Recalibration,
    SmoothCalibration,
    brier_score,
    calibration_curve,
    calibration_distances,
    recalibration,
    smooth_calibration,
)
from rocrepro.evaluation.brier import mean_interval
from rocrepro.evaluation.inputs import two_sided_z
from rocrepro.study.frames import Key, Row, floats, frame_of, stacked
from rocrepro.study.model import Floats, Ints, Model
from rocrepro.study.study import Study

if TYPE_CHECKING:
    import pandas as pd

BINS, STRATEGY = 10, "quantile"
"""Bins of the calibration curve, of the expected calibration error and of the parts of the Brier score."""
IN_BINS = f"{BINS} bins of equal size"
SMOOTH = floats("predicted", "observed")
POINTS = {**floats("edge_low", "edge_high", "predicted", "observed", "low", "high"), "count": int}
"""Columns of the curves."""


@dataclass(frozen=True)
class CalibrationRow(Row):
    """One measure of probabilities with its interval; method says how, or why there is no value."""

    measure: str
    value: float
    low: float
    high: float
    method: str


def calibration(study: Study) -> pd.DataFrame:
    """Return the measures of calibration of every shown model with probabilities.

    See Also
    --------
    calibration_points, calibration_curves : the curves.
    rocrepro.evaluation.brier_score, rocrepro.evaluation.recalibration
    rocrepro.evaluation.calibration_distances
    """
    rows = ((model.key, row) for model in with_probabilities(study) for row in _measures(study, model))
    return frame_of(study.keys, CalibrationRow, rows)


def with_probabilities(study: Study) -> list[Model]:
    """Return the shown models whose scores are read as probabilities."""
    return [model for model in study.models if model.probabilities is not None]


def smooth_of(model: Model) -> SmoothCalibration:
    """Return the smooth calibration curve of a model with probabilities."""
    return smooth_calibration(*_rows(model))


def _rows(model: Model) -> tuple[Ints, Floats]:
    """The sorted labels and probabilities of a model that has some."""
    assert model.probabilities is not None
    return model.probabilities


def _measures(study: Study, model: Model) -> Iterator[CalibrationRow]:
    label, score = _rows(model)
    alpha = study.choices.alpha
    apart = label - score
    mean = float(apart.mean())
    limits = mean_interval(mean, apart, two_sided_z(alpha), (-1.0, 1.0))
    how = "normal approximation" if np.isfinite(limits[0]) else "no interval: all rows have the same error"
    yield CalibrationRow("observed_less_predicted", mean, *limits, how)
    with warnings.catch_warnings(action="ignore"):  # the reason stands in the row
        yield from _recalibration_rows(recalibration(label, score, alpha=alpha))
    yield from _brier_rows(brier_score(label, score, n_bins=BINS, strategy=STRATEGY, alpha=alpha))
    yield from _distance_rows(study, label, score)


def _recalibration_rows(found: Recalibration) -> Iterator[CalibrationRow]:
    """Intercept and slope, or why there are none."""
    for name in ("in_the_large", "intercept", "slope"):
        value, low, high = (getattr(found, f"{name}{end}") for end in ("", "_low", "_high"))
        how = f"undefined: {found.reason}" if np.isnan(value) else "logistic regression, Wald"
        yield CalibrationRow(f"calibration_{name}", value, low, high, how)
    how = "likelihood ratio test of intercept 0 and slope 1"
    if np.isnan(found.p_value):
        how = f"undefined: {found.reason}"
    yield CalibrationRow("calibration_p_value", found.p_value, np.nan, np.nan, how)


def _brier_rows(found: BrierScore) -> Iterator[CalibrationRow]:
    """The Brier score with its skill and its parts."""
    how = "normal approximation" if np.isfinite(found.low) else "no interval: all rows have the same error"
    yield CalibrationRow("brier", found.score, found.low, found.high, how)
    how = "delta method" if np.isfinite(found.skill_low) else "no interval: its standard error is 0"
    yield CalibrationRow("brier_skill", found.skill, found.skill_low, found.skill_high, how)
    for name in ("reliability", "resolution", "uncertainty", "within_variance", "within_covariance"):
        how = "variance of the labels" if name == "uncertainty" else IN_BINS
        yield CalibrationRow(name, getattr(found, name), np.nan, np.nan, how)


def _distance_rows(study: Study, label: Ints, score: Floats) -> Iterator[CalibrationRow]:
    """Distances of shares from probabilities, and what they would be by chance."""
    step, choices = study.steps.calibration, study.choices
    found = calibration_distances(
        label,
        score,
        n_bins=BINS,
        strategy=STRATEGY,
        n_resamples=study.n_resamples(step),
        seed=step.of(choices.seed),
        alpha=choices.alpha,
    )
    for name, how in {"ece": IN_BINS, "ici": "loess of span 0.75"}.items():
        one = found[name]
        yield CalibrationRow(name, one.value, one.low, one.high, f"{how}; scatter of simulated outcomes")
        how = "mean of outcomes drawn from the probabilities"
        yield CalibrationRow(f"{name}_if_calibrated", one.if_calibrated, np.nan, np.nan, how)
        how = "share of such outcomes with as large a value"
        yield CalibrationRow(f"{name}_p_value", one.p_value, np.nan, np.nan, how)


def calibration_points(study: Study) -> pd.DataFrame:
    """Return the bins of the calibration curve of every shown model with probabilities.

    See Also
    --------
    rocrepro.evaluation.calibration_curve
    """

    def blocks() -> Iterator[tuple[Key, Mapping[str, Any]]]:
        for model in with_probabilities(study):
            bins: dict[str, Any] = {"n_bins": BINS, "strategy": STRATEGY, "alpha": study.choices.alpha}
            found = calibration_curve(*_rows(model), **bins)
            edges = {"edge_low": found.edges[:, 0], "edge_high": found.edges[:, 1]}
            yield model.key, edges | {name: getattr(found, name) for name in POINTS if name not in edges}

    return stacked(study.keys, POINTS, blocks())


def calibration_curves(study: Study) -> pd.DataFrame:
    """Return the smooth calibration curve of every shown model with probabilities.

    See Also
    --------
    rocrepro.evaluation.smooth_calibration
    """

    def blocks() -> Iterator[tuple[Key, Mapping[str, Any]]]:
        for model in with_probabilities(study):
            found = smooth_of(model)
            yield model.key, {"predicted": found.predicted, "observed": found.observed}

    return stacked(study.keys, SMOOTH, blocks())
