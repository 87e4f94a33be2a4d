"""Neighbours of the ROC curve: soft ROC, precision and recall, cost curves, beside the confident set."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

from rocrepro.formats.table import Table
from rocrepro.papers.elazmeh2006.tables import POOLED
from rocrepro.papers.rows import NAMING, Model, Row, frame_of, gap_notes, rows_of_models
from rocrepro.study.cut import ROUNDING

if TYPE_CHECKING:
    import pandas as pd

    from rocrepro.papers.evaluated import Evaluated

HIGH = ("auc", "smooth_auc", "probabilistic_auc", "scored_auc", "average_precision")
COST = ["cost_area", "pc_low", "pc_high", "pc_own", "cost_own", "cost_own_confident"]
COLUMNS = [*NAMING, *HIGH, *COST]


def neighbours(evaluated: Evaluated) -> Table:
    """Measures that stand beside the AUC, and where on the cost curve the confident set is best."""
    rows = rows_of_models(evaluated, partial(_of_model, evaluated))
    frame = frame_of(rows, COLUMNS)
    notes = (
        "smooth_auc (smROC), scored_auc (sAUC) and probabilistic_auc depend on how far apart the scores "
        "are, not only on their order. They compare only models whose scores are meant as probabilities, "
        "and are empty for scores outside 0 to 1. average_precision is computed over the thresholds of "
        "the ROC curve, without interpolation.",
        "cost_area: area under the lower envelope of the cost curve, the mean normalized cost of the "
        "best threshold when every probability cost (pc) is equally likely; a low value is good. pc_low "
        "to pc_high: the range in which the envelope is the line of a confident point; empty if no "
        "confident point lies on the convex hull. pc_own: the share of positive test rows, which is the "
        "pc of equal costs; cost_own, cost_own_confident: lowest cost there over all thresholds and over "
        f"the confident ones; {evaluated.confident_by}.",
        *_summary(frame),
        POOLED,
        *gap_notes(evaluated),
    )
    title = "Soft ROC, precision-recall and cost curves compared with the AUC"
    formats = dict.fromkeys([*HIGH, *COST], ".4f")
    return Table(frame, title, notes, formats)


def _of_model(evaluated: Evaluated, dataset: str, model: Model) -> list[Row]:
    """The row of one model."""
    engine, learner = model
    found: dict[Any, Any] = {}
    for kind in ("summary", "soft", "related"):
        rows = evaluated.rows(kind, dataset, learner, engine)
        found |= rows[rows["seed"] == evaluated.seed].iloc[0].to_dict()
    return [{name: found[name] for name in (*HIGH, *COST)}]


def _summary(frame: pd.DataFrame) -> list[str]:
    """Say on how many data sets each measure puts the same learner first as the AUC does, by engine."""
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
            f"{engine}: number of data sets on which the learner with the largest AUC is also the best by "
            f"another measure: {', '.join(words)}. Models whose best threshold at the own prevalence and "
            f"equal costs is a confident one: {inside} of {len(of)}."
        )
    return notes
