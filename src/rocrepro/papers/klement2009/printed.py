"""What the paper prints, and what its table stands for in our domains."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rocrepro.datasets.flu import FluDomain

# Table 1: label and score of rows 1 to 10, with the threshold and the midpoint of its caption.
TABLE1_LABELS = (1, 1, 0, 1, 1, 0, 1, 0, 0, 0)
TABLE1_SCORES = (1.0, 0.9, 0.8, 0.7, 0.6, 0.5, 0.4, 0.3, 0.2, 0.0)
TABLE1_THRESHOLD, TABLE1_MIDPOINT = 0.35, 0.56
TABLE1_TEXT = {"struggle ratio": 0.25, "sensibility": 0.875, "capability": 0.5}

# Table 2: AUC, midpoint and struggle ratio of each data set.
FIGURES = ("auc", "midpoint", "struggle")
TABLE2 = {
    "NGP-Train": (0.815, 0.512, 0.488),
    "NGP-Test": (0.800, 0.518, 0.486),
    "DP-Test": (0.770, 0.338, 0.691),
    "FC-Test": (0.803, 0.681, 0.351),
}
HALF_WIDTH = 0.0005  # of the rounding of the printed figures

# Population and class definition of each data set; the last two are beyond the paper.
SETS = {
    "NGP-Train": ("NGP", "original"),
    "NGP-Test": ("NGP", "original"),
    "DP-Test": ("DP", "original"),
    "FC-Test": ("NGP", "FC"),
    "ZGP-Test": ("ZGP", "original"),
    "MC-Test": ("NGP", "MC"),
}


def calibrated(domain: FluDomain) -> str:
    """Which figures of Table 2 a domain was fitted to, in words."""
    fitted = {which: domain.calibrated.get(which, []) for which in TABLE2}
    if all(len(figures) == len(FIGURES) for figures in fitted.values()):
        return "all twelve figures of Table 2"
    words = [f"{which} {' and '.join(figures)}" for which, figures in fitted.items() if figures]
    return ", ".join(words).replace("auc", "AUC") or "no figure of Table 2"


def reconstruction(domains: Iterable[FluDomain]) -> str:
    """The paragraph that every table on the domains carries."""
    fitted = "; ".join(f"{domain.name} to {calibrated(domain)}" for domain in domains)
    return (
        "**Reconstruction.** The paper's generator was not found in print. The domains of `config/flu.yaml` "
        "are ours; the paper fixes the two classes, what NGP, DP and FC stand for, 1,000 rows a set, and "
        f"naive Bayes. Calibrated: {fitted}."
    )
