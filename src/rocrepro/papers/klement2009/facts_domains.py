"""Shares of the admissible domains in which the text's statements on the flu domain hold."""

from __future__ import annotations

import math
from collections.abc import Callable
from operator import gt, lt
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
KEPT = 0.015  # change up to which a figure counts as kept
RISING = 0.8  # rank correlation from which on one quantity rises with another
# Changes of the domain beside DP and FC of the paper.
NONE, ALONE, SHARE = "none", "DP, class rule of NGP", "DP, class share only"
Floats = NDArray[np.float64]
Pairs = tuple[tuple[str, str], ...]
Held = dict[tuple[str, str, str], bool]
"""Statements that hold in a domain: by fact, change and figure."""

# Of naive Bayes, trained on NGP without sampling error: figures after a change, against those on NGP.
EXACT: dict[str, tuple[Callable[[float, float], bool], Pairs]] = {
    "domains_above": (
        gt,
        (
            *(("DP", "struggle"), (ALONE, "struggle"), (SHARE, "struggle")),
            *(("DP", "ece"), ("DP", "brier"), ("FC", "brier_skill")),
        ),
    ),
    "domains_below": (
        lt,
        (
            *(("DP", "auc"), (ALONE, "auc"), ("DP", "brier_skill")),
            *(("FC", "struggle"), ("FC", "ece"), ("FC", "brier")),
        ),
    ),
    "domains_kept": (lambda new, old: abs(new - old) <= KEPT, (("FC", "auc"), ("FC", "best_accuracy"))),
}
# Curves that the paper calls different from those of the training set, and unchanged.
VISIBLE: Pairs = (
    *(("DP", curve) for curve in ("sensibility", "capability", "roc")),
    *(("FC", curve) for curve in ("sensibility", "capability")),
)
ABSENT: Pairs = (*((NONE, curve) for curve in CURVES), ("FC", "auc"), ("FC", "roc"))
TREND = ("domains_struggle_with_share", "", "")
STATEMENTS = (
    *((fact, *pair) for fact, (_, pairs) in EXACT.items() for pair in pairs),
    TREND,
    *(("domains_visible", *pair) for pair in VISIBLE),
    *(("domains_absent", *pair) for pair in ABSENT),
)


def domain_quantities(evaluated: Evaluated) -> list[Row]:
    """Return the share of the admissible domains in which each statement holds."""
    size = evaluated.shown["extra"]["flu"]["rows"]
    found = [_held(domain, size) for domain in admissible_domains(evaluated)]
    rows = []
    for fact, change, figure in STATEMENTS:
        held = [one[fact, change, figure] for one in found]
        share = sum(held) / len(held) if held else math.nan
        rows.append(row(fact, share, change=change, figure=figure, n=len(held)))
    return rows


def share_quantities(evaluated: Evaluated) -> list[Row]:
    """Return the part of the struggle ratio's fall on FC that the class share brings by itself, by domain."""
    flu, rows = evaluated.shown["extra"]["flu"], []
    for name, domain in flu_domains(flu).items():
        score = naive_bayes(domain, domain.joint() * flu["rows"])
        ngp, fc = domain.joint(), domain.joint("NGP", "FC")
        alone = with_class_share(ngp, float(fc[1].sum()))
        struggle = [exact(score, joint)["struggle"] for joint in (ngp, fc, alone)]
        share = (struggle[2] - struggle[0]) / (struggle[1] - struggle[0])
        variant = "base" if name == flu["default"] else f"domain={name}"
        rows.append(row("fall_by_class_share", share, variant=variant))
    return rows


def _held(domain: FluDomain, size: int) -> Held:
    score = naive_bayes(domain, domain.joint() * size)
    share = seen(domain, size, DRAWS)
    return exactly(domain, score) | {
        **{("domains_visible", *pair): share[pair] >= REACTS for pair in VISIBLE},
        **{("domains_absent", *pair): share[pair] <= MISSES for pair in ABSENT},
    }


def exactly(domain: FluDomain, score: Floats) -> Held:
    """Compare exact figures of naive Bayes, trained on NGP without sampling error."""
    ngp, dp = domain.joint(), domain.joint("DP")
    unshifted = domain.shifted(population={"DP": domain.population_shifts["NGP"]}, definition={})
    sets = {"DP": dp, "FC": domain.joint("NGP", "FC"), ALONE: unshifted.joint("DP")}
    sets |= {NONE: ngp, SHARE: with_class_share(ngp, float(dp[1].sum()))}
    errors = {"brier": brier, "brier_skill": brier_skill}
    of = {
        name: exact(score, joint) | {figure: error(score, joint) for figure, error in errors.items()}
        for name, joint in sets.items()
    }
    held = {
        (fact, change, figure): holds(of[change][figure], of[NONE][figure])
        for fact, (holds, pairs) in EXACT.items()
        for change, figure in pairs
    }
    return held | {TREND: _trend(domain, score) >= RISING}


def with_class_share(joint: Floats, share: float) -> Floats:
    """Return the same cells within each class at another class share; shape (2, n_cells)."""
    moved: Floats = joint * (np.array([1 - share, share]) / joint.sum(axis=1))[:, None]
    return moved


def brier(score: Floats, joint: Floats) -> float:
    """Return the mean squared error of the scores."""
    return float(joint[0] @ score**2 + joint[1] @ (1 - score) ** 2)


def brier_skill(score: Floats, joint: Floats) -> float:
    """Return the skill of the scores: the share by which their squared error is below the class share's."""
    share = float(joint[1].sum())
    return 1 - brier(score, joint) / (share * (1 - share))


def _trend(domain: FluDomain, score: Floats) -> float:
    """Return the rank correlation of struggle ratio and class share over class definitions."""
    from scipy.stats import spearmanr

    moved = [domain.shifted(population={}, definition={"FC": float(shift)}) for shift in SHIFTS]
    found = [exact(score, one.joint("NGP", "FC")) for one in moved]
    return float(spearmanr([f["prevalence"] for f in found], [f["struggle"] for f in found]).statistic)
