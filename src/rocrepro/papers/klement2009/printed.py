"""Printed values of the paper: parameters here, judged ones in the ledger; and what our domains stand for."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from rocrepro.datasets.flu import FluDomain

# Table 1: label and score of rows 1 to 10, with the threshold of its caption.
TABLE1_LABELS = (1, 1, 0, 1, 1, 0, 1, 0, 0, 0)
TABLE1_SCORES = (1.0, 0.9, 0.8, 0.7, 0.6, 0.5, 0.4, 0.3, 0.2, 0.0)
TABLE1_THRESHOLD = 0.35
# Cases of the ledger with its printed quantities.
TABLE1_MIDPOINT = "table1.midpoint.formula"
TABLE1_COUNTS = ("table1.count.sensible", "table1.count.non_sensible")
TABLE1_TEXT = ("table1.struggle", "table1.sensibility", "table1.capability")

# Population and class definition of each data set; the last two are beyond the paper.
SETS = {
    "NGP-Train": ("NGP", "original"),
    "NGP-Test": ("NGP", "original"),
    "DP-Test": ("DP", "original"),
    "FC-Test": ("NGP", "FC"),
    "ZGP-Test": ("ZGP", "original"),
    "MC-Test": ("NGP", "MC"),
}
ROWS = tuple(SETS)[:4]
"""Data sets of Table 2."""
HALF_WIDTH = 0.0005  # of the rounding of its figures


class Figures(NamedTuple):
    """The figures of a row of Table 2."""

    auc: float
    midpoint: float
    struggle: float


def table2_of(shown: Mapping[str, Any]) -> dict[str, Figures]:
    """Return the printed Table 2 by data set; NaN where the paper's ledger is missing."""
    printed = shown.get("printed", {})
    cases = {which: f"table2.{which.lower().replace('-', '_')}" for which in ROWS}
    return {
        which: Figures(*(float(printed.get(f"{case}.{name}.a", math.nan)) for name in Figures._fields))
        for which, case in cases.items()
    }


def calibrated(domain: FluDomain) -> str:
    """Name the figures of Table 2 that a domain was fitted to."""
    fitted = {which: domain.calibrated.get(which, []) for which in ROWS}
    if all(len(figures) == len(Figures._fields) for figures in fitted.values()):
        return "all twelve figures of Table 2"
    words = [f"{which} {' and '.join(figures)}" for which, figures in fitted.items() if figures]
    return ", ".join(words).replace("auc", "AUC") or "no figure of Table 2"


def reconstruction(domains: Iterable[FluDomain]) -> str:
    """The paragraph that every table on the domains carries."""
    fitted = "; ".join(f"{domain.name} to {calibrated(domain)}" for domain in domains)
    return (
        "**Reconstruction.** The paper's generator was not found in print. The domains of "
        "`config/flu.yaml` are ours; the paper specifies only the two classes, the meaning of NGP, DP "
        f"and FC, 1,000 rows per set, and naive Bayes. Calibrated: {fitted}."
    )
