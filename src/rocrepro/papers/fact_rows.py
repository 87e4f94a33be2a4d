"""Rows of a paper's table `facts`: the quantities that its claims need and no other artifact holds."""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import Any

KEYS = ("fact", "variant", "engine", "dataset", "learner", "seed")
COLUMNS = [
    *KEYS,
    *("value", "low", "high", "share_resamples", "n_resamples", "n", "note"),
]
SEED = 1
Row = dict[str, Any]


def row(quantity: str, value: Any, note: str = "", **more: Any) -> Row:
    """Make one row; `more` gives other columns than the defaults.

    Parameters
    ----------
    quantity : str
        Its name, the column ``fact``; ``config/claims/<paper>/quantities.yaml`` says what it is.
    value : number or truth value
        An identity's is the largest error found, that of yes or no is 1 or 0; NaN where the quantity does not
        exist, for example the threshold of an empty set.
    """
    known: Row = {"variant": "base", "engine": "", "dataset": "", "learner": "", "seed": SEED}
    known |= {"low": math.nan, "high": math.nan, "share_resamples": math.nan, "n_resamples": None, "n": None}
    return {"fact": quantity, **known, **more, "value": float(value), "note": note}


def unknown(rows: Iterable[Row]) -> list[Row]:
    """Return the same rows without their values, as they stand for data that are missing."""
    empty = dict.fromkeys(("value", "low", "high", "share_resamples"), math.nan)
    return [one | empty | {"n_resamples": None, "n": None} for one in rows]
