"""Data of the page's threshold control: curves in exact counts, thinned for drawing."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from rocrepro.display.thinning import View, thinned
from rocrepro.evaluation import RocPoints
from rocrepro.evaluation.inputs import two_sided_z
from rocrepro.formats.table import Table
from rocrepro.report.answers.parts import by_area, rows_of
from rocrepro.study import Choices
from rocrepro.study.cut import are_probabilities, index_of

MOST, IN_ALL = 1000, 16_000
"""Points that are drawn of a curve, and of all curves together: some 35 bytes of the page for each."""
NAMED = {"in use": "in use", "cost ": "cheapest", "youden": "Youden's"}
"""Operating points that the control leads to, by the beginning of their criterion's name."""


@dataclass(frozen=True, eq=False)
class Drawn:
    """One model as the control shows it.

    Attributes
    ----------
    name : str
    curve : RocPoints
        Its whole curve, or what is kept of one from disk.
    n_points : int
        Points of the whole curve.
    off : float
        How far a point of the whole curve that `curve` lacks may lie from it in ROC space.
    """

    name: str
    curve: RocPoints
    n_points: int
    off: float = 0.0


def control_data(models: Iterable[Drawn], tables: Mapping[str, Table], choices: Choices) -> dict[str, Any]:
    """Return what the control's script is given, as plain values.

    Parameters
    ----------
    models : iterable of Drawn
    tables : mapping of str to Table
        operating_points names the points that the control leads to; clusters is there where rows have them.
    choices : Choices

    Returns
    -------
    dict
        Keys z, alpha, cost_fn, cost_fp, prevalence (None where none is stated), clusters (whether rows come
        in clusters, which the control does not heed), first (the place of the model that ranks best, of
        which the sentences speak) and models. Each model has its
        points from the highest threshold (None stands for infinity) to the lowest: threshold, tp, fp, in
        exact counts; `go`, the places of named points; `in_use`, the threshold in use, which may lie below
        the score of its point; and `off`, the largest distance of a point that is not drawn, in sides of a
        plot.
    """
    models = list(models)
    most = max(50, min(MOST, IN_ALL // max(1, len(models))))
    rows = tables["operating_points"].frame.to_dict("records") if "operating_points" in tables else []
    return {
        "z": two_sided_z(choices.alpha),
        "alpha": choices.alpha,
        "cost_fn": choices.cost_fn,
        "cost_fp": choices.cost_fp,
        "prevalence": choices.prevalence,
        "clusters": "clusters" in tables,
        "first": _first([one.name for one in models], tables),
        "models": [
            _model(one, [row for row in rows if row["model"] == one.name], choices, most) for one in models
        ],
    }


def _first(names: list[str], tables: Mapping[str, Table]) -> int:
    """The place of the model with the highest AUC; the first one where none is known."""
    ranks = by_area(rows_of(tables, "summary"))
    return min(range(len(names)), key=lambda at: ranks.get(names[at], len(names)), default=0)


def _model(drawn: Drawn, rows: Iterable[Mapping[Any, Any]], choices: Choices, most: int) -> dict[str, Any]:
    """The points of one model."""
    curve = drawn.curve
    named: dict[str, int] = {}
    rows = list(rows)
    in_use = next((row["threshold"] for row in rows if row["criterion"] == "in use"), math.nan)
    for row in rows:
        word = next((word for start, word in NAMED.items() if str(row["criterion"]).startswith(start)), None)
        if word is not None:
            named.setdefault(word, index_of(curve, row["threshold"]))
    # A curve from disk may lack a named point: then the button would lead to another one.
    by_place = {word: at for word, at in named.items() if _is_there(curve, at, word, rows)}
    chosen, off = thinned(_views(curve, choices), list(by_place.values()), most=most)
    return {
        "name": drawn.name,
        "n_pos": int(curve.n_pos),
        "n_neg": int(curve.n_neg),
        "n_points": int(drawn.n_points),
        "off": float(f"{off + drawn.off:.2g}"),
        "probabilities": bool(are_probabilities(curve.threshold[[1, -1]])),
        "go": {word: int(np.searchsorted(chosen, at)) for word, at in by_place.items()},
        "in_use": float(in_use) if math.isfinite(in_use) else None,
        "threshold": [float(t) if math.isfinite(t) else None for t in curve.threshold[chosen]],
        "tp": curve.tp[chosen].tolist(),
        "fp": curve.fp[chosen].tolist(),
    }


def _is_there(curve: RocPoints, at: int, word: str, rows: Iterable[Mapping[Any, Any]]) -> bool:
    """Return whether a point of a curve has the counts that the table gives it."""
    starts = [start for start, name in NAMED.items() if name == word]
    row = next(row for row in rows if str(row["criterion"]).startswith(starts[0]))
    return bool(curve.tp[at] == row["tp"] and curve.fp[at] == row["fp"])


def _views(curve: RocPoints, choices: Choices) -> list[View]:
    """The points as the four plots draw them, each on the unit square."""
    n, share = curve.n, curve.n_pos / curve.n
    predicted = curve.tp + curve.fp
    precision = np.where(predicted == 0, 1.0, curve.tp / np.maximum(predicted, 1))
    low, high = float(curve.threshold[-1]), float(curve.threshold[1])
    if are_probabilities(curve.threshold[[1, -1]]):
        low, high = 0.0, 1.0
    at = np.clip((curve.threshold - low) / (high - low), 0, 1) if high > low else np.ones(len(curve))
    cost = (choices.cost_fn * curve.fn + choices.cost_fp * curve.fp) / n
    views = [(curve.fpr, curve.tpr), (curve.tpr, precision), (at, cost / cost.max() if cost.max() else cost)]
    if (low, high) == (0.0, 1.0):
        odds = at / np.maximum(1 - at, 1e-12)
        benefit = np.where(predicted == 0, 0.0, curve.tp / n - odds * curve.fp / n)
        views.append((at, np.clip(benefit / share, -1, 1)))
    return views
