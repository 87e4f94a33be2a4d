"""The chapter's sweep of thresholds beside the exact curve, for every model."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from rocrepro.evaluation.sweep import SLACK, sweep
from rocrepro.formats.table import Table
from rocrepro.papers.hamel2008.models import made_by
from rocrepro.papers.rows import NAMING, Model, Row, frame_of, gap_notes, rows_of_models

if TYPE_CHECKING:
    from rocrepro.evaluation import RocPoints
    from rocrepro.papers.evaluated import Evaluated

COLUMNS = [
    *(*NAMING, "n_points", "n_kept", "n_lost", "lost_share"),
    *("auc", "auc_sweep", "auc_difference"),
]


def sweeps(evaluated: Evaluated) -> Table:
    """Tabulate how many points of each exact curve the sweep loses, and what that does to the area."""

    def rows(dataset: str, model: Model) -> list[Row]:
        engine, learner = model
        auc = evaluated.auc(dataset, learner, engine)
        return [_compared(evaluated.roc(dataset, learner, engine), auc)]

    frame = frame_of(rows_of_models(evaluated, rows), COLUMNS, whole=("n_points", "n_kept", "n_lost"))
    notes = (
        "Draw-ROC goes through the thresholds 1, 0.99, ..., 0 and predicts positive where the score is "
        "at least the threshold. The exact curve has a point for every distinct score, and one more "
        "where no row is predicted positive. n_kept of these points are also points of the sweep, and "
        "n_lost are not. auc_sweep: the area under straight lines from (0, 0) through the points of the "
        "sweep.",
        "Models with many scores near 0 or 1 lose the most points. A model with scores outside [0, "
        "1] has no sweep.",
        made_by(evaluated),
        *gap_notes(evaluated),
    )
    formats = {"lost_share": ".2f", "auc": ".4f", "auc_sweep": ".4f", "auc_difference": "+.4f"}
    return Table(frame, "How much of a ROC curve a sweep of 101 thresholds loses", notes, formats)


def _compared(points: RocPoints, auc: float) -> dict[str, Any]:
    scores = points.threshold[1:]
    if scores.max() > 1 + SLACK or scores.min() < -SLACK:
        return {"n_points": len(points), "auc": auc}
    found = sweep(points)
    lost = int(np.sum(found.lost))
    return {
        "n_points": len(points),
        "n_kept": len(points) - lost,
        "n_lost": lost,
        "lost_share": lost / len(points),
        "auc": auc,
        "auc_sweep": found.auc,
        "auc_difference": found.auc - auc,
    }
