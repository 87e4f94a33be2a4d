"""The draws of Table 2 and the curves of Figures 1 to 3, seed by seed."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from rocrepro.datasets.flu import FluDomain
from rocrepro.evaluation import roc_points, sensibility
from rocrepro.papers.fact_rows import SEED, Row, row
from rocrepro.papers.klement2009.draws import Scored, draw_sets
from rocrepro.papers.klement2009.facts_domains import variants
from rocrepro.papers.klement2009.figures import GRID, null_bands
from rocrepro.papers.klement2009.printed import TABLE2

if TYPE_CHECKING:
    from rocrepro.papers.evaluated import Evaluated

CURVES = ("sensibility", "capability", "roc")
BY_BAYES = {"engine": "sklearn", "learner": "naive_bayes"}
Floats = NDArray[np.float64]


def draw_quantities(evaluated: Evaluated) -> list[Row]:
    """Table 2's quantities of every seed; other readings of its last column have a table of their own."""
    draws = evaluated.simulation("draws")
    default = evaluated.shown["extra"]["flu"]["default"]
    rows = []
    kept = draws[draws["set"].isin(TABLE2) & (draws["draw"] <= evaluated.shown["seeds"])]
    for found in kept.to_dict("records"):
        variant = "base" if found["domain"] == default else f"domain={found['domain']}"
        key = {"dataset": found["set"], "seed": int(found["draw"]), **BY_BAYES}
        values = {"auc": found["auc"], "midpoint": found["midpoint"], "struggle": found["printed"]}
        rows += [
            row(name, value, "Table 2's column", variant=variant, **key) for name, value in values.items()
        ]
    return rows


def curve_quantities(evaluated: Evaluated) -> list[Row]:
    """How far the curves of each test set lie from those of the training set."""
    flu = evaluated.shown["extra"]["flu"]
    draws = range(1, min(flu["draws"], evaluated.shown["seeds"]) + 1)
    rows: list[Row] = []
    for variant, domain in variants(evaluated).items():
        for draw in draws:
            sets = draw_sets(domain, flu["rows"], draw, tuple(TABLE2))
            key = {"variant": variant, "seed": draw, **BY_BAYES}
            rows += _distances({name: curves(data) for name, data in sets.items()}, key)
            if draw == SEED:
                rows += [
                    row("rows", len(d.label), "rows drawn", dataset=name, **key) for name, d in sets.items()
                ]
                rows += [
                    row("classes", len(np.unique(d.label)), "classes", dataset=name, **key)
                    for name, d in sets.items()
                ]
                rows += _outside(evaluated, domain, sets, key)
            rows += _few_errors(sets, key)
    return rows


def curves(data: Scored) -> dict[str, Floats]:
    """Sensibility and capability over thresholds, true over false positive rate; on the figures' grid."""
    result, points = sensibility(data.label, data.score), roc_points(data.label, data.score)
    return {
        "sensibility": result.sensibility_at(GRID),
        "capability": result.capability_at(GRID),
        "roc": np.interp(GRID, points.fpr, points.tpr),
    }


def _distances(found: dict[str, dict[str, Floats]], key: dict[str, Any]) -> list[Row]:
    train = found["NGP-Train"]
    note = "largest vertical distance from the training set's curve"
    return [
        row(f"{name}_distance", np.abs(one[name] - train[name]).max(), note, dataset=which, **key)
        for which, one in found.items()
        if which != "NGP-Train"
        for name in CURVES
    ]


def _outside(
    evaluated: Evaluated, domain: FluDomain, sets: dict[str, Scored], key: dict[str, Any]
) -> list[Row]:
    """Share of each curve outside the central 95 % of NGP test sets, as drawn in the figures."""
    flu = evaluated.shown["extra"]["flu"]
    band = null_bands(domain, flu["rows"], SEED, range(1, flu["draws"] + 1))
    rows = []
    for which in sets:
        for name, curve in curves(sets[which]).items():
            share = ((curve < band[name][0] - 1e-12) | (curve > band[name][1] + 1e-12)).mean()
            note = "share of the grid outside the central 95 % of NGP test sets"
            rows.append(row(f"{name}_outside", share, note, dataset=which, n=len(GRID), **key))
    return rows


def _few_errors(sets: dict[str, Scored], key: dict[str, Any]) -> list[Row]:
    """Accuracy on both groups at threshold one half."""
    rows = []
    for which, data in sets.items():
        result = sensibility(data.label, data.score)
        at = float(result.sensibility_at(0.5)), float(result.capability_at(0.5))
        rows.append(row("sensibility_at_half", at[0], "at threshold 0.5", dataset=which, **key))
        rows.append(row("capability_at_half", at[1], "at threshold 0.5", dataset=which, **key))
    return rows
