"""The admissible domains: what the flu domain of the paper can have been, as far as Table 2 says."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from rocrepro.datasets.flu import FluDomain, flu_domains
from rocrepro.papers.klement2009.bounds import is_possible
from rocrepro.papers.klement2009.draws import naive_bayes
from rocrepro.papers.klement2009.drift_statistics import Summary, compare, summarise
from rocrepro.papers.klement2009.printed import SETS, TABLE2
from rocrepro.papers.klement2009.readings import RANGE, plain_domain
from rocrepro.randomness import generator

if TYPE_CHECKING:
    from rocrepro.papers.evaluated import Evaluated

SHARES = 23  # class shares at which domains are fitted
DRAWS = 120  # of the sets of each domain
CURVES = ("auc", "sensibility", "capability", "roc")
# The differences that are looked at: the first set of each pair against the second.
PAIRS = {
    "null": ("NGP-Other", "NGP-Test"),
    "static": ("NGP-Test", "NGP-Train"),
    "dp": ("DP-Test", "NGP-Train"),
    "fc": ("FC-Test", "NGP-Train"),
}
WHERE = {name: SETS[name] for name in TABLE2} | {"NGP-Other": SETS["NGP-Test"]}
GRID = np.linspace(0, 1, 201)
Floats = NDArray[np.float64]
Ints = NDArray[np.int64]


def admissible_domains(evaluated: Evaluated) -> list[FluDomain]:
    """Return the configured domains, and those like each of them at the class shares of the readings.

    A domain is admissible if its class shares are ones at which the four rows of Table 2 can occur at all.
    Those that are not configured are fitted to the printed AUC of NGP and the midpoints of DP and FC.
    """
    flu = evaluated.shown["extra"]["flu"]
    configured = list(flu_domains(flu).values())
    shares = np.linspace(*RANGE, SHARES)
    fitted = [plain_domain(base, float(share), flu["rows"]) for base in configured for share in shares]
    return [domain for domain in (*configured, *fitted) if domain is not None and _may_be(domain)]


def _may_be(domain: FluDomain) -> bool:
    return all(is_possible(which, domain.prevalence(*SETS[which])) for which in TABLE2)


@dataclass(frozen=True, eq=False)
class Counted:
    """A data set as a table: rows of each class at each distinct score of its classifier, rising."""

    counts: Ints  # shape (2, n_scores)
    score: Floats


def drawn_sets(domain: FluDomain, rows: int, draws: int) -> Iterator[dict[str, Counted]]:
    """Train on fresh NGP rows, and count these and fresh test sets, `draws` times."""
    for draw in range(1, draws + 1):
        rng = generator(draw, f"klement2009/family/{domain.name}")
        cells = {
            name: rng.multinomial(rows, domain.joint(*where).ravel()).reshape(2, -1)
            for name, where in WHERE.items()
        }
        score, group = np.unique(naive_bayes(domain, cells["NGP-Train"]), return_inverse=True)
        yield {
            name: Counted(
                np.stack([np.bincount(group, part, len(score)) for part in both]).astype(np.int64), score
            )
            for name, both in cells.items()
        }


def differences(sets: dict[str, Counted]) -> dict[str, dict[str, float]]:
    """Return how far apart the sets of each pair are: DeLong's z, and largest vertical distances."""
    found = {}
    for key, pair in PAIRS.items():
        one, other = (sets[name] for name in pair)
        distance = compare(_summary(one), _summary(other))
        found[key] = {name: float(distance[name][0]) for name in CURVES if name in distance}
        found[key]["roc"] = float(np.abs(_roc(one) - _roc(other)).max())
    return found


def _summary(data: Counted) -> Summary:
    one_bin = np.ones((len(data.score), 1), dtype=bool)  # what bins are for is not looked at
    return summarise(data.counts[:1], data.counts[1:], data.score, one_bin)


def _roc(data: Counted) -> Floats:
    fpr, tpr = (np.append(0, np.cumsum(part[::-1])) / part.sum() for part in data.counts)
    rates: Floats = np.interp(GRID, fpr, tpr)
    return rates


def seen(domain: FluDomain, rows: int, draws: int) -> dict[tuple[str, str], float]:
    """Return in which share of the draws a curve of each pair lies apart, as chance has it in 5 % of them.

    Chance is that of two test sets from NGP that one classifier has scored.
    """
    found = [differences(sets) for sets in drawn_sets(domain, rows, draws)]
    values = {(key, name): np.array([one[key][name] for one in found]) for key in PAIRS for name in CURVES}
    limit = {name: float(np.quantile(values["null", name], 0.95)) for name in CURVES}
    return {
        (key, name): float((value > limit[name]).mean())
        for (key, name), value in values.items()
        if key != "null"
    }
