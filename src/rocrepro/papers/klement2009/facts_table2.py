"""What the twelve printed figures of Table 2 imply by arithmetic alone."""

from __future__ import annotations

import numpy as np

from rocrepro.papers.fact_rows import Row, row
from rocrepro.papers.klement2009.bounds import calibrated_maximum, is_possible, rows_of
from rocrepro.papers.klement2009.printed import HALF_WIDTH, TABLE2

ROWS = 1000  # of each data set, says section 3
SHARES = np.arange(1, 100) / 100  # prevalences, which the paper does not print
NORMAL = 1.96  # quantile of a two-sided test at 5 %


def printed_quantities() -> list[Row]:
    """One row a data set and quantity."""
    rows = []
    for which, (auc, midpoint, struggle) in TABLE2.items():
        of = {"dataset": which}
        rows += [
            row("attainable", attains(struggle, ROWS), "1: k/(1000 - k) rounds to it for some k", **of),
            row("calibrated_possible", calibrated(which), "1: a scorer calibrated at t has the row", **of),
            row("prediction_off", abs(2 * midpoint - 1), "|P - n+|/n+ = |2 t - 1|", **of),
        ]
        for base, (base_auc, _, base_struggle) in TABLE2.items():
            if which == base or not base.startswith("NGP"):
                continue
            beside = base.removeprefix("NGP-").lower()
            shares = [share for share in SHARES if is_possible(base, share) and is_possible(which, share)]
            z = np.array([auc_z(auc, base_auc, round(ROWS * share)) for share in shares])
            note = (
                f"AUC against {base} beyond chance at 5 %: share of the class shares that both rows can have"
            )
            rows.append(row(f"auc_apart_{beside}", (z > NORMAL).mean(), note, n=len(shares), **of))
            z_struggle = share_z(1 / (1 + struggle), 1 / (1 + base_struggle))
            note = f"share of sensible rows against {base}: |z|, midpoints held fixed"
            rows.append(row(f"struggle_z_{beside}", z_struggle, note, n=ROWS, **of))
    return rows


def attains(struggle: float, n: int) -> bool:
    """Whether some number of non-sensible rows among `n` gives a ratio that is printed as `struggle`."""
    other = np.arange(n)
    return bool(np.abs(other / (n - other) - struggle).min() <= HALF_WIDTH + 1e-12)


def calibrated(which: str) -> bool:
    """Whether a scorer that is calibrated at the midpoint can have a printed row, at some class share."""
    corners = rows_of(which, rounding=True)
    # An undefined maximum, where no such scorer exists, compares as false.
    return any(calibrated_maximum(corner, share) >= corner.auc for corner in corners for share in SHARES)


def auc_z(first: float, second: float, n_pos: int) -> float:
    """Difference of two AUCs of independent sets over its standard error, `n_pos` of 1,000 rows positive."""
    variance = hanley_mcneil(first, n_pos, ROWS - n_pos) + hanley_mcneil(second, n_pos, ROWS - n_pos)
    return abs(first - second) / float(variance**0.5)


def hanley_mcneil(auc: float, n_pos: int, n_neg: int) -> float:
    """Variance of an AUC by Hanley and McNeil (1982), whose scores are of the exponential family."""
    q1, q2 = auc / (2 - auc), 2 * auc**2 / (1 + auc)
    spread = auc * (1 - auc) + (n_pos - 1) * (q1 - auc**2) + (n_neg - 1) * (q2 - auc**2)
    return spread / (n_pos * n_neg)


def share_z(first: float, second: float) -> float:
    """Difference of two shares of 1,000 independent rows each, over its standard error."""
    return abs(first - second) / float(((first * (1 - first) + second * (1 - second)) / ROWS) ** 0.5)
