"""Equations of a paper as a table: both sides over random cases, by one driver."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from rocrepro.papers.fact_rows import Row, row

Floats = NDArray[np.float64]
Cases = Mapping[str, Floats]
"""Random cases: an array for each symbol, in which the last axis goes through the cases."""


class Identity(NamedTuple):
    """An equation: its name, and both sides as functions of the symbols."""

    name: str
    left: Callable[[Cases], Floats]
    right: Callable[[Cases], Floats]


def identity_rows(identities: Iterable[Identity], cases: Cases) -> list[Row]:
    """Return the largest error of each identity, relative to the right side where that is larger than 1."""
    number = next(iter(cases.values())).shape[-1]
    return [row(one.name, _error(one.left(cases), one.right(cases)), n=number) for one in identities]


def _error(left: Floats, right: Floats) -> float:
    return float((np.abs(left - right) / np.maximum(np.abs(right), 1.0)).max())
