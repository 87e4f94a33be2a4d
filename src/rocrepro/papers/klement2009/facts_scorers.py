"""What holds of any scorer, measured on naive Bayes and the UCI data sets."""

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
    rows: list[Row] = []
    for dataset in DATASETS:
        for engine, learner in evaluated.models(dataset):
            if learner == LEARNER:
                rows += evaluated.traced(_of_model, evaluated, dataset, engine)
    return rows


def _of_model(evaluated: Evaluated, dataset: str, engine: str) -> list[Row]:
    key = {"dataset": dataset, "engine": engine, "learner": LEARNER}
    curves = evaluated.segments(dataset, LEARNER, engine)
    rows = [one for seed, curve in curves.items() for one in _rows(curve.points, key | {"seed": seed})]
    return rows or unknown(_rows(FAULTLESS, key))


def _rows(points: RocPoints, key: Row) -> list[Row]:
    found = measured(points)
    return [row(name, found[name], words, **key) for name, words in NOTES.items()]


NOTES = {
    "calibration_z": "|P - n+| over its standard deviation were the scores the probabilities",
    "sensibility_at_half": "accuracy on the sensible rows at threshold 0.5",
    "capability_at_half": "accuracy on the other rows at threshold 0.5",
}


def measured(points: RocPoints) -> dict[str, float]:
    """Return the quantities of `NOTES` of a curve, every threshold of which is a score."""
    pos, neg, score = np.diff(points.tp), np.diff(points.fp), points.threshold[1:]
    both = pos + neg
    predicted = float(both @ score)
    spread = math.sqrt(float(both @ (score * (1 - score))))
    above, half = score >= predicted / (2 * points.n_pos), score >= HALF
    sensible = pos[above].sum() + neg[~above].sum()
    right = pos[above & half].sum() + neg[~above & ~half].sum()
    other_right = pos[~above & half].sum() + neg[above & ~half].sum()
    other = points.n - sensible
    return {
        "calibration_z": abs(predicted - points.n_pos) / spread if spread else math.nan,
        "sensibility_at_half": right / sensible if sensible else math.nan,
        "capability_at_half": other_right / other if other else math.nan,
    }
