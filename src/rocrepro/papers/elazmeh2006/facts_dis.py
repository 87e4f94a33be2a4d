"""Figures 5 and 7 on dis, had it been cross-validated as one sentence of Section 4 has it."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np

from rocrepro.evaluation import ConfidentSegment
from rocrepro.papers.elazmeh2006.fact_sources import every_model
from rocrepro.papers.elazmeh2006.facts_ranges import predicted_range
from rocrepro.papers.elazmeh2006.printed import CROSS_VALIDATED, CROSS_VALIDATED_SEEDS
from rocrepro.papers.fact_rows import Row, row

if TYPE_CHECKING:
    from rocrepro.papers.evaluated import Evaluated

MEASURES: dict[str, tuple[str, dict[str, str]]] = {
    "n_confident": ("n_confident", {}),
    "threshold_low": ("threshold_end", {"end": "low"}),
    "threshold_high": ("threshold_end", {"end": "high"}),
    "confident_tpr_max": ("confident_max", {"what": "tpr"}),
    "confident_fpr_max": ("confident_max", {"what": "fpr"}),
    "aved_abs": ("aved_abs", {}),
    "difference_range": ("difference_range", {}),
    "threshold_width": ("threshold_width", {}),
    "rows_between": ("rows_between", {}),
}
"""Measures of a confident set: the quantity of each, and its columns."""


def dis_quantities(evaluated: Evaluated) -> list[Row]:
    """One row a measure, data set, learner and seed; without Weka or the data the values are missing."""
    rows = []
    for dataset in CROSS_VALIDATED:
        for key, model in every_model(evaluated, dataset, "weka"):
            if key["seed"] > CROSS_VALIDATED_SEEDS:
                continue
            found = {} if model is None else measured(model.segment)
            n = None if model is None else len(model.points)
            rows += [
                row(fact, found.get(name, math.nan), n=n, **of, **key)
                for name, (fact, of) in MEASURES.items()
            ]
    return rows


def measured(segment: ConfidentSegment) -> dict[str, float]:
    """Return the values of `MEASURES`; an empty set has only its size."""
    points, kept, thresholds = segment.points, segment.mask, segment.thresholds
    size = {"n_confident": float(segment.n_confident)}
    if not kept.any():
        return size
    return size | {
        "threshold_low": float(thresholds.min()),
        "threshold_high": float(thresholds.max()),
        "confident_tpr_max": float(points.tpr[kept].max()),
        "confident_fpr_max": float(points.fpr[kept].max()),
        "aved_abs": segment.aved_abs,
        "difference_range": float(np.ptp(points.difference[kept])),
        "threshold_width": float(thresholds.max() - thresholds.min()),
        "rows_between": predicted_range(segment),
    }
