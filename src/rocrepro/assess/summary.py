"""The summary of each model: areas, confident set, sensibility; and the bootstrap intervals."""

from __future__ import annotations

import math
import warnings
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from rocrepro.assess.models import Model, are_probabilities
from rocrepro.assess.notes import note_auc
from rocrepro.assess.options import Options
from rocrepro.assess.reading import Given
from rocrepro.assess.resampling import MEASURES, Resampled, measured, percentiles
from rocrepro.evaluation import (
    confident_segment,
    delong_interval,
    probabilistic_auc,
    roc_points,
    scored_auc,
    sensibility,
    smooth_roc,
)
from rocrepro.evaluation.confident import READINGS
from rocrepro.formats.table import Table

COUNTS = {"model", "n_pos", "n_neg", "n_points", "n_confident"}
SHOWN = ("aved", "cauc_union")
"""Measures whose interval the summary has; the table of intervals has all."""


def measures(label: np.ndarray, score: np.ndarray, options: Options) -> dict[str, Any]:
    """One row of the summary, without the bootstrap intervals."""
    curve = roc_points(label, score)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # an interval that does not exist shows as a dash
        auc, low, high = delong_interval(label, score, alpha=options.alpha)
    segment = confident_segment(curve, alpha=options.alpha, test=options.test)
    thresholds = segment.thresholds
    return {
        "n_pos": curve.n_pos,
        "n_neg": curve.n_neg,
        "auc": auc,
        "auc_low": low,
        "auc_high": high,
        "n_points": len(curve),
        "n_confident": segment.n_confident,
        "threshold_low": float(thresholds.min()) if len(thresholds) else math.nan,
        "threshold_high": float(thresholds.max()) if len(thresholds) else math.nan,
        "aved": segment.aved,
        "aved_abs": segment.aved_abs,
        **{f"cauc_{reading}": segment.cauc(reading) for reading in READINGS},
        **_of_probabilities(label, score),
    }


def _of_probabilities(label: np.ndarray, score: np.ndarray) -> dict[str, float]:
    """What is defined for scores from 0 to 1 alone."""
    names = ("midpoint", "struggle_ratio", "smooth_auc", "scored_auc", "probabilistic_auc")
    if not are_probabilities(score):
        return dict.fromkeys(names, math.nan)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # empty groups and midpoints above 1 show in the numbers
        result = sensibility(label, score)
    soft = smooth_roc(label, score).auc, scored_auc(label, score), probabilistic_auc(label, score)
    return dict(zip(names, (result.midpoint, result.struggle_ratio, *soft), strict=True))


def summary(given: Given, models: Sequence[Model], found: Mapping[str, Resampled], options: Options) -> Table:
    """One row a model, at the seed that curves show."""
    import pandas as pd

    rows = []
    for model in models:
        row = {"model": model.name, **measures(model.label, model.score, options)}
        for name in SHOWN:
            low, high, _ = percentiles(found[model.name].measures[name], options.alpha)
            row |= {f"{name}_low": low, f"{name}_high": high}
        note_auc(row)
        rows.append(row)
    return Table(
        pd.DataFrame(rows),
        title=f"Scores of {given.name}",
        notes=(
            f"Positive class: {given.positive}. auc_low, auc_high: DeLong's {options.level} interval. A "
            f"point is confident when the interval ({options.test}) of (fn - fp)/n holds zero; aved, "
            "aved_abs: mean of (fn - fp)/n and of its size over the confident points; cauc: area of the "
            f"confident segment in four readings; their _low and _high: {options.level} bootstrap interval.",
            "For scores from 0 to 1 alone: midpoint, struggle_ratio (sensibility analysis), smooth_auc, "
            "scored_auc, probabilistic_auc (areas that heed how far scores lie apart).",
        ),
        formats=dict.fromkeys([column for column in rows[0] if column not in COUNTS], ".4g"),
    )


def intervals_table(models: Sequence[Model], found: Mapping[str, Resampled], options: Options) -> Table:
    """Bootstrap interval of every measure of the confident set."""
    import pandas as pd

    rows = []
    for model in models:
        for name, value in zip(MEASURES, measured(model.segment), strict=True):
            low, high, undefined = percentiles(found[model.name].measures[name], options.alpha)
            rows.append(
                {
                    "model": model.name,
                    "measure": name,
                    "value": value,
                    "low": low,
                    "high": high,
                    "n_resamples": options.n_boot,
                    "n_undefined": undefined,
                }
            )
    return Table(
        pd.DataFrame(rows),
        title="Bootstrap intervals of the confident set",
        notes=(
            f"Central {options.level} of {options.n_boot} resamples, rows drawn within each class; each "
            "resample has its own confident set. They are about the mean of the measure over samples of this "
            "size, and wider than they need be. n_undefined: resamples without a confident point, left out.",
        ),
        formats=dict.fromkeys(("value", "low", "high"), ".4g"),
    )


def seeds_table(given: Given, options: Options) -> Table | None:
    """Measures at every seed, where there are several."""
    import pandas as pd

    rows = [
        {"model": name, "seed": seed, **measures(part["label"].to_numpy(), part["score"].to_numpy(), options)}
        for name, frame in given.models.items()
        for seed, part in frame.groupby("seed", sort=True)
    ]
    if len(rows) == len(given.models):
        return None
    return Table(
        pd.DataFrame(rows),
        title="Measures at every seed",
        formats=dict.fromkeys([column for column in rows[0] if column not in {*COUNTS, "seed"}], ".4g"),
    )
