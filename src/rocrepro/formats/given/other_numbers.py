"""Numbers in a column of scores that other columns of a table have: names of rows, dates, a total."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from rocrepro.formats.points_in_time import YEARS, kind_of_time

MANY = 20
"""Rows below which a far value is no surprise."""
EXCEL = (36_526, 54_788)
"""Days since 1899-12-30, from 2000 to 2049."""


def other_numbers(score: NDArray[np.float64], what: str = "scores") -> str:
    """Say what scores may be in place of scores.

    Parameters
    ----------
    score : ndarray of float64, shape (n,)
        In the order of the file.
    what : str
        What they should be.

    Returns
    -------
    str
        Empty for numbers that look like scores.

    Examples
    --------
    >>> import numpy as np
    >>> other_numbers(np.array([20240131.0, 20231105.0, 20240229.0]))
    'all scores are dates such as 20240131 if they are read so: they may be no scores'
    >>> other_numbers(np.array([0.2, 0.7, 0.4]))
    ''
    """
    if (score != np.round(score)).any() or len(score) < 2:
        return ""
    low, high = float(score.min()), float(score.max())
    if (np.diff(score) == 1).all() and low in (0, 1):
        return f"the {what} count the rows from {low:g} on: they may be names of rows and not {what}"
    if high - low == len(score) - 1 and len(np.unique(score)) == len(score):
        each = f"the {what} are the whole numbers from {low:.0f} to {high:.0f}, each once"
        return f"{each}: they may be ranks or names of rows, and not {what}"
    kind = kind_of_time(score)
    for other, (first, last) in {"years": YEARS, "days as Excel counts them": EXCEL}.items():
        if not kind and first <= low < high <= last:
            kind = other
    if kind:
        return f"all {what} are {kind} such as {score[0]:.0f} if they are read so: they may not be {what}"
    return ""


def far_from_shares(score: NDArray[np.float64]) -> str:
    """Say which few scores lie far outside 0 to 1 where all others lie inside, and whether one is the total.

    Parameters
    ----------
    score : ndarray of float64, shape (n,)

    Returns
    -------
    str
        Empty where there is none, or where they are more than one in a hundred (and more than one).

    Examples
    --------
    >>> import numpy as np
    >>> shares = np.linspace(0.1, 0.9, 21)
    >>> far_from_shares(np.append(shares, shares.sum())).partition(": ")[2]
    'it is the sum of all others, as in a row of totals; it was used as a score'
    """
    outside = (score < 0) | (score > 1)
    n_out = int(outside.sum())
    if len(score) < MANY or not 1 <= n_out <= max(1, len(score) // 100):
        return ""
    far, rest = score[outside], score[~outside]
    if rest.min() == rest.max():
        return ""
    if ((far > -0.01) & (far < 1.01)).all():
        just = f"{n_out} of the scores, such as {far[0]:.9g}, lie just outside 0 to 1, as if by rounding"
        return f"{just}; if by more than 1e-9, no score is treated as a probability"
    if not ((far < -1) | (far > 2)).all():
        return ""
    shown = ", ".join(f"{value:g}" for value in far[:3]) + (", ..." if n_out > 3 else "")
    if n_out == 1:
        total = bool(np.isclose(far[0], rest.sum(), rtol=1e-3))
        what = "is the sum of all others, as in a row of totals" if total else "may be in another unit"
        found = f"1 of the scores ({shown}) lies outside 0 to 1, where all others lie"
        return f"{found}: it {what}; it was used as a score"
    return (
        f"{n_out} of the scores ({shown}) lie outside 0 to 1, where all others lie: they may be in another "
        "unit; they were used as scores"
    )


def two_units(score: NDArray[np.float64]) -> str:
    """Say that scores seem to be shares in some rows and percentages in others; empty where they do not.

    Each must be a fifth of all rows, with next to nothing from 1 to 2, where few percentages lie.

    Parameters
    ----------
    score : ndarray of float64, shape (n,)
    """
    low, high = float(score.min()), float(score.max())
    if len(score) < MANY or low < 0 or not MANY < high <= 100:
        return ""
    shares, between = int((score <= 1).sum()), int(((score > 1) & (score <= 2)).sum())
    rest = len(score) - shares
    if (
        5 * min(shares, rest) < len(score)
        or 5 * between >= shares
        or np.isin(score[score <= 1], (0, 1)).all()
    ):
        return ""
    return (
        f"{shares} scores lie from 0 to 1 and {rest} above, up to {high:g}: some may be percentages where "
        "others are shares; they were used as they are"
    )
