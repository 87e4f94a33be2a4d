"""Neighbours of the ROC curve: soft ROC, precision and recall, cost curves, beside the confident set."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from rocrepro.evaluation import (
    CostCurve,
    RocPoints,
    cost_curve,
    precision_recall_points,
    probabilistic_auc,
    roc_auc,
    scored_auc,
    smooth_roc,
)
from rocrepro.formats.table import Table
from rocrepro.papers.elazmeh2006.paired import NAMING, Row, rows_of_models
from rocrepro.papers.elazmeh2006.tables import POOLED, gap_notes

if TYPE_CHECKING:
    import pandas as pd

    from rocrepro.papers.evaluated import Evaluated

HIGH = ("auc", "smooth_auc", "probabilistic_auc", "scored_auc", "average_precision")
COST = ["cost_area", "pc_low", "pc_high", "pc_own", "cost_own", "cost_own_confident"]
COLUMNS = [*NAMING, *HIGH, *COST]
# Sums of shares may leave the unit interval by so much, and are no less probabilities for it.
ROUNDING = 1e-9


def neighbours(evaluated: Evaluated) -> Table:
    """Measures that stand beside the AUC, and where on the cost curve the confident set is best."""
    import pandas as pd

    test = evaluated.shown["confidence_test"]
    rows = rows_of_models(evaluated, lambda points: [_of_model(points, evaluated.alpha, test)])
    frame = pd.DataFrame(rows, columns=COLUMNS)
    notes = (
        "smooth_auc (smROC), scored_auc (sAUC) and probabilistic_auc heed how far scores lie apart, not "
        "their order alone: they compare models only whose scores are meant as probabilities, and are "
        "empty for scores outside 0 to 1. average_precision: over the thresholds of the ROC curve, "
        "without interpolation.",
        "cost_area: area under the lower envelope of the cost curve, the mean normalized cost of the "
        "best threshold when every probability cost (pc) is equally likely; low is good. pc_low to "
        "pc_high: where the envelope is the line of a confident point; empty where none lies on the "
        "convex hull. pc_own: the share of positive test rows, which is the pc of equal costs; cost_own, "
        "cost_own_confident: least cost there over all thresholds and over the confident ones; "
        f"{evaluated.confident_by}.",
        *_summary(frame),
        POOLED,
        *gap_notes(evaluated),
    )
    title = "Soft ROC, precision and recall, and cost curves beside the AUC"
    formats = dict.fromkeys([*HIGH, *COST], ".4f")
    return Table(frame, title, notes, formats)


def _of_model(points: RocPoints, alpha: float, test: str) -> Row:
    curve = cost_curve(points, alpha=alpha, test=test)
    own = points.n_pos / points.n
    low, high = confident_range(curve)
    return {
        "auc": roc_auc(points),
        **soft_areas(points),
        "average_precision": precision_recall_points(points, alpha=alpha, test=test).average_precision,
        "cost_area": curve.area,
        "pc_low": low,
        "pc_high": high,
        "pc_own": own,
        "cost_own": float(curve.best_at(own)),
        "cost_own_confident": float(curve.best_at(own, confident=True)),
    }


def rows_of(points: RocPoints) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
    """Labels and scores of a curve, from its counts; what rounding put outside 0 to 1 is clipped."""
    counts = np.diff(points.tp), np.diff(points.fp)
    label = np.repeat([1, 0], [points.n_pos, points.n_neg])
    score = np.concatenate([np.repeat(points.threshold[1:], of) for of in counts])
    near = (score >= -ROUNDING) & (score <= 1 + ROUNDING)
    return label, np.where(near, np.clip(score, 0, 1), score)


def soft_areas(points: RocPoints) -> Row:
    """The areas that heed the size of scores; none for scores that are no probabilities."""
    label, score = rows_of(points)
    if score.min() < 0 or score.max() > 1:
        return {}
    return {
        "smooth_auc": smooth_roc(label, score).auc,
        "probabilistic_auc": probabilistic_auc(label, score),
        "scored_auc": scored_auc(label, score),
    }


def confident_range(curve: CostCurve) -> tuple[float, float]:
    """Where the envelope is the line of a confident point; NaN for nowhere.

    It is one range: the confident points are one run of thresholds, and the pieces follow the thresholds.
    """
    pieces = np.flatnonzero(curve.confident_pieces)
    if len(pieces) == 0:
        return float("nan"), float("nan")
    return float(curve.corners[pieces[0]]), float(curve.corners[pieces[-1] + 1])


def _summary(frame: pd.DataFrame) -> list[str]:
    """On how many data sets each measure puts the same learner first as the AUC, by engine."""
    notes = []
    for engine, of in frame.dropna(subset=["auc"]).groupby("engine", sort=False):
        sets = [one.set_index("learner") for _, one in of.groupby("dataset", sort=False)]
        words = []
        for measure in (*HIGH[1:], "cost_area"):
            values = [(one["auc"], one[measure] * (-1 if measure == "cost_area" else 1)) for one in sets]
            same = [auc.idxmax() == other.idxmax() for auc, other in values if other.notna().all()]
            words.append(f"{measure} on {sum(same)} of {len(same)}")
        inside = int((of["cost_own_confident"] <= of["cost_own"] + ROUNDING).sum())
        notes.append(
            f"{engine}: data sets on which the learner with the largest AUC is first by another measure: "
            f"{', '.join(words)}. Models whose best threshold at the own prevalence and equal costs is a "
            f"confident one: {inside} of {len(of)}."
        )
    return notes
