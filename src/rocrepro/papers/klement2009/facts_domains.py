"""In which share of the admissible domains what the text says of the flu domain holds."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from rocrepro.datasets.flu import FluDomain, flu_domains
from rocrepro.papers.fact_rows import Row, row
from rocrepro.papers.klement2009.draws import naive_bayes
from rocrepro.papers.klement2009.family import CURVES, DRAWS, admissible_domains, seen
from rocrepro.papers.klement2009.power_report import MISSES, REACTS
from rocrepro.papers.klement2009.tables import exact

if TYPE_CHECKING:
    from rocrepro.papers.evaluated import Evaluated

SHIFTS = np.linspace(-1.5, 1.5, 31)  # of the log-odds, by which the class is defined anew
KEPT = 0.015  # change of AUC and best accuracy up to which they count as kept
RISING = 0.8  # rank correlation from which on one quantity rises with another
# Which curves of which sets the paper calls different from those of training, and which unchanged.
VISIBLE = {"dp": ("sensibility", "capability", "roc"), "fc": ("sensibility", "capability")}
ABSENT = {"static": CURVES, "fc": ("auc", "roc")}
Floats = NDArray[np.float64]

NOTES = {
    "dp_auc_drops": "AUC on DP below that on NGP, exact",
    "dp_struggle_rises": "struggle ratio on DP above that on NGP, exact",
    "dp_estimation_worse": "calibration error on DP above that on NGP, exact",
    "dp_auc_drops_alone": "AUC on DP under the class rule of NGP below that on NGP, exact",
    "dp_struggle_rises_alone": "struggle ratio on DP under the class rule of NGP above that on NGP, exact",
    "dp_share_raises_struggle": "struggle ratio above that on NGP at the class share of DP alone, exact",
    "fc_struggle_falls": "struggle ratio on FC below that on NGP, exact",
    "fc_estimation_improved": "calibration error on FC below that on NGP, exact",
    "fc_brier_skill_improved": "Brier skill score on FC above that on NGP, exact",
    "fc_auc_kept": f"AUC on FC within {KEPT} of that on NGP, exact",
    "fc_performance_kept": f"best accuracy on FC within {KEPT} of that on NGP, exact",
    "struggle_falls_with_share": f"rank correlation of struggle ratio and class share at least {RISING} over "
    f"{len(SHIFTS)} class definitions, exact",
}


def domain_quantities(evaluated: Evaluated) -> list[Row]:
    """Return the share of the admissible domains in which each statement holds."""
    size = evaluated.shown["extra"]["flu"]["rows"]
    found = []
    for domain in admissible_domains(evaluated):
        score = naive_bayes(domain, domain.joint() * size)
        found.append(_exactly(domain, score) | _drawn(seen(domain, size, DRAWS)))
    return [
        row(
            f"domains_{name}",
            np.mean([one[name] for one in found]),
            NOTES.get(name) or _words(name),
            n=len(found),
        )
        for name in found[0]
    ]


def share_quantities(evaluated: Evaluated) -> list[Row]:
    """Return how much of the fall of the struggle ratio on FC the class share alone brings, by domain."""
    flu, rows = evaluated.shown["extra"]["flu"], []
    for name, domain in flu_domains(flu).items():
        score = naive_bayes(domain, domain.joint() * flu["rows"])
        ngp, fc = domain.joint(), domain.joint("NGP", "FC")
        alone = with_class_share(ngp, float(fc[1].sum()))
        struggle = [exact(score, joint)["struggle"] for joint in (ngp, fc, alone)]
        share = (struggle[2] - struggle[0]) / (struggle[1] - struggle[0])
        variant = "base" if name == flu["default"] else f"domain={name}"
        note = "share of the fall of the struggle ratio on FC that its class share alone brings, exact"
        rows.append(row("fall_by_class_share", share, note, variant=variant))
    return rows


def _exactly(domain: FluDomain, score: Floats) -> dict[str, bool]:
    """Compare exact figures of naive Bayes, trained on NGP without sampling error."""
    ngp, dp, fc = domain.joint(), domain.joint("DP"), domain.joint("NGP", "FC")
    unshifted = domain.shifted(population={"DP": domain.population_shifts["NGP"]}, definition={})
    sets = {"ngp": ngp, "dp": dp, "fc": fc, "alone": unshifted.joint("DP")}
    sets["dp_share"] = with_class_share(ngp, float(dp[1].sum()))
    of = {name: exact(score, joint) for name, joint in sets.items()}
    struggle = {name: figures["struggle"] for name, figures in of.items()}
    auc = {name: figures["auc"] for name, figures in of.items()}
    return {
        "dp_auc_drops": auc["dp"] < auc["ngp"],
        "dp_struggle_rises": struggle["dp"] > struggle["ngp"],
        "dp_estimation_worse": of["dp"]["ece"] > of["ngp"]["ece"],
        "dp_auc_drops_alone": auc["alone"] < auc["ngp"],
        "dp_struggle_rises_alone": struggle["alone"] > struggle["ngp"],
        "dp_share_raises_struggle": struggle["dp_share"] > struggle["ngp"],
        "fc_struggle_falls": struggle["fc"] < struggle["ngp"],
        "fc_estimation_improved": of["fc"]["ece"] < of["ngp"]["ece"],
        "fc_brier_skill_improved": brier_skill(score, fc) > brier_skill(score, ngp),
        "fc_auc_kept": abs(auc["fc"] - auc["ngp"]) <= KEPT,
        "fc_performance_kept": abs(of["fc"]["best_accuracy"] - of["ngp"]["best_accuracy"]) <= KEPT,
        "struggle_falls_with_share": _trend(domain, score) >= RISING,
    }


def _drawn(share: dict[tuple[str, str], float]) -> dict[str, bool]:
    """Call a difference visible from a share of the draws on, and absent up to a smaller one."""
    visible = {
        f"{key}_{name}_visible": share[key, name] >= REACTS
        for key, names in VISIBLE.items()
        for name in names
    }
    absent = {
        f"{key}_{name}_absent": share[key, name] <= MISSES for key, names in ABSENT.items() for name in names
    }
    return visible | absent


def _words(name: str) -> str:
    """Return the note of a quantity of `_drawn`."""
    key, what, how = name.split("_")
    sets = "test and training set of NGP" if key == "static" else f"{key.upper()} and training set"
    bound = f"at least {REACTS:g}" if how == "visible" else f"at most {MISSES:g}"
    return f"{what} of {sets} beyond chance in {bound} of {DRAWS} draws"


def with_class_share(joint: Floats, share: float) -> Floats:
    """Return the same cells within each class at another class share; shape (2, n_cells)."""
    moved: Floats = joint * (np.array([1 - share, share]) / joint.sum(axis=1))[:, None]
    return moved


def brier_skill(score: Floats, joint: Floats) -> float:
    """Return by how much the squared error of the scores is below that of the class share, relative to it."""
    share = float(joint[1].sum())
    error = float(joint[0] @ score**2 + joint[1] @ (1 - score) ** 2)
    return 1 - error / (share * (1 - share))


def _trend(domain: FluDomain, score: Floats) -> float:
    """Return the rank correlation of struggle ratio and class share over class definitions."""
    from scipy.stats import spearmanr

    moved = [domain.shifted(population={}, definition={"FC": float(shift)}) for shift in SHIFTS]
    found = [exact(score, one.joint("NGP", "FC")) for one in moved]
    return float(spearmanr([f["prevalence"] for f in found], [f["struggle"] for f in found]).statistic)
