"""What the reconstructed flu domains do where the text states something of its own: exact values."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from rocrepro.datasets.flu import FluDomain, flu_domains
from rocrepro.papers.fact_rows import Row, row
from rocrepro.papers.klement2009.draws import naive_bayes
from rocrepro.papers.klement2009.printed import SETS
from rocrepro.papers.klement2009.tables import dependence, exact

if TYPE_CHECKING:
    from rocrepro.papers.evaluated import Evaluated

SHIFTS = np.linspace(-1.5, 1.5, 31)  # of the log-odds, by which the class is defined anew
DEPENDENT = 0.1  # Cramer's V from which two attributes count as dependent
DRIFTED = ("DP-Test", "FC-Test")
Floats = NDArray[np.float64]


def variants(evaluated: Evaluated) -> dict[str, FluDomain]:
    """Every domain by the name of its rows: "base" for the default one, else for example "domain=L"."""
    described = flu_domains(evaluated.shown["extra"]["flu"])
    default = evaluated.shown["extra"]["flu"]["default"]
    return {"base" if name == default else f"domain={name}": domain for name, domain in described.items()}


def domain_quantities(evaluated: Evaluated) -> list[Row]:
    """Exact properties of each domain, for naive Bayes trained on NGP without sampling error."""
    rows: list[Row] = []
    size = evaluated.shown["extra"]["flu"]["rows"]
    for variant, domain in variants(evaluated).items():
        score = naive_bayes(domain, domain.joint() * size)
        key = {"variant": variant}
        pairs = dependence(domain).values()
        rows += [
            row("dependent_pairs", sum(v >= DEPENDENT for v in pairs), f"Cramer's V from {DEPENDENT}", **key),
            row("score_min", score.min(), "least score of naive Bayes", **_by_bayes(key)),
            row("score_max", score.max(), "largest score of naive Bayes", **_by_bayes(key)),
            *_changes(domain, score, key),
            *_alone(domain, score, key),
            *_definition(domain, score, key),
        ]
    return rows


def _by_bayes(key: dict[str, Any]) -> dict[str, Any]:
    return key | {"engine": "sklearn", "learner": "naive_bayes"}


def _changes(domain: FluDomain, score: Floats, key: dict[str, Any]) -> list[Row]:
    """How each test set differs from NGP in attributes, class rule, prevalence and scores."""
    rows = []
    for which in DRIFTED:
        population, definition = SETS[which]
        of = key | {"dataset": which}
        moved = 0.5 * float(np.abs(domain.share(population) - domain.share()).sum())
        rule = float(np.abs(domain.risk(population, definition) - domain.risk()).max())
        more = domain.prevalence(population, definition) - domain.prevalence()
        _, group = np.unique(score, return_inverse=True)
        by_score = np.bincount(group, domain.share(population) - domain.share())
        rows += [
            row("attributes_change", moved, "total variation of the attributes from NGP", **of),
            row("rule_change", rule, "largest change of a cell's risk from NGP", **of),
            row("prevalence_change", more, "complications more than in NGP, as a share", **of),
            row(
                "scores_change",
                0.5 * float(np.abs(by_score).sum()),
                "total variation of the scores from NGP, exact",
                **_by_bayes(of),
            ),
        ]
    return rows


def _alone(domain: FluDomain, score: Floats, key: dict[str, Any]) -> list[Row]:
    """DP with the class rule of NGP: what the population drift does by itself."""
    alone = domain.shifted(population={"DP": domain.population_shifts["NGP"]}, definition={})
    before, after = exact(score, domain.joint()), exact(score, alone.joint("DP"))
    return [
        row(
            f"drift_alone_{name}",
            after[name] - before[name],
            f"exact {name}, DP with the class rule of NGP less NGP",
            **_by_bayes(key | {"dataset": "DP-Test"}),
        )
        for name in ("auc", "midpoint", "struggle")
    ]


def _definition(domain: FluDomain, score: Floats, key: dict[str, Any]) -> list[Row]:
    """Struggle ratio, calibration error and AUC as the class is defined from fewer to more complications."""
    found = []
    for shift in SHIFTS:
        moved = domain.shifted(population={}, definition={"FC": float(shift)})
        found.append(exact(score, moved.joint("NGP", "FC")))
    column = {name: np.array([each[name] for each in found]) for name in found[0]}
    of = _by_bayes(key) | {"n": len(SHIFTS)}
    words = f"over {len(SHIFTS)} class definitions"
    return [
        row("definition_struggle_trend", _ranks(column, "struggle"), f"rank correlation {words}", **of),
        row("definition_ece_trend", _ranks(column, "ece"), f"of calibration error, {words}", **of),
        row("definition_auc_range", np.ptp(column["auc"]), f"largest less least AUC {words}", **of),
    ]


def _ranks(column: dict[str, Floats], name: str) -> float:
    from scipy.stats import spearmanr

    return float(spearmanr(column["prevalence"], column[name]).statistic)
