"""Implications of the twelve printed figures of Table 2 by arithmetic only, and our draws."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np

from rocrepro.papers.fact_rows import Row, row
from rocrepro.papers.klement2009.bounds import attains, calibrated_maximum, is_possible, rows_of
from rocrepro.papers.klement2009.printed import ROWS, Figures, table2_of
from rocrepro.papers.klement2009.tables import COLUMN_OF

if TYPE_CHECKING:
    from rocrepro.papers.evaluated import Evaluated

SIZE = 1000  # rows of each data set, says section 3
SHARES = np.arange(1, 100) / 100  # prevalences, which the paper does not print
NORMAL = 1.96  # quantile of a two-sided test at 5 %
BASES = ("NGP-Train", "NGP-Test")  # what the other data sets are compared with
BY_BAYES = {"engine": "sklearn", "learner": "naive_bayes"}


def printed_quantities(evaluated: Evaluated) -> list[Row]:
    """One row a data set and quantity."""
    rows, printed = [], table2_of(evaluated.shown)
    for which, figures in printed.items():
        found = [
            row("attainable", attains(figures.struggle, SIZE)),
            row("calibrated_possible", calibrated(figures)),
            row("prediction_off", abs(2 * figures.midpoint - 1)),
        ]
        for base in (name for name in BASES if name != which):
            found += [one | {"against": base} for one in _against(figures, printed[base])]
        rows += [one | {"dataset": which} for one in found]
    return rows


def _against(figures: Figures, base: Figures) -> list[Row]:
    """Return how far a row is from one of NGP, beyond chance."""
    shares = [share for share in SHARES if is_possible(base, share) and is_possible(figures, share)]
    z = np.array([auc_z(figures.auc, base.auc, round(SIZE * share)) for share in shares])
    z_struggle = share_z(1 / (1 + figures.struggle), 1 / (1 + base.struggle))
    return [
        row("auc_apart", (z > NORMAL).mean() if shares else math.nan, n=len(shares)),
        row("struggle_z", z_struggle, n=SIZE),
    ]


def draw_quantities(evaluated: Evaluated) -> list[Row]:
    """Table 2's quantities of every seed; other readings of its last column have a table of their own."""
    draws = evaluated.simulation("draws")
    default = evaluated.shown["extra"]["flu"]["default"]
    rows = []
    kept = draws[draws["set"].isin(ROWS) & (draws["draw"] <= evaluated.shown["seeds"])]
    for found in kept.to_dict("records"):
        variant = "base" if found["domain"] == default else f"domain={found['domain']}"
        key = {"dataset": found["set"], "seed": int(found["draw"]), "variant": variant, **BY_BAYES}
        rows += [row(name, found[column], **key) for name, column in COLUMN_OF.items()]
    return rows


def calibrated(printed: Figures) -> bool:
    """Return whether a scorer calibrated at the midpoint can have a printed row, at some class share."""
    corners = rows_of(printed, rounding=True)
    # An undefined maximum, where no such scorer exists, compares as false.
    return any(calibrated_maximum(corner, share) >= corner.auc for corner in corners for share in SHARES)


def auc_z(first: float, second: float, n_pos: int) -> float:
    """Difference of two AUCs of independent sets over its standard error, `n_pos` of 1,000 rows positive."""
    variance = hanley_mcneil(first, n_pos, SIZE - n_pos) + hanley_mcneil(second, n_pos, SIZE - n_pos)
    return abs(first - second) / float(variance**0.5)


def hanley_mcneil(auc: float, n_pos: int, n_neg: int) -> float:
    """Variance of an AUC by Hanley and McNeil (1982), whose scores are of the exponential family."""
    q1, q2 = auc / (2 - auc), 2 * auc**2 / (1 + auc)
    spread = auc * (1 - auc) + (n_pos - 1) * (q1 - auc**2) + (n_neg - 1) * (q2 - auc**2)
    return spread / (n_pos * n_neg)


def share_z(first: float, second: float) -> float:
    """Difference of two shares of 1,000 independent rows each, over its standard error."""
    return abs(first - second) / float(((first * (1 - first) + second * (1 - second)) / SIZE) ** 0.5)
