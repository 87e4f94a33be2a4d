"""The draws of Table 2, seed by seed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rocrepro.papers.fact_rows import Row, row
from rocrepro.papers.klement2009.printed import TABLE2

if TYPE_CHECKING:
    from rocrepro.papers.evaluated import Evaluated

BY_BAYES = {"engine": "sklearn", "learner": "naive_bayes"}


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
