"""Properties of any scorer, measured on naive Bayes and the UCI data sets."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np

from rocrepro.evaluation import RocPoints
from rocrepro.papers.fact_rows import Row, row, unknown

if TYPE_CHECKING:
    from rocrepro.papers.evaluated import Evaluated

DATASETS = ("dis", "sick", "hypothyroid", "sick_euthyroid", "spect", "spectf")
LEARNER = "naive_bayes"
HALF = 0.5  # the usual threshold
FAULTLESS = RocPoints(np.array([np.inf, 1.0, 0.0]), np.array([0, 1, 1]), np.array([0, 0, 1]), 1, 1)


def scorer_quantities(evaluated: Evaluated) -> list[Row]:
    """One row a model, seed and quantity; without values where the model is missing."""
    models = [(dataset, str(engine)) for dataset in DATASETS for engine in evaluated.shown["engines"]]
    return [one for model in models for one in evaluated.traced(_of_model, evaluated, *model)]


def _of_model(evaluated: Evaluated, dataset: str, engine: str) -> list[Row]:
    curves = evaluated.segments(dataset, LEARNER, engine)
    rows = [one | {"seed": seed} for seed, curve in curves.items() for one in measured(curve.points)]
    key = {"dataset": dataset, "engine": engine, "learner": LEARNER}
    return [one | key for one in rows or unknown(measured(FAULTLESS))]


def measured(points: RocPoints) -> list[Row]:
    """Return the quantities of a curve, every threshold of which is a score."""
    pos, neg, score = np.diff(points.tp), np.diff(points.fp), points.threshold[1:]
    both = pos + neg
    predicted = float(both @ score)
    spread = math.sqrt(float(both @ (score * (1 - score))))
    above, half = score >= predicted / (2 * points.n_pos), score >= HALF
    sensible = pos[above].sum() + neg[~above].sum()
    right = pos[above & half].sum() + neg[~above & ~half].sum()
    other_right = pos[~above & half].sum() + neg[above & ~half].sum()
    other = points.n - sensible
    at_half = {
        "sensibility": right / sensible if sensible else math.nan,
        "capability": other_right / other if other else math.nan,
    }
    return [
        row("calibration_z", abs(predicted - points.n_pos) / spread if spread else math.nan),
        *(row("accuracy_at_half", value, figure=figure) for figure, value in at_half.items()),
    ]
