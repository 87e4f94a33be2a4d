"""The admissible domains: what the flu domain of the paper can have been, as far as Table 2 says."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from rocrepro.datasets.flu import FluDomain, flu_domains
from rocrepro.papers.klement2009.bounds import is_possible
from rocrepro.papers.klement2009.draws import quick_bayes
from rocrepro.papers.klement2009.drift_statistics import compare, summarise
from rocrepro.papers.klement2009.printed import ROWS, SETS, Figures, table2_of
from rocrepro.papers.klement2009.readings import RANGE, plain_domain
from rocrepro.randomness import generator

if TYPE_CHECKING:
    from rocrepro.papers.evaluated import Evaluated

SHARES = 23  # class shares at which domains are fitted
DRAWS = 120  # of the sets of each domain
CURVES = ("auc", "sensibility", "capability", "roc")
# The differences that are looked at, by what changes: the first set of each pair against the second.
CHANCE = "chance"
PAIRS = {
    CHANCE: ("NGP-Other", "NGP-Test"),
    "none": ("NGP-Test", "NGP-Train"),
    "DP": ("DP-Test", "NGP-Train"),
    "FC": ("FC-Test", "NGP-Train"),
}
WHERE = {name: SETS[name] for name in ROWS} | {"NGP-Other": SETS["NGP-Test"]}
NAMES = list(WHERE)
GRID = np.linspace(0, 1, 201)
Floats = NDArray[np.float64]
Ints = NDArray[np.int64]


def admissible_domains(evaluated: Evaluated) -> list[FluDomain]:
    """Return the configured domains, and those like each of them at the class shares of the readings.

    A domain is admissible if its class shares are ones at which the four rows of Table 2 can occur at all.
    Those that are not configured are fitted to the printed AUC of NGP and the midpoints of DP and FC.
    """
    flu, printed = evaluated.shown["extra"]["flu"], table2_of(evaluated.shown)
    configured = list(flu_domains(flu).values())
    shares = np.linspace(*RANGE, SHARES)
    fitted = [
        plain_domain(base, float(share), flu["rows"], printed) for base in configured for share in shares
    ]
    return [
        domain for domain in (*configured, *fitted) if domain is not None and is_admissible(domain, printed)
    ]


def is_admissible(domain: FluDomain, printed: Mapping[str, Figures]) -> bool:
    """Return whether all rows of Table 2 can occur at the class shares of a domain."""
    return all(is_possible(row, domain.prevalence(*SETS[which])) for which, row in printed.items())


@dataclass(frozen=True, eq=False)
class Counted:
    """Data sets of one classifier as tables: rows of each class at each of its distinct scores, rising."""

    counts: Ints  # shape (n_sets, 2, n_scores), sets as in `WHERE`
    score: Floats


def drawn_sets(domain: FluDomain, rows: int, draws: int) -> Iterator[Counted]:
    """Train on fresh NGP rows, and count these and fresh test sets, `draws` times."""
    joints = [domain.joint(*where) for where in WHERE.values()]
    for draw in range(1, draws + 1):
        rng = generator(draw, f"klement2009/family/{domain.name}")
        cells = np.stack([rng.multinomial(rows, joint.ravel()).reshape(2, -1) for joint in joints])
        of_cell = quick_bayes(domain, cells[NAMES.index("NGP-Train")])
        order = np.argsort(of_cell)
        score, start = np.unique(of_cell[order], return_index=True)
        yield Counted(np.add.reduceat(cells[:, :, order], start, axis=2), score)


def differences(sets: Counted) -> dict[str, Floats]:
    """Return how far apart the sets of each of `PAIRS` are: DeLong's z, and largest vertical distances."""
    one_bin = np.ones((len(sets.score), 1), dtype=bool)  # what bins are for is not looked at
    summary = summarise(sets.counts[:, 0], sets.counts[:, 1], sets.score, one_bin)
    roc = np.stack([_roc(counts) for counts in sets.counts])
    first, second = ([NAMES.index(pair[side]) for pair in PAIRS.values()] for side in (0, 1))
    found = compare(summary.take(first), summary.take(second)) | {
        "roc": np.abs(roc[first] - roc[second]).max(axis=1)
    }
    return {name: found[name] for name in CURVES}


def _roc(counts: Ints) -> Floats:
    fpr, tpr = (np.append(0, np.cumsum(part[::-1])) / part.sum() for part in counts)
    rates: Floats = np.interp(GRID, fpr, tpr)
    return rates


def seen(domain: FluDomain, rows: int, draws: int) -> dict[tuple[str, str], float]:
    """Return the share of draws in which a curve of each pair lies apart; by chance it would be 5 %.

    Chance is that of two test sets from NGP that one classifier has scored.
    """
    found = [differences(sets) for sets in drawn_sets(domain, rows, draws)]
    shares: dict[tuple[str, str], float] = {}
    for name in CURVES:
        of_pair = dict(zip(PAIRS, np.transpose([one[name] for one in found]), strict=True))
        limit = float(np.quantile(of_pair.pop(CHANCE), 0.95))
        shares |= {(key, name): float((value > limit).mean()) for key, value in of_pair.items()}
    return shares
