"""What the twelve printed figures of Table 2 imply by arithmetic alone."""

from __future__ import annotations

import numpy as np

from rocrepro.papers.fact_rows import Row, row
from rocrepro.papers.klement2009.bounds import calibrated_maximum, rows_of
from rocrepro.papers.klement2009.printed import HALF_WIDTH, TABLE2

ROWS = 1000  # of each data set, says section 3
HUNDREDTHS = np.arange(1, 100) / 100  # class shares for the bound
SHARES = np.arange(5, 100, 5) / 100  # prevalences, which the paper does not print


def printed_quantities() -> list[Row]:
    """One row a data set and quantity."""
    rows = []
    for which, (auc, midpoint, struggle) in TABLE2.items():
        sensible = 1 / (1 + struggle)
        nearest = round(ROWS * sensible)
        rows += [
            row(
                "attainable",
                attains(struggle, ROWS),
                "1: k/(1000 - k) rounds to it for some k",
                dataset=which,
            ),
            row(
                "nearest_size",
                nearest_size(struggle),
                "number of rows next to 1,000 that has it",
                dataset=which,
            ),
            row(
                "nearest_ratio",
                (ROWS - nearest) / nearest,
                f"ratio with {nearest} sensible rows",
                dataset=which,
            ),
            row("implied_sensible", sensible, "share of sensible rows, 1/(1 + ratio)", dataset=which),
            row("predicted_to_observed", 2 * midpoint, "P/n+ = 2 t", dataset=which),
            row(
                "calibrated_possible",
                calibrated(which),
                "1: a scorer calibrated at t has the row",
                dataset=which,
            ),
            row("prediction_off", abs(2 * midpoint - 1), "|P - n+|/n+ = |2 t - 1|", dataset=which),
        ]
        for base in ("NGP-Train", "NGP-Test"):
            if which == base:
                continue
            beside = base.removeprefix("NGP-").lower()
            z = max(auc_z(auc, TABLE2[base][0], round(ROWS * share)) for share in SHARES)
            note = f"AUC against {base}: largest |z| over prevalences, Hanley and McNeil's variance"
            rows.append(row(f"auc_z_{beside}", z, note, dataset=which, n=len(SHARES)))
            z = share_z(sensible, 1 / (1 + TABLE2[base][2]))
            note = f"share of sensible rows against {base}: |z|, midpoints held fixed"
            rows.append(row(f"struggle_z_{beside}", z, note, dataset=which, n=ROWS))
    return rows


def attains(struggle: float, n: int) -> bool:
    """Whether some number of non-sensible rows among `n` gives a ratio that is printed as `struggle`."""
    other = np.arange(n)
    return bool(np.abs(other / (n - other) - struggle).min() <= HALF_WIDTH + 1e-12)


def calibrated(which: str) -> bool:
    """Whether a scorer that is calibrated at the midpoint can have a printed row, at some class share."""
    corners = rows_of(which, rounding=True)
    # An undefined maximum, where no such scorer exists, compares as false.
    return any(calibrated_maximum(corner, share) >= corner.auc for corner in corners for share in HUNDREDTHS)


def nearest_size(struggle: float) -> int:
    """The number of rows nearest to 1,000 with which the printed ratio can occur; the larger of two."""
    return next(
        ROWS + sign * step
        for step in range(ROWS)
        for sign in (1, -1)
        if attains(struggle, ROWS + sign * step)
    )


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
