"""The search for the chapter's model: how near each of ours comes to its two printed points."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from rocrepro.datasets.ringnorm import DIMENSIONS, SHIFT, WIDE_SD
from rocrepro.evaluation import roc_auc
from rocrepro.evaluation.vertical import tpr_at
from rocrepro.formats.table import Table
from rocrepro.papers.evaluated import ENGINE_TITLES, roc_of
from rocrepro.papers.hamel2008.chapter import Printed, at_thresholds, nearest, printed_points
from rocrepro.papers.hamel2008.printed import RINGNORM
from rocrepro.papers.rows import frame_of, gap_notes

if TYPE_CHECKING:
    from rocrepro.evaluation import RocPoints
    from rocrepro.papers.evaluated import Evaluated

Floats = NDArray[np.float64]
COLUMNS = [
    *("engine", "learner", "auc"),
    *("fpr_default", "tpr_default", "distance_default", "fpr_optimum", "tpr_optimum", "distance_optimum"),
    *("distance", "curve_tpr_default", "curve_tpr_optimum", "curve_gap", "nearest"),
]


@dataclass(frozen=True)
class Model:
    """One of our models on ringnorm."""

    engine: str
    learner: str


def made_by(evaluated: Evaluated, dataset: str | None = None, engine: str | None = None) -> str:
    """Engine, protocol and seed in one line."""
    shown = engine or evaluated.engine
    protocol = f"{evaluated.protocol(dataset)}, " if dataset else ""
    return f"Engine {ENGINE_TITLES.get(shown, shown)}; {protocol}pooled scores; seed {evaluated.seed}."


def curves_on_ringnorm(evaluated: Evaluated, engine: str | None = None) -> dict[tuple[str, str], RocPoints]:
    """Return the curves on ringnorm by engine and learner, of one engine or of all."""
    return {
        (by, learner): evaluated.roc(RINGNORM, learner, by)
        for by, learner in evaluated.models(RINGNORM)
        if engine in (None, by) and not evaluated.curve(RINGNORM, learner, by).empty
    }


def chapter_model(evaluated: Evaluated) -> Model | None:
    """The model of any engine whose points at the printed thresholds are nearest to the printed points."""
    found = nearest(curves_on_ringnorm(evaluated), printed_points(evaluated.shown))
    return None if found is None else Model(*found)


def sampled_down(evaluated: Evaluated, model: Model) -> RocPoints:
    """A model's curve on the test rows whose negative class is sampled down."""
    found = evaluated.simulation("sampled_down")
    return roc_of(found[(found["engine"] == model.engine) & (found["learner"] == model.learner)])


def model_search(evaluated: Evaluated) -> Table:
    """Tabulate how near each model on ringnorm comes to the chapter's points, at its thresholds and any."""
    rows: list[dict[str, Any]] = []
    chosen, printed = chapter_model(evaluated), printed_points(evaluated.shown)
    for engine, learner in evaluated.models(RINGNORM) if RINGNORM in evaluated.datasets else []:
        row: dict[str, Any] = {"engine": engine, "learner": learner}
        if not evaluated.curve(RINGNORM, learner, engine).empty:
            row |= _measures(evaluated.roc(RINGNORM, learner, engine), printed)
            row["nearest"] = chosen == Model(engine, learner)
        rows.append(row)
    closed = {"engine": "closed form", "learner": "linear, unlimited training rows"}
    rows.append(closed | _linear_limit(printed))
    (low, fpr_a, tpr_a), (high, fpr_o, tpr_o) = printed
    notes = (
        f"The chapter prints (fpr, tpr) = ({fpr_a}, {tpr_a}) at the default threshold {low} and ({fpr_o}, "
        f"{tpr_o}) at its optimal threshold {high}, and names no model. distance_default, "
        "distance_optimum: distance in ROC space between these points and the model's points at the same "
        "thresholds; distance: their sum, by which the nearest model is chosen. curve_tpr_default, "
        "curve_tpr_optimum: height of the curve at the printed false positive rates, at any threshold; "
        "curve_gap: mean distance from the printed heights.",
        "The last row needs no data. It is the linear discriminant from the true means and the pooled "
        "covariance of the two classes. Apart from chance, no linear score has a higher curve, and the "
        "chapter's first point lies on this curve to within rounding.",
        "The search has one training set of 300 rows. It shows which kinds of model could have produced "
        "the printed points, not which one did.",
        f"Seed {evaluated.seed}.",
        *gap_notes(evaluated),
    )
    frame = frame_of(rows, COLUMNS)
    frame["nearest"] = frame["nearest"].map({True: "nearest"}).fillna("")
    title = "Which model comes close to the chapter's two points?"
    return Table(frame, title, notes, dict.fromkeys(COLUMNS[2:-1], ".3f"))


def _measures(points: RocPoints, printed: Printed) -> dict[str, float]:
    """The columns of one model, from its curve."""
    at = at_thresholds(points, printed)
    curve = tpr_at([points], [one.fpr for one in printed])[0]
    return _row(printed, roc_auc(points), points.fpr[at], points.tpr[at], curve)


def _row(printed: Printed, auc: float, fpr: Floats, tpr: Floats, curve: Floats) -> dict[str, float]:
    _, x, y = np.transpose(printed)
    distance = np.hypot(fpr - x, tpr - y)
    row = {"auc": auc, "distance": float(distance.sum())}
    for i, name in enumerate(("default", "optimum")):
        row |= {f"fpr_{name}": float(fpr[i]), f"tpr_{name}": float(tpr[i])}
        row |= {f"distance_{name}": float(distance[i]), f"curve_tpr_{name}": float(curve[i])}
    return row | {"curve_gap": float(np.abs(curve - y).mean())}


def linear_curve(fpr: Floats) -> Floats:
    """Height of the ROC curve of the best linear score on ringnorm, in closed form.

    Along the line between the means the wide class is N(0, 4) and the shifted one N(2, 1).
    """
    from scipy.special import ndtr, ndtri

    high: Floats = ndtr(SHIFT * DIMENSIONS**0.5 - WIDE_SD * ndtri(1 - fpr))
    return high


def _linear_limit(printed: Printed) -> dict[str, float]:
    """The linear discriminant of the true means and pooled covariance.

    With equal class sizes the pooled variance along the line between the means is 2.5, and the logit of the
    score is (2 s - 2) / 2.5 at the position s.
    """
    from scipy.special import logit, ndtr

    shift = SHIFT * DIMENSIONS**0.5
    pooled = (1 + WIDE_SD**2) / 2
    thresholds, fpr, _ = np.transpose(printed)
    position = logit(thresholds) * pooled / shift + shift / 2
    # A false positive rate fixes the position, and that the true positive rate.
    curve = linear_curve(fpr)
    auc = float(ndtr(shift / np.hypot(1.0, WIDE_SD)))
    return _row(printed, auc, ndtr(-position / WIDE_SD), ndtr(shift - position), curve)
